//! Subscriptions to changes of the list: streams that stay open.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use haft::{Builder, HttpService, Map, Server, Tool, tool};
use haft_tests::MODERN;
use haft_tests::subscription::{self, TOOLS, acknowledgement, changed};
use http::Request;
use http_body::Body as _;
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::client::{Connection, PATIENCE, Running, messages, modern, modern_call, post};
use crate::protocol::{Protocol, schemas};

const BOTH: (&str, &str) = ("Accept", "application/json, text/event-stream");

/// Wait for ever.
#[tool]
async fn pend() {
    std::future::pending::<()>().await;
}

/// Answer.
#[tool]
fn answer() -> &'static str {
    "ok"
}

fn named(name: &str) -> Tool {
    let schema = json!({"type": "object"});
    Tool::new(name.to_owned(), "Answer.", schema, |_: Map, _| "ok")
}

fn builder() -> Builder {
    Server::builder("listen", "1.0.0")
        .tool::<answer>()
        .tool::<pend>()
        .tools_may_change()
}

fn server() -> Server {
    builder().build().unwrap()
}

/// Adds a tool and removes it, which is two changes.
fn toggle(server: &Server) {
    server.add(named("toggled")).unwrap();
    assert!(server.remove("toggled").unwrap());
}

/// A subscription; id and filter are JSON text.
fn listen(id: &str, filter: &str) -> Vec<u8> {
    modern(
        "subscriptions/listen",
        "",
        &[BOTH],
        &subscription::listen(id, filter),
    )
}

fn finish(id: &Value) -> Value {
    subscription::finish(id, "listen")
}

/// Opens a subscription that is acknowledged.
fn open(server: &Running, id: u64) -> Connection {
    let mut connection = server.connect();
    connection.send(listen(&id.to_string(), TOOLS));
    let head = connection.head();
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    assert_eq!(head.header("x-accel-buffering"), Some("no"));
    assert_eq!(connection.message(), acknowledgement(&json!(id), true));
    connection
}

#[test]
fn a_subscription_byte_by_byte() {
    for threads in [0, 2] {
        let haft = server();
        let mut server = Running::start_on(haft.http_service(), threads);
        let mut connection = server.connect();
        connection.send(listen(r#""\u0061""#, TOOLS));
        assert_eq!(connection.head().status, 200);
        let mut expect = |expected: &str| {
            let chunk = String::from_utf8(connection.chunk().unwrap()).unwrap();
            assert_eq!(chunk, expected);
        };
        expect(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"\\u0061\"},\"notifications\":{\"toolsListChanged\":true}}}\n\n",
        );
        let told = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"\\u0061\"}}}\n\n";
        haft.add(named("new")).unwrap();
        expect(told);
        haft.remove("new").unwrap();
        expect(told);
        server.stop();
        expect(
            "data: {\"jsonrpc\":\"2.0\",\"id\":\"\\u0061\",\"result\":{\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"\\u0061\",\"io.modelcontextprotocol/serverInfo\":{\"name\":\"listen\",\"version\":\"1.0.0\"}}}}\n\n",
        );
        assert!(connection.chunk().is_none());
        assert!(connection.is_closed());
    }
}

#[test]
fn each_is_told_what_it_asked_for_and_nothing_else() {
    let haft = server();
    let server = Running::start(haft.http_service());
    let mut listening: Vec<_> = (0..100).map(|id| (id, open(&server, id))).collect();
    let mut deaf = server.connect();
    deaf.send(listen("7", r#"{"promptsListChanged":true}"#));
    assert_eq!(deaf.head().status, 200);
    assert_eq!(deaf.message(), acknowledgement(&json!(7), false));
    for _ in 0..3 {
        haft.add(named("new")).unwrap();
        for (id, connection) in &mut listening {
            assert_eq!(connection.message(), changed(&json!(id)));
        }
        haft.change()
            .remove("new")
            .row(named("other"))
            .apply()
            .unwrap();
        for (id, connection) in &mut listening {
            assert_eq!(connection.message(), changed(&json!(id)));
        }
        haft.remove("other").unwrap();
        for (id, connection) in &mut listening {
            assert_eq!(connection.message(), changed(&json!(id)));
        }
    }
    drop(server);
    assert_eq!(deaf.message(), finish(&json!(7)));
    for (id, mut connection) in listening {
        assert_eq!(connection.message(), finish(&json!(id)));
        assert!(connection.chunk().is_none());
    }
}

#[test]
fn subscriptions_do_not_take_the_place_of_calls() {
    let haft = server();
    let server = Running::start(haft.http_service().max_calls(1));
    let _listening: Vec<_> = (0..70).map(|id| open(&server, id)).collect();
    let mut call = server.connect();
    call.send(modern_call("answer", "{}", &[]));
    assert_eq!(haft_tests::text(&call.reply().json()), "ok");
    // Neither do calls take theirs.
    let mut calling = server.connect();
    calling.send(modern_call("pend", "{}", &[]));
    open(&server, 71);
}

#[test]
fn one_too_many_is_refused_until_another_ends() {
    let haft = builder().max_subscriptions(2).build().unwrap();
    let server = Running::start(haft.http_service());
    let first = open(&server, 1);
    let _second = open(&server, 2);
    let reply = server.ask(listen("3", TOOLS));
    assert_eq!(reply.status, 503);
    let error = &reply.json()["error"];
    assert_eq!(error["code"], -32603);
    assert_eq!(
        error["message"],
        "Internal error: 2 subscriptions are open, the most that this server allows; end one that is not needed, or try again later"
    );
    // To close the response is to cancel.
    drop(first);
    let begun = Instant::now();
    loop {
        let mut third = server.connect();
        third.send(listen("3", TOOLS));
        if third.head().status == 200 {
            assert_eq!(third.message(), acknowledgement(&json!(3), true));
            break;
        }
        assert!(begun.elapsed() < PATIENCE);
        thread::yield_now();
    }
}

#[test]
fn comments_keep_a_quiet_stream_alive() {
    let haft = server();
    let server = Running::start(haft.http_service().keep_alive(Duration::from_millis(5)));
    let mut connection = open(&server, 1);
    for _ in 0..3 {
        assert_eq!(connection.chunk().unwrap(), b":\n\n");
    }
    haft.add(named("new")).unwrap();
    assert_eq!(connection.message(), changed(&json!(1)));
    assert_eq!(connection.chunk().unwrap(), b":\n\n");
}

#[test]
fn what_is_no_good_is_refused_as_such() {
    let haft = server();
    let server = Running::start(haft.http_service());
    let refused = |request: Vec<u8>| {
        let reply = server.ask(request);
        let error = &reply.json()["error"];
        let message = error["message"].as_str().unwrap().to_owned();
        (reply.status, error["code"].as_i64().unwrap(), message)
    };
    let json_only = [("Accept", "application/json")];
    let request = modern(
        "subscriptions/listen",
        "",
        &json_only,
        &subscription::listen("1", TOOLS),
    );
    let why = "Invalid params: a subscription is answered by a stream of events: send the header `Accept: application/json, text/event-stream`";
    assert_eq!(refused(request), (400, -32602, why.to_owned()));
    let why =
        "Invalid params: `notifications` must be an object such as {\"toolsListChanged\": true}";
    assert_eq!(refused(listen("1", "[]")), (400, -32602, why.to_owned()));
    let other = [BOTH, ("Mcp-Method", "tools/list")];
    let request = modern(
        "subscriptions/listen",
        "",
        &other,
        &subscription::listen("1", TOOLS),
    );
    assert_eq!(refused(request).1, -32020);
    let legacy = subscription::listen("1", TOOLS).replace(&format!(",\"_meta\":{MODERN}"), "");
    let request = post(&[BOTH, ("MCP-Protocol-Version", "2025-11-25")], legacy);
    assert_eq!(
        refused(request),
        (404, -32601, "Method not found".to_owned())
    );
}

#[test]
fn the_capability_is_told_to_those_who_can_be_told_of_changes() {
    let capabilities = |haft: &Server, request: Vec<u8>| {
        let server = Running::start(haft.http_service());
        server.ask(request).json()["result"]["capabilities"].clone()
    };
    let discover = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{"_meta":{MODERN}}}}}"#
    );
    let discover = modern("server/discover", "", &[], &discover);
    let initialize = haft_tests::connection::initialize("2025-11-25").to_string();
    let initialize = post(&[], initialize);
    let fixed = Server::builder("fixed", "1")
        .tool::<answer>()
        .build()
        .unwrap();
    let told = json!({"tools": {"listChanged": true}});
    let untold = json!({"tools": {}});
    assert_eq!(capabilities(&server(), discover.clone()), told);
    assert_eq!(capabilities(&server(), initialize.clone()), untold);
    assert_eq!(capabilities(&fixed, discover), untold);
    assert_eq!(capabilities(&fixed, initialize), untold);
}

#[test]
fn who_does_not_read_does_not_hold_up_the_end() {
    let haft = builder().grace(PATIENCE).build().unwrap();
    let mut server = Running::start(haft.http_service());
    let mut reading = open(&server, 1);
    let deaf = open(&server, 2);
    for _ in 0..1_000 {
        toggle(&haft);
    }
    server.stop();
    let mut last = reading.message();
    while last["id"].is_null() {
        last = reading.message();
    }
    assert_eq!(last, finish(&json!(1)));
    let begun = Instant::now();
    drop(server);
    assert!(begun.elapsed() < PATIENCE / 2);
    drop(deaf);
}

/// The response to a subscription, not read yet.
fn response(service: &mut HttpService) -> http::Response<haft::HttpBody> {
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", BOTH.1)
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "subscriptions/listen");
    let request = request.body(subscription::listen("1", TOOLS)).unwrap();
    haft_tests::block_on(service.call(request)).unwrap()
}

/// What of a body there is to read now; whether it has ended.
fn read(body: &mut haft::HttpBody) -> (String, bool) {
    let mut text = String::new();
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match pin!(&mut *body).poll_frame(&mut context) {
            Poll::Ready(Some(Ok(frame))) => {
                let data = frame.into_data().unwrap();
                text.push_str(std::str::from_utf8(&data).unwrap());
            }
            Poll::Ready(_) => return (text, true),
            Poll::Pending => return (text, false),
        }
    }
}

#[test]
fn who_does_not_read_is_owed_one_notification_and_the_end() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.unwrap();
    let _inside = runtime.enter();
    let haft = server();
    let mut service = haft.http_service();
    let mut deaf = response(&mut service).into_body();
    for _ in 0..10_000 {
        toggle(&haft);
    }
    let (text, ended) = read(&mut deaf);
    assert_eq!(
        messages(&text),
        [acknowledgement(&json!(1), true), changed(&json!(1))]
    );
    assert!(!ended);
    toggle(&haft);
    assert_eq!(messages(&read(&mut deaf).0), [changed(&json!(1))]);
    toggle(&haft);
    // For who mounts the service: what ends them, and keeps others from staying.
    service.clone().end_subscriptions();
    toggle(&haft);
    let (text, ended) = read(&mut deaf);
    assert_eq!(
        (messages(&text).as_slice(), ended),
        ([changed(&json!(1)), finish(&json!(1))].as_slice(), true)
    );
    let (text, ended) = read(&mut response(&mut service).into_body());
    let expected = [acknowledgement(&json!(1), true), finish(&json!(1))];
    assert_eq!(
        (messages(&text).as_slice(), ended),
        (expected.as_slice(), true)
    );
}

#[test]
fn a_listener_ends_its_own_subscriptions_alone() {
    let haft = server();
    let service = haft.http_service();
    let one = Running::start(service.clone());
    let other = Running::start(service);
    let mut ending = open(&one, 1);
    let mut staying = open(&other, 2);
    drop(one);
    assert_eq!(ending.message(), finish(&json!(1)));
    haft.add(named("new")).unwrap();
    assert_eq!(staying.message(), changed(&json!(2)));
}

#[test]
fn what_is_told_is_what_the_protocol_defines() {
    let Some(folder) = schemas() else { return };
    let protocol = Protocol::read(&folder, "2026-07-28");
    let haft = server();
    let server = Running::start(haft.http_service());
    let mut connection = server.connect();
    connection.send(listen("1", TOOLS));
    connection.head();
    let acknowledged = connection.message();
    protocol.judge("SubscriptionsAcknowledgedNotification", &acknowledged);
    haft.add(named("new")).unwrap();
    protocol.judge("ToolListChangedNotification", &connection.message());
    drop(server);
    protocol.judge_response("subscriptions/listen", &connection.message());
    assert!(connection.chunk().is_none());
}
