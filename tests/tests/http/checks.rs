//! What a request is refused for, with which status, in which order, and what is answered to those that are not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use haft::{Call, Map, Revision, Server, Tool, tools};
use serde_json::{Value, json};

use haft_tests::MODERN;

use crate::client::{Reply, Running, modern, modern_call, post, post_chunked, request};

/// How often each tool has run is part of what is asked.
struct Gallery(Arc<AtomicUsize>);

#[tools]
impl Gallery {
    /// Answer with the text.
    #[tool]
    fn echo(&self, text: &str) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        text.to_owned()
    }

    /// Say no.
    #[tool]
    fn fail(&self) -> Result<(), &'static str> {
        Err("no")
    }

    /// Name the revision and the client.
    #[tool]
    fn revision(&self, call: &Call) -> String {
        call.revision().to_string()
    }
}

/// A tool whose name needs the base64 form in a header would be `wörld`, which no tool can be: this one has a plain name.
fn mirrored() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "shard": {"type": "integer", "x-mcp-header": "Shard"},
            "dry": {"type": "boolean", "x-mcp-header": "Dry"},
            "place": {"type": "object", "properties": {"zone": {"type": "string", "x-mcp-header": "Zone"}}},
            "other": {"type": "string"}
        },
        "required": ["region"]
    });
    Tool::new(
        "route",
        "Answer with the arguments.",
        schema,
        |arguments: Map, _: Call| Value::Object(arguments).to_string(),
    )
}

fn gallery(runs: &Arc<AtomicUsize>) -> Server {
    Server::builder("gallery", "1.0.0")
        .tools(Gallery(Arc::clone(runs)))
        .row(mirrored())
        .row(
            Tool::new(
                "sampler",
                "Need a client that samples.",
                json!({"type": "object"}),
                |_: Map, _: Call| "ok",
            )
            .requires("sampling"),
        )
        .build()
        .unwrap()
}

static RUNS: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
static SERVER: LazyLock<Running> =
    LazyLock::new(|| Running::start(gallery(&RUNS).http_service().max_body(10_000)));

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const ECHO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}"#;

/// What is expected of an answer: its status, and the code of its error, or a text of its result.
#[derive(Clone, Copy)]
enum Expected {
    /// A JSON-RPC error with this code and `id: null`.
    Null(u16, i64),
    /// A JSON-RPC error with this code and `id: 1`.
    One(u16, i64),
    Good,
    /// No body at all.
    Accepted,
}
use Expected::{Accepted, Good, Null, One};

fn check(name: &str, reply: &Reply, expected: Expected) {
    let (status, code, id) = match expected {
        Null(status, code) => (status, code, Value::Null),
        One(status, code) => (status, code, 1.into()),
        Good => {
            assert_eq!(reply.status, 200, "{name}: {reply:?}");
            assert!(reply.json()["result"].is_object(), "{name}: {reply:?}");
            return;
        }
        Accepted => {
            assert_eq!((reply.status, reply.text()), (202, ""), "{name}: {reply:?}");
            return;
        }
    };
    let body = reply.json();
    assert_eq!(
        (reply.status, &body["error"]["code"], &body["id"]),
        (status, &json!(code), &id),
        "{name}: {body}"
    );
    assert!(
        body["error"]["message"]
            .as_str()
            .is_some_and(|text| !text.is_empty()),
        "{name}: {body}"
    );
}

/// Each row on a connection of its own, and again on one connection, on which each must leave the next one unharmed.
fn check_rows(rows: Vec<(&str, Vec<u8>, Expected)>) {
    let mut kept = SERVER.connect();
    for (name, request, expected) in rows {
        check(name, &SERVER.ask(&request), expected);
        kept.send(&request);
        let reply = kept.reply();
        check(name, &reply, expected);
        assert_eq!(reply.header("connection"), None, "{name}");
        kept.send(post(&[], PING));
        check(name, &kept.reply(), Good);
    }
}

#[test]
fn other_methods_are_refused_with_the_one_that_is_allowed() {
    for method in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"] {
        let reply = SERVER.ask(request(method, &[("Accept", "text/event-stream")], b""));
        check(method, &reply, Null(405, -32600));
        assert_eq!(reply.header("allow"), Some("POST"));
    }
    let mut connection = SERVER.connect();
    connection.send(request("HEAD", &[], b""));
    let head = connection.head();
    assert_eq!((head.status, head.header("allow")), (405, Some("POST")));
    connection.send(request("PUT", &[], ECHO.as_bytes()));
    assert_eq!(connection.reply().status, 405);
    connection.send(post(&[], PING));
    check("after HEAD and PUT", &connection.reply(), Good);
}

#[test]
fn media_types_are_parsed_not_compared() {
    let row = |name, value, expected| (name, post(&[("Content-Type", value)], PING), expected);
    check_rows(vec![
        row("with a charset", "application/json; charset=utf-8", Good),
        row("in capitals", "Application/JSON", Good),
        row("none", "", Null(415, -32600)),
        row(
            "in a parameter",
            "text/plain; x=application/json",
            Null(415, -32600),
        ),
        row("a longer one", "application/jsonp", Null(415, -32600)),
        row("a suffix", "application/json+ld", Null(415, -32600)),
        row("not one at all", "json", Null(415, -32600)),
        (
            "two of them",
            post(
                &[
                    ("Content-Type", "application/json"),
                    ("content-type", "text/plain"),
                ],
                PING,
            ),
            Null(415, -32600),
        ),
        (
            "compressed",
            post(&[("Content-Encoding", "gzip")], PING),
            Null(415, -32600),
        ),
        (
            "not compressed",
            post(&[("Content-Encoding", "identity")], PING),
            Good,
        ),
    ]);
}

#[test]
fn accept_is_read_as_http_says() {
    let json = [
        "",
        "*/*",
        "*/*;q=0.8",
        "application/*",
        "application/json",
        "APPLICATION/JSON",
        "application/json;q=0.1, text/html",
        "application/json, text/event-stream",
        "text/event-stream, application/json;q=0.5",
        "text/html, */*;q=0.1",
        "text/event-stream;q=0, */*",
        "text/html;level=1, application/json;q=1.0",
        "no media range",
    ];
    for accept in json {
        let reply = SERVER.ask(post(&[("Accept", accept)], PING));
        check(accept, &reply, Good);
    }
    for accept in [
        "text/event-stream",
        "text/*",
        "application/json;q=0, */*",
        "*/*, application/*;q=0",
    ] {
        let reply = SERVER.ask(post(&[("Accept", accept)], PING));
        assert_eq!(reply.status, 200, "{accept}");
        let events = reply.events();
        assert_eq!(events, [json!({"jsonrpc": "2.0", "id": 1, "result": {}})]);
        // An error that has a status keeps it.
        let reply = SERVER.ask(post(&[("Accept", accept)], "{"));
        check(accept, &reply, Null(400, -32700));
    }
    let refused = [
        "text/html",
        "application/jsonp",
        "*/*;q=0",
        "application/json;q=0, text/event-stream;q=0.0",
        "image/*, text/html;q=0.9",
    ];
    check_rows(
        refused
            .map(|accept| {
                let request = post(&[("Accept", accept)], PING);
                (accept, request, Null(406, -32600))
            })
            .into(),
    );
    let two = post(
        &[("Accept", "text/html"), ("accept", "application/json")],
        PING,
    );
    check("two headers are one list", &SERVER.ask(two), Good);
}

#[test]
fn bytes_that_are_no_request_are_refused_with_a_body() {
    let row = |name, body: &str, expected| (name, post(&[], body), expected);
    check_rows(vec![
        row("not JSON", "{", Null(400, -32700)),
        row("empty", "", Null(400, -32700)),
        (
            "not UTF-8",
            post(&[], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"),
            Null(400, -32700),
        ),
        row("a byte order mark", &format!("\u{feff}{PING}"), Good),
        row("two values", &format!("{PING}{PING}"), Null(400, -32700)),
        row("a batch", &format!("[{PING},{PING}]"), Null(400, -32600)),
        row("an empty batch", "[]", Null(400, -32600)),
        row("a string", "\"ping\"", Null(400, -32600)),
        row("null", "null", Null(400, -32600)),
        row(
            "id null",
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            Null(400, -32600),
        ),
        row(
            "a fraction as id",
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            Null(400, -32600),
        ),
        row(
            "no version",
            r#"{"id":1,"method":"ping"}"#,
            One(400, -32600),
        ),
        row("no method", r#"{"jsonrpc":"2.0","id":1}"#, One(400, -32600)),
        row(
            "an array as params",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            One(400, -32602),
        ),
        row(
            "null as params",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}"#,
            One(400, -32602),
        ),
    ]);
}

#[test]
fn what_wants_no_answer_is_accepted_with_none() {
    let runs = Arc::new(AtomicUsize::new(0));
    let server = Running::start(gallery(&runs).http_service());
    let row = |body: &str, headers: &[(&str, &str)]| (post(headers, body), body.to_owned());
    let call = r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}"#;
    for (request, name) in [
        row(
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            &[],
        ),
        row(r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#, &[]),
        row(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            &[("MCP-Protocol-Version", "2026-07-28")],
        ),
        row(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#, &[]),
        row(
            r#"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":""}}"#,
            &[("MCP-Protocol-Version", "2025-11-25")],
        ),
        row(call, &[]),
        row(
            call,
            &[
                ("MCP-Protocol-Version", "2026-07-28"),
                ("Accept", "text/event-stream"),
            ],
        ),
    ] {
        check(&name, &server.ask(request), Accepted);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    let response = post(
        &[("MCP-Protocol-Version", "2026-07-28")],
        r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
    );
    check("a response", &server.ask(response), Null(400, -32600));
}

#[test]
fn each_check_comes_before_the_next() {
    let list = |meta: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{meta}}}}}"#)
    };
    let version = |version: &str| MODERN.replace("2026-07-28", version);
    let bare = |method: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
    let with_meta = |method: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{MODERN}}}}}"#)
    };
    let params = |params: &str| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}"_meta":{MODERN}}}}}"#
        );
        modern("tools/call", "", &[], &body)
    };
    let everything_wrong = post(
        &[
            ("Host", "evil.example"),
            ("Content-Type", "text/plain"),
            ("Accept", "text/html"),
        ],
        "{",
    );
    check_rows(vec![
        (
            "the host before the rest",
            everything_wrong,
            Null(403, -32600),
        ),
        (
            "7: no `_meta`, though the header names the revision",
            modern("tools/list", "", &[], &bare("tools/list")),
            One(400, -32602),
        ),
        (
            "7: no revision in `_meta`",
            modern(
                "tools/list",
                "",
                &[],
                &list(r#"{"io.modelcontextprotocol/clientCapabilities":{}}"#),
            ),
            One(400, -32602),
        ),
        (
            "7: no capabilities in `_meta`",
            modern(
                "tools/list",
                "",
                &[("MCP-Protocol-Version", "2025-11-25")],
                &list(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#),
            ),
            One(400, -32602),
        ),
        (
            "7: `server/discover` without `_meta`",
            post(&[], bare("server/discover")),
            One(400, -32602),
        ),
        (
            "8: the header says another revision",
            modern("tools/list", "", &[], &list(&version("v999.0.0"))),
            One(400, -32020),
        ),
        (
            "8: an older revision in the body",
            modern("tools/list", "", &[], &list(&version("2025-11-25"))),
            One(400, -32020),
        ),
        (
            "8: an older revision in the header",
            modern(
                "tools/list",
                "",
                &[("MCP-Protocol-Version", "2025-11-25")],
                &list(MODERN),
            ),
            One(400, -32020),
        ),
        (
            "8: no such header",
            modern(
                "tools/list",
                "",
                &[("MCP-Protocol-Version", "")],
                &list(MODERN),
            ),
            One(400, -32020),
        ),
        (
            "8: the header twice",
            modern(
                "tools/list",
                "",
                &[
                    ("MCP-Protocol-Version", "2026-07-28"),
                    ("mcp-protocol-version", "2026-07-28"),
                ],
                &list(MODERN),
            ),
            One(400, -32020),
        ),
        (
            "9: a revision that is not served",
            modern(
                "nonsense",
                "",
                &[("MCP-Protocol-Version", "v999.0.0")],
                &list(&version("v999.0.0")),
            ),
            One(400, -32022),
        ),
        (
            "10: no Mcp-Method",
            modern("", "", &[], &list(MODERN)),
            One(400, -32020),
        ),
        (
            "10: another Mcp-Method",
            modern("tools/call", "", &[], &list(MODERN)),
            One(400, -32020),
        ),
        (
            "10: Mcp-Method in capitals",
            modern("TOOLS/LIST", "", &[], &list(MODERN)),
            One(400, -32020),
        ),
        (
            "10: Mcp-Method before the method",
            modern("tools/list", "", &[], &with_meta("nonsense")),
            One(400, -32020),
        ),
        (
            "10: Mcp-Method twice",
            modern(
                "tools/list",
                "",
                &[("MCP-METHOD", "tools/list"), ("mcp-method", "tools/list")],
                &list(MODERN),
            ),
            One(400, -32020),
        ),
        (
            "10: no Mcp-Name",
            modern_call("echo", r#"{"text":"hi"}"#, &[("Mcp-Name", "")]),
            One(400, -32020),
        ),
        (
            "10: another Mcp-Name",
            modern_call("echo", r#"{"text":"hi"}"#, &[("Mcp-Name", "fail")]),
            One(400, -32020),
        ),
        (
            "10: Mcp-Name before the tool",
            modern_call("nonsense", "{}", &[("Mcp-Name", "echo")]),
            One(400, -32020),
        ),
        (
            "11: an unknown method",
            modern("nonsense", "", &[], &with_meta("nonsense")),
            One(404, -32601),
        ),
        (
            "11: a session does not matter any more",
            modern(
                "nonsense",
                "",
                &[("Mcp-Session-Id", "x")],
                &with_meta("nonsense"),
            ),
            One(404, -32601),
        ),
        (
            "12: no name",
            params(r#""arguments":{},"#),
            One(400, -32602),
        ),
        (
            "12: a number as name",
            params(r#""name":1,"#),
            One(400, -32602),
        ),
        (
            "12: an array as arguments",
            modern_call("echo", "[]", &[]),
            One(400, -32602),
        ),
        (
            "12: arguments before the tool",
            modern_call("nonsense", "[]", &[]),
            One(400, -32602),
        ),
        (
            "13: an unknown tool",
            modern_call("nonsense", "{}", &[]),
            One(200, -32602),
        ),
        (
            "14: Mcp-Param before the arguments",
            modern_call("route", r#"{"region":"eu"}"#, &[]),
            One(400, -32020),
        ),
        (
            "15: a capability that the client lacks",
            modern_call("sampler", "{}", &[]),
            One(400, -32021),
        ),
        (
            "16: wrong arguments",
            modern_call("echo", r#"{"text":1}"#, &[]),
            One(200, -32602),
        ),
        ("17", modern_call("echo", r#"{"text":"hi"}"#, &[]), Good),
        (
            "17: a tool that says no",
            modern_call("fail", "{}", &[]),
            Good,
        ),
    ]);
}

#[test]
fn removed_methods_are_gone_in_the_modern_shape_alone() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "prompts/list",
    ] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{MODERN}}}}}"#
        );
        let reply = SERVER.ask(modern(method, "", &[], &body));
        check(method, &reply, One(404, -32601));
        assert_eq!(reply.json()["error"]["data"]["method"], method);
    }
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let reply = SERVER.ask(post(&[], initialize));
    check("initialize", &reply, Good);
    assert_eq!(reply.json()["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(reply.header("mcp-session-id"), None);
}

#[test]
fn an_unknown_method_with_a_session_is_answered_where_its_client_reads() {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#;
    let session = ("Mcp-Session-Id", "made up");
    check_rows(vec![
        ("without a session", post(&[], body), One(404, -32601)),
        ("with one", post(&[session], body), One(200, -32601)),
        (
            "with one and a header",
            post(&[session, ("MCP-Protocol-Version", "2025-06-18")], body),
            One(200, -32601),
        ),
        ("a session that nobody began", post(&[session], ECHO), Good),
    ]);
}

#[test]
fn the_header_names_the_revision_of_a_request_that_does_not() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"revision"}}"#;
    let answered_in = |headers: &[(&str, &str)]| {
        let reply = SERVER.ask(post(headers, call));
        check("a revision", &reply, Good);
        haft_tests::text(&reply.json()).to_owned()
    };
    for revision in Revision::ALL.into_iter().filter(|one| !one.is_stateless()) {
        let header = ("MCP-Protocol-Version", revision.as_str());
        assert_eq!(answered_in(&[header]), revision.as_str());
    }
    assert_eq!(answered_in(&[]), "2025-03-26");
    for unknown in ["2020-01-01", "1.0", "v999.0.0"] {
        let reply = SERVER.ask(post(&[("MCP-Protocol-Version", unknown)], call));
        check(unknown, &reply, One(400, -32022));
        let data = &reply.json()["error"]["data"];
        assert_eq!(data["requested"], unknown);
        assert_eq!(
            data["supported"].as_array().map(Vec::len),
            Some(Revision::ALL.len())
        );
    }
    let modern = modern_call("revision", "{}", &[]);
    assert_eq!(haft_tests::text(&SERVER.ask(modern).json()), "2026-07-28");
}

#[test]
fn a_name_may_be_padded_or_in_base64() {
    let row = |name, value, expected| {
        let request = modern_call("echo", r#"{"text":"hi"}"#, &[("mcp-NAME", value)]);
        (name, request, expected)
    };
    check_rows(vec![
        row("padded", "  echo \t", Good),
        row("base64", "=?base64?ZWNobw==?=", Good),
        row("no padding", "=?base64?ZWNobw?=", One(400, -32020)),
        row("no base64", "=?base64?ZW*obw==?=", One(400, -32020)),
        row("no UTF-8", "=?base64?/w==?=", One(400, -32020)),
        row("half a marker", "=?base64?ZWNobw==", One(400, -32020)),
        row(
            "a marker in capitals",
            "=?BASE64?ZWNobw==?=",
            One(400, -32020),
        ),
        row("in capitals", "Echo", One(400, -32020)),
        row("twice in one", "echo, echo", One(400, -32020)),
        row("not ASCII", "ech\u{f6}", One(400, -32020)),
    ]);
}

#[test]
fn arguments_with_a_header_are_compared_with_it() {
    let row = |name, arguments: &str, headers: &[(&str, &str)], expected| {
        (name, modern_call("route", arguments, headers), expected)
    };
    let region = ("Mcp-Param-Region", "eu");
    check_rows(vec![
        row("equal", r#"{"region":"eu"}"#, &[region], Good),
        row("escaped", r#"{"region":"\u0065u"}"#, &[region], Good),
        row(
            "in any case",
            r#"{"region":"eu"}"#,
            &[("MCP-PARAM-REGION", "eu")],
            Good,
        ),
        row("another", r#"{"region":"us"}"#, &[region], One(400, -32020)),
        row("missing", r#"{"region":"eu"}"#, &[], One(400, -32020)),
        row(
            "twice",
            r#"{"region":"eu"}"#,
            &[region, ("mcp-param-region", "eu")],
            One(400, -32020),
        ),
        row(
            "in base64",
            r#"{"region":"Zür"}"#,
            &[("Mcp-Param-Region", "=?base64?WsO8cg==?=")],
            Good,
        ),
        row(
            "a value that looks like base64",
            r#"{"region":"=?base64?x?="}"#,
            &[("Mcp-Param-Region", "=?base64?PT9iYXNlNjQ/eD89?=")],
            Good,
        ),
        row(
            "bad base64",
            r#"{"region":"x"}"#,
            &[("Mcp-Param-Region", "=?base64?x?=")],
            One(400, -32020),
        ),
        row("null needs none", r#"{"region":null}"#, &[], Good),
        row("absent needs none", "{}", &[], Good),
        row("absent wants none", "{}", &[region], One(400, -32020)),
        row("no header of that name", r#"{"other":"x"}"#, &[], Good),
        row(
            "an integer",
            r#"{"shard":7}"#,
            &[("Mcp-Param-Shard", "7")],
            Good,
        ),
        row(
            "by value",
            r#"{"shard":7.0}"#,
            &[("Mcp-Param-Shard", "7")],
            Good,
        ),
        row(
            "by value too",
            r#"{"shard":7}"#,
            &[("Mcp-Param-Shard", "7.0")],
            Good,
        ),
        row(
            "another integer",
            r#"{"shard":7}"#,
            &[("Mcp-Param-Shard", "8")],
            One(400, -32020),
        ),
        row(
            "no number",
            r#"{"shard":7}"#,
            &[("Mcp-Param-Shard", "seven")],
            One(400, -32020),
        ),
        row(
            "beyond what is exact",
            r#"{"shard":9007199254740993}"#,
            &[("Mcp-Param-Shard", "9007199254740993")],
            One(400, -32020),
        ),
        row(
            "a boolean",
            r#"{"dry":true}"#,
            &[("Mcp-Param-Dry", "true")],
            Good,
        ),
        row(
            "another boolean",
            r#"{"dry":true}"#,
            &[("Mcp-Param-Dry", "True")],
            One(400, -32020),
        ),
        row(
            "deeper",
            r#"{"place":{"zone":"a"}}"#,
            &[("Mcp-Param-Zone", "a")],
            Good,
        ),
        row(
            "deeper, missing",
            r#"{"place":{"zone":"a"}}"#,
            &[],
            One(400, -32020),
        ),
    ]);
    // Older clients have no such headers.
    let legacy = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"route","arguments":{"region":"eu"}}}"#;
    check("legacy", &SERVER.ask(post(&[], legacy)), Good);
}

#[test]
fn a_schema_with_headers_that_no_client_would_accept_is_not_built() {
    let problems = |properties: Value| {
        let schema = json!({"type": "object", "properties": properties});
        let tool = Tool::new("t", "A tool.", schema, |_: Map, _: Call| "ok");
        let built = Server::builder("s", "1").row(tool).build();
        built
            .err()
            .map(|error| error.problems().join("\n"))
            .unwrap_or_default()
    };
    let one = |property: Value| problems(json!({"a": property}));
    assert_eq!(one(json!({"type": "string", "x-mcp-header": "A"})), "");
    for (property, named) in [
        (json!({"type": "string", "x-mcp-header": ""}), "`a`"),
        (
            json!({"type": "string", "x-mcp-header": "Two Words"}),
            "Two Words",
        ),
        (json!({"type": "string", "x-mcp-header": "ä"}), "ä"),
        (json!({"type": "string", "x-mcp-header": 7}), "7"),
        (json!({"type": "number", "x-mcp-header": "A"}), "`A`"),
        (json!({"type": "object", "x-mcp-header": "A"}), "`A`"),
        (json!({"x-mcp-header": "A"}), "`A`"),
        (
            json!({"type": "string", "writeOnly": true, "x-mcp-header": "A"}),
            "secret",
        ),
        (
            json!({"type": "integer", "maximum": 9_007_199_254_740_992_u64, "x-mcp-header": "A"}),
            "9007199254740991",
        ),
        (
            json!({"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}),
            "`A`",
        ),
    ] {
        let problem = one(property.clone());
        assert!(problem.contains(named), "{property}: {problem}");
        assert!(problem.starts_with("tool `t`: "), "{problem}");
    }
    let twice = problems(json!({
        "a": {"type": "string", "x-mcp-header": "Region"},
        "b": {"type": "string", "x-mcp-header": "REGION"},
    }));
    assert!(twice.contains("`a` and `b`"), "{twice}");
}

#[test]
fn size_is_counted_while_it_is_read() {
    let message = |length: usize| {
        let text = "x".repeat(length);
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
        )
    };
    let (small, large) = (message(9_000), message(12_000));
    let chunks: Vec<&[u8]> = large.as_bytes().chunks(1_000).collect();
    let small_chunks: Vec<&[u8]> = small.as_bytes().chunks(1_000).collect();
    check_rows(vec![
        ("small enough", post(&[], &small), Good),
        ("small enough in chunks", post_chunked(&small_chunks), Good),
        ("too large", post(&[], &large), Null(413, -32600)),
        (
            "too large in chunks",
            post_chunked(&chunks),
            Null(413, -32600),
        ),
    ]);
    // Far too large: not read, and the connection ends with the answer.
    let mut connection = SERVER.connect();
    connection.send(post(&[("Content-Length", "1000000000")], ""));
    let reply = connection.reply();
    check("announced", &reply, Null(413, -32600));
    assert_eq!(reply.header("connection"), Some("close"));
    assert!(connection.is_closed());
    // A client that asks first is told before it has sent anything.
    let mut connection = SERVER.connect();
    connection.send(post(
        &[("Content-Length", "12000"), ("Expect", "100-continue")],
        "",
    ));
    check("asked", &connection.reply(), Null(413, -32600));
    assert!(connection.is_closed());
}

#[test]
fn both_spellings_of_the_path_are_served_and_no_other() {
    let at = |path: &str| {
        let request = String::from_utf8(post(&[], PING)).unwrap();
        request.replacen("/mcp", path, 1)
    };
    for path in ["/mcp", "/mcp/", "/mcp?x=1"] {
        check(path, &SERVER.ask(at(path)), Good);
    }
    for path in [
        "/",
        "/mcp/x",
        "/mcpx",
        "/.well-known/oauth-protected-resource",
    ] {
        check(path, &SERVER.ask(at(path)), Null(404, -32600));
    }
}

#[test]
fn a_session_id_is_given_to_those_who_want_one() {
    let server = Running::start(gallery(&RUNS).http_service().session_ids());
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let id = || {
        let reply = server.ask(post(&[], initialize));
        let id = reply.header("mcp-session-id").unwrap().to_owned();
        assert!(!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_graphic()));
        id
    };
    assert_ne!(id(), id());
    assert_eq!(server.ask(post(&[], PING)).header("mcp-session-id"), None);
    let reply = server.ask(modern_call("fail", "{}", &[]));
    assert_eq!(reply.header("mcp-session-id"), None);
}
