//! The guard on the standard output: while it lives, what is printed there lands on the standard error.

use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::mpsc::channel;
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
        let (told, flushed) = channel();
        let flush = thread::Builder::new().spawn(move || told.send(io::stdout().flush().is_ok()));
        if flush.is_ok() && flushed.recv_timeout(PATIENCE).is_ok() {
            // Should it fail, the standard output goes on as the standard error.
            let _ = dup2_stdout(&self.original);
        }
    }
}
