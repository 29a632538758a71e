//! Waiting for a call that is not answered at once; whoever stops waiting ends it, from 2026-07-28 on.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};

use super::exchange::{Exchange, Outcome};
use crate::host::{KeptJob, Layer, Work};
use crate::output::{Lowered, Output};

/// A call that a future serves.
pub(super) struct Running {
    job: KeptJob,
    work: Work,
    /// Held while the call is in flight.
    permit: Option<OwnedSemaphorePermit>,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Running {
    pub(super) fn new(job: KeptJob, work: Work, permit: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            job,
            work,
            permit,
            deadline: None,
        }
    }

    /// Polls the future and gives its answer, or another one when its time is over.
    pub(super) fn poll(&mut self, exchange: &Exchange, context: &mut Context<'_>) -> Poll<()> {
        let mut output = match (Pin::new(&mut self.work).poll(context), self.job.limit()) {
            (Poll::Ready(output), _) => Some(output),
            (Poll::Pending, None) => return Poll::Pending,
            (Poll::Pending, Some(limit)) => {
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(limit)));
                ready!(deadline.as_mut().poll(context));
                self.job.cancel();
                self.work.discard();
                Some(Output(Lowered::TimedOut(limit)))
            }
        };
        exchange.answer(Layer::Tool, &mut |out| {
            if let Some(output) = output.take() {
                self.job.job().answer(output, out);
            }
        });
        self.permit = None;
        Poll::Ready(())
    }

    /// Runs on whether or not anybody waits.
    pub(super) fn detach(mut self, exchange: Arc<Exchange>, runtime: &Handle) {
        runtime.spawn(async move { poll_fn(|context| self.poll(&exchange, context)).await });
    }

    /// Tells the tool, before its future is dropped.
    pub(super) fn cancel(self) {
        self.job.cancel();
    }
}

/// Waits, and polls the call if it ends with the wait.
pub(super) struct Wait {
    exchange: Arc<Exchange>,
    running: Option<Running>,
    /// The end of the time of a sync tool.
    deadline: Option<Pin<Box<Sleep>>>,
    done: bool,
}

/// What there is to send.
pub(super) enum Step {
    Events(Vec<u8>),
    /// Events, and the answer if there is one.
    Done(Vec<u8>, Option<(Layer, Vec<u8>)>),
}

/// How a wait without a response ends.
pub(super) enum First {
    Answer(Option<(Layer, Vec<u8>)>),
    /// Something is to be sent before the answer, or it is time to show that the call is still alive.
    Stream(Wait),
}

impl Wait {
    pub(super) fn new(exchange: Arc<Exchange>, running: Option<Running>) -> Self {
        if running.is_some() {
            exchange.begin_future();
        }
        Self {
            exchange,
            running,
            deadline: None,
            done: false,
        }
    }

    /// Waits for the answer, or for what makes a stream of the response.
    pub(super) async fn first(mut self, patience: Option<Duration>) -> First {
        let mut timer: Option<Pin<Box<Sleep>>> = None;
        let answer = poll_fn(|context| {
            if self.is_ready(context) {
                let mut state = self.exchange.lock();
                return if state.events.is_empty() {
                    Poll::Ready(Some(state.outcome.take()))
                } else {
                    Poll::Ready(None)
                };
            }
            let Some(patience) = patience else {
                return Poll::Pending;
            };
            let timer = timer.get_or_insert_with(|| Box::pin(sleep(patience)));
            let late = timer.as_mut().poll(context).is_ready();
            if late && self.exchange.lock().begun {
                Poll::Ready(None)
            } else {
                Poll::Pending
            }
        });
        match answer.await {
            None => First::Stream(self),
            Some(outcome) => {
                self.done = true;
                First::Answer(outcome.and_then(Outcome::into_answer))
            }
        }
    }

    /// The next thing to send once the response is a stream.
    pub(super) fn poll_step(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        if !self.is_ready(context) {
            return Poll::Pending;
        }
        let mut state = self.exchange.lock();
        let events = state.take_events();
        let Some(outcome) = state.outcome.take() else {
            return Poll::Ready(Step::Events(events));
        };
        drop(state);
        self.done = true;
        Poll::Ready(Step::Done(events, outcome.into_answer()))
    }

    /// Whether there is something to send; if not, the context is woken when there is.
    fn is_ready(&mut self, context: &mut Context<'_>) -> bool {
        loop {
            if let Some(running) = &mut self.running
                && running.poll(&self.exchange, context).is_ready()
            {
                self.running = None;
            }
            let mut state = self.exchange.lock();
            if let Some(work) = state.work.take() {
                state.begun = true;
                drop(state);
                self.running = Some(work);
                continue;
            }
            if !state.events.is_empty() || state.outcome.is_some() {
                return true;
            }
            state.wake_by(context.waker());
            let limit = state.job.as_ref().and_then(KeptJob::limit);
            drop(state);
            match limit {
                Some(limit) if self.is_over(limit, context) => self.exchange.expire(limit),
                _ => return false,
            }
        }
    }

    fn is_over(&mut self, limit: Duration, context: &mut Context<'_>) -> bool {
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(limit)));
        deadline.as_mut().poll(context).is_ready()
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        if let Some(running) = self.running.take() {
            running.cancel();
        }
        self.exchange.leave();
    }
}

impl Outcome {
    fn into_answer(self) -> Option<(Layer, Vec<u8>)> {
        match self {
            Self::Answer(layer, answer) => Some((layer, answer)),
            Self::Silence => None,
        }
    }
}
