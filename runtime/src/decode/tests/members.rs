//! Values of which nothing is written, and of which the members stand apart.

use super::*;

#[test]
fn nothing_is_an_options_none_and_nothing_else() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Wrapped(Option<i32>);
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(transparent)]
    struct Transparent {
        inner: Wrapped,
    }
    assert_eq!(nothing::<Option<i32>>(), Some(None));
    assert_eq!(nothing::<Option<Option<i32>>>(), Some(None));
    assert_eq!(nothing::<Wrapped>(), Some(Wrapped(None)));
    assert_eq!(
        nothing::<Transparent>(),
        Some(Transparent {
            inner: Wrapped(None)
        })
    );
    assert_eq!(
        nothing::<Box<Arc<Option<&str>>>>(),
        Some(Box::new(Arc::new(None)))
    );
    assert_eq!(nothing::<()>(), None);
    assert_eq!(nothing::<Unit>(), None);
    assert_eq!(nothing::<i32>(), None);
    assert_eq!(nothing::<String>(), None);
    assert_eq!(nothing::<Value>(), None);
    assert_eq!(nothing::<Vec<i32>>(), None);
    assert_eq!(nothing::<HashMap<String, i32>>(), None);
    assert_eq!(nothing::<Shape>(), None);
    assert!(nothing::<Box<RawValue>>().is_none());
    assert!(nothing::<IgnoredAny>().is_none());
    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(default)]
    struct Defaults {
        a: i32,
    }
    assert_eq!(nothing::<Defaults>(), None);
    assert!(matches!(kind::<Option<i32>>(""), Kind::Syntax(_)));
    let error = crate::decode::decode::<i32>(&mut Cursor::nothing()).unwrap_err();
    assert_eq!(error.kind, Kind::Nothing);
}

/// The members of an object, and a cursor behind it.
fn members(text: &str) -> (Cursor<'_>, Vec<Member<'_>>) {
    let mut cursor = Cursor::new(text);
    let mut members = Vec::new();
    cursor.object().unwrap();
    while let Some(key) = cursor.key(members.is_empty()).unwrap() {
        let value = cursor.mark();
        cursor.skip().unwrap();
        members.push(Member { key, value });
    }
    (cursor, members)
}

/// What is decoded from an object's members, and the names of those that are left alone.
fn flat<'de, T: Deserialize<'de>>(text: &'de str) -> (Result<T, Error>, Vec<String>) {
    let (mut cursor, members) = members(text);
    let mut ignored = vec![true; members.len()];
    let value = decode_members(&mut cursor, &members, &mut ignored);
    let names = members.iter().zip(ignored).filter(|(_, ignored)| *ignored);
    (
        value,
        names.map(|(member, _)| member.key.to_string()).collect(),
    )
}

#[test]
fn a_struct_is_decoded_from_members_that_stand_apart() {
    let (point, left) = flat::<Point>(r#"{"y": 2, "x" :1.0}"#);
    assert_eq!((point.unwrap(), left), (Point { x: 1, y: 2 }, vec![]));
    let (map, left) = flat::<BTreeMap<String, u8>>(r#"{"y": 2, "\u0078" :1}"#);
    assert_eq!(
        (map.unwrap(), left),
        (BTreeMap::from([("x".into(), 1), ("y".into(), 2)]), vec![])
    );
}

#[test]
fn members_that_a_type_ignores_are_told() {
    let (point, left) = flat::<Point>(r#"{"a":[{}],"y": 2,"b":1, "x" :1,"c": null}"#);
    assert_eq!(
        (point.unwrap(), left),
        (
            Point { x: 1, y: 2 },
            ["a", "b", "c"].map(String::from).into()
        )
    );
    let (unit, left) = flat::<()>(r#"{"a":1,"b":2}"#);
    assert_eq!((unit.unwrap(), left.len()), ((), 2));
    let (ignored, left) = flat::<IgnoredAny>(r#"{"a":1,"b":2}"#);
    assert_eq!((ignored.is_ok(), left.len()), (true, 2));
    let (nested, left) = flat::<BTreeMap<String, (i32, IgnoredAny)>>(r#"{"a":[1,2],"b":[2,3]}"#);
    assert_eq!((nested.is_ok(), left.len()), (true, 0));
}

#[test]
fn members_that_a_type_refuses_are_told() {
    let (closed, left) = flat::<Closed>(r#"{"z":1,"bee":"x","y":[2],"a":1,"x":1}"#);
    assert_eq!(
        closed.unwrap(),
        Closed {
            a: 1,
            b: Some("x".into())
        }
    );
    assert_eq!(left, ["z", "y", "x"]);
    let many: Vec<String> = (0..5000).map(|index| format!("\"m{index}\":1")).collect();
    let text = format!("{{{},\"a\":1}}", many.join(","));
    let (closed, left) = flat::<Closed>(&text);
    assert_eq!((closed.unwrap().a, left.len()), (1, 5000));
}

#[test]
fn members_that_a_tagged_type_refuses_are_told() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "kind", deny_unknown_fields)]
    enum Tagged {
        A { count: u8 },
    }
    let (tagged, left) = flat::<Tagged>(r#"{"x":1,"count":5,"y":1,"kind":"A"}"#);
    assert_eq!(
        (tagged.unwrap(), left),
        (Tagged::A { count: 5 }, ["x", "y"].map(String::from).into())
    );
    let many: Vec<String> = (0..5000).map(|index| format!("\"m{index}\":1")).collect();
    let text = format!("{{{},\"kind\":\"A\",\"count\":1}}", many.join(","));
    assert!(matches!(
        flat::<Tagged>(&text).0.unwrap_err().kind,
        Kind::UnknownMember { .. }
    ));
}

#[test]
fn an_error_in_a_member_that_stands_apart_begins_with_its_name() {
    let (point, _) = flat::<Point>(r#"{"more":0,"x":1,"y":"2"}"#);
    assert_eq!(point.unwrap_err().pointer(), "/y");
    let (lines, _) = flat::<BTreeMap<String, (i32, i32)>>(r#"{"a":[1,2],"b":[1,true]}"#);
    assert_eq!(lines.unwrap_err().pointer(), "/b/1");
    let (numbers, _) = flat::<BTreeMap<u8, i32>>(r#"{"256":1}"#);
    assert_eq!(numbers.unwrap_err().pointer(), "/256");
    let (point, _) = flat::<Point>(r#"{"x":1}"#);
    let error = point.unwrap_err();
    assert_eq!(
        (error.pointer(), &error.kind),
        (String::new(), &Kind::Missing("y"))
    );
    let (nested, _) = flat::<BTreeMap<String, Closed>>(r#"{"a":{"a":1,"q":1}}"#);
    let error = nested.unwrap_err();
    assert_eq!(error.pointer(), "/a");
    assert!(matches!(&error.kind, Kind::UnknownMember { name, .. } if name == "q"));
    let (other, _) = flat::<i32>(r#"{"a":1}"#);
    assert!(matches!(
        &other.unwrap_err().kind,
        Kind::Type {
            received: Received::Object,
            ..
        }
    ));
}

#[test]
fn optional_members_that_stand_apart_may_all_be_absent() {
    assert_eq!(flat::<Option<Point>>("{}").0.unwrap(), None);
    assert_eq!(
        flat::<Option<Point>>(r#"{"x":1,"y":2}"#).0.unwrap(),
        Some(Point { x: 1, y: 2 })
    );
    assert_eq!(
        flat::<Box<Point>>(r#"{"x":1,"y":2}"#).0.unwrap(),
        Box::new(Point { x: 1, y: 2 })
    );
}
