//! Alternatives: which of them judges a value.

use std::borrow::Cow;

use super::{Stop, Task, Walk};
use crate::check::alternatives::name_start;
use crate::check::decoder::{Frame, changes, member_name, others};
use crate::check::node::{Id, Node, Union};
use crate::check::{Segment, Wrong, canonical};
use crate::cursor::{Mark, Next};
use crate::fault::TOLD;
use crate::message::quoted;

impl Walk<'_, '_> {
    pub(super) fn union(
        &mut self,
        id: Id,
        node: &Node,
        next: Next,
        mark: Mark,
    ) -> Result<(), Stop> {
        let kinds = self.kinds(next)?;
        let admits = |id: &Id| self.checks.node(*id).admits.meets(kinds);
        let candidates: Vec<Id> = match (&node.union, next) {
            (Union::Tagged { member, branches }, Next::Object) => {
                match self.tagged(id, member, branches, mark)? {
                    Some(branches) => branches,
                    None => return Ok(()),
                }
            }
            (Union::Named(branches), Next::Object) => match self.named(id, branches, mark)? {
                Some(branch) => vec![branch],
                None => return Ok(()),
            },
            _ => node.any_of.iter().copied().filter(admits).collect(),
        };
        if self.task == Task::Verdict {
            return self.any(&candidates, mark);
        }
        let tag = self.tag.take();
        let best = match candidates.as_slice() {
            [only] => *only,
            _ => {
                let counted = candidates.iter().map(|id| (self.count(*id, mark), *id));
                let Some((count, best)) = counted.min_by_key(|(count, _)| *count) else {
                    return Err(Stop);
                };
                if self.task == Task::Count || count == 0 {
                    self.cursor.reset(mark);
                    self.cursor.skip()?;
                    self.count += count;
                    return Ok(());
                }
                best
            }
        };
        self.cursor.reset(mark);
        self.tag = tag;
        if !matches!(next, Next::Object | Next::Array) {
            return self.scalar(id, best, mark);
        }
        let taken = self.taken;
        if candidates.len() > 1 {
            self.taken = Some(best);
        }
        let judged = self.value(best);
        self.taken = taken;
        judged
    }

    /// A scalar that fits no alternative has one fault, whose words are those of all alternatives.
    fn scalar(&mut self, id: Id, best: Id, mark: Mark) -> Result<(), Stop> {
        if self.task == Task::Count || self.found.told.len() >= TOLD {
            return self.value(best);
        }
        let before = self.found.told.len();
        self.value(best)?;
        for finding in self.found.told.iter_mut().skip(before) {
            finding.node = id;
            finding.at = mark.offset;
        }
        Ok(())
    }

    /// Whether one of the alternatives fits.
    fn any(&mut self, candidates: &[Id], mark: Mark) -> Result<(), Stop> {
        let tag = self.tag.take();
        for id in candidates {
            self.cursor.reset(mark);
            let question = (Task::Verdict, *id, mark.offset);
            if let Some(faults) = self.judged.get(&question) {
                if *faults == 0 {
                    self.cursor.skip()?;
                    return Ok(());
                }
                continue;
            }
            self.tag = tag;
            let names = self.cursor.names.open();
            let fits = self.value(*id).is_ok();
            self.judged.insert(question, usize::from(!fits));
            if fits {
                return Ok(());
            }
            self.cursor.names.close(&names);
        }
        Err(Stop)
    }

    /// How many faults there are by one alternative.
    fn count(&mut self, id: Id, mark: Mark) -> usize {
        let question = (Task::Count, id, mark.offset);
        if let Some(count) = self.judged.get(&question) {
            return *count;
        }
        let task = std::mem::replace(&mut self.task, Task::Count);
        let outside = std::mem::take(&mut self.count);
        let names = self.cursor.names.open();
        self.cursor.reset(mark);
        let judged = self.value(id);
        self.cursor.names.close(&names);
        let count = std::mem::replace(&mut self.count, outside);
        self.task = task;
        let count = if judged.is_ok() { count } else { usize::MAX };
        self.judged.insert(question, count);
        count
    }

    /// The alternatives that an object's tag names; `None` when the tag itself is at fault.
    fn tagged(
        &mut self,
        id: Id,
        member: &str,
        branches: &[(String, Id)],
        mark: Mark,
    ) -> Result<Option<Vec<Id>>, Stop> {
        self.cursor.object()?;
        let mut found = None;
        let mut before = self.cursor.offset();
        let mut first = true;
        while let Some(key) = self.cursor.key(first)? {
            first = false;
            self.cursor.peek()?;
            let value = self.cursor.mark();
            let text = self.cursor.skip()?;
            if key == member {
                found = Some((value, text));
                break;
            }
            before = self.cursor.offset();
        }
        let segment = Segment::member(Cow::Owned(member.to_owned()), true, false);
        let Some((value, text)) = found else {
            self.fault_inside(segment, id, mark, Wrong::NoTag)?;
            return Ok(None);
        };
        let form = canonical::of_text(text);
        let chosen = branches
            .iter()
            .filter(|(tag, _)| *tag == form)
            .map(|(_, id)| *id);
        let chosen: Vec<Id> = chosen.collect();
        if !chosen.is_empty() {
            self.tag = Some((before, self.cursor.offset()));
            return Ok(Some(chosen));
        }
        if let Some(decoder) = self.accepter() {
            let part = value.offset..value.offset + text.len();
            let names = branches
                .iter()
                .filter_map(|(tag, _)| canonical::string(tag));
            let text = self.cursor.text();
            let mut meant = decoder.meant(id, text, &part, quoted, names);
            if meant.len() > 1 {
                self.cursor.reset(mark);
                let others = self.members(|name| name != member)?;
                decoder.keep_alike(text, &part, quoted, &changes(&others), &mut meant);
            }
            let meant = branches.iter().filter(|(tag, _)| {
                canonical::string(tag).is_some_and(|name| meant.contains(&name))
            });
            let meant: Vec<Id> = meant.map(|(_, id)| *id).collect();
            if !meant.is_empty() {
                self.tag = Some((before, self.cursor.offset()));
                return Ok(Some(meant));
            }
        }
        let known = canonical::string(&form).is_some_and(|text| {
            self.asking(segment.clone(), Frame::Member { tag: None }, |walk| {
                let decoder = walk.decoder().filter(|decoder| !decoder.has_accepted());
                decoder.is_some_and(|decoder| decoder.is_variant(walk.place(), text))
            })
        });
        if !known {
            self.fault_inside(segment, id, value, Wrong::Tag)?;
        }
        self.cursor.reset(mark);
        self.cursor.skip()?;
        Ok(None)
    }

    /// The alternative that the only member of an object names; `None` when that name is at fault.
    fn named(&mut self, id: Id, branches: &[(String, Id)], mark: Mark) -> Result<Option<Id>, Stop> {
        self.cursor.object()?;
        let mut only = None;
        let mut count = 0;
        loop {
            let before = self.cursor.offset();
            let Some(key) = self.cursor.key(count == 0)? else {
                break;
            };
            let branch = branches
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, id)| *id);
            if self.task == Task::Verdict {
                // The alternative sees to it that there is no further member.
                return branch.map(Some).ok_or(Stop);
            }
            self.cursor.peek()?;
            let value = self.cursor.mark();
            let text = self.cursor.skip()?;
            let start = name_start(self.cursor.text(), before);
            only = Some((key, start, value, text, branch));
            count += 1;
        }
        let Some((key, start, value, text, branch)) = only.filter(|_| count == 1) else {
            self.fault(id, mark, Wrong::Shape)?;
            return Ok(None);
        };
        if branch.is_some() {
            return Ok(branch);
        }
        // A variant without content is a string; that a decoder which reads from a buffer takes `{"off":null}` is its own slip.
        let bare = self.checks.names(id).contains(&key.as_ref());
        let decoder = self.decoder().filter(|_| !bare);
        if let Some(decoder) = decoder.filter(|decoder| decoder.has_accepted()) {
            let part = start..value.offset;
            let names = branches.iter().map(|(name, _)| name.as_str());
            let whole = self.cursor.text();
            let mut meant = decoder.meant(id, whole, &part, member_name, names);
            if meant.len() > 1 {
                let end = value.offset + text.len();
                let mut others = others(value.offset..end).to_vec();
                if text.starts_with('{') {
                    self.cursor.reset(value);
                    others.extend(changes(&self.members(|_| true)?));
                }
                decoder.keep_alike(whole, &part, member_name, &others, &mut meant);
            }
            let meant = branches
                .iter()
                .filter(|(name, _)| meant.contains(&name.as_str()));
            let contents: Vec<Id> = meant.filter_map(|(_, id)| self.content(*id)).collect();
            if !contents.is_empty() {
                let segment = || Segment::member(key, false, false);
                self.inside(segment, Frame::Member { tag: None }, |walk| {
                    walk.first_that_fits(&contents, value)
                })?;
                self.cursor.reset(mark);
                self.cursor.skip()?;
                return Ok(None);
            }
        }
        let known = decoder
            .filter(|decoder| !decoder.has_accepted())
            .is_some_and(|decoder| decoder.is_variant_member(self.place(), &key, text));
        if !known {
            self.fault_inside(
                Segment::member(key, false, false),
                id,
                value,
                Wrong::Variant,
            )?;
        }
        Ok(None)
    }

    /// What judges the content of a variant that is named by the only member of an object.
    fn content(&self, branch: Id) -> Option<Id> {
        let rules = self.checks.node(branch).object.as_ref()?;
        rules.properties.first()?.node
    }

    /// Judges a value by the alternative that it fits, or by the first.
    fn first_that_fits(&mut self, candidates: &[Id], mark: Mark) -> Result<(), Stop> {
        let fits = |walk: &mut Self, id: &Id| walk.count(*id, mark) == 0;
        let fitting = candidates.iter().find(|id| fits(self, id));
        self.cursor.reset(mark);
        match fitting.or(candidates.first()) {
            Some(id) => self.value(*id),
            None => Ok(()),
        }
    }
}
