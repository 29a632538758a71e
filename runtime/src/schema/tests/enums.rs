//! Enums.

use super::*;

#[test]
fn documented_names_are_one_enum_with_a_list_of_notes() {
    same(
        &published::<Priority>(),
        &json!({
            "type": "string",
            "description": "How urgent an issue is.\n\n\
                - low: Whenever there is time.\n- high: Today,\n  or tomorrow.",
            "enum": ["low", "high"],
        }),
    );
}

#[test]
fn plain_names_are_one_enum() {
    same(
        &published::<Side>(),
        &json!({"type": "string", "description": "A plain choice.", "enum": ["left", "right"]}),
    );
}

#[derive(JsonSchema)]
enum Partly {
    Plain,
    /// With a note.
    Noted,
    #[deprecated]
    Old,
}

#[derive(JsonSchema)]
enum Only {
    /// The only one.
    One,
}

#[test]
fn names_without_a_note_are_in_the_enum_alone() {
    same(
        &published::<Partly>(),
        &json!({
            "type": "string",
            "description": "- Noted: With a note.\n- Old (deprecated)",
            "enum": ["Plain", "Noted", "Old"],
        }),
    );
    same(
        &published::<Only>(),
        &json!({"type": "string", "description": "- One: The only one.", "enum": ["One"]}),
    );
}

/// Something of both.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mixed {
    Nothing,
    /// A number.
    Number(u8),
    Pair(u8, Option<Side>),
    Named {
        side: Side,
    },
}

#[test]
fn an_enum_with_contents_stays_an_any_of() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let side = json!({
        "type": "string", "description": "A plain choice.", "enum": ["left", "right"],
    });
    same(
        &published::<Mixed>(),
        &json!({
            "description": "Something of both.",
            "anyOf": [
                {"type": "string", "enum": ["nothing"]},
                {
                    "type": "object",
                    "description": "A number.",
                    "properties": {"number": byte},
                    "required": ["number"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "properties": {"pair": {
                        "type": "array",
                        "prefixItems": [byte, side],
                        "minItems": 2,
                        "maxItems": 2,
                        "items": {"anyOf": [byte, side]},
                    }},
                    "required": ["pair"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "properties": {"named": {
                        "type": "object",
                        "properties": {"side": side},
                        "required": ["side"],
                    }},
                    "required": ["named"],
                    "additionalProperties": false,
                },
            ],
        }),
    );
}

#[derive(JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
enum Event {
    /// It began.
    Start,
    Page(Page),
}

#[test]
fn a_tag_is_an_enum_of_one_value() {
    same(
        &published::<Shape>(),
        &json!({"anyOf": [
            {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["point"]}},
                "required": ["kind"],
            },
            {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": ["circle"]},
                    "radius": {"type": "integer", "minimum": 0, "maximum": 255},
                },
                "required": ["kind", "radius"],
            },
        ]}),
    );
    same(
        &published::<Event>(),
        &json!({"anyOf": [
            {
                "type": "object",
                "description": "It began.",
                "properties": {"kind": {"type": "string", "enum": ["Start"]}},
                "required": ["kind"],
                "additionalProperties": false,
            },
            {
                "type": "object",
                "description": "Which part of a list.",
                "properties": {
                    "kind": {"type": "string", "enum": ["Page"]},
                    "number": {
                        "type": "integer",
                        "description": "The number of the page.",
                        "minimum": 0,
                        "maximum": 255,
                    },
                    "size": {"type": "integer", "minimum": 0, "maximum": 255},
                },
                "required": ["kind", "number"],
                "additionalProperties": false,
            },
        ]}),
    );
}

#[derive(JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Byte(u8),
}

#[test]
fn an_adjacent_tag_has_its_content_beside_it() {
    same(
        &published::<Adjacent>(),
        &json!({"anyOf": [
            {
                "type": "object",
                "properties": {"t": {"type": "string", "enum": ["Unit"]}},
                "required": ["t"],
            },
            {
                "type": "object",
                "properties": {
                    "t": {"type": "string", "enum": ["Byte"]},
                    "c": {"type": "integer", "minimum": 0, "maximum": 255},
                },
                "required": ["t", "c"],
            },
        ]}),
    );
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Several {
    Text(String),
    Label(String),
    Inner(Inner),
    Anything(Value),
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Inner {
    Flag(bool),
    List(Vec<String>),
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Wrapper {
    /// The one variant.
    Text(#[schemars(length(min = 1))] String),
}

#[test]
fn alternatives_are_flat_and_none_stands_twice() {
    same(
        &published::<Several>(),
        &json!({"anyOf": [
            {"type": "string"},
            {"type": "boolean"},
            {"type": "array", "items": {"type": "string"}},
            {"description": "Any JSON value"},
        ]}),
    );
}

#[test]
fn one_alternative_is_none() {
    same(
        &published::<Wrapper>(),
        &json!({"type": "string", "description": "The one variant.", "minLength": 1}),
    );
}

#[derive(JsonSchema)]
enum Never {}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Hardly {
    Never(Never),
    Text(String),
}

#[derive(JsonSchema)]
struct Holder {
    never: Never,
    none: Vec<Never>,
}

#[test]
fn a_type_that_no_value_fits_is_refused() {
    let problem = "has a type that no value fits, such as an enum without variants: \
                   use another type";
    assert_eq!(refused::<Never>(), [format!("the parameter `x` {problem}")]);
    assert_eq!(refused::<Holder>(), [format!("`x.never` {problem}")]);
    same(&published::<Hardly>(), &json!({"type": "string"}));
}
