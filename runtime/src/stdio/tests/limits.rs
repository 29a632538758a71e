//! How much one connection may hold.

use std::io::{self, Read, Write};
use std::thread;

use serde_json::{Value, json};

use super::super::lines::Input;
use super::super::session::{Session, Settings};
use super::client::{Client, call, ping, settings};
use super::tools::{builder, gate, open, server, slow};
use crate::call::Outlet;

#[test]
fn calls_beyond_the_cap_wait_while_pings_are_answered() {
    let threads = 8;
    let mut client = Client::with(Settings {
        in_flight: threads,
        ..settings()
    });
    let gate = gate();
    for id in 0..200 {
        let tool = if id % 2 == 0 { "wait" } else { "stubborn" };
        client.call(id, tool, &slow(tool, gate, id % 4 == 1));
        if id % 10 == 0 {
            client.ping(1000 + id);
        }
    }
    assert!(client.ids(20).into_iter().all(|id| id >= 1000));
    assert_eq!(client.session.lock().in_flight.len(), threads);
    open(gate);
    assert_eq!(client.ids(200), (0..200).collect());
    client.finish().unwrap();
}

#[test]
fn a_full_queue_stops_reading_until_there_is_room() {
    let mut client = Client::with(Settings {
        in_flight: 2,
        queue: 200,
        ..settings()
    });
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
fn unread_replies_stop_reading() {
    let mut client = Client::with(Settings {
        unread: 100_000,
        ..settings()
    });
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

/// Answers of the server that has this limit, to one input read in pieces.
fn answers(limit: usize, input: &[u8], piece: usize) -> Vec<Value> {
    let mut client = Client::of(builder().max_message(limit));
    let mut to = client.to.take().unwrap();
    let input = input.to_vec();
    let writing = thread::spawn(move || {
        for piece in input.chunks(piece) {
            to.write_all(piece).unwrap();
        }
    });
    let mut answers = Vec::new();
    loop {
        let answer = client.next().unwrap();
        if answer["id"] == "last" {
            break;
        }
        answers.push(answer);
    }
    writing.join().unwrap();
    client.finish_in_silence();
    answers
}

/// A ping of that many bytes.
fn long_ping(length: usize) -> String {
    let bare = ping(1);
    bare.replace('}', &format!("{}}}", " ".repeat(length - bare.len())))
}

#[test]
fn a_line_beyond_the_limit_is_refused_and_the_next_one_served() {
    const LIMIT: usize = 1_000;
    let last = r#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#;
    for end in ["\n", "\r\n"] {
        for (length, served) in [
            (LIMIT, true),
            (LIMIT + 1, false),
            (LIMIT + 2, false),
            (300_000, false),
        ] {
            let input = [&long_ping(length), end, &ping(2), end, last, end].concat();
            for piece in [7, 999, 1_000, 1_001, 1_002, 1_003, 65_536, 1 << 20] {
                if length / piece > 1_000 {
                    continue;
                }
                let answers = answers(LIMIT, input.as_bytes(), piece);
                let [first, second] = answers.as_slice() else {
                    panic!("{answers:?}")
                };
                assert_eq!(second["id"], 2);
                if served {
                    assert_eq!(first["id"], 1);
                    continue;
                }
                assert_eq!(first["error"]["code"], -32600);
                assert!(first["id"].is_null() && first.as_object().unwrap().contains_key("id"));
                assert!(
                    first["error"]["message"]
                        .as_str()
                        .unwrap()
                        .contains("1000 bytes")
                );
            }
        }
    }
}

#[test]
fn a_long_line_is_not_kept() {
    /// That many bytes and no newline.
    struct Endless(usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.0);
            self.0 -= length;
            buffer[..length].fill(b'[');
            Ok(length)
        }
    }
    let mut input = Input::new(Box::new(Endless(1 << 30)), 1 << 20);
    let batch = input.next(Vec::new()).unwrap().unwrap();
    assert_eq!(
        (batch.oversized, batch.text.as_str(), batch.broken.len()),
        (1, "", 0)
    );
    assert!(input.kept() <= 256 << 10);
    assert_eq!(input.next(Vec::new()).unwrap(), None);
}

#[test]
fn long_lines_share_one_buffer() {
    /// One line in many reads, again and again.
    struct Lines(usize);
    impl Read for Lines {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min((1 << 20) - self.0);
            buffer[..length].fill(b'x');
            self.0 += length;
            if self.0 == 1 << 20 {
                buffer[length - 1] = b'\n';
                self.0 = 0;
            }
            Ok(length)
        }
    }
    let mut input = Input::new(Box::new(Lines(0)), 1 << 20);
    let mut buffer = Vec::new();
    for _ in 0..3 {
        let batch = input.next(buffer).unwrap().unwrap();
        assert_eq!(batch.text.len(), 1 << 20);
        assert!(input.kept() <= 256 << 10);
        buffer = batch.text.into_bytes();
    }
}

#[test]
fn depth_is_bounded_wherever_arguments_stand() {
    let mut client = Client::new();
    for (depth, served) in [(120, true), (127, false), (100_000, false)] {
        let deep = format!("{{\"text\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        for (index, line) in [
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"any","arguments":{deep}}}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"arguments":{deep},"name":"any"}}}}"#),
            format!(r#"{{"params":{{"arguments":{deep},"name":"any"}},"jsonrpc":"2.0","id":1,"method":"tools/call"}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"none","arguments":{deep}}}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{deep}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{deep}}}}}"#),
        ]
        .into_iter()
        .enumerate()
        {
            client.write(line + "\n");
            let answer = client.next().unwrap();
            if served {
                assert_eq!(answer["id"], 1, "{index} {answer}");
            } else {
                assert_eq!(answer["error"]["code"], -32700, "{index} {answer}");
                assert!(answer["id"].is_null());
            }
        }
    }
    client.finish_in_silence();
}

#[test]
fn as_many_are_in_flight_as_the_builder_says() {
    assert_eq!((settings().in_flight, settings().message), (64, 4 << 20));
    let server = builder().max_in_flight(3).max_message(5).build().unwrap();
    let settings = Settings::of(&server);
    assert_eq!((settings.in_flight, settings.message), (3, 5));
    assert_eq!(
        Settings::of(&builder().max_in_flight(0).build().unwrap()).in_flight,
        1
    );
}

#[test]
fn futures_in_flight_are_limited_as_well() {
    let mut client = Client::with(Settings {
        in_flight: 8,
        ..settings()
    });
    let gate = gate();
    for id in 0..100 {
        client.call(id, "later", &json!({"gate": gate}));
    }
    client.ping(100);
    assert_eq!(client.id(), 100);
    let state = client.session.lock();
    assert_eq!((state.in_flight.len(), state.queue.len()), (8, 92));
    drop(state);
    open(gate);
    assert_eq!(client.ids(100), (0..100).collect());
    client.settle();
    client.finish_in_silence();
}

#[test]
fn reports_that_nobody_reads_are_left_out() {
    let (reader, writer) = io::pipe().unwrap();
    let settings = Settings {
        unread: 10_000,
        ..settings()
    };
    let session = Session::new(
        server(),
        Box::new(io::empty()),
        Box::new(writer),
        settings,
        None,
    );
    for _ in 0..10_000 {
        session.send(&mut |out| {
            out.extend_from_slice(&[b'x'; 99]);
            true
        });
    }
    assert!(session.lock().out.len() <= 10_000);
    drop(reader);
}
