//! Asynchronous tools beyond their first poll: the runtime, and how their answers come back.

use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use tokio::runtime::{Builder, EnterGuard, Handle};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::session::Session;
use crate::host::Work;
use crate::output::{Lowered, Output};

/// The runtime that a thread has entered, once there is one.
pub(super) type Entered<'s> = Option<EnterGuard<'s>>;

/// The caller's runtime, or one of our own that the first asynchronous call makes.
pub(super) struct Tasks {
    handle: OnceLock<Handle>,
    /// Ends our own runtime; also the lock under which it is made.
    stop: Mutex<Option<oneshot::Sender<()>>>,
}

impl Tasks {
    pub(super) fn new(handle: Option<Handle>) -> Self {
        Self {
            handle: handle.map_or_else(OnceLock::new, OnceLock::from),
            stop: Mutex::new(None),
        }
    }

    pub(super) fn entered(&self) -> Entered<'_> {
        self.handle.get().map(Handle::enter)
    }

    /// Enters the runtime, which is made if there is none.
    pub(super) fn enter<'s>(&'s self, entered: &mut Entered<'s>) -> Result<(), Output> {
        if entered.is_none() {
            let failed = |error| {
                Output(Lowered::Failed(format!(
                    "the server cannot run asynchronous tools: {error}"
                )))
            };
            self.make().map_err(failed)?;
            *entered = self.entered();
        }
        Ok(())
    }

    fn make(&self) -> io::Result<()> {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        if self.handle.get().is_none() {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let handle = runtime.handle().clone();
            let (sender, stopped) = oneshot::channel::<()>();
            thread::Builder::new()
                .name("haft-tasks".to_owned())
                .spawn(move || {
                    let _ = runtime.block_on(stopped);
                    runtime.shutdown_background();
                })?;
            *stop = Some(sender);
            let _ = self.handle.set(handle);
        }
        Ok(())
    }

    pub(super) fn spawn(&self, late: Late, work: Work) -> Option<AbortHandle> {
        let task = self.handle.get()?.spawn(async move {
            let output = work.await;
            late.answer(output);
        });
        Some(task.abort_handle())
    }

    pub(super) fn stop(&self) {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }
}

/// The duty to answer a call whose future was pending; dropped with its task, it takes the call off the list.
pub(super) struct Late {
    session: Arc<Session>,
    number: u64,
    done: bool,
}

impl Late {
    pub(super) fn new(session: &Arc<Session>, number: u64) -> Self {
        Self {
            session: Arc::clone(session),
            number,
            done: false,
        }
    }

    fn answer(mut self, output: Output) {
        self.finish(Some(output));
    }

    fn finish(&mut self, output: Option<Output>) {
        self.done = true;
        let mut guard = self.session.lock();
        let state = &mut *guard;
        let Some((job, heard)) = state.in_flight.finish(self.number) else {
            return;
        };
        if let Some(output) = output.filter(|_| heard) {
            job.job().answer(output, &mut state.out);
            state.out.push(b'\n');
        }
        self.session.vacate(state, 1);
        drop(self.session.flush_soon(guard));
    }
}

impl Drop for Late {
    fn drop(&mut self) {
        if !self.done {
            self.finish(None);
        }
    }
}
