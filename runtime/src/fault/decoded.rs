//! The decoder's errors in words.

use std::borrow::Cow;

use super::explain::{Explainer, Path, twice};
use super::hints::{meant, one_of, type_hint};
use super::{Code, Fault, Pointer, WORDS, shorten};
use crate::cursor::Cursor;
use crate::decode::{Error, Kind, Received, Step};

impl<'s> Explainer<'s> {
    /// Words what the decoder says.
    pub(super) fn refused<'f>(&self, mut path: Path, error: Error, text: &'f str) -> Fault<'f>
    where
        's: 'f,
    {
        let details = error.into_details();
        let (outside, kind) = (path.steps.len(), details.kind);
        for step in details.path.into_iter().rev() {
            let declared = self.is_declared(&path.steps, &step);
            path.push(step, declared);
        }
        if details.is_name {
            return name_refused(path, kind);
        }
        match kind {
            Kind::Missing(name) => {
                path.push(Step::Key(name.to_owned()), true);
                self.missing(path)
            }
            Kind::UnknownMember { name, .. } => {
                path.push(Step::Key(name), false);
                self.unknown(path)
            }
            Kind::Duplicate(name) => {
                let step = Step::Key(name);
                let declared = self.is_declared(&path.steps, &step);
                path.push(step, declared);
                twice(path.pointer)
            }
            kind => {
                let inside = path.steps.get(outside..).unwrap_or_default();
                let fault = self.refused_value(&path, kind, value_at(text, inside));
                Fault {
                    path: path.pointer,
                    ..fault
                }
            }
        }
    }

    /// Words what the decoder says of a value, of which this is the text; but for its path.
    fn refused_value<'f>(&self, path: &Path, kind: Kind, text: Option<&'f str>) -> Fault<'f> {
        let expected = self.words(path).map(Cow::Owned);
        let fault = |code: Code| Fault::new(Pointer::default(), code);
        let sent = || text.and_then(|text| path.got_text(text));
        match kind {
            Kind::UnknownVariant { name, known } => {
                let hint = meant(&name, known).filter(|_| !path.secret);
                let expected = expected.unwrap_or_else(|| one_of(known));
                let received = path.got(Received::String(name));
                fault(Code::Enum)
                    .expected(expected)
                    .received(received)
                    .hint(hint)
            }
            Kind::Type {
                received,
                expected: words,
            } => {
                let expected = expected.unwrap_or(words.into());
                let received = path.got(received);
                let optional = || self.is_optional(&path.steps);
                let kind = || self.kind(path, &expected);
                let hint = received
                    .as_ref()
                    .and_then(|received| type_hint(kind, received, optional));
                fault(Code::Type)
                    .expected(expected)
                    .received(received)
                    .hint(hint)
            }
            Kind::Range {
                received,
                expected: words,
            } => {
                let received = path.got(Received::Number(received));
                fault(Code::Range)
                    .expected(in_words(&words, expected))
                    .received(received)
            }
            Kind::Length {
                expected: words, ..
            } => fault(Code::Length)
                .expected(expected.unwrap_or(words.into()))
                .received(sent()),
            Kind::Value {
                received,
                expected: words,
            } => {
                // A type's own words say more than the schema's, but for those that name a type of Rust's, or a secret.
                let by_schema = words.starts_with("a nonzero ") || path.secret;
                let own = (!path.secret).then(|| shorten(words.into(), WORDS));
                let expected = expected.filter(|_| by_schema).or(own);
                fault(Code::Value)
                    .expected(expected)
                    .received(path.got(received))
            }
            Kind::Custom(words) => match said(&words).filter(|_| !path.secret) {
                // They seldom say what the type reads; the published format does.
                Some(words) => fault(Code::OwnWords)
                    .expected(Cow::Owned(shorten(words.into(), WORDS).into_owned()))
                    .received(sent())
                    .hint(
                        self.format(path)
                            .map(|format| format!("send {format}").into()),
                    ),
                None => fault(Code::Value).expected(expected).received(sent()),
            },
            _ => fault(Code::Value).expected(expected).received(sent()),
        }
    }
}

/// The name of a member is refused: that of a map's whose keys are no strings.
fn name_refused<'f>(path: Path, kind: Kind) -> Fault<'f> {
    let (code, expected): (Code, Cow<'f, str>) = match kind {
        Kind::Range { expected, .. } => (Code::Range, in_words(&expected, None)),
        Kind::Type { expected, .. } => (Code::Type, expected.into()),
        Kind::Value { expected, .. } => (Code::Value, expected.into()),
        Kind::UnknownVariant { known, .. } => (Code::Enum, one_of(known)),
        Kind::Custom(words) => (Code::OwnWords, words.into()),
        _ => (Code::Value, "another text".into()),
    };
    let expected = match code {
        Code::OwnWords => expected,
        _ => format!("{expected} as the name of the member").into(),
    };
    let received = match path.steps.last() {
        Some(Step::Key(name)) => path.got(Received::String(name.clone())),
        _ => None,
    };
    Fault::new(path.pointer, code)
        .expected(shorten(expected, WORDS))
        .received(received)
}

/// The part of a text to which steps lead.
fn value_at<'t>(text: &'t str, steps: &[Step]) -> Option<&'t str> {
    let mut cursor = Cursor::new(text);
    for step in steps {
        match step {
            Step::Key(name) => {
                cursor.object().ok()?;
                let mut first = true;
                while cursor.key(first).ok()?? != *name {
                    first = false;
                    cursor.skip().ok()?;
                }
            }
            Step::Index(index) => {
                cursor.array().ok()?;
                for before in 0..*index {
                    cursor.element(before == 0).ok()?;
                    cursor.skip().ok()?;
                }
                cursor.element(*index == 0).ok().filter(|more| *more)?;
            }
        }
    }
    cursor.skip().ok()
}

/// A type's own words without the place in a text that is none of the client's; `None` for those of serde that name a type.
fn said(words: &str) -> Option<&str> {
    const OF_SERDE: [&str; 2] = ["data did not match any variant of ", "no variant of enum "];
    if OF_SERDE.iter().any(|start| words.starts_with(start)) {
        return None;
    }
    let end = words.rfind(" at line ").filter(|at| {
        let place = words.get(*at..).unwrap_or_default();
        let mut rest = place.split_ascii_whitespace().skip(2);
        let number = |word: Option<&str>| {
            word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        };
        number(rest.next())
            && rest.next() == Some("column")
            && number(rest.next())
            && rest.next().is_none()
    });
    Some(end.and_then(|end| words.get(..end)).unwrap_or(words))
}

/// What a number that is refused should have been: the decoder says `0 to 255` or, of its notation, a whole phrase.
pub(super) fn in_words<'f>(words: &str, expected: Option<Cow<'f, str>>) -> Cow<'f, str> {
    if !words.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return words.to_owned().into();
    }
    // The schema has no bounds beyond 2^53, the type has all of its own.
    expected
        .filter(|expected| expected.contains(" from "))
        .unwrap_or_else(|| {
            let kind = if words.contains('.') {
                "a number"
            } else {
                "an integer"
            };
            format!("{kind} from {words}").into()
        })
}
