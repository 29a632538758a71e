//! Arrays, tuples and sets.

use std::collections::{BTreeSet, VecDeque};

use super::*;

#[test]
fn arrays_say_what_they_hold() {
    same(
        &published::<VecDeque<String>>(),
        &json!({"type": "array", "items": {"type": "string"}}),
    );
    same(
        &published::<Vec<Value>>(),
        &json!({"type": "array", "items": {"description": "Any JSON value"}}),
    );
    same(
        &published::<[bool; 3]>(),
        &json!({"type": "array", "items": {"type": "boolean"}, "minItems": 3, "maxItems": 3}),
    );
    same(
        &published::<[bool; 0]>(),
        &json!({"type": "array", "maxItems": 0, "items": {"description": "Any JSON value"}}),
    );
}

#[derive(JsonSchema)]
enum Never {}

#[test]
fn an_array_of_what_nothing_fits_is_empty() {
    same(
        &published::<Vec<Never>>(),
        &json!({"type": "array", "maxItems": 0, "items": {"description": "Any JSON value"}}),
    );
}

#[test]
fn a_tuple_of_one_type_is_an_array_of_that_length() {
    same(
        &published::<(f64, f64)>(),
        &json!({"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}),
    );
}

#[test]
fn a_tuple_of_several_types_says_both_each_and_all() {
    same(
        &published::<(bool, String, bool)>(),
        &json!({
            "type": "array",
            "prefixItems": [{"type": "boolean"}, {"type": "string"}, {"type": "boolean"}],
            "minItems": 3,
            "maxItems": 3,
            "items": {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
        }),
    );
}

#[test]
fn sets_keep_their_elements_apart() {
    same(
        &published::<BTreeSet<String>>(),
        &json!({"type": "array", "uniqueItems": true, "items": {"type": "string"}}),
    );
}

#[test]
fn characters_are_strings_of_one() {
    same(
        &published::<char>(),
        &json!({"type": "string", "minLength": 1, "maxLength": 1}),
    );
}
