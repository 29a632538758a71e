//! Values in odd forms, put right in the text of the arguments where the schema leaves no other reading.

use super::alternatives::name_start;
use super::node::{Id, Kinds, Node, ObjectRules, Rest};
use super::{Checks, canonical};
use crate::cursor::{Cursor, Mark, Next, Syntax};
use crate::pointer::below;

/// Arguments in which something was put right.
pub(crate) struct Repaired {
    pub(crate) text: String,
    /// JSON Pointers to what was changed.
    pub(crate) places: Vec<String>,
}

impl Checks {
    /// The arguments with what was put right; `None` when there is nothing to do.
    ///
    /// A string becomes the number, the boolean, the array or the object that it spells exactly, where one of those may stand
    /// and no string; an empty string is left out where it stands for no string and may be left out; arguments that are a
    /// string become the object that it holds. No digit is lost, and nothing else is touched.
    pub(crate) fn repaired(&self, arguments: &str) -> Option<Repaired> {
        let mut cursor = Cursor::new(arguments);
        if cursor.peek() == Ok(Next::String) {
            let text = cursor.string().ok()?;
            let inner = spelt(&text).filter(|_| starts(&text, Next::Object))?;
            let repaired = self.repaired(inner);
            let (text, mut places) =
                repaired.map_or_else(|| (inner.to_owned(), Vec::new()), |it| (it.text, it.places));
            places.insert(0, String::new());
            return Some(Repaired { text, places });
        }
        let mut repair = Repair::new(self, arguments, "");
        repair.value(Self::ROOT).ok()?;
        repair.end()
    }
}

struct Repair<'c, 'de> {
    checks: &'c Checks,
    cursor: Cursor<'de>,
    out: String,
    /// Up to where the text is in `out`, as it was or changed.
    copied: usize,
    path: String,
    places: Vec<String>,
}

impl<'c, 'de> Repair<'c, 'de> {
    fn new(checks: &'c Checks, text: &'de str, path: &str) -> Self {
        Self {
            checks,
            cursor: Cursor::new(text),
            out: String::new(),
            copied: 0,
            path: path.to_owned(),
            places: Vec::new(),
        }
    }

    fn end(mut self) -> Option<Repaired> {
        if self.places.is_empty() {
            return None;
        }
        self.replace(self.cursor.text().len(), usize::MAX, "");
        Some(Repaired {
            text: self.out,
            places: self.places,
        })
    }

    /// Writes something in the place of what stands between two offsets.
    fn replace(&mut self, start: usize, end: usize, with: &str) {
        let before = self.cursor.text().get(self.copied..start);
        self.out.push_str(before.unwrap_or_default());
        self.out.push_str(with);
        self.copied = end;
    }

    fn value(&mut self, id: Id) -> Result<(), Syntax> {
        let checks = self.checks;
        let node = checks.node(id);
        let next = self.cursor.peek()?;
        let mark = self.cursor.mark();
        match next {
            Next::String if !node.admits.meets(Kinds::STRING) => self.string(id, node, mark),
            Next::Array if node.array.is_some() => self.array(node),
            Next::Object if node.object.is_some() => self.object(id, node),
            Next::Array | Next::Object => {
                let inner = self.chosen(node, next, mark)?;
                self.cursor.reset(mark);
                match inner {
                    Some(inner) => self.value(inner),
                    None => self.cursor.skip().map(drop),
                }
            }
            _ => self.cursor.skip().map(drop),
        }
    }

    /// A string where none may stand.
    fn string(&mut self, id: Id, node: &Node, mark: Mark) -> Result<(), Syntax> {
        let text = self.cursor.string()?;
        let end = self.cursor.offset();
        let Some(inner) = spelt(&text) else {
            return Ok(());
        };
        let Some((next, kind)) = kind(inner) else {
            return Ok(());
        };
        if !node.admits.meets(kind) || kind == Kinds::NULL {
            return Ok(());
        }
        if !matches!(next, Next::Array | Next::Object) {
            // White space around a number or a word is none of JSON's.
            if inner.len() == text.len() {
                self.replace(mark.offset, end, inner);
                self.places.push(self.path.clone());
            }
            return Ok(());
        }
        self.places.push(self.path.clone());
        let mut repair = Repair::new(self.checks, inner, &self.path);
        repair.value(id)?;
        match repair.end() {
            Some(inner) => {
                self.replace(mark.offset, end, &inner.text);
                self.places.extend(inner.places);
            }
            None => self.replace(mark.offset, end, inner),
        }
        Ok(())
    }

    fn array(&mut self, node: &Node) -> Result<(), Syntax> {
        self.cursor.array()?;
        let mut index = 0;
        while self.cursor.element(index == 0)? {
            let element = node.array.as_ref().and_then(|rules| rules.element(index));
            self.inside(&index.to_string(), |it| match element {
                Some(element) => it.value(element),
                None => it.cursor.skip().map(drop),
            })?;
            index += 1;
        }
        Ok(())
    }

    fn object(&mut self, id: Id, node: &Node) -> Result<(), Syntax> {
        let checks = self.checks;
        self.cursor.object()?;
        let (mut first, mut kept) = (true, false);
        loop {
            let before = self.cursor.offset();
            let Some(key) = self.cursor.key(first)? else {
                return Ok(());
            };
            let start = name_start(self.cursor.text(), before);
            let rules = node.object.as_ref();
            let own = if id == Checks::ROOT {
                checks.parameter_named(&key)
            } else {
                key.as_ref()
            };
            let (member, optional) = rules.map_or((None, false), |rules| member(rules, own));
            let value = self.cursor.mark();
            if optional
                && self.is_empty_string()?
                && member.is_some_and(|id| !checks.node(id).admits.meets(Kinds::STRING))
            {
                self.replace(before, self.cursor.offset(), "");
                self.places.push(below(&self.path, &key));
            } else {
                if !kept && !first {
                    // The comma behind a member that was left out.
                    self.replace(before, start, "");
                }
                kept = true;
                self.cursor.reset(value);
                self.inside(&key, |it| match member {
                    Some(member) => it.value(member),
                    None => it.cursor.skip().map(drop),
                })?;
            }
            first = false;
        }
    }

    fn is_empty_string(&mut self) -> Result<bool, Syntax> {
        if self.cursor.peek()? == Next::String {
            return Ok(self.cursor.string()?.is_empty());
        }
        Ok(false)
    }

    /// What judges an array or object if one alternative alone can.
    fn chosen(&mut self, node: &Node, next: Next, mark: Mark) -> Result<Option<Id>, Syntax> {
        if let ([only], []) = (node.all_of.as_slice(), node.any_of.as_slice()) {
            return Ok(Some(*only));
        }
        let text = self.cursor.skip()?;
        self.cursor.reset(mark);
        let named = self.checks.alternatives(node, next, text)?;
        Ok(match named.as_slice() {
            [only] => Some(*only),
            _ => None,
        })
    }

    fn inside(
        &mut self,
        step: &str,
        then: impl FnOnce(&mut Self) -> Result<(), Syntax>,
    ) -> Result<(), Syntax> {
        let length = self.path.len();
        self.path = below(&self.path, step);
        let result = then(self);
        self.path.truncate(length);
        result
    }
}

/// What judges a member, and whether it is one that may be left out.
fn member(rules: &ObjectRules, name: &str) -> (Option<Id>, bool) {
    match rules
        .find(0, name)
        .and_then(|index| rules.properties.get(index))
    {
        Some(property) => (property.node, !property.required),
        None => match rules.rest {
            Rest::Judged(id) => (Some(id), false),
            Rest::Anything | Rest::Nothing => (None, false),
        },
    }
}

/// The one JSON value that a text is, without the white space around it.
fn spelt(text: &str) -> Option<&str> {
    let mut cursor = Cursor::new(text);
    let value = cursor.skip().ok()?;
    let start = cursor.offset() - value.len();
    cursor.end().ok()?;
    text.get(start..start + value.len())
}

fn starts(text: &str, next: Next) -> bool {
    Cursor::new(text).peek() == Ok(next)
}

/// Of which kind a JSON value is, but for strings.
fn kind(text: &str) -> Option<(Next, Kinds)> {
    let next = Cursor::new(text).peek().ok()?;
    let kind = match next {
        Next::String => return None,
        Next::Object => Kinds::OBJECT,
        Next::Array => Kinds::ARRAY,
        Next::True | Next::False => Kinds::BOOLEAN,
        Next::Null => Kinds::NULL,
        Next::Number => canonical::kind(&canonical::of_text(text)),
    };
    Some((next, kind))
}
