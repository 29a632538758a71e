//! Arrays, objects and what stands in them.

use super::*;

#[test]
fn sequences_are_arrays() {
    takes("[]", Vec::<i32>::new());
    takes(" [ 1 , 2 ] ", vec![1, 2]);
    takes("[[1],[]]", vec![vec![1], vec![]]);
    assert_eq!(
        mistyped::<Vec<i32>>("{}"),
        (Received::Object, "an array".into())
    );
    assert_eq!(
        mistyped::<Vec<i32>>("\"1,2\""),
        (text("1,2"), "an array".into())
    );
}

#[test]
fn tuples_have_their_length() {
    takes("[1,\"a\",true]", (1, "a".to_owned(), true));
    takes("[1,2,3]", [1, 2, 3]);
    let length = |length, expected: &str| Kind::Length {
        length,
        expected: expected.into(),
    };
    assert_eq!(
        kind::<(i32, i32)>("[1]"),
        length(1, "an array of 2 elements")
    );
    assert_eq!(
        kind::<(i32, i32)>("[1,2,3,[4]]"),
        length(4, "an array of 2 elements")
    );
    assert_eq!(kind::<[i32; 3]>("[]"), length(0, "an array of 3 elements"));
    assert_eq!(kind::<(i32,)>("[1,2]"), length(2, "an array of 1 element"));
    assert_eq!(kind::<Pair>("[1]"), length(1, "an array of 2 elements"));
    assert_eq!(
        kind::<Pair>("[1,\"a\",null]"),
        length(3, "an array of 2 elements")
    );
    assert_eq!(error::<Vec<(i32, i32)>>("[[1,2],[3]]").pointer(), "/1");
    assert!(matches!(kind::<(i32,)>("[1,2"), Kind::Syntax(_)));
    assert_eq!(mistyped::<Pair>("{}").1, "an array");
}

#[test]
fn structs_are_objects_and_never_arrays() {
    takes(r#" { "x" : 1 , "y" : 2 } "#, Point { x: 1, y: 2 });
    takes(r#"{"y":2,"x":1}"#, Point { x: 1, y: 2 });
    takes(r#"{"\u0078":1,"y":2}"#, Point { x: 1, y: 2 });
    takes(r#"{"x":1,"more":[{"x":{}}],"y":2}"#, Point { x: 1, y: 2 });
    assert_eq!(
        mistyped::<Point>("[1,2]"),
        (Received::Array, "an object".into())
    );
    assert_eq!(mistyped::<Point>("5"), (number("5"), "an object".into()));
    assert_eq!(error::<Vec<Point>>("[[1,2]]").pointer(), "/0");
}

#[test]
fn missing_members_are_named() {
    assert_eq!(kind::<Point>(r#"{"x":1}"#), Kind::Missing("y"));
    let error = error::<HashMap<String, Point>>(r#"{"here":{"y":1}}"#);
    assert_eq!(
        (error.pointer(), &error.kind),
        ("/here".into(), &Kind::Missing("x"))
    );
    takes(r#"{"a":1}"#, Closed { a: 1, b: None });
    takes(r#"{"a":1,"b":null}"#, Closed { a: 1, b: None });
    takes(
        r#"{"bee":"x","a":1}"#,
        Closed {
            a: 1,
            b: Some("x".into()),
        },
    );
}

#[test]
fn unknown_members_are_named_with_the_known_ones() {
    let error = error::<(Closed,)>(r#"[{"a":1,"c":2}]"#);
    assert_eq!(error.pointer(), "/0");
    assert_eq!(
        error.kind,
        Kind::UnknownMember {
            name: "c".into(),
            known: &["a", "b", "bee"]
        }
    );
}

#[test]
fn a_member_of_a_struct_stands_once() {
    let twice = |name: &str| Kind::Duplicate(name.into());
    assert_eq!(kind::<Point>(r#"{"x":1,"x":1,"y":2}"#), twice("x"));
    assert_eq!(kind::<Point>(r#"{"x":1,"y":2,"\u0078":1}"#), twice("x"));
    assert_eq!(kind::<Closed>(r#"{"a":1,"b":null,"bee":null}"#), twice("b"));
    assert_eq!(
        kind::<Point>(r#"{"x":1,"more":2,"y":2,"more":3}"#),
        twice("more")
    );
    assert_eq!(
        kind::<Point>(r#"{"x":1,"m/~":2,"y":2,"m\/\u007e":3}"#),
        twice("m/~")
    );
    let error = error::<(i32, Point)>(r#"[1,{"x":1,"z":1,"y":2,"z":1}]"#);
    assert_eq!((error.pointer(), &error.kind), ("/1".into(), &twice("z")));
    takes(
        r#"{"x":1,"more":{"a":1},"y":2,"a":3}"#,
        Point { x: 1, y: 2 },
    );
}

#[test]
fn many_ignored_members_are_told_apart() {
    let members: Vec<String> = (0..1000)
        .map(|index| format!("\"m{index}\":[{index}]"))
        .collect();
    let text = format!(r#"{{"x":1,{},"y":2}}"#, members.join(","));
    takes(&text, Point { x: 1, y: 2 });
    let text = format!(r#"{{"x":1,{},"y":2,"m{}":0}}"#, members.join(","), 17);
    assert_eq!(kind::<Point>(&text), Kind::Duplicate("m17".into()));
}

#[test]
fn a_member_of_a_map_stands_once() {
    let twice = |name: &str| Kind::Duplicate(name.into());
    type Numbers = BTreeMap<String, i32>;
    takes(
        r#"{"a":1,"b":2}"#,
        Numbers::from([("a".into(), 1), ("b".into(), 2)]),
    );
    assert_eq!(kind::<Numbers>(r#"{"a":1,"b":2,"a":3}"#), twice("a"));
    assert_eq!(kind::<Numbers>(r#"{"a\u0062":1,"ab":2}"#), twice("ab"));
    assert_eq!(kind::<Value>(r#"{"a":1,"a":1}"#), twice("a"));
    assert_eq!(
        kind::<HashMap<u8, Option<i32>>>(r#"{"1":null,"1":null}"#),
        twice("1")
    );
    assert_eq!(error::<Value>(r#"[{"b":{"a":1,"a":1}}]"#).pointer(), "/0/b");
    takes(
        r#"{"a":{"a":{"a":1}},"b":{"a":1}}"#,
        json!({"a": {"a": {"a": 1}}, "b": {"a": 1}}),
    );
    let members: Vec<String> = (0..1000)
        .map(|index| format!("\"m{index}\":{{\"m{index}\":{{}}}}"))
        .collect();
    assert!(decode::<Value>(&format!("{{{}}}", members.join(","))).is_ok());
    for again in [0, 3, 15, 16, 17, 999] {
        let text = format!("{{{},\"m{again}\":1}}", members.join(","));
        assert_eq!(kind::<Value>(&text), twice(&format!("m{again}")));
    }
}

#[test]
fn members_that_serde_keeps_for_later_stand_once() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the error is of interest")]
    struct Open {
        a: i32,
        #[serde(flatten)]
        more: HashMap<String, Value>,
    }
    assert_eq!(
        kind::<Open>(r#"{"a":1,"b":2,"b":3}"#),
        Kind::Duplicate("b".into())
    );
    assert_eq!(
        decode::<Open>(r#"{"b":2.0,"a":1.0}"#).unwrap().more,
        HashMap::from([("b".into(), json!(2))])
    );
}

#[test]
fn raw_values_are_the_text_as_it_stands() {
    let text = r#" { "a" : [ 1.50 , "\u0041" ] } "#;
    assert_eq!(decode::<&RawValue>(text).unwrap().get(), text.trim());
    assert_eq!(decode::<Box<RawValue>>(text).unwrap().get(), text.trim());
    let map: BTreeMap<String, Box<RawValue>> = decode(text).unwrap();
    assert_eq!(map["a"].get(), r#"[ 1.50 , "\u0041" ]"#);
    let lent: Vec<&RawValue> = decode("[1, null ,{}]").unwrap();
    assert_eq!(
        lent.iter().map(|raw| raw.get()).collect::<Vec<_>>(),
        ["1", "null", "{}"]
    );
    assert!(matches!(
        kind::<Box<RawValue>>(r#""\ud800""#),
        Kind::Syntax(_)
    ));
    assert!(matches!(kind::<Box<RawValue>>("[1,]"), Kind::Syntax(_)));
    assert!(matches!(kind::<&RawValue>("[1e999]"), Kind::Syntax(_)));
}

#[test]
fn any_value_becomes_a_tree() {
    let text = r#"{"z":null,"a":[true,false,1,-2,2.5,"x\ny",{}],"n":5.0}"#;
    let tree = json!({"z": null, "a": [true, false, 1, -2, 2.5, "x\ny", {}], "n": 5});
    let value: Value = decode(text).unwrap();
    assert_eq!(value, tree);
    assert_eq!(value.to_string(), tree.to_string());
    takes("5", serde_json::Number::from(5));
    takes("-5.5", serde_json::Number::from_f64(-5.5).unwrap());
    takes(
        r#"{"a":1}"#,
        serde_json::Map::from_iter([("a".to_owned(), json!(1))]),
    );
}

#[test]
fn ignored_values_are_checked() {
    assert!(decode::<IgnoredAny>(r#"{"a":[1,"b",{}]}"#).is_ok());
    for text in ["[1,]", r#""\ud800""#, "1e400", "\"\n\"", "[", "01"] {
        assert!(
            matches!(kind::<IgnoredAny>(text), Kind::Syntax(_)),
            "{text}"
        );
    }
    for text in [r#"{"x":1,"y":1,"z":"\udc00"}"#, r#"{"x":1,"y":1,"z":[01]}"#] {
        assert!(matches!(kind::<Point>(text), Kind::Syntax(_)), "{text}");
    }
}

#[test]
fn nesting_ends_at_128_levels_whatever_reads_it() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(decode::<Value>(&nested(128)).is_ok());
    assert!(decode::<IgnoredAny>(&nested(128)).is_ok());
    let deep = |kind| matches!(kind, Kind::Syntax(syntax) if syntax.reason == Reason::Depth);
    for depth in [129, 100_000] {
        assert!(deep(kind::<Value>(&nested(depth))));
        assert!(deep(kind::<IgnoredAny>(&nested(depth))));
        assert!(deep(kind::<Box<RawValue>>(&nested(depth))));
    }
    #[derive(Debug, Deserialize)]
    struct Deep(#[expect(dead_code, reason = "only its depth matters")] Vec<Deep>);
    assert!(decode::<Deep>(&nested(128)).is_ok());
    assert!(deep(kind::<Deep>(&nested(100_000))));
    let text = format!(r#"{{"x":1,"y":2,"z":{}}}"#, nested(128));
    assert!(deep(kind::<Point>(&text)));
    let text = format!(
        "{}\"Empty\"{}",
        r#"{"Nested":"#.repeat(128),
        "}".repeat(128)
    );
    assert!(decode::<Shape>(&text).is_ok());
    let text = format!(
        "{}\"Empty\"{}",
        r#"{"Nested":"#.repeat(129),
        "}".repeat(129)
    );
    assert!(deep(kind::<Shape>(&text)));
}

/// A visitor that reads one element or member and leaves the rest.
struct First;

impl<'de> Visitor<'de> for First {
    type Value = i32;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("one")
    }
    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<i32, A::Error> {
        Ok(seq.next_element()?.unwrap_or_default())
    }
    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<i32, A::Error> {
        map.next_key::<String>()?;
        Ok(0)
    }
}

#[test]
fn what_a_visitor_leaves_unread_is_refused() {
    let seq = |text| {
        Cursor::new(text)
            .deserialize_seq(First)
            .map_err(|error| error.into_details().kind)
    };
    assert_eq!(seq("[1]"), Ok(1));
    assert_eq!(seq("[]"), Ok(0));
    assert_eq!(
        seq("[1,[2],3]"),
        Err(Kind::Length {
            length: 3,
            expected: "at most 1 elements".into()
        })
    );
    assert!(matches!(seq("[1,[2],3"), Err(Kind::Syntax(_))));
    let map = |text| {
        Cursor::new(text)
            .deserialize_map(First)
            .map_err(|error| error.into_details().kind)
    };
    assert_eq!(map(r#"{"a":1}"#), Ok(0));
    assert_eq!(map("{}"), Ok(0));
    assert!(matches!(map(r#"{"a":1,"b":2}"#), Err(Kind::Custom(_))));
    assert!(matches!(map(r#"{"a":1,"a":2}"#), Err(Kind::Duplicate(_))));
    assert!(matches!(map(r#"{"a":1,"b"}"#), Err(Kind::Syntax(_))));
}
