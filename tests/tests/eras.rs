//! Five revisions on one endpoint: with a handshake and without one, each in its own words.

use haft::{Server, tool};
use haft_tests::connection::{Connection, initialize};
use haft_tests::{MODERN, answer, answers, ask_modern, call, call_modern, gallery, json, text};
use serde_json::{Value, json};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn server() -> Server {
    gallery::server().unwrap()
}

fn error(response: &Value) -> (i64, &str) {
    let error = &response["error"];
    let parts = error["code"].as_i64().zip(error["message"].as_str());
    parts.unwrap_or_else(|| panic!("no error: {response}"))
}

/// A request of revision 2026-07-28 with these members of `_meta`, as JSON text.
fn request(method: &str, meta: &[&str]) -> String {
    let meta = meta.join(",");
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{{meta}}}}}}}"#)
}

const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
const CAPABILITIES: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;

#[test]
fn a_handshake_agrees_on_the_revision_that_the_client_speaks() {
    let server = server();
    for revision in LEGACY {
        let mut server_info =
            json!({"name": "gallery", "title": "The gallery", "version": "1.2.3"});
        if revision < "2025-06-18" {
            server_info.as_object_mut().unwrap().shift_remove("title");
        }
        let expected = json!({
            "protocolVersion": revision,
            "capabilities": {"tools": {}},
            "serverInfo": server_info,
            "instructions": "One of everything.",
        });
        let answer = answer(&server, initialize(revision).to_string());
        assert_eq!(answer["result"], expected, "{revision}");
    }
}

#[test]
fn a_handshake_in_an_unknown_revision_is_answered_with_the_last_that_has_one() {
    let server = server();
    for revision in [
        "2099-01-01",
        "",
        "2026-07-28",
        "1",
        "2025-11-25 ",
        "latest",
        "2024-10-07",
    ] {
        let answer = answer(&server, initialize(revision).to_string());
        assert_eq!(
            answer["result"]["protocolVersion"], "2025-11-25",
            "{revision:?}"
        );
    }
}

#[test]
fn a_handshake_needs_a_revision_and_nothing_else() {
    let server = server();
    let ask = |params: &str| {
        answer(
            &server,
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize"{params}}}"#),
        )
    };
    for params in [
        "",
        r#","params":{}"#,
        r#","params":{"protocolVersion":null}"#,
        r#","params":{"protocolVersion":20251125}"#,
        r#","params":{"protocolVersion":["2025-11-25"]}"#,
        r#","params":{"capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#,
    ] {
        let expected = r#"Invalid params: `protocolVersion` must be a string such as "2025-11-25""#;
        assert_eq!(error(&ask(params)), (-32602, expected), "{params}");
    }
    for params in [
        r#"{"protocolVersion":"2024-11-05"}"#,
        r#"{"protocolVersion":"2024-11-05","clientInfo":{"name":"a"},"capabilities":null}"#,
        r#"{"protocolVersion":"2024-11-05","clientInfo":"a","capabilities":7,"x":[]}"#,
    ] {
        let answer = ask(&format!(r#","params":{params}"#));
        assert_eq!(
            answer["result"]["protocolVersion"], "2024-11-05",
            "{params}"
        );
    }
}

#[test]
fn a_server_without_title_and_instructions_does_not_mention_them() {
    let server = Server::builder("plain", "0").build().unwrap();
    let expected = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "plain", "version": "0"},
    });
    assert_eq!(
        answer(&server, initialize("2025-11-25").to_string())["result"],
        expected
    );
    assert_eq!(
        ask_modern(&server, "server/discover")["result"],
        json!({
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "ttlMs": 0,
            "cacheScope": "private",
            "resultType": "complete",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "plain", "version": "0"}},
        })
    );
    assert_eq!(
        ask_modern(&server, "tools/list")["result"]["tools"],
        json!([])
    );
}

#[test]
fn nothing_waits_for_a_handshake() {
    let mut connection = Connection::open(env!("CARGO_BIN_EXE_gallery"));
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    assert_eq!(
        connection.ask(ping),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}})
    );
    let list = connection.ask(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    assert_eq!(list["result"]["tools"][0]["name"], "add");

    connection.ask(&initialize("2025-06-18").to_string());
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"whoami"}}"#;
    assert_eq!(text(&connection.ask(call)), "whoami tests 2025-06-18 3");
    connection.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(text(&connection.ask(call)), "whoami tests 2025-06-18 3");
}

#[test]
fn both_eras_are_served_on_one_connection() {
    let mut connection = Connection::open_in(env!("CARGO_BIN_EXE_gallery"), "2024-11-05");
    let legacy = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami"}}"#;
    let client = r#""io.modelcontextprotocol/clientInfo":{"name":"modern","version":"1"}"#;
    let modern = |rest: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"whoami","_meta":{{{VERSION},{CAPABILITIES}{rest}}}}}}}"#
        )
    };
    assert_eq!(text(&connection.ask(legacy)), "whoami tests 2024-11-05 1");
    let answer = connection.ask(&modern(&format!(",{client}")));
    assert_eq!(text(&answer), "whoami modern 2026-07-28 1");
    assert_eq!(answer["result"]["resultType"], "complete");
    // A stateless request says itself who asks, or nobody does.
    assert_eq!(
        text(&connection.ask(&modern(""))),
        "whoami nobody 2026-07-28 1"
    );
    let answer = connection.ask(legacy);
    assert_eq!(text(&answer), "whoami tests 2024-11-05 1");
    assert_eq!(answer["result"].get("resultType"), None);

    // A second handshake on the same stream is a new beginning.
    connection.ask(&initialize("2025-11-25").to_string());
    assert_eq!(text(&connection.ask(legacy)), "whoami tests 2025-11-25 1");
}

#[test]
fn a_stateless_client_discovers_the_server() {
    let expected = json!({
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "One of everything.",
        "ttlMs": 60_000,
        "cacheScope": "public",
        "resultType": "complete",
        "_meta": {"io.modelcontextprotocol/serverInfo": {
            "name": "gallery", "title": "The gallery", "version": "1.2.3",
        }},
    });
    assert_eq!(ask_modern(&server(), "server/discover")["result"], expected);
}

#[test]
fn a_stateless_request_says_its_revision_and_capabilities() {
    let server = server();
    let rows: [(&[&str], &str); 6] = [
        (
            &[VERSION],
            r#"`params._meta["io.modelcontextprotocol/clientCapabilities"]` is missing; send an object, `{}` when there are none"#,
        ),
        (
            &[
                VERSION,
                r#""io.modelcontextprotocol/clientCapabilities":[]"#,
            ],
            r#"`params._meta["io.modelcontextprotocol/clientCapabilities"]` must be an object"#,
        ),
        (
            &[
                VERSION,
                r#""io.modelcontextprotocol/clientCapabilities":null"#,
            ],
            r#"`params._meta["io.modelcontextprotocol/clientCapabilities"]` must be an object"#,
        ),
        (
            &[
                r#""io.modelcontextprotocol/protocolVersion":20260728"#,
                CAPABILITIES,
            ],
            r#"`params._meta["io.modelcontextprotocol/protocolVersion"]` must be a string"#,
        ),
        (
            &[
                r#""io.modelcontextprotocol/protocolVersion":null"#,
                CAPABILITIES,
            ],
            r#"`params._meta["io.modelcontextprotocol/protocolVersion"]` must be a string"#,
        ),
        (
            &[VERSION, CAPABILITIES, CAPABILITIES],
            "a member stands twice in `_meta`; send it once",
        ),
    ];
    for (meta, why) in rows {
        for method in [
            "tools/list",
            "tools/call",
            "server/discover",
            "ping",
            "none",
        ] {
            let answer = answer(&server, request(method, meta));
            let expected = format!("Invalid params: {why}");
            assert_eq!(
                error(&answer),
                (-32602, expected.as_str()),
                "{method} {meta:?}"
            );
        }
    }
    let why = r#"Invalid params: `params._meta["io.modelcontextprotocol/protocolVersion"]` is missing; send the protocol revision, such as "2026-07-28""#;
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#.to_owned(),
        request("server/discover", &[CAPABILITIES]),
    ] {
        assert_eq!(
            error(&answer(&server, &message)),
            (-32602, why),
            "{message}"
        );
    }
    // Nobody has to say who asks.
    let answer = answer(&server, request("tools/list", &[VERSION, CAPABILITIES]));
    assert!(answer["result"]["tools"].is_array());
}

#[test]
fn a_revision_that_is_not_served_statelessly_is_refused_with_those_that_are() {
    let server = server();
    for requested in [
        "2025-11-25",
        "2024-11-05",
        "2099-01-01",
        "",
        "2026-07-28 ",
        "x\u{0}\"y",
    ] {
        let version = Value::from(requested);
        let version = format!(r#""io.modelcontextprotocol/protocolVersion":{version}"#);
        for method in [
            "tools/list",
            "tools/call",
            "server/discover",
            "initialize",
            "ping",
            "none",
        ] {
            let answer = answer(&server, request(method, &[&version, CAPABILITIES]));
            let expected = json!({
                "code": -32022,
                "message": "Unsupported protocol version: use 2026-07-28",
                "data": {"supported": ["2026-07-28"], "requested": requested},
            });
            assert_eq!(answer["error"], expected, "{method} {requested:?}");
        }
    }
    let long = format!(
        r#""io.modelcontextprotocol/protocolVersion":"{}""#,
        "9".repeat(100_000)
    );
    let answers = answers(&server, request("tools/list", &[&long, CAPABILITIES]));
    assert!(answers[0].len() < 400, "a long revision is not sent back");
}

#[test]
fn methods_that_the_stateless_revision_removed_are_not_found_in_it() {
    let server = server();
    for method in [
        "initialize",
        "ping",
        "notifications/initialized",
        "notifications/cancelled",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "resources/list",
    ] {
        let expected =
            json!({"code": -32601, "message": "Method not found", "data": {"method": method}});
        assert_eq!(ask_modern(&server, method)["error"], expected, "{method}");
    }
    let discover = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    assert!(answer(&server, discover)["result"].is_object());
}

/// A call of each tool of the gallery that succeeds or fails in a way of its own.
const CALLS: [(&str, &str); 14] = [
    ("add", r#"{"a":1,"b":2}"#),
    ("add", r#"{"a":9223372036854775807,"b":1}"#),
    ("nothing", "{}"),
    ("point", "{}"),
    ("numbers", r#"{"count":3}"#),
    ("maybe", "{}"),
    ("forest", "{}"),
    ("media", "{}"),
    ("by_hand", "{}"),
    ("not_finite", "{}"),
    ("refuse", "{}"),
    ("panics", "{}"),
    ("panics_later", "{}"),
    ("written_structured", r#"{"text":"a"}"#),
];

#[test]
fn every_result_of_the_stateless_revision_is_complete_and_names_the_server() {
    let server = server();
    let mut results = vec![
        ask_modern(&server, "server/discover"),
        ask_modern(&server, "tools/list"),
    ];
    results.extend(CALLS.map(|(tool, arguments)| call_modern(&server, tool, arguments)));
    let name = json!({"name": "gallery", "title": "The gallery", "version": "1.2.3"});
    for answer in results {
        let result = &answer["result"];
        assert_eq!(result["resultType"], "complete", "{answer}");
        assert_eq!(
            result["_meta"]["io.modelcontextprotocol/serverInfo"], name,
            "{answer}"
        );
    }
    // What the tool itself put into `_meta` stays there.
    let by_hand = call_modern(&server, "by_hand", "{}");
    assert_eq!(by_hand["result"]["_meta"]["example.com/key"], "value");
}

#[test]
fn no_answer_of_an_older_revision_has_a_member_of_the_stateless_one() {
    let server = server();
    let mut all = answers(&server, initialize("2025-11-25").to_string());
    all.extend(answers(
        &server,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    ));
    all.extend(answers(
        &server,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    ));
    all.extend(CALLS.map(|(tool, arguments)| call(&server, tool, arguments).to_string()));
    for answer in all {
        for member in [
            "resultType",
            "ttlMs",
            "cacheScope",
            "io.modelcontextprotocol",
        ] {
            assert!(!answer.contains(member), "{member}: {answer}");
        }
    }
}

/// The tools as `tools/list` shows them to a client of a revision.
fn listed(revision: &str) -> Vec<Value> {
    let answer = if revision == "2026-07-28" {
        ask_modern(&server(), "tools/list")
    } else {
        let mut connection = Connection::open_in(env!("CARGO_BIN_EXE_gallery"), revision);
        connection.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    };
    let members: Vec<&String> = answer["result"].as_object().unwrap().keys().collect();
    let expected: &[&str] = match revision {
        "2026-07-28" => &["tools", "ttlMs", "cacheScope", "resultType", "_meta"],
        _ => &["tools"],
    };
    assert_eq!(members, expected, "{revision}");
    answer["result"]["tools"].as_array().unwrap().clone()
}

#[test]
fn each_revision_lists_the_members_that_it_knows() {
    let mut decorated = json!({
        "name": "decorated",
        "title": "Decorated",
        "description": "Say everything that a tool can say about itself.",
        "icons": [{"src": "https://example.com/icon.png"}],
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
        "annotations": {
            "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
        },
        "_meta": {"level": 3, "kind": "sample"},
    });
    let removals: [(&str, &[&str]); 5] = [
        ("2026-07-28", &[]),
        ("2025-11-25", &[]),
        ("2025-06-18", &["icons"]),
        ("2025-03-26", &["title", "_meta"]),
        ("2024-11-05", &["annotations"]),
    ];
    for (revision, removed) in removals {
        for member in removed {
            decorated
                .as_object_mut()
                .unwrap()
                .shift_remove(*member)
                .unwrap();
        }
        let tools = listed(revision);
        let shown = tools
            .iter()
            .find(|tool| tool["name"] == "decorated")
            .unwrap();
        assert_eq!(*shown, decorated, "{revision}");
        assert_eq!(
            shown.to_string(),
            decorated.to_string(),
            "{revision}: the order of the members"
        );
    }
}

#[test]
fn output_schemas_are_listed_since_they_exist_and_wrapped_until_any_root_may_be() {
    let bare = json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}});
    let wrapped = json!({"type": "object", "properties": {"result": bare}, "required": ["result"]});
    let rows = [
        ("2024-11-05", None),
        ("2025-03-26", None),
        ("2025-06-18", Some(&wrapped)),
        ("2025-11-25", Some(&wrapped)),
        ("2026-07-28", Some(&bare)),
    ];
    for (revision, expected) in rows {
        let tools = listed(revision);
        let tool = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(tool("numbers").get("outputSchema"), expected, "{revision}");
        assert_eq!(
            tool("add").get("outputSchema"),
            None,
            "{revision}: text has no schema"
        );
        let point = tool("point").get("outputSchema");
        assert_eq!(point.is_some(), expected.is_some(), "{revision}");
        assert!(
            point.is_none_or(|schema| schema["type"] == "object"),
            "{revision}"
        );
    }
}

#[test]
fn content_that_a_revision_does_not_know_is_said_in_text() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"media"}}"#;
    let audio = "[audio of type audio/wav: this client's protocol revision has no audio]";
    let known = |revision: &str, since: &str, kind: &str| {
        if revision < since {
            "text".to_owned()
        } else {
            kind.to_owned()
        }
    };
    for revision in LEGACY {
        let mut connection = Connection::open_in(env!("CARGO_BIN_EXE_gallery"), revision);
        let content = connection.ask(call)["result"]["content"].clone();
        let kinds: Vec<&str> = content
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|block| block["type"].as_str())
            .collect();
        let expected = [
            "text".to_owned(),
            "image".to_owned(),
            known(revision, "2025-03-26", "audio"),
            "resource".to_owned(),
            "resource".to_owned(),
            known(revision, "2025-06-18", "resource_link"),
        ];
        assert_eq!(kinds, expected, "{revision}");
        if revision < "2025-03-26" {
            assert_eq!(content[2]["text"], audio, "{revision}");
        }
        if revision < "2025-06-18" {
            assert_eq!(content[5]["text"], "b.txt: file:///b.txt", "{revision}");
            assert_eq!(content[5].get("_meta"), None, "{revision}");
            assert_eq!(
                content[2]["annotations"].get("lastModified"),
                None,
                "{revision}"
            );
        } else {
            assert_eq!(
                content[5]["_meta"],
                json!({"example.com/key": 1}),
                "{revision}"
            );
            assert_eq!(
                content[2]["annotations"]["lastModified"], "2026-01-12T15:00:58Z",
                "{revision}"
            );
        }
    }
}

#[test]
fn structure_is_sent_since_it_exists_and_wrapped_until_any_root_may_be() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"numbers","arguments":{"count":2}}}"#;
    for revision in LEGACY {
        let mut connection = Connection::open_in(env!("CARGO_BIN_EXE_gallery"), revision);
        let answer = connection.ask(call);
        let expected = (revision >= "2025-06-18").then(|| json!({"result": [0, 1]}));
        assert_eq!(
            answer["result"].get("structuredContent"),
            expected.as_ref(),
            "{revision}"
        );
        assert_eq!(text(&answer), "2 numbers", "{revision}");
    }
    let modern = call_modern(&server(), "numbers", r#"{"count":2}"#);
    assert_eq!(modern["result"]["structuredContent"], json!([0, 1]));
}

#[test]
fn a_capability_that_a_tool_requires_is_asked_of_stateless_clients() {
    let server = server();
    let ask = |capabilities: &str| {
        answer(
            &server,
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"needy","_meta":{{{VERSION},"io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}}}"#
            ),
        )
    };
    let expected = json!({
        "code": -32021,
        "message": "Missing client capability: this tool needs a client that declares sampling",
        "data": {"requiredCapabilities": {"sampling": {}}},
    });
    assert_eq!(ask("{}")["error"], expected);
    assert_eq!(ask(r#"{"roots":{}}"#)["error"], expected);
    assert_eq!(text(&ask(r#"{"sampling":{}}"#)), "satisfied");
    assert_eq!(text(&call(&server, "needy", "{}")), "satisfied");
}

#[test]
fn a_list_without_a_known_cursor_is_refused() {
    let server = server();
    let unknown = "Invalid params: `cursor` is not one that this server gave; the list has a single page, omit it";
    let rows = [
        (r#""bogus""#, unknown),
        (r#""""#, unknown),
        ("1", "Invalid params: `cursor` must be a string"),
        ("null", "Invalid params: `cursor` must be a string"),
        ("{}", "Invalid params: `cursor` must be a string"),
    ];
    for (cursor, expected) in rows {
        for meta in [String::new(), format!(r#","_meta":{MODERN}"#)] {
            let message = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"cursor":{cursor}{meta}}}}}"#
            );
            assert_eq!(
                error(&answer(&server, &message)),
                (-32602, expected),
                "{message}"
            );
        }
    }
}

#[test]
fn the_list_has_one_page_of_all_tools_in_the_order_of_registration() {
    let names: Vec<Value> = listed("2026-07-28")
        .iter()
        .map(|tool| tool["name"].clone())
        .collect();
    assert_eq!(
        names,
        [
            "add",
            "decorated",
            "many",
            "nested",
            "nothing",
            "whoami",
            "point",
            "numbers",
            "maybe",
            "tree",
            "forest",
            "media",
            "by_hand",
            "not_finite",
            "fail",
            "refuse",
            "panics",
            "panics_later",
            "fragile",
            "count",
            "count_later",
            "progress",
            "needy",
            "written",
            "written_structured",
        ]
    );
    let list = answer(
        &server(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
    );
    assert_eq!(list["result"].get("nextCursor"), None);
}

#[test]
fn the_list_is_the_same_bytes_from_build_to_build_and_call_to_call() {
    let lists = || {
        let server = server();
        let messages = [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned(),
            request("tools/list", &[VERSION, CAPABILITIES]),
        ];
        let all = messages.map(|message| answers(&server, message));
        call(&server, "count", "{}");
        (server, all)
    };
    let (server, first) = lists();
    let (_, second) = lists();
    assert_eq!(first, second);
    let again = answers(
        &server,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":1}}"#,
    );
    assert_eq!(first[0], again);
}

#[test]
fn an_unknown_tool_is_named_in_short_with_a_likely_one() {
    /// Search the notes.
    #[tool]
    fn search_notes() {}

    let server = Server::builder("names", "1")
        .tool::<search_notes>()
        .build()
        .unwrap();
    let long = "x".repeat(100_000);
    let rows = [
        ("none", r#"Unknown tool: "none""#.to_owned()),
        ("", r#"Unknown tool: """#.to_owned()),
        (
            "search_note",
            r#"Unknown tool: "search_note" (did you mean "search_notes"?)"#.to_owned(),
        ),
        (
            "searchNotes",
            r#"Unknown tool: "searchNotes" (did you mean "search_notes"?)"#.to_owned(),
        ),
        (
            "SEARCH-NOTES",
            r#"Unknown tool: "SEARCH-NOTES" (did you mean "search_notes"?)"#.to_owned(),
        ),
        (
            "a\n\"b\"\u{1b}[31m",
            r#"Unknown tool: "a\n\"b\"\u001b[31m""#.to_owned(),
        ),
        (
            "a\u{7f}\u{85}\u{2028}b",
            r#"Unknown tool: "a\u007f\u0085\u2028b""#.to_owned(),
        ),
        (&long, format!(r#"Unknown tool: "{}…""#, "x".repeat(80))),
    ];
    for (name, expected) in rows {
        for answer in [
            call(&server, name, "{}"),
            call_modern(&server, name, r#"{"a":1}"#),
        ] {
            assert_eq!(error(&answer), (-32602, expected.as_str()));
        }
    }
}

#[test]
fn a_list_is_not_changed_by_who_asked_before() {
    let mut connection = Connection::open_in(env!("CARGO_BIN_EXE_gallery"), "2024-11-05");
    let modern = request("tools/list", &[VERSION, CAPABILITIES]);
    connection.send(&modern);
    assert_eq!(connection.receive(), answers(&server(), modern)[0]);
    connection.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    assert_eq!(
        json(&connection.receive())["result"]["tools"][1].get("annotations"),
        None
    );
}
