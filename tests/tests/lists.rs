//! Lists in pages, lists that change, and those who are told of it, message by message and over the standard streams.

mod protocol;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

use haft::{Builder, Map, Server, Tool, tool, tools};
use haft_tests::connection::Connection;
use haft_tests::subscription::{ID, TOOLS, acknowledgement, changed, finish, listen};
use haft_tests::{MODERN, answer, answers, call, json, text};
use protocol::{Protocol, schemas};
use serde_json::{Value, json};

const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// A tool that answers with its name.
fn named(name: &str) -> Tool {
    let answer = name.to_owned();
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    Tool::new(
        name.to_owned(),
        "Say your name.",
        schema,
        move |_: Map, _| answer.clone(),
    )
}

fn builder(names: &[&str]) -> Builder {
    let builder = Server::builder("lists", "1.0.0");
    names
        .iter()
        .map(|name| named(name))
        .fold(builder, Builder::row)
}

fn changing(names: &[&str]) -> Server {
    builder(names).tools_may_change().build().unwrap()
}

/// One page of the list, whole; in the last revision with a handshake, or in the first without.
fn page(server: &Server, cursor: Option<&str>, stateless: bool) -> Value {
    let mut params = json!({});
    if let Some(cursor) = cursor {
        params["cursor"] = cursor.into();
    }
    if stateless {
        params["_meta"] = json(MODERN);
    }
    answer(
        server,
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}).to_string(),
    )
}

fn names(response: &Value) -> Vec<&str> {
    let tools = response["result"]["tools"].as_array();
    let tools = tools.unwrap_or_else(|| panic!("no list: {response}"));
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

fn next(response: &Value) -> Option<&str> {
    let result = response["result"].as_object().unwrap();
    let cursor = result.get("nextCursor")?.as_str();
    assert!(
        cursor.is_some_and(|cursor| !cursor.is_empty()),
        "{response}"
    );
    cursor
}

fn error(response: &Value) -> (i64, &str) {
    let error = &response["error"];
    let parts = error["code"].as_i64().zip(error["message"].as_str());
    parts.unwrap_or_else(|| panic!("no error: {response}"))
}

const NOT_GIVEN: &str = "Invalid params: `cursor` is not one that this server gave; omit it to begin with the first page";

#[test]
fn a_walk_over_the_pages_meets_each_tool_once_and_ends() {
    let all = ["a", "b", "c", "d", "e", "f", "g"];
    for size in [0, 1, 2, 3, 6, 7, 8, usize::MAX] {
        let server = builder(&all).page_size(size).build().unwrap();
        for stateless in [false, true] {
            let whole = page(&builder(&all).build().unwrap(), None, stateless);
            let (mut met, mut cursor) = (Vec::new(), None::<String>);
            loop {
                let answer = page(&server, cursor.as_deref(), stateless);
                let tools = answer["result"]["tools"].as_array().unwrap();
                assert!((1..=size.max(1)).contains(&tools.len()), "{answer}");
                met.extend(tools.iter().cloned());
                if stateless {
                    assert_eq!(answer["result"]["ttlMs"], 0);
                    assert_eq!(answer["result"]["resultType"], "complete");
                }
                cursor = next(&answer).map(str::to_owned);
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(Value::Array(met), whole["result"]["tools"], "{size}");
        }
    }
    let empty = builder(&[]).page_size(1).build().unwrap();
    assert_eq!(page(&empty, None, false)["result"], json!({"tools": []}));
}

#[test]
fn a_cursor_that_was_not_given_is_refused_with_what_to_do() {
    let server = builder(&["a", "b", "c"]).page_size(1).build().unwrap();
    let other = builder(&["a", "b", "d"]).page_size(1).build().unwrap();
    let given = next(&page(&server, None, false)).unwrap().to_owned();
    let of_another = next(&page(&other, None, false)).unwrap().to_owned();
    // Another process of the same program knows it.
    let again = builder(&["a", "b", "c"]).page_size(1).build().unwrap();
    assert_eq!(names(&page(&again, Some(&given), false)), ["b"]);
    let (mark, place) = given.split_once('.').unwrap();
    let cursors = [
        String::new(),
        "bogus".to_owned(),
        of_another,
        format!(" {given}"),
        format!("{given} "),
        format!("{given}0"),
        format!("{mark}.0{place}"),
        format!("{mark}.+{place}"),
        format!("{mark}.-1"),
        format!("{mark}.3"),
        format!("{mark}.{}", u64::MAX),
        format!("{mark}.99999999999999999999999"),
        format!("{mark}."),
        mark.to_owned(),
        given.to_uppercase() + "x",
    ];
    for cursor in cursors {
        for stateless in [false, true] {
            let answer = page(&server, Some(&cursor), stateless);
            assert_eq!(error(&answer), (-32602, NOT_GIVEN), "{cursor:?}");
        }
    }
    for cursor in ["null", "1", "{}", "[]", "true"] {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"cursor":{cursor}}}}}"#
        );
        let expected = "Invalid params: `cursor` must be a string";
        assert_eq!(error(&answer(&server, message)), (-32602, expected));
    }
}

#[test]
fn a_walk_goes_on_where_it_was_when_the_list_changes_under_it() {
    let server = builder(&["a", "b", "c", "d", "e"])
        .page_size(2)
        .tools_may_change()
        .build()
        .unwrap();
    let first = page(&server, None, true);
    assert_eq!(names(&first), ["a", "b"]);
    let cursor = next(&first).unwrap();
    let follows = |expected: &[&str]| {
        let answer = page(&server, Some(cursor), true);
        assert_eq!(names(&answer), expected);
        next(&answer).map(str::to_owned)
    };
    // The tool that the page ended with goes, and one before it.
    server.change().remove("b").remove("a").apply().unwrap();
    assert!(follows(&["c", "d"]).is_some());
    // One is replaced, where it stood, and one is added, at the end.
    let change = server.change().remove("c").row(named("c").title("New"));
    change.row(named("f")).apply().unwrap();
    let third = follows(&["c", "d"]).unwrap();
    assert_eq!(
        page(&server, Some(cursor), true)["result"]["tools"][0]["title"],
        "New"
    );
    let last = page(&server, Some(&third), true);
    assert_eq!((names(&last), next(&last)), (vec!["e", "f"], None));
    // A tool of the name of one that was met is another tool.
    server.add(named("a")).unwrap();
    assert_eq!(names(&page(&server, Some(&third), true)), ["e", "f"]);
    // All that was to come goes.
    let change = ["c", "d", "e", "f", "a"].into_iter();
    change
        .fold(server.change(), haft::Change::remove)
        .apply()
        .unwrap();
    assert_eq!(follows(&[]), None);
    assert!(server.list().is_empty());
}

#[test]
fn every_clone_of_a_server_shares_its_tools() {
    let server = changing(&["a"]);
    let clone = server.clone();
    clone.add(named("b")).unwrap();
    assert_eq!(names(&page(&server, None, false)), ["a", "b"]);
    assert_eq!(text(&call(&server, "b", "{}")), "b");
    assert!(server.remove("a").unwrap());
    assert_eq!(names(&page(&clone, None, true)), ["b"]);
    let unknown = call(&clone, "a", "{}");
    assert_eq!(error(&unknown), (-32602, "Unknown tool: \"a\""));
    assert!(!clone.remove("a").unwrap());
    assert!(format!("{server:?}").contains("tools: 1"), "{server:?}");
}

/// Count.
#[tool]
fn count(#[arg(minimum = 1)] to: u32) -> u32 {
    to
}

struct Two(Arc<AtomicUsize>);

#[tools]
impl Two {
    /// The first.
    #[tool]
    fn one(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed)
    }

    /// The second.
    #[tool(name = "two")]
    async fn another(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn typed_tools_and_sets_are_added_with_the_settings_of_the_server() {
    let limit = std::time::Duration::from_secs(7);
    let server = builder(&[]).lenient().timeout(limit).tools_may_change();
    let server = server.build().unwrap();
    let state = Arc::new(AtomicUsize::new(3));
    let change = server
        .change()
        .tool::<count>()
        .tools(Two(Arc::clone(&state)));
    change.apply().unwrap();
    assert_eq!(names(&page(&server, None, true)), ["count", "one", "two"]);
    assert_eq!(text(&call(&server, "count", r#"{"to":"5"}"#)), "5");
    assert_eq!(text(&call(&server, "one", "{}")), "3");
    assert_eq!(text(&call(&server, "two", "{}")), "4");
    let faults = call(&server, "count", r#"{"to":0}"#);
    assert_eq!(faults["error"]["data"]["faults"][0]["code"], "range");
    // The state goes with the last of its tools.
    server.change().remove("one").remove("two").apply().unwrap();
    assert_eq!(Arc::strong_count(&state), 1);
}

#[test]
fn a_change_that_cannot_be_made_changes_nothing_and_says_everything() {
    let server = changing(&["a", "find_file"]);
    let before = page(&server, None, true);
    let schema = json!({"type": "array"});
    let broken = Tool::new("broken", " ", schema, |_: Map, _| "");
    let change = server
        .change()
        .row(named("a"))
        .row(named("new"))
        .row(named("new"))
        .row(named("bad name"))
        .row(broken)
        .remove("find_files")
        .remove("find_files");
    let error = change.apply().unwrap_err();
    let expected = [
        "tool `bad name`: its name must be 1 to 128 characters of A-Z a-z 0-9 _ - .",
        "tool `broken`: it has no description; a model chooses by this text",
        "tool `broken`: ",
        "tool `new`: 2 tools have this name; rename all but one with `#[tool(name = \"…\")]` or `Tool::renamed`",
        "tool `find_files`: there is no tool of this name to remove (did you mean `find_file`?)",
        "tool `a`: the server has a tool of this name; remove that one in the same change, or rename this one with `#[tool(name = \"…\")]` or `Tool::renamed`",
    ];
    assert_eq!(error.problems().len(), expected.len(), "{error}");
    for (problem, expected) in error.problems().iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
    let text = error.to_string();
    assert!(text.starts_with("the tools of the server cannot be changed:\n- tool `bad name`: "));
    assert_eq!(page(&server, None, true), before);
    server.change().apply().unwrap();
    assert_eq!(page(&server, None, true), before);
}

#[test]
fn the_tools_of_a_server_that_has_not_said_so_do_not_change() {
    let server = builder(&["a"]).build().unwrap();
    let expected = "the tools of the server cannot be changed:\n- its tools are fixed, and clients have been told so: write `.tools_may_change()` before `.build()`";
    let errors = [
        server.add(named("b")).unwrap_err(),
        server.remove("a").unwrap_err(),
        server.remove("none").unwrap_err(),
        server.change().apply().unwrap_err(),
        server.change().tool::<count>().apply().unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.to_string(), expected);
        assert_eq!(haft::Error::from(error).to_string(), expected);
    }
    assert_eq!(names(&page(&server, None, false)), ["a"]);
}

#[test]
fn a_call_in_flight_ends_with_the_tool_that_it_began_with() {
    /// Tells of its end.
    struct State(Arc<AtomicBool>);
    impl Drop for State {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let gone = Arc::new(AtomicBool::new(false));
    let state = State(Arc::clone(&gone));
    let (begun, begins) = channel();
    let (open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let server = changing(&[]);
    let schema = json!({"type": "object"});
    let slow = Tool::new("slow", "Wait.", schema, move |_: Map, _| {
        begun.send(()).unwrap();
        gate.lock().unwrap().recv().unwrap();
        if state.0.load(Ordering::Relaxed) {
            "gone"
        } else {
            "old"
        }
    });
    server.add(slow).unwrap();
    let calling = thread::spawn({
        let server = server.clone();
        move || call(&server, "slow", "{}")
    });
    begins.recv().unwrap();
    let replaced = server.change().remove("slow").row(named("slow"));
    replaced.apply().unwrap();
    assert_eq!(text(&call(&server, "slow", "{}")), "slow");
    assert!(!gone.load(Ordering::Relaxed));
    open.send(()).unwrap();
    assert_eq!(text(&calling.join().unwrap()), "old");
    assert!(gone.load(Ordering::Relaxed));
}

#[test]
fn nobody_sees_a_part_of_a_change() {
    let server = changing(&["x"]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..500 {
                let added = ["a", "b", "c"].map(named).into_iter();
                let change = added.fold(server.change(), haft::Change::row);
                change.remove("x").apply().unwrap();
                let removed = ["a", "b", "c"].into_iter();
                let change = removed.fold(server.change(), haft::Change::remove);
                change.row(named("x")).apply().unwrap();
            }
            done.store(true, Ordering::Relaxed);
        });
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let list = page(&server, None, true);
                    let names = names(&list);
                    assert!(names == ["x"] || names == ["a", "b", "c"], "{names:?}");
                    let called = call(&server, "a", "{}");
                    assert!(
                        called["error"]["code"] == -32602 || text(&called) == "a",
                        "{called}"
                    );
                }
            });
        }
    });
}

#[test]
fn changes_at_once_are_made_one_after_the_other() {
    let server = changing(&[]);
    let added = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let one = server.add(named("one")).is_ok();
                added.fetch_add(usize::from(one), Ordering::Relaxed);
            });
        }
    });
    assert_eq!(added.into_inner(), 1);
    assert_eq!(names(&page(&server, None, false)), ["one"]);
}

#[test]
fn who_cannot_be_told_is_not_told_that_the_list_may_change() {
    // One message at a time, there is no stream on which to tell.
    let server = changing(&["a"]);
    let initialize = haft_tests::connection::initialize("2025-11-25").to_string();
    for server in [&server, &builder(&[]).build().unwrap()] {
        let answer = answer(server, &initialize);
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
        let answer = haft_tests::ask_modern(server, "server/discover");
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    }
    let messages = answers(&server, listen("1", r#"{"toolsListChanged":true}"#));
    let [acknowledged, finished] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    assert_eq!(json(acknowledged), acknowledgement(&json!(1), false));
    assert_eq!(json(finished), finish(&json!(1), "lists"));
}

fn cancelled(id: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"_meta": {ID: id}, "requestId": id, "reason": "the server ends"},
    })
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_changing");
const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

fn open(arguments: &[&str]) -> Connection {
    Connection::open_with(PROGRAM, arguments)
}

/// A call that changes the tools; lists of names as JSON text.
fn change(id: u64, remove: &str, add: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"change","arguments":{{"remove":{remove},"add":{add}}}}}}}"#
    )
}

/// Has the tools changed, and returns the messages that came before the answer.
fn have_changed(connection: &mut Connection, remove: &str, add: &str) -> Vec<Value> {
    connection.send(&change(900, remove, add));
    let mut before = Vec::new();
    loop {
        let message = json(&connection.receive());
        if message["id"] == 900 {
            assert_eq!(text(&message), "ok");
            return before;
        }
        before.push(message);
    }
}

/// Nothing but the answer comes after what has been read.
fn is_quiet(connection: &mut Connection) {
    let answer = connection.ask(r#"{"jsonrpc":"2.0","id":"quiet","method":"ping"}"#);
    assert_eq!(answer["id"], "quiet", "{answer}");
}

#[test]
fn after_a_handshake_the_client_is_told_once_it_is_ready_and_of_each_change() {
    for revision in &REVISIONS[..4] {
        let mut connection = open(&["may-change"]);
        // Who has not said a word is told nothing.
        assert!(have_changed(&mut connection, "[]", r#"["early"]"#).is_empty());
        let answer = connection.ask(&haft_tests::connection::initialize(revision).to_string());
        let capabilities = &answer["result"]["capabilities"];
        assert_eq!(capabilities, &json!({"tools": {"listChanged": true}}));
        assert!(have_changed(&mut connection, "[]", r#"["a"]"#).is_empty());
        assert!(have_changed(&mut connection, "[]", r#"["b"]"#).is_empty());
        connection.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert_eq!(connection.receive(), CHANGED);
        is_quiet(&mut connection);
        // Of what a call changes the client knows before it is answered.
        for _ in 0..3 {
            assert_eq!(
                have_changed(&mut connection, r#"["a","b"]"#, r#"["c"]"#),
                [json(CHANGED)]
            );
            assert_eq!(
                have_changed(&mut connection, r#"["c"]"#, r#"["a","b"]"#),
                [json(CHANGED)]
            );
        }
        assert!(have_changed(&mut connection, "[]", "[]").is_empty());
        let list = connection.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
        assert_eq!(names(&list), ["change", "nap", "pend", "early", "a", "b"]);
        is_quiet(&mut connection);
        let answer = connection.ask(&change(1, "[]", r#"["a"]"#));
        assert_eq!(answer["result"]["isError"], true);
        is_quiet(&mut connection);
    }
}

#[test]
fn a_server_of_fixed_tools_says_so_and_tells_nothing() {
    let mut connection = open(&[]);
    let initialize = haft_tests::connection::initialize("2025-11-25").to_string();
    let answer = connection.ask(&initialize);
    assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    let answer = connection.ask(&change(1, "[]", r#"["a"]"#));
    assert!(text(&answer).contains(".tools_may_change()"), "{answer}");
    // A subscription is open all the same, to nothing.
    let answer = connection.ask(&listen("7", TOOLS));
    assert_eq!(answer, acknowledgement(&json!(7), false));
    is_quiet(&mut connection);
    connection.end();
    assert_eq!(json(&connection.receive()), cancelled(&json!(7)));
    assert_eq!(json(&connection.receive()), finish(&json!(7), "changing"));
    assert_eq!(connection.receive_end(), Some(0));
}

#[test]
fn without_a_handshake_those_are_told_who_have_asked_for_it() {
    let mut connection = open(&["may-change"]);
    let discover = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{"_meta":{MODERN}}}}}"#
    );
    let answer = connection.ask(&discover);
    let capabilities = &answer["result"]["capabilities"];
    assert_eq!(capabilities, &json!({"tools": {"listChanged": true}}));
    assert!(have_changed(&mut connection, "[]", r#"["a"]"#).is_empty());
    let ids = [
        "1",
        "\"1\"",
        r#""\u0061\"\n""#,
        "-5",
        "18446744073709551616",
    ];
    for id in ids {
        connection.send(&listen(id, TOOLS));
        let expected = acknowledgement(&json(id), true).to_string();
        // Each digit of a number and each escape of a text is as it was sent.
        let received = connection.receive();
        assert!(received.contains(&format!("\"{ID}\":{id}")), "{received}");
        assert_eq!(json(&received).to_string(), expected);
    }
    // Others are not told, whatever else they ask for.
    let filters = [
        "{}",
        r#"{"toolsListChanged":false}"#,
        r#"{"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["a:b"],"x":[{}]}"#,
    ];
    for (filter, id) in filters.into_iter().zip(100..) {
        let answer = connection.ask(&listen(&id.to_string(), filter));
        assert_eq!(answer, acknowledgement(&json!(id), false));
    }
    let everyone: Vec<Value> = ids.iter().map(|id| changed(&json(id))).collect();
    assert_eq!(have_changed(&mut connection, "[]", r#"["b"]"#), everyone);
    assert_eq!(have_changed(&mut connection, r#"["b"]"#, "[]"), everyone);
    // A number is not the text of it.
    let cancel = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        )
    };
    connection.send(&cancel("\"1\""));
    connection.send(&cancel("-5"));
    connection.send(&cancel("12"));
    let left: Vec<Value> = [0, 2, 4].map(|at| changed(&json(ids[at]))).into();
    assert_eq!(have_changed(&mut connection, "[]", r#"["b"]"#), left);
    // An id is free again.
    let answer = connection.ask(&listen("-5", TOOLS));
    assert_eq!(answer, acknowledgement(&json!(-5), true));
    // One that is not takes the place of what it stood for.
    let answer = connection.ask(&listen("1", "{}"));
    assert_eq!(answer, acknowledgement(&json!(1), false));
    let left: Vec<Value> = [2, 4, 3].map(|at| changed(&json(ids[at]))).into();
    assert_eq!(have_changed(&mut connection, r#"["b"]"#, "[]"), left);
}

#[test]
fn a_subscription_that_is_no_good_is_refused() {
    let mut connection = open(&["may-change"]);
    let long = "x".repeat(1024);
    let rows = [
        (
            "1",
            "7",
            -32602,
            "Invalid params: `notifications` must be an object such as {\"toolsListChanged\": true}",
        ),
        (
            "1",
            "null",
            -32602,
            "Invalid params: `notifications` must be an object such as {\"toolsListChanged\": true}",
        ),
        (
            "1",
            r#"{"toolsListChanged":1}"#,
            -32602,
            "Invalid params: `notifications.toolsListChanged` must be a boolean",
        ),
        (
            "1",
            r#"{"toolsListChanged":null}"#,
            -32602,
            "Invalid params: `notifications.toolsListChanged` must be a boolean",
        ),
        (
            "1",
            r#"{"toolsListChanged":true,"toolsListChanged":true}"#,
            -32602,
            "Invalid params: `notifications.toolsListChanged` stands twice; send it once",
        ),
        (
            "1",
            r#"{},"notifications":{}"#,
            -32602,
            "Invalid params: `notifications` stands twice in `params`; send it once",
        ),
        (
            &format!("\"{long}\""),
            TOOLS,
            -32600,
            "Invalid Request: the id of a subscription stands in each of its messages and must be no longer than 1024 bytes",
        ),
    ];
    for (id, filter, code, message) in rows {
        let answer = connection.ask(&listen(id, filter));
        assert_eq!(error(&answer), (code, message));
        assert_eq!(answer["id"], json(id));
    }
    let missing = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"_meta":{MODERN}}}}}"#
    );
    let answer = connection.ask(&missing);
    let expected = "Invalid params: `notifications` is missing; send an object such as {\"toolsListChanged\": true}";
    assert_eq!(error(&answer), (-32602, expected));
    // The revisions before know no such thing.
    let answer = connection.ask(&listen("1", TOOLS).replace(&format!(",\"_meta\":{MODERN}"), ""));
    assert_eq!(error(&answer), (-32601, "Method not found"));
    // As a notification it asks for no answer, and gets none.
    connection.send(&listen("1", TOOLS).replace("\"id\":1,", ""));
    is_quiet(&mut connection);
    assert!(have_changed(&mut connection, "[]", r#"["a"]"#).is_empty());
}

#[test]
fn subscriptions_have_a_limit_of_their_own_and_leave_that_of_calls_alone() {
    let mut connection = open(&["may-change", "subscriptions=100"]);
    for id in 0..100 {
        let answer = connection.ask(&listen(&id.to_string(), TOOLS));
        assert_eq!(answer, acknowledgement(&json!(id), true));
    }
    let full = "Internal error: 100 subscriptions are open, the most that this server allows; end one that is not needed, or try again later";
    assert_eq!(
        error(&connection.ask(&listen("100", TOOLS))),
        (-32603, full)
    );
    // More of them than there may be calls in flight, of which one is taken.
    connection.send(r#"{"jsonrpc":"2.0","id":500,"method":"tools/call","params":{"name":"pend"}}"#);
    let told = have_changed(&mut connection, "[]", r#"["a"]"#);
    let expected: Vec<Value> = (0..100).map(|id| changed(&json!(id))).collect();
    assert_eq!(told, expected);
    connection
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":42}}"#);
    let answer = connection.ask(&listen("100", TOOLS));
    assert_eq!(answer, acknowledgement(&json!(100), true));
    connection.end();
    let mut ended = BTreeSet::new();
    for _ in 0..100 {
        let cancel = json(&connection.receive());
        let id = cancel["params"]["requestId"].clone();
        assert_eq!(cancel, cancelled(&id));
        assert_eq!(json(&connection.receive()), finish(&id, "changing"));
        assert!(ended.insert(id.as_u64().unwrap()));
    }
    assert_eq!(ended, (0..=100).filter(|id| *id != 42).collect());
}

#[test]
fn both_eras_are_told_on_one_connection() {
    let mut connection = open(&["may-change"]);
    connection.ask(&haft_tests::connection::initialize("2025-06-18").to_string());
    connection.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    connection.ask(&listen("\"s\"", TOOLS));
    let both = [json(CHANGED), changed(&json!("s"))];
    assert_eq!(have_changed(&mut connection, "[]", r#"["a"]"#), both);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_subscriptions_while_calls_still_run() {
    let mut connection = open(&["may-change"]);
    connection.ask(&listen("1", TOOLS));
    connection.send(
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nap","arguments":{"milliseconds":500}}}"#,
    );
    is_quiet(&mut connection);
    connection.signal("-TERM");
    assert_eq!(json(&connection.receive()), cancelled(&json!(1)));
    assert_eq!(json(&connection.receive()), finish(&json!(1), "changing"));
    assert_eq!(json(&connection.receive())["id"], 2);
    assert_eq!(connection.receive_end(), Some(0));
}

#[test]
fn what_is_told_is_what_the_protocol_defines() {
    let Some(folder) = schemas() else { return };
    for revision in REVISIONS {
        let protocol = Protocol::read(&folder, revision);
        let stateless = revision == "2026-07-28";
        let mut connection = open(&["may-change"]);
        if stateless {
            let request = listen("\"a\"", TOOLS);
            protocol.judge("SubscriptionsListenRequest", &json(&request));
            let answer = connection.ask(&request);
            protocol.judge("SubscriptionsAcknowledgedNotification", &answer);
            protocol.judge("ServerNotification", &answer);
            protocol.judge_response("subscriptions/listen", &connection.ask(&listen("2", "[]")));
        } else {
            let initialize = haft_tests::connection::initialize(revision).to_string();
            protocol.judge_response("initialize", &connection.ask(&initialize));
            connection.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        }
        let told = have_changed(&mut connection, "[]", r#"["a"]"#);
        assert_eq!(told.len(), 1);
        protocol.judge("ToolListChangedNotification", &told[0]);
        protocol.judge("ServerNotification", &told[0]);
        if stateless {
            connection.end();
            let cancel = json(&connection.receive());
            protocol.judge("CancelledNotification", &cancel);
            protocol.judge_response("subscriptions/listen", &json(&connection.receive()));
        }
        let server = builder(&["a", "b"]).page_size(1).build().unwrap();
        let first = page(&server, None, stateless);
        protocol.judge_response("tools/list", &first);
        protocol.judge_response("tools/list", &page(&server, next(&first), stateless));
        protocol.judge_response("tools/list", &page(&server, Some("bogus"), stateless));
    }
}
