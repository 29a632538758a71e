//! The one pass from the text of `arguments` to typed slots, collecting everything that is wrong on the way.

mod flat;

use std::borrow::Cow;

use crate::check::{Checks, Decoder, Id};
use crate::cursor::{Cursor, Next, Syntax};
use crate::decode::{Error, Member};
use crate::fault::{Problem, TOLD, What};
use crate::parameter::{AnySlot, Head, Refused, Source};
use crate::seen::Seen;

/// Reads one value, an object or `null`, into the slots and says what was wrong with it.
///
/// Not generic over the parameters: only the decoder behind each slot is.
pub(crate) fn read<'de>(
    cursor: &mut Cursor<'de>,
    slots: &mut [&mut dyn AnySlot<'de>],
    checks: &Checks,
    ignore_unknown: bool,
) -> Result<Vec<Problem<'de>>, Syntax> {
    let mut pass = Pass {
        checks,
        seen: Seen::default(),
        problems: Vec::new(),
        members: Vec::new(),
    };
    let flat = slots.iter().any(|slot| slot.head().flatten);
    let start = cursor.offset();
    if matches!(cursor.peek()?, Next::Null) {
        cursor.null()?;
    } else {
        cursor.object()?;
        let (mut first, mut guess) = (true, 0);
        while let Some(key) = cursor.key(first)? {
            first = false;
            match find(slots, guess, &key) {
                Some(index) => {
                    guess = index + 1;
                    pass.argument(cursor, slots, index, key)?;
                }
                None if flat => {
                    let value = cursor.mark();
                    cursor.skip()?;
                    pass.members.push(Member { key, value });
                }
                None => {
                    let at = cursor.offset();
                    cursor.skip()?;
                    if !ignore_unknown {
                        pass.unknown(key, at);
                    }
                }
            }
        }
    }
    if flat {
        pass.flattened(cursor, slots, start, ignore_unknown)?;
    }
    pass.absent(slots);
    pass.problems.sort_by_key(|problem| problem.at);
    Ok(pass.problems)
}

/// The parameter of that name: most clients send arguments in the order in which the schema lists them.
fn find(slots: &[&mut dyn AnySlot<'_>], guess: usize, key: &str) -> Option<usize> {
    let named = |slot: &&mut dyn AnySlot<'_>| {
        let head = slot.head();
        !head.injected && !head.flatten && (head.name == key || head.aliases.contains(&key))
    };
    if slots.get(guess).is_some_and(named) {
        return Some(guess);
    }
    slots.iter().position(named)
}

struct Pass<'c, 'de> {
    checks: &'c Checks,
    seen: Seen,
    problems: Vec<Problem<'de>>,
    members: Vec<Member<'de>>,
}

impl<'de> Pass<'_, 'de> {
    fn argument(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        index: usize,
        key: Cow<'de, str>,
    ) -> Result<(), Syntax> {
        let Some(slot) = slots.get_mut(index) else {
            return Ok(());
        };
        let (mark, at) = (cursor.mark(), cursor.offset());
        if self.seen.insert(index) {
            cursor.skip()?;
            let problem = Problem::new(at, Some(key), What::Duplicate);
            self.problems.push(problem.of(slot.head().name, false));
            return Ok(());
        }
        cursor.buffered = false;
        match slot.decode_or_default(cursor) {
            Ok(()) => {
                let head = slot.head();
                if let Some(id) = self.checks.enforced(head.name, cursor.buffered) {
                    let text = cursor.text().get(at..cursor.offset()).unwrap_or_default();
                    self.judge(head, id, key, at, text);
                }
            }
            Err(Refused(error)) => {
                // A text that is no JSON is not an argument's fault: skipping meets the same error and reports it.
                cursor.reset(mark);
                let text = cursor.skip()?;
                let at = cursor.offset() - text.len();
                self.without_nulls(*slot, key, at, error, text);
            }
        }
        Ok(())
    }

    /// Decodes an argument once more, without the `null`s that stand for absent members, and finds what is wrong with it if
    /// it does not decode.
    #[cold]
    fn without_nulls(
        &mut self,
        slot: &mut dyn AnySlot<'de>,
        key: Cow<'de, str>,
        at: usize,
        error: Error,
        text: &'de str,
    ) {
        let id = self.checks.property(slot.head().name);
        let nulls = id.and_then(|id| self.checks.nulls(id, text));
        let decoded = nulls.map_or(Err(error), |nulls| {
            nulls.decode(|text| {
                let decoded = slot.decode_apart(Source(&mut Cursor::new(text)));
                decoded.map_err(|Refused(error)| error)
            })
        });
        let head = slot.head();
        match (decoded, id) {
            (Ok(()), Some(id)) => self.unfit(head, id, key, at, text),
            (Ok(()), None) => {}
            (Err(error), _) => self.diagnose(head, key, at, error, text),
        }
    }

    /// Finds what is wrong with an argument that does not decode.
    fn diagnose(
        &mut self,
        head: &Head,
        key: Cow<'de, str>,
        at: usize,
        error: Error,
        text: &'de str,
    ) {
        let id = self.checks.property(head.name);
        let refuses = |text: &str| self.refuses(head, id, text);
        let decoder = Decoder::new(&refuses, false);
        let findings = id.map(|id| self.checks.findings(id, text, Some(&decoder)));
        let findings = findings.unwrap_or_default();
        self.refused(
            head,
            key,
            at,
            What::Refused {
                error,
                text,
                findings,
            },
        );
    }

    /// Judges the text of an argument that has been decoded.
    fn judge(&mut self, head: &Head, id: Id, key: Cow<'de, str>, at: usize, text: &'de str) {
        if !self.checks.surely_fits(id, text) {
            self.unfit(head, id, key, at, text);
        }
    }

    /// Why an argument's text is refused, `null`s for absent members apart.
    fn refuses(&self, head: &Head, id: Option<Id>, text: &str) -> Option<Error> {
        let error = head.refusal(text)?;
        match id.and_then(|id| self.checks.nulls(id, text)) {
            Some(nulls) => head.refusal(&nulls.left_out()),
            None => Some(error),
        }
    }

    /// Finds what is wrong with an argument that has been decoded.
    #[cold]
    fn unfit(&mut self, head: &Head, id: Id, key: Cow<'de, str>, at: usize, text: &'de str) {
        let literal = head.refusal(text).is_none();
        let refuses = |text: &str| {
            if literal {
                return head.refusal(text);
            }
            self.refuses(head, Some(id), text)
        };
        let decoder = Decoder::new(&refuses, true).literal(literal);
        let findings = self.checks.findings(id, text, Some(&decoder));
        if !findings.is_empty() {
            self.refused(head, key, at, What::Unfit { text, findings });
        }
    }

    #[cold]
    fn refused(&mut self, head: &Head, key: Cow<'de, str>, at: usize, what: What<'de>) {
        let problem = Problem::new(at, Some(key), what);
        self.problems.push(problem.of(head.name, head.secret));
    }

    #[cold]
    fn unknown(&mut self, name: Cow<'de, str>, at: usize) {
        // What comes after so many problems is counted, not told.
        let again = self
            .problems
            .iter()
            .take(TOLD)
            .any(|problem| problem.name.as_ref() == Some(&name));
        let what = if again {
            What::Duplicate
        } else {
            What::Unknown
        };
        self.problems.push(Problem::new(at, Some(name), what));
    }

    fn absent(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) {
        for (index, slot) in slots.iter_mut().enumerate() {
            let head = slot.head();
            let (name, injected) = (head.name, head.injected);
            if !injected && !self.seen.contains(index) && !slot.absent() {
                let (at, name) = (behind(index), Some(name.into()));
                self.problems.push(Problem::new(at, name, What::Missing));
            }
        }
    }
}

/// A place behind every text, for what was not sent, in the order of the parameters.
fn behind(index: usize) -> usize {
    isize::MAX.unsigned_abs() + index
}
