//! Integers and floats.

use super::*;

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
fn zero_keeps_its_sign_in_floats_and_is_an_integer_where_no_type_is_named() {
    for zero in ["-0", "-0.0", "-0e5"] {
        assert!(decode::<f64>(zero).unwrap().is_sign_negative(), "{zero}");
        assert!(decode::<f32>(zero).unwrap().is_sign_negative(), "{zero}");
        assert_eq!(decode::<Value>(zero).unwrap(), json!(0), "{zero}");
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
