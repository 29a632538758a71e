//! What the threads of one connection share.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::flights::Flights;
use super::lines::{Input, Lines};
use super::listeners::Listeners;
use super::tasks::Tasks;
use super::writer::Sink;
use crate::call::Ticket;
use crate::host::{Job, KeptJob};
use crate::message::Id;
use crate::protocol::{Connection, Revision};
use crate::server::{Audience, Server};
use crate::tool::Row;
use crate::trace::Span;

/// The name of every thread that reads, writes or runs synchronous tools.
pub(super) const THREAD: &str = "haft-stdio";

/// How much one connection may hold.
pub(super) struct Settings {
    /// Calls that may be in flight at once, beside the one that the leader is in.
    pub(super) in_flight: usize,
    /// Subscriptions that may be open at once.
    pub(super) subscriptions: usize,
    /// Bytes of calls that wait for their turn; then reading stops.
    pub(super) queue: usize,
    /// Bytes of one message.
    pub(super) message: usize,
    /// Bytes of replies that nobody has read; then reading stops.
    pub(super) unread: usize,
    /// What calls in flight have left at the end of the input.
    pub(super) grace: Duration,
}

impl Settings {
    pub(super) fn of(server: &Server) -> Self {
        let options = server.options();
        Self {
            in_flight: options.max_in_flight,
            subscriptions: options.max_subscriptions,
            queue: 4 << 20,
            message: options.max_message,
            unread: 8 << 20,
            // It is added to a time, which must not overflow.
            grace: options.grace.min(Duration::from_secs(1 << 32)),
        }
    }
}

/// One connection: a server, its streams and its threads.
pub(super) struct Session {
    pub(super) server: Server,
    pub(super) settings: Settings,
    state: Mutex<State>,
    /// Odd while the leader is where it may be held up: in a tool, in a first poll, in a write. Changed only under the lock.
    pub(super) beat: AtomicU64,
    /// Some call in flight has a deadline.
    pub(super) timed: AtomicBool,
    /// The input has ended or the connection is closed.
    pub(super) ending: AtomicBool,
    /// Threads without work wait here.
    pub(super) spare: Condvar,
    /// A leader that may not read on waits here.
    pub(super) room: Condvar,
    pub(super) watchdog: OnceLock<Thread>,
    pub(super) tasks: Tasks,
}

pub(super) type Guard<'s> = MutexGuard<'s, State>;

/// Held while a line is found and decoded and while a reply is put together; never in a tool, a read or a write.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct State {
    /// Taken out by the leader while it reads.
    pub(super) input: Option<Input>,
    pub(super) lines: Lines,
    pub(super) broken: Vec<Vec<u8>>,
    /// Lines that were too long and have been passed over.
    pub(super) oversized: usize,
    /// Lines that start a tool and found as many in flight as may be.
    pub(super) queue: VecDeque<Waiting>,
    pub(super) queued: usize,
    /// Whole lines not written yet.
    pub(super) out: Vec<u8>,
    /// Taken out by the thread that writes.
    pub(super) sink: Option<Sink>,
    /// A late reply asks for a thread that may block.
    pub(super) flush_due: bool,
    /// The last number given to a leader or to a call in flight.
    pub(super) number: u64,
    /// The leader's number, or that of the leader to come.
    pub(super) leader: u64,
    /// No thread leads yet.
    pub(super) vacant: bool,
    /// The leader waits, so late replies must see to their flush.
    pub(super) away: bool,
    /// It waits for room.
    pub(super) stuck: bool,
    pub(super) current: Current,
    pub(super) in_flight: Flights,
    pub(super) spares: usize,
    /// Spares that have been woken and not yet begun.
    pub(super) called: usize,
    /// The watchdog ticks.
    pub(super) awake: bool,
    pub(super) connection: Connection,
    pub(super) listeners: Listeners,
    pub(super) end: Option<End>,
    /// The output is broken or nobody waits for the end: no more work is done.
    pub(super) closed: bool,
    /// A repeated id has been reported.
    pub(super) warned: bool,
}

/// A line that waits for its turn.
pub(super) struct Waiting {
    pub(super) line: String,
    pub(super) id: Option<Id>,
}

/// What the leader is in while the beat is odd.
pub(super) struct Current {
    pub(super) activity: Activity,
    pub(super) id: String,
    revision: Revision,
    /// Weak, so that a tool that is removed goes at once and not with the next call.
    row: Weak<Row>,
    ticket: Option<Arc<Ticket>>,
    span: Span,
}

#[derive(Default, Clone, Copy, PartialEq)]
pub(super) enum Activity {
    #[default]
    Writing,
    Tool,
}

/// The end of the input.
pub(super) struct End {
    pub(super) deadline: Instant,
    pub(super) result: crate::Result,
}

impl Session {
    pub(super) fn new(
        server: Server,
        reader: Box<dyn Read + Send>,
        writer: Box<dyn Write + Send>,
        settings: Settings,
        handle: Option<Handle>,
    ) -> Arc<Self> {
        let session = Arc::new(Self {
            server,
            state: Mutex::new(State {
                input: Some(Input::new(reader, settings.message)),
                lines: Lines::default(),
                broken: Vec::new(),
                oversized: 0,
                queue: VecDeque::new(),
                queued: 0,
                out: Vec::new(),
                sink: Some(Sink::new(writer)),
                flush_due: false,
                number: 0,
                leader: 0,
                vacant: true,
                away: false,
                stuck: false,
                current: Current {
                    activity: Activity::default(),
                    id: String::new(),
                    revision: Revision::LAST_WITH_HANDSHAKE,
                    row: Weak::new(),
                    ticket: None,
                    span: Span::none(),
                },
                in_flight: Flights::default(),
                spares: 0,
                called: 0,
                awake: true,
                connection: Connection::default(),
                listeners: Listeners::default(),
                end: None,
                closed: false,
                warned: false,
            }),
            beat: AtomicU64::new(0),
            timed: AtomicBool::new(false),
            ending: AtomicBool::new(false),
            spare: Condvar::new(),
            room: Condvar::new(),
            watchdog: OnceLock::new(),
            tasks: Tasks::new(handle),
            settings,
        });
        session.server.attend(&session);
        session
    }

    /// A thread that panicked left nothing half done: see [`work`](Self::work).
    pub(super) fn lock(&self) -> Guard<'_> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin_beat(&self, state: &mut State) {
        self.beat
            .store(self.beat.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        if !state.awake {
            state.awake = true;
            self.wake_watchdog();
        }
    }

    pub(super) fn end_beat(&self) {
        self.beat
            .store(self.beat.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    pub(super) fn wake_watchdog(&self) {
        if let Some(watchdog) = self.watchdog.get() {
            watchdog.unpark();
        }
    }

    /// Lets another thread lead and returns whether one could be had.
    pub(super) fn hand_over(self: &Arc<Self>, state: &mut State) -> bool {
        let called = self.call_spare(state);
        if called {
            state.leader = state.next_number();
            state.vacant = true;
        }
        called
    }

    /// Brings a thread to look for work and returns whether one could be had.
    pub(super) fn call_spare(self: &Arc<Self>, state: &mut State) -> bool {
        if state.spares > 0 {
            state.spares -= 1;
            state.called += 1;
            self.spare.notify_one();
            return true;
        }
        let session = Arc::clone(self);
        thread::Builder::new()
            .name(THREAD.to_owned())
            .spawn(move || session.work())
            .is_ok()
    }

    /// Has waiting lines taken up in the place of calls that were in flight and held no thread.
    pub(super) fn vacate(self: &Arc<Self>, state: &mut State, calls: usize) {
        for _ in 0..calls.min(state.queue.len()) {
            if !state.closed {
                self.call_spare(state);
            }
        }
    }

    /// Has the watchdog look after a deadline that has been added.
    pub(super) fn look_after(&self, state: &mut State, deadline: Option<Instant>) {
        if deadline.is_some() {
            self.timed.store(true, Ordering::Relaxed);
            if !state.awake {
                state.awake = true;
                self.wake_watchdog();
            }
        }
    }

    /// After messages that came from a thread that must not be held up by a write: has them written by another, unless
    /// the leader is about to.
    pub(super) fn flush_soon<'s>(self: &'s Arc<Self>, mut state: Guard<'s>) -> Guard<'s> {
        let due = state.away && state.sink.is_some() && !state.out.is_empty();
        if due && !state.flush_due && !state.closed {
            let called = self.call_spare(&mut state);
            state.flush_due = called;
            if !called {
                state = self.flush(state, None);
            }
        }
        self.settle(&state);
        state
    }

    /// After every step that may be the last one before the end.
    pub(super) fn settle(&self, state: &State) {
        if state.closed {
            self.ending.store(true, Ordering::Relaxed);
        }
        if state.closed || state.end.is_some() {
            self.wake_watchdog();
        }
    }

    /// Reads no more and lets the calls in flight finish within the grace period, unless the end has come already:
    /// then it is not waited for any longer.
    #[cfg_attr(not(unix), allow(dead_code))]
    pub(super) fn interrupt(self: &Arc<Self>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        if state.end.is_some() {
            state.closed = true;
        } else {
            state.end = Some(End {
                deadline: Instant::now() + self.settings.grace,
                result: Ok(()),
            });
            // Whatever the leader is in, it comes back as one that no longer leads, and late replies do not wait for it.
            state.away = true;
            if self.beat.load(Ordering::Relaxed) % 2 == 1
                && state.current.activity == Activity::Tool
            {
                self.end_beat();
                self.list(state, state.leader);
                state.leader = state.next_number();
            }
            self.ending.store(true, Ordering::Relaxed);
            self.room.notify_all();
            state.listeners.finish(&mut state.out);
        }
        drop(self.flush_soon(guard));
    }

    /// Puts the call that the leader is in on the list, under the leader's number.
    pub(super) fn list(&self, state: &mut State, number: u64) {
        if let Some(job) = state.current.keep() {
            let deadline = job.job().deadline();
            state.current.leave();
            state.in_flight.add(number, job, deadline);
            self.look_after(state, deadline);
        }
    }

    /// Ends the connection whatever still runs.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.settle(&state);
    }
}

impl Audience for Session {
    fn tools_changed(self: Arc<Self>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        if !state.closed && state.end.is_none() {
            state
                .listeners
                .tools_changed(&state.connection, &mut state.out);
            drop(self.flush_soon(guard));
        }
    }
}

impl State {
    pub(super) fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Whether a tool may start now.
    pub(super) fn has_place(&self, settings: &Settings) -> bool {
        self.in_flight.len() < settings.in_flight
    }

    /// Whether no further line may be taken up.
    pub(super) fn is_full(&self, settings: &Settings) -> bool {
        self.queued >= settings.queue || self.out.len() >= settings.unread
    }

    pub(super) fn is_drained(&self) -> bool {
        self.in_flight.owes_nothing()
            && self.queue.is_empty()
            && self.out.is_empty()
            && self.sink.is_some()
    }
}

impl Current {
    pub(super) fn enter(&mut self, job: Job<'_>) {
        self.activity = Activity::Tool;
        self.id.clear();
        self.id.push_str(job.id);
        self.revision = job.revision;
        self.ticket = job.ticket.cloned();
        self.span = job.span.clone();
        // Most calls in a row are of one tool: no count is touched for them.
        if !std::ptr::eq(self.row.as_ptr(), Arc::as_ptr(job.row)) {
            self.row = Arc::downgrade(job.row);
        }
    }

    /// The tool, which is there as long as the leader is in it.
    pub(super) fn row(&self) -> Option<Arc<Row>> {
        self.row.upgrade()
    }

    /// Lets go of what the call may share with others.
    pub(super) fn leave(&mut self) {
        self.ticket = None;
        self.span = Span::none();
    }

    fn keep(&self) -> Option<KeptJob> {
        let Self {
            id,
            revision,
            row,
            ticket,
            span,
            ..
        } = self;
        Some(
            Job {
                id,
                revision: *revision,
                row: &row.upgrade()?,
                ticket: ticket.as_ref(),
                span,
            }
            .keep(),
        )
    }
}
