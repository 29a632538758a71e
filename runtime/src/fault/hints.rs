//! What to do instead.

use std::borrow::Cow;

use super::nearest::nearest;
use super::{Got, SHOWN, list};
use crate::cursor::{Cursor, Next};

pub(super) const PLAIN_DIGITS: &str =
    "beyond 2^53 write plain digits, without a point or an exponent";

pub(super) fn type_hint<'w>(
    expected: impl Fn() -> &'w str,
    received: &Got<'_>,
    optional: impl Fn() -> bool,
) -> Option<Cow<'static, str>> {
    let text = match received {
        Got::Token(token) if token == "null" && optional() => {
            return Some("omit it instead of null".into());
        }
        Got::Text(text) => text,
        _ => return None,
    };
    if text == "null" && optional() {
        return Some("omit it instead of \"null\"".into());
    }
    let kinds = [
        ("an array", "send an array, not a string"),
        ("an object", "send an object, not a string"),
        ("an integer", "send an integer, not a string"),
        ("a number", "send a number, not a string"),
        ("true or false", "send true or false, not a string"),
    ];
    let expected = expected();
    let wanted = kinds.iter().find(|(kind, _)| expected.starts_with(kind))?;
    Some(wanted.1.into())
}

pub(super) fn unknown_hint(name: &str, known: &[&str], secret: bool) -> Cow<'static, str> {
    if known.is_empty() {
        return "none are taken here".into();
    }
    match meant(name, known).filter(|_| !secret) {
        Some(hint) => hint,
        None => format!("known are {}", list(known)).into(),
    }
}

/// Names the one that was probably meant.
pub(super) fn meant(name: &str, known: &[&str]) -> Option<Cow<'static, str>> {
    nearest(name, known.iter().copied())
        .map(|near| ["did you mean \"", near, "\"?"].concat().into())
}

pub(super) fn one_of(names: &[&str]) -> Cow<'static, str> {
    match names {
        [only] => format!("\"{only}\"").into(),
        _ => format!("one of {}", list(names)).into(),
    }
}

/// How long a string or an array is; a long text is told with its length anyway.
pub(super) fn length_hint(text: &str) -> Option<Cow<'static, str>> {
    let mut cursor = Cursor::new(text);
    let (length, unit) = match cursor.peek().ok()? {
        Next::String => (cursor.string().ok()?.chars().count(), "character"),
        _ => (elements(&mut cursor)?, "element"),
    };
    let plural = if length == 1 { "" } else { "s" };
    (unit == "element" || length <= SHOWN).then(|| format!("it has {length} {unit}{plural}").into())
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
pub(super) fn members(text: &str) -> Got<'static> {
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

pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    Cursor::new(text).string().ok()
}
