//! Answers that are not one message at once: progress, parallel calls, and clients that leave.

use std::future::Future;
use std::pin::pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Condvar, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use haft::{Call, HttpService, Server, tools};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tower_service::Service;

use crate::client::{PATIENCE, Running, legacy_call, messages, modern_call, post};

/// Holds calls until it is opened.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    changed: Condvar,
    wakers: Mutex<Vec<Waker>>,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.changed.notify_all();
        self.wakers.lock().unwrap().drain(..).for_each(Waker::wake);
    }

    fn pass(&self) {
        let open = self.open.lock().unwrap();
        let (open, _) = self
            .changed
            .wait_timeout_while(open, PATIENCE, |open| !*open)
            .unwrap();
        assert!(*open);
    }

    async fn passed(&self) {
        std::future::poll_fn(|context| {
            let mut wakers = self.wakers.lock().unwrap();
            if *self.open.lock().unwrap() {
                return Poll::Ready(());
            }
            wakers.push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

/// What becomes of a call is told as it happens.
struct Stage {
    gate: Gate,
    together: Barrier,
    told: Mutex<Sender<String>>,
}

impl Stage {
    fn tell(&self, what: &str) {
        self.told.lock().unwrap().send(what.to_owned()).unwrap();
    }
}

/// Tells that a future was dropped before its end.
struct Witness<'s>(&'s Stage, &'s Call, bool);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if !self.2 {
            self.0.tell(if self.1.is_cancelled() {
                "dropped, cancelled"
            } else {
                "dropped"
            });
        }
    }
}

#[tools]
impl Stage {
    /// Report, and wait in between.
    #[tool]
    fn report(&self, call: &Call) -> &'static str {
        call.progress((1, 2));
        self.gate.pass();
        call.progress((2, 2));
        "reported"
    }

    /// The same without a thread.
    #[tool]
    async fn report_later(&self, call: &Call) -> &'static str {
        call.progress((1, 2));
        self.gate.passed().await;
        call.progress((2, 2));
        "reported"
    }

    /// Wait on a thread until the others are there too.
    #[tool]
    fn meet(&self) -> &'static str {
        self.together.wait();
        "met"
    }

    /// Wait for the gate.
    #[tool]
    async fn wait(&self, call: &Call) -> &'static str {
        let mut witness = Witness(self, call, false);
        self.tell("waiting");
        self.gate.passed().await;
        witness.2 = true;
        self.tell(if call.is_cancelled() {
            "finished, cancelled"
        } else {
            "finished"
        });
        "waited"
    }

    /// Wait for the gate on a thread, or for the end of the call.
    #[tool]
    fn wait_blocking(&self, call: &Call) -> &'static str {
        self.tell("waiting");
        loop {
            if call.is_cancelled() {
                self.tell("cancelled");
                return "cancelled";
            }
            if *self.gate.open.lock().unwrap() {
                self.tell("finished");
                return "waited";
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn stage(meeting: usize) -> (Arc<Stage>, Server, Receiver<String>) {
    let (told, heard) = channel();
    let stage = Arc::new(Stage {
        gate: Gate::default(),
        together: Barrier::new(meeting),
        told: Mutex::new(told),
    });
    let server = Server::builder("stage", "1")
        .tools(Arc::clone(&stage))
        .build()
        .unwrap();
    (stage, server, heard)
}

const TOKEN: &str = r#"{"progressToken":"t"}"#;
const BOTH: &str = "application/json, text/event-stream";

fn with_accept(request: Vec<u8>, accept: &str) -> Vec<u8> {
    let request = String::from_utf8(request).unwrap();
    request
        .replacen("Host:", &format!("Accept: {accept}\r\nHost:"), 1)
        .into_bytes()
}

#[test]
fn the_first_report_arrives_while_the_tool_runs() {
    for threads in [0, 2] {
        for tool in ["report", "report_later"] {
            let (stage, server, _heard) = stage(1);
            let server = Running::start_on(server.http_service(), threads);
            let mut connection = server.connect();
            connection.send(with_accept(legacy_call(tool, "{}", TOKEN), BOTH));
            let head = connection.head();
            assert_eq!(head.status, 200);
            assert_eq!(head.header("content-type"), Some("text/event-stream"));
            let mut text = String::from_utf8(connection.chunk().unwrap()).unwrap();
            let first = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 1.0, "total": 2.0}});
            assert_eq!(messages(&text), [first]);
            stage.gate.open();
            while let Some(chunk) = connection.chunk() {
                text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
            let all = messages(&text);
            assert_eq!(all.len(), 3, "{text}");
            assert_eq!(all[1]["params"]["progress"], 2.0);
            assert_eq!(
                (&all[2]["id"], haft_tests::text(&all[2])),
                (&json!(1), "reported")
            );
            // The connection is none the worse for it.
            connection.send(post(&[], r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
            assert_eq!(connection.reply().status, 200);
        }
    }
}

#[test]
fn reports_go_to_those_who_want_them_and_read_events() {
    let (stage, server, _heard) = stage(1);
    stage.gate.open();
    let server = Running::start(server.http_service());
    for tool in ["report", "report_later"] {
        for (accept, meta) in [("application/json", TOKEN), (BOTH, "{}")] {
            let reply = server.ask(with_accept(legacy_call(tool, "{}", meta), accept));
            assert_eq!(haft_tests::text(&reply.json()), "reported");
        }
        // Quick by now, or a future: run in place, and its reports arrive all the same.
        for _ in 0..20 {
            let reply = server.ask(with_accept(legacy_call(tool, "{}", TOKEN), BOTH));
            let events = reply.events();
            assert_eq!(events.last().map(haft_tests::text), Some("reported"));
            assert!(events.len() > 1);
        }
        let reply = server.ask(with_accept(
            legacy_call(tool, "{}", "{}"),
            "text/event-stream",
        ));
        assert_eq!(reply.events().len(), 1);
    }
}

#[test]
fn a_silent_call_shows_that_it_is_alive() {
    for tool in ["wait", "wait_blocking"] {
        let (stage, server, _heard) = stage(1);
        let service = server.http_service().keep_alive(Duration::from_millis(20));
        let server = Running::start(service);
        let mut connection = server.connect();
        connection.send(with_accept(modern_call(tool, "{}", &[]), BOTH));
        let head = connection.head();
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
        for _ in 0..3 {
            assert_eq!(connection.chunk().unwrap(), b":\n\n");
        }
        stage.gate.open();
        let mut text = String::new();
        while let Some(chunk) = connection.chunk() {
            text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        let answer = messages(&text);
        assert_eq!(
            answer.iter().map(haft_tests::text).collect::<Vec<_>>(),
            ["waited"]
        );
    }
}

#[test]
fn blocking_tools_run_side_by_side() {
    for threads in [0, 1, 2] {
        let calls = 16;
        let (_stage, server, _heard) = stage(calls);
        let server = Running::start_on(server.http_service(), threads);
        let mut connections: Vec<_> = (0..calls).map(|_| server.connect()).collect();
        for connection in &mut connections {
            connection.send(modern_call("meet", "{}", &[]));
        }
        for mut connection in connections {
            assert_eq!(haft_tests::text(&connection.reply().json()), "met");
        }
    }
}

#[test]
fn a_ping_does_not_wait_for_tools() {
    let (stage, server, heard) = stage(1);
    let server = Running::start_on(server.http_service().max_calls(1).max_threads(1), 0);
    let mut busy = server.connect();
    busy.send(modern_call("wait_blocking", "{}", &[]));
    assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), "waiting");
    // No call can begin, and all else is answered.
    let mut queued = server.connect();
    queued.send(modern_call("report", "{}", &[]));
    let ping = server.ask(post(&[], r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
    assert_eq!(ping.status, 200);
    stage.gate.open();
    assert_eq!(haft_tests::text(&busy.reply().json()), "waited");
    assert_eq!(haft_tests::text(&queued.reply().json()), "reported");
}

#[test]
fn closing_the_connection_cancels_a_modern_call() {
    for (tool, expected) in [
        ("wait", "dropped, cancelled"),
        ("wait_blocking", "cancelled"),
    ] {
        let (_stage, server, heard) = stage(1);
        let server = Running::start(server.http_service());
        // What a tool is like is known after its first call: the second one takes another way.
        for _ in 0..2 {
            let mut connection = server.connect();
            connection.send(modern_call(tool, "{}", &[]));
            assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), "waiting");
            drop(connection);
            assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), expected, "{tool}");
        }
    }
}

#[test]
fn closing_a_stream_cancels_a_modern_call() {
    for (tool, expected) in [
        ("wait", "dropped, cancelled"),
        ("wait_blocking", "cancelled"),
    ] {
        let (_stage, server, heard) = stage(1);
        let server = Running::start(server.http_service().keep_alive(Duration::from_millis(10)));
        let mut connection = server.connect();
        connection.send(with_accept(modern_call(tool, "{}", &[]), BOTH));
        assert_eq!(
            connection.head().header("content-type"),
            Some("text/event-stream")
        );
        assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), "waiting");
        drop(connection);
        assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), expected, "{tool}");
    }
}

/// Calls the service without a connection, and drops its response once the tool waits.
fn call_and_leave(
    runtime: &Runtime,
    service: &HttpService,
    request: &[u8],
    heard: &Receiver<String>,
) {
    let text = std::str::from_utf8(request).unwrap();
    let (lines, body) = text.split_once("\r\n\r\n").unwrap();
    let mut builder = http::Request::post("/mcp");
    for line in lines.lines().skip(1) {
        let (name, value) = line.split_once(": ").unwrap();
        builder = builder.header(name, value);
    }
    let request = builder.body(body.to_owned()).unwrap();
    runtime.block_on(async {
        let mut response = pin!(service.clone().call(request));
        let begun = Instant::now();
        loop {
            let polled = response
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()));
            assert!(polled.is_pending() && begun.elapsed() < PATIENCE);
            if let Ok(what) = heard.try_recv() {
                assert_eq!(what, "waiting");
                break;
            }
            thread::yield_now();
        }
    });
}

#[test]
fn a_legacy_call_outlives_its_response_and_a_modern_one_does_not() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    for (tool, cancelled) in [
        ("wait", "dropped, cancelled"),
        ("wait_blocking", "cancelled"),
    ] {
        let (stage, server, heard) = stage(1);
        let service = server.http_service();
        for _ in 0..2 {
            call_and_leave(&runtime, &service, &modern_call(tool, "{}", &[]), &heard);
            assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), cancelled);
        }
        for _ in 0..2 {
            *stage.gate.open.lock().unwrap() = false;
            call_and_leave(&runtime, &service, &legacy_call(tool, "{}", "{}"), &heard);
            stage.gate.open();
            assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), "finished");
        }
    }
}

#[test]
fn a_call_that_is_over_its_time_is_answered() {
    let (_stage, server, _heard) = {
        let (told, heard) = channel();
        let stage = Arc::new(Stage {
            gate: Gate::default(),
            together: Barrier::new(2),
            told: Mutex::new(told),
        });
        let server = Server::builder("stage", "1")
            .tools(Arc::clone(&stage))
            .timeout(Duration::from_millis(30));
        (stage, server.build().unwrap(), heard)
    };
    let server = Running::start(server.http_service());
    for tool in ["wait", "wait_blocking"] {
        for request in [modern_call(tool, "{}", &[]), legacy_call(tool, "{}", "{}")] {
            let reply = server.ask(request).json();
            assert_eq!(reply["result"]["isError"], true, "{reply}");
            assert!(
                haft_tests::text(&reply).contains("did not finish"),
                "{reply}"
            );
        }
    }
}
