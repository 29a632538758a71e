//! Problems worded by what the published schema says of their place.

use std::borrow::Cow;

use serde_json::Value;

use super::decoded::in_words;
use super::hints::{
    PLAIN_DIGITS, length_hint, meant, members, one_of, string, type_hint, unknown_hint,
};
use super::report::Report;
use super::{Code, Fault, Got, Pointer, Problem, What};
use crate::check::{Checks, Finding, Findings, Id, Segment, Sent, Wrong};
use crate::decode::{Error, Kind, Received, Step};
use crate::schema::{self, Kept};

pub(super) struct Explainer<'s> {
    pub(super) schema: &'s Kept,
    pub(super) checks: &'s Checks,
    pub(super) report: Report,
}

/// A place in the arguments: as it was sent, and as the schema names it.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) pointer: Pointer,
    pub(super) steps: Vec<Step>,
    /// Whether what was sent is not to be seen.
    pub(super) secret: bool,
    /// Whether the pointer has ended where the names are the client's own.
    ended: bool,
}

impl Path {
    fn new(problem: &Problem<'_>) -> Self {
        let mut path = Self {
            pointer: Pointer::default(),
            steps: Vec::new(),
            secret: false,
            ended: false,
        };
        if let Some(name) = &problem.name {
            path.pointer.push(name);
            let known = problem.parameter.unwrap_or(name);
            path.steps.push(Step::Key(known.to_owned()));
        }
        path.secret = problem.secret;
        path
    }

    /// One step further, whose name is the same where it was sent and in the schema.
    pub(super) fn push(&mut self, step: Step, declared: bool) {
        self.ended |= self.secret && !declared;
        if !self.ended {
            match &step {
                Step::Key(key) => self.pointer.push(key),
                Step::Index(index) => self.pointer.push(&index.to_string()),
            }
        }
        self.steps.push(step);
    }

    pub(super) fn got(&self, received: Received) -> Option<Got<'static>> {
        (!self.secret).then(|| Got::of(received))
    }

    pub(super) fn got_text<'t>(&self, text: &'t str) -> Option<Got<'t>> {
        if self.secret {
            None
        } else {
            Got::of_text(text)
        }
    }
}

impl<'s> Explainer<'s> {
    pub(super) fn explain(&mut self, problem: Problem<'_>) {
        let path = Path::new(&problem);
        match problem.what {
            What::Unknown => self.tell(|it| it.unknown(path)),
            What::Duplicate => self.tell(|_| twice(path.pointer)),
            What::Missing => self.tell(|it| it.missing(path)),
            What::Refused {
                error,
                text,
                findings,
            } => {
                if is_apart(&error, &findings) {
                    self.findings(path.clone(), text, &findings, own_range(&error).as_ref());
                    self.tell(|it| it.refused(path, error, text));
                } else {
                    self.findings(path, text, &findings, own_range(&error).as_ref());
                }
            }
            What::Unfit { text, findings } => self.findings(path, text, &findings, None),
        }
    }

    fn tell<'f>(&mut self, fault: impl FnOnce(&Self) -> Fault<'f>) {
        if self.report.is_full() {
            self.report.count(1);
        } else {
            let fault = fault(self);
            self.report.tell(&fault);
        }
    }

    /// Tells what the checker found; `range` is what the decoder says of the integer type at one place, which may have bounds
    /// that are not published.
    fn findings(
        &mut self,
        path: Path,
        text: &str,
        findings: &Findings<'_>,
        range: Option<&(Vec<Step>, &str)>,
    ) {
        let mut path = Some(path);
        for (index, finding) in findings.told.iter().enumerate() {
            let last = index + 1 == findings.told.len();
            let Some(path) = (if last { path.take() } else { path.clone() }) else {
                break;
            };
            self.tell(|it| {
                let mut fault = it.finding(path, text, finding);
                if let (Wrong::Range, Some((steps, words))) = (finding.wrong, range)
                    && finding
                        .path
                        .iter()
                        .map(Segment::to_step)
                        .eq(steps.iter().cloned())
                {
                    fault.expected = Some(in_words(words, fault.expected));
                }
                fault
            });
        }
        self.report.count(findings.more);
    }

    /// What the schema expects at a place, in words.
    pub(super) fn words(&self, path: &Path) -> Option<String> {
        schema::at(self.schema.tree(), &path.steps).map(schema::words)
    }

    /// What a value of the published format is called.
    pub(super) fn format(&self, path: &Path) -> Option<String> {
        let schema = schema::at(self.schema.tree(), &path.steps)?;
        schema.get("format").map(|_| schema::words(schema))
    }

    /// What the schema expects by a node, in words.
    fn words_of(&self, id: Id) -> &'s str {
        self.checks.words(id, self.schema.tree())
    }

    /// What may be sent in the place of a string: nothing if that is one of several types.
    pub(super) fn kind<'w>(&self, path: &Path, expected: &'w str) -> &'w str {
        // Several types are told as alternatives.
        let place = expected
            .contains(" or ")
            .then(|| schema::at(self.schema.tree(), &path.steps));
        let Some(place) = place.flatten() else {
            return expected;
        };
        let parts = place.get("anyOf").and_then(Value::as_array);
        let mut types = parts.into_iter().flatten().map(|part| part.get("type"));
        let first = types.next();
        if types.all(|other| Some(other) == first) || schema::words(place) != expected {
            return expected;
        }
        ""
    }

    pub(super) fn missing(&self, path: Path) -> Fault<'s> {
        let expected = self.words(&path).map(Cow::Owned);
        Fault::new(path.pointer, Code::Missing).expected(expected)
    }

    pub(super) fn unknown(&self, mut path: Path) -> Fault<'s> {
        let code = if path.steps.len() > 1 {
            Code::UnknownMember
        } else {
            Code::Unknown
        };
        let Some(Step::Key(name)) = path.steps.pop() else {
            return Fault::new(path.pointer, code);
        };
        let known: Vec<&str> = schema::at(self.schema.tree(), &path.steps)
            .and_then(|object| object.get("properties")?.as_object())
            .map(|properties| properties.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let hint = unknown_hint(&name, &known, path.secret);
        Fault::new(path.pointer, code).hint(hint)
    }

    /// Words what the checker found.
    fn finding<'f>(&self, mut path: Path, text: &'f str, finding: &Finding<'_>) -> Fault<'f>
    where
        's: 'f,
    {
        let outside = path.steps.len();
        for segment in &finding.path {
            path.push(segment.to_step(), segment.declared);
        }
        let text = text.get(finding.at..).unwrap_or_default();
        let mut fault = self.found(&path, text, finding, || match finding.path.last() {
            Some(segment) => segment.optional,
            None => self.is_optional(path.steps.get(..outside).unwrap_or_default()),
        });
        fault.path = path.pointer;
        if let Some(id) = finding.taken {
            let taken = format!("read as {}", self.words_of(id));
            fault.hint = Some(match fault.hint {
                Some(hint) => format!("{hint}; {taken}").into(),
                None => taken.into(),
            });
        }
        fault
    }

    /// The fault but for its path.
    fn found<'f>(
        &self,
        path: &Path,
        text: &'f str,
        finding: &Finding<'_>,
        optional: impl Fn() -> bool,
    ) -> Fault<'f>
    where
        's: 'f,
    {
        let named = match finding.path.last().map(|segment| &segment.step) {
            Some(Sent::Member(name)) => name.as_ref(),
            _ => "",
        };
        let node = finding.node;
        let fault = |code: Code| Fault::new(Pointer::default(), code);
        let expected = |code: Code| fault(code).expected(Cow::Borrowed(self.words_of(node)));
        let judged = |code: Code| expected(code).received(path.got_text(text));
        let sent = |fault: &Fault<'f>| match fault.received {
            Some(Got::Text(_)) => string(text),
            _ => None,
        };
        match finding.wrong {
            Wrong::Missing => expected(Code::Missing),
            Wrong::NoTag => fault(Code::Missing).expected(one_of(&self.checks.tags(node))),
            Wrong::Tag => {
                let tags = self.checks.tags(node);
                let fault = judged(Code::Enum).expected(one_of(&tags));
                let hint = sent(&fault).and_then(|sent| meant(&sent, &tags));
                fault.hint(hint)
            }
            Wrong::Unknown => {
                let known = self.checks.members(node);
                fault(Code::UnknownMember).hint(unknown_hint(named, &known, path.secret))
            }
            Wrong::Variant => {
                fault(Code::UnknownMember).hint(self.variant_hint(node, named, path.secret))
            }
            Wrong::Duplicate => twice(Pointer::default()),
            Wrong::Shape => {
                let received = path.got_text(text).map(|_| members(text));
                expected(Code::Shape).received(received)
            }
            Wrong::Type => {
                let fault = judged(Code::Type);
                let kind = || self.kind(path, self.words_of(node));
                let hint = fault
                    .received
                    .as_ref()
                    .and_then(|received| type_hint(kind, received, optional));
                fault.hint(hint)
            }
            Wrong::Notation => judged(Code::Range).hint(Cow::Borrowed(PLAIN_DIGITS)),
            Wrong::Range => judged(Code::Range),
            Wrong::Length => {
                let fault = judged(Code::Length);
                let hint = fault.received.as_ref().and_then(|_| length_hint(text));
                fault.hint(hint)
            }
            Wrong::Pattern => judged(Code::Pattern),
            Wrong::Enum => {
                let fault = judged(Code::Enum);
                let hint = sent(&fault).and_then(|sent| self.enum_hint(node, &sent));
                fault.hint(hint)
            }
        }
    }

    /// For a string that is none of those which may be sent.
    fn enum_hint(&self, node: Id, sent: &str) -> Option<Cow<'static, str>> {
        let tags = self.checks.tags(node);
        if tags.contains(&sent) {
            return Some(format!("send {{\"{sent}\": …}}").into());
        }
        let mut names = self.checks.names(node);
        names.extend(tags);
        meant(sent, &names)
    }

    /// For an object whose only member has a name that none may have.
    fn variant_hint(&self, node: Id, sent: &str, secret: bool) -> Cow<'static, str> {
        let (tags, names) = (self.checks.tags(node), self.checks.names(node));
        if names.contains(&sent) && !secret {
            return format!("send the string \"{sent}\"").into();
        }
        unknown_hint(sent, &tags, secret)
    }

    /// Whether a place is a member that the schema names and does not require.
    pub(super) fn is_optional(&self, steps: &[Step]) -> bool {
        let Some((Step::Key(name), outer)) = steps.split_last() else {
            return false;
        };
        let Some(object) = schema::at(self.schema.tree(), outer) else {
            return false;
        };
        let declared = object
            .get("properties")
            .is_some_and(|properties| properties.get(name).is_some());
        let required = object.get("required").and_then(Value::as_array);
        declared && !required.is_some_and(|required| required.iter().any(|known| known == name))
    }

    /// Whether the schema knows a step by itself, so that it tells nothing of what was sent.
    pub(super) fn is_declared(&self, outer: &[Step], step: &Step) -> bool {
        match step {
            Step::Index(_) => true,
            Step::Key(name) => schema::at(self.schema.tree(), outer)
                .and_then(|object| object.get("properties")?.get(name))
                .is_some(),
        }
    }
}

/// Whether the decoder's error is about something that the checker has not found: of one place, its words are enough.
fn is_apart(error: &Error, findings: &Findings<'_>) -> bool {
    if error.is_name {
        return true;
    }
    let name = match &error.kind {
        Kind::Missing(name) => Some(*name),
        Kind::UnknownMember { name, .. } | Kind::Duplicate(name) => Some(name.as_str()),
        _ => None,
    };
    let steps: Vec<Step> = error
        .path
        .iter()
        .rev()
        .cloned()
        .chain(name.map(|name| Step::Key(name.to_owned())))
        .collect();
    let meets = |finding: &Finding<'_>| {
        let found = finding.path.iter().map(Segment::to_step);
        found.zip(&steps).all(|(found, step)| found == *step)
    };
    !findings.told.iter().any(meets)
}

/// Where the decoder met an integer that its type does not hold, and the range of that type.
fn own_range(error: &Error) -> Option<(Vec<Step>, &str)> {
    match &error.kind {
        Kind::Range { expected, .. } => {
            Some((error.path.iter().rev().cloned().collect(), expected))
        }
        _ => None,
    }
}

pub(super) fn twice(pointer: Pointer) -> Fault<'static> {
    Fault::new(pointer, Code::Duplicate).hint(Cow::Borrowed("send it once"))
}
