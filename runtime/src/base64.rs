//! Base64 (RFC 4648, section 4): bytes as text and back, padded, strict.

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
#[cfg_attr(not(feature = "http"), allow(dead_code))]
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
