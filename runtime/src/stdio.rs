//! The standard streams as a transport: one message a line, in and out.

mod flights;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
#[cfg(unix)]
mod guard;
mod lead;
mod lines;
mod listeners;
mod outlet;
mod session;
#[cfg(unix)]
mod signals;
mod surroundings;
mod tasks;
#[cfg(test)]
mod tests;
mod turn;
mod watchdog;
mod writer;

use std::fs::File;
use std::io;
use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::error::Error;
use crate::server::Server;
use session::{Session, Settings};
use surroundings::Surroundings;

impl Server {
    /// Serves the standard streams and blocks until the input ends.
    ///
    /// Calls that are still running then have a grace period to finish; after it this returns whatever still runs,
    /// so that `main` can return and the process ends. SIGTERM and SIGINT do the same, on Unix, if no
    /// thread was started before (see [`Builder::signals`](crate::Builder::signals)). An output that nobody reads any more ends it at once and is no error. Asynchronous tools run on a runtime
    /// of the server's own, which the first such call makes.
    ///
    /// Nothing but messages gets onto the standard output: on Unix, what else is printed there meanwhile goes to the
    /// standard error (see [`Builder::stdout_guard`](crate::Builder::stdout_guard)). When a person started the program
    /// at a terminal, the standard error says what it waits for.
    ///
    /// # Errors
    ///
    /// When the calling thread is inside a tokio runtime, where [`stdio`](Self::stdio) is the way; when the streams
    /// or a thread cannot be had; when reading the input fails.
    pub fn serve_stdio(self) -> crate::Result {
        if Handle::try_current().is_ok() {
            return Err(Error::inside_runtime("stdio().await"));
        }
        let (session, _surroundings) = Session::on_streams(self, None)?;
        session.watch()
    }

    /// Serves the standard streams until the input ends, from inside a tokio runtime.
    ///
    /// Reading, writing and synchronous tools have threads of their own, so the runtime is never blocked;
    /// asynchronous tools run on it. Dropping the future stops serving. What holds of the end and of the standard
    /// output is as with [`serve_stdio`](Self::serve_stdio); but signals are left to the program, and a runtime that is
    /// dropped waits for what was given to `spawn_blocking`.
    ///
    /// # Errors
    ///
    /// When the streams or a thread cannot be had; when reading the input fails.
    ///
    /// # Panics
    ///
    /// When it is not polled inside a tokio runtime.
    pub async fn stdio(self) -> crate::Result {
        let (session, _surroundings) = Session::on_streams(self, Some(Handle::current()))?;
        serve_beside(session).await
    }
}

impl Session {
    fn on_streams(
        server: Server,
        handle: Option<Handle>,
    ) -> crate::Result<(Arc<Self>, Surroundings)> {
        let failed = |error| failure("the standard streams cannot be used", &error);
        let (input, output) = streams().map_err(failed)?;
        let settings = Settings::of(&server);
        // Inside somebody else's runtime, signals are theirs.
        let owner = handle.is_none();
        let session = Self::new(server, Box::new(input), Box::new(output), settings, handle);
        let surroundings = Surroundings::prepare(&session, owner).map_err(failed)?;
        Ok((session, surroundings))
    }
}

/// Serves on threads of its own and waits for their end without blocking.
async fn serve_beside(session: Arc<Session>) -> crate::Result {
    /// Ends the session with the future that waits for it.
    struct Ends(Arc<Session>);
    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.close();
        }
    }

    let (told, ended) = oneshot::channel();
    let watching = Arc::clone(&session);
    std::thread::Builder::new()
        .name(session::THREAD.to_owned())
        .spawn(move || drop(told.send(watching.watch())))
        .map_err(|error| failure("no thread can be started to serve", &error))?;
    let _ends = Ends(session);
    ended.await.unwrap_or(Ok(()))
}

/// Duplicates of the descriptors: reading and writing past std's buffers and locks, without closing what others use.
#[cfg(unix)]
fn streams() -> io::Result<(File, File)> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((File::from(input), File::from(output)))
}

/// Duplicates of the handles: reading and writing past std's buffers and locks, without closing what others use.
#[cfg(windows)]
fn streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle;
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((File::from(input), File::from(output)))
}

fn failure(what: &str, error: &io::Error) -> Error {
    io::Error::new(error.kind(), format!("{what}: {error}")).into()
}
