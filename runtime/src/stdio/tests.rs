//! The server driven in one process, over pipes.

mod client;
mod tools;

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::{Builder, Handle, Runtime};

use super::lines::recycle;
use super::serve_beside;
use super::session::{Session, Settings, THREAD};
use client::{ALONE, Client, PATIENCE, call, ping, settings};
use tools::{gate, open, server};

/// The arguments of a tool that waits at a gate.
fn slow(tool: &str, gate: u64, done: bool) -> Value {
    match tool {
        "stubborn" => json!({"gate": gate, "done": done}),
        _ => json!({"gate": gate}),
    }
}

#[test]
fn whole_lines_are_answered() {
    let mut client = Client::new();
    client.ping(1);
    assert_eq!(client.next(), Some(json!({"jsonrpc": "2.0", "id": 1, "result": {}})));
    client.call(2, "add", &json!({"a": 20, "b": 22}));
    assert_eq!(client.text(), "42");
    client.finish().unwrap();
}

#[test]
fn pipelined_calls_amid_garbage_are_each_answered_once() {
    let mut client = Client::new();
    let mut input = String::new();
    for id in 0..10_000 {
        input += &call(id, "add", &json!({"a": id, "b": 1}));
        input += "\n";
        match id % 50 {
            0 => input += "{not json\n",
            1 => input += "\n \t \r\n",
            _ => {}
        }
    }
    let mut to = client.to.take().unwrap();
    let writing = thread::spawn(move || {
        to.write_all(input.as_bytes()).unwrap();
        to
    });
    let mut ids = BTreeSet::new();
    let mut refused = 0;
    for _ in 0..10_200 {
        let answer = client.next().unwrap();
        match answer["id"].as_u64() {
            Some(id) => {
                assert_eq!(answer["result"]["content"][0]["text"], (id + 1).to_string());
                assert!(ids.insert(id), "{id} twice");
            }
            None => {
                assert_eq!(answer["error"]["code"], -32700);
                refused += 1;
            }
        }
    }
    assert_eq!((ids.len(), refused), (10_000, 200));
    client.to = Some(writing.join().unwrap());
    client.finish().unwrap();
}

#[test]
fn waiting_tools_do_not_delay_a_ping() {
    let mut client = Client::new();
    for tool in ["wait", "stubborn"] {
        // The second time the tool is known to be slow.
        for done in [true, false] {
            let gate = gate();
            for id in 0..4 {
                client.call(id, tool, &slow(tool, gate, done));
            }
            client.ping(4);
            assert_eq!(client.id(), 4);
            client.call(5, "add", &json!({"a": 1, "b": 1}));
            assert_eq!(client.id(), 5);
            open(gate);
            assert_eq!(client.ids(4), (0..4).collect());
        }
    }
    client.finish().unwrap();
}

#[test]
fn calls_beyond_the_cap_wait_while_pings_are_answered() {
    let threads = 8;
    let mut client = Client::with(Settings { threads, ..settings() });
    let gate = gate();
    for id in 0..200 {
        let tool = if id % 2 == 0 { "wait" } else { "stubborn" };
        client.call(id, tool, &slow(tool, gate, id % 4 == 1));
        if id % 10 == 0 {
            client.ping(1000 + id);
        }
    }
    assert!(client.ids(20).into_iter().all(|id| id >= 1000));
    assert_eq!(client.session.lock().busy, threads);
    open(gate);
    assert_eq!(client.ids(200), (0..200).collect());
    client.finish().unwrap();
}

#[test]
fn a_full_queue_stops_reading_until_there_is_room() {
    let mut client = Client::with(Settings { threads: 2, queue: 200, ..settings() });
    let gate = gate();
    let mut to = client.to.take().unwrap();
    let writing = thread::spawn(move || {
        for id in 0..5_000 {
            writeln!(to, "{}", call(id, "wait", &json!({"gate": gate}))).unwrap();
        }
        to
    });
    while client.session.lock().queued < 200 {
        thread::yield_now();
    }
    assert!(client.session.lock().queue.len() < 10);
    open(gate);
    assert_eq!(client.ids(5_000), (0..5_000).collect());
    client.to = Some(writing.join().unwrap());
    client.finish().unwrap();
}

#[test]
fn a_client_may_write_everything_before_it_reads() {
    let mut client = Client::new();
    let mut to = client.to.take().unwrap();
    let (done, written) = channel();
    thread::spawn(move || {
        for id in 0..20_000 {
            let line = match id % 3 {
                0 => call(id, "ready", &json!({})),
                _ => call(id, "add", &json!({"a": 1, "b": 1})),
            };
            writeln!(to, "{line}").unwrap();
        }
        done.send(to).unwrap();
    });
    client.to = Some(written.recv_timeout(PATIENCE).expect("the server reads on"));
    assert_eq!(client.ids(20_000), (0..20_000).collect());
    client.finish().unwrap();
}

#[test]
fn unread_replies_stop_reading() {
    let mut client = Client::with(Settings { unread: 100_000, ..settings() });
    let mut to = client.to.take().unwrap();
    let writing = thread::spawn(move || {
        for id in 0..40_000 {
            writeln!(to, "{}", ping(id)).unwrap();
        }
        to
    });
    loop {
        let state = client.session.lock();
        if state.sink.is_none() && state.out.len() >= 100_000 {
            assert!(state.out.len() < 200_000);
            break;
        }
        drop(state);
        thread::yield_now();
    }
    assert!(!writing.is_finished());
    assert_eq!(client.ids(40_000), (0..40_000).collect());
    client.to = Some(writing.join().unwrap());
    client.finish().unwrap();
}

#[test]
fn the_framing_is_lenient() {
    let mut client = Client::new();
    client.write("\u{feff}");
    client.write(ping(1) + "\r\n\r\n  \n");
    assert_eq!(client.id(), 1);
    client.write(ping(2) + " \t\r\n");
    assert_eq!(client.id(), 2);
    client.write("\u{feff}\n");
    assert_eq!(client.next().unwrap()["error"]["code"], -32700);
    client.write(ping(3));
    client.end();
    assert_eq!(client.id(), 3);
    client.finish().unwrap();
}

#[test]
fn lines_that_are_not_utf8_are_refused_alone() {
    let mut client = Client::new();
    let mut input = Vec::new();
    for id in 0..3 {
        input.extend((ping(id) + "\n").into_bytes());
        input.extend(b"{\"id\":\"\xff\xfe\"}\n");
    }
    client.write(input);
    let answers: Vec<_> = (0..6).map(|_| client.next().unwrap()).collect();
    let (refused, served): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer["id"].is_null());
    assert!(refused.iter().all(|answer| answer["error"]["code"] == -32700));
    assert_eq!(served.iter().map(|answer| answer["id"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2]);
    client.finish().unwrap();
}

#[test]
fn a_long_line_and_a_slow_one_arrive() {
    let mut client = Client::new();
    let text = "ä".repeat(4 << 20);
    client.call(1, "length", &json!({"text": text}));
    assert_eq!(client.text(), (4 << 20).to_string());
    for byte in (call(2, "length", &json!({"text": "äöü"})) + "\n").into_bytes() {
        client.write([byte]);
    }
    assert_eq!(client.text(), "3");
    client.finish().unwrap();
}

#[test]
fn answers_may_be_large_and_many() {
    let mut client = Client::new();
    let mut to = client.to.take().unwrap();
    let text = "x".repeat(300_000);
    let writing = thread::spawn(move || {
        for id in 0..100 {
            writeln!(to, "{}", call(id, "echo", &json!({"text": text}))).unwrap();
        }
        to
    });
    for _ in 0..100 {
        assert_eq!(client.text().len(), 300_000);
    }
    client.to = Some(writing.join().unwrap());
    client.finish().unwrap();
}

#[test]
fn pending_futures_are_answered_in_any_order() {
    let mut client = Client::new();
    let gate = gate();
    client.call(1, "later", &json!({"gate": gate}));
    client.call(2, "sleep", &json!({"milliseconds": 1}));
    assert_eq!(client.id(), 2);
    client.ping(3);
    assert_eq!(client.id(), 3);
    open(gate);
    assert_eq!(client.id(), 1);
    let ids = 10..1_000;
    for id in ids.clone() {
        client.call(id, "sleep", &json!({"milliseconds": id % 5}));
    }
    assert_eq!(client.ids(ids.clone().count()), ids.collect());
    client.finish().unwrap();
}

#[test]
fn a_function_may_block_on_a_runtime() {
    let mut client = Client::new();
    client.call(1, "block_on_own", &json!({}));
    assert_eq!(client.text(), "ok");
    // From here on there is a runtime of the server's.
    client.call(2, "sleep", &json!({"milliseconds": 0}));
    assert_eq!(client.id(), 2);
    client.call(3, "block_on_own", &json!({}));
    assert_eq!(client.text(), "ok");
    // Asked of the thread that led the first poll.
    client.call(4, "block_on_entered", &json!({}));
    assert_eq!(client.text(), "ok");
    client.finish().unwrap();
}

/// A server for `stdio().await` on a runtime, and its pipes.
fn beside(runtime: &Runtime) -> (Arc<Session>, PipeWriter, PipeReader) {
    let (input, to) = io::pipe().unwrap();
    let (from, output) = io::pipe().unwrap();
    let handle = Some(runtime.handle().clone());
    (Session::new(server(), Box::new(input), Box::new(output), settings(), handle), to, from)
}

#[test]
fn a_runtime_of_the_callers_is_used() {
    let _shared = ALONE.read();
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let (session, mut to, from) = beside(&runtime);
    for (id, tool) in ["block_on_entered", "runtime"].into_iter().enumerate() {
        writeln!(to, "{}", call(id as u64, tool, &json!({}))).unwrap();
    }
    drop(to);
    let client = thread::spawn(move || BufReader::new(from).lines().map_while(Result::ok).take(2).collect::<String>());
    let id = runtime.block_on(async {
        serve_beside(session).await.unwrap();
        Handle::current().id()
    });
    let answers = client.join().unwrap();
    assert!(answers.contains(&format!("\"{id}\"")) && answers.contains("\"ok\""), "{answers}");
}

#[test]
fn a_dropped_future_stops_serving() {
    let _shared = ALONE.read();
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let (session, mut to, from) = beside(&runtime);
    // Can be spawned as well.
    let mut serving: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(serve_beside(Arc::clone(&session)));
    runtime.block_on(async {
        let begun = tokio::time::timeout(Duration::ZERO, &mut serving).await;
        assert!(begun.is_err());
    });
    drop(serving);
    assert!(session.lock().closed);
    writeln!(to, "{}", ping(1)).unwrap();
    drop((session, runtime));
    assert_eq!(BufReader::new(from).lines().count(), 0);
}

#[test]
fn serving_inside_a_runtime_names_the_way() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let _entered = runtime.enter();
    let error = server().serve_stdio().unwrap_err().to_string();
    assert!(error.contains("stdio().await"), "{error}");
}

#[test]
fn the_end_of_input_drains_calls_in_flight() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::with(Settings { grace: PATIENCE, threads: 2, ..settings() });
        let gate = gate();
        for id in 0..5 {
            client.call(id, tool, &slow(tool, gate, id % 2 == 0));
        }
        client.end();
        while client.session.lock().end.is_none() {
            thread::yield_now();
        }
        assert!(!client.served.is_finished());
        open(gate);
        assert_eq!(client.ids(5), (0..5).collect());
        client.finish().unwrap();
    }
}

#[test]
fn calls_that_never_end_do_not_outlive_the_grace_period() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::with(Settings { grace: Duration::from_millis(50), ..settings() });
        let gate = gate();
        client.call(1, tool, &slow(tool, gate, true));
        client.ping(2);
        assert_eq!(client.id(), 2);
        client.finish().unwrap();
    }
}

#[test]
fn a_broken_output_ends_quietly() {
    let mut client = Client::with(Settings { grace: PATIENCE, ..settings() });
    client.call(1, "wait", &json!({"gate": gate()}));
    drop(client.from.take());
    client.ping(2);
    // Its input is still open.
    client.served.join().unwrap().unwrap();
}

#[test]
fn two_requests_with_one_id_both_run() {
    let mut client = Client::new();
    let gate = gate();
    for _ in 0..3 {
        client.call(1, "later", &json!({"gate": gate}));
    }
    client.ping(2);
    assert_eq!(client.id(), 2);
    assert!(client.session.lock().warned);
    open(gate);
    assert_eq!((client.id(), client.id(), client.id()), (json!(1), json!(1), json!(1)));
    client.finish().unwrap();
}

#[test]
fn a_panicking_tool_or_decoder_harms_no_other_call() {
    let mut client = Client::new();
    client.call(1, "panic", &json!({}));
    assert_eq!(client.id(), 1);
    client.call(2, "panic_before", &json!({}));
    client.ping(3);
    assert_eq!(client.id(), 3);
    client.finish().unwrap();
}

#[test]
fn a_slow_mark_grows_with_repetition_and_is_paid_off() {
    let mut client = Client::new();
    let pace = |client: &Client| {
        let state = client.session.lock();
        state.current.row.as_ref().unwrap().pace.load(Ordering::Relaxed)
    };
    let mut call = |milliseconds: u64| {
        client.call(1, "nap", &json!({"milliseconds": milliseconds}));
        assert_eq!(client.id(), 1);
        pace(&client)
    };
    let grown: Vec<_> = std::iter::repeat_with(|| call(20)).take_while(|pace| *pace < 64).collect();
    assert!(grown.is_sorted() && grown.contains(&8) && grown.contains(&32), "{grown:?}");
    while call(0) > 0 {}
    client.finish().unwrap();
}

/// Gives and takes a little at a time, and often nothing.
struct Hesitant {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    turn: u32,
}

impl Hesitant {
    fn new(bytes: &Arc<Mutex<VecDeque<u8>>>) -> Self {
        Self { bytes: Arc::clone(bytes), turn: 0 }
    }

    fn hesitate(&mut self) -> io::Result<usize> {
        self.turn += 1;
        match self.turn % 4 {
            0 => Err(io::ErrorKind::Interrupted.into()),
            1 => Err(io::ErrorKind::WouldBlock.into()),
            few => Ok(few as usize * 100),
        }
    }
}

impl Read for Hesitant {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let few = self.hesitate()?.min(buffer.len());
        self.bytes.lock().unwrap().read(&mut buffer[..few])
    }
}

impl Write for Hesitant {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let few = self.hesitate()?.min(buffer.len());
        self.bytes.lock().unwrap().write(&buffer[..few])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn hesitant_streams_lose_nothing() {
    let input = Arc::new(Mutex::new((0..100).flat_map(|id| (ping(id) + "\n").into_bytes()).collect()));
    let output = Arc::new(Mutex::new(VecDeque::new()));
    Session::new(server(), Box::new(Hesitant::new(&input)), Box::new(Hesitant::new(&output)), settings(), None)
        .watch()
        .unwrap();
    let output = Vec::from(std::mem::take(&mut *output.lock().unwrap()));
    let answers = output.lines().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    assert!(answers.map(|answer| answer["id"].as_u64().unwrap()).eq(0..100));
}

/// Counts the writes.
struct Counting(Arc<AtomicUsize>);

impl Write for Counting {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn replies_are_gathered_while_lines_are_waiting() {
    let input: String = (0..1_000).map(|id| ping(id) + "\n").collect();
    assert!(input.len() < 64 * 1024);
    let writes = Arc::new(AtomicUsize::new(0));
    let output = Box::new(Counting(Arc::clone(&writes)));
    Session::new(server(), Box::new(io::Cursor::new(input)), output, settings(), None).watch().unwrap();
    assert_eq!(writes.load(Ordering::Relaxed), 1);
}

#[test]
fn an_input_that_fails_is_an_error_after_its_answers() {
    /// A line, then a failure.
    struct Failing(Option<String>);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = self.0.take().ok_or(io::ErrorKind::ConnectionReset)?;
            line.as_bytes().read(buffer)
        }
    }
    let output = Arc::new(Mutex::new(VecDeque::new()));
    let reader = Box::new(Failing(Some(ping(1) + "\n")));
    let result = Session::new(server(), reader, Box::new(Hesitant::new(&output)), settings(), None).watch();
    assert!(result.unwrap_err().to_string().starts_with("the input cannot be read"));
    assert!(!output.lock().unwrap().is_empty());
}

#[test]
fn outsized_buffers_are_given_back() {
    for (size, kept) in [(64 << 10, true), (8 << 20, false)] {
        let mut buffer = vec![0; size];
        recycle(&mut buffer);
        assert_eq!((buffer.len(), buffer.capacity() > 0), (0, kept));
    }
}

/// Voluntary context switches of the threads that serve, by thread.
#[cfg(target_os = "linux")]
fn switches() -> Option<std::collections::BTreeMap<String, u64>> {
    let mut switches = std::collections::BTreeMap::new();
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let task = task.ok()?.path();
        let status = std::fs::read_to_string(task.join("status")).unwrap_or_default();
        if status.contains(THREAD) || status.contains("haft-tasks") {
            let (_, count) = status.split_once("\nvoluntary_ctxt_switches:")?;
            switches.insert(task.display().to_string(), count.split_whitespace().next()?.parse().ok()?);
        }
    }
    Some(switches)
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_server_makes_no_context_switches() {
    let alone = ALONE.write().unwrap_or_else(PoisonError::into_inner);
    let Some(_) = switches() else { return };
    let mut client = Client::alone(settings());
    client.call(1, "sleep", &json!({"milliseconds": 1}));
    client.call(2, "nap", &json!({"milliseconds": 20}));
    assert_eq!(client.ids(2).len(), 2);
    while client.session.lock().awake {
        thread::yield_now();
    }
    // The first looks may see threads on their way to their rest.
    let still = (0..20).any(|_| {
        let before = switches().unwrap();
        thread::sleep(Duration::from_secs(1));
        assert!(before.len() >= 4, "the watchdog, two that lead, the runtime: {before:?}");
        before == switches().unwrap()
    });
    assert!(still);
    drop(alone);
    client.finish().unwrap();
}
