//! Replies gathered into few writes.

use std::io::{self, Write};
use std::mem;

use super::lines::{RETRY, recycle, take_larger};
use super::session::{Activity, Guard, Session};

/// Whoever holds it writes; what it writes is swapped out of the state, so the lock is free meanwhile.
pub(super) struct Sink {
    writer: Box<dyn Write + Send>,
    buffer: Vec<u8>,
}

impl Sink {
    pub(super) fn new(writer: Box<dyn Write + Send>) -> Self {
        Self {
            writer,
            buffer: Vec::new(),
        }
    }

    fn write(&mut self) -> io::Result<()> {
        let mut rest = self.buffer.as_slice();
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(length) => rest = rest.get(length..).unwrap_or_default(),
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock => std::thread::sleep(RETRY),
                    _ => return Err(error),
                },
            }
        }
        recycle(&mut self.buffer);
        self.writer.flush()
    }
}

impl Session {
    /// Writes until nothing is left; at once when another thread is writing, which then takes these replies along.
    /// A leader (`leads` is its generation) may find on return that it was held up in here and leads no more.
    pub(super) fn flush<'s>(&'s self, mut state: Guard<'s>, leads: Option<u64>) -> Guard<'s> {
        let Some(mut sink) = state.sink.take() else {
            return state;
        };
        state.flush_due = false;
        while !state.out.is_empty() && !state.closed {
            mem::swap(&mut state.out, &mut sink.buffer);
            state.listeners.taken();
            let leading = leads == Some(state.leader);
            if leading {
                state.current.activity = Activity::Writing;
                self.begin_beat(&mut state);
            }
            drop(state);
            let written = sink.write();
            state = self.lock();
            take_larger(&mut state.out, &mut sink.buffer);
            if leading && leads == Some(state.leader) {
                self.end_beat();
            }
            state.closed |= written.is_err();
            if state.stuck {
                self.room.notify_all();
            }
        }
        state.sink = Some(sink);
        self.settle(&state);
        state
    }
}
