//! SIGTERM and SIGINT, which end a session as the end of its input does.

use std::io::{self, Read as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

use super::session::Session;

/// Whether the signals do what they do by default; once the program has a handler, it has to be asked to.
static DEFAULT: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

/// While it lives, the signals are a session's.
pub(super) struct Signals {
    actions: Vec<SigId>,
    by_default: Arc<AtomicBool>,
}

impl Signals {
    pub(super) fn new(session: &Arc<Session>) -> io::Result<Self> {
        let by_default = by_default()?;
        SESSIONS.fetch_add(1, Ordering::Relaxed);
        let mut signals = Self {
            actions: Vec::new(),
            by_default,
        };
        let (mut received, sender) = io::pipe()?;
        for signal in [SIGTERM, SIGINT] {
            let action = low_level::pipe::register(signal, sender.try_clone()?)?;
            signals.actions.push(action);
        }
        let session = Arc::clone(session);
        thread::Builder::new()
            .name("haft-signals".to_owned())
            .spawn(move || {
                // Ends when the last action is gone, and with it the last sender.
                while received.read_exact(&mut [0]).is_ok() {
                    session.interrupt();
                }
            })?;
        signals.by_default.store(false, Ordering::Relaxed);
        Ok(signals)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        if SESSIONS.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.by_default.store(true, Ordering::Relaxed);
        }
        self.actions.drain(..).for_each(|action| {
            low_level::unregister(action);
        });
    }
}

/// Has the signals do what they do by default while the flag is set.
fn by_default() -> io::Result<Arc<AtomicBool>> {
    let mut shared = DEFAULT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(flag) = &*shared {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::new(AtomicBool::new(true));
    for signal in [SIGTERM, SIGINT] {
        flag::register_conditional_default(signal, Arc::clone(&flag))?;
    }
    *shared = Some(Arc::clone(&flag));
    Ok(flag)
}
