//! The end: of the input, of the output, by a signal.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::super::session::{Session, Settings};
use super::client::{Client, PATIENCE, ping, settings};
use super::framing::Hesitant;
use super::tools::{builder, gate, open, opens, server, slow};

#[test]
fn the_end_of_input_drains_calls_in_flight() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::with(Settings {
            grace: PATIENCE,
            in_flight: 2,
            ..settings()
        });
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
        let mut client = Client::with(Settings {
            grace: Duration::from_millis(50),
            ..settings()
        });
        let gate = gate();
        client.call(1, tool, &slow(tool, gate, true));
        client.ping(2);
        assert_eq!(client.id(), 2);
        client.finish().unwrap();
    }
}

#[test]
fn a_broken_output_ends_quietly() {
    let mut client = Client::with(Settings {
        grace: PATIENCE,
        ..settings()
    });
    client.call(1, "wait", &json!({"gate": gate()}));
    drop(client.from.take());
    client.ping(2);
    // Its input is still open.
    client.served.join().unwrap().unwrap();
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
    let result = Session::new(
        server(),
        reader,
        Box::new(Hesitant::new(&output)),
        settings(),
        None,
    )
    .watch();
    assert!(
        result
            .unwrap_err()
            .to_string()
            .starts_with("the input cannot be read")
    );
    assert!(!output.lock().unwrap().is_empty());
}

#[test]
fn a_signal_drains_calls_in_flight_and_reads_no_more() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::of(builder().grace(PATIENCE));
        let gate = gate();
        client.call(1, tool, &slow(tool, gate, true));
        client.ping(2);
        assert_eq!(client.id(), 2);
        client.session.interrupt();
        client.ping(3);
        assert!(!client.served.is_finished());
        open(gate);
        assert_eq!(client.id(), 1);
        // Its input is still open.
        let session = Arc::clone(&client.session);
        client.served.join().unwrap().unwrap();
        assert!(session.lock().closed);
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    for first in [true, false] {
        let mut client = Client::of(builder().grace(PATIENCE));
        client.call(1, "wait", &json!({"gate": gate()}));
        client.call(2, "later", &json!({"gate": gate()}));
        client.ping(3);
        assert_eq!(client.id(), 3);
        if first {
            client.session.interrupt();
        } else {
            client.end();
            while client.session.lock().end.is_none() {
                thread::yield_now();
            }
        }
        client.session.interrupt();
        client.served.join().unwrap().unwrap();
    }
}

#[test]
fn a_signal_may_come_at_any_time() {
    for round in 0..200 {
        let mut client = Client::of(builder().grace(PATIENCE));
        client.call(1, "add", &json!({"a": 1, "b": 1}));
        client.call(2, "nap", &json!({"milliseconds": 1}));
        client.call(3, "sleep", &json!({"milliseconds": 1}));
        for _ in 0..round * 10 {
            std::hint::spin_loop();
        }
        if round % 3 == 0 {
            assert!(client.next().is_some());
        }
        client.session.interrupt();
        client.served.join().unwrap().unwrap();
    }
}

#[test]
fn tools_that_outlive_the_grace_period_are_told() {
    for tool in ["heed", "held"] {
        let mut client = Client::of(builder().grace(Duration::ZERO));
        let gate = gate();
        client.call(1, tool, &json!({"gate": gate}));
        client.ping(2);
        assert_eq!(client.id(), 2);
        client.finish().unwrap();
        assert!(opens(gate));
    }
}

#[test]
fn nobody_waits_for_cancelled_calls() {
    let mut client = Client::of(builder().grace(PATIENCE * 10));
    for (id, tool) in ["wait", "later"].into_iter().enumerate() {
        client.call(id as u64, tool, &json!({"gate": gate()}));
        client.cancel(&json!(id));
    }
    client.ping(2);
    assert_eq!(client.id(), 2);
    client.finish().unwrap();
}

#[test]
fn a_grace_period_without_end_overflows_no_time() {
    let server = builder().grace(Duration::MAX).build().unwrap();
    let deadline = Instant::now().checked_add(Settings::of(&server).grace);
    assert!(deadline.is_some());
}
