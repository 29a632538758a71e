//! What is wrong with the arguments of a call, said to a model as text and to a program as data.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

mod decoded;
mod explain;
mod hints;
mod nearest;

pub(crate) use nearest::nearest;

use crate::check::{Checks, Findings};
use crate::cursor::{Cursor, Next};
use crate::decode::{Error, Received};
use explain::Explainer;

/// At most this many faults are told; the rest is counted.
pub(crate) const TOLD: usize = 20;
/// Received text is shortened to about this many characters.
const SHOWN: usize = 60;
/// The words of a user's type are shortened to about this many characters.
const WORDS: usize = 300;
/// A pointer of at most this many bytes is data as it is, so that it leads to the place.
const POINTER: usize = 1_000;

/// One thing that went wrong while arguments were read, in the order of their text.
pub(crate) struct Problem<'de> {
    /// Where the value stands in the text, or beyond its end when it does not stand there.
    pub(crate) at: usize,
    /// The name as it was sent, or as it was missed; none when the arguments as a whole are at fault.
    pub(crate) name: Option<Cow<'de, str>>,
    /// The name under which the schema knows the parameter.
    pub(crate) parameter: Option<&'static str>,
    /// Whether what was sent is not to be shown.
    pub(crate) secret: bool,
    pub(crate) what: What<'de>,
}

impl<'de> Problem<'de> {
    pub(crate) fn new(at: usize, name: Option<Cow<'de, str>>, what: What<'de>) -> Self {
        Self {
            at,
            name,
            parameter: None,
            secret: false,
            what,
        }
    }

    /// The problem of a parameter, which is published by that name and may be a secret.
    pub(crate) fn of(self, parameter: &'static str, secret: bool) -> Self {
        Self {
            parameter: Some(parameter),
            secret,
            ..self
        }
    }
}

pub(crate) enum What<'de> {
    Unknown,
    Duplicate,
    Missing,
    /// It does not decode.
    Refused {
        error: Error,
        text: &'de str,
        findings: Findings<'de>,
    },
    /// It decodes, and is not what the schema says.
    Unfit {
        text: &'de str,
        findings: Findings<'de>,
    },
}

/// The faults of one call.
pub(crate) struct Faults {
    tool: String,
    told: Vec<Fault>,
    /// How many more there are than are told.
    more: usize,
}

/// One fault: where, of what kind, what was expected, what came, and what to do.
struct Fault {
    path: Pointer,
    code: Code,
    expected: Option<String>,
    received: Option<Got>,
    hint: Option<String>,
}

/// The kinds of fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    Missing,
    Unknown,
    /// `Unknown`, of a member inside an argument.
    UnknownMember,
    Duplicate,
    Type,
    Range,
    Length,
    Pattern,
    Enum,
    Shape,
    Value,
    /// `Value`, in the words of the type that refused it.
    OwnWords,
}

impl Code {
    fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unknown | Self::UnknownMember => "unknown",
            Self::Duplicate => "duplicate",
            Self::Type => "type",
            Self::Range => "range",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Enum => "enum",
            Self::Shape => "shape",
            Self::Value | Self::OwnWords => "value",
        }
    }
}

/// A value as it came: a string's text, another scalar's token, or a container in words.
enum Got {
    Text(String),
    Token(String),
    Words(Cow<'static, str>),
}

impl Got {
    fn of(received: Received) -> Self {
        match received {
            Received::Null => Self::Token("null".into()),
            Received::Bool(value) => Self::Token(value.to_string()),
            Received::Number(token) | Received::Other(token) => Self::Token(shorten(&token, SHOWN)),
            Received::String(text) => Self::Text(shorten(&text, SHOWN)),
            Received::Array => Self::Words("an array".into()),
            Received::Object => Self::Words("an object".into()),
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut cursor = Cursor::new(text);
        Some(match cursor.peek().ok()? {
            Next::Object => Self::Words("an object".into()),
            Next::Array => Self::Words("an array".into()),
            Next::String => Self::Text(shorten(&cursor.string().ok()?, SHOWN)),
            Next::Number | Next::True | Next::False | Next::Null => {
                Self::Token(shorten(cursor.skip().ok()?, SHOWN))
            }
        })
    }

    fn json(&self) -> Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Token(token) => scalar(token),
            Self::Words(words) => words.as_ref().into(),
        }
    }
}

impl Faults {
    /// Words every problem by what the tool's published schema says of its place.
    #[cold]
    pub(crate) fn explain(
        tool: &str,
        schema: &Value,
        checks: &Checks,
        problems: Vec<Problem<'_>>,
    ) -> Self {
        let mut explainer = Explainer {
            schema,
            checks,
            told: Vec::new(),
            more: 0,
        };
        for problem in problems {
            explainer.explain(problem);
        }
        let Explainer { told, more, .. } = explainer;
        Self {
            tool: tool.to_owned(),
            told,
            more,
        }
    }

    /// One line a fault, under a line that names the tool.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("Invalid arguments for {}:", self.tool);
        for fault in &self.told {
            let mut line = String::new();
            fault.write(&mut line);
            text.push_str("\n- ");
            text.push_str(&one_line(&line));
        }
        if self.more > 0 {
            let _ = write!(text, "\n- and {} more", self.more);
        }
        text
    }

    /// `{"tool":…,"faults":[{"path":…,"code":…,"expected":…,"received":…,"hint":…}]}`, with `more` where some are untold.
    pub(crate) fn data(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl Serialize for Faults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut data = serializer.serialize_map(None)?;
        data.serialize_entry("tool", &self.tool)?;
        data.serialize_entry("faults", &self.told)?;
        if self.more > 0 {
            data.serialize_entry("more", &self.more)?;
        }
        data.end()
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut data = serializer.serialize_map(None)?;
        data.serialize_entry("path", self.path.data())?;
        data.serialize_entry("code", self.code.as_str())?;
        if let Some(expected) = &self.expected {
            data.serialize_entry("expected", expected)?;
        }
        if let Some(received) = &self.received {
            data.serialize_entry("received", &received.json())?;
        }
        if let Some(hint) = &self.hint {
            data.serialize_entry("hint", hint)?;
        }
        data.end()
    }
}

impl Fault {
    fn write(&self, text: &mut String) {
        let expected = self.expected.as_deref();
        text.push_str(if self.path.shown.is_empty() {
            "arguments"
        } else {
            &self.path.shown
        });
        text.push_str(": ");
        match (self.code, expected) {
            (Code::Missing, Some(expected)) => {
                let _ = write!(text, "missing, expected {expected}");
            }
            (Code::Missing, None) => text.push_str("missing"),
            (Code::UnknownMember, _) => text.push_str("unknown member"),
            (Code::Unknown, _) => text.push_str("unknown argument"),
            (Code::Duplicate, _) => text.push_str("given twice"),
            (Code::OwnWords, Some(words)) => text.push_str(words),
            (_, Some(expected)) => {
                let _ = write!(text, "expected {expected}");
            }
            (_, None) => text.push_str("not accepted"),
        }
        match &self.received {
            Some(Got::Text(received)) => {
                let mut quoted = Vec::new();
                crate::message::write_string(&mut quoted, received);
                let _ = write!(text, ", got {}", String::from_utf8_lossy(&quoted));
            }
            Some(Got::Token(token)) => {
                let _ = write!(text, ", got {token}");
            }
            Some(Got::Words(words)) => {
                let _ = write!(text, ", got {words}");
            }
            None => {}
        }
        if let Some(hint) = &self.hint {
            let _ = write!(text, " ({hint})");
        }
    }
}

impl Fault {
    fn new(path: Pointer, code: Code) -> Self {
        Self {
            path,
            code,
            expected: None,
            received: None,
            hint: None,
        }
    }

    fn expected(mut self, expected: impl Into<Option<String>>) -> Self {
        self.expected = expected.into();
        self
    }

    fn received(mut self, received: Option<Got>) -> Self {
        self.received = received;
        self
    }

    fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// JSON Pointer (RFC 6901) into `arguments`.
#[derive(Clone, Default)]
struct Pointer {
    exact: String,
    /// With long names shortened.
    shown: String,
}

impl Pointer {
    fn push(&mut self, name: &str) {
        self.exact.push('/');
        escape(name, &mut self.exact);
        self.shown.push('/');
        escape(&shorten(name, SHOWN), &mut self.shown);
    }

    fn data(&self) -> &str {
        if self.exact.len() <= POINTER {
            &self.exact
        } else {
            &self.shown
        }
    }
}

fn escape(name: &str, out: &mut String) {
    for part in name.split_inclusive(['~', '/']) {
        match part.strip_suffix(['~', '/']) {
            Some(before) => {
                out.push_str(before);
                out.push_str(if part.ends_with('~') { "~0" } else { "~1" });
            }
            None => out.push_str(part),
        }
    }
}

/// A token as a value, if it would be written the same: a long number stays text, digit for digit.
fn scalar(token: &str) -> Value {
    let values = [
        (token == "null").then_some(Value::Null),
        token.parse::<bool>().ok().map(Value::from),
        token.parse::<i64>().ok().map(Value::from),
        token.parse::<u64>().ok().map(Value::from),
        token.parse::<f64>().ok().map(Value::from),
    ];
    let same = |value: &Value| {
        let written = value.to_string();
        written == token
    };
    values
        .into_iter()
        .flatten()
        .find(same)
        .unwrap_or_else(|| token.into())
}

/// A text in which no character breaks the line, moves the cursor or turns the direction of reading.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let breaks =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if !text.contains(breaks) {
        return text.into();
    }
    let mut line = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            _ if breaks(character) => {
                let _ = write!(line, "\\u{:04x}", u32::from(character));
            }
            _ => line.push(character),
        }
    }
    line.into()
}

/// `"a", "b", "c"`.
fn list(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().take(TOLD).enumerate() {
        let _ = write!(text, "{}\"{name}\"", if index == 0 { "" } else { ", " });
    }
    if names.len() > TOLD {
        text.push_str(", …");
    }
    text
}

/// The beginning of a long text, and how long it was.
fn shorten(text: &str, most: usize) -> String {
    let mut characters = text.char_indices();
    match characters.nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let total = most + 1 + characters.count();
            format!(
                "{}… ({total} characters)",
                text.get(..end).unwrap_or_default()
            )
        }
    }
}
