//! What a schema leaves open, answered by the parameter's decoder: which names it takes besides those that are
//! published, and where it takes `null` for an absent value.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

use super::{Id, Segment, Sent};
use crate::decode::{Error, Kind, Received, Step};
use crate::message::quoted;

/// So many texts of so many bytes together are decoded for one value: what is asked for many places of one type is asked
/// once.
const ASKED: usize = 1_000;
const BYTES: usize = 16 * 1024 * 1024;
/// A name that nothing has.
const NONSENSE: &str = "\u{1}no such name";

/// A parameter's decoder.
///
/// If it has taken the whole value, it is asked by that value with something else in one place: it does the same there, or
/// it does not. Otherwise by the smallest text that leads to a place: of each object one member, and its tag; of each array
/// one element.
pub(crate) struct Decoder<'p> {
    decode: &'p dyn Fn(&str) -> Option<Error>,
    /// Whether it has taken the whole value.
    accepted: bool,
    /// Whether it says what it makes of a `null`, not of an absent member in its place.
    literal: bool,
    asked: Cell<usize>,
    bytes: Cell<usize>,
    answers: RefCell<HashMap<String, Known>>,
}

/// A container on the way to a place, as far as the text must repeat it. Offsets are those of the value's text.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    Member {
        /// The member that tells the object's variant.
        tag: Option<(usize, usize)>,
    },
    Element {
        /// The elements of a tuple that stand before it.
        before: Option<(usize, usize)>,
    },
}

/// Where in a value something is asked.
#[derive(Clone, Copy)]
pub(super) struct Place<'w, 'de> {
    pub(super) text: &'de str,
    pub(super) path: &'w [Segment<'de>],
    pub(super) frames: &'w [Frame],
}

/// A property that a member under another name may be.
pub(super) struct Candidate<'c> {
    pub(super) index: usize,
    pub(super) name: &'c str,
    pub(super) absent: bool,
}

/// A member, by its offsets.
pub(super) struct Stray<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) start: usize,
    pub(super) value: usize,
    pub(super) end: usize,
}

enum Answer {
    Taken,
    Refused {
        path: Vec<Step>,
        kind: Kind,
    },
    /// Not asked any more.
    Unknown,
}

/// Whether the decoder knows what the schema does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    No,
    Yes,
    /// As another name for the property of that index.
    As(usize),
}

impl<'p> Decoder<'p> {
    pub(crate) fn new(decode: &'p dyn Fn(&str) -> Option<Error>, accepted: bool) -> Self {
        Self {
            decode,
            accepted,
            literal: false,
            asked: Cell::new(0),
            bytes: Cell::new(0),
            answers: RefCell::default(),
        }
    }

    /// The same, if it says what it makes of a `null`, not of an absent member in its place.
    pub(crate) fn literal(mut self, is: bool) -> Self {
        self.literal = is;
        self
    }

    /// Whether it has taken the whole value.
    pub(super) fn has_accepted(&self) -> bool {
        self.accepted
    }

    /// Whether `null` is taken at a place.
    pub(super) fn takes_null(&self, place: Place<'_, '_>) -> bool {
        self.accepted || self.once(place, "null", || self.is_null_taken(place)) == Known::Yes
    }

    /// Whether a string at a place, which the schema does not list, is another name for one that it does.
    pub(super) fn is_variant(&self, place: Place<'_, '_>, name: &str) -> bool {
        self.once(place, &quoted(name), || self.is_name(place, name)) == Known::Yes
    }

    /// Whether an object's only member, in whose name the schema knows no variant, names one.
    pub(super) fn is_variant_member(&self, place: Place<'_, '_>, name: &str, value: &str) -> bool {
        let question = format!("{{{}}}", quoted(name));
        self.once(place, &question, || self.is_only_member(place, name, value)) == Known::Yes
    }

    /// Of a value that was taken: which of these may stand in the place of a part of its text, which the schema does not
    /// know. None of them if anything may: then the decoder does not look.
    pub(super) fn meant<'n>(
        &self,
        id: Id,
        text: &str,
        part: &Range<usize>,
        form: fn(&str) -> String,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<&'n str> {
        // In many places of one type the same is not asked for often.
        let question = format!("{id:?}{}", text.get(part.clone()).unwrap_or_default());
        if self.answers.borrow().get(&question) == Some(&Known::No) {
            return Vec::new();
        }
        if !matches!(
            self.with(text, part, &form(NONSENSE)),
            Answer::Refused { .. }
        ) {
            self.answers.borrow_mut().insert(question, Known::No);
            return Vec::new();
        }
        names
            .filter(|name| self.is_taken_with(text, part, &form(name)))
            .collect()
    }

    /// Leaves those names with which the decoder asks for the same as with the one that is there: it takes or refuses the
    /// value with each of these changes under both.
    pub(super) fn keep_alike(
        &self,
        text: &str,
        this: &Range<usize>,
        form: fn(&str) -> String,
        changes: &[(Range<usize>, String)],
        names: &mut Vec<&str>,
    ) {
        let is_taken = |change: &(Range<usize>, String), name: Option<&str>| {
            let mut edits = vec![change.clone()];
            if let Some(name) = name {
                // In the order of the text.
                let at = usize::from(change.0.start <= this.start);
                edits.insert(at, (this.clone(), form(name)));
            }
            let (mut edited, mut copied) = (String::new(), 0);
            for (part, with) in &edits {
                edited.push_str(text.get(copied..part.start).unwrap_or_default());
                edited.push_str(with);
                copied = part.end;
            }
            edited.push_str(text.get(copied..).unwrap_or_default());
            matches!(self.ask(&edited), Answer::Taken)
        };
        for change in changes {
            if names.is_empty() {
                return;
            }
            let taken = is_taken(change, None);
            names.retain(|name| is_taken(change, Some(name)) == taken);
        }
    }

    /// Of a value that was taken: the property that a member under another name is, if it is one of these. The member may
    /// be renamed to it, and both may not stand beside each other.
    pub(super) fn renamed(
        &self,
        id: Id,
        text: &str,
        stray: &Stray<'_>,
        candidates: &[Candidate<'_>],
    ) -> Known {
        let question = format!("{id:?}{}:", quoted(&stray.name));
        self.remembered(question, || self.is_renamed(text, stray, candidates))
    }

    fn is_renamed(&self, text: &str, stray: &Stray<'_>, candidates: &[Candidate<'_>]) -> Known {
        let (name, before) = (stray.start..stray.value, stray.start..stray.start);
        let value = text.get(stray.value..stray.end).unwrap_or_default();
        let null = if self.literal { "null" } else { value };
        let values = [value, null, "\"\"", "0", "true", "[]", "{}"];
        let whole = stray.start..stray.end;
        let is_it = |candidate: &&Candidate<'_>| {
            let renamed = member_name(candidate.name);
            if !self.is_taken_with(text, &name, &renamed) {
                return false;
            }
            // Whatever stands there, both names lead to the same, and never may both be there.
            let this = text.get(name.clone()).unwrap_or_default();
            values.iter().all(|value| {
                let [one, other] = [this, renamed.as_str()]
                    .map(|name| self.is_taken_with(text, &whole, &format!("{name}{value}")));
                let both = self.with(text, &before, &format!("{renamed}{value},"));
                one == other && matches!(both, Answer::Refused { .. })
            })
        };
        let found = candidates.iter().find(is_it);
        found.map_or(Known::No, |candidate| Known::As(candidate.index))
    }

    fn is_taken_with(&self, text: &str, part: &Range<usize>, with: &str) -> bool {
        matches!(self.with(text, part, with), Answer::Taken)
    }

    /// Asks by the whole value with something else in the place of a part.
    fn with(&self, text: &str, part: &Range<usize>, with: &str) -> Answer {
        let around = text.get(..part.start).zip(text.get(part.end..));
        match around {
            Some((before, behind)) => self.ask(&[before, with, behind].concat()),
            None => Answer::Unknown,
        }
    }

    /// What a member of an object is whose name is not among the schema's.
    pub(super) fn stray(
        &self,
        place: Place<'_, '_>,
        name: &str,
        value: &str,
        candidates: &[Candidate<'_>],
    ) -> Known {
        let question = format!("{}:", quoted(name));
        self.once(place, &question, || {
            self.is_member(place, name, value, candidates)
        })
    }

    /// Asks once what is asked in many places that are the same to the schema.
    fn once(&self, place: Place<'_, '_>, question: &str, ask: impl FnOnce() -> Known) -> Known {
        self.remembered(place.by_schema() + question, ask)
    }

    /// Asks once, but for what depends on the value there.
    fn remembered(&self, question: String, ask: impl FnOnce() -> Known) -> Known {
        if let Some(answer) = self.answers.borrow().get(&question) {
            return *answer;
        }
        let answer = ask();
        if answer != Known::Yes || !question.ends_with(':') {
            self.answers.borrow_mut().insert(question, answer);
        }
        answer
    }

    fn is_null_taken(&self, place: Place<'_, '_>) -> Known {
        let (text, steps) = place.around("null");
        let refused = match self.ask(&text) {
            Answer::Refused { path, kind } => {
                let null = |received: &Received| *received == Received::Null;
                path == steps
                    || matches!(&kind, Kind::Type { received, .. } | Kind::Value { received, .. } if null(received))
            }
            Answer::Taken | Answer::Unknown => false,
        };
        if refused { Known::No } else { Known::Yes }
    }

    fn is_name(&self, place: Place<'_, '_>, asked: &str) -> Known {
        let (text, steps) = place.around(&quoted(asked));
        let known = match self.ask(&text) {
            Answer::Refused { path, kind } => {
                path != steps
                    && !names(&kind, asked)
                    && matches!(kind, Kind::Missing(_) | Kind::Length { .. })
            }
            Answer::Taken => true,
            Answer::Unknown => false,
        };
        if known { Known::Yes } else { Known::No }
    }

    fn is_only_member(&self, place: Place<'_, '_>, name: &str, value: &str) -> Known {
        let (text, steps) = place.around(&format!("{{{}:{value}}}", quoted(name)));
        let known = match self.ask(&text) {
            Answer::Taken => true,
            Answer::Refused { kind, .. } if names(&kind, name) => false,
            Answer::Refused { path, .. }
                if path.starts_with(&steps) && path.len() > steps.len() =>
            {
                true
            }
            Answer::Refused {
                kind: Kind::Missing(_) | Kind::Length { .. },
                path,
            } => path != steps,
            Answer::Refused { .. } | Answer::Unknown => false,
        };
        if known { Known::Yes } else { Known::No }
    }

    fn is_member(
        &self,
        place: Place<'_, '_>,
        name: &str,
        value: &str,
        candidates: &[Candidate<'_>],
    ) -> Known {
        let member = format!("{}:{value}", quoted(name));
        let (text, steps) = place.around_members(&member);
        let alone = match self.ask(&text) {
            Answer::Taken => true,
            Answer::Refused { kind, .. } if names(&kind, name) => return Known::No,
            Answer::Refused {
                kind: Kind::Custom(_),
                ..
            }
            | Answer::Unknown => return Known::No,
            // It is read as something, and is not what that should be.
            Answer::Refused { path, kind } if path.len() > steps.len() || is_of_value(&kind) => {
                let mut absent = candidates.iter().filter(|candidate| candidate.absent);
                return match (absent.next(), absent.next()) {
                    (Some(only), None) => Known::As(only.index),
                    _ => Known::Yes,
                };
            }
            Answer::Refused { .. } => false,
        };
        // An untagged enum does not say what it met twice, but takes each of the two names alone.
        let is_taken = |property: &str| {
            let (text, _) = place.around_members(&format!("{}:{value}", quoted(property)));
            matches!(self.ask(&text), Answer::Taken)
        };
        for Candidate {
            index,
            name: property,
            ..
        } in candidates
        {
            let (text, _) = place.around_members(&format!("{member},{}:{value}", quoted(property)));
            match self.ask(&text) {
                Answer::Refused {
                    kind: Kind::Duplicate(twice),
                    ..
                } if twice == *property => return Known::As(*index),
                Answer::Refused {
                    kind: Kind::Custom(_),
                    ..
                } if alone && is_taken(property) => return Known::As(*index),
                Answer::Unknown => return Known::No,
                Answer::Refused { .. } | Answer::Taken => {}
            }
        }
        Known::No
    }

    fn ask(&self, text: &str) -> Answer {
        let (asked, bytes) = (self.asked.get() + 1, self.bytes.get() + text.len());
        if asked > ASKED || bytes > BYTES {
            return Answer::Unknown;
        }
        self.asked.set(asked);
        self.bytes.set(bytes);
        match (self.decode)(text).map(Error::into_details) {
            None => Answer::Taken,
            Some(details) => Answer::Refused {
                path: details.path.into_iter().rev().collect(),
                kind: details.kind,
            },
        }
    }
}

/// Whether a refusal is that of a value, not of the members of an object.
fn is_of_value(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::Missing(_) | Kind::Duplicate(_) | Kind::Custom(_) | Kind::Syntax(_) | Kind::Nothing
    )
}

/// Whether a refusal is that of a name.
fn names(kind: &Kind, asked: &str) -> bool {
    matches!(kind, Kind::UnknownVariant { name, .. } | Kind::UnknownMember { name, .. } if name == asked)
}

impl Place<'_, '_> {
    /// The place as far as the schema tells it from others.
    fn by_schema(&self) -> String {
        let mut place = String::new();
        for (index, frame) in self.frames.iter().enumerate() {
            if let Frame::Member {
                tag: Some((from, to)),
            } = frame
            {
                place.push_str(self.text.get(*from..*to).unwrap_or_default());
            }
            place.push('/');
            match (frame, self.path.get(index)) {
                (
                    _,
                    Some(Segment {
                        step: Sent::Member(name),
                        declared: true,
                        ..
                    }),
                ) => place.push_str(&quoted(name)),
                (
                    Frame::Element { before: Some(_) },
                    Some(Segment {
                        step: Sent::Element(index),
                        ..
                    }),
                ) => {
                    place.push_str(&index.to_string());
                }
                _ => {}
            }
        }
        place
    }

    /// The text that has `leaf` at this place, and the steps to it.
    fn around(&self, leaf: &str) -> (String, Vec<Step>) {
        let (mut text, mut steps, mut end) = (String::new(), Vec::new(), Vec::new());
        for (frame, segment) in self.frames.iter().zip(self.path) {
            frame.open(self.text, &mut text, &mut end);
            match (frame, &segment.step) {
                (_, Sent::Member(name)) => {
                    text.push_str(&quoted(name));
                    text.push(':');
                    steps.push(Step::Key(name.clone().into_owned()));
                }
                (Frame::Element { before: Some(_) }, Sent::Element(index)) => {
                    steps.push(Step::Index(*index));
                }
                (_, Sent::Element(_)) => steps.push(Step::Index(0)),
            }
        }
        text.push_str(leaf);
        text.extend(end.iter().rev());
        (text, steps)
    }

    /// The text that has an object of these members, and the tag that its last frame knows, at this place.
    fn around_members(&self, members: &str) -> (String, Vec<Step>) {
        let (mut object, mut end) = (String::new(), Vec::new());
        match self.frames.last() {
            Some(frame) => frame.open(self.text, &mut object, &mut end),
            None => object.push('{'),
        }
        object.push_str(members);
        object.push('}');
        self.around(&object)
    }
}

impl Frame {
    fn open(&self, source: &str, text: &mut String, end: &mut Vec<char>) {
        let (bracket, close, part) = match self {
            Self::Member { tag } => ('{', '}', *tag),
            Self::Element { before } => ('[', ']', *before),
        };
        text.push(bracket);
        end.push(close);
        let Some((from, to)) = part else { return };
        let part = source
            .get(from..to)
            .unwrap_or_default()
            .trim_matches([',', ' ', '\n', '\r', '\t']);
        if !part.is_empty() {
            text.push_str(part);
            text.push(',');
        }
    }
}

/// Changes that tell what is made of these members.
pub(super) fn changes(members: &[Stray<'_>]) -> Vec<(Range<usize>, String)> {
    let mut changes = Vec::new();
    for member in members {
        changes.push((member.start..member.value, member_name(NONSENSE)));
        changes.extend(others(member.value..member.end));
    }
    changes
}

/// A value as another.
pub(super) fn others(value: Range<usize>) -> [(Range<usize>, String); 2] {
    [(value.clone(), quoted(NONSENSE)), (value, "{}".to_owned())]
}

pub(super) fn member_name(name: &str) -> String {
    quoted(name) + ":"
}
