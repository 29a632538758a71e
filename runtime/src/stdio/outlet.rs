//! Messages that a tool sends while it runs.

use super::session::Session;
use crate::call::Outlet;

impl Outlet for std::sync::Arc<Session> {
    fn send(&self, write: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut state = self.lock();
        // What may be left out is, when nobody reads.
        if state.closed || state.out.len() >= self.settings.unread || !write(&mut state.out) {
            return;
        }
        state.out.push(b'\n');
        drop(self.flush_soon(state));
    }
}
