//! What the server needs of whoever carries the bytes, and what it hands over: a job that is owed an answer.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
#[cfg(feature = "http")]
use std::time::Duration;
#[cfg(feature = "stdio")]
use std::time::Instant;

use crate::call::{Extensions, Outlet, Ticket};
use crate::deadline::Deadline;
use crate::message::{Id, open_result};
use crate::output::{Lowered, Origin, Output};
use crate::protocol::{Connection, Headers, Revision};
use crate::server::Listener;
use crate::tool::Row;
use crate::trace::Span;

/// What the server needs of whoever carries the bytes.
pub(crate) trait Host {
    /// Sends one whole message, which `write` appends; the framing is the host's.
    fn send(&mut self, layer: Layer, write: &mut dyn FnMut(&mut Vec<u8>));
    /// What the headers of the message say, where it came with some.
    fn headers(&self) -> Option<&dyn Headers> {
        None
    }
    /// Whether a tool may start now. If not, nothing is answered: the host keeps the message and brings it again.
    fn may_run(&mut self, _: &Row) -> bool {
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
    /// Whether the client can be told of something at any time: without the handshake by what it
    /// [holds](Self::hold), with it at once.
    fn can_notify(&self, _stateless: bool) -> bool {
        false
    }
    /// Keeps a subscription open, acknowledged, until the client or the host ends it.
    ///
    /// Who can keep none open says so by ending it with the same breath.
    fn hold(&mut self, listener: Listener) -> Result<(), NotHeld> {
        self.send(Layer::Tool, &mut |out| listener.acknowledge(out));
        self.send(Layer::Tool, &mut |out| listener.finish(out));
        Ok(())
    }
    /// Takes note that the client has understood the answer to `initialize`.
    fn initialized(&mut self) {}
    /// Drops a row that may have been removed while its call ran, with whatever its author has put there.
    fn release(&mut self, row: Arc<Row>) {
        drop(row);
    }
}

/// Why a subscription is not kept open.
#[cfg_attr(not(all(feature = "stdio", feature = "http")), allow(dead_code))]
pub(crate) enum NotHeld {
    /// There are as many as there may be.
    Full(usize),
    /// The client does not take what comes before the answer.
    NoEvents,
}

/// In which layer a message was answered: a transport that has statuses picks its own by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// The message is refused as such, by its text, its shape, its headers or its revision.
    Message,
    /// There is no such method.
    Method,
    /// What was asked for answers, with a result or with an error of its own, such as wrong arguments.
    Tool,
    /// The server itself failed.
    Server,
    /// There is no room for what was asked.
    Busy,
}

/// A request that is owed an answer.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) id: &'a str,
    pub(crate) revision: Revision,
    pub(crate) row: &'a Arc<Row>,
    /// Shared with the tool, if the tool takes its `Call`.
    pub(crate) ticket: Option<&'a Arc<Ticket>>,
    pub(crate) span: &'a Span,
}

/// A [`Job`] that outlives its message.
pub(crate) struct KeptJob {
    id: String,
    revision: Revision,
    row: Arc<Row>,
    ticket: Option<Arc<Ticket>>,
    span: Span,
}

impl Job<'_> {
    /// When the time of the call is over, if it begins now.
    #[cfg(feature = "stdio")]
    pub(crate) fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.row.tool.timeout?)
    }

    pub(crate) fn keep(&self) -> KeptJob {
        KeptJob {
            id: self.id.to_owned(),
            revision: self.revision,
            row: Arc::clone(self.row),
            ticket: self.ticket.cloned(),
            span: self.span.clone(),
        }
    }

    /// Writes the response, after which the tool can send nothing more.
    pub(crate) fn answer(&self, output: Output, out: &mut Vec<u8>) {
        if let Some(ticket) = self.ticket {
            ticket.close();
        }
        self.span.finish(&output);
        let origin = Origin {
            tool: &self.row.tool.name,
            id: self.id,
            wraps: self.row.wraps,
            policy: &self.row.policy,
        };
        open_result(out, self.id);
        output.write(out, self.revision, &origin);
        out.push(b'}');
    }
}

impl KeptJob {
    /// Whether the call ends with the response that waits for it (patterns/cancellation, 2026-07-28).
    #[cfg(feature = "http")]
    pub(crate) fn ends_with_response(&self) -> bool {
        self.revision.is_stateless()
    }

    /// The most time that the call may take.
    #[cfg(feature = "http")]
    pub(crate) fn limit(&self) -> Option<Duration> {
        self.row.tool.timeout
    }

    /// Tells the tool that nobody waits for it any more.
    #[cfg(feature = "http")]
    pub(crate) fn cancel(&self) {
        if let Some(ticket) = &self.ticket {
            ticket.cancel();
        }
    }

    pub(crate) fn job(&self) -> Job<'_> {
        Job {
            id: &self.id,
            revision: self.revision,
            row: &self.row,
            ticket: self.ticket.as_ref(),
            span: &self.span,
        }
    }

    /// Runs the body of an async tool; when the time of the call is over, the body is dropped and that is the output.
    ///
    /// For whoever has no clock of its own.
    pub(crate) async fn complete(&self, mut work: Work) -> Output {
        let limit = self.row.tool.timeout;
        let Some((limit, mut deadline)) =
            limit.and_then(|limit| Some((limit, Deadline::after(limit)?)))
        else {
            return work.await;
        };
        poll_fn(move |context| match Pin::new(&mut work).poll(context) {
            Poll::Ready(output) => Poll::Ready(output),
            Poll::Pending => Pin::new(&mut deadline).poll(context).map(|()| {
                if let Some(ticket) = &self.ticket {
                    ticket.cancel();
                }
                work.discard();
                Output(Lowered::TimedOut(limit))
            }),
        })
        .await
    }
}

/// Runs a body; a panic in it is an output like any other.
///
/// The payload has been printed by the panic hook, on stderr, and goes nowhere else.
pub(crate) fn guarded(body: &mut dyn FnMut() -> Output) -> Output {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        dismiss(payload);
        Output(Lowered::Panicked)
    })
}

/// Drops what a panic carried, which may panic again.
pub(crate) fn dismiss(payload: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(another);
    }
}

/// The body of an async tool: a future in its one box, in which a panic is an output like any other.
pub(crate) struct Work {
    body: Option<Pin<Box<dyn Future<Output = Output> + Send>>>,
    span: Span,
}

impl Future for Work {
    type Output = Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Output> {
        let Self { body, span } = &mut *self;
        let Some(future) = body.as_mut() else {
            return Poll::Ready(Output(Lowered::Panicked));
        };
        let polled = catch_unwind(AssertUnwindSafe(|| {
            span.enter(|| future.as_mut().poll(context))
        }));
        let output = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => output,
            Err(payload) => {
                dismiss(payload);
                Output(Lowered::Panicked)
            }
        };
        self.discard();
        self.span.finish(&output);
        Poll::Ready(output)
    }
}

impl Work {
    /// Takes what an async tool's function returned.
    pub(crate) fn new(body: impl Future<Output = Output> + Send + 'static) -> Self {
        Self {
            body: Some(Box::pin(body)),
            span: Span::none(),
        }
    }

    /// Polls, and drops, the body inside of a span.
    pub(crate) fn inside(mut self, span: &Span) -> Self {
        self.span = span.clone();
        self
    }

    /// Drops what is left of the body.
    pub(crate) fn discard(&mut self) {
        let future = self.body.take();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| self.span.enter(|| drop(future)))) {
            dismiss(payload);
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.discard();
    }
}
