//! One way over JSON text (RFC 8259): strings, numbers, skipping, and a single count of depth.

use std::borrow::Cow;

pub(crate) use names::{Names, Object};
pub(crate) use number::{Numeral, Shape};
pub(crate) use syntax::{Reason, Syntax};

mod names;
mod number;
mod string;
mod syntax;
#[cfg(test)]
mod tests;

/// How many containers may stand inside each other.
pub(crate) const DEPTH_LIMIT: u32 = 128;

/// A place in a JSON text, moving forward as things are read.
pub(crate) struct Cursor<'de> {
    text: &'de str,
    offset: usize,
    depth: u32,
    /// Set when the cursor stands where no value was written at all.
    nothing: bool,
    /// Set when a decoder asks for a value of any kind, as serde does before it knows which of several types to make of it.
    pub(crate) buffered: bool,
    /// Where the value stood that a decoder last asked to have ignored.
    pub(crate) ignored: usize,
    /// The names read so far in the objects that are open.
    pub(crate) names: Names<'de>,
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) offset: usize,
    depth: u32,
}

/// What the next value is, by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Object,
    Array,
    String,
    Number,
    True,
    False,
    Null,
}

impl<'de> Cursor<'de> {
    #[inline]
    pub(crate) fn new(text: &'de str) -> Self {
        Self {
            text,
            offset: 0,
            depth: 0,
            nothing: false,
            buffered: false,
            ignored: usize::MAX,
            names: Names::default(),
        }
    }

    /// A cursor that stands where no value was written: an option is `None` there, and nothing else
    /// can be read.
    pub(crate) fn nothing() -> Self {
        Self {
            nothing: true,
            ..Self::new("")
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            offset: self.offset,
            depth: self.depth,
        }
    }

    #[inline]
    pub(crate) fn reset(&mut self, mark: Mark) {
        self.offset = mark.offset;
        self.depth = mark.depth;
    }

    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The whole text.
    #[inline]
    pub(crate) fn text(&self) -> &'de str {
        self.text
    }

    /// What the next value is; moves over white space alone.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Next, Syntax> {
        match self.ahead() {
            Some(b'"') => Ok(Next::String),
            Some(b'0'..=b'9' | b'-') => Ok(Next::Number),
            Some(b'{') => Ok(Next::Object),
            Some(b'[') => Ok(Next::Array),
            Some(b't') => Ok(Next::True),
            Some(b'f') => Ok(Next::False),
            Some(b'n') => Ok(Next::Null),
            _ => Err(self.fault(Reason::Value)),
        }
    }

    /// Reads the `{` of an object.
    #[inline]
    pub(crate) fn object(&mut self) -> Result<(), Syntax> {
        self.open(b'{')
    }

    /// Reads a member's name with what stands around it: the comma before it, unless it is the
    /// `first`, and the colon behind it. `None`: the object's `}` was read instead.
    #[expect(
        clippy::inline_always,
        reason = "handing the result on costs more than reading a short name"
    )]
    #[inline(always)]
    pub(crate) fn key(&mut self, first: bool) -> Result<Option<Cow<'de, str>>, Syntax> {
        if !self.member(first)? {
            return Ok(None);
        }
        let name = self.quoted()?;
        self.colon()?;
        Ok(Some(name))
    }

    /// Reads the `[` of an array.
    #[inline]
    pub(crate) fn array(&mut self) -> Result<(), Syntax> {
        self.open(b'[')
    }

    /// Reads the comma before an element, unless it is the `first`. `false`: the array's `]` was
    /// read instead.
    #[inline]
    pub(crate) fn element(&mut self, first: bool) -> Result<bool, Syntax> {
        match self.ahead() {
            Some(b']') => {
                self.offset += 1;
                self.depth = self.depth.saturating_sub(1);
                Ok(false)
            }
            Some(b',') if !first => {
                self.offset += 1;
                match self.ahead() {
                    Some(b']') => Err(self.fault(Reason::TrailingComma)),
                    _ => Ok(true),
                }
            }
            _ if first => Ok(true),
            _ => Err(self.fault(Reason::ElementEnd)),
        }
    }

    /// Reads a token if the next one is written just so; else nothing.
    #[inline]
    pub(crate) fn exactly(&mut self, token: &'static str) -> bool {
        self.ahead();
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        let is = rest.starts_with(token.as_bytes());
        self.offset += if is { token.len() } else { 0 };
        is
    }

    pub(crate) fn boolean(&mut self) -> Result<bool, Syntax> {
        match self.ahead() {
            Some(b't') => self.literal("true").map(|()| true),
            _ => self.literal("false").map(|()| false),
        }
    }

    pub(crate) fn null(&mut self) -> Result<(), Syntax> {
        self.ahead();
        self.literal("null")
    }

    /// Reads one whole value, checked as closely as one that is kept; its text without the white
    /// space around it.
    pub(crate) fn skip(&mut self) -> Result<&'de str, Syntax> {
        self.ahead();
        let start = self.offset;
        let outside = self.depth;
        // One bit for each container opened here, the innermost lowest: set for an object. The
        // depth's limit is what makes 128 bits enough.
        let mut objects = 0_u128;
        loop {
            match self.peek()? {
                Next::String => self.skip_quoted()?,
                Next::Number => {
                    if self.small_integer().is_none() {
                        self.numeral()?;
                    }
                }
                Next::True | Next::False => {
                    self.boolean()?;
                }
                Next::Null => self.null()?,
                Next::Object => {
                    self.object()?;
                    if self.skip_key(true)? {
                        objects = objects << 1 | 1;
                        continue;
                    }
                }
                Next::Array => {
                    self.array()?;
                    if self.element(true)? {
                        objects <<= 1;
                        continue;
                    }
                }
            }
            loop {
                if self.depth == outside {
                    return Ok(self.span(start, self.offset));
                }
                let more = match objects & 1 {
                    0 => self.element(false)?,
                    _ => self.skip_key(false)?,
                };
                if more {
                    break;
                }
                objects >>= 1;
            }
        }
    }

    /// Checks that nothing but white space is left.
    pub(crate) fn end(&mut self) -> Result<(), Syntax> {
        match self.ahead() {
            None => Ok(()),
            Some(_) => Err(self.fault(Reason::Trailing)),
        }
    }

    /// The name or string at or behind `offset`, where one was read before.
    #[cold]
    pub(crate) fn name_at(&self, offset: usize) -> Cow<'de, str> {
        let mut again = Cursor {
            offset,
            ..Cursor::new(self.text)
        };
        if again.ahead() == Some(b',') {
            again.offset += 1;
        }
        again.string().unwrap_or_default()
    }

    /// The next byte that is no white space, standing on it.
    #[inline]
    fn ahead(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.offset) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.offset += 1,
                byte => return byte.copied(),
            }
        }
    }

    /// The text between two offsets that stand beside ASCII, where characters never are cut.
    #[inline]
    fn span(&self, start: usize, end: usize) -> &'de str {
        self.text.get(start..end).unwrap_or_default()
    }

    #[inline]
    fn open(&mut self, bracket: u8) -> Result<(), Syntax> {
        if self.ahead() != Some(bracket) {
            return Err(self.fault(Reason::Value));
        }
        if self.depth >= DEPTH_LIMIT {
            return Err(self.fault(Reason::Depth));
        }
        self.depth += 1;
        self.offset += 1;
        Ok(())
    }

    /// Moves to the quote that opens a member's name. `false`: the object's `}` was read instead.
    #[inline]
    fn member(&mut self, first: bool) -> Result<bool, Syntax> {
        let mut next = self.ahead();
        if next == Some(b'}') {
            self.offset += 1;
            self.depth = self.depth.saturating_sub(1);
            return Ok(false);
        }
        if !first {
            if next != Some(b',') {
                return Err(self.fault(Reason::MemberEnd));
            }
            self.offset += 1;
            next = self.ahead();
        }
        match next {
            Some(b'"') => Ok(true),
            Some(b'}') => Err(self.fault(Reason::TrailingComma)),
            _ => Err(self.fault(Reason::Name)),
        }
    }

    #[inline]
    fn colon(&mut self) -> Result<(), Syntax> {
        if self.ahead() != Some(b':') {
            return Err(self.fault(Reason::Colon));
        }
        self.offset += 1;
        Ok(())
    }

    fn skip_key(&mut self, first: bool) -> Result<bool, Syntax> {
        if !self.member(first)? {
            return Ok(false);
        }
        self.skip_quoted()?;
        self.colon()?;
        Ok(true)
    }

    #[inline]
    fn literal(&mut self, word: &'static str) -> Result<(), Syntax> {
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err(self.misspelt(word));
        }
        self.offset += word.len();
        Ok(())
    }

    #[cold]
    fn misspelt(&self, word: &'static str) -> Syntax {
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        if word.as_bytes().starts_with(rest) {
            return self.fault_at(self.text.len(), Reason::End);
        }
        self.fault(Reason::Value)
    }

    #[cold]
    fn fault(&self, reason: Reason) -> Syntax {
        self.fault_at(self.offset, reason)
    }

    #[cold]
    fn fault_at(&self, offset: usize, reason: Reason) -> Syntax {
        let reason = match reason {
            _ if offset < self.text.len() => reason,
            _ if self.nothing => Reason::Nothing,
            _ => Reason::End,
        };
        Syntax { offset, reason }
    }
}
