//! A client on two pipes, and the server at their other ends.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use super::super::session::{Session, Settings, THREAD};
use super::tools::server;
use crate::{Builder, Server};

/// What only a server that hangs does not keep.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// Held for writing by the test that looks at every thread of the process.
pub(super) static ALONE: RwLock<()> = RwLock::new(());

pub(super) fn settings() -> Settings {
    Settings::of(&server())
}

pub(super) struct Client {
    pub(super) to: Option<PipeWriter>,
    pub(super) from: Option<PipeReader>,
    answers: Option<Receiver<String>>,
    pub(super) session: Arc<Session>,
    pub(super) served: JoinHandle<crate::Result>,
    _alone: Option<RwLockReadGuard<'static, ()>>,
}

impl Client {
    pub(super) fn new() -> Self {
        Self::with(settings())
    }

    pub(super) fn with(settings: Settings) -> Self {
        Self::serving(server(), settings)
    }

    /// Beside other tests, with a server and its own settings.
    pub(super) fn of(builder: Builder) -> Self {
        let server = builder.build().unwrap();
        let settings = Settings::of(&server);
        Self::serving(server, settings)
    }

    pub(super) fn serving(server: Server, settings: Settings) -> Self {
        let shared = ALONE.read().unwrap_or_else(PoisonError::into_inner);
        let client = Self::connect(server, settings);
        Self {
            _alone: Some(shared),
            ..client
        }
    }

    pub(super) fn alone(settings: Settings) -> Self {
        Self::connect(server(), settings)
    }

    fn connect(server: Server, settings: Settings) -> Self {
        let (input, to) = io::pipe().unwrap();
        let (from, output) = io::pipe().unwrap();
        let session = Session::new(server, Box::new(input), Box::new(output), settings, None);
        let serving = Arc::clone(&session);
        let watchdog = thread::Builder::new().name(THREAD.to_owned());
        Self {
            to: Some(to),
            from: Some(from),
            answers: None,
            session,
            served: watchdog.spawn(move || serving.watch()).unwrap(),
            _alone: None,
        }
    }

    pub(super) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.to.as_mut().unwrap().write_all(bytes.as_ref()).unwrap();
    }

    pub(super) fn ping(&mut self, id: u64) {
        self.write(ping(id) + "\n");
    }

    pub(super) fn call(&mut self, id: u64, tool: &str, arguments: &Value) {
        self.write(call(id, tool, arguments) + "\n");
    }

    /// Cancels by an id as JSON.
    pub(super) fn cancel(&mut self, id: &Value) {
        let method = "notifications/cancelled";
        let cancelled = json!({"jsonrpc": "2.0", "method": method, "params": {"requestId": id}});
        self.write(cancelled.to_string() + "\n");
    }

    /// Waits until no call is in flight, heard or not.
    pub(super) fn settle(&self) {
        while self.session.lock().in_flight.len() > 0 {
            thread::yield_now();
        }
    }

    /// The next answer; `None` when serving has ended, after the input, and everything has been read.
    pub(super) fn next_or_end(&mut self) -> Option<Value> {
        loop {
            match self.answers().recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Some(serde_json::from_str(&line).expect(&line)),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if self.served.is_finished() => self.let_go(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Gives up the last handle on the output.
    fn let_go(&mut self) {
        let (input, output) = (Box::new(io::empty()), Box::new(io::sink()));
        self.session = Session::new(server(), input, output, settings(), None);
    }

    /// Ends the input; nothing but what has been read may have been sent, and serving ends well.
    pub(super) fn finish_in_silence(mut self) {
        self.end();
        let served = std::mem::replace(&mut self.served, thread::spawn(|| Ok(())));
        served.join().unwrap().unwrap();
        self.let_go();
        assert_eq!(self.next(), None);
    }

    fn answers(&mut self) -> &Receiver<String> {
        self.answers.get_or_insert_with(|| {
            let (told, answers) = channel();
            let from = BufReader::new(self.from.take().unwrap());
            thread::spawn(move || from.lines().try_for_each(|line| told.send(line.unwrap())));
            answers
        })
    }

    /// The next answer; `None` when the server has closed its output.
    pub(super) fn next(&mut self) -> Option<Value> {
        match self.answers().recv_timeout(PATIENCE) {
            Ok(line) => Some(serde_json::from_str(&line).expect(&line)),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
        }
    }

    pub(super) fn id(&mut self) -> Value {
        self.next().expect("an answer")["id"].take()
    }

    pub(super) fn ids(&mut self, count: usize) -> BTreeSet<u64> {
        let ids: Vec<_> = (0..count).map(|_| self.id().as_u64().unwrap()).collect();
        let unique = ids.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(unique.len(), count, "each id once: {ids:?}");
        unique
    }

    pub(super) fn text(&mut self) -> String {
        self.next().expect("an answer")["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub(super) fn end(&mut self) {
        self.to = None;
    }

    /// Ends the input and returns how serving ended.
    pub(super) fn finish(mut self) -> crate::Result {
        self.end();
        self.served.join().unwrap()
    }
}

pub(super) fn ping(id: u64) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string()
}

pub(super) fn call(id: u64, tool: &str, arguments: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        .to_string()
}
