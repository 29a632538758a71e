//! JSON values in a form in which equal values are equal texts: `1` is `1.0`, and members have no order.

use super::decimal::Decimal;
use super::node::Kinds;
use crate::cursor::{Cursor, Next, Syntax};

/// The form of a text that is one JSON value.
pub(super) fn of_text(text: &str) -> String {
    let mut out = String::new();
    match write(&mut Cursor::new(text), &mut out) {
        Ok(()) => out,
        Err(_) => text.to_owned(),
    }
}

/// The form of a string.
pub(super) fn of_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_string(text, &mut out);
    out
}

/// The string whose form it is.
pub(super) fn string(form: &str) -> Option<&str> {
    let (_, text) = form.strip_prefix('"')?.split_once(':')?;
    Some(text)
}

/// The kind of value whose form it is.
pub(super) fn kind(form: &str) -> Kinds {
    match form.as_bytes().first() {
        Some(b'"') => Kinds::STRING,
        Some(b'[') => Kinds::ARRAY,
        Some(b'{') => Kinds::OBJECT,
        Some(b't' | b'f') => Kinds::BOOLEAN,
        Some(b'n') => Kinds::NULL,
        Some(b'i') => Kinds::INTEGER,
        _ => Kinds::FRACTION,
    }
}

/// Reads the value at the cursor.
pub(super) fn write(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), Syntax> {
    match cursor.peek()? {
        Next::Null => {
            cursor.null()?;
            out.push('n');
        }
        Next::True | Next::False => out.push(if cursor.boolean()? { 't' } else { 'f' }),
        Next::Number => {
            let number = Decimal::new(cursor.number()?);
            out.push(if number.is_integer() { 'i' } else { '.' });
            number.write(out);
        }
        Next::String => write_string(&cursor.string()?, out),
        Next::Array => {
            cursor.array()?;
            out.push('[');
            let mut first = true;
            while cursor.element(first)? {
                first = false;
                write(cursor, out)?;
                out.push(',');
            }
            out.push(']');
        }
        Next::Object => {
            cursor.object()?;
            let mut members = Vec::new();
            while let Some(key) = cursor.key(members.is_empty())? {
                let mut member = of_string(&key);
                write(cursor, &mut member)?;
                members.push(member);
            }
            members.sort_unstable();
            out.push('{');
            for member in members {
                out.push_str(&member);
                out.push(',');
            }
            out.push('}');
        }
    }
    Ok(())
}

/// With its length before it, so that no text can look like more than itself.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    out.push_str(&text.len().to_string());
    out.push(':');
    out.push_str(text);
}
