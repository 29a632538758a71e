//! The life of a thread: it leads, runs what waits, or stands by.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use super::session::{End, Guard, Session, State, Waiting};
use super::tasks::Entered;
use super::turn::Turn;
use crate::message::request_id;

/// Replies beyond this are written though more whole lines are waiting.
const FLUSH: usize = 256 * 1024;

impl Session {
    /// Every thread but the watchdog is in here.
    pub(super) fn work(self: &Arc<Self>) {
        let mut led = None;
        // Tools are guarded where they run; what arrives here panicked while a line was decoded, by a user's
        // `Deserialize`. That call has no answer, the others must not suffer.
        while catch_unwind(AssertUnwindSafe(|| self.find_work(&mut led))).is_err() {
            let mut state = self.lock();
            let whole = state.out.iter().rposition(|byte| *byte == b'\n');
            state.out.truncate(whole.map_or(0, |newline| newline + 1));
            state.vacant |= led == Some(state.leader);
        }
    }

    fn find_work(self: &Arc<Self>, led: &mut Option<u64>) {
        let mut entered = None;
        let mut state = self.lock();
        while !state.closed {
            if entered.is_none() {
                entered = self.tasks.entered();
            }
            state = if state.vacant && state.end.is_none() {
                state.vacant = false;
                *led = Some(state.leader);
                self.lead(state, &mut entered)
            } else if state.flush_due && state.sink.is_some() {
                self.flush(state, None)
            } else if state.has_place(&self.settings)
                && let Some(waiting) = state.queue.pop_front()
            {
                self.take_up(state, &waiting.line, &mut entered)
            } else {
                self.stand_by(state)
            };
        }
    }

    fn stand_by<'s>(&self, mut state: Guard<'s>) -> Guard<'s> {
        state.spares += 1;
        while state.called == 0 && !state.closed {
            state = self
                .spare
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.called = state.called.saturating_sub(1);
        state
    }

    /// Receives a line that had to wait for its turn.
    fn take_up<'s>(
        self: &'s Arc<Self>,
        mut state: Guard<'s>,
        line: &str,
        entered: &mut Entered<'s>,
    ) -> Guard<'s> {
        state.queued -= line.len();
        if state.stuck {
            self.room.notify_all();
        }
        let number = state.next_number();
        let mut turn = Turn::new(self, state, number, false, entered);
        self.server.receive(line, &mut turn);
        self.flush_late(turn.into_state())
    }

    /// Reads and serves until the input ends or another thread leads.
    fn lead<'s>(self: &'s Arc<Self>, mut state: Guard<'s>, entered: &mut Entered<'s>) -> Guard<'s> {
        let number = state.leader;
        loop {
            state = self.serve_lines(state, number, entered);
            if !state.is_led_by(number) {
                return self.flush_late(state);
            }
            state = self.flush(state, Some(number));
            if !state.is_led_by(number) {
                return state;
            }
            state = self.read(state);
            if state.end.is_some() {
                return self.flush_late(state);
            }
        }
    }

    /// Serves the lines that are there, as long as this thread leads.
    fn serve_lines<'s>(
        self: &'s Arc<Self>,
        state: Guard<'s>,
        number: u64,
        entered: &mut Entered<'s>,
    ) -> Guard<'s> {
        let text = state.lines.text();
        let mut turn = Turn::new(self, state, number, true, entered);
        loop {
            let state = turn.state();
            if !state.is_led_by(number) {
                return turn.into_state();
            }
            if state.is_full(&self.settings) || (state.out.len() >= FLUSH && state.sink.is_some()) {
                let state = self.flush(turn.into_state(), Some(number));
                turn = Turn::new(self, self.make_room(state, number), number, true, entered);
            } else if let Some(line) = state.broken.pop() {
                self.server.receive_bytes(&line, &mut turn);
            } else if state.oversized > 0 {
                state.oversized -= 1;
                self.server.receive_oversized(&mut turn);
            } else if let Some(line) = state.lines.next(&text) {
                if line.len() > self.settings.message {
                    self.server.receive_oversized(&mut turn);
                    continue;
                }
                self.server.receive(line, &mut turn);
                if turn.is_deferred() {
                    turn.state().put_off(line);
                }
            } else {
                return turn.into_state();
            }
        }
    }

    /// Waits until another line may be taken up.
    fn make_room<'s>(&'s self, mut state: Guard<'s>, number: u64) -> Guard<'s> {
        while state.is_full(&self.settings) && state.is_led_by(number) {
            (state.away, state.stuck) = (true, true);
            state = self
                .room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            (state.away, state.stuck) = (state.end.is_some(), false);
        }
        state
    }

    /// Blocks for more lines; the lock is let go meanwhile.
    fn read<'s>(&'s self, mut state: Guard<'s>) -> Guard<'s> {
        let Some(mut input) = state.input.take() else {
            return state;
        };
        let buffer = state.lines.buffer();
        state.away = true;
        drop(state);
        let batch = input.next(buffer);
        let mut state = self.lock();
        state.input = Some(input);
        match batch {
            _ if state.end.is_some() => {}
            Ok(Some(batch)) => {
                state.away = false;
                (state.broken, state.oversized) = (batch.broken, batch.oversized);
                state.lines.begin(batch.text);
            }
            ended => {
                state.end = Some(End {
                    deadline: Instant::now() + self.settings.grace,
                    result: ended
                        .map(drop)
                        .map_err(|error| super::failure("the input cannot be read", &error)),
                });
                let State { listeners, out, .. } = &mut *state;
                listeners.finish(out);
                self.ending.store(true, Ordering::Relaxed);
                self.settle(&state);
            }
        }
        state
    }

    /// Sees to it that a reply does not wait for a leader that waits itself.
    pub(super) fn flush_late<'s>(&'s self, state: Guard<'s>) -> Guard<'s> {
        self.settle(&state);
        if state.away && !state.out.is_empty() {
            return self.flush(state, None);
        }
        state
    }
}

impl State {
    /// Whether the leader of that number is to go on.
    fn is_led_by(&self, number: u64) -> bool {
        self.leader == number && self.end.is_none() && !self.closed
    }

    /// Keeps a line until there is a place for its call.
    fn put_off(&mut self, line: &str) {
        self.queued += line.len();
        self.queue.push_back(Waiting {
            line: line.to_owned(),
            id: request_id(line),
        });
    }
}
