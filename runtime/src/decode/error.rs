//! What is wrong with a value, as data: where it stands, what was expected, what came.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::{Deref, DerefMut};

use serde::de::{self, Expected, Unexpected};

use crate::cursor::{Cursor, Next, Reason, Syntax};
use crate::pointer::escaped;

/// Why a value does not decode. Its [`Details`] are boxed, so that a `Result` stays small.
pub(crate) struct Error(Box<Details>);

/// Where and why a value does not decode.
#[derive(Debug)]
pub(crate) struct Details {
    /// The steps from the value that was asked for to the one at fault, innermost first. A member
    /// that is missing, unknown or stands twice is at fault in its object: the path leads to the
    /// object.
    pub(crate) path: Vec<Step>,
    pub(crate) kind: Kind,
    /// Whether the name of the member to which the path leads is at fault, not its value.
    pub(crate) is_name: bool,
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// It is not JSON.
    Syntax(Syntax),
    /// No value was written.
    Nothing,
    Missing(&'static str),
    UnknownMember {
        name: String,
        known: &'static [&'static str],
    },
    UnknownVariant {
        name: String,
        known: &'static [&'static str],
    },
    /// The name of a member that stands twice.
    Duplicate(String),
    Type {
        received: Received,
        expected: String,
    },
    Value {
        received: Received,
        expected: String,
    },
    /// A number outside what its type holds.
    Range {
        received: String,
        expected: String,
    },
    /// An array or object with too many or too few elements or members.
    Length {
        length: usize,
        expected: String,
    },
    /// A type's own words.
    Custom(String),
}

/// A value that was not expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    String(String),
    Array,
    Object,
    /// What JSON has no name for.
    Other(String),
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: Kind) -> Self {
        let path = Vec::new();
        Self(Box::new(Details {
            path,
            kind,
            is_name: false,
        }))
    }

    pub(crate) fn into_details(self) -> Details {
        *self.0
    }

    /// The JSON Pointer (RFC 6901) to the value at fault.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.path.iter().rev() {
            pointer.push('/');
            match step {
                Step::Key(name) => pointer.push_str(&escaped(name)),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    #[cold]
    pub(super) fn mismatch(received: Received, expected: &dyn Expected) -> Self {
        let expected = words(expected);
        Self::new(Kind::Type { received, expected })
    }

    #[cold]
    pub(super) fn inside(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }

    /// The error as that of the name of a member.
    #[cold]
    pub(super) fn of_name(mut self, name: String) -> Self {
        self.is_name = true;
        self.inside(Step::Key(name))
    }

    /// The error with a tuple's length in JSON's words.
    #[cold]
    pub(super) fn of_tuple(mut self, len: usize) -> Self {
        if self.path.is_empty()
            && let Kind::Length { expected, .. } = &mut self.kind
        {
            *expected = tuple(len);
        }
        self
    }
}

/// A tuple of so many elements, in JSON's words.
pub(super) fn tuple(len: usize) -> String {
    match len {
        1 => "an array of 1 element".to_owned(),
        _ => format!("an array of {len} elements"),
    }
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl From<Syntax> for Error {
    #[cold]
    fn from(syntax: Syntax) -> Self {
        Self::new(match syntax.reason {
            Reason::Nothing => Kind::Nothing,
            _ => Kind::Syntax(syntax),
        })
    }
}

impl de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Kind::Custom(message.to_string()))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(unexpected.into(), expected)
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        Self::new(match (unexpected.into(), range(&expected)) {
            (Received::Number(received), Some(range)) => Kind::Range {
                received,
                expected: range,
            },
            (received, _) => Kind::Value { received, expected },
        })
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let expected = words(expected);
        Self::new(Kind::Length { length, expected })
    }

    #[cold]
    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        let name = name.to_owned();
        Self::new(Kind::UnknownVariant { name, known })
    }

    #[cold]
    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        let name = name.to_owned();
        Self::new(Kind::UnknownMember { name, known })
    }

    #[cold]
    fn missing_field(name: &'static str) -> Self {
        Self::new(Kind::Missing(name))
    }

    #[cold]
    fn duplicate_field(name: &'static str) -> Self {
        Self::new(Kind::Duplicate(name.to_owned()))
    }
}

/// serde's words for what was expected, in JSON's where they would name a Rust type.
fn words(expected: &dyn Expected) -> String {
    let words = expected.to_string();
    let json = match words.as_str() {
        "a boolean" => "true or false",
        "f32" | "f64" => "a number",
        "unit" => "null",
        "a map" => "an object",
        "a sequence" => "an array",
        "newtype variant" | "tuple variant" | "struct variant" => "an object with one member",
        words if range(words).is_some() => "an integer",
        words if words.starts_with("unit struct ") => "null",
        words if words.starts_with("tuple struct ") => "an array",
        words if words.starts_with("struct ") => "an object",
        words if words.starts_with("enum ") => "a string or an object with one member",
        _ => return words,
    };
    json.to_owned()
}

/// The range of a Rust integer type.
fn range(name: &str) -> Option<String> {
    macro_rules! ranges {
        ($($type:ident)*) => {
            match name {
                $(stringify!($type) => Some(format!("{} to {}", $type::MIN, $type::MAX)),)*
                _ => None,
            }
        };
    }
    ranges!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
}

impl Received {
    /// The value at the cursor; an array or object stays unread.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, Syntax> {
        Ok(match cursor.peek()? {
            Next::Object => Self::Object,
            Next::Array => Self::Array,
            Next::String => Self::String(cursor.string()?.into_owned()),
            Next::Number => Self::Number(cursor.number()?.to_owned()),
            Next::True | Next::False => Self::Bool(cursor.boolean()?),
            Next::Null => {
                cursor.null()?;
                Self::Null
            }
        })
    }
}

impl From<Unexpected<'_>> for Received {
    fn from(unexpected: Unexpected<'_>) -> Self {
        match unexpected {
            Unexpected::Bool(value) => Self::Bool(value),
            Unexpected::Unsigned(number) => Self::Number(number.to_string()),
            Unexpected::Signed(number) => Self::Number(number.to_string()),
            Unexpected::Float(number) => Self::Number(format!("{number:?}")),
            Unexpected::Char(character) => Self::String(character.into()),
            Unexpected::Str(text) => Self::String(text.to_owned()),
            Unexpected::Unit | Unexpected::Option => Self::Null,
            Unexpected::Seq => Self::Array,
            Unexpected::Map => Self::Object,
            Unexpected::Other(words) => Self::Other(words.to_owned()),
            _ => Self::Other(unexpected.to_string()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.pointer())?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(syntax) => syntax.fmt(f),
            Self::Nothing => f.write_str("no value"),
            Self::Missing(name) => write!(f, "missing member {}", Quoted(name)),
            Self::UnknownMember { name, known } => {
                write!(
                    f,
                    "unknown member {}, expected {}",
                    Quoted(name),
                    one_of(known)
                )
            }
            Self::UnknownVariant { name, known } => {
                write!(f, "expected {}, got {}", one_of(known), Quoted(name))
            }
            Self::Duplicate(name) => write!(f, "member {} stands twice", Quoted(name)),
            Self::Type { received, expected } | Self::Value { received, expected } => {
                write!(f, "expected {expected}, got {received}")
            }
            Self::Range { received, expected } => write!(f, "expected {expected}, got {received}"),
            Self::Length { length, expected } => write!(f, "expected {expected}, got {length}"),
            Self::Custom(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(text) => f.write_str(&shortened(text)),
            Self::String(text) => Quoted(text).fmt(f),
            Self::Array => f.write_str("an array"),
            Self::Object => f.write_str("an object"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

/// The names, quoted: `one of "a", "b"`.
pub(super) fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| Quoted(name).to_string()).collect();
    match names.len() {
        0 => "none".to_owned(),
        1 => quoted.concat(),
        _ => format!("one of {}", quoted.join(", ")),
    }
}

/// A text in double quotes as JSON writes it, shortened.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in shortened(self.0).chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                '\0'..' ' => write!(f, "\\u{:04x}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// The beginning of a text that is too long for a sentence.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}
