//! What is wrong with the arguments of a call, said to a model as text and to a program as data.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::cursor::{Cursor, Next};
use crate::decode::{Error, Kind, Received, Step};
use crate::schema;

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
    pub(crate) what: What<'de>,
}

pub(crate) enum What<'de> {
    Unknown,
    Duplicate,
    Missing,
    /// The decoder's error and the text of the argument.
    Refused(Error, &'de str),
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
    Duplicate,
    Type,
    Range,
    Length,
    Enum,
    Value,
    /// `Value`, in the words of the type that refused it.
    OwnWords,
}

impl Code {
    fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unknown => "unknown",
            Self::Duplicate => "duplicate",
            Self::Type => "type",
            Self::Range => "range",
            Self::Length => "length",
            Self::Enum => "enum",
            Self::Value | Self::OwnWords => "value",
        }
    }
}

/// A value as it came: a string's text, another scalar's token, or a container in words.
enum Got {
    Text(String),
    Token(String),
    Words(&'static str),
}

impl Got {
    fn of(received: Received) -> Self {
        match received {
            Received::Null => Self::Token("null".into()),
            Received::Bool(value) => Self::Token(value.to_string()),
            Received::Number(token) | Received::Other(token) => Self::Token(shorten(&token, SHOWN)),
            Received::String(text) => Self::Text(shorten(&text, SHOWN)),
            Received::Array => Self::Words("an array"),
            Received::Object => Self::Words("an object"),
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut cursor = Cursor::new(text);
        Some(match cursor.peek().ok()? {
            Next::Object => Self::Words("an object"),
            Next::Array => Self::Words("an array"),
            Next::String => Self::Text(shorten(&cursor.string().ok()?, SHOWN)),
            Next::Number | Next::True | Next::False | Next::Null => Self::Token(shorten(cursor.skip().ok()?, SHOWN)),
        })
    }

    fn json(&self) -> Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Token(token) => scalar(token),
            Self::Words(words) => (*words).into(),
        }
    }
}

impl Faults {
    /// Words every problem by what the tool's published schema expects at its place.
    #[cold]
    pub(crate) fn explain(tool: &str, input_schema: &Value, problems: Vec<Problem<'_>>) -> Self {
        let more = problems.len().saturating_sub(TOLD);
        let explainer = Explainer { schema: input_schema };
        let told = problems.into_iter().take(TOLD).map(|problem| explainer.explain(problem)).collect();
        Self { tool: tool.to_owned(), told, more }
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
        let mut data = Map::new();
        data.insert("tool".into(), self.tool.as_str().into());
        data.insert("faults".into(), self.told.iter().map(Fault::data).collect());
        if self.more > 0 {
            data.insert("more".into(), self.more.into());
        }
        Value::Object(data)
    }
}

impl Fault {
    fn write(&self, text: &mut String) {
        let expected = self.expected.as_deref();
        text.push_str(if self.path.shown.is_empty() { "arguments" } else { &self.path.shown });
        text.push_str(": ");
        match (self.code, expected) {
            (Code::Missing, Some(expected)) => {
                let _ = write!(text, "missing, expected {expected}");
            }
            (Code::Missing, None) => text.push_str("missing"),
            (Code::Unknown, _) if self.path.shown.matches('/').count() > 1 => text.push_str("unknown member"),
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

    fn data(&self) -> Value {
        let mut data = Map::new();
        data.insert("path".into(), self.path.data().into());
        data.insert("code".into(), self.code.as_str().into());
        if let Some(expected) = &self.expected {
            data.insert("expected".into(), expected.as_str().into());
        }
        if let Some(received) = &self.received {
            data.insert("received".into(), received.json());
        }
        if let Some(hint) = &self.hint {
            data.insert("hint".into(), hint.as_str().into());
        }
        Value::Object(data)
    }
}

struct Explainer<'s> {
    schema: &'s Value,
}

impl Explainer<'_> {
    fn explain(&self, problem: Problem<'_>) -> Fault {
        let mut path = Path::default();
        if let Some(name) = problem.name {
            let known = problem.parameter.unwrap_or(&name).to_owned();
            path.push(Step::Key(name.into_owned()), Step::Key(known));
        }
        match problem.what {
            What::Unknown => self.unknown(path),
            What::Duplicate => Fault::new(path.pointer, Code::Duplicate).hint("send it once"),
            What::Missing => self.missing(path),
            What::Refused(error, text) => self.refused(path, error, text),
        }
    }

    /// What the schema expects at a place, in words.
    fn words(&self, path: &Path) -> Option<String> {
        schema::at(self.schema, &path.steps).map(schema::words)
    }

    fn missing(&self, path: Path) -> Fault {
        let expected = self.words(&path);
        Fault { expected, ..Fault::new(path.pointer, Code::Missing) }
    }

    fn unknown(&self, mut path: Path) -> Fault {
        let Some(Step::Key(name)) = path.steps.pop() else { return Fault::new(path.pointer, Code::Unknown) };
        let known: Vec<&str> = schema::at(self.schema, &path.steps)
            .and_then(|object| object.get("properties")?.as_object())
            .map(|properties| properties.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let hint = match nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => "none are taken here".to_owned(),
            None => format!("known are {}", list(&known)),
        };
        Fault::new(path.pointer, Code::Unknown).hint(hint)
    }

    fn refused(&self, mut path: Path, error: Error, text: &str) -> Fault {
        let details = error.into_details();
        let (nested, kind) = (!details.path.is_empty(), details.kind);
        for step in details.path.into_iter().rev() {
            path.push(step.clone(), step);
        }
        let expected = self.words(&path);
        let whole = (!nested).then(|| Got::of_text(text)).flatten();
        match kind {
            Kind::Missing(name) => {
                path.push(Step::Key(name.to_owned()), Step::Key(name.to_owned()));
                self.missing(path)
            }
            Kind::UnknownMember { name, .. } => {
                path.push(Step::Key(name.clone()), Step::Key(name));
                self.unknown(path)
            }
            Kind::UnknownVariant { name, known } => {
                let hint = nearest(&name, known.iter().copied()).map(|near| format!("did you mean \"{near}\"?"));
                Fault {
                    expected: expected.or_else(|| Some(format!("one of {}", list(known)))),
                    received: Some(Got::Text(shorten(&name, SHOWN))),
                    hint,
                    ..Fault::new(path.pointer, Code::Enum)
                }
            }
            Kind::Duplicate(name) => {
                path.push(Step::Key(name.clone()), Step::Key(name));
                Fault::new(path.pointer, Code::Duplicate).hint("send it once")
            }
            Kind::Type { received, expected: words } => {
                let expected = expected.unwrap_or(words);
                let received = Got::of(received);
                let hint = type_hint(&expected, &received);
                Fault { expected: Some(expected), received: Some(received), hint, ..Fault::new(path.pointer, Code::Type) }
            }
            Kind::Range { received, expected: words } => Fault {
                expected: Some(range(words, expected)),
                received: Some(Got::Token(shorten(&received, SHOWN))),
                ..Fault::new(path.pointer, Code::Range)
            },
            Kind::Length { expected: words, .. } => Fault {
                expected: Some(expected.unwrap_or(words)),
                received: whole,
                ..Fault::new(path.pointer, Code::Length)
            },
            Kind::Value { received, expected: words } => Fault {
                // A type's own words say more than the schema's, but for those that name a type of Rust's.
                expected: expected.filter(|_| words.starts_with("a nonzero ")).or_else(|| Some(shorten(&words, WORDS))),
                received: Some(Got::of(received)),
                ..Fault::new(path.pointer, Code::Value)
            },
            Kind::Custom(words) => {
                let expected = Some(shorten(&words, WORDS));
                Fault { expected, received: whole, ..Fault::new(path.pointer, Code::OwnWords) }
            }
            Kind::Syntax(_) | Kind::Nothing => {
                Fault { expected, received: whole, ..Fault::new(path.pointer, Code::Value) }
            }
        }
    }
}

impl Fault {
    fn new(path: Pointer, code: Code) -> Self {
        Self { path, code, expected: None, received: None, hint: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// A place in the arguments: as it was sent, and as the schema names it.
#[derive(Default)]
struct Path {
    pointer: Pointer,
    steps: Vec<Step>,
}

impl Path {
    fn push(&mut self, sent: Step, known: Step) {
        match sent {
            Step::Key(key) => self.pointer.push(&key),
            Step::Index(index) => self.pointer.push(&index.to_string()),
        }
        self.steps.push(known);
    }
}

/// JSON Pointer (RFC 6901) into `arguments`.
#[derive(Default)]
struct Pointer {
    exact: String,
    /// With long names shortened.
    shown: String,
}

impl Pointer {
    fn push(&mut self, name: &str) {
        let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
        self.exact.push('/');
        self.exact.push_str(&escaped(name));
        self.shown.push('/');
        self.shown.push_str(&escaped(&shorten(name, SHOWN)));
    }

    fn data(&self) -> &str {
        if self.exact.len() <= POINTER { &self.exact } else { &self.shown }
    }
}

/// What a number that is refused should have been: the decoder says `0 to 255` or, of its notation, a whole phrase.
fn range(words: String, expected: Option<String>) -> String {
    if !words.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return words;
    }
    // The schema has no bounds beyond 2^53, the type has all of its own.
    expected.filter(|expected| expected.contains(" from ")).unwrap_or_else(|| {
        let kind = if words.contains('.') { "a number" } else { "an integer" };
        format!("{kind} from {words}")
    })
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
    values.into_iter().flatten().find(same).unwrap_or_else(|| token.into())
}

/// A text in which no character breaks the line, moves the cursor or turns the direction of reading.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
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

fn type_hint(expected: &str, received: &Got) -> Option<String> {
    let Got::Text(_) = received else { return None };
    let kinds = ["an array", "an object", "an integer", "a number", "true or false"];
    let wanted = kinds.into_iter().find(|kind| expected.starts_with(kind))?;
    Some(format!("send {wanted}, not a string"))
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
            format!("{}… ({total} characters)", text.get(..end).unwrap_or_default())
        }
    }
}

/// The name that was probably meant: equal but for case, `_` and `-`, else nearest by edits within a third of its length.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let fold = |text: &str| -> String {
        text.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
    };
    // What is far longer than any name is not compared letter by letter.
    if name.len() > 256 {
        return None;
    }
    let folded = fold(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let distance = if fold(candidate) == folded { 0 } else { edits(name, candidate) };
        let length = candidate.chars().count();
        // Of a name of one letter every other letter is one edit away; that is no likeness.
        if distance <= (length / 3).max(1) && distance < length && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Damerau-Levenshtein distance with adjacent transpositions.
fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut previous = None;
    for (i, a) in left.chars().enumerate() {
        let mut row = Vec::with_capacity(right.len() + 1);
        row.push(i + 1);
        for (j, &b) in right.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&last, j) + usize::from(a != b)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = j > 0 && previous == Some(b) && right.get(j - 1) == Some(&a);
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
        previous = Some(a);
    }
    last.last().copied().unwrap_or(0)
}
