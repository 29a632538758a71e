//! Faults as they are sent: a line of text and a member of the data for each, written as they are found.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use super::{Code, Fault, Faults, Got, TOLD, one_line};
use crate::message::{quoted, write_string};

/// Text and data of the faults so far.
pub(super) struct Report {
    text: String,
    data: Vec<u8>,
    told: usize,
    /// How many more there are than are told.
    more: usize,
}

impl Report {
    pub(super) fn new(tool: &str) -> Self {
        let mut text = String::with_capacity(256);
        text.push_str("Invalid arguments for ");
        text.push_str(tool);
        text.push(':');
        let mut data = Vec::with_capacity(256);
        data.extend_from_slice(b"{\"tool\":");
        write_string(&mut data, tool);
        data.extend_from_slice(b",\"faults\":[");
        Self {
            text,
            data,
            told: 0,
            more: 0,
        }
    }

    /// Whether as many are told as ever are.
    pub(super) fn is_full(&self) -> bool {
        self.told >= TOLD
    }

    /// Counts some without telling them.
    pub(super) fn count(&mut self, more: usize) {
        self.more += more;
    }

    pub(super) fn tell(&mut self, fault: &Fault<'_>) {
        self.text.push_str("\n- ");
        let start = self.text.len();
        fault.write_line(&mut self.text);
        let line = self.text.get(start..).unwrap_or_default();
        if let Cow::Owned(line) = one_line(line) {
            self.text.truncate(start);
            self.text.push_str(&line);
        }
        if self.told > 0 {
            self.data.push(b',');
        }
        fault.write_data(&mut self.data);
        self.told += 1;
    }

    pub(super) fn end(mut self) -> Faults {
        self.data.push(b']');
        if self.more > 0 {
            let _ = write!(self.text, "\n- and {} more", self.more);
            self.data
                .extend_from_slice(format!(",\"more\":{}", self.more).as_bytes());
        }
        self.data.push(b'}');
        Faults {
            text: self.text,
            data: self.data,
        }
    }
}

impl Fault<'_> {
    fn write_line(&self, text: &mut String) {
        let path = self.path.shown();
        text.push_str(if path.is_empty() { "arguments" } else { path });
        text.push_str(": ");
        match (self.code, self.expected.as_deref()) {
            (Code::Missing, Some(expected)) => {
                text.push_str("missing, expected ");
                text.push_str(expected);
            }
            (Code::Missing, None) => text.push_str("missing"),
            (Code::UnknownMember, _) => text.push_str("unknown member"),
            (Code::Unknown, _) => text.push_str("unknown argument"),
            (Code::Duplicate, _) => text.push_str("given twice"),
            (Code::OwnWords, Some(words)) => text.push_str(words),
            (_, Some(expected)) => {
                text.push_str("expected ");
                text.push_str(expected);
            }
            (_, None) => text.push_str("not accepted"),
        }
        if let Some(received) = &self.received {
            text.push_str(", got ");
            match received {
                Got::Text(received) => text.push_str(&quoted(received)),
                Got::Token(token) => text.push_str(token),
                Got::Words(words) => text.push_str(words),
            }
        }
        if let Some(hint) = &self.hint {
            text.push_str(" (");
            text.push_str(hint);
            text.push(')');
        }
    }

    fn write_data(&self, data: &mut Vec<u8>) {
        data.extend_from_slice(b"{\"path\":");
        write_string(data, self.path.data());
        data.extend_from_slice(b",\"code\":");
        write_string(data, self.code.as_str());
        if let Some(expected) = &self.expected {
            data.extend_from_slice(b",\"expected\":");
            write_string(data, expected);
        }
        if let Some(received) = &self.received {
            data.extend_from_slice(b",\"received\":");
            match received {
                Got::Token(token) if is_same_as_value(token) => {
                    data.extend_from_slice(token.as_bytes());
                }
                Got::Text(text) | Got::Token(text) | Got::Words(text) => write_string(data, text),
            }
        }
        if let Some(hint) = &self.hint {
            data.extend_from_slice(b",\"hint\":");
            write_string(data, hint);
        }
        data.push(b'}');
    }
}

/// Whether a token is a value that would be written the same: a long number is told as text, digit for digit.
fn is_same_as_value(token: &str) -> bool {
    let values = [
        (token == "null").then_some(Value::Null),
        token.parse::<bool>().ok().map(Value::from),
        token.parse::<i64>().ok().map(Value::from),
        token.parse::<u64>().ok().map(Value::from),
        token.parse::<f64>().ok().map(Value::from),
    ];
    let mut written = values.into_iter().flatten().map(|value| value.to_string());
    written.any(|written| written == token)
}
