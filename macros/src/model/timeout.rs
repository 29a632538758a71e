//! How long a call may take, as the attribute says it.

use syn::LitStr;

use crate::errors::Errors;

/// What `timeout = "30s"` says, in milliseconds.
pub(super) fn milliseconds(written: &LitStr, errors: &mut Errors) -> u64 {
    let text = written.value();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (amount, unit) = text.split_at(digits);
    let in_unit = match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        _ => None,
    };
    let message = match (amount.parse::<u64>().ok(), in_unit) {
        (Some(0), _) => {
            "no call finishes in no time, write `timeout = \"30s\"` or leave the key out".to_owned()
        }
        (Some(amount), Some(in_unit)) => match amount.checked_mul(in_unit) {
            Some(milliseconds) => return milliseconds,
            None => TOO_LONG.to_owned(),
        },
        (None, _) if digits > 0 => TOO_LONG.to_owned(),
        _ => format!(
            "`timeout` is an integer and `ms`, `s` or `m` without a blank, write `timeout = \"{}\"`",
            meant(&text).as_deref().unwrap_or("30s")
        ),
    };
    errors.at(written, message);
    0
}

/// The text in our syntax, if it is one that others use.
fn meant(text: &str) -> Option<String> {
    let plain = text.replace(char::is_whitespace, "").to_lowercase();
    let unit = plain.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let amount: u64 = plain.strip_suffix(unit)?.parse().ok()?;
    let (amount, unit) = match unit {
        "ms" | "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => (amount, "ms"),
        "" | "s" | "sec" | "secs" | "second" | "seconds" => (amount, "s"),
        "m" | "min" | "mins" | "minute" | "minutes" => (amount, "m"),
        "h" | "hour" | "hours" => (amount.checked_mul(60)?, "m"),
        _ => return None,
    };
    Some(format!("{amount}{unit}"))
}

const TOO_LONG: &str = "no call takes that long, write a shorter `timeout` or leave the key out";

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use syn::LitStr;

    use super::milliseconds;
    use crate::errors::Errors;

    fn read(text: &str) -> Result<u64, String> {
        let mut errors = Errors::new();
        let read = milliseconds(&LitStr::new(text, Span::call_site()), &mut errors);
        errors.finish(Some(read)).map_err(|error| error.to_string())
    }

    #[test]
    fn integer_and_unit_are_read() {
        for (text, expected) in [
            ("1ms", 1),
            ("250ms", 250),
            ("30s", 30_000),
            ("2m", 120_000),
            ("007s", 7_000),
        ] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_what_to_write() {
        for (text, instead) in [
            ("0s", "\"30s\""),
            ("0", "\"30s\""),
            ("", "\"30s\""),
            ("s", "\"30s\""),
            ("-1s", "\"30s\""),
            ("10", "\"10s\""),
            ("10 s", "\"10s\""),
            (" 10s", "\"10s\""),
            ("5min", "\"5m\""),
            ("1.5s", "\"30s\""),
            ("20MS", "\"20ms\""),
            ("1h", "\"60m\""),
            ("18446744073709551616s", "a shorter"),
            ("18446744073709551615m", "a shorter"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.contains(instead), "{text}: {message}");
        }
    }
}
