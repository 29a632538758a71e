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

    /// Reads a number.
    pub(crate) fn numeral(&mut self) -> Result<Numeral<'de>, Syntax> {
        self.ahead();
        let bytes = self.text.as_bytes();
        let negative = bytes.get(self.offset) == Some(&b'-');
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
        if let Some(b'e' | b'E') = bytes.get(at) {
            at = match bytes.get(at + 1) {
                Some(b'+' | b'-') => self.digits(at + 2)?,
                _ => self.digits(at + 1)?,
            };
            self.finite(at)?;
        } else if at - self.offset > 308 {
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
