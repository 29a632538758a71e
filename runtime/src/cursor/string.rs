//! Strings: eight bytes at a time, unescaped in the same pass.

use std::borrow::Cow;

use super::{Cursor, Reason, Syntax};

impl<'de> Cursor<'de> {
    /// Reads a string; borrowed when it holds no escape.
    pub(crate) fn string(&mut self) -> Result<Cow<'de, str>, Syntax> {
        match self.ahead() {
            Some(b'"') => self.quoted(),
            _ => Err(self.fault(Reason::String)),
        }
    }

    /// Reads a string, standing on its opening quote.
    #[inline]
    pub(super) fn quoted(&mut self) -> Result<Cow<'de, str>, Syntax> {
        let start = self.offset + 1;
        match self.plain_quoted() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.unescaped(start).map(Cow::Owned),
        }
    }

    /// Reads a string that holds no escape, standing on its opening quote; before any other it
    /// comes to stand on what is special in it.
    fn plain_quoted(&mut self) -> Option<&'de str> {
        let bytes = self.text.as_bytes();
        let start = self.offset + 1;
        let end = plain(bytes, start);
        self.offset = end;
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        self.offset = end + 1;
        self.text.get(start..end)
    }

    /// Reads the rest of a string that is plain from `start` up to where the cursor stands.
    #[inline(never)]
    fn unescaped(&mut self, start: usize) -> Result<String, Syntax> {
        let bytes = self.text.as_bytes();
        let (mut run, mut end) = (start, self.offset);
        let guess = (2 * (end - start))
            .max(256)
            .min(bytes.len() - start.min(bytes.len()));
        let mut text = String::with_capacity(guess);
        loop {
            text.push_str(self.span(run, end));
            match bytes.get(end) {
                Some(b'"') => {
                    self.offset = end + 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    let (character, next) = self.escape(end)?;
                    text.push(character);
                    run = next;
                    end = plain(bytes, next);
                }
                _ => return Err(self.fault_at(end, Reason::Control)),
            }
        }
    }

    /// Moves over a string, standing on its opening quote.
    #[inline]
    pub(super) fn skip_quoted(&mut self) -> Result<(), Syntax> {
        match self.plain_quoted() {
            Some(_) => Ok(()),
            None => self.skip_unescaped(),
        }
    }

    /// Moves over the rest of a string, standing on what is special in it.
    #[inline(never)]
    fn skip_unescaped(&mut self) -> Result<(), Syntax> {
        let bytes = self.text.as_bytes();
        let mut end = self.offset;
        loop {
            match bytes.get(end) {
                Some(b'"') => {
                    self.offset = end + 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let (_, next) = self.escape(end)?;
                    end = plain(bytes, next);
                }
                _ => return Err(self.fault_at(end, Reason::Control)),
            }
        }
    }

    /// The character that the escape at `at` stands for, and the offset behind it.
    #[inline]
    fn escape(&self, at: usize) -> Result<(char, usize), Syntax> {
        let character = match self.text.as_bytes().get(at + 1) {
            Some(b'n') => '\n',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'u') => return self.unicode(at),
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            None => return Err(self.fault_at(at + 1, Reason::End)),
            Some(_) => return Err(self.fault_at(at, Reason::Escape)),
        };
        Ok((character, at + 2))
    }

    /// The same for an escape by code, whose backslash is at `at`.
    #[inline(never)]
    fn unicode(&self, at: usize) -> Result<(char, usize), Syntax> {
        let mut code = self.hexadecimal(at + 2)?;
        let mut next = at + 6;
        if let 0xD800..=0xDBFF = code
            && self
                .text
                .as_bytes()
                .get(next..next + 2)
                .is_some_and(|two| two == b"\\u")
            && let low @ 0xDC00..=0xDFFF = self.hexadecimal(next + 2)?
        {
            code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            next += 6;
        }
        match char::from_u32(code) {
            Some(character) => Ok((character, next)),
            None => Err(self.fault_at(at, Reason::Surrogate)),
        }
    }

    fn hexadecimal(&self, at: usize) -> Result<u32, Syntax> {
        let bytes = self.text.as_bytes();
        let mut code = 0;
        for at in at..at + 4 {
            let digit = bytes
                .get(at)
                .and_then(|&byte| char::from(byte).to_digit(16));
            match digit {
                Some(digit) => code = code << 4 | digit,
                None => return Err(self.fault_at(at, Reason::Escape)),
            }
        }
        Ok(code)
    }
}

/// The first offset from `start` on whose byte is a quote, a backslash or a control character.
#[inline]
fn plain(bytes: &[u8], start: usize) -> usize {
    let (chunks, _) = bytes.get(start..).unwrap_or_default().as_chunks::<8>();
    let mut at = start;
    for chunk in chunks.iter().take(4) {
        let special = specials(u64::from_le_bytes(*chunk));
        if special != 0 {
            return at + (special.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    plain_on(bytes, at)
}

/// The same for a long string, or close to the end of the text.
#[inline(never)]
fn plain_on(bytes: &[u8], start: usize) -> usize {
    let (blocks, _) = bytes.get(start..).unwrap_or_default().as_chunks::<32>();
    let mut at = start;
    for block in blocks {
        // Without a way out of the inner loop it becomes a few vector instructions.
        if block
            .iter()
            .fold(false, |found, &byte| found | is_special(byte))
        {
            break;
        }
        at += 32;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let (chunks, tail) = rest.as_chunks::<8>();
    for chunk in chunks {
        let special = specials(u64::from_le_bytes(*chunk));
        if special != 0 {
            return at + (special.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    for &byte in tail {
        if is_special(byte) {
            break;
        }
        at += 1;
    }
    at
}

#[inline]
const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Sets the high bit of each byte that ends a plain run. Above the first, bits may be set in vain:
/// a subtraction borrows.
#[inline]
const fn specials(bytes: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGHS: u64 = ONES * 0x80;
    let control = bytes.wrapping_sub(ONES * 0x20);
    let quote = (bytes ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslash = (bytes ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (control | quote | backslash) & !bytes & HIGHS
}
