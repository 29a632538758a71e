//! Maps.

use std::collections::{BTreeMap, HashMap};

use super::*;

#[test]
fn a_map_says_what_its_values_are() {
    same(
        &published::<HashMap<String, u8>>(),
        &json!({
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255},
        }),
    );
    same(
        &published::<BTreeMap<String, Value>>(),
        &json!({"type": "object", "additionalProperties": true}),
    );
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Slug(#[schemars(regex(pattern = "^[a-z]+$"))] String);

#[test]
fn keys_that_follow_a_pattern_are_not_published() {
    let expected = json!({"type": "object", "additionalProperties": {"type": "string"}});
    same(&published::<BTreeMap<u32, String>>(), &expected);
    same(&published::<BTreeMap<i8, String>>(), &expected);
    same(&published::<BTreeMap<Slug, String>>(), &expected);
}

#[test]
fn keys_that_are_names_are_members() {
    same(
        &published::<BTreeMap<Side, bool>>(),
        &json!({
            "type": "object",
            "properties": {"left": {"type": "boolean"}, "right": {"type": "boolean"}},
            "additionalProperties": false,
        }),
    );
}

#[derive(JsonSchema)]
struct Open {
    own: bool,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[test]
fn a_flattened_map_is_the_rest_of_its_object() {
    same(
        &published::<Open>(),
        &json!({
            "type": "object",
            "properties": {"own": {"type": "boolean"}},
            "required": ["own"],
            "additionalProperties": {"type": "string"},
        }),
    );
}

#[derive(JsonSchema)]
struct Rest {
    own: bool,
    #[serde(flatten)]
    rest: BTreeMap<u8, String>,
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Either {
    Text(String),
    Numbered(BTreeMap<i8, String>),
}

#[test]
fn integer_keys_are_refused_where_serde_only_reads_strings() {
    let problem = "is a map with integer keys inside a type that serde reads into a buffer first, \
                   where names are strings (`untagged`, `tag` or `flatten`): make the keys strings";
    assert_eq!(refused::<Rest>(), [format!("the parameter `x` {problem}")]);
    assert_eq!(
        refused::<Either>(),
        [format!("the parameter `x` {problem}")]
    );
}
