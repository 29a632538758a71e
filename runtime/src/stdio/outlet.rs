//! Messages that a tool sends while it runs.

use super::session::Session;
use crate::call::Outlet;

impl Outlet for std::sync::Arc<Session> {
    fn send(&self, write: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut guard = self.lock();
        let state = &mut *guard;
        if !write(&mut state.out) {
            return;
        }
        state.out.push(b'\n');
        if state.away && state.sink.is_some() && !state.flush_due {
            state.flush_due = self.call_spare(state);
            if !state.flush_due {
                drop(self.flush(guard, None));
            }
        }
    }
}
