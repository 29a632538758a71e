//! The one pass from the text of `arguments` to typed slots, collecting everything that is wrong on the way.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::cursor::{Cursor, Next, Syntax};
use crate::decode::{Error, Kind, Member, Step};
use crate::fault::{Problem, TOLD, What};
use crate::parameter::{AnySlot, FlatMembers, Source};

/// Reads one value, an object or `null`, into the slots and says what was wrong with it.
///
/// Not generic over the parameters: only the decoder behind each slot is.
pub(crate) fn read<'de>(
    cursor: &mut Cursor<'de>,
    slots: &mut [&mut dyn AnySlot<'de>],
    ignore_unknown: bool,
) -> Result<Vec<Problem<'de>>, Syntax> {
    let mut pass = Pass { seen: Seen::default(), problems: Vec::new(), members: Vec::new() };
    let flat = slots.iter().any(|slot| slot.head().flatten);
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
        pass.flattened(cursor, slots, ignore_unknown)?;
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

struct Pass<'de> {
    seen: Seen,
    problems: Vec<Problem<'de>>,
    members: Vec<Member<'de>>,
}

impl<'de> Pass<'de> {
    fn argument(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        index: usize,
        key: Cow<'de, str>,
    ) -> Result<(), Syntax> {
        let Some(slot) = slots.get_mut(index) else { return Ok(()) };
        let (mark, at) = (cursor.mark(), cursor.offset());
        let parameter = Some(slot.head().name);
        if self.seen.insert(index) {
            cursor.skip()?;
            self.problems.push(Problem { at, name: Some(key), parameter, what: What::Duplicate });
        } else if let Err(refused) = slot.decode(Source(cursor)) {
            // A text that is no JSON is not an argument's fault: skipping meets the same error and reports it.
            cursor.reset(mark);
            let text = cursor.skip()?;
            self.problems.push(Problem { at, name: Some(key), parameter, what: What::Refused(refused.0, text) });
        }
        Ok(())
    }

    #[cold]
    fn unknown(&mut self, name: Cow<'de, str>, at: usize) {
        // What comes after so many problems is counted, not told.
        let again = self.problems.iter().take(TOLD).any(|problem| problem.name.as_ref() == Some(&name));
        let what = if again { What::Duplicate } else { What::Unknown };
        self.problems.push(Problem { at, name: Some(name), parameter: None, what });
    }

    /// Leaves the first of the members that have one name.
    fn repeated(&mut self) {
        let Self { problems, members, .. } = self;
        let mut names = HashSet::with_capacity(members.len());
        members.retain(|Member { key, value }| {
            let first = names.insert(key.clone());
            if !first {
                problems.push(Problem { at: value.offset, name: Some(key.clone()), parameter: None, what: What::Duplicate });
            }
            first
        });
    }

    /// Gives the members that no parameter claimed to the flattened ones, in turn; what all of them leave alone is unknown.
    fn flattened(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        ignore_unknown: bool,
    ) -> Result<(), Syntax> {
        self.repeated();
        let end = cursor.mark();
        // After a parameter that failed it is not known which members it would have claimed.
        let mut perhaps_claimed = HashSet::new();
        for (index, slot) in slots.iter_mut().enumerate().filter(|(_, slot)| slot.head().flatten) {
            self.seen.insert(index);
            let mut ignored = vec![false; self.members.len()];
            let flat = FlatMembers { members: &self.members, ignored: &mut ignored };
            let decoded = slot.decode_members(Source(cursor), flat);
            let mut ignored = ignored.into_iter();
            if let Err(refused) = decoded {
                let problem = self.flat_problem(cursor, index, refused.0)?;
                self.problems.push(problem);
                let unclear = self.members.iter().zip(ignored).filter(|(_, ignored)| !ignored);
                perhaps_claimed.extend(unclear.map(|(member, _)| member.value.offset));
            } else {
                self.members.retain(|_| ignored.next().unwrap_or(true));
            }
        }
        for Member { key, value } in &self.members {
            let at = value.offset;
            if !ignore_unknown && !perhaps_claimed.contains(&at) {
                self.problems.push(Problem { at, name: Some(key.clone()), parameter: None, what: What::Unknown });
            }
        }
        cursor.reset(end);
        Ok(())
    }

    /// Turns an error that names a member into a problem of that member.
    fn flat_problem(&self, cursor: &mut Cursor<'de>, index: usize, mut error: Error) -> Result<Problem<'de>, Syntax> {
        let at = behind(index);
        if let Some(Step::Key(key)) = error.path.pop() {
            if let Some(member) = self.members.iter().find(|member| member.key == key) {
                cursor.reset(member.value);
                let (at, name) = (member.value.offset, Some(member.key.clone()));
                return Ok(Problem { at, name, parameter: None, what: What::Refused(error, cursor.skip()?) });
            }
            return Ok(Problem { at, name: Some(key.into()), parameter: None, what: What::Refused(error, "") });
        }
        if let Kind::Missing(name) = error.kind {
            return Ok(Problem { at, name: Some(name.into()), parameter: None, what: What::Missing });
        }
        Ok(Problem { at, name: None, parameter: None, what: What::Refused(error, "") })
    }

    fn absent(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) {
        for (index, slot) in slots.iter_mut().enumerate() {
            let head = slot.head();
            let (name, injected) = (head.name, head.injected);
            if !injected && !self.seen.contains(index) && !slot.absent() {
                let (at, name) = (behind(index), Some(name.into()));
                self.problems.push(Problem { at, name, parameter: None, what: What::Missing });
            }
        }
    }
}

/// A place behind every text, for what was not sent, in the order of the parameters.
fn behind(index: usize) -> usize {
    isize::MAX.unsigned_abs() + index
}

/// Which parameters have been met, by index; its own record, since a first value that failed leaves its slot empty.
#[derive(Default)]
struct Seen {
    low: u64,
    high: Vec<bool>,
}

impl Seen {
    /// Marks an index and says whether it was marked before.
    fn insert(&mut self, index: usize) -> bool {
        if index < 64 {
            let bit = 1 << index;
            let before = self.low & bit != 0;
            self.low |= bit;
            return before;
        }
        if self.high.len() <= index {
            self.high.resize(index + 1, false);
        }
        self.high.get_mut(index).is_some_and(|seen| std::mem::replace(seen, true))
    }

    fn contains(&self, index: usize) -> bool {
        if index < 64 { self.low & (1 << index) != 0 } else { self.high.get(index).copied().unwrap_or(false) }
    }
}
