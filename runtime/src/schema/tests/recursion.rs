//! Types that contain themselves.

use super::*;

#[test]
fn a_recursive_type_is_inlined_once_and_then_defined() {
    let tree = json!({
        "type": "object",
        "properties": {
            "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            "parent": {"description": "Where it hangs.", "anyOf": [{"$ref": "#/$defs/Tree"}]},
        },
        "required": ["children"],
    });
    let root = input(
        &[
            property::<Option<Tree>>("tree"),
            property::<Box<Tree>>("other"),
        ],
        false,
    );
    same(
        &root.unwrap(),
        &json!({
            "type": "object",
            "properties": {"tree": tree, "other": tree},
            "required": ["tree", "other"],
            "additionalProperties": false,
            "$defs": {"Tree": tree},
        }),
    );
}

#[derive(JsonSchema)]
struct Chain<T> {
    value: T,
    next: Option<Box<Chain<T>>>,
}

#[derive(JsonSchema)]
#[serde(rename = "a/b ü")]
enum Odd {
    Again(Vec<Odd>),
}

#[test]
fn names_of_definitions_need_no_escape() {
    let root = input(
        &[
            property::<Chain<u8>>("one"),
            property::<Chain<bool>>("two"),
            property::<Odd>("odd"),
        ],
        false,
    );
    let root = root.unwrap();
    let names: Vec<&String> = root["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Chain", "Chain2", "a_b__"]);
    same(
        &root["$defs"]["a_b__"]["properties"]["Again"]["items"],
        &json!({"$ref": "#/$defs/a_b__"}),
    );
    same(
        &root["$defs"]["Chain2"]["properties"]["value"],
        &json!({"type": "boolean"}),
    );
}

#[derive(JsonSchema)]
enum Expression {
    Value(i64),
    Call { arguments: Vec<Argument> },
}

#[derive(JsonSchema)]
struct Argument {
    name: Option<String>,
    value: Box<Expression>,
    kind: Priority,
}

#[test]
fn definitions_are_complete_and_in_the_dialect() {
    let root = input(&[property::<Expression>("x")], false).unwrap();
    let expression = json!({"$ref": "#/$defs/Expression"});
    let argument = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "value": expression,
            "kind": published::<Priority>(),
        },
        "required": ["value", "kind"],
    });
    same(&root["$defs"]["Argument"], &argument);
    let names: Vec<&String> = root["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Expression", "Argument"]);
}

#[derive(JsonSchema)]
#[schemars(extend("$ref" = "https://example.com/elsewhere"))]
struct Elsewhere;

#[test]
fn a_reference_to_nothing_is_refused() {
    assert_eq!(
        refused::<Vec<Elsewhere>>(),
        [
            "`x[]` refers to `https://example.com/elsewhere`, which nothing defines: \
          write the schema in its place"
        ]
    );
}
