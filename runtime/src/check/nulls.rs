//! `null` in the place of members that may be left out, where a decoder does not take it for an absent member by itself.

use std::collections::HashMap;

use super::Checks;
use super::alternatives::name_start;
use super::node::{Id, Kinds};
use crate::cursor::{Cursor, Mark, Next, Syntax};

/// So many places are tried one by one; of more than these no `null` is kept.
const TRIED: usize = 32;

/// A place in a schema: a node, and the index of one of its properties.
type Place = (Id, usize);

/// A text in which members that are `null` may be left out.
pub(crate) struct Nulls<'de> {
    text: &'de str,
    members: Vec<Member>,
}

/// A member that may be left out.
struct Member {
    place: Place,
    /// Offset behind what stands before it: the bracket of its object, or another member.
    before: usize,
    end: usize,
    /// Offset of the member that comes next, or of the end of the object.
    next: usize,
    /// Which of the objects it is in, and how many members stand before it there.
    object: usize,
    index: usize,
}

impl Checks {
    /// The `null`s in a value's text that stand for members which the schema lets be absent, but not be `null`.
    pub(crate) fn nulls<'de>(&self, id: Id, text: &'de str) -> Option<Nulls<'de>> {
        if !text.contains("null") {
            return None;
        }
        let mut search = Search {
            checks: self,
            cursor: Cursor::new(text),
            objects: 0,
            twice: false,
            members: Vec::new(),
        };
        search.value(&[id]).ok()?;
        let Search { twice, members, .. } = search;
        // Without one of them, a name that stands twice would stand once.
        (!twice && !members.is_empty()).then_some(Nulls { text, members })
    }
}

impl Nulls<'_> {
    /// The text without all of them.
    pub(crate) fn left_out(&self) -> String {
        self.without(&[])
    }

    /// Decodes the text without those `null`s that are not taken otherwise: an `Option` whose default is a value of its own
    /// has two readings, and `null` is the one that was written.
    ///
    /// The last attempt that succeeds is the one that counts. An error is that of the text without all of them.
    pub(crate) fn decode<E>(
        &self,
        mut attempt: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        attempt(&self.left_out())?;
        let mut kept = Vec::new();
        for place in self.places() {
            kept.push(place);
            if attempt(&self.without(&kept)).is_err() {
                kept.pop();
            }
        }
        Ok(())
    }

    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for member in &self.members {
            if places.len() < TRIED && !places.contains(&member.place) {
                places.push(member.place);
            }
        }
        places
    }

    fn without(&self, kept: &[Place]) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut copied = 0;
        let mut gone: HashMap<usize, usize> = HashMap::new();
        let is_gone = |member: &&Member| !kept.contains(&member.place);
        for member in self.members.iter().filter(is_gone) {
            let gone = gone.entry(member.object).or_default();
            // With the comma before it, or where nothing is left there, with the one behind it.
            let end = if *gone == member.index {
                member.next
            } else {
                member.end
            };
            out.push_str(self.text.get(copied..member.before).unwrap_or_default());
            copied = end;
            *gone += 1;
        }
        out.push_str(self.text.get(copied..).unwrap_or_default());
        out
    }
}

struct Search<'c, 'de> {
    checks: &'c Checks,
    cursor: Cursor<'de>,
    /// How many objects were met.
    objects: usize,
    /// Whether a name stands twice in one of them.
    twice: bool,
    members: Vec<Member>,
}

impl Search<'_, '_> {
    /// Goes through a value that all of these nodes judge.
    fn value(&mut self, judges: &[Id]) -> Result<(), Syntax> {
        let next = self.cursor.peek()?;
        if judges.is_empty() || !matches!(next, Next::Array | Next::Object) {
            self.cursor.skip()?;
            return Ok(());
        }
        let mark = self.cursor.mark();
        let mut all = Vec::new();
        for id in judges {
            self.judges(*id, next, mark, &mut all)?;
        }
        self.cursor.reset(mark);
        match next {
            Next::Array => self.array(&all),
            _ => self.object(&all),
        }
    }

    /// Adds a node and those of its parts and alternatives that judge the value at a mark.
    fn judges(&mut self, id: Id, next: Next, mark: Mark, all: &mut Vec<Id>) -> Result<(), Syntax> {
        if all.contains(&id) {
            return Ok(());
        }
        all.push(id);
        let checks = self.checks;
        let node = checks.node(id);
        for part in &node.all_of {
            self.judges(*part, next, mark, all)?;
        }
        if node.any_of.is_empty() {
            return Ok(());
        }
        self.cursor.reset(mark);
        let text = self.cursor.skip()?;
        let candidates = checks.alternatives(node, next, text)?;
        let chosen = match candidates.as_slice() {
            [only] => Some(*only),
            _ => {
                let first = |fits: fn(&Checks, Id, &str) -> bool| {
                    candidates
                        .iter()
                        .copied()
                        .find(|id| fits(checks, *id, text))
                };
                first(Checks::fits_without_nulls).or_else(|| first(Checks::fits))
            }
        };
        chosen.map_or(Ok(()), |id| self.judges(id, next, mark, all))
    }

    fn array(&mut self, judges: &[Id]) -> Result<(), Syntax> {
        let checks = self.checks;
        self.cursor.array()?;
        let mut index = 0;
        while self.cursor.element(index == 0)? {
            let rules = judges
                .iter()
                .filter_map(|id| checks.node(*id).array.as_ref());
            let elements: Vec<Id> = rules.filter_map(|rules| rules.element(index)).collect();
            self.value(&elements)?;
            index += 1;
        }
        Ok(())
    }

    fn object(&mut self, judges: &[Id]) -> Result<(), Syntax> {
        let checks = self.checks;
        let object = self.objects;
        self.objects += 1;
        self.cursor.object()?;
        let mut names = self.cursor.names.open();
        let mut index = 0;
        let mut last: Option<usize> = None;
        loop {
            let before = self.cursor.offset();
            let Some(key) = self.cursor.key(index == 0)? else {
                break;
            };
            let start = name_start(self.cursor.text(), before);
            if let Some(last) = last.take().and_then(|last| self.members.get_mut(last)) {
                last.next = start;
            }
            self.twice |= !self.cursor.names.insert(&mut names, key.clone());
            let mut inner = Vec::new();
            let mut place = None;
            let mut optional = true;
            for id in judges {
                let Some(rules) = &checks.node(*id).object else {
                    continue;
                };
                let index = rules.find(0, &key);
                match index.and_then(|index| Some((index, rules.properties.get(index)?))) {
                    Some((index, property)) => {
                        optional &= !property.required;
                        inner.extend(property.node);
                        place = place.or(Some((*id, index)));
                    }
                    None => inner.extend(rules.unnamed()),
                }
            }
            if place.is_none() && inner.is_empty() {
                inner.extend(self.other_name(judges)?);
            }
            let place = place.filter(|_| optional && !self.admit_null(&inner));
            if let (Some(place), Next::Null) = (place, self.cursor.peek()?) {
                self.cursor.null()?;
                let end = self.cursor.offset();
                last = Some(self.members.len());
                self.members.push(Member {
                    place,
                    before,
                    end,
                    next: end,
                    object,
                    index,
                });
            } else {
                self.value(&inner)?;
            }
            index += 1;
        }
        self.cursor.names.close(&names);
        Ok(())
    }

    /// What judges the value that comes next if its member is one that the schema knows under another name: what it fits.
    fn other_name(&mut self, judges: &[Id]) -> Result<Option<Id>, Syntax> {
        let checks = self.checks;
        if !matches!(self.cursor.peek()?, Next::Array | Next::Object) {
            return Ok(None);
        }
        let mark = self.cursor.mark();
        let text = self.cursor.skip()?;
        self.cursor.reset(mark);
        let rules = judges
            .iter()
            .filter_map(|id| checks.node(*id).object.as_ref());
        let nodes = rules
            .flat_map(|rules| &rules.properties)
            .filter_map(|property| property.node);
        let mut nodes = nodes.filter(|id| !checks.node(*id).is_bare());
        Ok(nodes.find(|id| checks.fits_without_nulls(*id, text)))
    }

    /// Whether all of these nodes take `null`.
    fn admit_null(&self, judges: &[Id]) -> bool {
        let admits = |id: &Id| self.checks.node(*id).admits.meets(Kinds::NULL);
        judges.iter().all(admits)
    }
}
