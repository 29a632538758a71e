//! Numbers as they are written.

use super::{Cursor, Reason, Syntax};

/// A number as it is written, with its integer where that is free to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numeral<'de> {
    pub(crate) text: &'de str,
    pub(crate) negative: bool,
    pub(crate) shape: Shape,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Digits alone, whose magnitude is this.
    Integer(u64),
    /// Digits alone, of a magnitude beyond 64 bits.
    Long,
    /// With a point or an exponent.
    Decimal,
}

impl<'de> Cursor<'de> {
    /// Reads a number; its text.
    pub(crate) fn number(&mut self) -> Result<&'de str, Syntax> {
        Ok(self.numeral()?.text)
    }

    /// Reads an integer, if one of up to 18 plain digits stands here; else nothing.
    #[inline]
    pub(crate) fn small_integer(&mut self) -> Option<i64> {
        let negative = self.ahead()? == b'-';
        let bytes = self.text.as_bytes();
        let start = self.offset + usize::from(negative);
        let mut end = start;
        let mut value = 0_i64;
        while let Some(&byte @ b'0'..=b'9') = bytes.get(end) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
            end += 1;
        }
        if let Some(b'.' | b'e' | b'E') = bytes.get(end) {
            return None;
        }
        // Neither a zero before other digits nor a negative zero.
        let zero = bytes.get(start) == Some(&b'0') && (negative || end - start > 1);
        if zero || !(1..=18).contains(&(end - start)) {
            return None;
        }
        self.offset = end;
        Some(if negative { -value } else { value })
    }

    /// Reads a number.
    pub(crate) fn numeral(&mut self) -> Result<Numeral<'de>, Syntax> {
        let negative = self.ahead() == Some(b'-');
        let bytes = self.text.as_bytes();
        let start = self.offset + usize::from(negative);
        let mut at = start;
        let mut magnitude = 0_u64;
        while let Some(&byte @ b'0'..=b'9') = bytes.get(at) {
            magnitude = magnitude
                .wrapping_mul(10)
                .wrapping_add(u64::from(byte - b'0'));
            at += 1;
        }
        let count = at - start;
        if count == 0 {
            return Err(self.fault_at(at, Reason::Number));
        }
        if count > 1 && bytes.get(start) == Some(&b'0') {
            return Err(self.fault_at(start, Reason::LeadingZero));
        }
        let shape = match bytes.get(at) {
            Some(b'.' | b'e' | b'E') => {
                at = self.decimal(at)?;
                Shape::Decimal
            }
            _ if count < 20 => Shape::Integer(magnitude),
            _ => self.long(start, at)?,
        };
        let text = self.span(self.offset, at);
        self.offset = at;
        Ok(Numeral {
            text,
            negative,
            shape,
        })
    }

    /// The end of the number whose integral digits end at `at`, with a point or an exponent there.
    fn decimal(&self, mut at: usize) -> Result<usize, Syntax> {
        let bytes = self.text.as_bytes();
        if bytes.get(at) == Some(&b'.') {
            at = self.digits(at + 1)?;
        }
        let mut exponent = 0;
        if let Some(b'e' | b'E') = bytes.get(at) {
            let start = match bytes.get(at + 1) {
                Some(b'+' | b'-') => at + 2,
                _ => at + 1,
            };
            at = self.digits(start)?;
            exponent = at - start;
        }
        // Two hundred digits and a two-digit exponent stay far below a float's limit.
        if exponent > 2 || at - self.offset > 200 {
            self.finite(at)?;
        }
        Ok(at)
    }

    /// The end of a run of at least one digit.
    fn digits(&self, start: usize) -> Result<usize, Syntax> {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(b'0'..=b'9') = bytes.get(at) {
            at += 1;
        }
        if at == start {
            return Err(self.fault_at(at, Reason::Number));
        }
        Ok(at)
    }

    /// Whether 20 or more digits fit 64 bits after all.
    #[cold]
    fn long(&self, start: usize, end: usize) -> Result<Shape, Syntax> {
        if end - start > 308 {
            self.finite(end)?;
        }
        Ok(match self.span(start, end).parse() {
            Ok(magnitude) => Shape::Integer(magnitude),
            Err(_) => Shape::Long,
        })
    }

    /// Refuses a number, of those that might, which no 64-bit float holds.
    #[cold]
    fn finite(&self, end: usize) -> Result<(), Syntax> {
        match self.span(self.offset, end).parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(()),
            _ => Err(self.fault(Reason::Overflow)),
        }
    }
}
