//! What the server needs of whoever carries the bytes, and what it hands over: a job that is owed an answer.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::call::{Extensions, Outlet, Ticket};
use crate::message::{Id, open_result};
use crate::output::{Lowered, Origin, Output};
use crate::protocol::{Connection, Revision};
use crate::tool::Row;

/// What the server needs of whoever carries the bytes.
pub(crate) trait Host {
    /// Sends one whole message, which `write` appends; the framing is the host's.
    fn send(&mut self, write: &mut dyn FnMut(&mut Vec<u8>));
    /// Whether a tool may start now. If not, nothing is answered: the host keeps the message and brings it again.
    fn may_run(&mut self) -> bool {
        true
    }
    /// Runs the body of a sync tool and answers with what it comes to.
    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output);
    /// Polls the body of an async tool and answers when it is done.
    fn start(&mut self, job: Job<'_>, work: Work);
    /// What `initialize` agreed on this stream.
    fn connection(&mut self) -> &mut Connection;
    /// Where messages go that are sent while a call is served.
    fn outlet(&mut self) -> Arc<dyn Outlet>;
    /// What stands beside the request.
    fn extensions(&mut self) -> Extensions {
        Extensions::default()
    }
    /// Cancels the calls in flight whose id is equal to this one.
    fn cancel(&mut self, id: &Id);
}

/// A request that is owed an answer.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) id: &'a str,
    pub(crate) revision: Revision,
    pub(crate) row: &'a Arc<Row>,
    /// Shared with the tool, if the tool takes its `Call`.
    pub(crate) ticket: Option<&'a Arc<Ticket>>,
}

/// A [`Job`] that outlives its message.
pub(crate) struct KeptJob {
    id: String,
    revision: Revision,
    row: Arc<Row>,
    ticket: Option<Arc<Ticket>>,
}

impl Job<'_> {
    pub(crate) fn keep(&self) -> KeptJob {
        KeptJob {
            id: self.id.to_owned(),
            revision: self.revision,
            row: Arc::clone(self.row),
            ticket: self.ticket.cloned(),
        }
    }

    /// Writes the response, after which the tool can send nothing more.
    pub(crate) fn answer(&self, output: Output, out: &mut Vec<u8>) {
        if let Some(ticket) = self.ticket {
            ticket.close();
        }
        let wraps = self.row.output.as_ref().is_some_and(|output| !output.is_object);
        let origin = Origin { tool: &self.row.tool.name, id: self.id, wraps, policy: &self.row.policy };
        open_result(out, self.id);
        output.write(out, self.revision, &origin);
        out.push(b'}');
    }
}

impl KeptJob {
    pub(crate) fn job(&self) -> Job<'_> {
        Job { id: &self.id, revision: self.revision, row: &self.row, ticket: self.ticket.as_ref() }
    }
}

/// Runs a body; a panic in it is an output like any other.
///
/// The payload has been printed by the panic hook, on stderr, and goes nowhere else.
pub(crate) fn guarded(body: &mut dyn FnMut() -> Output) -> Output {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // A payload may panic again when it is dropped.
        std::mem::forget(payload);
        Output(Lowered::Panicked)
    })
}

/// The body of an async tool: a future in its one box, in which a panic is an output like any other.
pub(crate) struct Work(Option<Pin<Box<dyn Future<Output = Output> + Send>>>);

impl Future for Work {
    type Output = Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Output> {
        let Some(future) = self.0.as_mut() else { return Poll::Ready(Output(Lowered::Panicked)) };
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => {
                self.discard();
                Poll::Ready(output)
            }
            Err(payload) => {
                std::mem::forget(payload);
                self.discard();
                Poll::Ready(Output(Lowered::Panicked))
            }
        }
    }
}

impl Work {
    /// Takes what an async tool's function returned.
    pub(crate) fn new(body: impl Future<Output = Output> + Send + 'static) -> Self {
        Self(Some(Box::pin(body)))
    }

    fn discard(&mut self) {
        let future = self.0.take();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(future))) {
            std::mem::forget(payload);
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.discard();
    }
}

