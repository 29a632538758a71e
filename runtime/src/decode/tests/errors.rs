//! What an error says.

use super::*;

#[test]
fn errors_are_small() {
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
}

#[test]
fn a_syntax_error_stays_one() {
    for text in [
        "",
        "{",
        r#"{"x""#,
        r#"{"x":1"#,
        r#"{"x":1,"y":}"#,
        r#"{"x":1,"y":tru}"#,
        "nul",
        r#"{"x":-}"#,
    ] {
        assert!(matches!(kind::<Point>(text), Kind::Syntax(_)), "{text}");
        assert!(matches!(kind::<Value>(text), Kind::Syntax(_)), "{text}");
    }
    assert!(matches!(kind::<String>(r#""a"#), Kind::Syntax(_)));
    assert!(matches!(kind::<bool>("tru"), Kind::Syntax(_)));
    assert!(matches!(kind::<i32>(r#""a"#), Kind::Syntax(_)));
    assert!(matches!(kind::<i32>("5 5"), Kind::Syntax(_)));
}

#[test]
fn a_path_leads_to_the_value_at_fault() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the error is of interest")]
    struct Outer {
        #[serde(rename = "a/b~c")]
        inner: HashMap<String, Vec<Option<(Point, Shape)>>>,
    }
    let text = r#"{"a/b~c":{"k\n":[null,[{"x":1,"y":2},{"Box":{"width":"1"}}]]}}"#;
    let error = error::<Outer>(text);
    let key = |name: &str| Step::Key(name.into());
    let steps = [
        key("width"),
        key("Box"),
        Step::Index(1),
        Step::Index(1),
        key("k\n"),
        key("a/b~c"),
    ];
    assert_eq!(error.path, steps);
    assert_eq!(error.pointer(), "/a~1b~0c/k\n/1/1/Box/width");
}

#[test]
fn an_error_is_a_sentence() {
    let said = |text| error::<BTreeMap<String, Closed>>(text).to_string();
    assert_eq!(said("5"), "expected an object, got 5");
    assert_eq!(said(r#"{"k":[1]}"#), "/k: expected an object, got an array");
    assert_eq!(
        said(r#"{"k":{"a":"one"}}"#),
        r#"/k/a: expected an integer, got "one""#
    );
    assert_eq!(
        said(r#"{"k":{"a":2147483648}}"#),
        "/k/a: expected -2147483648 to 2147483647, got 2147483648"
    );
    assert_eq!(said(r#"{"k":{}}"#), r#"/k: missing member "a""#);
    assert_eq!(
        said(r#"{"k":{"a":1,"c":1}}"#),
        r#"/k: unknown member "c", expected one of "a", "b", "bee""#
    );
    assert_eq!(
        said(r#"{"k":{"a":1},"k":{"a":1}}"#),
        r#"member "k" stands twice"#
    );
    assert_eq!(said(r#"{"k":"#), "/k: unexpected end of the text");
    let said = |text| error::<(Priority, char)>(text).to_string();
    assert_eq!(
        said("[\"mid\"]"),
        r#"/0: expected one of "low", "high", got "mid""#
    );
    assert_eq!(said("[\"low\"]"), "expected an array of 2 elements, got 1");
    assert_eq!(
        said("[\"low\",\"ab\\\"\\n\"]"),
        r#"/1: expected a character, got "ab\"\n""#
    );
    assert_eq!(
        error::<IpAddr>("\"x\"").to_string(),
        "invalid IP address syntax"
    );
    let long = error::<char>(&format!("\"{}\"", "é".repeat(1000))).to_string();
    assert_eq!(
        long,
        format!("expected a character, got \"{}…\"", "é".repeat(100))
    );
}

#[test]
fn no_sentence_names_a_rust_type_where_json_has_a_word() {
    let said = |error: Error| error.to_string();
    assert_eq!(
        said(error::<Point>("[]")),
        "expected an object, got an array"
    );
    assert_eq!(
        said(error::<Pair>("{}")),
        "expected an array, got an object"
    );
    assert_eq!(said(error::<Unit>("1")), "expected null, got 1");
    assert_eq!(
        said(error::<HashMap<Vec<i32>, i32>>(r#"{"a":1}"#)),
        r#"/a: expected an array, got "a""#
    );
    let unsigned: Error = serde::de::Error::invalid_type(serde::de::Unexpected::Float(1.0), &"u8");
    assert_eq!(said(unsigned), "expected an integer, got 1.0");
}
