//! Days of users of other servers that went wrong, by their kind: what no other test here holds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use haft::{ArgumentFaults, Json, Server, Tool, ToolError, tool};
use haft_tests::connection::Connection;
use haft_tests::{MODERN, answer, answers, ask_modern, call, call_modern, gallery, json, text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const GALLERY: &str = env!("CARGO_BIN_EXE_gallery");
const MISBEHAVING: &str = env!("CARGO_BIN_EXE_misbehaving");
const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn request(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

/// A place.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    x: i32,
    y: i32,
    label: Option<String>,
}

/// Look something up.
#[tool]
fn look_up(
    /// Which project to look in.
    project: String,
    /// Where the search begins, which is not what the type says of itself.
    place: Place,
    page_size: Option<u64>,
) -> Result<String, String> {
    Err(format!("{project} {} {page_size:?}", place.x + place.y))
}

/// Give a text that happens to be JSON.
#[tool]
fn raw() -> String {
    r#"[1, {"a": null}]"#.to_owned()
}

/// Touch something.
#[tool]
fn touch() {}

/// Touch something, if that is allowed.
#[tool]
fn try_to_touch(allowed: bool) -> Result<(), &'static str> {
    if allowed { Ok(()) } else { Err("not allowed") }
}

/// Give a place, or say why not.
#[tool]
fn place(fail: bool) -> Result<Json<Place>, ToolError> {
    if fail {
        return Err(ToolError::new("there is no place").details(json!({"x": 1})));
    }
    Ok(Json(Place {
        x: 1,
        y: 2,
        label: None,
    }))
}

/// Give what was read from a file that is not text.
#[tool]
fn lossy() -> String {
    String::from_utf8_lossy(b"caf\xe9 \xff\xfe\r\n\x00\x1b[31m\xed\xa0\x80").into_owned()
}

/// Give a sum, in a map.
#[tool]
fn sums(numbers: Vec<i64>) -> Json<BTreeMap<Cow<'static, str>, i64>> {
    Json(BTreeMap::from([("sum".into(), numbers.iter().sum())]))
}

fn builder() -> haft::Builder {
    Server::builder("reported", "1.0.0")
        .tool::<look_up>()
        .tool::<raw>()
        .tool::<touch>()
        .tool::<try_to_touch>()
        .tool::<place>()
        .tool::<lossy>()
        .tool::<sums>()
}

fn server() -> Server {
    builder().build().unwrap()
}

/// A model saw nothing of a missing argument, and could not repair its call: hosts that hide protocol errors are served by
/// one switch, with the same words.
#[test]
fn a_missing_argument_is_told_to_the_model_by_name_in_either_layer() {
    let arguments = r#"{"paht": 1}"#;
    let refused = call(&server(), "look_up", arguments);
    let said = refused["error"]["message"].as_str().unwrap();
    let shown = call(
        &builder()
            .argument_faults(ArgumentFaults::ToolError)
            .build()
            .unwrap(),
        "look_up",
        arguments,
    );
    assert_eq!(
        (text(&shown), &shown["result"]["isError"]),
        (said, &json!(true))
    );
    // All that is missing is told at once, with the names that there are.
    for part in [
        "- /project: missing",
        "- /place: missing",
        "- /paht: unknown argument",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

/// Errors spoke of "line 1 column 2", of Rust's types and of serde.
#[test]
fn no_error_speaks_of_lines_columns_or_types_of_rust() {
    let wrong = [
        "{}",
        r#"{"project":1,"place":[1,2],"page_size":-1}"#,
        r#"{"project":null,"place":{"x":"1","z":2},"page_size":1.5}"#,
        r#"{"project":"a","place":{"x":99999999999,"y":1e400}}"#,
        r#"{"project":"\ud800"}"#,
        r#"{"project""#,
    ];
    for arguments in wrong {
        let error = call(&server(), "look_up", arguments)["error"]
            .to_string()
            .to_lowercase();
        for word in [
            "line ",
            "column",
            "serde",
            "struct",
            "i32",
            "u64",
            "usize",
            "option<",
            "visitor",
            "expected value",
        ] {
            assert!(!error.contains(word), "{word:?} in {error}");
        }
    }
}

/// The framework hid its own cause: "an error occurred invoking the tool".
#[test]
fn masking_what_tools_say_does_not_mask_what_is_wrong_with_the_arguments() {
    let server = builder().mask_errors().build().unwrap();
    let refused = call(&server, "look_up", r#"{"projcet":"a"}"#);
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean \"project\"?"),
        "{refused}"
    );
    let failed = call(
        &server,
        "look_up",
        r#"{"project":"a","place":{"x":1,"y":2}}"#,
    );
    assert_eq!(text(&failed), "The tool look_up failed.");
}

/// A client dropped `error.data`, and what was left was "Internal error".
#[test]
fn the_message_of_an_error_is_of_use_without_its_data() {
    let server = server();
    let modern = |meta: Value| request("tools/list", &json!({"_meta": meta}));
    let rows = [
        ("{".to_owned(), "Parse error: "),
        ("[]".to_owned(), "Invalid Request: "),
        (
            r#"{"jsonrpc":"2.0","id":1}"#.to_owned(),
            "Invalid Request: ",
        ),
        (request("tools/call", &json!({})), "Invalid params: "),
        (
            request("tools/call", &json!({"name": "look_pu"})),
            "Unknown tool: \"look_pu\" (did you mean \"look_up\"?)",
        ),
        (
            request("tools/list", &json!({"cursor": "bogus"})),
            "Invalid params: ",
        ),
        (request("initialize", &json!({})), "Invalid params: "),
        (
            modern(json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"})),
            "Invalid params: ",
        ),
        (
            modern(json!({
                "io.modelcontextprotocol/protocolVersion": "2099-01-01",
                "io.modelcontextprotocol/clientCapabilities": {},
            })),
            "Unsupported protocol version: use ",
        ),
    ];
    for (message, start) in rows {
        let error = answer(&server, &message);
        let said = error["error"]["message"].as_str().unwrap();
        assert!(
            said.starts_with(start) && said.len() > start.len().min(20),
            "{message}: {said}"
        );
    }
}

/// An error reflected 100 kB of a caller's text, with its newlines and escapes, into logs and a model's context.
#[test]
fn nothing_that_a_client_sends_comes_back_at_length_or_as_control_characters() {
    let long = format!("{}\u{1b}[31m\n\r\u{2028}\0", "a\"\\é".repeat(25_000));
    let version = json!({
        "io.modelcontextprotocol/protocolVersion": long, "io.modelcontextprotocol/clientCapabilities": {},
    });
    let arguments = |value: Value| json!({"name": "look_up", "arguments": value});
    let messages = [
        request("tools/call", &json!({"name": long})),
        request(&long, &json!({})),
        request("tools/list", &json!({"cursor": long})),
        request("tools/list", &json!({"_meta": version})),
        request(
            "tools/call",
            &arguments(json!({"project": [long], "place": long, "page_size": long})),
        ),
        request(
            "tools/call",
            &arguments(
                json!({"project": "a", "place": {"x": 1, "y": 2, "label": {long.clone(): long}}}),
            ),
        ),
        request("tools/call", &arguments(json!({long.clone(): long}))),
    ];
    for message in messages {
        let [answer] = answers(&server(), &message).try_into().unwrap();
        assert!(
            answer.len() < 4_000,
            "{} bytes: {answer:.200}",
            answer.len()
        );
        let error = &json(&answer)["error"];
        for line in error["message"].as_str().unwrap().lines() {
            assert!(
                !line.chars().any(char::is_control) && !line.contains('\u{2028}'),
                "{line:?}"
            );
        }
    }
}

/// Adding a caller's number to a clock panicked; so did a limit of all the time there is.
#[test]
fn numbers_without_end_overflow_no_clock_and_no_count() {
    let builder = builder().timeout(Duration::MAX).grace(Duration::MAX);
    let server = builder
        .row(
            Tool::of::<touch>()
                .renamed("touch_in_time")
                .timeout(Duration::MAX),
        )
        .build()
        .unwrap();
    let all = r#"{"project":"a","place":{"x":2147483647,"y":-2147483648},"page_size":18446744073709551615}"#;
    assert_eq!(
        text(&call(&server, "look_up", all)),
        "a -1 Some(18446744073709551615)"
    );
    assert_eq!(text(&call(&server, "touch_in_time", "{}")), "ok");
    let token =
        r#"{"name":"touch","_meta":{"progressToken":340282366920938463463374607431768211456}}"#;
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":-99999999999999999999,"method":"tools/call","params":{token}}}"#
    );
    let [answer] = answers(&server, message).try_into().unwrap();
    assert!(
        answer.starts_with(r#"{"jsonrpc":"2.0","id":-99999999999999999999,"result""#),
        "{answer}"
    );
}

/// A panicked call among parallel ones vanished from the results; a panic ended the loop for all later calls.
#[test]
fn each_call_has_exactly_one_response_whatever_becomes_of_the_others() {
    let mut connection = Connection::open_in(GALLERY, "2025-11-25");
    let kinds = [
        ("add", r#"{"a":1,"b":2}"#, false),
        ("panics", "{}", true),
        ("panics_later", "{}", true),
        ("fail", "{}", true),
        ("refuse", "{}", true),
        ("not_finite", "{}", true),
        ("count_later", "{}", false),
    ];
    for id in 0..70 {
        let (tool, arguments, _) = kinds[id % kinds.len()];
        let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
        connection.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#
        ));
    }
    let mut left: Vec<usize> = (0..70).collect();
    while !left.is_empty() {
        let response = json(&connection.receive());
        let id = usize::try_from(response["id"].as_u64().unwrap()).unwrap();
        let place = left
            .iter()
            .position(|open| *open == id)
            .unwrap_or_else(|| panic!("a second response: {response}"));
        left.swap_remove(place);
        assert_eq!(
            response["result"]["isError"],
            kinds[id % kinds.len()].2,
            "{response}"
        );
    }
    assert_eq!(
        connection.ask(r#"{"jsonrpc":"2.0","id":"after","method":"ping"}"#)["id"],
        "after"
    );
}

/// Everything that a program writes for this input.
fn run(program: &str, input: &str) -> (String, String) {
    let mut server = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    server
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let mut output = String::new();
    server
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut output)
        .unwrap();
    let ended = server.wait_with_output().unwrap();
    assert!(ended.status.success());
    (output, String::from_utf8_lossy(&ended.stderr).into_owned())
}

/// Strict clients broke on CRLF that a server wrote, and on newlines inside of messages.
#[test]
fn each_message_is_one_line_that_ends_in_a_bare_newline() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let fault = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a\r\n":"\r\n"}}}"#;
    let (output, _) = run(GALLERY, &format!("{list}\r\n\r\n{fault}\r\nnot json\r\n"));
    assert!(!output.contains('\r') && output.ends_with('\n'), "{output}");
    let ids: Vec<Value> = output
        .lines()
        .map(|line| json(line)["id"].clone())
        .collect();
    assert_eq!(ids, [json!(1), json!(2), Value::Null]);
}

/// Two requests in flight had one id: both run, and whoever runs the server is told, once.
#[test]
fn a_request_id_in_use_is_answered_twice_and_told_on_the_standard_error() {
    let call = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"nap","arguments":{"milliseconds":30}}}"#;
    let (output, errors) = run(MISBEHAVING, &format!("{call}\n{call}\n{call}\n"));
    let ids: Vec<Value> = output
        .lines()
        .map(|line| json(line)["id"].clone())
        .collect();
    assert_eq!(ids, [5, 5, 5]);
    assert_eq!(errors.matches("the same request id").count(), 1, "{errors}");
}

/// Members that were absent came as `null`, and clients refused every message.
#[test]
fn what_is_absent_is_left_out_and_never_null() {
    fn find_null(value: &Value, path: &str) -> Option<String> {
        match value {
            Value::Null => Some(path.to_owned()),
            Value::Array(items) => items.iter().find_map(|item| find_null(item, path)),
            Value::Object(members) => {
                // What a tool itself gives, and schemas, may say `null`.
                let own = ["structuredContent", "outputSchema", "inputSchema"];
                let members = members
                    .iter()
                    .filter(|(name, _)| !own.contains(&name.as_str()));
                members
                    .into_iter()
                    .find_map(|(name, value)| find_null(value, &format!("{path}/{name}")))
            }
            _ => None,
        }
    }
    let server = gallery::server().unwrap();
    for tool in [
        "add", "media", "by_hand", "fail", "refuse", "panics", "point", "maybe", "nothing",
    ] {
        for answer in [call(&server, tool, "{}"), call_modern(&server, tool, "{}")] {
            assert_eq!(find_null(&answer, ""), None, "{answer}");
        }
    }
    for method in ["tools/list", "server/discover"] {
        assert_eq!(find_null(&ask_modern(&server, method), ""), None);
    }
    for revision in REVISIONS {
        let params = json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        assert_eq!(
            find_null(&answer(&server, request("initialize", &params)), ""),
            None
        );
    }
}

/// A message of bytes that were no text, or with a name twice in one object, made clients drop the line.
#[test]
fn text_that_is_hardly_text_is_sent_as_text() {
    let [answer] = answers(&server(), haft_tests::call_text("lossy", "{}"))
        .try_into()
        .unwrap();
    assert!(!answer.chars().any(char::is_control), "{answer:?}");
    assert_eq!(
        text(&json(&answer)),
        "caf\u{fffd} \u{fffd}\u{fffd}\r\n\0\u{1b}[31m\u{fffd}\u{fffd}\u{fffd}"
    );
}

/// Clients showed nothing of a result that had structured content alone.
#[test]
fn structured_content_stands_in_a_text_as_well_byte_for_byte_the_same_value() {
    let sums = r#"{"numbers":[1,2]}"#;
    for answer in [
        call(&server(), "sums", sums),
        call_modern(&server(), "sums", sums),
        call(&server(), "place", r#"{"fail":false}"#),
    ] {
        assert_eq!(
            text(&answer),
            answer["result"]["structuredContent"].to_string()
        );
    }
}

/// An error carried structured content that did not fit the output schema, and clients took that for the failure.
#[test]
fn an_error_of_a_structured_tool_is_content_alone() {
    for answer in [
        call(&server(), "place", r#"{"fail":true}"#),
        call_modern(&server(), "place", r#"{"fail":true}"#),
    ] {
        let result = answer["result"].as_object().unwrap();
        assert_eq!(result["isError"], true);
        assert_eq!(result["content"][0]["text"], "there is no place");
        assert!(!result.contains_key("structuredContent"), "{answer}");
    }
}

/// Clients crashed on a result without content, and were confused by the text `null`.
#[test]
fn a_tool_that_returns_nothing_says_ok() {
    for (tool, arguments) in [("touch", "{}"), ("try_to_touch", r#"{"allowed":true}"#)] {
        let answer = call(&server(), tool, arguments);
        assert_eq!(
            answer["result"],
            json!({"content": [{"type": "text", "text": "ok"}], "isError": false})
        );
    }
}

/// Text that looks like JSON was parsed again and promoted to structured content; and an output schema that nobody
/// declared made clients demand structure.
#[test]
fn text_stays_text_and_only_structured_tools_publish_an_output_schema() {
    let answer = call_modern(&server(), "raw", "{}");
    assert_eq!(text(&answer), r#"[1, {"a": null}]"#);
    assert!(answer["result"].get("structuredContent").is_none());
    let list = answer_list(&server());
    let with_schema: Vec<_> = list
        .iter()
        .filter(|tool| tool.get("outputSchema").is_some())
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(with_schema, ["place", "sums"]);
}

fn answer_list(server: &Server) -> Vec<Value> {
    answer(server, request("tools/list", &json!({})))["result"]["tools"]
        .as_array()
        .unwrap()
        .clone()
}

/// A schema of its own for a parameter's type dropped what the author says of the parameter.
#[test]
fn what_is_said_of_a_parameter_goes_before_what_its_type_says_of_itself() {
    let list = answer_list(&server());
    let schema = &list[0]["inputSchema"]["properties"];
    assert_eq!(
        schema["project"]["description"],
        "Which project to look in."
    );
    assert_eq!(
        schema["place"]["description"],
        "Where the search begins, which is not what the type says of itself."
    );
}

/// A change of the list was advertised by servers that never announce one.
#[test]
fn a_list_that_cannot_change_is_advertised_without_notices() {
    let server = server();
    for revision in REVISIONS {
        let params = json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        let answer = answer(&server, request("initialize", &params));
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    }
    assert_eq!(
        ask_modern(&server, "server/discover")["result"]["capabilities"],
        json!({"tools": {}})
    );
}

/// Clients looped on the last page of a list, whose cursor did not advance or was empty.
#[test]
fn the_only_page_of_a_list_has_no_cursor() {
    let server = server();
    let modern = answer(
        &server,
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{MODERN}}}}}"#
        ),
    );
    for list in [answer(&server, request("tools/list", &json!({}))), modern] {
        assert!(
            list["result"]["tools"].is_array() && list["result"].get("nextCursor").is_none(),
            "{list}"
        );
    }
}

/// How a page is shown; nothing of it has to be said.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct View {
    width: u8,
    /// Has no default of its own.
    frame: Frame,
}

impl Default for View {
    fn default() -> Self {
        Self {
            width: 80,
            frame: Frame { top: 1, left: 2 },
        }
    }
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Frame {
    top: u8,
    #[serde(default)]
    left: u8,
}

/// Show a page.
#[tool]
fn show(view: View, further: Vec<View>) -> String {
    format!("{view:?} {further:?}")
}

/// A schema had a member optional that the decoder required: calls that were right by the schema failed.
#[test]
fn what_a_container_has_a_default_for_is_optional_at_every_depth() {
    let server = Server::builder("pages", "1.0.0")
        .tool::<show>()
        .build()
        .unwrap();
    let schema = &server.list()[0]["inputSchema"];
    let view = &schema["properties"]["view"];
    assert!(view.get("required").is_none(), "{view}");
    assert_eq!(view["properties"]["frame"]["required"], json!(["top"]));
    let rows = [
        (
            r#"{"view":{},"further":[{}]}"#,
            "View { width: 80, frame: Frame { top: 1, left: 2 } } [View { width: 80, frame: Frame { top: 1, left: 2 } }]",
        ),
        (
            r#"{"view":{"frame":{"top":3}},"further":[]}"#,
            "View { width: 80, frame: Frame { top: 3, left: 0 } } []",
        ),
    ];
    for (arguments, shown) in rows {
        assert_eq!(text(&call(&server, "show", arguments)), shown);
    }
    let refused = call(
        &server,
        "show",
        r#"{"view":{"frame":{}},"further":[{"frame":{}}]}"#,
    );
    let said = refused["error"]["message"].as_str().unwrap();
    for place in [
        "- /view/frame/top: missing",
        "- /further/0/frame/top: missing",
    ] {
        assert!(said.contains(place), "{said}");
    }
    haft::testing::assert_contract(&server);
}

/// The identifier of a record, such as `6f9619ff`.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Id(u32);

impl TryFrom<String> for Id {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = Some(text).filter(|text| text.len() == 8);
        let number = digits.and_then(|text| u32::from_str_radix(&text, 16).ok());
        number.map(Self).ok_or("expected 8 hexadecimal digits")
    }
}

/// Show a record.
#[tool]
fn record(id: Id, #[arg(pattern = "^[0-9a-f]{4}$")] version: Option<String>) -> String {
    format!("{:08x} {version:?}", id.0)
}

/// A client put quotes into the quotes of an identifier: it is not taken, and the form is told.
#[test]
fn an_identifier_in_quotes_of_its_own_is_told_its_form() {
    let server = Server::builder("records", "1.0.0")
        .tool::<record>()
        .build()
        .unwrap();
    let arguments = json!({"id": "\"6f9619ff\"", "version": "\"00c0\""}).to_string();
    let refused = call(&server, "record", &arguments);
    assert_eq!(
        refused["error"]["message"],
        r#"Invalid arguments for record:
- /id: expected 8 hexadecimal digits, got "\"6f9619ff\""
- /version: expected a string that matches `^[0-9a-f]{4}$`, got "\"00c0\"""#
    );
    let taken = call(&server, "record", r#"{"id":"6f9619ff","version":"00c0"}"#);
    assert_eq!(text(&taken), r#"6f9619ff Some("00c0")"#);
}

/// The table of what went wrong names a test for each row, and the tests are there.
#[test]
fn each_row_of_the_table_has_a_test() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let rows = include_str!("reported.md").lines();
    let rows = rows.filter(|line| line.starts_with("| ") && !line.starts_with("| what"));
    let mut count = 0;
    for row in rows {
        let (_, tests) = row.trim_end_matches(" |").rsplit_once(" | ").unwrap();
        assert!(!tests.is_empty(), "{row}");
        for test in tests.split(", ").map(|test| test.trim_matches('`')) {
            let (file, name) = test.split_once("::").unwrap_or((test, ""));
            let text = std::fs::read_to_string(format!("{root}/{file}"));
            let text = text.unwrap_or_else(|error| panic!("{file}: {error}"));
            let is_there = name.is_empty() || text.contains(&format!("fn {name}()"));
            assert!(is_there, "{test} is not there");
        }
        count += 1;
    }
    assert!(count > 80, "{count} rows");
}
