//! A server that has one of everything: what a tool may take, return and say about itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use haft::{
    BuildError, Builder, CacheScope, Call, Content, Json, Map, Progress, Role, Server, Tool,
    ToolError, ToolResult, tool, tools,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// The server, of name `gallery`.
///
/// # Errors
/// None, unless haft is wrong.
pub fn server() -> Result<Server, BuildError> {
    builder().build()
}

/// The same, before it is built.
pub fn builder() -> Builder {
    let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    let one_of = json!({"anyOf": [{"type": "object"}, {"type": "null"}]});
    Server::builder("gallery", "1.2.3")
        .title("The gallery")
        .instructions("One of everything.")
        .cache(Duration::from_secs(60), CacheScope::Public)
        .tool::<add>()
        .tool::<decorated>()
        .tool::<many>()
        .tool::<nested>()
        .tool::<nothing>()
        .tool::<whoami>()
        .tool::<point>()
        .tool::<numbers>()
        .tool::<maybe>()
        .tool::<tree>()
        .tool::<forest>()
        .tool::<media>()
        .tool::<by_hand>()
        .tool::<not_finite>()
        .tool::<fail>()
        .tool::<refuse>()
        .tool::<panics>()
        .tool::<panics_later>()
        .tool::<fragile>()
        .tools(Counter(AtomicU32::new(0)))
        .tool::<progress>()
        .row(Tool::of::<needy>().requires("sampling"))
        .row(Tool::new(
            "written",
            "Take what comes.",
            schema.clone(),
            |arguments: Map, _| Value::Object(arguments).to_string(),
        ))
        .row(
            Tool::new(
                "written_structured",
                "Give what was declared.",
                schema,
                |arguments: Map, _| ToolResult::new().structured(arguments),
            )
            .output_schema(one_of),
        )
}

/// Add two integers.
#[tool]
fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
) -> Result<i64, &'static str> {
    a.checked_add(b).ok_or("the sum does not fit in 64 bits")
}

/// Say everything that a tool can say about itself.
#[tool(
    title = "Decorated",
    read_only,
    destructive = false,
    idempotent,
    open_world = false,
    icon = "https://example.com/icon.png",
    meta(level = 3, kind = "sample")
)]
fn decorated() -> &'static str {
    "decorated"
}

/// How urgent something is.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Priority {
    /// Can wait.
    Low,
    #[default]
    Medium,
    High,
}

/// Take every kind of parameter.
#[tool]
fn many(
    text: &str,
    path: &Path,
    list: &[u8],
    optional: Option<f64>,
    map: BTreeMap<String, i32>,
    #[arg(default)] priority: Priority,
    #[arg(default = "here")] place: String,
    #[arg(name = "while", alias = "during")] time: u128,
    any: Value,
) -> String {
    format!(
        "{text} {} {list:?} {optional:?} {map:?} {priority:?} {place} {time} {any}",
        path.display()
    )
}

/// A node of a tree.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

/// Something by one of its names.
#[derive(Serialize, Deserialize, JsonSchema)]
enum Reference {
    Number(u32),
    Name { first: String, last: Option<String> },
}

/// Count the nodes of a tree.
#[tool]
async fn nested(tree: Tree, reference: Option<Reference>) -> usize {
    fn count(tree: &Tree) -> usize {
        1 + tree.children.iter().map(count).sum::<usize>()
    }
    count(&tree) + usize::from(reference.is_some())
}

/// Do nothing.
#[tool]
fn nothing() {}

/// Say who is asking, and how.
#[tool]
fn whoami(call: &Call) -> String {
    let client = call
        .client()
        .map_or("nobody", |client| client.name.as_str());
    format!("{} {client} {} {}", call.tool(), call.revision(), call.id())
}

/// A place on a plane.
#[derive(Serialize, JsonSchema)]
struct Point {
    x: f64,
    y: f64,
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Give an object.
#[tool]
fn point() -> Json<Point> {
    Json(Point {
        x: 1.0,
        y: -0.5,
        label: None,
        note: None,
    })
}

/// Give a list.
#[tool]
fn numbers(count: u8) -> Json<Vec<u8>> {
    Json::with_text((0..count).collect(), format!("{count} numbers"))
}

/// Give a number or nothing.
#[tool]
fn maybe(number: Option<i64>) -> Json<Option<i64>> {
    Json(number)
}

/// Give a tree.
#[tool]
fn tree() -> Json<Tree> {
    Json(sapling())
}

/// Give trees.
#[tool]
fn forest() -> Json<Vec<Tree>> {
    Json(vec![sapling(), sapling()])
}

fn sapling() -> Tree {
    let leaf = Tree {
        name: "leaf".into(),
        children: Vec::new(),
    };
    Tree {
        name: "root".into(),
        children: vec![leaf],
    }
}

/// Give every kind of content.
#[tool]
fn media() -> Vec<Content> {
    vec![
        Content::text("text").audience([Role::User, Role::Assistant]),
        Content::image(b"png", "image/png").priority(0.5),
        Content::audio(b"wav", "audio/wav").last_modified("2026-01-12T15:00:58Z"),
        Content::resource("file:///a.txt", "text").mime_type("text/plain"),
        Content::binary_resource("file:///a.bin", b"bytes"),
        Content::resource_link("file:///b.txt", "b.txt")
            .title("B")
            .description("The other file")
            .mime_type("text/plain")
            .size(12)
            .meta("example.com/key", 1),
    ]
}

/// Give a result that was put together by hand.
#[tool]
fn by_hand() -> ToolResult {
    ToolResult::new()
        .content("by hand")
        .structured(json!({"by": "hand"}))
        .meta("example.com/key", "value")
}

/// Give what JSON cannot hold.
#[tool]
fn not_finite() -> f64 {
    f64::NAN
}

/// Fail.
#[tool]
fn fail() -> Result<String, io::Error> {
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        "there is no such file",
    ))
}

/// Refuse.
#[tool]
async fn refuse() -> Result<Json<Point>, ToolError> {
    Err(ToolError::new("not now")
        .details(json!({"retry_after": 30}))
        .content(Content::resource_link(
            "https://example.com/status",
            "status",
        )))
}

/// Panic.
#[tool]
fn panics() -> String {
    panic!("the secret of panics")
}

/// Panic in a future.
#[tool]
async fn panics_later() -> String {
    panic!("the secret of panics_later")
}

/// A text whose decoding panics when it says `panic`.
struct Fragile(String);

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        assert_ne!(text, "panic", "the secret of Fragile");
        Ok(Self(text))
    }
}

impl JsonSchema for Fragile {
    fn schema_name() -> Cow<'static, str> {
        "Fragile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Take what may panic while it is decoded.
#[tool]
fn fragile(text: Fragile) -> String {
    text.0
}

/// Report how far it has come.
#[tool]
fn progress(call: &Call) {
    call.progress(Progress::new(1).total(3).message("begun"));
    call.progress((3, 3));
}

/// Need a client that can sample.
#[tool]
fn needy() -> &'static str {
    "satisfied"
}

/// State that is shared between calls.
pub struct Counter(AtomicU32);

#[tools]
impl Counter {
    /// Count up.
    #[tool(idempotent = false)]
    fn count(&self, #[arg(default = 1)] by: u32) -> u32 {
        self.0.fetch_add(by, Ordering::Relaxed) + by
    }

    /// Count up, later.
    #[tool]
    async fn count_later(&self) -> u32 {
        self.count(1)
    }
}
