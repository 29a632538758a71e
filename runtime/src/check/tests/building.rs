//! What is wrong with a schema itself.

use super::*;

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "for the calls below")]
fn problems(x: Value) -> Vec<String> {
    Checks::new(&json!({"type": "object", "properties": {"x": x}})).1
}

#[test]
fn bounds_that_leave_nothing_are_problems() {
    let rows = [
        (
            json!({"type": "integer", "minimum": 2, "maximum": 1}),
            "the `minimum` 2 and the `maximum` 1",
        ),
        (
            json!({"type": "number", "minimum": 1, "exclusiveMaximum": 1.0}),
            "the `minimum` 1 and the `exclusiveMaximum` 1.0",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0.3, "maximum": 0.3}),
            "the `exclusiveMinimum` 0.3 and the `maximum` 0.3",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 5, "exclusiveMaximum": 4}),
            "the `exclusiveMinimum` 5 and the `exclusiveMaximum` 4",
        ),
        (
            json!({"type": "string", "minLength": 3, "maxLength": 2}),
            "the `minLength` 3 and the `maxLength` 2",
        ),
        (
            json!({"type": "array", "items": {}, "minItems": 1, "maxItems": 0}),
            "the `minItems` 1 and the `maxItems` 0",
        ),
    ];
    for (schema, words) in rows {
        assert_eq!(
            problems(schema),
            [format!("the parameter `x` has {words}: no value fits both")]
        );
    }
    for schema in [
        json!({"type": "integer", "minimum": 1, "maximum": 1}),
        json!({"type": "number", "exclusiveMinimum": 0.1, "maximum": 0.100_000_000_000_001}),
        json!({"type": "string", "minLength": 2, "maxLength": 2}),
    ] {
        assert_eq!(problems(schema), Vec::<String>::new());
    }
}

#[test]
fn keywords_that_are_about_another_type_are_problems() {
    let rows = [
        (
            json!({"type": "integer", "minLength": 1}),
            "has `minLength`, which is about strings, but takes an integer",
        ),
        (
            json!({"type": "string", "maximum": 1}),
            "has `maximum`, which is about numbers, but takes a string",
        ),
        (
            json!({"type": "boolean", "uniqueItems": true}),
            "has `uniqueItems`, which is about arrays, but takes true or false",
        ),
        (
            json!({"type": "array", "items": {}, "pattern": "a"}),
            "has `pattern`, which is about strings, but takes an array",
        ),
        (
            json!({"type": "string", "required": ["a"]}),
            "has `required`, which is about objects, but takes a string",
        ),
    ];
    for (schema, words) in rows {
        assert_eq!(problems(schema), [format!("the parameter `x` {words}")]);
    }
}

#[test]
fn what_would_not_be_enforced_is_a_problem() {
    for keyword in [
        "not",
        "contains",
        "minProperties",
        "patternProperties",
        "if",
        "propertyNames",
    ] {
        let schema = json!({"type": "object", keyword: {}});
        assert_eq!(
            problems(schema),
            [format!(
                "the parameter `x` has the keyword `{keyword}`, which would be published but not enforced: leave it out, and check it in the tool"
            )]
        );
    }
    let said = json!({
        "type": "string", "title": "T", "description": "D", "default": "a", "examples": [1], "deprecated": true,
        "format": "date", "contentEncoding": "base64", "x-mcp-header": "X",
    });
    assert_eq!(problems(said), Vec::<String>::new());
}

#[test]
fn numbers_and_patterns_have_to_be_some() {
    let look_around = problems(json!({"type": "string", "pattern": "(?=a)b"}));
    assert_eq!(look_around.len(), 1);
    assert!(
        look_around[0]
            .starts_with("the parameter `x` has the `pattern` `(?=a)b`, which does not compile (")
            && look_around[0].ends_with("); look-around and back-references are not supported"),
        "{look_around:?}"
    );
    let rows = [
        (
            json!({"type": "integer", "multipleOf": 0}),
            "the `multipleOf` 0: it must be above zero",
        ),
        (
            json!({"type": "number", "multipleOf": -0.1}),
            "the `multipleOf` -0.1: it must be above zero",
        ),
        (
            json!({"type": "string", "minLength": -1}),
            "the `minLength` -1, which is no length",
        ),
        (
            json!({"type": "string", "pattern": 1}),
            "the `pattern` 1, which is no string",
        ),
        (
            json!({"type": "integer", "minimum": "1"}),
            "the `minimum` \"1\", which is no number",
        ),
    ];
    for (schema, words) in rows {
        assert_eq!(problems(schema), [format!("the parameter `x` has {words}")]);
    }
}

#[test]
fn every_problem_is_listed_with_its_place() {
    let bad = json!({"type": "integer", "minimum": 2, "maximum": 1});
    let root = json!({
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": bad},
            "map": {"type": "object", "additionalProperties": bad},
            "pair": {"type": "array", "prefixItems": [{}, bad], "items": {}},
            "either": {"anyOf": [bad, {"type": "object", "properties": {"a/b": bad}}]},
            "tree": {"$ref": "#/$defs/Tree"},
        },
        "$defs": {"Tree": {"type": "object", "properties": {"n": bad, "next": {"$ref": "#/$defs/Tree"}}}},
    });
    let places: Vec<String> = Checks::new(&root)
        .1
        .iter()
        .map(|problem| problem.split(" has ").next().unwrap().to_owned())
        .collect();
    assert_eq!(
        places,
        [
            "`list[]`",
            "`map.*`",
            "`pair[1]`",
            "the parameter `either`",
            "`either.a/b`",
            "`Tree.n`"
        ]
    );
}
