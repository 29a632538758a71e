//! Lines and bytes: what counts as a message, and how answers are written.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::super::lines::recycle;
use super::super::session::{Session, Settings};
use super::client::{Client, call, ping, settings};
use super::tools::server;

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
    let (refused, served): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer["id"].is_null());
    assert!(
        refused
            .iter()
            .all(|answer| answer["error"]["code"] == -32700)
    );
    assert_eq!(
        served
            .iter()
            .map(|answer| answer["id"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [0, 1, 2]
    );
    client.finish().unwrap();
}

#[test]
fn a_long_line_and_a_slow_one_arrive() {
    let mut client = Client::with(Settings {
        message: 16 << 20,
        ..settings()
    });
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

/// Gives and takes a little at a time, and often nothing.
pub(super) struct Hesitant {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    turn: u32,
}

impl Hesitant {
    pub(super) fn new(bytes: &Arc<Mutex<VecDeque<u8>>>) -> Self {
        Self {
            bytes: Arc::clone(bytes),
            turn: 0,
        }
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
    let input = Arc::new(Mutex::new(
        (0..100)
            .flat_map(|id| (ping(id) + "\n").into_bytes())
            .collect(),
    ));
    let output = Arc::new(Mutex::new(VecDeque::new()));
    Session::new(
        server(),
        Box::new(Hesitant::new(&input)),
        Box::new(Hesitant::new(&output)),
        settings(),
        None,
    )
    .watch()
    .unwrap();
    let output = Vec::from(std::mem::take(&mut *output.lock().unwrap()));
    let answers = output
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    assert!(
        answers
            .map(|answer| answer["id"].as_u64().unwrap())
            .eq(0..100)
    );
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
    Session::new(
        server(),
        Box::new(io::Cursor::new(input)),
        output,
        settings(),
        None,
    )
    .watch()
    .unwrap();
    assert_eq!(writes.load(Ordering::Relaxed), 1);
}

#[test]
fn outsized_buffers_are_given_back() {
    for (capacity, used, kept) in [
        (64 << 10, 100, true),
        (1 << 20, 1 << 20, true),
        (2 << 20, 1 << 20, true),
        (1 << 20, 100, false),
        (8 << 20, 8 << 20, false),
    ] {
        let mut buffer = Vec::with_capacity(capacity);
        buffer.resize(used, 0);
        recycle(&mut buffer);
        assert_eq!(
            (buffer.len(), buffer.capacity() > 0),
            (0, kept),
            "{capacity} {used}"
        );
    }
}
