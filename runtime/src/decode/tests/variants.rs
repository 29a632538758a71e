//! Enums.

use super::*;

#[test]
fn enums_are_a_string_or_an_object_with_one_member() {
    takes("\"low\"", Priority::Low);
    takes(r#""hi\u0067h""#, Priority::High);
    takes("\"Empty\"", Shape::Empty);
    takes(r#"{"Circle":1.5}"#, Shape::Circle(1.5));
    takes(r#" { "Line" : [ 1 , 2 ] } "#, Shape::Line(1, 2));
    takes(
        r#"{"Box":{"height":2,"width":1}}"#,
        Shape::Box {
            width: 1,
            height: 2,
        },
    );
    takes(r#"{"Maybe":null}"#, Shape::Maybe(None));
    takes(r#"{"Maybe":1}"#, Shape::Maybe(Some(1)));
    takes(
        r#"{"Nested":{"Nested":"Empty"}}"#,
        Shape::Nested(Box::new(Shape::Nested(Box::new(Shape::Empty)))),
    );
    assert_eq!(
        mistyped::<Priority>("5"),
        (number("5"), r#"one of "low", "high""#.into())
    );
    assert_eq!(mistyped::<Priority>("[\"low\"]").0, Received::Array);
}

#[test]
fn a_variant_has_the_form_that_is_published() {
    assert_eq!(
        mistyped::<Priority>(r#"{"low":null}"#),
        (Received::Object, r#"the string "low""#.into())
    );
    let object = |name: &str| format!("an object with the member \"{name}\"");
    for name in ["Circle", "Line", "Box", "Maybe"] {
        assert_eq!(
            mistyped::<Shape>(&format!("\"{name}\"")),
            (text(name), object(name))
        );
    }
    let error = error::<Shape>(r#"{"Box":[1,2]}"#);
    assert_eq!(error.pointer(), "/Box");
    assert!(matches!(
        &error.kind,
        Kind::Type {
            received: Received::Array,
            ..
        }
    ));
}

#[test]
fn an_unknown_variant_comes_with_the_known_ones() {
    let unknown = |name: &str| Kind::UnknownVariant {
        name: name.into(),
        known: &["low", "high"],
    };
    assert_eq!(kind::<Priority>("\"hgih\""), unknown("hgih"));
    assert_eq!(kind::<Priority>("{\"hgih\":1}"), unknown("hgih"));
    assert_eq!(error::<[Priority; 1]>("[\"\"]").pointer(), "/0");
}

#[test]
fn an_enums_object_has_one_member() {
    let length = |length| Kind::Length {
        length,
        expected: "an object with one member".into(),
    };
    assert_eq!(kind::<Shape>("{}"), length(0));
    assert_eq!(
        kind::<Shape>(r#"{"Circle":1,"Line":[1,2],"x":{}}"#),
        length(3)
    );
    assert_eq!(kind::<Shape>(r#"{"Circle":1,"Circle":1}"#), length(2));
    assert!(matches!(kind::<Shape>(r#"{"Circle":1"#), Kind::Syntax(_)));
    assert!(matches!(kind::<Shape>(r#"{"Circle":1,}"#), Kind::Syntax(_)));
}

#[test]
fn an_error_inside_a_variant_tells_its_way() {
    assert_eq!(error::<Shape>(r#"{"Line":[1,"2"]}"#).pointer(), "/Line/1");
    assert_eq!(error::<Shape>(r#"{"Line":[1]}"#).pointer(), "/Line");
    assert_eq!(error::<Shape>(r#"{"Circle":"1"}"#).pointer(), "/Circle");
    assert_eq!(
        error::<Shape>(r#"{"Box":{"width":1,"height":-1}}"#).pointer(),
        "/Box/height"
    );
    assert_eq!(
        error::<Shape>(r#"{"Nested":{"Nested":{"Line":[true]}}}"#).pointer(),
        "/Nested/Nested/Line/0"
    );
}

#[test]
fn tagged_and_untagged_types_take_integral_floats() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        A { count: u8 },
        B,
    }
    takes(r#"{"count":5.0,"kind":"A"}"#, Tagged::A { count: 5 });
    takes(r#"{"kind":"B"}"#, Tagged::B);
    assert!(
        matches!(kind::<Tagged>(r#"{"kind":"A","count":256}"#), Kind::Range { expected, .. } if expected == "0 to 255")
    );
    assert!(matches!(
        kind::<Tagged>(r#"{"kind":"A","kind":"A","count":2}"#),
        Kind::Duplicate(_)
    ));

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        A(u8),
        B { x: i8 },
    }
    takes(r#"{"c":5.0,"t":"A"}"#, Adjacent::A(5));
    takes(r#"{"t":"B","c":{"x":-1e0}}"#, Adjacent::B { x: -1 });
    assert_eq!(
        error::<Adjacent>(r#"{"t":"B","c":{"x":true}}"#).pointer(),
        "/c/x"
    );

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
    }
    takes("5.0", Either::Number(5));
    takes("\"5\"", Either::Text("5".into()));
    assert!(matches!(kind::<Either>("5.5"), Kind::Custom(_)));
}
