//! Clients that stop, that never read, or that are many; and the end of the server.

use std::io::Read as _;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use haft::{Call, Error, Extensions, Server, tool, tools};
use http::HeaderMap;
use http::request::Parts;

use crate::client::{PATIENCE, Running, legacy_call, modern_call, post};

/// Answer.
#[tool]
fn answer() -> &'static str {
    "ok"
}

/// Say what came with the request.
#[tool]
fn surroundings(call: &Call) -> Option<String> {
    let headers = call.extension::<HeaderMap>()?;
    let agent = headers.get("user-agent")?.to_str().ok()?;
    let method = &call.extension::<Parts>()?.method;
    Some(format!("{method} by {agent}"))
}

fn server() -> Server {
    Server::builder("limits", "1")
        .tool::<answer>()
        .tool::<surroundings>()
        .build()
        .unwrap()
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn a_client_that_stops_in_its_message_is_told_and_let_go() {
    let server = Running::start(
        server()
            .http_service()
            .read_timeout(Duration::from_millis(50)),
    );
    let mut stalled = server.connect();
    stalled.send(post(&[("Content-Length", "100")], r#"{"jsonrpc""#));
    let reply = stalled.reply();
    assert_eq!(
        (reply.status, reply.header("connection")),
        (408, Some("close"))
    );
    assert_eq!(reply.json()["error"]["code"], -32600);
    assert!(stalled.is_closed());

    let mut stalled = server.connect();
    stalled.send("POST /mcp HTTP/1.1\r\nHost:");
    assert!(stalled.is_closed());

    let mut refused = server.connect();
    refused.send(post(
        &[("Content-Length", "100"), ("Content-Type", "text/plain")],
        "half",
    ));
    let reply = refused.reply();
    assert_eq!(
        (reply.status, reply.header("connection")),
        (415, Some("close"))
    );
    assert!(refused.is_closed());
}

#[test]
fn more_connections_than_allowed_wait_for_their_turn() {
    let server = Running::start(server().http_service().max_connections(2));
    let mut first = server.connect();
    let mut second = server.connect();
    for connection in [&mut first, &mut second] {
        connection.send(post(&[], PING));
        assert_eq!(connection.reply().status, 200);
    }
    let mut third = server.connect();
    third.send(post(&[], PING));
    drop(first);
    assert_eq!(third.reply().status, 200);
}

#[test]
fn what_came_with_the_request_reaches_the_tool() {
    let server = Running::start(server().http_service());
    let reply = server.ask(modern_call(
        "surroundings",
        "{}",
        &[("User-Agent", "crow/1")],
    ));
    assert_eq!(haft_tests::text(&reply.json()), "POST by crow/1");
    let without = haft_tests::block_on(self::server().handle_with(
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"surroundings"}}"#,
        Extensions::default(),
    ));
    assert_eq!(haft_tests::text(&haft_tests::json(&without[0])), "none");
}

/// Runs until it is told to stop.
struct Worker {
    begun: Mutex<Sender<Sender<()>>>,
}

#[tools]
impl Worker {
    /// Work.
    #[tool]
    fn work(&self) -> &'static str {
        let (stop, stopped) = channel();
        self.begun.lock().unwrap().send(stop).unwrap();
        let _ = stopped.recv();
        "worked"
    }

    /// Report without end.
    #[tool]
    fn chatter(&self, call: &Call) -> u32 {
        let (stop, stopped) = channel();
        self.begun.lock().unwrap().send(stop).unwrap();
        let mut done = 0;
        while stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {
            done += 1;
            call.progress(done);
            std::thread::yield_now();
        }
        done
    }
}

#[test]
fn what_is_being_served_is_finished_before_the_end() {
    let (begun, starts) = channel();
    let worker = Worker {
        begun: Mutex::new(begun),
    };
    let server = Server::builder("w", "1")
        .tools(worker)
        .grace(PATIENCE)
        .build()
        .unwrap();
    let mut running = Running::start(server.http_service());
    let mut idle = running.connect();
    idle.send(post(&[], PING));
    assert_eq!(idle.reply().status, 200);
    let mut busy = running.connect();
    busy.send(modern_call("work", "{}", &[]));
    let stop = starts.recv_timeout(PATIENCE).unwrap();
    running.stop();
    // An idle connection ends at once, a busy one with its answer.
    assert!(idle.is_closed());
    stop.send(()).unwrap();
    assert_eq!(haft_tests::text(&busy.reply().json()), "worked");
    assert!(busy.is_closed());
}

#[test]
fn the_end_does_not_wait_longer_than_the_grace_period() {
    let (begun, starts) = channel();
    let worker = Worker {
        begun: Mutex::new(begun),
    };
    let server = Server::builder("w", "1")
        .tools(worker)
        .grace(Duration::from_millis(20))
        .build()
        .unwrap();
    let running = Running::start(server.http_service());
    let mut busy = running.connect();
    busy.send(legacy_call("work", "{}", "{}"));
    let _still_works = starts.recv_timeout(PATIENCE).unwrap();
    drop(running);
    assert!(busy.is_closed());
}

#[test]
fn a_client_that_does_not_read_holds_a_bounded_amount() {
    let (begun, starts) = channel();
    let worker = Arc::new(Worker {
        begun: Mutex::new(begun),
    });
    let server = Server::builder("w", "1").tools(worker).build().unwrap();
    let running = Running::start(server.http_service());
    let mut deaf = running.connect();
    let call = legacy_call("chatter", "{}", r#"{"progressToken":1}"#);
    let call = String::from_utf8(call)
        .unwrap()
        .replacen("Host:", "Accept: */*\r\nHost:", 1);
    deaf.send(call);
    let stop = starts.recv_timeout(PATIENCE).unwrap();
    // Others are served meanwhile.
    for _ in 0..100 {
        assert_eq!(running.ask(post(&[], PING)).status, 200);
    }
    stop.send(()).unwrap();
    let events = deaf.reply().events();
    assert!(events.last().unwrap()["result"].is_object());
}

#[test]
fn inside_a_runtime_the_blocking_way_names_the_other_one() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let error: Error = runtime.block_on(async { server().serve_http(0).unwrap_err() });
    assert!(error.to_string().contains("http(addr).await"), "{error}");
    let service = server().http_service();
    let error: Error = runtime.block_on(async { service.serve(0).unwrap_err() });
    assert!(error.to_string().contains("listen(addr).await"), "{error}");
}

#[test]
fn an_address_that_cannot_be_had_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = server().serve_http(address.as_str()).unwrap_err();
    assert!(error.to_string().contains(&address), "{error}");
    let error = server().serve_http("localhost").unwrap_err();
    assert!(error.to_string().contains("127.0.0.1:3000"), "{error}");
}

#[test]
fn a_port_alone_is_one_on_the_loopback_address() {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let serving = runtime.spawn(server().http(format!(":{port}")));
    let started = std::time::Instant::now();
    let mut stream = loop {
        match std::net::TcpStream::connect(("127.0.0.1", port)) {
            Ok(stream) => break stream,
            Err(error) => assert!(
                started.elapsed() < PATIENCE && !serving.is_finished(),
                "{error}"
            ),
        }
    };
    std::io::Write::write_all(&mut stream, &post(&[("Connection", "close")], PING)).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    runtime.shutdown_background();
}
