//! Numbers as Rust's types hold them, exact by their digits.

use std::fmt::Display;

use super::error::{Error, Kind, Received};
use super::mismatch;
use crate::cursor::{Cursor, Next, Numeral, Shape};

/// Up to this magnitude (2^53) each integer is a float of its own.
const EXACT: u64 = 1 << 53;

/// A number where the type does not say which it wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Any {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

/// What a number is as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    /// None: it has a fraction.
    Not,
    Magnitude(u128),
    /// Beyond 128 bits.
    Huge,
}

pub(super) fn any(cursor: &mut Cursor<'_>) -> Result<Any, Error> {
    match cursor.small_integer() {
        Some(value) => Ok(match u64::try_from(value) {
            Ok(value) => Any::Unsigned(value),
            Err(_) => Any::Signed(value),
        }),
        None => any_odd(cursor),
    }
}

fn any_odd(cursor: &mut Cursor<'_>) -> Result<Any, Error> {
    let numeral = cursor.numeral()?;
    let magnitude = match numeral.shape {
        Shape::Integer(magnitude) => Some(magnitude),
        Shape::Long => None,
        Shape::Decimal => small(&numeral),
    };
    let integer = match magnitude {
        // Zero is an integer, also with a sign; what a float loses by it is less than an integer would.
        Some(magnitude) if !numeral.negative || magnitude == 0 => Some(Any::Unsigned(magnitude)),
        None => None,
        Some(magnitude) => 0_i64.checked_sub_unsigned(magnitude).map(Any::Signed),
    };
    Ok(integer.unwrap_or_else(|| Any::Float(float(&numeral))))
}

pub(super) fn signed(cursor: &mut Cursor<'_>, least: i64, most: i64) -> Result<i64, Error> {
    match cursor.small_integer() {
        Some(value) if least <= value && value <= most => Ok(value),
        Some(value) => Err(outside(&value, &least, &most)),
        None => integer(cursor)?.signed(least, most),
    }
}

pub(super) fn unsigned(cursor: &mut Cursor<'_>, least: u64, most: u64) -> Result<u64, Error> {
    match cursor.small_integer() {
        Some(value) => match u64::try_from(value) {
            Ok(value) if value <= most => Ok(value),
            _ => Err(outside(&value, &least, &most)),
        },
        None => integer(cursor)?.unsigned(least, most),
    }
}

pub(super) fn wide_signed(cursor: &mut Cursor<'_>) -> Result<i128, Error> {
    integer(cursor)?.wide_signed()
}

pub(super) fn wide_unsigned(cursor: &mut Cursor<'_>) -> Result<u128, Error> {
    integer(cursor)?.wide_unsigned()
}

pub(super) fn double(cursor: &mut Cursor<'_>) -> Result<f64, Error> {
    match cursor.peek()? {
        Next::Number => Ok(float(&cursor.numeral()?)),
        _ => Err(mismatch(cursor, &"a number")),
    }
}

pub(super) fn single(cursor: &mut Cursor<'_>) -> Result<f32, Error> {
    match cursor.peek()? {
        Next::Number => narrow(cursor.number()?),
        _ => Err(mismatch(cursor, &"a number")),
    }
}

/// A number in the text of a member's name: an integer without point or exponent, and without a
/// second way to write it.
pub(super) fn key<'n>(
    name: &'n str,
    least: &dyn Display,
    most: &dyn Display,
) -> Result<Numeral<'n>, Error> {
    match numeral(name) {
        Some(numeral) if numeral.shape != Shape::Decimal && name != "-0" => Ok(numeral),
        _ => Err(in_name(name, &format!("an integer from {least} to {most}"))),
    }
}

pub(super) fn double_key(name: &str) -> Result<f64, Error> {
    match numeral(name) {
        Some(numeral) => Ok(float(&numeral)),
        None => Err(in_name(name, "a number")),
    }
}

pub(super) fn single_key(name: &str) -> Result<f32, Error> {
    match numeral(name) {
        Some(numeral) => narrow(numeral.text),
        None => Err(in_name(name, "a number")),
    }
}

impl Numeral<'_> {
    pub(super) fn signed(&self, least: i64, most: i64) -> Result<i64, Error> {
        let (below, above) = (least.unsigned_abs(), most.unsigned_abs());
        let magnitude = self.within(&least, &most, below.into(), above.into())?;
        let value = i64::try_from(self.with_sign(magnitude));
        value.map_err(|_| outside(&self.text, &least, &most))
    }

    pub(super) fn unsigned(&self, least: u64, most: u64) -> Result<u64, Error> {
        let magnitude = self.within(&least, &most, 0, most.into())?;
        u64::try_from(magnitude).map_err(|_| outside(&self.text, &least, &most))
    }

    pub(super) fn wide_signed(&self) -> Result<i128, Error> {
        let (least, most) = (i128::MIN, i128::MAX);
        let magnitude = self.within(&least, &most, least.unsigned_abs(), most.unsigned_abs())?;
        Ok(self.with_sign(magnitude))
    }

    pub(super) fn wide_unsigned(&self) -> Result<u128, Error> {
        self.within(&u128::MIN, &u128::MAX, 0, u128::MAX)
    }

    /// The number's magnitude, if it is an integer that does not exceed `below` when negative and
    /// `above` otherwise.
    fn within(
        &self,
        least: &dyn Display,
        most: &dyn Display,
        below: u128,
        above: u128,
    ) -> Result<u128, Error> {
        let limit = if self.negative { below } else { above };
        match whole(self.text) {
            Whole::Not => {
                let received = Received::Number(self.text.to_owned());
                Err(Error::mismatch(received, &"an integer"))
            }
            Whole::Magnitude(magnitude) if magnitude <= limit => {
                if self.shape == Shape::Decimal && magnitude > EXACT.into() {
                    return Err(Error::new(Kind::Range {
                        received: self.text.to_owned(),
                        expected: "plain digits, without a point or an exponent, for an integer beyond 2^53".to_owned(),
                    }));
                }
                Ok(magnitude)
            }
            _ => Err(outside(&self.text, least, most)),
        }
    }

    fn with_sign(&self, magnitude: u128) -> i128 {
        if self.negative {
            0_i128.wrapping_sub_unsigned(magnitude)
        } else {
            0_i128.wrapping_add_unsigned(magnitude)
        }
    }
}

/// The error for a number that is not within its type's range.
#[cold]
fn outside(received: &dyn Display, least: &dyn Display, most: &dyn Display) -> Error {
    Error::new(Kind::Range {
        received: received.to_string(),
        expected: format!("{least} to {most}"),
    })
}

#[cold]
fn integer<'de>(cursor: &mut Cursor<'de>) -> Result<Numeral<'de>, Error> {
    match cursor.peek()? {
        Next::Number => Ok(cursor.numeral()?),
        _ => Err(mismatch(cursor, &"an integer")),
    }
}

/// The number that a text is, with nothing around it.
fn numeral(text: &str) -> Option<Numeral<'_>> {
    let numeral = Cursor::new(text).numeral().ok()?;
    (numeral.text.len() == text.len()).then_some(numeral)
}

#[cold]
fn in_name(name: &str, expected: &str) -> Error {
    Error::mismatch(Received::String(name.to_owned()), &expected)
}

fn float(numeral: &Numeral<'_>) -> f64 {
    match numeral.shape {
        #[expect(clippy::cast_precision_loss, reason = "exact up to this magnitude")]
        Shape::Integer(magnitude) if magnitude <= EXACT => {
            let magnitude = magnitude as f64;
            if numeral.negative {
                -magnitude
            } else {
                magnitude
            }
        }
        // What the cursor takes for a number is one to Rust as well.
        _ => numeral.text.parse().unwrap_or_default(),
    }
}

fn narrow(text: &str) -> Result<f32, Error> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(Error::new(Kind::Range {
            received: text.to_owned(),
            expected: format!("{:?} to {:?}", f32::MIN, f32::MAX),
        })),
    }
}

/// The magnitude of a number with a point or an exponent, if it is an integer up to 2^53.
fn small(numeral: &Numeral<'_>) -> Option<u64> {
    let number = float(numeral);
    // Most floats are no integers; those need no look at their digits.
    if number.fract() != 0.0 {
        return None;
    }
    match whole(numeral.text) {
        Whole::Magnitude(magnitude) => u64::try_from(magnitude)
            .ok()
            .filter(|&magnitude| magnitude <= EXACT),
        Whole::Not | Whole::Huge => None,
    }
}

/// What a number's digits say it is as an integer.
fn whole(text: &str) -> Whole {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, power(exponent)),
        None => (text, 0),
    };
    let (integral, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    // How many digits stand before the point once the exponent has moved it.
    let point = i64::try_from(integral.len())
        .unwrap_or(i64::MAX)
        .saturating_add(exponent);
    let mut place = 0_i64;
    let mut magnitude = Some(0_u128);
    for digit in integral.bytes().chain(fraction.bytes()) {
        let digit = digit.wrapping_sub(b'0');
        if place < point {
            magnitude = magnitude
                .and_then(|magnitude| magnitude.checked_mul(10)?.checked_add(digit.into()));
        } else if digit != 0 {
            return Whole::Not;
        }
        place += 1;
    }
    while place < point
        && let Some(1..) = magnitude
    {
        magnitude = magnitude.and_then(|magnitude| magnitude.checked_mul(10));
        place += 1;
    }
    match magnitude {
        Some(magnitude) => Whole::Magnitude(magnitude),
        None => Whole::Huge,
    }
}

/// An exponent; one beyond all measure stays as far out as it can.
fn power(text: &str) -> i64 {
    text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    })
}
