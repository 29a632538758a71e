//! What the decoder takes for each of serde's types, what it refuses, and what it says then.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::items_after_statements,
    reason = "a type stands beside what it is for"
)]
#![allow(clippy::float_cmp, reason = "decoded numbers are exact")]
#![allow(clippy::needless_pass_by_value, reason = "literals read better")]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::sync::Arc;

use serde::de::{DeserializeOwned, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Error, Kind, Member, Received, Step, decode_members, nothing};
use crate::cursor::{Cursor, Reason};

/// Decodes a text that is one value and nothing else.
fn decode<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    let value = super::decode(&mut cursor)?;
    cursor.end()?;
    assert_eq!(cursor.mark().offset, text.len());
    Ok(value)
}

#[track_caller]
fn takes<T: DeserializeOwned + PartialEq + Debug>(text: &str, value: T) {
    assert_eq!(decode::<T>(text).unwrap(), value, "{text}");
}

#[track_caller]
fn error<'de, T: Deserialize<'de>>(text: &'de str) -> Error {
    match decode::<T>(text) {
        Ok(_) => panic!("{text} was accepted"),
        Err(error) => error,
    }
}

#[track_caller]
fn kind<'de, T: Deserialize<'de>>(text: &'de str) -> Kind {
    error::<T>(text).into_details().kind
}

/// What was received and expected, of an error about a type.
#[track_caller]
fn mistyped<'de, T: Deserialize<'de>>(text: &'de str) -> (Received, String) {
    match kind::<T>(text) {
        Kind::Type { received, expected } => (received, expected),
        kind => panic!("{text}: {kind:?}"),
    }
}

/// What was received and expected, of an error about a range.
#[track_caller]
fn outside<'de, T: Deserialize<'de>>(text: &'de str) -> (String, String) {
    match kind::<T>(text) {
        Kind::Range { received, expected } => (received, expected),
        kind => panic!("{text}: {kind:?}"),
    }
}

fn number(text: &str) -> Received {
    Received::Number(text.to_owned())
}

fn text(text: &str) -> Received {
    Received::String(text.to_owned())
}

#[derive(Debug, Deserialize, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: i32,
    #[serde(alias = "bee")]
    b: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq)]
struct Metres(f64);

#[derive(Debug, Deserialize, PartialEq)]
struct Pair(u8, String);

#[derive(Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Clone)]
#[serde(rename_all = "snake_case")]
enum Priority {
    Low,
    High,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Empty,
    Circle(f64),
    Line(i32, i32),
    Box { width: u8, height: u8 },
    Maybe(Option<i32>),
    Nested(Box<Shape>),
}

#[test]
fn errors_are_small() {
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
}

#[test]
fn booleans() {
    takes("true", true);
    takes(" false ", false);
    assert_eq!(mistyped::<bool>("1"), (number("1"), "true or false".into()));
    assert_eq!(
        mistyped::<bool>("\"true\""),
        (text("true"), "true or false".into())
    );
}

#[test]
fn integers_reach_the_ends_of_their_types() {
    macro_rules! ends {
        ($($type:ident)*) => {$(
            takes(&$type::MIN.to_string(), $type::MIN);
            takes(&$type::MAX.to_string(), $type::MAX);
            takes("0", 0 as $type);
            takes("-0", 0 as $type);
            takes("7.0", 7 as $type);
            let range = format!("{} to {}", $type::MIN, $type::MAX);
            let below = match $type::MIN {
                0 => "-1".to_owned(),
                least => one_more(&least.to_string()),
            };
            for beyond in [&*below, &*one_more(&$type::MAX.to_string()), "1e40", "-1e40", "1e308"] {
                assert_eq!(outside::<$type>(beyond), (beyond.to_owned(), range.clone()));
            }
        )*};
    }
    ends!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
}

/// The number that is one further from zero.
fn one_more(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let mut digits: Vec<u8> = digits.bytes().collect();
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            break;
        }
        *digit = b'0';
    }
    format!("{sign}{}", String::from_utf8(digits).unwrap())
}

#[test]
fn a_range_error_names_the_range() {
    assert_eq!(outside::<u8>("256"), ("256".into(), "0 to 255".into()));
    assert_eq!(outside::<i8>("-129"), ("-129".into(), "-128 to 127".into()));
    assert_eq!(
        outside::<u64>("-1"),
        ("-1".into(), "0 to 18446744073709551615".into())
    );
    assert_eq!(
        outside::<u8>("25.6e1"),
        ("25.6e1".into(), "0 to 255".into())
    );
}

#[test]
fn integral_floats_are_integers_where_the_type_asks_for_one() {
    for five in [
        "5.0",
        "5e0",
        "50e-1",
        "0.5e1",
        "5.000",
        "500.00e-2",
        "0.00005e5",
        "5E+0",
    ] {
        takes(five, 5_u8);
        takes(five, 5_i64);
        takes(five, 5_i128);
        takes(&format!("-{five}"), -5_i8);
        takes(&format!("-{five}"), -5_i128);
    }
    takes("1.5e1", 15_i32);
    takes("-0.0", 0_u8);
    takes("0e99999999999999999999", 0_u8);
    takes("0.0e-99999999999999999999", 0_u8);
    takes("9007199254740992.0", 1_i64 << 53);
    takes("-9007199254740992.0", -1_i64 << 53);
    takes("9.007199254740992e15", 1_u128 << 53);
}

#[test]
fn a_fraction_is_no_integer() {
    for fraction in [
        "5.5",
        "0.1",
        "1e-1",
        "-5.00001",
        "9007199254740991.5",
        "4503599627370496.25",
        "1e-400",
    ] {
        assert_eq!(
            mistyped::<i64>(fraction),
            (number(fraction), "an integer".into())
        );
        assert_eq!(
            mistyped::<u8>(fraction),
            (number(fraction), "an integer".into())
        );
        assert_eq!(
            mistyped::<i128>(fraction),
            (number(fraction), "an integer".into())
        );
    }
}

#[test]
fn integers_beyond_2_to_the_53_are_written_in_plain_digits() {
    takes("9007199254740993", 9_007_199_254_740_993_i64);
    takes("18446744073709551615", u64::MAX);
    for decimal in ["9007199254740993.0", "1e17", "-9007199254740994.0"] {
        let (received, expected) = outside::<i64>(decimal);
        assert_eq!(received, decimal);
        assert!(expected.starts_with("plain digits"), "{expected}");
        assert!(outside::<i128>(decimal).1.starts_with("plain digits"));
        assert_eq!(outside::<i32>(decimal).1, "-2147483648 to 2147483647");
    }
    assert_eq!(
        outside::<i64>("1e19").1,
        "-9223372036854775808 to 9223372036854775807"
    );
    assert!(outside::<u64>("1e19").1.starts_with("plain digits"));
}

#[test]
fn other_values_are_no_integers() {
    assert_eq!(mistyped::<i64>("\"5\""), (text("5"), "an integer".into()));
    assert_eq!(
        mistyped::<u8>("null"),
        (Received::Null, "an integer".into())
    );
    assert_eq!(
        mistyped::<u128>("[1]"),
        (Received::Array, "an integer".into())
    );
    assert_eq!(mistyped::<i32>("{}").0, Received::Object);
    assert_eq!(mistyped::<i32>("true").0, Received::Bool(true));
}

#[test]
fn floats_are_exact() {
    for digits in [
        "184467440737091.551615",
        "0.1",
        "1e23",
        "5e-324",
        "2.2250738585072011e-308",
        "-1.5",
        "123456789012345678901234567890",
        "1.7976931348623157e308",
    ] {
        takes(digits, digits.parse::<f64>().unwrap());
        takes(digits, json!(digits.parse::<f64>().unwrap()));
    }
    takes("5", 5.0_f64);
    takes("-5", -5.0_f64);
    takes("9007199254740993", 9_007_199_254_740_992.0_f64);
    takes("18446744073709551615", 18_446_744_073_709_551_615.0_f64);
    takes("16777217", 16_777_216.0_f32);
    takes("0.1", 0.1_f32);
    takes("1.00000017881393432617187499", 1.000_000_1_f32);
    assert_eq!(mistyped::<f64>("\"1\""), (text("1"), "a number".into()));
    assert_eq!(mistyped::<f32>("null"), (Received::Null, "a number".into()));
}

#[test]
fn zero_keeps_its_sign_in_floats() {
    for zero in ["-0", "-0.0", "-0e5"] {
        assert!(decode::<f64>(zero).unwrap().is_sign_negative(), "{zero}");
        assert!(decode::<f32>(zero).unwrap().is_sign_negative(), "{zero}");
        let any = decode::<Value>(zero).unwrap();
        assert!(
            any.is_f64() && any.as_f64().unwrap().is_sign_negative(),
            "{zero}"
        );
    }
    for zero in ["0", "0.0", "0e5"] {
        assert!(decode::<f64>(zero).unwrap().is_sign_positive(), "{zero}");
        assert_eq!(decode::<Value>(zero).unwrap(), json!(0), "{zero}");
    }
}

#[test]
fn floats_stay_finite() {
    assert_eq!(
        outside::<f32>("1e39"),
        ("1e39".into(), "-3.4028235e38 to 3.4028235e38".into())
    );
    assert_eq!(outside::<f32>("-1e39").0, "-1e39");
    takes("3.4028235e38", f32::MAX);
    for text in ["1e400", "[1e400]", "{\"x\":1,\"y\":2,\"z\":-1e400}"] {
        assert!(
            matches!(kind::<Value>(text), Kind::Syntax(syntax) if syntax.reason == Reason::Overflow)
        );
        assert!(matches!(kind::<IgnoredAny>(text), Kind::Syntax(_)));
        assert!(matches!(
            kind::<Point>("{\"x\":1,\"y\":2,\"z\":-1e400}"),
            Kind::Syntax(_)
        ));
    }
}

/// How a number comes where the type takes any.
#[derive(Debug, PartialEq)]
enum Visited {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl<'de> Deserialize<'de> for Visited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;
        impl Visitor<'_> for Numbers {
            type Value = Visited;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number")
            }
            fn visit_u64<E>(self, number: u64) -> Result<Visited, E> {
                Ok(Visited::Unsigned(number))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Visited, E> {
                Ok(Visited::Signed(number))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Visited, E> {
                Ok(Visited::Float(number))
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

#[test]
fn any_number_is_an_integer_if_it_can() {
    let cases = [
        ("0", Visited::Unsigned(0)),
        ("18446744073709551615", Visited::Unsigned(u64::MAX)),
        (
            "18446744073709551616",
            Visited::Float(18_446_744_073_709_551_616.0),
        ),
        ("-1", Visited::Signed(-1)),
        ("-9223372036854775808", Visited::Signed(i64::MIN)),
        (
            "-9223372036854775809",
            Visited::Float(-9_223_372_036_854_775_808.0),
        ),
        ("5.0", Visited::Unsigned(5)),
        ("50e-1", Visited::Unsigned(5)),
        ("-1.5e1", Visited::Signed(-15)),
        ("9007199254740992.0", Visited::Unsigned(1 << 53)),
        ("-9007199254740992.0", Visited::Signed(-1 << 53)),
        (
            "9007199254740993.0",
            Visited::Float(9_007_199_254_740_992.0),
        ),
        (
            "9007199254740994.0",
            Visited::Float(9_007_199_254_740_994.0),
        ),
        ("1e17", Visited::Float(1e17)),
        ("5.5", Visited::Float(5.5)),
        (
            "4503599627370496.25",
            Visited::Float(4_503_599_627_370_496.25),
        ),
        (
            "9007199254740991.99999",
            Visited::Float(9_007_199_254_740_992.0),
        ),
        ("1e300", Visited::Float(1e300)),
        ("1e-400", Visited::Float(0.0)),
    ];
    for (text, visited) in cases {
        takes(text, visited);
    }
}

#[test]
fn characters() {
    takes("\"é\"", 'é');
    takes(r#""\ud83e\udd80""#, '🦀');
    takes(r#""\u0000""#, '\0');
    for text in ["\"\"", "\"ab\""] {
        assert!(matches!(kind::<char>(text), Kind::Value { .. }), "{text}");
    }
    assert_eq!(mistyped::<char>("1"), (number("1"), "a character".into()));
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    takes(r#""a\nb""#, "a\nb".to_owned());
    assert_eq!(decode::<&str>("\"plain\"").unwrap(), "plain");
    assert!(matches!(kind::<&str>(r#""a\nb""#), Kind::Type { .. }));

    #[derive(Deserialize)]
    struct Lent<'a>(#[serde(borrow)] Cow<'a, str>);
    assert!(matches!(
        decode::<Lent<'_>>("\"plain\"").unwrap().0,
        Cow::Borrowed("plain")
    ));
    assert!(
        matches!(decode::<Lent<'_>>(r#""a\tb""#).unwrap().0, Cow::Owned(text) if text == "a\tb")
    );
    assert_eq!(mistyped::<String>("1"), (number("1"), "a string".into()));
}

#[test]
fn a_type_of_its_own_words_keeps_them() {
    takes("\"::1\"", "::1".parse::<IpAddr>().unwrap());
    assert_eq!(mistyped::<IpAddr>("1").1, "IP address");
    assert_eq!(
        kind::<IpAddr>("\"x\""),
        Kind::Custom("invalid IP address syntax".into())
    );
    assert_eq!(
        kind::<NonZeroU8>("0"),
        Kind::Value {
            received: number("0"),
            expected: "a nonzero u8".into()
        }
    );
}

#[derive(Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByteVisitor;
        impl<'de> Visitor<'de> for ByteVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = seq.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_byte_buf(ByteVisitor)
    }
}

#[test]
fn bytes_are_a_strings_or_an_arrays() {
    takes("\"é\"", Bytes("é".into()));
    takes(r#""\n""#, Bytes(b"\n".to_vec()));
    takes("[1, 2, 255]", Bytes(vec![1, 2, 255]));
    takes("[]", Bytes(vec![]));
    assert_eq!(decode::<&[u8]>("\"abc\"").unwrap(), b"abc");
    assert_eq!(error::<Bytes>("[1,256]").pointer(), "/1");
    assert_eq!(mistyped::<Bytes>("1").1, "a string or an array of bytes");
}

#[test]
fn options_are_null_or_a_value() {
    takes("null", None::<i32>);
    takes("5", Some(5));
    takes("[null,1]", [None, Some(1)]);
    assert_eq!(mistyped::<Option<i32>>("\"\"").1, "an integer");
    assert!(matches!(kind::<Option<i32>>("nul"), Kind::Syntax(_)));
}

#[test]
fn units_are_null() {
    takes("null", ());
    takes("null", Unit);
    assert_eq!(mistyped::<()>("{}"), (Received::Object, "null".into()));
    assert_eq!(mistyped::<Unit>("[]"), (Received::Array, "null".into()));
}

#[test]
fn newtypes_are_what_they_hold() {
    takes("1.5", Metres(1.5));
    takes("[1,\"a\"]", Pair(1, "a".into()));
    takes("[1,2]", Arc::<[i32]>::from([1, 2]));
}

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
fn keys_are_what_their_text_says() {
    fn takes_key<K: DeserializeOwned + Ord + Debug>(name: &str, key: K) {
        takes(&format!("{{\"{name}\":1}}"), BTreeMap::from([(key, 1)]));
    }
    takes_key("a", "a".to_owned());
    takes_key(r"a\n", "a\n".to_owned());
    takes_key("5", 5_u8);
    takes_key("-3", -3_i8);
    takes_key("-3", -3_i64);
    takes_key(r"\u0035", 5_u16);
    takes_key("18446744073709551615", u64::MAX);
    takes_key("-9223372036854775808", i64::MIN);
    takes_key("340282366920938463463374607431768211455", u128::MAX);
    takes_key("-170141183460469231731687303715884105728", i128::MIN);
    takes_key("true", true);
    takes_key("false", false);
    takes_key("é", 'é');
    takes_key("low", Priority::Low);
    takes_key("5", Some(5));

    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(u32);
    takes_key("7", Id(7));
    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(String);
    takes_key("7", Name("7".into()));

    #[derive(Debug, Deserialize)]
    struct Float(f64);
    impl PartialEq for Float {
        fn eq(&self, other: &Self) -> bool {
            self.0.to_bits() == other.0.to_bits()
        }
    }
    impl Eq for Float {}
    impl std::hash::Hash for Float {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.0.to_bits().hash(state);
        }
    }
    takes(r#"{"1.5e1":1}"#, HashMap::from([(Float(15.0), 1)]));

    let lent: HashMap<&str, i32> = decode(r#"{"a":1}"#).unwrap();
    assert_eq!(lent, HashMap::from([("a", 1)]));
}

#[test]
fn keys_that_are_not_of_their_type_are_refused() {
    for name in [
        "", "a", "5.0", "5e0", " 5", "5 ", "05", "+5", "-0", "0x5", "٣",
    ] {
        let text = format!("{{\"{name}\":1}}");
        let error = error::<HashMap<i64, i32>>(&text);
        assert_eq!(error.path, [Step::Key(name.into())]);
        assert!(
            matches!(&error.kind, Kind::Type { .. }),
            "{name}: {error:?}"
        );
    }
    assert_eq!(
        outside::<HashMap<u8, i32>>(r#"{"256":1}"#),
        ("256".into(), "0 to 255".into())
    );
    assert_eq!(outside::<HashMap<u128, i32>>(r#"{"-1":1}"#).0, "-1");
    assert!(matches!(
        kind::<HashMap<bool, i32>>(r#"{"True":1}"#),
        Kind::Type { .. }
    ));
    assert!(matches!(
        kind::<HashMap<char, i32>>(r#"{"ab":1}"#),
        Kind::Value { .. }
    ));
    assert!(matches!(
        kind::<HashMap<Priority, i32>>(r#"{"mid":1}"#),
        Kind::UnknownVariant { .. }
    ));
    assert!(matches!(
        kind::<HashMap<Vec<u8>, i32>>(r#"{"a":1}"#),
        Kind::Type { .. }
    ));
    assert!(matches!(
        kind::<HashMap<&str, i32>>(r#"{"a\n":1}"#),
        Kind::Type { .. }
    ));
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
    let error = super::decode::<i32>(&mut Cursor::nothing()).unwrap_err();
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
