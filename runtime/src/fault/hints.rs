//! What to do instead.

use super::nearest::nearest;
use super::{Got, SHOWN, list};
use crate::cursor::{Cursor, Next};

pub(super) const PLAIN_DIGITS: &str =
    "beyond 2^53 write plain digits, without a point or an exponent";

pub(super) fn type_hint(expected: &str, received: &Got, optional: bool) -> Option<String> {
    let text = match received {
        Got::Token(token) if token == "null" && optional => {
            return Some("omit it instead of null".to_owned());
        }
        Got::Text(text) => text,
        _ => return None,
    };
    if text == "null" && optional {
        return Some("omit it instead of \"null\"".to_owned());
    }
    let kinds = [
        "an array",
        "an object",
        "an integer",
        "a number",
        "true or false",
    ];
    let wanted = kinds.into_iter().find(|kind| expected.starts_with(kind))?;
    Some(format!("send {wanted}, not a string"))
}

pub(super) fn unknown_hint(name: &str, known: &[&str], secret: bool) -> String {
    if known.is_empty() {
        return "none are taken here".to_owned();
    }
    match meant(name, known).filter(|_| !secret) {
        Some(hint) => hint,
        None => format!("known are {}", list(known)),
    }
}

/// Names the one that was probably meant.
pub(super) fn meant(name: &str, known: &[&str]) -> Option<String> {
    nearest(name, known.iter().copied()).map(|near| format!("did you mean \"{near}\"?"))
}

pub(super) fn one_of(names: &[&str]) -> String {
    match names {
        [only] => format!("\"{only}\""),
        _ => format!("one of {}", list(names)),
    }
}

/// How long a string or an array is; a long text is told with its length anyway.
pub(super) fn length_hint(text: &str) -> Option<String> {
    let mut cursor = Cursor::new(text);
    let (length, unit) = match cursor.peek().ok()? {
        Next::String => (cursor.string().ok()?.chars().count(), "character"),
        _ => (elements(&mut cursor)?, "element"),
    };
    let plural = if length == 1 { "" } else { "s" };
    (unit == "element" || length <= SHOWN).then(|| format!("it has {length} {unit}{plural}"))
}

fn elements(cursor: &mut Cursor<'_>) -> Option<usize> {
    let mut count = 0;
    cursor.array().ok()?;
    while cursor.element(count == 0).ok()? {
        cursor.skip().ok()?;
        count += 1;
    }
    Some(count)
}

/// An object by the number of its members.
pub(super) fn members(text: &str) -> Got {
    let count = |cursor: &mut Cursor<'_>| {
        let mut count: usize = 0;
        cursor.object().ok()?;
        while cursor.key(count == 0).ok()?.is_some() {
            cursor.skip().ok()?;
            count += 1;
        }
        Some(count)
    };
    match count(&mut Cursor::new(text)) {
        Some(0) => Got::Words("an empty object".into()),
        Some(count) => Got::Words(format!("an object with {count} members").into()),
        None => Got::Words("an object".into()),
    }
}

pub(super) fn string(text: &str) -> Option<String> {
    Cursor::new(text).string().ok().map(Into::into)
}
