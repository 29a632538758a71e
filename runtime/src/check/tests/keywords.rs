//! One keyword at a time.

use super::*;

#[test]
fn a_type_lets_its_own_values_pass() {
    let values = ["true", "5", "5.5", r#""a""#, "[1]", r#"{"a":1}"#];
    let shown = ["true", "5", "5.5", r#""a""#, "an array", "an object"];
    let kinds = [
        ("boolean", "true or false", [0].as_slice()),
        ("integer", "an integer", &[1]),
        ("number", "a number", &[1, 2]),
        ("string", "a string", &[3]),
        ("array", "an array", &[4]),
        ("object", "an object", &[5]),
    ];
    for (kind, words, own) in kinds {
        let schema = json!({ "type": kind });
        for (index, (value, shown)) in values.iter().zip(shown).enumerate() {
            if own.contains(&index) {
                fits(&schema, &[value]);
                continue;
            }
            let hint = match (index, kind) {
                (3, _) => format!(" (send {words}, not a string)"),
                _ => String::new(),
            };
            refuses(
                &schema,
                &[(value, &format!(": expected {words}, got {shown}{hint}"))],
            );
        }
    }
    fits(&json!({}), &values);
    fits(&json!({"type": "null"}), &["null"]);
    refuses(&json!({"type": "null"}), &[("1", ": expected null, got 1")]);
}

#[test]
fn null_is_left_to_the_decoder_where_the_schema_has_none() {
    for schema in [
        json!({"type": "integer", "minimum": 1}),
        json!({"type": "string", "enum": ["a"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
    ] {
        fits(&schema, &["null"]);
    }
    fits(
        &json!({"type": "array", "items": {"type": "integer"}}),
        &["[null,1,null]"],
    );
    fits(
        &json!({"anyOf": [{"type": "null"}, {"type": "integer"}]}),
        &["null", "1"],
    );
}

#[test]
fn an_integer_is_one_by_its_digits() {
    let integer = json!({"type": "integer"});
    fits(
        &integer,
        &[
            "5.0",
            "-0",
            "-0.0",
            "1e3",
            "1.5e1",
            "2550e-1",
            "0e99",
            "0.000e-400",
            "9007199254740993",
            "18446744073709551616",
            "123456789012345678901234567890123456789012345678901234567890",
            "9007199254740992.0",
            "-9007199254740992e0",
        ],
    );
    let words = "expected an integer, got";
    let hint = "(beyond 2^53 write plain digits, without a point or an exponent)";
    refuses(
        &integer,
        &[
            ("5.5", &format!(": {words} 5.5")),
            ("1e-1", &format!(": {words} 1e-1")),
            (
                "1e-99999999999999999999",
                &format!(": {words} 1e-99999999999999999999"),
            ),
            (
                "9007199254740993.0",
                &format!(": {words} 9007199254740993.0 {hint}"),
            ),
            ("1e20", &format!(": {words} 1e20 {hint}")),
            ("-1e20", &format!(": {words} -1e20 {hint}")),
        ],
    );
    // A number may be anything.
    fits(
        &json!({"type": "number"}),
        &["9007199254740993.0", "1e20", "1e-99999999999999999999"],
    );
}

#[test]
fn bounds_are_compared_digit_by_digit() {
    let schema = json!({"type": "integer", "minimum": -5, "maximum": 10});
    fits(&schema, &["-5", "-5.0", "10", "1e1", "100e-1", "0", "-0"]);
    refuses(
        &schema,
        &[
            ("-6", ": expected an integer from -5 to 10, got -6"),
            ("11", ": expected an integer from -5 to 10, got 11"),
            ("1.1e1", ": expected an integer from -5 to 10, got 1.1e1"),
            (
                "18446744073709551616",
                ": expected an integer from -5 to 10, got 18446744073709551616",
            ),
        ],
    );
    // Where a 64-bit float would take both for the same.
    let schema = json!({"type": "integer", "maximum": 9_007_199_254_740_992_i64});
    fits(&schema, &["9007199254740992", "-9007199254740993"]);
    let words = "an integer of at most 9007199254740992";
    refuses(
        &schema,
        &[(
            "9007199254740993",
            &format!(": expected {words}, got 9007199254740993"),
        )],
    );
    let schema = json!({"type": "integer", "minimum": u64::MAX});
    fits(&schema, &["18446744073709551615", "18446744073709551616"]);
    let words = "an integer of at least 18446744073709551615";
    refuses(
        &schema,
        &[(
            "18446744073709551614",
            &format!(": expected {words}, got 18446744073709551614"),
        )],
    );

    let schema = json!({"type": "number", "exclusiveMinimum": 0.1, "exclusiveMaximum": 0.3});
    fits(
        &schema,
        &[
            "0.10000000000000001",
            "0.2",
            "2e-1",
            "0.29999999999999999999",
        ],
    );
    let words = "a number above 0.1 and below 0.3";
    for value in [
        "0.1", "0.10", "1e-1", "0.3", "0.30", "-0.2", "1e-400", "1e300",
    ] {
        refuses(
            &schema,
            &[(value, &format!(": expected {words}, got {value}"))],
        );
    }
}

#[test]
fn steps_leave_no_remainder() {
    let tenth = json!({"type": "number", "multipleOf": 0.1});
    fits(
        &tenth,
        &[
            "0.3",
            "0.7",
            "1.1",
            "-0.1",
            "0",
            "123456789012345678901234567890.1",
            "1e300",
            "3e-1",
            "0.30",
        ],
    );
    for value in ["0.35", "0.05", "1e-2", "0.30000000000000004", "1e-400"] {
        refuses(
            &tenth,
            &[(
                value,
                &format!(": expected a number in steps of 0.1, got {value}"),
            )],
        );
    }
    let five = json!({"type": "integer", "minimum": 0, "maximum": 60, "multipleOf": 5});
    fits(&five, &["0", "5", "60", "1.5e1"]);
    refuses(
        &five,
        &[(
            "7",
            ": expected an integer from 0 to 60 in steps of 5, got 7",
        )],
    );
    fits(
        &json!({"type": "number", "multipleOf": 2.5}),
        &["7.5", "-2.5", "5", "2.5e10"],
    );
    fits(
        &json!({"type": "number", "multipleOf": 1e-7}),
        &["0.0000003", "1", "1e-7"],
    );
    refuses(
        &json!({"type": "number", "multipleOf": 20}),
        &[("1e1", ": expected a number in steps of 20, got 1e1")],
    );
}

#[test]
fn lengths_are_counted_in_characters() {
    let schema = json!({"type": "string", "minLength": 2, "maxLength": 3});
    fits(
        &schema,
        &[r#""ab""#, r#""éé""#, r#""😀😀😀""#, r#""\ud83d\ude00\n""#],
    );
    let words = ": expected a string of 2 to 3 characters, got";
    refuses(
        &schema,
        &[
            (r#""a""#, &format!(r#"{words} "a" (it has 1 character)"#)),
            (r#""""#, &format!(r#"{words} "" (it has 0 characters)"#)),
            (r#""😀""#, &format!(r#"{words} "😀" (it has 1 character)"#)),
            (
                r#""abcd""#,
                &format!(r#"{words} "abcd" (it has 4 characters)"#),
            ),
            // A composed letter is one character, a letter and a mark are two.
            (
                r#""e\u0301e\u0301""#,
                &format!("{words} \"e\u{301}e\u{301}\" (it has 4 characters)"),
            ),
        ],
    );
    let long = "x".repeat(1000);
    let told = format!("{words} \"{}… (1000 characters)\"", "x".repeat(60));
    refuses(&schema, &[(&format!("\"{long}\""), &told)]);
}

#[test]
fn a_pattern_is_searched_for() {
    let anywhere = json!({"type": "string", "pattern": "b"});
    fits(&anywhere, &[r#""abc""#, r#""b""#]);
    refuses(
        &anywhere,
        &[(
            r#""ac""#,
            r#": expected a string that matches `b`, got "ac""#,
        )],
    );
    let digits = json!({"type": "string", "pattern": r"^\d+$"});
    fits(&digits, &[r#""0123""#]);
    // As in ECMA-262: digits are those of ASCII, and `$` is the end of the text.
    for value in ["٣", "12\n", ""] {
        let sent = json!(value).to_string();
        refuses(
            &digits,
            &[(
                &sent,
                &format!(r": expected a string that matches `^\d+$`, got {sent}"),
            )],
        );
    }
    let words = json!({"type": "string", "pattern": r"^\w{2}[^\s/]\.\/\-$"});
    fits(&words, &[r#""ab_./-""#]);
    refuses(
        &words,
        &[(
            r#""éb_./-""#,
            r#": expected a string that matches `^\w{2}[^\s/]\.\/\-$`, got "éb_./-""#,
        )],
    );
    let long = json!({"type": "string", "pattern": format!("^({})$", "a|".repeat(50))});
    refuses(
        &long,
        &[(
            r#""b""#,
            r#": expected a string that matches a long pattern, got "b""#,
        )],
    );
    // The length comes first; either way the words say both.
    let both = json!({"type": "string", "minLength": 2, "pattern": "^a"});
    refuses(
        &both,
        &[
            (
                r#""b""#,
                r#": expected a string of at least 2 characters that matches `^a`, got "b" (it has 1 character)"#,
            ),
            (
                r#""bb""#,
                r#": expected a string of at least 2 characters that matches `^a`, got "bb""#,
            ),
        ],
    );
}

#[test]
fn a_format_is_documentation() {
    fits(
        &json!({"type": "string", "format": "date"}),
        &[r#""tomorrow""#],
    );
}

#[test]
fn an_enum_lists_what_may_be_sent() {
    let names = json!({"type": "string", "enum": ["low", "medium", "high"]});
    fits(&names, &[r#""low""#, r#""l\u006fw""#]);
    let words = r#": expected one of "low", "medium", "high", got"#;
    refuses(
        &names,
        &[
            (
                r#""hgih""#,
                &format!(r#"{words} "hgih" (did you mean "high"?)"#),
            ),
            (
                r#""LOW""#,
                &format!(r#"{words} "LOW" (did you mean "low"?)"#),
            ),
            (r#""other""#, &format!(r#"{words} "other""#)),
            ("5", &format!("{words} 5")),
            ("[]", &format!("{words} an array")),
        ],
    );
    // Values are compared as JSON.
    let values = json!({"enum": [1, 2.5, true, [1, {"a": 1, "b": 2}], {"x": 10}]});
    fits(
        &values,
        &[
            "1",
            "1.0",
            "10e-1",
            "2.50",
            "true",
            r#"[1.0,{"b":2,"a":1e0}]"#,
            r#"{"x":1e1}"#,
        ],
    );
    for value in ["2", "false", r#"[1,{"a":1}]"#, r#"{"x":10,"y":1}"#] {
        assert_eq!(lines(&values, value).len(), 1, "{value}");
    }
    let null = json!({"enum": [null, "a"]});
    fits(&null, &["null", r#""a""#]);
}

#[test]
fn an_array_judges_its_elements() {
    let bytes =
        json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}});
    fits(&bytes, &["[]", "[0,255,1e1]"]);
    assert_eq!(
        lines(&bytes, r#"[1,256,"a",-1,[3]]"#),
        [
            "/1: expected an integer from 0 to 255, got 256",
            r#"/2: expected an integer from 0 to 255, got "a" (send an integer, not a string)"#,
            "/3: expected an integer from 0 to 255, got -1",
            "/4: expected an integer from 0 to 255, got an array",
        ]
    );
    let counted =
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2});
    fits(&counted, &[r#"["a"]"#, r#"["a","b"]"#]);
    let words = ": expected an array of 1 to 2 strings, got an array";
    refuses(
        &counted,
        &[
            ("[]", &format!("{words} (it has 0 elements)")),
            (r#"["a","b","c"]"#, &format!("{words} (it has 3 elements)")),
        ],
    );
    let pair = json!({
        "type": "array", "prefixItems": [{"type": "boolean"}, {"type": "string"}], "minItems": 2, "maxItems": 2,
        "items": {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
    });
    fits(&pair, &[r#"[true,"a"]"#]);
    assert_eq!(
        lines(&pair, r#"["a",true]"#),
        [
            r#"/0: expected true or false, got "a" (send true or false, not a string)"#,
            "/1: expected a string, got true",
        ]
    );
    assert_eq!(lines(&pair, r#"[true,"a",1]"#).len(), 2);
}

#[test]
fn elements_are_unique_by_their_values() {
    let set = json!({"type": "array", "uniqueItems": true});
    fits(
        &set,
        &[
            r#"[1,2,"1",true,[1],[2],{"a":1},{"a":2},null,"null"]"#,
            r#"[0,false,"",[],{}]"#,
            r#"["1:","1",["a","b"],["a,b"],[["a"],"b"]]"#,
            r#"[{"a":{"b":1}},{"a":{},"b":1}]"#,
            r#"["\"",["\""]]"#,
        ],
    );
    for value in [
        "[1,2,1.0]",
        "[0,1,-0]",
        "[100,1,1e2]",
        r#"["a",1,"\u0061"]"#,
        r#"[{"a":1,"b":[2]},1,{"b":[2.0],"a":1}]"#,
        "[null,1,null]",
        "[[],1,[]]",
    ] {
        refuses(&set, &[(value, "/2: given twice (send it once)")]);
    }
    let sets = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true}});
    fits(&sets, &["[[1],[1],[1,2]]"]);
    refuses(
        &sets,
        &[("[[1],[3,3]]", "/1/1: given twice (send it once)")],
    );
}

#[test]
fn an_object_judges_its_members() {
    let page = json!({
        "type": "object",
        "properties": {"number": {"type": "integer", "minimum": 1}, "size": {"type": "integer"}, "sort": {"type": "string"}},
        "required": ["number", "sort"],
        "additionalProperties": false,
    });
    fits(
        &page,
        &[
            r#"{"number":1,"sort":"a"}"#,
            r#"{"sort":"a","size":null,"number":1}"#,
        ],
    );
    assert_eq!(
        lines(&page, r#"{"sise":"x","number":0,"size":"big","number":2}"#),
        [
            r#"/sise: unknown member (did you mean "size"?)"#,
            "/number: expected an integer of at least 1, got 0",
            r#"/size: expected an integer, got "big" (send an integer, not a string)"#,
            "/number: given twice (send it once)",
            "/sort: missing, expected a string",
        ]
    );
    assert_eq!(
        lines(&page, r#"{"number":1,"sort":"a","x":1,"x":2}"#),
        [
            r#"/x: unknown member (known are "number", "size", "sort")"#,
            "/x: given twice (send it once)",
        ]
    );
    refuses(
        &page,
        &[(
            "[1]",
            ": expected an object with number, sort, got an array",
        )],
    );
    refuses(
        &page,
        &[(
            r#"{"number":1,"sort":"a","size":"null"}"#,
            r#"/size: expected an integer, got "null" (omit it instead of "null")"#,
        )],
    );
    let map = json!({"type": "object", "additionalProperties": {"type": "boolean"}});
    fits(&map, &["{}", r#"{"a":true,"":false}"#]);
    refuses(
        &map,
        &[
            (
                r#"{"a":true,"b/c~":1}"#,
                "/b~1c~0: expected true or false, got 1",
            ),
            (r#"{"a":true,"a":false}"#, "/a: given twice (send it once)"),
            (
                r#"{"a":true,"\u0061":false}"#,
                "/a: given twice (send it once)",
            ),
        ],
    );
    // A name may stand twice nowhere, whatever is said of the object.
    for schema in [
        json!({"type": "object", "properties": {"a": {}}}),
        json!({"type": "array", "items": {"type": "object"}}),
    ] {
        let value = if schema["type"] == "array" {
            r#"[{"a":[{"x":1,"x":2}]}]"#
        } else {
            r#"{"a":[{"x":1,"x":2}]}"#
        };
        let (_, checks) = checks(schema);
        let id = checks.property("x").unwrap();
        assert!(!checks.findings(id, value, None).is_empty(), "{value}");
    }
}

#[test]
fn a_reference_may_lead_to_itself() {
    let tree = json!({
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {
            "type": "object",
            "properties": {"value": {"type": "integer", "maximum": 9}, "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
            "required": ["value"],
            "additionalProperties": false,
        }},
    });
    fits(
        &tree,
        &[r#"{"value":1,"children":[{"value":2},{"value":3,"children":[]}]}"#],
    );
    assert_eq!(
        lines(
            &tree,
            r#"{"value":1,"children":[{"value":10},{"children":[{"value":"a"}]},{"valeu":1}]}"#
        ),
        [
            "/children/0/value: expected an integer of at most 9, got 10",
            r#"/children/1/children/0/value: expected an integer of at most 9, got "a" (send an integer, not a string)"#,
            "/children/1/value: missing, expected an integer of at most 9",
            r#"/children/2/valeu: unknown member (did you mean "value"?)"#,
            "/children/2/value: missing, expected an integer of at most 9",
        ]
    );
}

#[test]
fn a_reference_that_leads_nowhere_says_nothing() {
    for definition in [
        json!({"$ref": "#/$defs/A"}),
        json!({"anyOf": [{"$ref": "#/$defs/A"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/A"}]}),
        json!({"allOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/B"}]}),
    ] {
        let schema = json!({
            "$ref": "#/$defs/A",
            "$defs": {"A": definition, "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}},
        });
        fits(&schema, &["1", r#"{"a":[1]}"#]);
    }
    let schema = json!({
        "$ref": "#/$defs/A",
        "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "integer"}]}, "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "boolean"}]}},
    });
    fits(&schema, &["1", "true"]);
    assert_eq!(lines(&schema, "[]").len(), 1);
    assert_eq!(Checks::new(&json!({"$ref": "#"})).1, Vec::<String>::new());
}

#[test]
fn parts_have_to_hold_together() {
    let schema = json!({"type": "object", "allOf": [
        {"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}]},
        {"type": "object", "properties": {"b": {"type": "boolean"}}, "required": ["b"]},
    ]});
    fits(&schema, &[r#"{"a":1,"b":true}"#]);
    assert_eq!(
        lines(&schema, r#"{"a":"x","c":1}"#),
        [
            r#"/a: expected an integer, got "x" (send an integer, not a string)"#,
            "/b: missing, expected true or false",
        ]
    );
    // What two parts refuse is told once.
    let twice =
        json!({"allOf": [{"type": "integer", "minimum": 3}, {"type": "integer", "minimum": 2}]});
    refuses(
        &twice,
        &[("1", ": expected an integer of at least 3, got 1")],
    );
}

#[test]
fn at_most_twenty_are_told_and_all_are_counted() {
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let value = format!("[{}]", vec!["true"; 50].join(","));
    let lines = lines(&schema, &value);
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[19], "/19: expected an integer, got true");
    assert_eq!(lines[20], "- and 30 more");
}
