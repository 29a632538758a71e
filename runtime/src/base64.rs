//! Base64 (RFC 4648, section 4): bytes as text and back, padded, strict; and the bytes that arguments carry.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// Bytes, which stand in JSON as base64: the standard alphabet, padded (RFC 4648, section 4).
///
/// As a parameter, or inside of one, it is published as a string with `contentEncoding` (JSON Schema 2020-12, validation,
/// section 8.3). A string that is no base64 is a fault with the code `value`, which says what is wrong with it. A
/// `max_length` beside it counts the characters of the text, four for each three bytes.
///
/// ```
/// use haft::{Base64, Server, json, testing, tool};
///
/// /// Count the bytes of a file.
/// #[tool]
/// fn size(content: Base64) -> usize {
///     content.len()
/// }
///
/// assert_eq!(testing::call::<size>(json!({"content": "aGFmdA=="}))?.text(), "4");
/// let refused = testing::call::<size>(json!({"content": "aGFmdA"})).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "Invalid arguments for size:\n\
///      - /content: expected base64 that is padded with = to a multiple of 4 characters, got \"aGFmdA\"",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base64(pub Vec<u8>);

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Base64({} bytes)", self.0.len())
    }
}

impl Deref for Base64 {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Base64> for Vec<u8> {
    fn from(bytes: Base64) -> Self {
        bytes.0
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Base64;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a base64 string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Base64, E> {
                decode(text)
                    .map(Base64)
                    .ok_or_else(|| E::invalid_value(Unexpected::Str(text), &remedy(text)))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

impl JsonSchema for Base64 {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Base64".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "haft::Base64".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "contentEncoding": "base64"})
    }
}

/// What to write instead of a text that does not decode.
fn remedy(text: &str) -> &'static str {
    let has = |letters: &[char]| text.contains(letters);
    if text.starts_with("data:") {
        "base64 alone, without \"data:\" and what belongs to it"
    } else if text.contains(char::is_whitespace) {
        "base64 without spaces and line breaks"
    } else if has(&['-', '_']) {
        "base64 with + and / in the place of - and _"
    } else if text.bytes().all(|letter| six(letter).is_some()) {
        "base64 that is padded with = to a multiple of 4 characters"
    } else {
        "base64, which is A-Z, a-z, 0-9, + and /, padded with ="
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of some bytes, padded to a multiple of four characters.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let six = (group >> (18 - 6 * place)) & 63;
            let letter = ALPHABET
                .get(six as usize)
                .map_or('=', |&letter| letter.into());
            text.push(if place > chunk.len() { '=' } else { letter });
        }
    }
    text
}

/// The bytes of a text; `None` for a character outside of the alphabet, wrong padding, or bits that belong to no byte.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut groups = text.chunks(4).peekable();
    while let Some(group) = groups.next() {
        let letters = group
            .iter()
            .rposition(|&letter| letter != b'=')
            .map_or(0, |last| last + 1);
        if letters < 2 || (letters < 4 && groups.peek().is_some()) {
            return None;
        }
        let mut bits = 0u32;
        for (place, letter) in group.iter().take(letters).enumerate() {
            bits |= six(*letter)? << (18 - 6 * place);
        }
        let [_, first, second, third] = bits.to_be_bytes();
        let whole = letters - 1;
        let rest = [second, third];
        if rest.iter().skip(whole - 1).any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend([first, second, third].iter().take(whole));
    }
    Some(bytes)
}

fn six(letter: u8) -> Option<u32> {
    let place = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(place.into())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn the_standard_s_vectors_go_both_ways() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        let every: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&every)), Some(every));
    }

    #[test]
    fn what_no_encoder_writes_is_refused() {
        for text in [
            "Zg", "Zg=", "Zg===", "Z===", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm-v", "Zm v",
            "Zm9v\n", "=g==",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
