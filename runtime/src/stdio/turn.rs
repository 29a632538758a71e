//! One thread's hold on the connection while the server answers a line.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use super::flights::Unheard;
use super::session::{Guard, Session, State};
use super::tasks::{Entered, Late};
use super::watchdog::{self, FAST, TICK};
use crate::call::Outlet;
use crate::host::{Host, Job, Layer, NotHeld, Work, guarded};
use crate::message::Id;
use crate::output::Output;
use crate::protocol::Connection;
use crate::server::Listener;
use crate::tool::Row;
use crate::trace;

/// Holds the lock, but for the time inside a tool.
pub(super) struct Turn<'t, 's> {
    session: &'s Arc<Session>,
    state: Option<Guard<'s>>,
    /// Who this thread is: the leader of that number, or the call of that number.
    number: u64,
    leads: bool,
    /// When the tool was entered, if it was seen slow before.
    entered_at: Option<Instant>,
    deferred: bool,
    entered: &'t mut Entered<'s>,
}

impl<'t, 's> Turn<'t, 's> {
    pub(super) fn new(
        session: &'s Arc<Session>,
        state: Guard<'s>,
        number: u64,
        leads: bool,
        entered: &'t mut Entered<'s>,
    ) -> Self {
        Self {
            session,
            state: Some(state),
            number,
            leads,
            entered_at: None,
            deferred: false,
            entered,
        }
    }

    pub(super) fn state(&mut self) -> &mut State {
        self.state.get_or_insert_with(|| self.session.lock())
    }

    pub(super) fn into_state(self) -> Guard<'s> {
        self.state.unwrap_or_else(|| self.session.lock())
    }

    /// Whether the last line has to wait for a thread.
    pub(super) fn is_deferred(&mut self) -> bool {
        std::mem::take(&mut self.deferred)
    }

    /// Lets the lock go for a tool. A tool seen slow has another thread lead before it starts.
    fn enter(&mut self, job: Job<'_>) {
        let session = self.session;
        let (leads, number) = (self.leads, self.number);
        let slow = job.row.pace.load(Ordering::Relaxed) > 0;
        let state = self.state();
        let repeated = !state.warned && state.in_flight.has(job.id);
        state.warned |= repeated;
        if leads && !(slow && session.hand_over(state)) {
            // The watchdog puts it on the list, and begins its time, when it holds up the leader.
            state.current.enter(job);
            session.begin_beat(state);
        } else {
            let deadline = job.deadline();
            state.in_flight.add(number, job.keep(), deadline);
            session.look_after(state, deadline);
        }
        self.state = None;
        if repeated {
            trace::odd_message(format_args!(
                "two calls in flight have the same request id; both are answered"
            ));
        }
        self.entered_at = slow.then(Instant::now);
    }

    /// Takes the lock again after a tool and returns whether this thread still leads.
    fn leave(&mut self, job: Job<'_>) -> bool {
        if let Some(entered_at) = self.entered_at.take() {
            let elapsed = entered_at.elapsed();
            if elapsed < FAST {
                watchdog::pay(job.row);
            } else if elapsed > TICK {
                watchdog::mark(job.row);
            }
        }
        let number = self.number;
        let leads = self.leads && self.state().leader == number;
        self.leads = leads;
        if leads {
            self.session.end_beat();
            self.state().current.leave();
        }
        leads
    }

    fn answer(&mut self, job: Job<'_>, output: Output) {
        let number = self.number;
        if self.leave(job) {
            let state = self.state();
            job.answer(output, &mut state.out);
            state.out.push(b'\n');
        } else if let Some((kept, heard)) = self.state().in_flight.finish(number) {
            if heard {
                let state = self.state();
                job.answer(output, &mut state.out);
                state.out.push(b'\n');
            }
            // Not under the lock: its ticket may own somebody's wakers.
            self.state = None;
            drop(kept);
        }
    }

    /// Gives a pending future its task, unless nobody waits for it any more.
    fn pend(&mut self, job: Job<'_>, work: Work) {
        let session = self.session;
        let mut number = self.number;
        let listed = if self.leave(job) {
            let deadline = job.deadline();
            let state = self.state();
            number = state.next_number();
            state.in_flight.add(number, job.keep(), deadline);
            session.look_after(state, deadline);
            state.in_flight.pend(number)
        } else {
            self.state().in_flight.pend(number)
        };
        // Not under the lock: the future is dropped here, or at once by a runtime that is shut down.
        self.state = None;
        if listed.is_err() {
            return;
        }
        let Some(task) = session.tasks.spawn(Late::new(session, number), work) else {
            return;
        };
        let spawned = self.state().in_flight.spawned(number, task);
        if let Err(task) = spawned {
            self.state = None;
            task.abort();
        }
    }
}

impl Host for Turn<'_, '_> {
    fn send(&mut self, _: Layer, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let out = &mut self.state().out;
        write(out);
        out.push(b'\n');
    }

    fn may_run(&mut self, _: &Row) -> bool {
        let session = self.session;
        self.deferred = self.leads && !self.state().has_place(&session.settings);
        !self.deferred
    }

    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output) {
        self.enter(job);
        let output = guarded(body);
        self.answer(job, output);
    }

    fn start(&mut self, job: Job<'_>, mut work: Work) {
        self.enter(job);
        let polled = match self.session.tasks.enter(self.entered) {
            Ok(()) => Pin::new(&mut work).poll(&mut Context::from_waker(Waker::noop())),
            Err(output) => Poll::Ready(output),
        };
        match polled {
            Poll::Ready(output) => {
                drop(work);
                self.answer(job, output);
            }
            Poll::Pending => self.pend(job, work),
        }
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.state().connection
    }

    fn outlet(&mut self) -> Arc<dyn Outlet> {
        Arc::new(Arc::clone(self.session))
    }

    fn cancel(&mut self, id: &Id) {
        let session = self.session;
        let state = self.state();
        state.listeners.close(id);
        let listed = state.in_flight.len();
        let unheard = state.in_flight.cancel(id);
        let State { queue, queued, .. } = state;
        queue.retain(|waiting| {
            let stays = waiting.id.as_ref() != Some(id);
            *queued -= if stays { 0 } else { waiting.line.len() };
            stays
        });
        session.vacate(state, listed - state.in_flight.len());
        if !unheard.is_empty() {
            self.state = None;
            unheard.into_iter().for_each(Unheard::end);
        }
    }

    fn can_notify(&self, _: bool) -> bool {
        true
    }

    fn hold(&mut self, listener: Listener) -> Result<(), NotHeld> {
        let most = self.session.settings.subscriptions;
        let state = self.state();
        let repeated = state.listeners.open(listener, most, &mut state.out)?;
        if state.end.is_some() {
            state.listeners.finish(&mut state.out);
        }
        if repeated {
            trace::odd_message(format_args!(
                "two subscriptions have the same request id; the second takes the place of the first"
            ));
        }
        Ok(())
    }

    fn initialized(&mut self) {
        let state = self.state();
        state.connection.initialized = state.connection.revision.is_some();
        state
            .listeners
            .initialized(&state.connection, &mut state.out);
    }

    fn release(&mut self, row: Arc<Row>) {
        if let Some(row) = Arc::into_inner(row) {
            // Not under the lock: what its author has put there may do anything as it goes.
            self.state = None;
            drop(row);
        }
    }
}
