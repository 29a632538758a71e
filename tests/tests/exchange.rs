//! A whole session as a course on MCP prints it: the messages of its client, the answers of its server.

use std::collections::BTreeMap;

use haft::message::{
    ErrorObject, ErrorResponse, METHOD_NOT_FOUND, Message, Notification, Request, Response,
};
use haft::{Server, tools};
use haft_tests::{answer, answers, json};
use serde_json::json;

/// Files by path.
struct Files(BTreeMap<&'static str, &'static str>);

#[tools]
impl Files {
    /// Read a UTF-8 text file by relative path.
    #[tool]
    fn read_file(&self, path: &str) -> Result<String, String> {
        let text = self.0.get(path);
        text.map(|text| (*text).to_owned())
            .ok_or_else(|| format!("Error: file '{path}' not found."))
    }
}

fn server() -> Server {
    let files = Files(BTreeMap::from([("notes.txt", "remember to buy milk")]));
    Server::builder("files-server", "0.3.1")
        .tools(files)
        .build()
        .unwrap()
}

const INITIALIZE: &str = r#"{ "jsonrpc": "2.0", "id": 1, "method": "initialize",
  "params": {
    "protocolVersion": "2025-11-25",
    "capabilities": { "sampling": {}, "roots": { "listChanged": true } },
    "clientInfo": { "name": "demo-host", "version": "1.0.0" }
  } }"#;
const INITIALIZED: &str = r#"{ "jsonrpc": "2.0", "method": "notifications/initialized" }"#;
const LIST: &str = r#"{ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }"#;
const CALL: &str = r#"{ "jsonrpc": "2.0", "id": 3, "method": "tools/call",
  "params": { "name": "read_file", "arguments": { "path": "notes.txt" } } }"#;

#[test]
fn the_printed_session_is_answered_as_printed_but_for_three_members() {
    let mut initialized = json(
        r#"{ "jsonrpc": "2.0", "id": 1,
  "result": {
    "protocolVersion": "2025-11-25",
    "capabilities": { "tools": { "listChanged": true }, "resources": {} },
    "serverInfo": { "name": "files-server", "version": "0.3.1" }
  } }"#,
    );
    let mut listed = json(
        r#"{ "jsonrpc": "2.0", "id": 2,
  "result": {
    "tools": [
      { "name": "read_file",
        "description": "Read a UTF-8 text file by relative path.",
        "inputSchema": {
          "type": "object",
          "properties": { "path": { "type": "string" } },
          "required": ["path"]
        } }
    ] } }"#,
    );
    let called = json(
        r#"{ "jsonrpc": "2.0", "id": 3,
  "result": {
    "content": [ { "type": "text", "text": "remember to buy milk" } ],
    "isError": false
  } }"#,
    );

    // There are no resources, the list never changes, and what the decoder refuses the schema refuses too.
    let capabilities = initialized["result"]["capabilities"]
        .as_object_mut()
        .unwrap();
    assert!(capabilities.shift_remove("resources").is_some());
    let tools = capabilities["tools"].as_object_mut().unwrap();
    assert!(tools.shift_remove("listChanged").is_some());
    listed["result"]["tools"][0]["inputSchema"]["additionalProperties"] = false.into();

    let server = server();
    assert_eq!(answer(&server, INITIALIZE), initialized);
    assert_eq!(answers(&server, INITIALIZED), Vec::<String>::new());
    assert_eq!(answer(&server, LIST), listed);
    assert_eq!(answer(&server, CALL), called);
}

#[test]
fn the_two_layers_of_failure_are_kept_apart() {
    let server = server();
    let rows = [
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"missing.txt"}}}"#,
            json!({"jsonrpc": "2.0", "id": 7, "result": {
                "content": [{"type": "text", "text": "Error: file 'missing.txt' not found."}],
                "isError": true,
            }}),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/cal","params":{}}"#,
            json!({"jsonrpc": "2.0", "id": 1, "error": {
                "code": -32601, "message": "Method not found", "data": {"method": "tools/cal"},
            }}),
        ),
    ];
    for (message, expected) in rows {
        assert_eq!(answer(&server, message), expected, "{message}");
    }
}

#[test]
fn the_milestone_exercise_is_written_with_the_message_types() {
    let initialize = Request::new(1, "initialize")
        .params(&json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"sampling": {}},
            "clientInfo": {"name": "demo-host", "version": "1.0.0"},
        }))
        .unwrap();
    let call = Request::new("c-3", "tools/call")
        .params(&json!({
            "name": "create_issue",
            "arguments": {"title": "Bug", "priority": "high"},
        }))
        .unwrap();
    let rejected = Response::new(
        "c-3",
        &json!({
            "content": [{"type": "text", "text": "The project is archived: it takes no new issues."}],
            "isError": true,
        }),
    )
    .unwrap();
    let unknown = ErrorResponse {
        id: Some(4.into()),
        error: ErrorObject::new(METHOD_NOT_FOUND, "Method not found")
            .data(&json!({"method": "tool/call"}))
            .unwrap(),
    };
    let rows = [
        (
            Message::Request(initialize),
            json!({
                "jsonrpc": "2.0", "id": 1, "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"sampling": {}},
                    "clientInfo": {"name": "demo-host", "version": "1.0.0"},
                },
            }),
        ),
        (
            Message::Request(Request::new(2, "tools/list")),
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        ),
        (
            Message::Request(call),
            json!({
                "jsonrpc": "2.0", "id": "c-3", "method": "tools/call",
                "params": {"name": "create_issue", "arguments": {"title": "Bug", "priority": "high"}},
            }),
        ),
        (
            Message::Response(rejected),
            json!({
                "jsonrpc": "2.0", "id": "c-3",
                "result": {
                    "content": [{"type": "text", "text": "The project is archived: it takes no new issues."}],
                    "isError": true,
                },
            }),
        ),
        (
            Message::ErrorResponse(unknown),
            json!({
                "jsonrpc": "2.0", "id": 4,
                "error": {"code": -32601, "message": "Method not found", "data": {"method": "tool/call"}},
            }),
        ),
        (
            Message::Notification(Notification::new("notifications/initialized")),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        ),
    ];
    for (message, expected) in rows {
        let written = message.encode();
        assert_eq!(json(&written), expected);
        assert_eq!(Message::decode(&written).unwrap().encode(), written);
    }
}

#[test]
fn the_printed_messages_are_read_as_the_shapes_they_are() {
    for text in [INITIALIZE, LIST, CALL] {
        let Ok(Message::Request(request)) = Message::decode(text) else {
            panic!("no request: {text}");
        };
        let printed = json(text);
        assert_eq!(request.id.to_string(), printed["id"].to_string());
        assert_eq!(request.method, printed["method"]);
        let params = request.params.map(|params| json(params.get()));
        assert_eq!(params, printed.get("params").cloned());
    }
    assert!(matches!(
        Message::decode(INITIALIZED),
        Ok(Message::Notification(_))
    ));
}
