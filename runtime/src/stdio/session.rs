//! What the threads of one connection share.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::lines::{Input, Lines};
use super::tasks::Tasks;
use super::writer::Sink;
use crate::host::Job;
use crate::protocol::Connection;
use crate::server::Server;
use crate::tool::Row;

/// The name of every thread that reads, writes or runs synchronous tools.
pub(super) const THREAD: &str = "haft-stdio";

/// How much one connection may hold.
pub(super) struct Settings {
    /// Tools that may occupy a thread at once, beside the thread that reads.
    pub(super) threads: usize,
    /// Bytes of calls that wait for such a thread; then reading stops.
    pub(super) queue: usize,
    /// Bytes of replies that nobody has read; then reading stops.
    pub(super) unread: usize,
    /// What calls in flight have left at the end of the input.
    pub(super) grace: Duration,
}

impl Settings {
    pub(super) fn of(server: &Server) -> Self {
        Self { threads: 64, queue: 4 << 20, unread: 8 << 20, grace: server.grace() }
    }
}

/// One connection: a server, its streams and its threads.
pub(super) struct Session {
    pub(super) server: Server,
    pub(super) settings: Settings,
    state: Mutex<State>,
    /// Odd while the leader is where it may be held up: in a tool, in a first poll, in a write. Changed only under the lock.
    pub(super) beat: AtomicU64,
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
    /// Lines that start a tool and found every thread taken.
    pub(super) queue: VecDeque<String>,
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
    pub(super) in_flight: InFlight,
    /// Threads held by tools, the leader's aside.
    pub(super) busy: usize,
    pub(super) spares: usize,
    /// Spares that have been woken and not yet begun.
    pub(super) called: usize,
    /// The watchdog ticks.
    pub(super) awake: bool,
    pub(super) connection: Connection,
    pub(super) end: Option<End>,
    /// The output is broken or nobody waits for the end: no more work is done.
    pub(super) closed: bool,
    /// A repeated id has been reported.
    pub(super) warned: bool,
}

/// What the leader is in while the beat is odd.
#[derive(Default)]
pub(super) struct Current {
    pub(super) activity: Activity,
    pub(super) id: String,
    pub(super) row: Option<Arc<Row>>,
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
        Arc::new(Self {
            server,
            settings,
            state: Mutex::new(State {
                input: Some(Input::new(reader)),
                lines: Lines::default(),
                broken: Vec::new(),
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
                current: Current::default(),
                in_flight: InFlight::default(),
                busy: 0,
                spares: 0,
                called: 0,
                awake: true,
                connection: Connection::default(),
                end: None,
                closed: false,
                warned: false,
            }),
            beat: AtomicU64::new(0),
            ending: AtomicBool::new(false),
            spare: Condvar::new(),
            room: Condvar::new(),
            watchdog: OnceLock::new(),
            tasks: Tasks::new(handle),
        })
    }

    /// A thread that panicked left nothing half done: see [`work`](Self::work).
    pub(super) fn lock(&self) -> Guard<'_> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin_beat(&self, state: &mut State) {
        self.beat.store(self.beat.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        if !state.awake {
            state.awake = true;
            self.wake_watchdog();
        }
    }

    pub(super) fn end_beat(&self) {
        self.beat.store(self.beat.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
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
        thread::Builder::new().name(THREAD.to_owned()).spawn(move || session.work()).is_ok()
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

    /// Ends the connection whatever still runs.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.settle(&state);
    }
}

impl State {
    pub(super) fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Whether a tool may start now; a limit on calls in flight belongs here too.
    pub(super) fn has_thread(&self, settings: &Settings) -> bool {
        self.busy < settings.threads
    }

    /// Whether no further line may be taken up.
    pub(super) fn is_full(&self, settings: &Settings) -> bool {
        self.queued >= settings.queue || self.out.len() >= settings.unread
    }

    pub(super) fn is_drained(&self) -> bool {
        self.in_flight.is_empty() && self.queue.is_empty() && self.out.is_empty() && self.sink.is_some()
    }
}

impl Current {
    pub(super) fn enter(&mut self, job: Job<'_>) {
        self.activity = Activity::Tool;
        self.id.clear();
        self.id.push_str(job.id);
        // Most calls in a row are of one tool: no count is touched for them.
        if !self.row.as_ref().is_some_and(|row| Arc::ptr_eq(row, job.row)) {
            self.row = Some(Arc::clone(job.row));
        }
    }
}

/// Calls that no longer hold up the leader and have not answered.
#[derive(Default)]
pub(super) struct InFlight(Vec<Flight>);

struct Flight {
    number: u64,
    id: String,
}

impl InFlight {
    pub(super) fn add(&mut self, number: u64, id: String) {
        self.0.push(Flight { number, id });
    }

    pub(super) fn remove(&mut self, number: u64) -> bool {
        let found = self.0.iter().position(|flight| flight.number == number);
        found.map(|index| self.0.swap_remove(index)).is_some()
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|flight| flight.id == id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
