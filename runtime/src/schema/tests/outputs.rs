//! Output schemas.

use super::super::wrap;
use super::*;

/// What the tracker knows.
#[derive(JsonSchema, Serialize)]
struct Issue {
    /// Its number.
    id: u64,
    closed: Option<bool>,
    priority: Option<Priority>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    #[serde(default)]
    weight: f32,
    anything: Value,
}

#[test]
fn what_is_written_as_null_is_published_as_null() {
    let issue = returned::<Issue>();
    assert!(issue.is_object);
    same(
        &issue.schema,
        &json!({
            "type": "object",
            "properties": {
                "id": {"type": "integer", "description": "Its number.", "minimum": 0},
                "closed": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
                "priority": {"anyOf": [published::<Priority>(), {"type": "null"}]},
                "labels": {"type": "array", "items": {"type": "string"}},
                "weight": {"type": "number"},
                "anything": {"description": "Any JSON value"},
            },
            "required": ["id", "closed", "priority", "weight", "anything"],
        }),
    );
}

#[derive(JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
enum Renamed {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    Name,
}

#[test]
fn names_are_those_that_are_written() {
    same(
        &returned::<Renamed>().schema,
        &json!({"type": "string", "enum": ["written"]}),
    );
    same(
        &published::<Renamed>(),
        &json!({"type": "string", "enum": ["read"]}),
    );
}

#[test]
fn alternatives_that_are_all_objects_are_an_object() {
    let shape = returned::<Shape>();
    assert!(shape.is_object);
    assert_eq!(shape.schema["type"], "object");
    assert_eq!(shape.schema["anyOf"], published::<Shape>()["anyOf"]);
    assert!(!returned::<Option<Shape>>().is_object);
    assert!(!returned::<Vec<Shape>>().is_object);
}

#[test]
fn null_is_beside_the_alternatives_that_it_joins() {
    same(
        &returned::<Option<Shape>>().schema["anyOf"][2],
        &json!({"type": "null"}),
    );
    same(
        &returned::<Vec<Option<u8>>>().schema,
        &json!({"type": "array", "items": {"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 255},
            {"type": "null"},
        ]}}),
    );
}

#[test]
fn what_is_no_object_is_wrapped_with_its_definitions_at_the_root() {
    same(
        &wrap(&returned::<u8>().schema),
        &json!({
            "type": "object",
            "properties": {"result": {"type": "integer", "minimum": 0, "maximum": 255}},
            "required": ["result"],
        }),
    );
    let trees = returned::<Vec<Tree>>().schema;
    let wrapped = wrap(&trees);
    assert_eq!(wrapped["$defs"], trees["$defs"]);
    assert_eq!(wrapped["properties"]["result"].get("$defs"), None);
    assert_eq!(wrapped["properties"]["result"]["items"], trees["items"]);
}

#[derive(JsonSchema)]
enum Never {}

#[derive(JsonSchema)]
struct Holder {
    never: Never,
}

#[test]
fn a_problem_names_the_result() {
    let problems = |result: Result<OutputSchema, Vec<String>>| result.err().unwrap();
    let what = "has a type that no value fits, such as an enum without variants: use another type";
    assert_eq!(
        problems(output(SchemaGenerator::subschema_for::<Never>)),
        [format!("the result {what}")]
    );
    assert_eq!(
        problems(output(SchemaGenerator::subschema_for::<Holder>)),
        [format!("`never` {what}")]
    );
}
