//! Arguments that are the members of flattened parameters.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Pass, behind};
use crate::check::{Decoder, Findings, Sent, Wrong};
use crate::cursor::{Cursor, Syntax};
use crate::decode::{Error, Kind, Member, Step};
use crate::fault::{Problem, What};
use crate::parameter::{AnySlot, FlatMembers, Head, Refused, Source};

/// What was found in each member.
type Found<'de> = Vec<(Cow<'de, str>, Findings<'de>)>;

/// Why one of the flattened parameters, by its index, does not decode.
type Refusal = (usize, Error);

impl<'de> Pass<'_, 'de> {
    /// Leaves the first of the members that have one name.
    fn repeated(&mut self) {
        let Self {
            problems, members, ..
        } = self;
        let mut names = HashSet::with_capacity(members.len());
        members.retain(|Member { key, value }| {
            let first = names.insert(key.clone());
            if !first {
                let (at, name) = (value.offset, Some(key.clone()));
                problems.push(Problem::new(at, name, What::Duplicate));
            }
            first
        });
    }

    /// Gives the members that no parameter claimed to the flattened ones, in turn; what all of them leave alone is unknown.
    pub(super) fn flattened(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        start: usize,
        ignore_unknown: bool,
    ) -> Result<(), Syntax> {
        self.repeated();
        let end = cursor.mark();
        let order = self.order(slots);
        for index in &order {
            self.seen.insert(*index);
        }
        cursor.buffered = false;
        let decoded = decode(cursor, &order, &self.members, |index, source, flat| {
            let slot = slots.get_mut(index);
            slot.map_or(Ok(()), |slot| slot.decode_members(source, flat))
        });
        let (decoded, again) = match decoded {
            Err(refusals) => (
                self.members_without_nulls(cursor, slots, &order, start, refusals),
                true,
            ),
            decoded => (decoded, false),
        };
        let buffered = cursor.buffered;
        let left = match decoded {
            Ok(left) if again || !self.fit(cursor, &left, buffered)? => {
                self.diagnose_members(cursor, slots, start, Ok(&left))?;
                left
            }
            Ok(left) => left,
            Err(refusals) => {
                self.diagnose_members(cursor, slots, start, Err(refusals))?;
                Vec::new()
            }
        };
        if !ignore_unknown {
            for Member { key, value } in left {
                let (at, name) = (value.offset, Some(key));
                self.problems.push(Problem::new(at, name, What::Unknown));
            }
        }
        cursor.reset(end);
        Ok(())
    }

    /// The flattened parameters by their indexes: those that take whatever name is left come last.
    fn order(&self, slots: &[&mut dyn AnySlot<'de>]) -> Vec<usize> {
        let flat = |slot: &&mut dyn AnySlot<'de>| slot.head().flatten;
        let takes_any = |index: &usize| {
            let name = slots.get(*index).map(|slot| slot.head().name);
            name.is_some_and(|name| self.checks.takes_any_name(name))
        };
        let (last, mut order): (Vec<usize>, Vec<usize>) = (0..slots.len())
            .filter(|index| slots.get(*index).is_some_and(flat))
            .partition(takes_any);
        order.extend(last);
        order
    }

    /// Decodes once more without the `null`s that stand for absent members.
    #[cold]
    fn members_without_nulls(
        &self,
        cursor: &Cursor<'de>,
        slots: &mut [&mut dyn AnySlot<'de>],
        order: &[usize],
        start: usize,
        refusals: Vec<Refusal>,
    ) -> Result<Vec<Member<'de>>, Vec<Refusal>> {
        let whole = whole(cursor.text(), start);
        let Some(nulls) = self.checks.flattened_nulls(whole) else {
            return Err(refusals);
        };
        let mut left = Vec::new();
        nulls.decode(|text| {
            let mut cursor = Cursor::new(text);
            let own = |name: &str| self.members.iter().find(|member| member.key == *name);
            let mut members = members(&mut cursor).unwrap_or_default();
            members.retain(|member| own(&member.key).is_some());
            let decoded = decode(&mut cursor, order, &members, |index, source, flat| {
                let slot = slots.get_mut(index);
                slot.map_or(Ok(()), |slot| slot.decode_members_apart(source, flat))
            });
            left = decoded?
                .iter()
                .filter_map(|member| own(&member.key).cloned())
                .collect();
            Ok::<(), Vec<Refusal>>(())
        })?;
        Ok(left)
    }

    /// Whether the members that flattened parameters took are what the schema says.
    fn fit(
        &self,
        cursor: &mut Cursor<'de>,
        left: &[Member<'de>],
        buffered: bool,
    ) -> Result<bool, Syntax> {
        let left: HashSet<usize> = left.iter().map(|member| member.value.offset).collect();
        for member in self
            .members
            .iter()
            .filter(|member| !left.contains(&member.value.offset))
        {
            // What the schema does not name is there under another name.
            if self.checks.property(&member.key).is_none() {
                return Ok(false);
            }
            let always = self.checks.enforced(&member.key, false);
            if let Some(id) = always.or_else(|| self.checks.enforced(&member.key, buffered)) {
                cursor.reset(member.value);
                if !self.checks.surely_fits(id, cursor.skip()?) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Finds what is wrong with the members of flattened parameters, which have left some alone or refuse them.
    #[cold]
    fn diagnose_members(
        &mut self,
        cursor: &mut Cursor<'de>,
        slots: &[&mut dyn AnySlot<'de>],
        start: usize,
        decoded: Result<&[Member<'de>], Vec<Refusal>>,
    ) -> Result<(), Syntax> {
        let whole = whole(cursor.text(), start);
        let flat = || {
            slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| slot.head().flatten)
        };
        let heads: Vec<&Head> = flat().map(|(_, slot)| slot.head()).collect();
        let first = flat().next().map_or(0, |(index, _)| index);
        let secret = heads.iter().any(|head| head.secret);
        let order = self.order(slots);
        let accepted = decoded.is_ok();
        let reason = |text: &str| {
            if accepted {
                return together(slots, &order, text);
            }
            let errors = heads.iter().filter_map(|head| head.refusal(text));
            errors.min_by_key(rank)
        };
        let literal = accepted && reason(whole).is_none();
        let refuses = |text: &str| {
            let error = reason(text)?;
            match self.checks.flattened_nulls(text) {
                Some(nulls) if !literal => reason(&nulls.left_out()),
                _ => Some(error),
            }
        };
        let asked = Decoder::new(&refuses, accepted).literal(literal);
        let mut found = by_member(self.checks.flattened(whole, &asked));
        let (left, refusals) = match decoded {
            Ok(left) => (left, Vec::new()),
            Err(refusals) => (&[] as &[Member<'de>], refusals),
        };
        let is_left = |name: &str| left.iter().any(|member| member.key == *name);
        let mut problems = Vec::new();
        for (index, error) in refusals {
            problems.extend(self.refusal(cursor, start, index, error, &mut found)?);
        }
        for member in &self.members {
            let (at, text) = value(cursor, member)?;
            let findings = take(&mut found, &member.key, at - start);
            let unknown = says(&findings, Wrong::Unknown);
            // What is left alone is told by the caller.
            if unknown && !is_left(&member.key) {
                problems.push(Problem::new(at, Some(member.key.clone()), What::Unknown));
            } else if !unknown && !findings.is_empty() {
                let what = What::Unfit { text, findings };
                problems.push(Problem::new(at, Some(member.key.clone()), what));
            }
        }
        for (name, findings) in found {
            if says(&findings, Wrong::Missing) {
                problems.push(Problem::new(behind(first), Some(name), What::Missing));
            }
        }
        let problems = problems
            .into_iter()
            .map(|problem| Problem { secret, ..problem });
        self.problems.extend(problems);
        Ok(())
    }

    /// What a flattened parameter's error is about: a member, one that is missing, or all of them.
    fn refusal(
        &self,
        cursor: &mut Cursor<'de>,
        start: usize,
        index: usize,
        mut error: Error,
        found: &mut Found<'de>,
    ) -> Result<Option<Problem<'de>>, Syntax> {
        let member = match error.path.last() {
            Some(Step::Key(key)) => self.members.iter().find(|member| member.key == *key),
            _ => None,
        };
        if let Some(member) = member {
            error.path.pop();
            let (at, text) = value(cursor, member)?;
            let findings = take(found, &member.key, at - start);
            let what = What::Refused {
                error,
                text,
                findings,
            };
            return Ok(Some(Problem::new(at, Some(member.key.clone()), what)));
        }
        let at = behind(index);
        if let Kind::Missing(name) = error.kind {
            let told = found.iter().any(|(missing, _)| missing == name);
            return Ok((!told).then(|| Problem::new(at, Some(name.into()), What::Missing)));
        }
        let (text, findings) = ("", Findings::default());
        Ok(Some(Problem::new(
            at,
            None,
            What::Refused {
                error,
                text,
                findings,
            },
        )))
    }
}

/// Why flattened parameters refuse the text of all arguments, of which each takes its part.
fn together(slots: &[&mut dyn AnySlot<'_>], order: &[usize], text: &str) -> Option<Error> {
    let mut cursor = Cursor::new(text);
    let mut members = match members(&mut cursor) {
        Ok(members) => members,
        Err(syntax) => return Some(syntax.into()),
    };
    let own = |name: &str| {
        let mut own = slots.iter().map(|slot| slot.head());
        own.any(|head| !head.flatten && (head.name == name || head.aliases.contains(&name)))
    };
    members.retain(|member| !own(&member.key));
    let mut names = HashSet::with_capacity(members.len());
    if let Some(twice) = members.iter().find(|member| !names.insert(&*member.key)) {
        return Some(Error::new(Kind::Duplicate(twice.key.clone().into_owned())));
    }
    let decoded = decode(&mut cursor, order, &members, |index, source, flat| {
        let slot = slots.get(index);
        let refused = slot.and_then(|slot| slot.head().members_refusal(source, flat));
        refused.map_or(Ok(()), Err)
    });
    decoded.err()?.into_iter().next().map(|(_, error)| error)
}

/// Gives members to flattened parameters, in the order of these indexes; what all of them leave alone is left.
fn decode<'a>(
    cursor: &mut Cursor<'a>,
    order: &[usize],
    members: &[Member<'a>],
    mut read: impl FnMut(usize, Source<'_, 'a>, FlatMembers<'_, 'a>) -> Result<(), Refused>,
) -> Result<Vec<Member<'a>>, Vec<Refusal>> {
    let mut left = members.to_vec();
    let mut refusals = Vec::new();
    for index in order {
        let mut ignored = vec![false; left.len()];
        let flat = FlatMembers {
            members: &left,
            ignored: &mut ignored,
        };
        match read(*index, Source(cursor), flat) {
            Ok(()) => {
                let mut ignored = ignored.into_iter();
                left.retain(|_| ignored.next().unwrap_or(true));
            }
            Err(Refused(error)) => refusals.push((*index, error)),
        }
    }
    if refusals.is_empty() {
        Ok(left)
    } else {
        Err(refusals)
    }
}

/// The text from which on all arguments stand, or that of none.
fn whole(text: &str, start: usize) -> &str {
    let whole = text.get(start..).unwrap_or_default();
    if whole.trim_start().starts_with('{') {
        whole
    } else {
        "{}"
    }
}

/// The members of an object.
fn members<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Member<'a>>, Syntax> {
    let mut members = Vec::new();
    cursor.object()?;
    while let Some(key) = cursor.key(members.is_empty())? {
        let value = cursor.mark();
        cursor.skip()?;
        members.push(Member { key, value });
    }
    Ok(members)
}

/// A member's value, and where it begins.
fn value<'de>(cursor: &mut Cursor<'de>, member: &Member<'de>) -> Result<(usize, &'de str), Syntax> {
    cursor.reset(member.value);
    let text = cursor.skip()?;
    Ok((cursor.offset() - text.len(), text))
}

/// Whether that is what is wrong with the member itself.
fn says(findings: &Findings<'_>, wrong: Wrong) -> bool {
    findings
        .told
        .iter()
        .any(|finding| finding.path.is_empty() && finding.wrong == wrong)
}

/// Of the errors by which several flattened parameters refuse one text, the one that says most comes first: a name that
/// one does not know is another's.
fn rank(error: &Error) -> u8 {
    match &error.kind {
        Kind::Duplicate(_) => 0,
        Kind::UnknownMember { .. } => 4,
        Kind::Missing(_) => 3,
        _ if error.path.is_empty() => 2,
        _ => 1,
    }
}

/// What was found in an object, by its members; the first step is taken off.
fn by_member<'de>(findings: Findings<'de>) -> Found<'de> {
    let mut found: Found<'de> = Vec::new();
    for mut finding in findings.told {
        if finding.path.is_empty() {
            continue;
        }
        let Sent::Member(name) = finding.path.remove(0).step else {
            continue;
        };
        // A name that stands twice is told as the arguments are read.
        if finding.path.is_empty() && finding.wrong == Wrong::Duplicate {
            continue;
        }
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, findings)) => findings.told.push(finding),
            None => found.push((
                name,
                Findings {
                    told: vec![finding],
                    more: 0,
                },
            )),
        }
    }
    if let Some((_, last)) = found.last_mut() {
        last.more = findings.more;
    }
    found
}

/// Takes what was found in one member, with offsets into its own text, which begins at `start`.
fn take<'de>(found: &mut Found<'de>, name: &str, start: usize) -> Findings<'de> {
    let Some(index) = found.iter().position(|(known, _)| known == name) else {
        return Findings::default();
    };
    let (_, mut findings) = found.remove(index);
    for finding in &mut findings.told {
        finding.at = finding.at.saturating_sub(start);
    }
    findings
}
