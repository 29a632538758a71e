//! The helpers for a user's own tests: they pass where they should, and say what is wrong where it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use haft::{Json, Server, Tool, json, testing, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: i32,
}

/// Mirror a point.
#[tool]
fn mirror(
    /// The point.
    point: Point,
    #[arg(default)] twice: bool,
) -> Result<Json<Point>, &'static str> {
    let Point { x, y } = point;
    match (twice, x.checked_neg()) {
        (true, _) => Err("twice is not at all"),
        (false, None) => Err("too far to the left"),
        (false, Some(x)) => Ok(Json(Point { x, y })),
    }
}

/// Wait a little.
#[tool]
async fn wait(milliseconds: u8) -> String {
    tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
    format!("{milliseconds} ms")
}

struct Shout(char);

#[tools]
impl Shout {
    /// Repeat in capitals.
    #[tool]
    fn shout(&self, text: &str) -> String {
        format!("{}{}", text.to_uppercase(), self.0)
    }
}

fn mirrors() -> Server {
    Server::builder("mirrors", "1.0.0")
        .tool::<mirror>()
        .build()
        .unwrap()
}

/// What a check says when it fails.
fn failure(check: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(check)).expect_err("the check passes");
    *payload.downcast::<String>().expect("the message is text")
}

#[test]
fn a_tool_is_called_by_its_path() {
    let mirrored = testing::call::<mirror>(json!({"point": {"x": 1, "y": 2}})).unwrap();
    assert!(!mirrored.is_error());
    assert_eq!(mirrored.structured(), Some(&json!({"x": -1, "y": 2})));
    assert_eq!(mirrored.text(), r#"{"x":-1,"y":2}"#);
    assert_eq!(mirrored.content().len(), 1);

    let failed =
        testing::call::<mirror>(json!({"point": {"x": 1, "y": 2}, "twice": true})).unwrap();
    assert!(failed.is_error());
    assert_eq!(failed.text(), "twice is not at all");
    assert_eq!(failed.structured(), None);
}

#[test]
fn faults_are_told_one_by_one() {
    let error = testing::call::<mirror>(json!({"point": {"x": "1"}, "trice": true})).unwrap_err();
    assert_eq!(error.code(), -32602);
    assert_eq!(error.to_string(), error.message());
    assert_eq!(format!("{error:?}"), error.message());
    let faults: Vec<(String, String)> = error
        .faults()
        .into_iter()
        .map(|fault| (fault.path, fault.code))
        .collect();
    let expected = [
        ("/point/x", "type"),
        ("/point/y", "missing"),
        ("/trice", "unknown"),
    ];
    assert_eq!(
        faults,
        expected.map(|(path, code)| (path.to_owned(), code.to_owned()))
    );
    assert_eq!(error.faults()[0].received, Some(json!("1")));
}

#[test]
fn an_async_tool_finds_a_runtime_inside_another_and_outside() {
    assert_eq!(
        testing::call::<wait>(json!({"milliseconds": 5}))
            .unwrap()
            .text(),
        "5 ms"
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        assert_eq!(
            testing::call::<wait>(json!({"milliseconds": 5}))
                .unwrap()
                .text(),
            "5 ms"
        );
        let server = Server::builder("waits", "1.0.0")
            .tool::<wait>()
            .build()
            .unwrap();
        assert_eq!(
            server
                .call("wait", json!({"milliseconds": 5}))
                .await
                .unwrap()
                .text(),
            "5 ms"
        );
    });
}

#[test]
fn a_method_is_called_by_its_name() {
    let server = Server::builder("shouts", "1.0.0")
        .tools(Shout('!'))
        .build()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        assert_eq!(
            server
                .call("shout", json!({"text": "a"}))
                .await
                .unwrap()
                .text(),
            "A!"
        );
        let error = server
            .call("shoot", json!({"text": "a"}))
            .await
            .unwrap_err();
        assert_eq!(error.code(), -32602);
        assert_eq!(
            error.message(),
            r#"Unknown tool: "shoot" (did you mean "shout"?)"#
        );
        assert_eq!(error.faults(), []);
    });
}

#[test]
fn lints_are_listed_and_their_absence_passes() {
    testing::assert_lint_free(&mirrors());
    let odd = Server::builder("mirrors", "1.0.0")
        .row(Tool::of::<mirror>().renamed("mirror.point"))
        .build()
        .unwrap();
    assert_eq!(
        failure(|| testing::assert_lint_free(&odd)),
        "clients make trouble about what the server publishes:\n- tool `mirror.point`, /name: it has the name \
         `mirror.point`; Anthropic API, Claude Desktop, OpenAI API: one name with a character beyond letters, digits, \
         `_` and `-` makes every request fail; rename the tool"
    );
}

/// Where the file of the test below is.
const FILE: &str = "HAFT_TEST_FILE";

#[test]
fn writes_a_list_if_it_is_told_to() {
    if let Some(file) = env::var_os(FILE) {
        testing::assert_list(&mirrors(), file);
    }
}

#[test]
fn a_list_is_compared_with_its_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots");
    let file = folder.join("mirrors.json");
    let _ = fs::remove_dir_all(&folder);
    let (command, shown) = ("    HAFT_SNAPSHOT=overwrite cargo test", file.display());
    assert_eq!(
        failure(|| testing::assert_list(&mirrors(), &file)),
        format!("there is no {shown}; write it by\n{command}\nand commit it.")
    );

    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "writes_a_list_if_it_is_told_to"])
        .env(FILE, &file)
        .env("HAFT_SNAPSHOT", "overwrite")
        .status()
        .unwrap();
    assert!(status.success());
    testing::assert_list(&mirrors(), &file);
    let kept = fs::read_to_string(&file).unwrap();
    assert!(
        kept.starts_with("[\n  {\n    \"name\": \"mirror\",\n") && kept.ends_with("]\n"),
        "{kept}"
    );

    // Git may have changed the ends of lines.
    fs::write(&file, kept.replace('\n', "\r\n")).unwrap();
    testing::assert_list(&mirrors(), &file);

    fs::write(&file, kept.replace("Mirror a point.", "Mirror points.")).unwrap();
    assert_eq!(
        failure(|| testing::assert_list(&mirrors(), &file)),
        format!(
            "what clients see is not what {shown} holds:\n\n  [\n    {{\n      \"name\": \"mirror\",\n-     \
             \"description\": \"Mirror points.\",\n+     \"description\": \"Mirror a point.\",\n      \"inputSchema\": \
             {{\n        \"type\": \"object\",\n        \"properties\": {{\n\nIf that is meant, run\n{command}\nand commit \
             the file."
        )
    );
}

#[test]
fn the_contract_of_generated_tools_is_kept() {
    testing::assert_contract(&mirrors());
    testing::assert_contract(&haft_agreement::server());
}

/// A number that is read as text.
struct Text;

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|_| Self)
    }
}

impl JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": 1})
    }
}

/// Take it.
#[tool]
fn take(_text: Text) -> String {
    panic!("a tool ran")
}

#[test]
fn a_contract_that_is_not_kept_is_shown_by_the_smallest_arguments() {
    let server = Server::builder("takes", "1.0.0")
        .tool::<take>()
        .build()
        .unwrap();
    let failure = failure(|| testing::assert_contract(&server));
    assert!(
        failure.starts_with("schemas promise what tools do not keep (HAFT_CONTRACT_SEED=1):\n\n"),
        "{failure}"
    );
    assert!(
        failure.contains("tool `take`: the schema accepts what the tool refuses:\n    {\"_text\":"),
        "{failure}"
    );
    assert!(
        failure.contains(" of 300 arguments that were tried; its schema is\n    {\"type\":"),
        "{failure}"
    );
    // One breach is shown once, by its smallest arguments.
    let shown: Vec<&str> = failure
        .lines()
        .filter(|line| line.starts_with("    {\"_text\":"))
        .collect();
    assert!(
        shown
            .iter()
            .enumerate()
            .all(|(at, line)| !shown[..at].contains(line)),
        "{failure}"
    );
}

/// What a check of one tool with this schema says, whose closure takes a `T`.
fn breach<T: serde::de::DeserializeOwned + 'static>(schema: haft::Value) -> String {
    let tool = Tool::new("lies", "Lie.", schema, |_: T, _| -> String {
        panic!("a tool ran")
    });
    let server = Server::builder("lies", "1.0.0").row(tool).build().unwrap();
    failure(|| testing::assert_contract(&server))
}

#[derive(Deserialize)]
struct Wide {
    #[serde(rename = "x")]
    _x: Vec<u16>,
    #[serde(rename = "y")]
    _y: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Narrow {
    #[serde(rename = "x")]
    _x: Vec<u8>,
}

#[test]
fn a_decoder_that_lies_is_found_whatever_it_lies_about() {
    let schema = |x: haft::Value, required: haft::Value| {
        json!({
            "type": "object",
            "properties": {"x": x, "y": {"type": "string", "minLength": 3}},
            "required": required,
            "additionalProperties": false,
        })
    };
    let bytes =
        json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}});
    let both = schema(bytes, json!(["x"]));
    // A member that is not known, a number out of its bounds, a text that is too short.
    let wide = breach::<Wide>(both.clone());
    assert!(
        wide.contains("the schema refuses what the tool takes:"),
        "{wide}"
    );
    // A member that is known and is not taken.
    let narrow = breach::<Narrow>(both);
    let unknown =
        "    {\"x\":[],\"y\":\"abc\"}\n    | Invalid arguments for lies:\n    | - /y: unknown";
    assert!(
        narrow.contains("the schema accepts what the tool refuses:\n"),
        "{narrow}"
    );
    assert!(
        narrow.contains("| - /y: unknown") || narrow.contains(unknown),
        "{narrow}"
    );
    // One that is not required and must be there.
    let optional = schema(
        json!({"type": "array", "items": {"type": "integer"}}),
        json!([]),
    );
    let optional = breach::<Wide>(optional);
    assert!(
        optional.contains("the schema accepts what the tool refuses:\n    {}\n    | Invalid arguments for lies:\n    | - /x: missing"),
        "{optional}"
    );
}

#[derive(Deserialize)]
struct Page {
    #[serde(rename = "number")]
    _number: u8,
}

#[test]
fn a_schema_by_hand_is_held_against_what_its_closure_takes() {
    let schema = json!({
        "type": "object",
        "properties": {"number": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 0}},
        "required": ["number"],
        "additionalProperties": false,
    });
    let tool = Tool::new("page", "Show a page.", schema, |_: Page, _| -> String {
        panic!("a tool ran")
    });
    let server = Server::builder("book", "1.0.0").row(tool).build().unwrap();
    let failure = failure(|| testing::assert_contract(&server));
    let default = "tool `page`: the parameter `number` has the default 0, which its schema refuses: it takes an integer from 1 to 1000\n";
    assert!(failure.contains(default), "{failure}");
    assert!(
        failure
            .contains("tool `page`: the schema accepts what the tool refuses:\n    {\"number\":"),
        "{failure}"
    );
    assert!(failure.contains("    | - /number: "), "{failure}");
}
