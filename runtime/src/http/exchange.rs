//! What a call that runs and the response that waits for it share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use super::wait::Running;
use crate::call::Outlet;
use crate::host::{Job, KeptJob, Layer};
use crate::output::{Lowered, Output};
use crate::server::Listener;

/// Events that nobody has read yet; beyond this further ones are dropped, but for the answer.
const UNREAD: usize = 64 * 1024;

/// One request that is not answered at once.
pub(super) struct Exchange {
    state: Mutex<State>,
    /// Whether events can reach the client.
    events: bool,
    /// The request is a subscription.
    listener: Option<Listener>,
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct State {
    /// Messages sent before the answer, framed as events.
    pub(super) events: Vec<u8>,
    pub(super) outcome: Option<Outcome>,
    /// A future that a thread came upon, to be polled by the response.
    pub(super) work: Option<Running>,
    /// Whether the arguments were good and the tool was started: an answer of status 200 will come.
    pub(super) begun: bool,
    /// The sync tool that runs, while it can be told something.
    pub(super) job: Option<KeptJob>,
    answered: bool,
    /// A notification of a change stands among the events, which makes another one needless.
    told: bool,
    waker: Option<Waker>,
    /// Nobody waits any more.
    gone: bool,
}

/// What a request came to.
pub(super) enum Outcome {
    Answer(Layer, Vec<u8>),
    /// Nothing is to be said.
    Silence,
}

impl Exchange {
    pub(super) fn new(events: bool) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            events,
            listener: None,
        })
    }

    /// A subscription, whose first event acknowledges it.
    pub(super) fn listening(listener: Listener) -> Arc<Self> {
        let mut state = State {
            begun: true,
            ..State::default()
        };
        state.event(|out| listener.acknowledge(out));
        Arc::new(Self {
            state: Mutex::new(state),
            events: true,
            listener: Some(listener),
        })
    }

    /// Tells a subscription that the list of tools has changed.
    pub(super) fn tools_changed(&self) {
        let Some(listener) = self
            .listener
            .as_ref()
            .filter(|listener| listener.wants_tools())
        else {
            return;
        };
        let mut state = self.lock();
        if !state.gone && !state.answered && !std::mem::replace(&mut state.told, true) {
            state.event(|out| listener.tools_changed(out));
            wake(state);
        }
    }

    /// Ends a subscription with its response.
    pub(super) fn finish(&self) {
        if let Some(listener) = &self.listener {
            self.answer(Layer::Tool, &mut |out| listener.finish(out));
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that the body of a sync tool starts; false when it must not, since it would end with a response that nobody
    /// waits for.
    pub(super) fn begin(&self, job: Job<'_>) -> bool {
        let mut state = self.lock();
        if state.gone && job.revision.is_stateless() {
            return false;
        }
        state.begun = true;
        if job.ticket.is_some() || job.row.tool.timeout.is_some() {
            state.job = Some(job.keep());
            // Its time begins.
            wake(state);
        }
        true
    }

    /// Says that the body of an async tool starts.
    pub(super) fn begin_future(&self) {
        self.lock().begun = true;
    }

    /// Gives the answer, under the same lock as what is sent before it. Only the first one counts.
    pub(super) fn answer(&self, layer: Layer, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.answered, true) {
            let mut answer = Vec::new();
            write(&mut answer);
            state.outcome = Some(Outcome::Answer(layer, answer));
            state.job = None;
            wake(state);
        }
    }

    /// Gives the answer in place of a sync tool whose time is over; it runs to its end unheard.
    pub(super) fn expire(&self, limit: Duration) {
        let Some(job) = self.lock().job.take() else {
            return;
        };
        job.cancel();
        self.answer(Layer::Tool, &mut |out| {
            job.job().answer(Output(Lowered::TimedOut(limit)), out);
        });
    }

    /// Says that the message has been seen to, and what is left to do.
    pub(super) fn settle(&self, work: Option<Running>) {
        let mut state = self.lock();
        if work.is_none() && !std::mem::replace(&mut state.answered, true) {
            state.outcome = Some(Outcome::Silence);
        }
        if state.gone {
            drop(state);
            if let Some(running) = work {
                running.cancel();
            }
        } else {
            state.work = work;
            wake(state);
        }
    }

    /// Says that nobody waits any more.
    pub(super) fn leave(&self) {
        let mut state = self.lock();
        state.gone = true;
        state.events = Vec::new();
        let (job, work) = (state.job.take(), state.work.take());
        drop(state);
        if let Some(job) = job.filter(KeptJob::ends_with_response) {
            job.cancel();
        }
        if let Some(running) = work {
            running.cancel();
        }
    }
}

impl State {
    /// Takes what is to be sent before the answer.
    pub(super) fn take_events(&mut self) -> Vec<u8> {
        self.told = false;
        std::mem::take(&mut self.events)
    }

    fn event(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.events.extend_from_slice(b"data: ");
        write(&mut self.events);
        self.events.extend_from_slice(b"\n\n");
    }

    pub(super) fn wake_by(&mut self, waker: &Waker) {
        match &mut self.waker {
            Some(known) => known.clone_from(waker),
            None => self.waker = Some(waker.clone()),
        }
    }
}

fn wake(mut state: MutexGuard<'_, State>) {
    let waker = state.waker.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Outlet for Exchange {
    fn send(&self, write: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut state = self.lock();
        if !self.events || state.gone || state.events.len() >= UNREAD {
            return;
        }
        let start = state.events.len();
        state.events.extend_from_slice(b"data: ");
        if write(&mut state.events) {
            state.events.extend_from_slice(b"\n\n");
            wake(state);
        } else {
            state.events.truncate(start);
        }
    }
}
