//! What a schema leaves open, answered by the parameter's decoder: which names it takes besides those that are
//! published, and where it takes `null` for an absent value.

use std::cell::RefCell;
use std::collections::HashMap;

use serde_json::Value;

use super::{Segment, Sent};
use crate::decode::{Error, Kind, Received, Step};

/// So many different texts are decoded for one value.
const ASKED: usize = 64;
/// A name that nothing has.
const NONSENSE: &str = "\u{1}no such name";

/// A parameter's decoder.
///
/// It is asked by the smallest text that leads to a place: of each object one member, and its tag; of each array one
/// element.
pub(crate) struct Decoder<'p> {
    decode: &'p dyn Fn(&str) -> Option<Error>,
    /// Whether it has taken the whole value: then what it makes of a place is not at fault, unless it does not look.
    accepted: bool,
    answers: RefCell<HashMap<String, Answer>>,
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

#[derive(Clone)]
enum Answer {
    Taken,
    Refused {
        path: Vec<Step>,
        kind: Kind,
    },
    /// Not asked any more.
    Unknown,
}

/// What a member under a name that the schema does not have is to the decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stray {
    Unknown,
    /// Another name for the property of that index.
    Alias(usize),
    /// Something that it takes.
    Known,
}

impl<'p> Decoder<'p> {
    pub(crate) fn new(decode: &'p dyn Fn(&str) -> Option<Error>, accepted: bool) -> Self {
        Self {
            decode,
            accepted,
            answers: RefCell::default(),
        }
    }

    /// Whether `null` is refused at a place.
    pub(super) fn refuses_null(&self, place: Place<'_, '_>) -> bool {
        if self.accepted {
            return false;
        }
        let (text, steps) = place.around("null");
        match self.ask(text) {
            Answer::Refused { path, kind } => {
                let null = |received: &Received| *received == Received::Null;
                path == steps
                    || matches!(&kind, Kind::Type { received, .. } | Kind::Value { received, .. } if null(received))
            }
            Answer::Taken | Answer::Unknown => false,
        }
    }

    /// Whether a string at a place, which the schema does not list, is another name for one that it does.
    pub(super) fn is_variant(&self, place: Place<'_, '_>, name: &str) -> bool {
        // Where the value was taken, the question is whether the decoder looks at it at all.
        let asked = if self.accepted { NONSENSE } else { name };
        let (text, steps) = place.around(&quoted(asked));
        let answer = self.ask(text);
        match &answer {
            Answer::Refused { path, kind } => {
                let here = *path == steps || names(kind, asked);
                match kind {
                    _ if here => self.accepted,
                    Kind::Missing(_) | Kind::Length { .. } => !self.accepted,
                    _ => self.accepted,
                }
            }
            Answer::Taken => !self.accepted,
            Answer::Unknown => self.accepted,
        }
    }

    /// Whether an object's only member, in whose name the schema knows no variant, names one.
    pub(super) fn is_variant_member(&self, place: Place<'_, '_>, name: &str, value: &str) -> bool {
        let (text, steps) = place.around(&format!("{{{}:{value}}}", quoted(name)));
        match self.ask(text) {
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
            Answer::Refused { .. } | Answer::Unknown => self.accepted,
            Answer::Taken => true,
        }
    }

    /// What a member of an object is whose name is not among the schema's.
    pub(super) fn stray(
        &self,
        place: Place<'_, '_>,
        name: &str,
        value: &str,
        candidates: &[Candidate<'_>],
    ) -> Stray {
        let unclear = if self.accepted {
            Stray::Known
        } else {
            Stray::Unknown
        };
        let member = format!("{}:{value}", quoted(name));
        let (text, steps) = place.around_members(&member);
        match self.ask(text) {
            Answer::Refused { kind, .. } if names(&kind, name) => return Stray::Unknown,
            Answer::Refused {
                kind: Kind::Custom(_),
                ..
            }
            | Answer::Unknown => return unclear,
            Answer::Refused { .. } | Answer::Taken => {}
        }
        for Candidate {
            index,
            name: property,
            ..
        } in candidates
        {
            let (text, _) = place.around_members(&format!("{member},{}:{value}", quoted(property)));
            match self.ask(text) {
                Answer::Refused {
                    kind: Kind::Duplicate(twice),
                    ..
                } if twice == *property => return Stray::Alias(*index),
                // It is read as something, but is not what that should be.
                Answer::Refused { path, .. }
                    if path.strip_prefix(steps.as_slice()).and_then(<[_]>::first)
                        == Some(&Step::Key(name.to_owned())) =>
                {
                    let mut absent = candidates.iter().filter(|candidate| candidate.absent);
                    return match (absent.next(), absent.next()) {
                        (Some(only), None) => Stray::Alias(only.index),
                        _ => Stray::Known,
                    };
                }
                Answer::Unknown => return unclear,
                Answer::Refused { .. } | Answer::Taken => {}
            }
        }
        Stray::Unknown
    }

    fn ask(&self, text: String) -> Answer {
        let mut answers = self.answers.borrow_mut();
        if let Some(answer) = answers.get(&text) {
            return answer.clone();
        }
        if answers.len() >= ASKED {
            return Answer::Unknown;
        }
        let answer = match (self.decode)(&text).map(Error::into_details) {
            None => Answer::Taken,
            Some(details) => Answer::Refused {
                path: details.path.into_iter().rev().collect(),
                kind: details.kind,
            },
        };
        answers.insert(text, answer.clone());
        answer
    }
}

/// Whether a refusal is that of a name.
fn names(kind: &Kind, asked: &str) -> bool {
    matches!(kind, Kind::UnknownVariant { name, .. } | Kind::UnknownMember { name, .. } if name == asked)
}

impl Place<'_, '_> {
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

fn quoted(name: &str) -> String {
    Value::from(name).to_string()
}
