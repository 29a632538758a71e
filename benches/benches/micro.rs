//! Parts of a call by themselves, through the server's public door: where a regression shows.

// A benchmark stops when its server cannot be made; tools own what they decode.
#![allow(clippy::panic, clippy::needless_pass_by_value)]

use std::fmt::Write as _;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};

use divan::Bencher;
use haft::schemars::JsonSchema;
use haft::serde::{Deserialize, Serialize};
use haft::{Content, Json, Server, Tool, ToolError, tool};

fn main() {
    divan::main();
}

/// Takes nothing.
#[tool]
fn nothing() {}

/// Takes one of each.
#[tool]
fn flat(text: &str, integer: i64, number: f64, flag: bool, maybe: Option<String>) -> usize {
    text.len()
        + usize::from(flag)
        + maybe.map_or(0, |text| text.len())
        + usize::from(number > integer as f64)
}

/// Takes a text.
#[tool]
fn text(text: &str) -> usize {
    text.len()
}

/// Takes integers.
#[tool]
fn integers(list: Vec<i64>) -> i64 {
    list.iter().sum()
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(crate = "haft::serde", deny_unknown_fields)]
#[schemars(crate = "haft::schemars")]
struct Person {
    name: String,
    id: u64,
}

/// Takes objects.
#[tool]
fn people(list: Vec<Person>) -> u64 {
    list.iter().map(|person| person.id).sum()
}

#[derive(Deserialize, JsonSchema)]
#[serde(
    crate = "haft::serde",
    tag = "kind",
    rename_all = "snake_case",
    deny_unknown_fields
)]
#[schemars(crate = "haft::schemars")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// Takes what serde reads twice, so that it is checked against its schema first.
#[tool]
fn shapes(list: Vec<Shape>) -> f64 {
    list.iter()
        .map(|shape| match shape {
            Shape::Circle { radius: length } | Shape::Square { side: length } => length,
        })
        .sum()
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", rename_all = "snake_case")]
#[schemars(crate = "haft::schemars")]
enum Priority {
    Low,
    Medium,
    High,
}

/// Takes what its schema narrows, so that it is checked once it is decoded.
#[tool]
fn narrow(
    #[arg(min_length = 1, max_length = 64, pattern = "^[a-z ]+$")] text: &str,
    #[arg(minimum = 1, maximum = 100)] integer: i64,
    #[arg(max_items = 8)] list: Vec<i64>,
    #[arg(default = 3)] times: u8,
) -> usize {
    text.len() + list.len() + usize::from(times) + usize::from(integer > 50)
}

/// Takes a name of a few.
#[tool]
fn choose(priority: Priority) -> &'static str {
    match priority {
        Priority::Low => "low",
        Priority::Medium => "medium",
        Priority::High => "high",
    }
}

/// Gives a text of so many bytes.
#[tool]
fn give_text(bytes: usize) -> String {
    "The quick brown fox jumps over the lazy dog, and says \"hello\".\n"
        .chars()
        .cycle()
        .take(bytes)
        .collect()
}

/// Gives structured content.
#[tool]
fn give_json(count: u64) -> Json<Vec<Person>> {
    Json(
        (0..count)
            .map(|id| Person {
                name: format!("person {id}"),
                id,
            })
            .collect(),
    )
}

/// Gives several blocks.
#[tool]
fn give_blocks() -> Vec<Content> {
    vec![
        Content::text("one"),
        Content::text("two"),
        Content::text("three"),
    ]
}

/// Gives an error.
#[tool]
fn give_error() -> Result<(), &'static str> {
    Err("the disk is full")
}

/// Gives an error whose text it has made.
#[tool]
fn give_made_error() -> Result<(), String> {
    Err("the disk is full".to_owned())
}

/// Gives an error with a source.
#[tool]
fn give_source() -> Result<(), std::io::Error> {
    Err(std::io::Error::other("the disk is full"))
}

/// Gives an error with structure.
#[tool]
fn give_tool_error() -> Result<(), ToolError> {
    Err(ToolError::new("the disk is full"))
}

fn server() -> Server {
    let builder = Server::builder("micro", "1.0.0")
        .tool::<nothing>()
        .tool::<flat>()
        .tool::<text>()
        .tool::<integers>()
        .tool::<people>()
        .tool::<shapes>()
        .tool::<narrow>()
        .tool::<choose>()
        .tool::<give_text>()
        .tool::<give_json>()
        .tool::<give_blocks>()
        .tool::<give_error>()
        .tool::<give_made_error>()
        .tool::<give_source>()
        .tool::<give_tool_error>();
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

fn call(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

/// Times the answer to a message, whose beginning must be as expected.
fn answer(bencher: Bencher<'_, '_>, server: &Server, message: &str, begins: &str) {
    let handle = || {
        let future = pin!(server.handle(message.as_bytes()));
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            std::task::Poll::Ready(answers) => answers,
            std::task::Poll::Pending => Vec::new(),
        }
    };
    let answers = handle();
    let first = answers.first().map_or("", String::as_str);
    assert!(first.starts_with(begins), "{first}");
    bencher.bench_local(handle);
}

const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":"#;
const ERROR: &str = r#"{"jsonrpc":"2.0","id":1,"error":"#;

fn list(item: impl Fn(usize) -> String, count: usize) -> String {
    let mut text = String::from(r#"{"list":["#);
    for index in 0..count {
        let _ = write!(text, "{}{}", if index == 0 { "" } else { "," }, item(index));
    }
    text.push_str("]}");
    text
}

mod decode {
    use super::{Bencher, RESULT, answer, call, list, server};

    #[divan::bench]
    fn nothing(bencher: Bencher<'_, '_>) {
        answer(bencher, &server(), &call("nothing", "{}"), RESULT);
    }

    #[divan::bench]
    fn flat(bencher: Bencher<'_, '_>) {
        let arguments =
            r#"{"text":"some text","integer":17,"number":2.5,"flag":true,"maybe":"more"}"#;
        answer(bencher, &server(), &call("flat", arguments), RESULT);
    }

    #[divan::bench]
    fn flat_in_another_order(bencher: Bencher<'_, '_>) {
        let arguments =
            r#"{"maybe":"more","flag":true,"number":2.5,"integer":17,"text":"some text"}"#;
        answer(bencher, &server(), &call("flat", arguments), RESULT);
    }

    #[divan::bench(args = [64, 1024, 65_536])]
    fn plain_text(bencher: Bencher<'_, '_>, bytes: usize) {
        let arguments = format!(r#"{{"text":"{}"}}"#, "x".repeat(bytes));
        answer(bencher, &server(), &call("text", &arguments), RESULT);
    }

    #[divan::bench(args = [64, 1024, 65_536])]
    fn text_with_escapes(bencher: Bencher<'_, '_>, bytes: usize) {
        let arguments = format!(
            r#"{{"text":"{}"}}"#,
            "fifteen bytes, \\n".repeat(bytes / 16)
        );
        answer(bencher, &server(), &call("text", &arguments), RESULT);
    }

    #[divan::bench(args = [10, 1000])]
    fn integers(bencher: Bencher<'_, '_>, count: usize) {
        let arguments = list(|index| (index * 12_345).to_string(), count);
        answer(bencher, &server(), &call("integers", &arguments), RESULT);
    }

    #[divan::bench(args = [10, 1000])]
    fn objects(bencher: Bencher<'_, '_>, count: usize) {
        let arguments = list(
            |index| format!(r#"{{"name":"person {index}","id":{index}}}"#),
            count,
        );
        answer(bencher, &server(), &call("people", &arguments), RESULT);
    }
}

mod check {
    use super::{Bencher, RESULT, answer, call, list, server};

    #[divan::bench(args = [10, 1000])]
    fn tagged(bencher: Bencher<'_, '_>, count: usize) {
        let arguments = list(
            |index| format!(r#"{{"kind":"circle","radius":{index}.5}}"#),
            count,
        );
        answer(bencher, &server(), &call("shapes", &arguments), RESULT);
    }

    #[divan::bench]
    fn narrowed(bencher: Bencher<'_, '_>) {
        let arguments = r#"{"text":"some text","integer":17,"list":[1,2,3],"times":null}"#;
        answer(bencher, &server(), &call("narrow", arguments), RESULT);
    }
}

mod faults {
    use super::{Bencher, ERROR, answer, call, list, server};

    #[divan::bench]
    fn one(bencher: Bencher<'_, '_>) {
        let arguments = r#"{"text":"some text","integer":"17","number":2.5,"flag":true}"#;
        answer(bencher, &server(), &call("flat", arguments), ERROR);
    }

    #[divan::bench]
    fn each_argument(bencher: Bencher<'_, '_>) {
        let arguments =
            r#"{"txt":"some text","integer":1.5,"number":"2.5","flag":"true","maybe":[]}"#;
        answer(bencher, &server(), &call("flat", arguments), ERROR);
    }

    #[divan::bench]
    fn deep_in_a_list(bencher: Bencher<'_, '_>) {
        let arguments = list(
            |index| format!(r#"{{"name":"person {index}","id":-{index}}}"#),
            100,
        );
        answer(bencher, &server(), &call("people", &arguments), ERROR);
    }

    #[divan::bench]
    fn narrowed(bencher: Bencher<'_, '_>) {
        let arguments = r#"{"text":"Some Text","integer":101,"list":[1,2,3,4,5,6,7,8,9]}"#;
        answer(bencher, &server(), &call("narrow", arguments), ERROR);
    }

    #[divan::bench]
    fn unknown_name(bencher: Bencher<'_, '_>) {
        let arguments = r#"{"priority":"hgih"}"#;
        answer(bencher, &server(), &call("choose", arguments), ERROR);
    }

    #[divan::bench]
    fn tagged(bencher: Bencher<'_, '_>) {
        let arguments = r#"{"list":[{"kind":"circle","radius":1.5},{"kind":"sqare","side":1}]}"#;
        answer(bencher, &server(), &call("shapes", arguments), ERROR);
    }

    #[divan::bench]
    fn unknown_tool(bencher: Bencher<'_, '_>) {
        answer(bencher, &server(), &call("flt", "{}"), ERROR);
    }
}

mod lower {
    use super::{Bencher, RESULT, answer, call, server};

    #[divan::bench(args = [64, 1024, 65_536])]
    fn text(bencher: Bencher<'_, '_>, bytes: usize) {
        answer(
            bencher,
            &server(),
            &call("give_text", &format!(r#"{{"bytes":{bytes}}}"#)),
            RESULT,
        );
    }

    #[divan::bench(args = [1, 100])]
    fn structured(bencher: Bencher<'_, '_>, count: usize) {
        answer(
            bencher,
            &server(),
            &call("give_json", &format!(r#"{{"count":{count}}}"#)),
            RESULT,
        );
    }

    #[divan::bench(args = ["give_blocks", "give_error", "give_made_error", "give_source", "give_tool_error"])]
    fn short(bencher: Bencher<'_, '_>, tool: &str) {
        answer(bencher, &server(), &call(tool, "{}"), RESULT);
    }
}

mod list_tools {
    use super::{Bencher, RESULT, Server, Tool, answer, flat};

    fn server(tools: usize) -> Server {
        let builder = (0..tools).fold(Server::builder("micro", "1.0.0"), |builder, index| {
            builder.row(Tool::of::<flat>().renamed(format!("flat_{index}")))
        });
        builder.build().unwrap_or_else(|error| panic!("{error}"))
    }

    #[divan::bench(args = [1, 100, 1000])]
    fn answered(bencher: Bencher<'_, '_>, tools: usize) {
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        answer(bencher, &server(tools), message, RESULT);
    }

    #[divan::bench(args = [1, 100, 1000])]
    fn built(bencher: Bencher<'_, '_>, tools: usize) {
        bencher.bench_local(|| server(tools));
    }
}
