//! What a value must be, in words.

use super::super::words;
use super::*;

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "for the calls below")]
fn says(schema: Value, expected: &str) {
    assert_eq!(words(&schema), expected);
}

#[test]
fn numbers_say_their_range() {
    says(published::<u8>(), "an integer from 0 to 255");
    says(published::<u64>(), "an integer of at least 0");
    says(published::<i64>(), "an integer");
    says(published::<f64>(), "a number");
    says(json!({"type": "integer", "minimum": 3, "maximum": 3}), "3");
    says(
        json!({"type": "number", "maximum": 0.5}),
        "a number of at most 0.5",
    );
    says(
        json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        "a number above 0 and of at most 1",
    );
    says(
        json!({"type": "integer", "minimum": 0, "exclusiveMaximum": 60}),
        "an integer of at least 0 and below 60",
    );
    says(
        json!({"type": "integer", "minimum": 0, "maximum": 60, "multipleOf": 5}),
        "an integer from 0 to 60 in steps of 5",
    );
    says(
        published::<std::num::NonZeroI8>(),
        "an integer from -128 to -1 or an integer from 1 to 127",
    );
}

#[test]
fn strings_say_their_length_and_form() {
    says(published::<String>(), "a string");
    says(published::<char>(), "a string of 1 character");
    says(
        json!({"type": "string", "minLength": 1}),
        "a string of at least 1 character",
    );
    says(
        json!({"type": "string", "maxLength": 9}),
        "a string of at most 9 characters",
    );
    says(
        json!({"type": "string", "minLength": 2, "maxLength": 11}),
        "a string of 2 to 11 characters",
    );
    says(
        json!({"type": "string", "minLength": 21}),
        "a string of at least 21 characters",
    );
    says(
        json!({"type": "string", "pattern": "^[a-z]+$"}),
        "a string that matches `^[a-z]+$`",
    );
    says(
        json!({"type": "string", "format": "date"}),
        "a date string (YYYY-MM-DD)",
    );
    says(json!({"type": "string", "format": "uuid"}), "a UUID");
}

#[test]
fn names_are_listed_up_to_a_dozen() {
    says(published::<Priority>(), r#"one of "low", "high""#);
    says(json!({"type": "string", "enum": ["only"]}), r#""only""#);
    let many: Vec<String> = (0..13).map(|number| number.to_string()).collect();
    let words = words(&json!({"type": "string", "enum": many}));
    assert!(words.ends_with(r#""10", "11", …"#), "{words}");
}

#[test]
fn arrays_say_what_they_hold() {
    says(published::<Vec<String>>(), "an array of strings");
    says(
        published::<Vec<Vec<u8>>>(),
        "an array of arrays of integers from 0 to 255",
    );
    says(
        published::<Vec<Side>>(),
        r#"an array of elements, each one of "left", "right""#,
    );
    says(
        published::<Vec<bool>>(),
        "an array of elements, each true or false",
    );
    says(published::<Vec<Value>>(), "an array");
    says(published::<Vec<Page>>(), "an array of objects with number");
    says(
        published::<Tree>()["properties"]["children"].clone(),
        "an array of nested values",
    );
    says(published::<(f64, f64)>(), "an array of 2 numbers");
    says(
        published::<(u8, String)>(),
        "an array of 2 elements: an integer from 0 to 255, a string",
    );
    says(published::<[String; 0]>(), "an empty array");
    says(published::<[String; 1]>(), "an array of 1 string");
    says(published::<[Value; 1]>(), "an array of 1 element");
    says(
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        "an array of at least 1 string",
    );
    says(
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3}),
        "an array of 1 to 3 strings",
    );
    says(
        published::<std::collections::BTreeSet<String>>(),
        "an array of strings, none of them twice",
    );
    says(
        json!({"type": "array", "items": {"type": "string", "format": "email"}}),
        "an array of email addresses",
    );
}

#[test]
fn objects_name_the_members_that_they_need() {
    says(published::<Page>(), "an object with number");
    says(
        json!({"type": "object", "required": ["title", "body"]}),
        "an object with title, body",
    );
    says(
        json!({"type": "object", "required": ["a", "b", "c", "d", "e"]}),
        "an object with a, b, c, d, …",
    );
    says(json!({"type": "object"}), "an object");
    says(
        published::<std::collections::BTreeMap<String, u8>>(),
        "an object whose members are integers from 0 to 255",
    );
    says(
        published::<std::collections::BTreeMap<String, Side>>(),
        r#"an object whose members are each one of "left", "right""#,
    );
}

#[test]
fn alternatives_are_told_apart() {
    says(published::<bool>(), "true or false");
    says(published::<()>(), "null");
    says(published::<Value>(), "any JSON value");
    says(
        published::<Shape>(),
        r#"an object whose kind is one of "point", "circle""#,
    );
    says(
        returned::<Option<Vec<String>>>().schema,
        "an array of strings or null",
    );
    says(
        json!({"anyOf": [
            {"type": "string"},
            {"type": "integer"},
            {"type": "string", "description": "Another."},
            {"type": "null"},
        ]}),
        "a string, an integer or null",
    );
    says(
        published::<Choice>(),
        r#""Nothing" or an object with one of Left, Right"#,
    );
}

#[derive(JsonSchema)]
enum Choice {
    Nothing,
    Left(u8),
    Right(u8),
}
