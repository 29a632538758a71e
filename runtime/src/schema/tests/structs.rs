//! Structs.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::*;

/// # A heading
#[derive(JsonSchema)]
#[schemars(title = "A title", extend("$comment" = "for us", "$schema" = "http://elsewhere"))]
struct Order {
    #[schemars(title = "Last")]
    zebra: String,
    /// Has this name in JSON, too.
    title: String,
    #[serde(skip_serializing)]
    apple: Option<bool>,
}

#[test]
fn members_stand_in_the_order_of_their_declaration() {
    let schema = published::<Order>();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["zebra", "title", "apple"]);
    assert_eq!(schema["required"], json!(["zebra", "title"]));
}

#[test]
fn titles_and_remarks_are_not_published() {
    same(
        &published::<Order>(),
        &json!({
            "type": "object",
            "properties": {
                "zebra": {"type": "string"},
                "title": {"type": "string", "description": "Has this name in JSON, too."},
                "apple": {"type": "boolean"},
            },
            "required": ["zebra", "title"],
        }),
    );
}

#[test]
fn a_struct_is_closed_where_its_author_closed_it() {
    assert_eq!(published::<Page>()["additionalProperties"], false);
    assert_eq!(published::<Order>().get("additionalProperties"), None);
}

#[derive(JsonSchema)]
struct Holder {
    /// Which page to show.
    page: Page,
    plain: Page,
}

#[test]
fn the_description_of_a_member_wins() {
    let schema = published::<Holder>();
    assert_eq!(
        schema["properties"]["page"]["description"],
        "Which page to show."
    );
    assert_eq!(
        schema["properties"]["plain"]["description"],
        "Which part of a list."
    );
}

#[derive(JsonSchema)]
struct Name(String);

#[derive(JsonSchema)]
struct Named {
    #[schemars(length(min = 1, max = 9))]
    name: Option<Name>,
    #[schemars(inner(range(max = 5)))]
    numbers: Vec<u8>,
}

#[test]
fn the_constraints_of_a_member_hold_for_what_its_type_names() {
    same(
        &published::<Named>()["properties"],
        &json!({
            "name": {"type": "string", "minLength": 1, "maxLength": 9},
            "numbers": {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 5},
            },
        }),
    );
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Defaults {
    #[serde(default = "three")]
    count: u8,
    #[serde(default)]
    name: String,
    #[serde(default = "both")]
    sides: HashSet<Side>,
    #[serde(default = "levels")]
    levels: HashSet<Level>,
    #[serde(default = "numbers")]
    numbers: HashMap<String, i64>,
    #[serde(default = "tenth")]
    ratio: f32,
    #[serde(default = "widest")]
    wide: u128,
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
enum Level {
    Number(i64),
    Name(String),
}

fn levels() -> HashSet<Level> {
    let numbers = [10, 9, -3, i64::MIN, -20, 100].map(Level::Number);
    let names = ["b", "a"].map(|name| Level::Name(name.to_owned()));
    numbers.into_iter().chain(names).collect()
}

fn widest() -> u128 {
    u128::MAX
}

fn three() -> u8 {
    3
}

fn both() -> HashSet<Side> {
    HashSet::from([Side::Right, Side::Left])
}

fn numbers() -> HashMap<String, i64> {
    (0..20)
        .map(|number| (format!("n{number:02}"), number))
        .collect()
}

fn tenth() -> f32 {
    0.1
}

#[test]
fn a_member_with_a_default_shows_it_and_is_not_required() {
    let schema = published::<Defaults>();
    assert_eq!(schema.get("required"), None);
    same(
        &schema["properties"]["count"],
        &json!({"type": "integer", "minimum": 0, "maximum": 255, "default": 3}),
    );
    same(
        &schema["properties"]["name"],
        &json!({"type": "string", "default": ""}),
    );
}

#[test]
fn defaults_are_the_same_bytes_in_every_process() {
    let schema = published::<Defaults>();
    same(
        &schema["properties"]["sides"]["default"],
        &json!(["left", "right"]),
    );
    same(
        &schema["properties"]["levels"]["default"],
        &json!(["a", "b", i64::MIN, -20, -3, 9, 10, 100]),
    );
    let members = schema["properties"]["numbers"]["default"]
        .as_object()
        .unwrap();
    assert!(members.keys().is_sorted());
    assert_eq!(members.len(), 20);
    assert_eq!(schema["properties"]["ratio"]["default"].to_string(), "0.1");
    assert_eq!(schema["properties"]["wide"].get("default"), None);
}

#[derive(JsonSchema)]
#[schemars(example = json!({"b": 0.1_f32, "a": 1}), example = json!("y"))]
struct Sample(BTreeMap<String, f32>);

#[test]
fn examples_are_kept() {
    same(
        &published::<Sample>()["examples"],
        &json!([{"a": 1, "b": 0.1}, "y"]),
    );
}

#[derive(JsonSchema)]
struct Flat {
    first: String,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    shape: Shape,
}

#[test]
fn a_flattened_struct_has_its_members_in_the_object() {
    let schema = published::<Flat>();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["first", "number", "size"]);
    assert_eq!(schema["required"], json!(["first", "number"]));
    assert_eq!(schema["anyOf"], published::<Shape>()["anyOf"]);
}

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    own: u8,
    #[serde(flatten)]
    shape: External,
}

#[derive(JsonSchema)]
enum External {
    Left(u8),
    Right(u8),
}

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
struct Twice {
    #[serde(flatten)]
    one: External,
    #[serde(flatten)]
    other: Shape,
}

#[test]
fn what_is_closed_around_alternatives_is_closed_in_each() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    same(
        &published::<Closed>(),
        &json!({"anyOf": [
            {
                "type": "object",
                "properties": {"own": byte, "Left": byte},
                "required": ["own", "Left"],
                "additionalProperties": false,
            },
            {
                "type": "object",
                "properties": {"own": byte, "Right": byte},
                "required": ["own", "Right"],
                "additionalProperties": false,
            },
        ]}),
    );
    assert_eq!(
        refused::<Twice>(),
        [
            "the parameter `x` is closed to unknown members and flattens more than one enum: \
          make one of them a member of its own"
        ]
    );
}

#[derive(JsonSchema)]
struct Perhaps {
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[test]
fn a_flattened_option_admits_any_object_beside_its_variants() {
    let mut alternatives = published::<Shape>()["anyOf"].as_array().unwrap().clone();
    alternatives.push(json!({"type": "object"}));
    same(
        &published::<Perhaps>(),
        &json!({"type": "object", "anyOf": alternatives}),
    );
}
