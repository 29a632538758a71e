//! One thread's hold on the connection while the server answers a line.

use std::io::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use super::session::{Guard, Session, State};
use super::tasks::{Entered, Late};
use super::watchdog::{self, FAST, TICK};
use crate::call::Outlet;
use crate::message::Id;
use crate::host::{Host, Job, Work, guarded};
use crate::output::Output;
use crate::protocol::Connection;

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
        Self { session, state: Some(state), number, leads, entered_at: None, deferred: false, entered }
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
            state.current.enter(job);
            session.begin_beat(state);
        } else {
            state.in_flight.add(number, job.id.to_owned());
            state.busy += 1;
        }
        self.state = None;
        if repeated {
            // Not `eprintln`, which panics when stderr is closed.
            let _ =
                writeln!(std::io::stderr(), "haft: two calls in flight have the same request id; both are answered");
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
        } else {
            self.state().busy -= 1;
        }
        leads
    }

    fn answer(&mut self, job: Job<'_>, output: Output) {
        let number = self.number;
        let listed = !self.leave(job);
        let state = self.state();
        if listed && !state.in_flight.remove(number) {
            return;
        }
        job.answer(output, &mut state.out);
        state.out.push(b'\n');
    }
}

impl Host for Turn<'_, '_> {
    fn send(&mut self, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let out = &mut self.state().out;
        write(out);
        out.push(b'\n');
    }

    fn may_run(&mut self) -> bool {
        let session = self.session;
        self.deferred = self.leads && !self.state().has_thread(&session.settings);
        !self.deferred
    }

    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output) {
        self.enter(job);
        let output = guarded(body);
        self.answer(job, output);
    }

    fn start(&mut self, job: Job<'_>, mut work: Work) {
        self.enter(job);
        if let Err(output) = self.session.tasks.enter(self.entered) {
            self.answer(job, output);
            return;
        }
        match Pin::new(&mut work).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => self.answer(job, output),
            Poll::Pending => {
                let mut number = self.number;
                if self.leave(job) {
                    let state = self.state();
                    number = state.next_number();
                    state.in_flight.add(number, job.id.to_owned());
                }
                // Not under the lock: a runtime that is shut down drops the future at once.
                self.state = None;
                self.session.tasks.spawn(Late::new(self.session, number, job.keep()), work);
            }
        }
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.state().connection
    }

    fn outlet(&mut self) -> Arc<dyn Outlet> {
        Arc::new(Arc::clone(self.session))
    }

    fn cancel(&mut self, _: &Id) {}
}
