//! Members under names of which only the decoder knows.

use std::borrow::Cow;

use super::{Stop, Walk};
use crate::check::decoder::{Candidate, Frame, Known};
use crate::check::node::ObjectRules;
use crate::fault::TOLD;
use crate::seen::Seen;

/// A member's name, and the index of the property that it is, if that can be told.
pub(super) type Alias<'de> = (Cow<'de, str>, Option<usize>);

impl<'de> Walk<'_, 'de> {
    /// Members under another name than the schema's that the decoder takes for a property, by its index if that can be
    /// told. Asked only where something would be wrong otherwise.
    pub(super) fn aliases(
        &mut self,
        rules: &ObjectRules,
        tag: Option<(usize, usize)>,
    ) -> Result<Vec<Alias<'de>>, Stop> {
        let mut aliases = Vec::new();
        let decoder = self.decoder().filter(|_| !rules.properties.is_empty());
        let Some(decoder) = decoder else {
            return Ok(aliases);
        };
        let mark = self.cursor.mark();
        let mut strays = Vec::new();
        let mut seen = Seen::default();
        let mut first = true;
        self.cursor.object()?;
        while let Some(key) = self.cursor.key(first)? {
            first = false;
            let value = self.cursor.skip()?;
            match rules.find(0, &key) {
                Some(index) => {
                    seen.insert(index);
                }
                None if strays.len() < TOLD => strays.push((key, value)),
                None => {}
            }
        }
        self.cursor.reset(mark);
        // Under another name a member may also stand for the second time.
        let tag_name = tag.map(|(start, _)| self.cursor.name_at(start));
        let candidates = rules.properties.iter().enumerate().filter(|(_, property)| {
            (rules.is_closed() || property.required) && tag_name.as_deref() != Some(&property.name)
        });
        let candidates = candidates.map(|(index, property)| Candidate {
            index,
            name: &property.name,
            absent: !seen.contains(index),
        });
        let candidates: Vec<Candidate<'_>> = candidates.collect();
        if !rules.is_closed() && candidates.iter().all(|candidate| !candidate.absent) {
            return Ok(aliases);
        }
        self.frames.push(Frame::Member { tag });
        for (key, value) in strays {
            match decoder.stray(self.place(), &key, value, &candidates) {
                Known::No => {}
                Known::As(index) => aliases.push((key, Some(index))),
                Known::Yes => aliases.push((key, None)),
            }
        }
        self.frames.pop();
        Ok(aliases)
    }
}
