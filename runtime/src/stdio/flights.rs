//! Calls in flight that no longer hold up the leader, until they are answered or nobody waits for them.

use std::sync::Arc;
use std::time::Instant;

use tokio::task::AbortHandle;

use crate::call::Ticket;
use crate::host::KeptJob;
use crate::message::Id;
use crate::output::{Lowered, Output};

#[derive(Default)]
pub(super) struct Flights(Vec<Flight>);

struct Flight {
    number: u64,
    job: KeptJob,
    place: Place,
    deadline: Option<Instant>,
    /// Whether the client still waits. If not, the thread is all that the call holds.
    heard: bool,
}

enum Place {
    /// A thread is in the body.
    Thread,
    /// The body is a future that was pending, its task if that has been made.
    Task(Option<AbortHandle>),
}

/// A call that is taken off the list because nobody waits for it any more.
#[must_use = "the call does not know it yet"]
pub(super) struct Unheard {
    ticket: Option<Arc<Ticket>>,
    task: Option<AbortHandle>,
    _job: Option<KeptJob>,
}

impl Unheard {
    /// Ends the call, not under the lock: wakers and what they own are anybody's.
    pub(super) fn end(self) {
        if let Some(ticket) = self.ticket {
            ticket.cancel();
        }
        if let Some(task) = self.task {
            task.abort();
        }
    }
}

impl Flights {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no answer is owed.
    pub(super) fn owes_nothing(&self) -> bool {
        !self.0.iter().any(|flight| flight.heard)
    }

    /// Whether a request of that id is owed an answer.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0
            .iter()
            .any(|flight| flight.heard && flight.job.job().id == id)
    }

    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.0.iter().filter_map(|flight| flight.deadline).min()
    }

    /// Adds a call whose body a thread is in.
    pub(super) fn add(&mut self, number: u64, job: KeptJob, deadline: Option<Instant>) {
        self.0.push(Flight {
            number,
            job,
            place: Place::Thread,
            deadline,
            heard: true,
        });
    }

    /// The body is a future and pending. Returns what is left of the call when nobody waits for it any more.
    pub(super) fn pend(&mut self, number: u64) -> Result<(), Option<KeptJob>> {
        match self.0.iter_mut().find(|flight| flight.number == number) {
            Some(flight) if flight.heard => {
                flight.place = Place::Task(None);
                Ok(())
            }
            _ => Err(self.remove(number).map(|flight| flight.job)),
        }
    }

    /// The future has a task. Returns it when nobody waits for the call any more.
    pub(super) fn spawned(&mut self, number: u64, task: AbortHandle) -> Result<(), AbortHandle> {
        match self.0.iter_mut().find(|flight| flight.number == number) {
            Some(flight) => {
                flight.place = Place::Task(Some(task));
                Ok(())
            }
            None => Err(task),
        }
    }

    /// The body is done. Returns the call, and whether it is owed an answer.
    pub(super) fn finish(&mut self, number: u64) -> Option<(KeptJob, bool)> {
        self.remove(number).map(|flight| (flight.job, flight.heard))
    }

    fn remove(&mut self, number: u64) -> Option<Flight> {
        let index = self.0.iter().position(|flight| flight.number == number)?;
        Some(self.0.swap_remove(index))
    }

    /// Lets no more be heard of the calls of an id.
    pub(super) fn cancel(&mut self, id: &Id) -> Vec<Unheard> {
        self.hush(|flight| Id::from_raw(flight.job.job().id) == *id)
    }

    /// Answers the calls whose time is over, after which no more is heard of them.
    pub(super) fn expire(&mut self, now: Instant, out: &mut Vec<u8>) -> Vec<Unheard> {
        self.hush(|flight| {
            let job = flight.job.job();
            let over = flight.deadline.is_some_and(|deadline| deadline <= now);
            if over && let Some(limit) = job.row.tool.timeout {
                job.answer(Output(Lowered::TimedOut(limit)), out);
                out.push(b'\n');
            }
            over
        })
    }

    /// Lets no more be heard of any call.
    pub(super) fn abandon(&mut self) -> Vec<Unheard> {
        self.hush(|_| true)
    }

    /// Lets no more be heard of the calls that are chosen.
    fn hush(&mut self, mut choose: impl FnMut(&Flight) -> bool) -> Vec<Unheard> {
        let mut unheard = Vec::new();
        let mut index = 0;
        while let Some(flight) = self.0.get_mut(index) {
            index += 1;
            if !flight.heard || !choose(flight) {
                continue;
            }
            flight.job.job().span.cancel();
            let ticket = flight.job.job().ticket.cloned();
            // Under the lock, so that no report of progress comes after this.
            if let Some(ticket) = &ticket {
                ticket.close();
            }
            match &mut flight.place {
                Place::Thread => {
                    (flight.heard, flight.deadline) = (false, None);
                    unheard.push(Unheard {
                        ticket,
                        task: None,
                        _job: None,
                    });
                }
                Place::Task(task) => {
                    let task = task.take();
                    index -= 1;
                    let flight = self.0.swap_remove(index);
                    unheard.push(Unheard {
                        ticket,
                        task,
                        _job: Some(flight.job),
                    });
                }
            }
        }
        unheard
    }
}
