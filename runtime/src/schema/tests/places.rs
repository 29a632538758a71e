//! Finding the subschema of a place.

use crate::decode::Step;

use super::super::at;
use super::*;

#[derive(JsonSchema)]
struct Everything {
    tuple: (u8, String),
    list: Vec<Option<Page>>,
    map: std::collections::BTreeMap<String, bool>,
    shape: Shape,
    tree: Tree,
    value: Value,
    twice: Twice,
    again: Again,
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Twice {
    One { same: bool, different: u8 },
    Two { same: bool, different: String },
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Again {
    Again(Box<Again>),
    End { end: bool },
}

fn key(name: &str) -> Step {
    Step::Key(name.into())
}

fn found(path: &[Step]) -> Option<Value> {
    let root = input(&[property::<Everything>("x")], false).unwrap();
    let mut steps = vec![key("x")];
    for step in path {
        steps.push(match step {
            Step::Key(name) => key(name),
            Step::Index(index) => Step::Index(*index),
        });
    }
    at(&root, &steps).cloned()
}

#[test]
fn the_empty_path_is_the_root() {
    let root = input(&[], false).unwrap();
    assert_eq!(at(&root, &[]), Some(&root));
}

#[test]
fn members_and_elements_are_found() {
    let number = published::<Page>()["properties"]["number"].clone();
    assert_eq!(
        found(&[key("tuple"), Step::Index(0)]),
        Some(published::<u8>())
    );
    assert_eq!(
        found(&[key("tuple"), Step::Index(1)]),
        Some(json!({"type": "string"}))
    );
    assert_eq!(
        found(&[key("list"), Step::Index(7), key("number")]),
        Some(number)
    );
    assert_eq!(
        found(&[key("map"), key("any")]),
        Some(json!({"type": "boolean"}))
    );
}

#[test]
fn an_alternative_is_entered_if_no_other_says_something_else() {
    assert_eq!(
        found(&[key("shape"), key("radius")]),
        Some(published::<u8>())
    );
    assert_eq!(found(&[key("shape"), key("kind")]), None);
    assert_eq!(
        found(&[key("twice"), key("same")]),
        Some(json!({"type": "boolean"}))
    );
    assert_eq!(found(&[key("twice"), key("different")]), None);
}

#[test]
fn references_are_followed() {
    let tree = found(&[key("tree"), key("parent")]).unwrap();
    assert_eq!(tree["type"], "object");
    let path = [
        key("tree"),
        key("children"),
        Step::Index(0),
        key("parent"),
        key("children"),
    ];
    assert_eq!(found(&path).unwrap()["type"], "array");
    assert_eq!(
        found(&[key("again"), key("end")]),
        Some(json!({"type": "boolean"}))
    );
    assert_eq!(found(&[key("again"), key("beginning")]), None);
}

#[test]
fn where_nothing_is_said_nothing_is_found() {
    assert_eq!(found(&[key("nowhere")]), None);
    assert_eq!(found(&[key("value"), key("deep")]), None);
    assert_eq!(found(&[key("list"), key("number")]), None);
    assert_eq!(found(&[key("map"), Step::Index(0)]), None);
}

/// Two alternatives lead on at each step: 2^100 ways.
#[test]
fn alternatives_that_contain_themselves_take_no_more_time_than_there_are_steps() {
    let term = json!({"$ref": "#/$defs/Term"});
    let root = json!({
        "$ref": "#/$defs/Term",
        "$defs": {"Term": {"anyOf": [
            {"properties": {"not": term, "end": {"type": "boolean"}}},
            {"properties": {"not": term, "end": {"type": "boolean"}, "why": {"type": "string"}}},
        ]}},
    });
    let path = |last: &str| {
        let steps = (0..100).map(|_| key("not"));
        steps.chain([key(last)]).collect::<Vec<_>>()
    };
    assert_eq!(at(&root, &path("end")), Some(&json!({"type": "boolean"})));
    assert_eq!(at(&root, &path("why")), Some(&json!({"type": "string"})));
    assert_eq!(at(&root, &path("else")), None);
}
