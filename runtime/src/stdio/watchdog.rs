//! The thread that sees a leader held up, a tool to be slow, and the end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::flights::Unheard;
use super::session::{Activity, Session};
use crate::tool::Row;

/// A leader held up for a whole one of these is replaced.
pub(super) const TICK: Duration = Duration::from_millis(1);
/// In a write it is after so many of them: a large reply takes its time, and no other gets past it anyway.
const WRITE: u32 = 10;
/// A tool that returns within this pays off a part of its mark.
pub(super) const FAST: Duration = Duration::from_micros(100);
/// Ticks without a call after which the watchdog sleeps until the next one.
const QUIET: u32 = 50;
/// The fewest and the most calls for which a tool stays marked. A busy machine makes false marks, so it begins small.
const MARK: (u32, u32) = (8, 64);

/// Has another thread lead before the next calls of a tool start.
pub(super) fn mark(row: &Row) {
    let calls = row.pace.load(Ordering::Relaxed).saturating_mul(2);
    row.pace
        .store(calls.clamp(MARK.0, MARK.1), Ordering::Relaxed);
}

pub(super) fn pay(row: &Row) {
    let calls = row.pace.load(Ordering::Relaxed);
    row.pace.store(calls.saturating_sub(1), Ordering::Relaxed);
}

impl Session {
    /// Serves, with the calling thread as the watchdog, until the input has ended and nothing is in flight any more.
    pub(super) fn watch(self: &Arc<Self>) -> crate::Result {
        let _ = self.watchdog.set(thread::current());
        if !self.call_spare(&mut self.lock()) {
            return Err(io::Error::other("no thread can be started to read the input").into());
        }
        let (mut seen, mut quiet, mut held) = (0, 0, 0);
        loop {
            let beat = self.beat.load(Ordering::Relaxed);
            if beat != seen {
                (quiet, held) = (0, 0);
            } else if beat.is_multiple_of(2) {
                quiet += 1;
            } else {
                (quiet, held) = (0, held + 1);
                self.displace(beat, held);
            }
            seen = beat;
            if self.timed.load(Ordering::Relaxed) {
                self.expire();
            }
            if quiet < QUIET && !self.ending.load(Ordering::Relaxed) {
                thread::park_timeout(TICK);
            } else if let Some(result) = self.rest(seen) {
                self.stop();
                return result;
            } else {
                quiet = 0;
            }
        }
    }

    /// Puts another thread in the place of a leader that is still where it was so many ticks ago.
    fn displace(self: &Arc<Self>, beat: u64, held: u32) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let number = state.leader;
        if self.beat.load(Ordering::Relaxed) != beat
            || state.closed
            || state.current.activity == Activity::Writing && held < WRITE
            || !self.hand_over(state)
        {
            return;
        }
        self.end_beat();
        if state.current.activity == Activity::Tool {
            self.list(state, number);
            if let Some(row) = state.current.row() {
                mark(&row);
            }
        }
    }

    /// Answers the calls whose time is over.
    fn expire(self: &Arc<Self>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let listed = state.in_flight.len();
        let unheard = state.in_flight.expire(Instant::now(), &mut state.out);
        self.timed
            .store(state.in_flight.next_deadline().is_some(), Ordering::Relaxed);
        if !unheard.is_empty() {
            self.vacate(state, listed - state.in_flight.len());
            drop(self.flush_soon(guard));
            unheard.into_iter().for_each(Unheard::end);
        }
    }

    /// Sleeps until there is something to watch, or returns how the connection ended.
    fn rest(&self, seen: u64) -> Option<crate::Result> {
        let mut state = self.lock();
        if state.closed {
            return Some(Ok(()));
        }
        let drained = state.is_drained();
        let now = Instant::now();
        let mut next = state.in_flight.next_deadline();
        if let Some(end) = &mut state.end {
            if drained || end.deadline <= now {
                return Some(std::mem::replace(&mut end.result, Ok(())));
            }
            next = Some(next.map_or(end.deadline, |next| next.min(end.deadline)));
        }
        if self.beat.load(Ordering::Relaxed) != seen {
            return None;
        }
        state.awake = false;
        drop(state);
        match next {
            None => thread::park(),
            Some(next) => thread::park_timeout(next.saturating_duration_since(now)),
        }
        None
    }

    /// Lets every thread go that is not in a tool, a read or a write, and tells the tools that nobody waits for them.
    fn stop(&self) {
        let mut state = self.lock();
        state.closed = true;
        let unheard = state.in_flight.abandon();
        drop(state);
        self.spare.notify_all();
        self.room.notify_all();
        unheard.into_iter().for_each(Unheard::end);
        self.tasks.stop();
    }
}
