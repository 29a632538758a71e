//! `Option` in inputs.

use std::collections::BTreeMap;

use super::*;

#[test]
fn an_option_is_published_as_what_it_holds() {
    same(&published::<Option<String>>(), &json!({"type": "string"}));
    same(&published::<Option<Option<u8>>>(), &published::<u8>());
    same(&published::<Option<Priority>>(), &published::<Priority>());
    same(&published::<Option<Side>>(), &published::<Side>());
    same(&published::<Option<Shape>>(), &published::<Shape>());
    same(&published::<Option<Page>>(), &published::<Page>());
    same(&published::<Option<Tree>>(), &published::<Tree>());
    same(&published::<Option<Value>>(), &published::<Value>());
    same(&published::<Option<Vec<u8>>>(), &published::<Vec<u8>>());
    same(
        &published::<Option<(u8, String)>>(),
        &published::<(u8, String)>(),
    );
}

#[test]
fn an_option_is_published_so_at_every_depth() {
    same(
        &published::<Vec<Option<Priority>>>(),
        &published::<Vec<Priority>>(),
    );
    same(
        &published::<(Option<u8>, Option<Side>)>(),
        &published::<(u8, Side)>(),
    );
    same(
        &published::<BTreeMap<String, Option<Shape>>>(),
        &published::<BTreeMap<String, Shape>>(),
    );
}

/// The members of an issue.
#[derive(JsonSchema, Serialize, Deserialize, Default)]
#[serde(default)]
struct Optional {
    text: Option<String>,
    /// Which side.
    #[schemars(extend("nullable" = true))]
    side: Option<Side>,
    nothing: (),
    count: u8,
    inner: Inner,
}

#[derive(JsonSchema, Serialize, Deserialize, Default)]
struct Inner {
    text: Option<String>,
    count: u8,
}

#[test]
fn an_optional_member_has_neither_null_nor_a_null_default() {
    same(
        &published::<Optional>(),
        &json!({
            "type": "object",
            "description": "The members of an issue.",
            "properties": {
                "text": {"type": "string"},
                "side": {"type": "string", "description": "Which side.", "enum": ["left", "right"]},
                "nothing": {"type": "null"},
                "count": {"type": "integer", "minimum": 0, "maximum": 255, "default": 0},
                "inner": {
                    "type": "object",
                    "properties": {
                        "text": {"type": "string"},
                        "count": {"type": "integer", "minimum": 0, "maximum": 255},
                    },
                    "required": ["count"],
                    "default": {"count": 0},
                },
            },
        }),
    );
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Limit {
    Of(u8),
    Unlimited,
}

#[test]
fn the_null_of_an_untagged_variant_is_a_value_like_others() {
    let expected = json!({"anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 255},
        {"type": "null"},
    ]});
    same(&published::<Limit>(), &expected);
    same(&published::<Option<Limit>>(), &expected);
    same(&published::<()>(), &json!({"type": "null"}));
    same(&published::<Option<()>>(), &json!({"type": "null"}));
}

#[test]
fn any_value_has_a_description_and_nothing_else() {
    same(
        &published::<Value>(),
        &json!({"description": "Any JSON value"}),
    );
    same(
        &described(Property {
            description: Some("What to store."),
            default: Some(json!(5)),
            ..property::<Option<Value>>("x")
        }),
        &json!({"description": "What to store.", "default": 5}),
    );
}

#[test]
fn the_description_of_the_parameter_wins() {
    let text = Some("When to do it.");
    for property in [property::<Priority>("x"), property::<Option<Priority>>("x")] {
        let described = described(Property {
            description: text,
            ..property
        });
        assert_eq!(
            described["description"],
            "When to do it.\n\n- low: Whenever there is time.\n- high: Today,\n  or tomorrow."
        );
    }
    let page = described(Property {
        description: text,
        ..property::<Option<Page>>("x")
    });
    assert_eq!(page["description"], "When to do it.");
    assert_eq!(published::<Page>()["description"], "Which part of a list.");
}

#[derive(JsonSchema, Serialize)]
#[serde(default)]
struct Pair {
    pair: [Option<u8>; 2],
    set: Option<[Option<u8>; 2]>,
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            pair: [None, Some(1)],
            set: Some([Some(1), Some(2)]),
        }
    }
}

#[test]
fn a_default_that_its_own_schema_refuses_is_not_published() {
    let schema = published::<Pair>();
    assert_eq!(schema["properties"]["pair"].get("default"), None);
    assert_eq!(schema["properties"]["set"]["default"], json!([1, 2]));
}
