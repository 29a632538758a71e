//! Every message that leaves the server, judged by the protocol's own JSON Schema of its revision.

mod protocol;

use haft::{ArgumentFaults, Server};
use haft_tests::connection::{Connection, initialize};
use haft_tests::{MODERN, answers, gallery, json};
use jsonschema::{Draft, Validator};
use protocol::{Protocol, schemas};
use serde_json::{Value, json};

const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// Methods with their params: what succeeds, what the tool refuses, what never reaches one.
const SCRIPT: &[(&str, &str)] = &[
    ("ping", "{}"),
    ("server/discover", "{}"),
    ("tools/list", "{}"),
    ("tools/list", r#"{"cursor":"bogus"}"#),
    ("none", "{}"),
    ("resources/list", "{}"),
    ("tools/call", r#"{"name":"add","arguments":{"a":1,"b":2}}"#),
    (
        "tools/call",
        r#"{"name":"add","arguments":{"a":9223372036854775807,"b":1}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"add","arguments":{"a":"1","c":2}}"#,
    ),
    ("tools/call", r#"{"name":"add","arguments":[1,2]}"#),
    ("tools/call", r#"{"name":"none","arguments":{}}"#),
    ("tools/call", r#"{"arguments":{}}"#),
    ("tools/call", r#"{"name":"decorated"}"#),
    (
        "tools/call",
        r#"{"name":"many","arguments":{"text":"","path":"","list":[1],"map":{},"while":1,"any":null}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"nested","arguments":{"tree":{"name":"a","children":[{"name":"b"}]}}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"nested","arguments":{"tree":{"name":"a","children":[{}]}}}"#,
    ),
    ("tools/call", r#"{"name":"nothing"}"#),
    ("tools/call", r#"{"name":"whoami"}"#),
    ("tools/call", r#"{"name":"point"}"#),
    (
        "tools/call",
        r#"{"name":"numbers","arguments":{"count":3}}"#,
    ),
    ("tools/call", r#"{"name":"maybe"}"#),
    ("tools/call", r#"{"name":"maybe","arguments":{"number":3}}"#),
    ("tools/call", r#"{"name":"tree"}"#),
    ("tools/call", r#"{"name":"forest"}"#),
    ("tools/call", r#"{"name":"media"}"#),
    ("tools/call", r#"{"name":"by_hand"}"#),
    ("tools/call", r#"{"name":"not_finite"}"#),
    ("tools/call", r#"{"name":"fail"}"#),
    ("tools/call", r#"{"name":"refuse"}"#),
    ("tools/call", r#"{"name":"panics"}"#),
    ("tools/call", r#"{"name":"panics_later"}"#),
    (
        "tools/call",
        r#"{"name":"fragile","arguments":{"text":"panic"}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"fragile","arguments":{"text":"fine"}}"#,
    ),
    ("tools/call", r#"{"name":"needy"}"#),
    ("tools/call", r#"{"name":"count","arguments":{"by":2}}"#),
    ("tools/call", r#"{"name":"count_later"}"#),
    ("tools/call", r#"{"name":"written","arguments":{"x":1}}"#),
    (
        "tools/call",
        r#"{"name":"written_structured","arguments":{"x":1}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"progress","_meta":{"progressToken":"p"}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"progress","_meta":{"progressToken":7}}"#,
    ),
    (
        "tools/call",
        r#"{"name":"progress","_meta":{"progressToken":7.5}}"#,
    ),
    ("tools/call", r#"{"name":"progress"}"#),
];

/// Lines that are no request, each answered by one error.
const BROKEN: &[&str] = &[
    "{not json",
    "[]",
    "7",
    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
];

/// The progress tool makes two reports when it is given a token.
fn reports(params: &str) -> usize {
    if params.contains("\"p\"") || params.contains("\"progressToken\":7}") {
        2
    } else {
        0
    }
}

/// Judges what a tool gave by the output schema that the same revision listed for it.
fn judge_structure(list: &Value, params: &str, response: &Value) {
    let name = &json(params)["name"];
    let tools = list["result"]["tools"].as_array().unwrap();
    let schema = tools
        .iter()
        .find(|tool| tool["name"] == *name)
        .and_then(|tool| tool.get("outputSchema"));
    let structure = response["result"].get("structuredContent");
    match (schema, structure) {
        (Some(schema), Some(structure)) => {
            let validator = Validator::options()
                .with_draft(Draft::Draft202012)
                .build(schema)
                .unwrap();
            assert!(
                validator.is_valid(structure),
                "{name}: {structure} is not {schema}"
            );
        }
        (Some(_), None) => {
            let failed = response["result"]["isError"] == true || response.get("error").is_some();
            assert!(failed, "{name} promised structure: {response}");
        }
        _ => {}
    }
}

/// Judges each listed schema by the meta-schema of its dialect.
fn judge_listed_schemas(list: &Value) {
    for tool in list["result"]["tools"].as_array().unwrap() {
        for key in ["inputSchema", "outputSchema"] {
            if let Some(schema) = tool.get(key) {
                jsonschema::draft202012::meta::validate(schema)
                    .unwrap_or_else(|error| panic!("{}: {error}", tool["name"]));
            }
        }
    }
}

/// Runs the script on a connection that agreed on a revision.
fn judge_connection(revision: &'static str) {
    let Some(folder) = schemas() else { return };
    let protocol = Protocol::read(&folder, revision);
    let mut connection = Connection::open(env!("CARGO_BIN_EXE_gallery"));
    let answer = connection.ask(&initialize(revision).to_string());
    assert_eq!(answer["result"]["protocolVersion"], revision);
    protocol.judge_response("initialize", &answer);
    let list = connection.ask(r#"{"jsonrpc":"2.0","id":"list","method":"tools/list"}"#);
    judge_listed_schemas(&list);
    for (id, (method, params)) in SCRIPT.iter().enumerate() {
        connection.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#
        ));
        for _ in 0..reports(params) {
            protocol.judge("ProgressNotification", &json(&connection.receive()));
        }
        let response = json(&connection.receive());
        assert_eq!(response["id"], id, "{method} {params}");
        protocol.judge_response(method, &response);
        if *method == "tools/call" {
            judge_structure(&list, params, &response);
        }
    }
    for line in BROKEN {
        protocol.judge_response("none", &connection.ask(line));
    }
}

#[test]
fn a_message_that_is_not_what_a_revision_defines_is_found() {
    let Some(folder) = schemas() else { return };
    let text = json!({"type": "text", "text": "a"});
    let rows = [
        ("CallToolResult", json!({"isError": false})),
        ("CallToolResult", json!({"content": [{"type": "text"}]})),
        ("CallToolResult", json!({"content": text})),
        ("ListToolsResult", json!({"tools": [{"name": "a"}]})),
        (
            "ListToolsResult",
            json!({"tools": [{"name": "a", "inputSchema": {"type": "array"}}]}),
        ),
        (
            "JSONRPCRequest",
            json!({"jsonrpc": "2.0", "id": null, "method": "a"}),
        ),
    ];
    for revision in REVISIONS {
        let protocol = Protocol::read(&folder, revision);
        for (name, message) in &rows {
            assert!(
                !protocol.problems(name, message).is_empty(),
                "{revision} {name}: {message}"
            );
        }
    }
    let modern = Protocol::read(&folder, "2026-07-28");
    assert!(
        !modern
            .problems("CallToolResult", &json!({"content": [text]}))
            .is_empty()
    );
    let older = Protocol::read(&folder, "2025-11-25");
    assert_eq!(
        older.problems("CallToolResult", &json!({"content": [text]})),
        Vec::<String>::new()
    );
}

#[test]
fn messages_of_2024_11_05_are_what_it_defines() {
    judge_connection("2024-11-05");
}

#[test]
fn messages_of_2025_03_26_are_what_it_defines() {
    judge_connection("2025-03-26");
}

#[test]
fn messages_of_2025_06_18_are_what_it_defines() {
    judge_connection("2025-06-18");
}

#[test]
fn messages_of_2025_11_25_are_what_it_defines() {
    judge_connection("2025-11-25");
}

/// Runs the script with no connection at all, in requests that stand on their own and in some that do not.
fn judge_stateless(server: &Server) {
    let Some(folder) = schemas() else { return };
    let protocol = Protocol::read(&folder, "2026-07-28");
    let list = haft_tests::ask_modern(server, "tools/list");
    judge_listed_schemas(&list);
    let unsupported = MODERN.replace("2026-07-28", "2027-01-01");
    let bare = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    for (method, params) in SCRIPT {
        for meta in [MODERN, &unsupported, bare] {
            let mut params = json(params);
            let members = params["_meta"].as_object().cloned().unwrap_or_default();
            params["_meta"] = json(meta);
            params["_meta"].as_object_mut().unwrap().extend(members);
            let params = params.to_string();
            let message =
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let answers = answers(server, &message);
            let (response, reports) = answers
                .split_last()
                .unwrap_or_else(|| panic!("no answer: {message}"));
            for report in reports {
                protocol.judge("ProgressNotification", &json(report));
            }
            let response = json(response);
            protocol.judge_response(method, &response);
            if *method == "tools/call" {
                judge_structure(&list, &params, &response);
            }
        }
    }
    for line in BROKEN {
        protocol.judge_response("none", &haft_tests::answer(server, line));
    }
}

#[test]
fn messages_of_2026_07_28_are_what_it_defines() {
    judge_stateless(&gallery::server().unwrap());
}

#[test]
fn messages_under_other_policies_are_what_2026_07_28_defines() {
    let builder = gallery::builder().argument_faults(ArgumentFaults::ToolError);
    judge_stateless(&builder.mask_errors().build().unwrap());
}
