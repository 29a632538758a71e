//! Why a text is not JSON.

use std::fmt;

use super::DEPTH_LIMIT;

/// Why a text is not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Syntax {
    pub(crate) offset: usize,
    pub(crate) reason: Reason,
}

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// No text at all, where [`Cursor::nothing`] stands.
    Nothing,
    End,
    Value,
    String,
    Name,
    Colon,
    MemberEnd,
    ElementEnd,
    TrailingComma,
    Control,
    Escape,
    Surrogate,
    Number,
    LeadingZero,
    Overflow,
    Depth,
    Trailing,
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.reason {
            Reason::Nothing => return f.write_str("no value"),
            Reason::End => return f.write_str("unexpected end of the text"),
            Reason::Value => "expected a value",
            Reason::String => "expected a string",
            Reason::Name => "expected a member's name in double quotes",
            Reason::Colon => "expected `:` behind a member's name",
            Reason::MemberEnd => "expected `,` or `}` behind a member",
            Reason::ElementEnd => "expected `,` or `]` behind an element",
            Reason::TrailingComma => "a comma with nothing behind it",
            Reason::Control => "a raw control character in a string",
            Reason::Escape => "an unknown escape in a string",
            Reason::Surrogate => "a lone surrogate escape in a string",
            Reason::Number => "a number without the digits it needs",
            Reason::LeadingZero => "a number that begins with a zero",
            Reason::Overflow => "a number too large for a 64-bit float",
            Reason::Depth => {
                return write!(
                    f,
                    "nested deeper than {DEPTH_LIMIT} levels at byte {}",
                    self.offset
                );
            }
            Reason::Trailing => "unexpected text behind the value",
        };
        write!(f, "{words} at byte {}", self.offset)
    }
}

impl std::error::Error for Syntax {}
