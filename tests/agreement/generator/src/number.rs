//! Numbers by their decimal digits, however large.

use std::cmp::Ordering;

/// `0.d₁d₂d₃… × 10^exponent`, without zeros at either end of the digits; no digits for zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// The number that a JSON token stands for.
    pub fn of(token: &str) -> Self {
        let (negative, token) = match token.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, token),
        };
        let (mantissa, power) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut exponent =
            power.parse::<i64>().unwrap_or(0) + i64::try_from(whole.len()).unwrap_or(0);
        let mut digits: Vec<u8> = whole
            .bytes()
            .chain(fraction.bytes())
            .map(|digit| digit - b'0')
            .collect();
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        exponent -= i64::try_from(zeros).unwrap_or(0);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                exponent: 0,
            };
        }
        Self {
            negative,
            digits,
            exponent,
        }
    }

    /// Whether it has no fraction.
    pub fn is_integer(&self) -> bool {
        i64::try_from(self.digits.len()).is_ok_and(|digits| digits <= self.exponent.max(0))
    }

    /// The integer that it is, within 128 bits.
    pub fn integer(&self) -> Option<i128> {
        if !self.is_integer() || self.exponent > 39 {
            return None;
        }
        let places = usize::try_from(self.exponent).ok()?;
        let mut value = 0_i128;
        for place in 0..places {
            let digit = self.digits.get(place).copied().unwrap_or(0);
            value = value.checked_mul(10)?.checked_sub(digit.into())?;
        }
        if self.negative {
            Some(value)
        } else {
            value.checked_neg()
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign.is_ne() || self.digits.is_empty() {
            return by_sign;
        }
        let by_size = self
            .exponent
            .cmp(&other.exponent)
            .then_with(|| self.digits.cmp(&other.digits));
        if self.negative {
            by_size.reverse()
        } else {
            by_size
        }
    }
}
