//! Members under names of which only the decoder knows.

use std::borrow::Cow;

use super::{Stop, Walk};
use crate::check::alternatives::name_start;
use crate::check::decoder::{Candidate, Frame, Known, Stray};
use crate::check::node::{Id, ObjectRules, Property, Rest};
use crate::fault::TOLD;
use crate::seen::Seen;

/// A member's name, and the index of the property that it is, if that can be told.
pub(super) type Alias<'de> = (Cow<'de, str>, Option<usize>);

impl<'de> Walk<'_, 'de> {
    /// Members under another name than the schema's that the decoder takes for a property, by its index if that can be
    /// told. Asked only where something would be wrong otherwise.
    pub(super) fn aliases(
        &mut self,
        id: Id,
        rules: &ObjectRules,
        tag: Option<(usize, usize)>,
    ) -> Result<Vec<Alias<'de>>, Stop> {
        let mut aliases = Vec::new();
        let decoder = self.decoder().filter(|_| !rules.properties.is_empty());
        let Some(decoder) = decoder else {
            return Ok(aliases);
        };
        let mut seen = Seen::default();
        let strays = self.members(|name| match rules.find(0, name) {
            Some(index) => {
                seen.insert(index);
                false
            }
            None => true,
        })?;
        // Under another name a member may also stand for the second time.
        let tag_name = tag.map(|(start, _)| self.cursor.name_at(start));
        let accepted = decoder.has_accepted();
        let asked = |property: &Property, absent: bool| match rules.rest {
            _ if tag_name.as_deref() == Some(&property.name) => false,
            Rest::Nothing => absent || !accepted,
            Rest::Anything if accepted => absent,
            Rest::Anything | Rest::Judged(_) => property.required && (absent || !accepted),
        };
        let candidates = rules.properties.iter().enumerate();
        let candidates = candidates.filter_map(|(index, property)| {
            let absent = !seen.contains(index);
            asked(property, absent).then_some(Candidate {
                index,
                name: &property.name,
                absent,
            })
        });
        let candidates: Vec<Candidate<'_>> = candidates.collect();
        if !rules.is_closed() && candidates.iter().all(|candidate| !candidate.absent) {
            return Ok(aliases);
        }
        self.frames.push(Frame::Member { tag });
        let text = self.cursor.text();
        for stray in strays {
            let value = text.get(stray.value..stray.end).unwrap_or_default();
            let known = if accepted {
                decoder.renamed(id, text, &stray, &candidates)
            } else {
                decoder.stray(self.place(), &stray.name, value, &candidates)
            };
            match known {
                Known::No => {}
                Known::As(index) => aliases.push((stray.name, Some(index))),
                Known::Yes => aliases.push((stray.name, None)),
            }
        }
        self.frames.pop();
        Ok(aliases)
    }

    /// The members of the object that comes next whose names are such; the cursor stays.
    pub(super) fn members(
        &mut self,
        mut is_meant: impl FnMut(&str) -> bool,
    ) -> Result<Vec<Stray<'de>>, Stop> {
        let mark = self.cursor.mark();
        let mut members = Vec::new();
        let mut first = true;
        self.cursor.object()?;
        loop {
            let before = self.cursor.offset();
            let Some(name) = self.cursor.key(first)? else {
                break;
            };
            first = false;
            let value = self.cursor.skip()?;
            if is_meant(&name) && members.len() < TOLD {
                let end = self.cursor.offset();
                members.push(Stray {
                    name,
                    start: name_start(self.cursor.text(), before),
                    value: end - value.len(),
                    end,
                });
            }
        }
        self.cursor.reset(mark);
        Ok(members)
    }
}
