//! One way over a value with the nodes that judge it: a verdict, a count, or everything that is wrong.

mod alias;
mod union;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::decimal::Decimal;
use super::decoder::{Decoder, Frame, Place, changes};
use super::node::{ArrayRules, Id, Kinds, Node, ObjectRules, Rest};
use super::{Checks, Finding, Findings, Segment, Wrong, canonical};
use crate::cursor::{Cursor, Mark, Next, Numeral, Shape, Syntax};
use crate::fault::TOLD;
use crate::message::quoted;
use crate::seen::Seen;

/// Up to this magnitude (2^53) an integer may be written with a point or an exponent.
const EXACT: &str = "9007199254740992";

/// Why a walk ends early: it knows enough, or the text is no JSON.
pub(super) struct Stop;

impl From<Syntax> for Stop {
    fn from(_: Syntax) -> Self {
        Self
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Task {
    /// Ends with the first fault.
    Verdict,
    Count,
    Tell,
}

pub(super) struct Walk<'c, 'de> {
    checks: &'c Checks,
    cursor: Cursor<'de>,
    task: Task,
    /// How many faults were met when they are only counted.
    count: usize,
    found: Findings<'de>,
    path: Vec<Segment<'de>>,
    frames: Vec<Frame>,
    /// The alternative by which an untagged value is judged.
    taken: Option<Id>,
    /// Where the tag of the object that comes next stands, as a member.
    tag: Option<(usize, usize)>,
    decoder: Option<&'c Decoder<'c>>,
    /// How many faults alternatives came to, by node and offset; where a verdict was asked for, whether there are any.
    judged: HashMap<(Task, Id, usize), usize>,
    /// What becomes of `null` where the schema has none and no decoder is asked.
    nulls: Nulls,
    /// Whether the value that comes next is that of a member which must be there.
    required: bool,
    /// Whether a member was met that the schema does not know, but which may be one that it does, under another name.
    strays: bool,
    /// The object whose members are judged.
    outside: Option<Mark>,
}

/// What becomes of `null` where the schema has none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nulls {
    /// It may stand for an absent value.
    Pass,
    /// The same, but for a member that must not be absent.
    WhereOptional,
    Refused,
}

impl<'c, 'de> Walk<'c, 'de> {
    pub(super) fn new(checks: &'c Checks, text: &'de str) -> Self {
        Self {
            checks,
            cursor: Cursor::new(text),
            task: Task::Verdict,
            count: 0,
            found: Findings::default(),
            path: Vec::new(),
            frames: Vec::new(),
            taken: None,
            tag: None,
            decoder: None,
            judged: HashMap::new(),
            nulls: Nulls::Pass,
            required: false,
            strays: false,
            outside: None,
        }
    }

    /// The same by the letter of the schema.
    pub(super) fn by_the_letter(mut self) -> Self {
        self.nulls = Nulls::Refused;
        self
    }

    /// The same with `null` for a member that may be left out.
    pub(super) fn without_nulls(mut self) -> Self {
        self.nulls = Nulls::WhereOptional;
        self
    }

    /// Whether the value fits, as far as the text and the schema say.
    pub(super) fn verdict(mut self, id: Id) -> bool {
        self.value(id).is_ok()
    }

    /// The same, and no member is there of which that is not sure.
    pub(super) fn surely(mut self, id: Id) -> bool {
        self.value(id).is_ok() && !self.strays
    }

    /// Everything that is wrong with the value; the decoder answers what the schema leaves open.
    pub(super) fn tell(mut self, id: Id, decoder: Option<&'c Decoder<'c>>) -> Findings<'de> {
        self.task = Task::Tell;
        self.decoder = decoder;
        let _ = self.value(id);
        self.found
    }

    fn value(&mut self, id: Id) -> Result<(), Stop> {
        let checks = self.checks;
        let node = checks.node(id);
        let tag = self.tag.take();
        let required = std::mem::take(&mut self.required);
        if node.is_any() {
            return self.anything();
        }
        let next = self.cursor.peek()?;
        let mark = self.cursor.mark();
        if next == Next::Null {
            self.cursor.null()?;
            return if node.admits.meets(Kinds::NULL) {
                Ok(())
            } else {
                self.null(id, mark, required)
            };
        }
        if node.admits != Kinds::ALL && !node.admits.meets(self.kinds(next)?) {
            self.cursor.skip()?;
            return self.fault(id, mark, Wrong::Type);
        }
        if let Some(wrong) = self.own(id, node, next, mark, tag)? {
            return self.fault(id, mark, wrong);
        }
        if !node.any_of.is_empty() {
            self.cursor.reset(mark);
            self.tag = tag;
            self.union(id, node, next, mark)?;
            self.tag = None;
        }
        for part in &node.all_of {
            self.cursor.reset(mark);
            self.tag = tag;
            self.value(*part)?;
        }
        Ok(())
    }

    /// Judges the value by what the node says of its kind; the fault of a scalar, while those inside a container are noted.
    fn own(
        &mut self,
        id: Id,
        node: &Node,
        next: Next,
        mark: Mark,
        tag: Option<(usize, usize)>,
    ) -> Result<Option<Wrong>, Stop> {
        match next {
            Next::Number if node.is_bare() && !node.wants_integer() => {
                self.cursor.skip()?;
            }
            Next::Number => {
                let numeral = self.cursor.numeral()?;
                if node.wants_integer() && is_lossy(&numeral) {
                    return Ok(Some(Wrong::Notation));
                }
                if node
                    .number
                    .as_ref()
                    .is_some_and(|rules| !rules.admit(&numeral))
                {
                    return Ok(Some(Wrong::Range));
                }
            }
            Next::String if node.values.is_none() && node.text.is_none() => {
                self.cursor.skip()?;
            }
            Next::String => {
                let text = self.cursor.string()?;
                if let Some(values) = &node.values {
                    let known = values
                        .iter()
                        .any(|value| canonical::string(value) == Some(&text));
                    let wrong = !known && !self.is_variant(id, values, &text, mark);
                    return Ok(wrong.then_some(Wrong::Enum));
                }
                if let Some(rules) = &node.text {
                    if !rules.admits_length(&text) {
                        return Ok(Some(Wrong::Length));
                    }
                    if !rules.matches(&text) {
                        return Ok(Some(Wrong::Pattern));
                    }
                }
                return Ok(None);
            }
            Next::Array => match &node.array {
                Some(rules) => self.array(id, rules, mark)?,
                None => self.anything()?,
            },
            Next::Object => match &node.object {
                Some(rules) => self.object(id, rules, tag)?,
                None => self.anything()?,
            },
            Next::True | Next::False | Next::Null => {
                self.cursor.skip()?;
            }
        }
        if let Some(values) = &node.values {
            let mut form = String::new();
            self.cursor.reset(mark);
            canonical::write(&mut self.cursor, &mut form)?;
            return Ok((!values.contains(&form)).then_some(Wrong::Enum));
        }
        Ok(None)
    }

    /// The kind of the next value; of a number, by its digits.
    fn kinds(&mut self, next: Next) -> Result<Kinds, Stop> {
        Ok(match next {
            Next::Object => Kinds::OBJECT,
            Next::Array => Kinds::ARRAY,
            Next::String => Kinds::STRING,
            Next::True | Next::False => Kinds::BOOLEAN,
            Next::Null => Kinds::NULL,
            Next::Number => {
                let mark = self.cursor.mark();
                let numeral = self.cursor.numeral()?;
                self.cursor.reset(mark);
                let decimal = numeral.shape == Shape::Decimal;
                if decimal && !Decimal::new(numeral.text).is_integer() {
                    Kinds::FRACTION
                } else {
                    Kinds::INTEGER
                }
            }
        })
    }

    /// A value of which nothing is said, but that no name may stand twice in an object.
    fn anything(&mut self) -> Result<(), Stop> {
        // Whatever keeps such a value refuses that by itself.
        if self.task != Task::Tell {
            self.cursor.skip()?;
            return Ok(());
        }
        match self.cursor.peek()? {
            Next::Array => self.array(Checks::ANY, &ArrayRules::default(), self.cursor.mark()),
            Next::Object => self.object(Checks::ANY, &ObjectRules::default(), None),
            _ => {
                self.cursor.skip()?;
                Ok(())
            }
        }
    }

    fn array(&mut self, id: Id, rules: &ArrayRules, mark: Mark) -> Result<(), Stop> {
        self.cursor.array()?;
        let open = self.cursor.offset();
        let is_tuple = !rules.prefix.is_empty();
        let mut forms = HashSet::new();
        let mut length = 0;
        while self.cursor.element(length == 0)? {
            self.cursor.peek()?;
            let start = self.cursor.mark();
            let node = rules.element(length);
            let outside = self.outside.take();
            self.inside(
                || Segment::element(length),
                Frame::Element {
                    before: is_tuple.then_some((open, start.offset)),
                },
                |walk| walk.value_or_anything(node),
            )?;
            self.outside = outside;
            if rules.unique {
                let end = self.cursor.mark();
                self.cursor.reset(start);
                let mut form = String::new();
                canonical::write(&mut self.cursor, &mut form)?;
                self.cursor.reset(end);
                if !forms.insert(form) {
                    self.path.push(Segment::element(length));
                    let fault = self.fault(id, start, Wrong::Duplicate);
                    self.path.pop();
                    fault?;
                }
            }
            length += 1;
        }
        if rules.admits_length(length) {
            Ok(())
        } else {
            self.fault(id, mark, Wrong::Length)
        }
    }

    fn object(
        &mut self,
        id: Id,
        rules: &ObjectRules,
        tag: Option<(usize, usize)>,
    ) -> Result<(), Stop> {
        let mark = self.cursor.mark();
        let aliases = self.aliases(id, rules, tag)?;
        self.cursor.object()?;
        let frame = Frame::Member { tag };
        let mut names = self.cursor.names.open();
        let mut seen = Seen::default();
        let mut guess = 0;
        let mut first = true;
        let mut stray = false;
        while let Some(key) = self.cursor.key(first)? {
            first = false;
            self.cursor.peek()?;
            let start = self.cursor.mark();
            let alias = aliases.iter().find(|(alias, _)| *alias == key);
            let index = match alias {
                Some((_, index)) => *index,
                None => rules.find(guess, &key),
            };
            let again = match index {
                Some(index) => seen.insert(index),
                None => !self.cursor.names.insert(&mut names, key.clone()),
            };
            let property = index.and_then(|index| rules.properties.get(index));
            let declared = alias.is_none() && index.is_some();
            guess = index.map_or(guess, |index| index + 1);
            let node = match (property, rules.rest) {
                (Some(property), _) if property.node.is_some() => property.node,
                (_, Rest::Judged(node)) => Some(node),
                _ => None,
            };
            let unknown = property.is_none() && alias.is_none() && rules.is_closed();
            let optional = property.is_some_and(|property| !property.required);
            stray |= index.is_none();
            let segment = || Segment::member(key, declared, optional);
            if again || unknown {
                let wrong = if again {
                    Wrong::Duplicate
                } else {
                    Wrong::Unknown
                };
                self.cursor.skip()?;
                self.fault_inside(segment(), id, start, wrong)?;
                continue;
            }
            self.required = property.is_some_and(|property| property.required);
            let outside = self.outside.replace(mark);
            self.inside(segment, frame, |walk| walk.value_or_anything(node))?;
            (self.required, self.outside) = (false, outside);
        }
        self.cursor.names.close(&names);
        let absent = |index: usize| !seen.contains(index);
        self.strays |=
            stray && rules.rest == Rest::Anything && (0..rules.properties.len()).any(absent);
        // A member under a name of which only the decoder knows whose it is.
        if aliases.iter().any(|(_, index)| index.is_none()) {
            return Ok(());
        }
        for (index, property) in rules.properties.iter().enumerate() {
            if property.required && !seen.contains(index) {
                let segment = Segment::member(Cow::Owned(property.name.clone()), true, false);
                self.fault_inside(
                    segment,
                    property.node.unwrap_or(Checks::ANY),
                    mark,
                    Wrong::Missing,
                )?;
            }
        }
        Ok(())
    }

    fn place(&self) -> Place<'_, 'de> {
        Place {
            text: self.cursor.text(),
            path: &self.path,
            frames: &self.frames,
        }
    }

    /// The decoder, where it has an answer: while everything is told or, if it has taken the value, counted.
    fn decoder(&self) -> Option<&'c Decoder<'c>> {
        self.decoder.filter(|decoder| match self.task {
            Task::Tell => true,
            Task::Count => decoder.has_accepted(),
            Task::Verdict => false,
        })
    }

    /// The same if it has taken the value.
    fn accepter(&self) -> Option<&'c Decoder<'c>> {
        self.decoder().filter(|decoder| decoder.has_accepted())
    }

    /// A string that the schema does not list, and that ends here: whether the decoder knows it nevertheless.
    fn is_variant(&mut self, id: Id, values: &[String], text: &str, mark: Mark) -> bool {
        // What tells one alternative is no other name for what tells another.
        if values.len() == 1 && self.checks.constants.contains(text) {
            return false;
        }
        if let Some(decoder) = self.accepter() {
            let end = self.cursor.mark();
            let (text, part) = (self.cursor.text(), mark.offset..end.offset);
            let names = values.iter().filter_map(|value| canonical::string(value));
            let mut meant = decoder.meant(id, text, &part, quoted, names);
            if let (1, Some(outside)) = (values.len(), self.outside) {
                // It may tell an alternative, and then not this one.
                self.cursor.reset(outside);
                let others = self.members(|_| true).unwrap_or_default();
                self.cursor.reset(end);
                let others: Vec<_> = others
                    .into_iter()
                    .filter(|member| member.value != part.start)
                    .collect();
                decoder.keep_alike(text, &part, quoted, &changes(&others), &mut meant);
            }
            return !meant.is_empty();
        }
        self.decoder()
            .is_some_and(|decoder| decoder.is_variant(self.place(), text))
    }

    /// `null` where the schema has none: only the decoder knows whether it is taken for an absent value.
    fn null(&mut self, id: Id, mark: Mark, required: bool) -> Result<(), Stop> {
        let taken = match (self.decoder(), self.nulls) {
            (Some(decoder), _) => decoder.takes_null(self.place()),
            (None, Nulls::Pass) => true,
            (None, Nulls::WhereOptional) => !required,
            (None, Nulls::Refused) => false,
        };
        if taken {
            Ok(())
        } else {
            self.fault(id, mark, Wrong::Type)
        }
    }

    fn value_or_anything(&mut self, id: Option<Id>) -> Result<(), Stop> {
        match id {
            Some(id) => self.value(id),
            None => self.anything(),
        }
    }

    /// Judges something one step further in.
    fn inside(
        &mut self,
        segment: impl FnOnce() -> Segment<'de>,
        frame: Frame,
        judge: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.task != Task::Tell {
            return judge(self);
        }
        self.asking(segment(), frame, judge)
    }

    fn asking<T>(
        &mut self,
        segment: Segment<'de>,
        frame: Frame,
        then: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(segment);
        self.frames.push(frame);
        let result = then(self);
        self.path.pop();
        self.frames.pop();
        result
    }

    fn fault_inside(
        &mut self,
        segment: Segment<'de>,
        id: Id,
        at: Mark,
        wrong: Wrong,
    ) -> Result<(), Stop> {
        self.path.push(segment);
        let fault = self.fault(id, at, wrong);
        self.path.pop();
        fault
    }

    fn fault(&mut self, node: Id, at: Mark, wrong: Wrong) -> Result<(), Stop> {
        match self.task {
            Task::Verdict => return Err(Stop),
            Task::Count => self.count += 1,
            Task::Tell if self.found.told.len() >= TOLD => self.found.more += 1,
            Task::Tell => {
                let (path, taken) = (self.path.clone(), self.taken);
                self.found.add(Finding {
                    path,
                    node,
                    at: at.offset,
                    wrong,
                    taken,
                });
            }
        }
        Ok(())
    }
}

/// Whether a number is an integer whose notation keeps its last digits from view: one with a point or an exponent
/// beyond ±2^53, which the decoder refuses.
fn is_lossy(numeral: &Numeral<'_>) -> bool {
    numeral.shape == Shape::Decimal && Decimal::new(numeral.text).exceeds(Decimal::new(EXACT))
}
