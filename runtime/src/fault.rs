//! What is wrong with the arguments of a call, said to a model as text and to a program as data.

use std::borrow::Cow;
use std::fmt::Write as _;

mod decoded;
mod explain;
mod hints;
mod nearest;
mod report;

pub(crate) use nearest::nearest;

use crate::check::{Checks, Findings};
use crate::cursor::{Cursor, Next};
use crate::decode::{Error, Received};
use crate::pointer::escaped;
use crate::schema::Kept;
use explain::Explainer;
use report::Report;

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

/// The faults of one call, as they are sent.
pub(crate) struct Faults {
    text: String,
    data: Vec<u8>,
}

/// One fault: where, of what kind, what was expected, what came, and what to do.
struct Fault<'t> {
    path: Pointer,
    code: Code,
    expected: Option<Cow<'t, str>>,
    received: Option<Got<'t>>,
    hint: Option<Cow<'static, str>>,
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
enum Got<'t> {
    Text(Cow<'t, str>),
    Token(Cow<'t, str>),
    Words(Cow<'static, str>),
}

impl<'t> Got<'t> {
    fn of(received: Received) -> Self {
        match received {
            Received::Null => Self::Token("null".into()),
            Received::Bool(value) => Self::Token(if value { "true" } else { "false" }.into()),
            Received::Number(token) | Received::Other(token) => {
                Self::Token(shorten(token.into(), SHOWN))
            }
            Received::String(text) => Self::Text(shorten(text.into(), SHOWN)),
            Received::Array => Self::Words("an array".into()),
            Received::Object => Self::Words("an object".into()),
        }
    }

    fn of_text(text: &'t str) -> Option<Self> {
        let mut cursor = Cursor::new(text);
        Some(match cursor.peek().ok()? {
            Next::Object => Self::Words("an object".into()),
            Next::Array => Self::Words("an array".into()),
            Next::String => Self::Text(shorten(cursor.string().ok()?, SHOWN)),
            Next::Number | Next::True | Next::False | Next::Null => {
                Self::Token(shorten(cursor.skip().ok()?.into(), SHOWN))
            }
        })
    }
}

impl Faults {
    /// Words every problem by what the tool's published schema says of its place.
    #[cold]
    pub(crate) fn explain(
        tool: &str,
        schema: &Kept,
        checks: &Checks,
        problems: Vec<Problem<'_>>,
    ) -> Self {
        let mut explainer = Explainer {
            schema,
            checks,
            report: Report::new(tool),
        };
        for problem in problems {
            explainer.explain(problem);
        }
        explainer.report.end()
    }

    /// One line a fault, under a line that names the tool.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// `{"tool":…,"faults":[{"path":…,"code":…,"expected":…,"received":…,"hint":…}]}` as JSON text on one line, with
    /// `more` where some are untold.
    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }

    pub(crate) fn into_parts(self) -> (String, Vec<u8>) {
        (self.text, self.data)
    }
}

impl<'t> Fault<'t> {
    fn new(path: Pointer, code: Code) -> Self {
        Self {
            path,
            code,
            expected: None,
            received: None,
            hint: None,
        }
    }

    fn expected(mut self, expected: impl Into<Option<Cow<'t, str>>>) -> Self {
        self.expected = expected.into();
        self
    }

    fn received(mut self, received: Option<Got<'t>>) -> Self {
        self.received = received;
        self
    }

    fn hint(mut self, hint: impl Into<Option<Cow<'static, str>>>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// JSON Pointer (RFC 6901) into `arguments`.
#[derive(Clone, Default)]
struct Pointer {
    exact: String,
    /// With long names shortened, where there are any.
    short: Option<String>,
}

impl Pointer {
    fn push(&mut self, name: &str) {
        let shown = shorten(name.into(), SHOWN);
        if self.short.is_some() || matches!(shown, Cow::Owned(_)) {
            let short = self.short.get_or_insert_with(|| self.exact.clone());
            short.push('/');
            short.push_str(&escaped(&shown));
        }
        self.exact.push('/');
        self.exact.push_str(&escaped(name));
    }

    fn shown(&self) -> &str {
        self.short.as_deref().unwrap_or(&self.exact)
    }

    fn data(&self) -> &str {
        if self.exact.len() <= POINTER {
            &self.exact
        } else {
            self.shown()
        }
    }
}

/// A text in which no character breaks the line, moves the cursor or turns the direction of reading.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let breaks =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // Nearly every text is plain ASCII, which is seen at a glance.
    let is_plain = text
        .bytes()
        .fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    if is_plain || !text.contains(breaks) {
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
fn shorten(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return text;
    }
    let mut characters = text.char_indices();
    let Some((end, _)) = characters.nth(most) else {
        return text;
    };
    let total = most + 1 + characters.count();
    let start = text.get(..end).unwrap_or_default();
    format!("{start}… ({total} characters)").into()
}
