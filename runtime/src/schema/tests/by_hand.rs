//! Schemas that an author wrote by hand.

use schemars::Schema;

use super::super::input_of_value;
use super::*;

/// Publishes a schema that no derive would write.
macro_rules! hand_written {
    ($name:ident, $schema:tt) => {
        struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}

hand_written!(Types, {
    "type": ["string", "integer", "null"],
    "description": "A name or a number.",
    "minLength": 1,
    "format": "uint8",
    "minimum": 1,
    "default": "x",
});
hand_written!(Listed, { "enum": ["a", 1, true] });
hand_written!(Single, { "type": ["string"], "const": "a" });

#[test]
fn a_list_of_types_is_an_any_of_of_single_types() {
    same(
        &published::<Types>(),
        &json!({
            "description": "A name or a number.",
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "integer", "minimum": 1, "maximum": 255},
            ],
            "default": "x",
        }),
    );
    same(
        &published::<Listed>(),
        &json!({"anyOf": [
            {"type": "string", "enum": ["a"]},
            {"type": "integer", "minimum": 1, "maximum": 1},
            {"type": "boolean", "enum": [true]},
        ]}),
    );
    same(
        &published::<Single>(),
        &json!({"type": "string", "enum": ["a"]}),
    );
}

hand_written!(Closed, {
    "type": "array",
    "prefixItems": [{ "type": "string" }, true],
    "items": false,
});

#[test]
fn a_tuple_that_nothing_may_follow_has_a_length() {
    same(
        &published::<Closed>(),
        &json!({
            "type": "array",
            "prefixItems": [{"type": "string"}, {"description": "Any JSON value"}],
            "maxItems": 2,
            "items": {"anyOf": [{"type": "string"}, {"description": "Any JSON value"}]},
        }),
    );
}

hand_written!(One, { "description": "Outer.", "allOf": [{ "type": "string", "minLength": 1 }] });
hand_written!(Objects, { "allOf": [
    {
        "type": "object",
        "description": "One.",
        "properties": { "a": { "type": "string" } },
        "required": ["a"],
    },
    {
        "type": "object",
        "properties": { "b": { "type": "string" } },
        "required": ["b", "a"],
        "unevaluatedProperties": false,
    },
]});
hand_written!(Unevaluated, {
    "allOf": [
        { "type": "object", "properties": { "a": { "type": "string" } } },
        { "type": "object", "properties": { "b": { "type": "string" } } },
    ],
    "unevaluatedProperties": false,
});
hand_written!(Apart, { "allOf": [
    { "type": "string", "minLength": 1 },
    { "type": "string", "minLength": 2 },
]});

#[test]
fn parts_that_can_be_one_schema_are() {
    same(
        &published::<One>(),
        &json!({"type": "string", "description": "Outer.", "minLength": 1}),
    );
    same(
        &published::<Unevaluated>(),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "additionalProperties": false,
        }),
    );
}

#[test]
fn parts_that_cannot_be_one_schema_stay_apart() {
    same(
        &published::<Apart>(),
        &json!({"allOf": [
            {"type": "string", "minLength": 1},
            {"type": "string", "minLength": 2},
        ]}),
    );
    same(
        &published::<Objects>(),
        &json!({"allOf": [
            {
                "type": "object",
                "description": "One.",
                "properties": {"a": {"type": "string"}},
                "required": ["a"],
            },
            {
                "type": "object",
                "properties": {"b": {"type": "string"}},
                "required": ["b", "a"],
                "additionalProperties": false,
            },
        ]}),
    );
}

hand_written!(Formats, { "type": "object", "properties": {
    "when": { "type": "string", "format": "date-time" },
    "local": { "type": "string", "format": "partial-date-time" },
    "own": { "type": "string", "format": "partial-time", "description": "At which time." },
    "bytes": { "type": "string", "format": "byte" },
    "id": { "type": "string", "format": "uuid" },
    "odd": { "type": "string", "format": "uint8" },
}});

#[test]
fn formats_have_standard_names() {
    same(
        &published::<Formats>()["properties"],
        &json!({
            "when": {"type": "string", "format": "date-time"},
            "local": {
                "type": "string",
                "description": "A date and time without an offset, such as 2024-05-01T12:30:00",
            },
            "own": {"type": "string", "description": "At which time."},
            "bytes": {"type": "string"},
            "id": {"type": "string", "format": "uuid"},
            "odd": {"type": "string"},
        }),
    );
}

#[test]
fn a_root_written_by_hand_is_kept_as_it_is() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"b": true, "a": {"type": ["string", "null"]}},
        "type": "object",
    });
    same(&input_of_value(schema.clone()).unwrap(), &schema);
    same(
        &input_of_value(json!({"description": "None.", "type": "object", "required": []})).unwrap(),
        &json!({"description": "None.", "type": "object", "properties": {}, "required": []}),
    );
}

#[test]
fn a_root_written_by_hand_must_be_an_object() {
    let write = "write `{\"type\": \"object\", \"properties\": {…}}`, \
                 with one property for each argument";
    let problem = |schema: Value| input_of_value(schema).unwrap_err();
    assert_eq!(
        problem(json!(true)),
        [format!("the input schema is not a JSON object: {write}")]
    );
    assert_eq!(
        problem(json!({})),
        [format!(
            "the input schema has no `type` at its root: {write}"
        )]
    );
    assert_eq!(
        problem(json!({"type": ["object", "null"]})),
        [format!(
            "the input schema has the `type` [\"object\",\"null\"] at its root: {write}"
        )]
    );
    assert_eq!(
        problem(json!({"type": "object", "properties": null})),
        [format!(
            "the input schema has the `properties` null: {write}"
        )]
    );
}
