//! The guard on the standard output: while it lives, what is printed there lands on the standard error.

use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nix::unistd::dup2_stdout;

/// How long a thread that holds the lock on the standard output is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct StdoutGuard {
    original: OwnedFd,
}

impl StdoutGuard {
    pub(super) fn new() -> io::Result<Self> {
        let original = io::stdout().as_fd().try_clone_to_owned()?;
        dup2_stdout(io::stderr())?;
        Ok(Self { original })
    }
}

impl Drop for StdoutGuard {
    /// Restores the standard output, unless what a tool has printed so far might still get there.
    fn drop(&mut self) {
        let flushed = Arc::new((Mutex::new(false), Condvar::new()));
        let told = Arc::clone(&flushed);
        let flush = thread::Builder::new().spawn(move || {
            // What cannot be flushed now cannot be later.
            let _ = io::stdout().flush();
            *told.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            told.1.notify_one();
        });
        if flush.is_err() {
            return;
        }
        let waiting = flushed.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, _) = flushed
            .1
            .wait_timeout_while(waiting, PATIENCE, |done| !*done)
            .unwrap_or_else(PoisonError::into_inner);
        if *done {
            // Should it fail, the standard output goes on as the standard error.
            let _ = dup2_stdout(&self.original);
        }
    }
}
