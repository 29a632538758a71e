//! SIGTERM and SIGINT, which end a session as the end of its input does.

use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};

use super::session::Session;

/// The sessions that a signal ends, and whether a thread waits for signals.
static WAITING: Mutex<(bool, Vec<Weak<Session>>)> = Mutex::new((false, Vec::new()));

/// While it lives, the signals are a session's.
///
/// They are blocked for this thread and for those that it starts, and another thread waits for them: the one way that
/// needs neither a handler nor a pipe. Threads that were there before keep what they had, so a signal that reaches one of
/// those ends the program.
pub(super) struct Signals {
    before: SigSet,
    session: Weak<Session>,
}

fn ending() -> SigSet {
    [Signal::SIGTERM, Signal::SIGINT].into_iter().collect()
}

impl Signals {
    pub(super) fn new(session: &Arc<Session>) -> io::Result<Self> {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        let before = ending().thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
        let signals = Self {
            before,
            session: Arc::downgrade(session),
        };
        if !waiting.0 {
            thread::Builder::new()
                .name("haft-signals".to_owned())
                .spawn(wait)?;
            waiting.0 = true;
        }
        waiting.1.push(Arc::downgrade(session));
        Ok(signals)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.1.retain(|session| !session.ptr_eq(&self.session));
        // Should it fail, the thread that waits ends the program when a signal comes.
        let _ = self.before.thread_set_mask();
    }
}

/// Interrupts what is served at each signal; when nothing is, does what the signal does by default.
fn wait() {
    while let Ok(signal) = ending().wait() {
        let sessions: Vec<_> = {
            let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.1.iter().filter_map(Weak::upgrade).collect()
        };
        if sessions.is_empty() && ending().thread_unblock().is_ok() {
            let _ = raise(signal);
        }
        for session in sessions {
            session.interrupt();
        }
    }
}
