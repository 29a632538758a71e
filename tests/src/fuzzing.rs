//! What must hold for any input whatever: the fuzz targets of `fuzz/` and the replay of their inputs share it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use haft::schemars::JsonSchema;
use haft::serde::{Deserialize, Serialize};
use haft::{Json, Server, tool};
use serde_json::Value;

use crate::{answers, json};

const MAX_MESSAGE: usize = 4_096;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A server whose tools are done at once.
static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let builder = Server::builder("fuzzed", "1.0.0").max_message(MAX_MESSAGE);
    builder
        .tool::<rich>()
        .tool::<echo>()
        .tool::<ready>()
        .build()
        .unwrap_or_else(|error| panic!("{error}"))
});

/// How to reach somebody.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", deny_unknown_fields)]
#[schemars(crate = "haft::schemars")]
enum Contact {
    Nobody,
    Mail(String),
    Phone { country: u16, number: String },
    Both(String, u64),
}

/// A shape by its kind.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    crate = "haft::serde",
    tag = "kind",
    rename_all = "snake_case",
    deny_unknown_fields
)]
#[schemars(crate = "haft::schemars")]
enum Shape {
    Circle { radius: f32 },
    Square { side: i8, turned: Option<bool> },
}

/// A node of a tree.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", deny_unknown_fields)]
#[schemars(crate = "haft::schemars")]
struct Node {
    name: String,
    #[serde(default)]
    children: Vec<Node>,
    place: Option<(f64, i64)>,
}

/// Take every kind of argument.
#[tool]
#[allow(clippy::similar_names)]
fn rich(
    text: &str,
    count: u8,
    exact: i128,
    share: Option<f32>,
    path: &Path,
    list: Option<Vec<Option<i16>>>,
    pair: Option<[char; 2]>,
    names: Option<BTreeMap<i32, bool>>,
    contact: Option<Contact>,
    shape: Option<Shape>,
    node: Option<Node>,
    any: Option<Value>,
    #[arg(default = 7, alias = "upTo")] up_to: u64,
) -> Result<Json<String>, String> {
    if text == "fail" {
        return Err(format!("{count} {exact}"));
    }
    Ok(Json(format!(
        "{share:?} {} {list:?} {pair:?} {names:?} {contact:?} {shape:?} {node:?} {any:?} {up_to}",
        path.display()
    )))
}

/// Give a text back.
#[tool]
fn echo(text: &str) -> &str {
    text
}

/// Be a future that is ready.
#[tool]
async fn ready(number: f64) -> f64 {
    number
}

/// One message without a transport, and the same bytes as lines of a stream.
///
/// # Panics
/// When something does not hold.
pub fn line(input: &[u8]) {
    let answers = answers(&SERVER, input);
    assert!(answers.len() <= 1, "more than one answer: {answers:?}");
    let text = std::str::from_utf8(input).ok();
    for answer in &answers {
        check_answer(answer, text);
    }
    if let Some(text) = text {
        match request_of(text) {
            Some(Value::Null) => assert!(
                answers.is_empty(),
                "a notification is answered: {answers:?}"
            ),
            Some(id) => assert_eq!(
                json(&answers[0])["id"],
                id,
                "a request is answered under its id"
            ),
            None => {}
        }
    }
    // Its threads make it a hundred times slower, so not every input takes this way.
    #[cfg(fuzzing)]
    if input.iter().map(|byte| usize::from(*byte)).sum::<usize>() % 8 == 0 {
        stream(input);
    }
}

/// The bytes as a stream of lines.
#[cfg(fuzzing)]
fn stream(input: &[u8]) {
    let output = haft::__private::serve_bytes(&SERVER, input.to_vec())
        .unwrap_or_else(|error| panic!("{error:?}"));
    let output = String::from_utf8(output).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        output.is_empty() || output.ends_with('\n'),
        "a line without its end: {output}"
    );
    check_lines(input, &output);
}

/// Holds what a server wrote against the lines that it was sent: each is answered as often, and under the same id, as it is
/// when it comes alone.
///
/// # Panics
/// When something does not hold.
pub fn check_lines(input: &[u8], output: &str) {
    let count = |ids: &mut BTreeMap<String, usize>, answer: &str| {
        *ids.entry(json(answer)["id"].to_string()).or_default() += 1;
    };
    let mut came = BTreeMap::new();
    for answer in output.lines() {
        check_answer(answer, None);
        count(&mut came, answer);
    }
    if depends_on_its_stream(input) {
        return;
    }
    let mut owed = BTreeMap::new();
    let bytes = input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input);
    for line in bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
    {
        for answer in answers(&SERVER, line) {
            count(&mut owed, &answer);
        }
    }
    assert_eq!(came, owed, "{output}");
}

/// Whether the answers to lines may be others than those to the same lines alone: whether a cancelled call is answered
/// depends on the moment; a mark before a later line, an over-long line and a form feed are refused or passed over by
/// streams alone.
pub fn depends_on_its_stream(input: &[u8]) -> bool {
    let bytes = input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input);
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let mut lines = bytes.split(|byte| *byte == b'\n');
    has(b"cancelled")
        || has(b"\\u")
        || has(BYTE_ORDER_MARK)
        || has(b"\x0c")
        || lines.any(|line| line.len() > MAX_MESSAGE)
}

/// The arguments of a tool that takes every kind of them; `input` is to be JSON text.
///
/// # Panics
/// When something does not hold.
pub fn arguments(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"rich","arguments":{text}}}}}"#
    );
    let answers = answers(&SERVER, &message);
    assert!(answers.len() <= 1, "more than one answer: {answers:?}");
    for answer in &answers {
        check_answer(answer, Some(&message));
    }
    let Ok(Value::Object(sent)) = serde_json::from_str(text) else {
        return;
    };
    let answer = json(&answers[0]);
    if answer["error"]["code"] != -32602 {
        // Deeper than allowed, or something that only serde_json takes for JSON.
        assert!(
            answer["error"]["code"] == -32700 || answer["result"].is_object(),
            "{answer}"
        );
        return;
    }
    let faults = answer["error"]["data"]["faults"]
        .as_array()
        .unwrap_or_else(|| panic!("no faults: {answer}"));
    let lines = answer["error"]["message"]
        .as_str()
        .map_or(0, |message| message.lines().count());
    assert!(
        (1..=20).contains(&faults.len()) && lines > faults.len(),
        "{answer}"
    );
    let sent = Value::Object(sent);
    // Of two members of one name only one is in `sent`.
    if faults.len() == 20 || faults.iter().any(|fault| fault["code"] == "duplicate") {
        return;
    }
    for fault in faults {
        let path = fault["path"]
            .as_str()
            .unwrap_or_else(|| panic!("no path: {answer}"));
        let place = if fault["code"] == "missing" {
            path.rsplit_once('/').map_or("", |(parent, _)| parent)
        } else {
            path
        };
        assert!(
            sent.pointer(place).is_some(),
            "{path} leads nowhere: {answer}"
        );
    }
}

/// What holds of every line that a server writes.
fn check_answer(answer: &str, input: Option<&str>) {
    assert!(
        !answer.contains(['\n', '\r']),
        "more than one line: {answer}"
    );
    let response = json(answer);
    assert_eq!(response["jsonrpc"], "2.0", "{answer}");
    let (result, error) = (response.get("result"), response.get("error"));
    assert!(
        result.is_some() != error.is_some(),
        "neither result nor error, or both: {answer}"
    );
    let id = response
        .get("id")
        .unwrap_or_else(|| panic!("no id: {answer}"));
    if id.is_null() {
        let code = &response["error"]["code"];
        assert!(
            *code == -32700 || *code == -32600,
            "without an id: {answer}"
        );
    } else if let Some(input) = input {
        let raw = answer.split_once("\"id\":").map_or("", |(_, rest)| rest);
        let raw = raw
            .split_once(",\"result\":")
            .or_else(|| raw.split_once(",\"error\":"))
            .map_or("", |(id, _)| id);
        assert!(
            input.contains(raw),
            "the id is not the one that came: {answer}"
        );
    }
    if let Some(error) = error {
        assert!(
            error["code"].is_i64()
                && error["message"]
                    .as_str()
                    .is_some_and(|message| !message.is_empty()),
            "{answer}"
        );
    }
}

/// The id of a request, `null` of a notification; nothing when the text is, or may be, something else.
fn request_of(text: &str) -> Option<Value> {
    let once = |word: &str| text.matches(word).count() <= 1;
    // Escapes can spell a name a second time, and what stands twice is refused.
    if text.contains('\\')
        || !once("\"id\"")
        || !once("\"method\"")
        || !once("\"jsonrpc\"")
        || !once("\"params\"")
    {
        return None;
    }
    let message: Value = serde_json::from_str(text).ok()?;
    let message = message.as_object()?;
    let whole = message.get("jsonrpc")? == "2.0" && message.get("method")?.is_string();
    if !whole
        || message.contains_key("result")
        || message.contains_key("error")
        || text.matches(['[', '{']).count() > 100
    {
        return None;
    }
    match message.get("id") {
        None => Some(Value::Null),
        Some(id) => (id.is_string() || id.is_u64() || id.is_i64()).then(|| id.clone()),
    }
}
