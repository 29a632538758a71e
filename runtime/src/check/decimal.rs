//! Numbers by their digits: compared and divided exactly, whatever their size.

use std::cmp::Ordering;

/// A number as JSON writes it: a sign, `0.d₁d₂d₃…` by its first digit that is not zero, and a power of ten.
#[derive(Clone, Copy)]
pub(super) struct Decimal<'a> {
    negative: bool,
    /// The digits before and behind the point, without zeros at either end; both empty for zero.
    digits: [&'a [u8]; 2],
    /// How many digits stand before the point, once the exponent has moved it.
    point: i64,
}

impl<'a> Decimal<'a> {
    /// Takes a text that is a JSON number.
    pub(super) fn new(text: &'a str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, power(exponent)),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let whole = whole.trim_start_matches('0');
        let trimmed = fraction.trim_end_matches('0');
        let (digits, point) = if whole.is_empty() {
            let digits = trimmed.trim_start_matches('0');
            let zeros = trimmed.len() - digits.len();
            (["", digits], 0_i64.saturating_sub(length(zeros)))
        } else if trimmed.is_empty() {
            ([whole.trim_end_matches('0'), ""], length(whole.len()))
        } else {
            ([whole, trimmed], length(whole.len()))
        };
        let digits = digits.map(str::as_bytes);
        let is_zero = digits.iter().all(|digits| digits.is_empty());
        Self {
            negative: negative && !is_zero,
            digits,
            point: if is_zero {
                0
            } else {
                point.saturating_add(exponent)
            },
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self.count() == 0
    }

    pub(super) fn is_negative(self) -> bool {
        self.negative
    }

    pub(super) fn is_integer(self) -> bool {
        self.count() <= self.point || self.is_zero()
    }

    /// Whether the magnitude is greater than another's.
    pub(super) fn exceeds(self, other: Decimal<'_>) -> bool {
        self.compare_magnitude(other).is_gt()
    }

    pub(super) fn compare(self, other: Decimal<'_>) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }

    fn compare_magnitude(self, other: Decimal<'_>) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Without zeros at the end, digits are ordered as words are.
            (false, false) => {
                let points = self.point.cmp(&other.point);
                points.then_with(|| self.all().cmp(other.all()))
            }
        }
    }

    /// Whether it is `step` times an integer; `None` when the step is zero or has more digits than are computed with.
    pub(super) fn is_multiple_of(self, step: Decimal<'_>) -> Option<bool> {
        let divisor = step.significand()?;
        if divisor == 0 {
            return None;
        }
        let shift = self.last_place().saturating_sub(step.last_place());
        // With the step's last digit further left, ten would have to divide a number whose last digit is not zero.
        let Ok(shift) = u64::try_from(shift) else {
            return Some(self.is_zero());
        };
        let remainder = self.all().fold(0, |remainder, digit| {
            (remainder * 10 + u128::from(digit - b'0')) % divisor
        });
        Some((remainder * power_of_ten(shift, divisor)).is_multiple_of(divisor))
    }

    /// A text that equal numbers share.
    pub(super) fn write(self, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        out.extend(self.all().map(char::from));
        if !self.is_zero() {
            out.push('e');
            out.push_str(&self.point.to_string());
        }
    }

    fn all(self) -> impl Iterator<Item = u8> {
        let [before, behind] = self.digits;
        before.iter().chain(behind).copied()
    }

    fn count(self) -> i64 {
        let [before, behind] = self.digits;
        length(before.len() + behind.len())
    }

    /// The power of ten of the last digit.
    fn last_place(self) -> i64 {
        self.point.saturating_sub(self.count())
    }

    /// The digits as an integer, if they are at most 18.
    fn significand(self) -> Option<u128> {
        if self.count() > 18 {
            return None;
        }
        Some(
            self.all()
                .fold(0, |integer, digit| integer * 10 + u128::from(digit - b'0')),
        )
    }
}

fn power_of_ten(mut exponent: u64, modulus: u128) -> u128 {
    let (mut result, mut base) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// An exponent; one beyond all measure stays as far out as it can.
fn power(text: &str) -> i64 {
    // Halved, so that a few digits more or less cannot overflow.
    let most = i64::MAX / 2;
    match text.parse::<i64>() {
        Ok(power) => power.clamp(-most, most),
        Err(_) if text.starts_with('-') => -most,
        Err(_) => most,
    }
}
