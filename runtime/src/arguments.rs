//! The one pass from the text of `arguments` to typed slots, collecting everything that is wrong on the way.

use std::borrow::Cow;

use crate::cursor::{Cursor, Next, Syntax};
use crate::decode::{Error, Kind, Member, Step};
use crate::fault::{Problem, What};
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
                    pass.member(Member { key, value }, cursor.offset());
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
            self.problems.push(Problem { at, name: key, parameter, what: What::Duplicate });
        } else if let Err(refused) = slot.decode(Source(cursor)) {
            // A text that is no JSON is not an argument's fault: skipping meets the same error and reports it.
            cursor.reset(mark);
            let text = cursor.skip()?;
            self.problems.push(Problem { at, name: key, parameter, what: What::Refused(refused.0, text) });
        }
        Ok(())
    }

    #[cold]
    fn member(&mut self, member: Member<'de>, at: usize) {
        if self.members.iter().any(|earlier| earlier.key == member.key) {
            self.problems.push(Problem { at, name: member.key, parameter: None, what: What::Duplicate });
        } else {
            self.members.push(member);
        }
    }

    #[cold]
    fn unknown(&mut self, name: Cow<'de, str>, at: usize) {
        let again = self.problems.iter().any(|problem| problem.name == name);
        let what = if again { What::Duplicate } else { What::Unknown };
        self.problems.push(Problem { at, name, parameter: None, what });
    }

    /// Gives the members that no parameter claimed to the flattened ones; what all of them leave alone is unknown.
    fn flattened(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        ignore_unknown: bool,
    ) -> Result<(), Syntax> {
        let end = cursor.mark();
        let mut left = vec![true; self.members.len()];
        for (index, slot) in slots.iter_mut().enumerate().filter(|(_, slot)| slot.head().flatten) {
            self.seen.insert(index);
            let mut ignored = vec![false; self.members.len()];
            let flat = FlatMembers { members: &self.members, ignored: &mut ignored };
            if let Err(refused) = slot.decode_members(Source(cursor), flat) {
                let problem = self.flat_problem(cursor, refused.0)?;
                self.problems.push(problem);
            }
            for (left, ignored) in left.iter_mut().zip(ignored) {
                *left &= ignored;
            }
        }
        for (member, left) in self.members.iter().zip(left) {
            if left && !ignore_unknown {
                cursor.reset(member.value);
                let at = cursor.offset();
                self.problems.push(Problem { at, name: member.key.clone(), parameter: None, what: What::Unknown });
            }
        }
        cursor.reset(end);
        Ok(())
    }

    /// Turns an error that names a member into a problem of that member.
    fn flat_problem(&self, cursor: &mut Cursor<'de>, mut error: Error) -> Result<Problem<'de>, Syntax> {
        if let Some(Step::Key(key)) = error.path.pop() {
            if let Some(member) = self.members.iter().find(|member| member.key == key) {
                cursor.reset(member.value);
                let at = cursor.offset();
                return Ok(Problem { at, name: member.key.clone(), parameter: None, what: What::Refused(error, cursor.skip()?) });
            }
            return Ok(Problem { at: usize::MAX, name: key.into(), parameter: None, what: What::Refused(error, "") });
        }
        if let Kind::Missing(name) = error.kind {
            return Ok(Problem { at: usize::MAX, name: name.into(), parameter: None, what: What::Missing });
        }
        Ok(Problem { at: usize::MAX, name: "".into(), parameter: None, what: What::Refused(error, "") })
    }

    fn absent(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) {
        for (index, slot) in slots.iter_mut().enumerate() {
            let head = slot.head();
            let (name, injected) = (head.name, head.injected);
            if !injected && !self.seen.contains(index) && !slot.absent() {
                self.problems.push(Problem { at: usize::MAX, name: name.into(), parameter: None, what: What::Missing });
            }
        }
    }
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
