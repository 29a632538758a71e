//! Alternatives: which one is told of.

use super::*;

#[test]
fn a_tag_chooses() {
    let shape = |name: &str, member: &str| {
        json!({
            "type": "object",
            "properties": {"kind": {"type": "string", "enum": [name]}, member: {"type": "number", "exclusiveMinimum": 0}},
            "required": ["kind", member],
            "additionalProperties": false,
        })
    };
    let schema = json!({"anyOf": [shape("circle", "radius"), shape("square", "side"), shape("point", "at")]});
    fits(
        &schema,
        &[
            r#"{"kind":"circle","radius":1}"#,
            r#"{"side":2,"kind":"square"}"#,
        ],
    );
    refuses(
        &schema,
        &[
            (
                r#"{"kind":"circle","radius":0}"#,
                "/radius: expected a number above 0, got 0",
            ),
            (
                r#"{"radius":-1,"kind":"circle"}"#,
                "/radius: expected a number above 0, got -1",
            ),
            (
                r#"{"kind":"cirlce","radius":1}"#,
                r#"/kind: expected one of "circle", "square", "point", got "cirlce" (did you mean "circle"?)"#,
            ),
            (
                r#"{"kind":1}"#,
                r#"/kind: expected one of "circle", "square", "point", got 1"#,
            ),
            (
                r#"{"radius":1}"#,
                r#"/kind: missing, expected one of "circle", "square", "point""#,
            ),
            (
                "[]",
                r#": expected an object whose kind is one of "circle", "square", "point", got an array"#,
            ),
            (
                r#""circle""#,
                r#": expected an object whose kind is one of "circle", "square", "point", got "circle" (send an object, not a string)"#,
            ),
        ],
    );
    assert_eq!(
        lines(&schema, r#"{"kind":"square","radius":1,"sied":2}"#),
        [
            r#"/radius: unknown member (known are "kind", "side")"#,
            r#"/sied: unknown member (did you mean "side"?)"#,
            "/side: missing, expected a number above 0",
        ]
    );
}

#[test]
fn the_name_of_the_only_member_chooses() {
    let variant = |name: &str, content: Value| json!({"type": "object", "properties": {name: content}, "required": [name], "additionalProperties": false});
    let schema = json!({"anyOf": [
        {"type": "string", "enum": ["off", "auto"]},
        variant("level", json!({"type": "integer", "minimum": 0, "maximum": 9})),
        variant("range", json!({"type": "object", "properties": {"low": {"type": "integer"}}, "required": ["low"]})),
    ]});
    fits(
        &schema,
        &[r#""off""#, r#"{"level":3}"#, r#"{"range":{"low":1}}"#],
    );
    let all = r#"one of "off", "auto" or an object with one of level, range"#;
    refuses(
        &schema,
        &[
            (
                r#"{"level":10}"#,
                "/level: expected an integer from 0 to 9, got 10",
            ),
            (
                r#"{"range":{"low":"a"}}"#,
                r#"/range/low: expected an integer, got "a" (send an integer, not a string)"#,
            ),
            (
                r#"{"levle":1}"#,
                r#"/levle: unknown member (did you mean "level"?)"#,
            ),
            (
                r#"{"x":1}"#,
                r#"/x: unknown member (known are "level", "range")"#,
            ),
            (
                r#"{"off":null}"#,
                r#"/off: unknown member (send the string "off")"#,
            ),
            ("{}", &format!(": expected {all}, got an empty object")),
            (
                r#"{"level":1,"range":{}}"#,
                &format!(": expected {all}, got an object with 2 members"),
            ),
            (
                r#""of""#,
                &format!(r#": expected {all}, got "of" (did you mean "off"?)"#),
            ),
            (
                r#""level""#,
                &format!(r#": expected {all}, got "level" (send {{"level": …}})"#),
            ),
            ("3", &format!(": expected {all}, got 3")),
        ],
    );
}

#[test]
fn without_a_name_the_alternative_with_the_fewest_faults_is_told_of() {
    let address = |members: &[(&str, Value)]| {
        let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
        let properties: serde_json::Map<String, Value> = members
            .iter()
            .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
            .collect();
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
    };
    let (string, port) = (
        json!({"type": "string"}),
        json!({"type": "integer", "minimum": 0, "maximum": 65535}),
    );
    let schema = json!({"anyOf": [
        address(&[("host", string.clone()), ("port", port)]),
        address(&[("path", string.clone())]),
        {"type": "integer", "maximum": -1},
        {"type": "integer", "minimum": 1},
        {"type": "array", "items": string},
    ]});
    fits(
        &schema,
        &[
            r#"{"host":"a","port":1}"#,
            r#"{"path":"/"}"#,
            "-5",
            "5",
            "[]",
            r#"["a"]"#,
        ],
    );
    let all = "an object with host, port, an integer of at most -1, an integer of at least 1, an array of strings or an object with path";
    refuses(
        &schema,
        &[
            (
                r#"{"host":"a","port":"80"}"#,
                r#"/port: expected an integer from 0 to 65535, got "80" (send an integer, not a string; read as an object with host, port)"#,
            ),
            (
                r#"{"path":1}"#,
                "/path: expected a string, got 1 (read as an object with path)",
            ),
            // Both miss by one: the first is told of.
            (
                r#"{"host":"a"}"#,
                "/port: missing, expected an integer from 0 to 65535 (read as an object with host, port)",
            ),
            // One alternative is no choice.
            ("[1]", "/0: expected a string, got 1"),
            ("0", &format!(": expected {all}, got 0")),
            ("true", &format!(": expected {all}, got true")),
        ],
    );
    assert_eq!(
        lines(&schema, "{}"),
        ["/path: missing, expected a string (read as an object with path)"]
    );
}

#[test]
fn alternatives_inside_of_alternatives_are_chosen_each_on_its_own() {
    let inner = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}, "required": ["b", "c"]},
    ]});
    let schema = json!({"anyOf": [
        {"type": "object", "properties": {"left": inner, "x": {"type": "boolean"}}, "required": ["left", "x"]},
        {"type": "object", "properties": {"right": inner}, "required": ["right"]},
    ]});
    fits(
        &schema,
        &[r#"{"right":{"b":1,"c":2}}"#, r#"{"left":{"a":1},"x":true}"#],
    );
    refuses(
        &schema,
        &[
            (
                r#"{"right":{"b":1,"c":true}}"#,
                "/right/a: missing, expected an integer (read as an object with a)",
            ),
            (
                r#"{"right":{"a":"1","b":1}}"#,
                r#"/right/a: expected an integer, got "1" (send an integer, not a string; read as an object with a)"#,
            ),
        ],
    );
}

#[test]
fn alternatives_that_contain_themselves_take_no_more_time_than_there_is_text() {
    let schema = json!({
        "$ref": "#/$defs/Term",
        "$defs": {"Term": {"anyOf": [
            {"type": "object", "properties": {"not": {"$ref": "#/$defs/Term"}}, "required": ["not"]},
            {"type": "object", "properties": {"not": {"$ref": "#/$defs/Term"}, "why": {"type": "string"}}, "required": ["not", "why"]},
            {"type": "boolean"},
        ]}},
    });
    let nested = |depth: usize, leaf: &str| {
        format!("{}{leaf}{}", r#"{"not":"#.repeat(depth), "}".repeat(depth))
    };
    fits(&schema, &[&nested(100, "true")]);
    let lines = lines(&schema, &nested(100, "1"));
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].contains(
            "expected an object with not, an object with not, why or true or false, got 1"
        ),
        "{lines:?}"
    );
}

#[test]
fn members_beside_alternatives_are_judged_with_them() {
    let schema = json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "required": ["id"],
        "anyOf": [
            {"type": "object", "properties": {"kind": {"type": "string", "enum": ["a"]}, "n": {"type": "integer"}}, "required": ["kind", "n"]},
            {"type": "object", "properties": {"kind": {"type": "string", "enum": ["b"]}}, "required": ["kind"]},
        ],
    });
    fits(
        &schema,
        &[r#"{"id":1,"kind":"b"}"#, r#"{"kind":"a","n":1,"id":1}"#],
    );
    assert_eq!(
        lines(&schema, r#"{"id":"1","kind":"a","id":2}"#),
        [
            r#"/id: expected an integer, got "1" (send an integer, not a string)"#,
            "/id: given twice (send it once)",
            "/n: missing, expected an integer",
        ]
    );
}
