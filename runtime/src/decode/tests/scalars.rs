//! Strings, bytes, options and units.

use super::*;

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
