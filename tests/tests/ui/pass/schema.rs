//! `#[schema]` on structs and enums: what is derived, closed, renamed and constrained.

use std::collections::BTreeMap;

use haft::{Json, Server, schema, tool};
use haft_tests::{ask_modern, call, text};

/// How urgent it is.
#[schema]
#[derive(Clone, Debug, Default, PartialEq)]
enum Priority {
    Low,
    #[default]
    VeryHigh,
}

/// As its author says.
#[schema]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Loud {
    OneTwo,
}

#[derive(Debug, Default)]
#[schema]
struct Percent(#[schema(minimum = 0, maximum = 100)] u8);

const MOST: usize = 3;

#[schema(input)]
#[derive(Debug)]
struct Query {
    /// What to look for.
    #[schema(
        min_length = 1,
        max_length = 20,
        pattern = "^[a-z]+$",
        examples("a", "b")
    )]
    text: String,
    #[schema(exclusive_minimum = -1, exclusive_maximum = 5_000_000_000, multiple_of = 5)]
    from: Option<i64>,
    #[schema(minimum = 0.5)]
    weight: Option<f64>,
    #[schema(min_items = 1, max_items = MOST)]
    tags: Option<Vec<String>>,
    #[schema(format = "date")]
    since: Option<String>,
    #[serde(default)]
    percent: Percent,
}

#[schema]
#[serde(tag = "kind")]
enum Change {
    Created { by: String },
    Gone,
}

#[schema]
struct Open {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[schema(output)]
struct Answer<'a, T> {
    hit: T,
    text: &'a str,
}

#[schema]
struct Generic<T> {
    inner: T,
}

#[schema]
struct Marker;

/// Look.
#[tool]
fn look(query: Query, priority: Priority) -> String {
    format!("{query:?} {priority:?}")
}

/// Note.
#[tool]
fn note(change: Change, loud: Loud, generic: Generic<u8>, marker: Option<Marker>) -> u8 {
    let _ = (loud, marker);
    match change {
        Change::Created { by } => by.len().try_into().unwrap_or(generic.inner),
        Change::Gone => 0,
    }
}

/// Keep the rest.
#[tool]
fn open(open: Open) -> usize {
    usize::from(open.id) + open.rest.len()
}

/// Answer.
#[tool]
fn answer() -> Json<Answer<'static, u8>> {
    Json(Answer { hit: 1, text: "a" })
}

fn main() {
    let server = Server::builder("schema", "1.0.0")
        .tool::<look>()
        .tool::<note>()
        .tool::<open>()
        .tool::<answer>()
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    let properties = &tools[0]["inputSchema"]["properties"];
    assert_eq!(
        properties["priority"]["enum"],
        haft::json!(["low", "very_high"])
    );
    let query = &properties["query"];
    assert_eq!(query["additionalProperties"], false);
    for (name, expected) in [
        (
            "text",
            haft::json!({"type": "string", "description": "What to look for.", "maxLength": 20, "minLength": 1,
                "pattern": "^[a-z]+$", "examples": ["a", "b"]}),
        ),
        (
            "from",
            haft::json!({"type": "integer", "exclusiveMinimum": -1, "exclusiveMaximum": 5_000_000_000_i64, "multipleOf": 5}),
        ),
        ("weight", haft::json!({"type": "number", "minimum": 0.5})),
        (
            "tags",
            haft::json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3}),
        ),
        ("since", haft::json!({"type": "string", "format": "date"})),
    ] {
        assert_eq!(query["properties"][name], expected, "{name}");
    }
    let percent = &query["properties"]["percent"];
    assert_eq!(
        (&percent["minimum"], &percent["maximum"]),
        (&haft::json!(0), &haft::json!(100))
    );
    let properties = &tools[1]["inputSchema"]["properties"];
    assert_eq!(properties["loud"]["enum"], haft::json!(["ONE-TWO"]));
    assert_eq!(properties["generic"]["additionalProperties"], false);
    for branch in properties["change"]["anyOf"].as_array().unwrap() {
        assert_eq!(branch["additionalProperties"], false);
    }
    let open = &tools[2]["inputSchema"]["properties"]["open"];
    assert_eq!(open["additionalProperties"]["type"], "integer");
    assert!(
        tools[3]["outputSchema"]
            .get("additionalProperties")
            .is_none()
    );

    assert_eq!(
        text(&call(&server, "open", r#"{"open":{"id":1,"x":2}}"#)),
        "2"
    );
    let note = r#"{"change":{"kind":"created","by":"me"},"loud":"ONE-TWO","generic":{"inner":1}}"#;
    assert_eq!(text(&call(&server, "note", note)), "2");
    let unknown = r#"{"query":{"text":"a","titel":1},"priority":"low"}"#;
    assert_eq!(call(&server, "look", unknown)["error"]["code"], -32602);
}
