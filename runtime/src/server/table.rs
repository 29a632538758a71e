//! The tools of a server between two changes: their order, their names, and the pages of their list.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock};

use crate::protocol::Revision;
use crate::tool::Row;

/// The tools of a server between two changes.
#[derive(Default)]
pub(crate) struct Table {
    /// In the order of registration.
    rows: Vec<Arc<Row>>,
    /// Beside each row the number of its place, which no other row ever has: they rise.
    places: Vec<u64>,
    /// The next number.
    next: u64,
    by_name: HashMap<Cow<'static, str>, usize, BuildHasherDefault<NameHasher>>,
    /// The whole list, by revision, once somebody has asked for it.
    lists: [OnceLock<String>; Revision::ALL.len()],
}

impl Table {
    /// The table in which some rows stand no more and others stand anew; a new one of a name that stands no more takes
    /// its place, the rest follow. No two rows may have one name.
    pub(crate) fn changed(
        &self,
        stays: impl Fn(&Row) -> bool,
        added: impl IntoIterator<Item = Row>,
    ) -> Self {
        let mut added: Vec<Option<Arc<Row>>> =
            added.into_iter().map(|row| Some(Arc::new(row))).collect();
        let mut table = Self {
            next: self.next,
            ..Self::default()
        };
        for (row, place) in self.rows.iter().zip(&self.places) {
            let stands = if stays(row) {
                Some(Arc::clone(row))
            } else {
                let is_next = |new: &&mut Option<Arc<Row>>| {
                    new.as_ref()
                        .is_some_and(|new| new.tool.name == row.tool.name)
                };
                added.iter_mut().find(is_next).and_then(Option::take)
            };
            if let Some(row) = stands {
                table.put(row, *place);
            }
        }
        for row in added.into_iter().flatten() {
            let place = table.next;
            table.next += 1;
            table.put(row, place);
        }
        table
    }

    fn put(&mut self, row: Arc<Row>, place: u64) {
        self.by_name.insert(row.tool.name.clone(), self.rows.len());
        self.rows.push(row);
        self.places.push(place);
    }

    pub(crate) fn rows(&self) -> &[Arc<Row>] {
        &self.rows
    }

    #[inline]
    pub(crate) fn row(&self, name: &str) -> Option<&Arc<Row>> {
        self.rows.get(*self.by_name.get(name)?)
    }

    /// The result of `tools/list`: all of it, or the page that a cursor leads to; an error is a sentence for the client.
    pub(crate) fn page(
        &self,
        cursor: Option<&str>,
        revision: Revision,
        listing: &Listing,
    ) -> Result<Cow<'_, str>, &'static str> {
        let Some(size) = listing.page_size else {
            return match cursor {
                None => Ok(self.whole(revision, listing).into()),
                Some(_) => Err(
                    "`cursor` is not one that this server gave; the list has a single page, omit it",
                ),
            };
        };
        let start = match cursor {
            None => 0,
            Some(cursor) => {
                let last = listing.place(cursor).filter(|place| *place < self.next);
                let last = last.ok_or(
                    "`cursor` is not one that this server gave; omit it to begin with the first page",
                )?;
                // The tool that the last page ended with may be gone: the next one follows all the same.
                self.places.partition_point(|place| *place <= last)
            }
        };
        if start == 0 && self.rows.len() <= size {
            return Ok(self.whole(revision, listing).into());
        }
        let end = start.saturating_add(size).min(self.rows.len());
        let rows = self.rows.get(start..end).unwrap_or_default();
        let texts = rows.iter().map(|row| row.listed(revision).into());
        let last = self.places.get(end.saturating_sub(1));
        let next = last.filter(|_| end < self.rows.len());
        Ok(listing.write(texts, next.copied(), revision).into())
    }

    /// The list in one page.
    fn whole(&self, revision: Revision, listing: &Listing) -> &str {
        let Some(list) = self.lists.get(revision.index()) else {
            return "{}";
        };
        list.get_or_init(|| {
            let texts = self.rows.iter().map(|row| match listing.page_size {
                None => row.listing_text(revision).into(),
                Some(_) => row.listed(revision).into(),
            });
            listing.write(texts, None, revision)
        })
    }
}

/// What a server's lists have in common.
pub(crate) struct Listing {
    /// The most tools of a page; unset, all stand in one.
    page_size: Option<usize>,
    /// `"ttlMs":…,"cacheScope":…`.
    cache_hints: String,
    /// How every result ends since 2026-07-28.
    modern_end: String,
    /// What the cursors of this server begin with, so that it knows those of another.
    mark: String,
}

impl Listing {
    /// `table` holds the tools that the server begins with.
    pub(crate) fn new(
        page_size: Option<usize>,
        cache_hints: String,
        modern_end: String,
        table: &Table,
    ) -> Self {
        // The same in each process that runs the same program: the next page may be asked of another copy.
        let mut hasher = NameHasher::default();
        for row in table.rows() {
            hasher.write(row.tool.name.as_bytes());
            hasher.write_u8(0xff);
        }
        Self {
            page_size,
            cache_hints,
            modern_end,
            mark: format!("{:016x}.", hasher.finish()),
        }
    }

    fn write<'t>(
        &self,
        tools: impl Iterator<Item = Cow<'t, str>>,
        next: Option<u64>,
        revision: Revision,
    ) -> String {
        let mut out = String::from("{\"tools\":[");
        for (index, tool) in tools.enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str(&tool);
        }
        out.push(']');
        if let Some(place) = next {
            // Writing to a text does not fail.
            let _ = write!(out, ",\"nextCursor\":\"{}{place}\"", self.mark);
        }
        if revision.is_stateless() {
            out.push(',');
            out.push_str(&self.cache_hints);
            out.push_str(&self.modern_end);
        } else {
            out.push('}');
        }
        out
    }

    /// The place of the last tool of the page before, if the cursor is one of this server's.
    fn place(&self, cursor: &str) -> Option<u64> {
        let digits = cursor.strip_prefix(&self.mark)?;
        let place: u64 = digits.parse().ok()?;
        (place.to_string() == digits).then_some(place)
    }
}

/// A hasher for the names of a server's tools, which are its author's: nobody gains by names that collide.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl NameHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        // An odd number without a pattern spreads each bit over those above it.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for NameHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = bytes.len() as u64;
        for byte in rest {
            last = last << 8 | u64::from(*byte);
        }
        self.add(last);
    }

    /// The end of a text says nothing that its length has not said.
    #[inline]
    fn write_u8(&mut self, _: u8) {}

    #[inline]
    fn finish(&self) -> u64 {
        // The table picks by the lowest bits and by the highest.
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::Hash as _;

    use super::*;

    #[test]
    fn names_that_are_much_alike_fall_into_different_places() {
        let names: Vec<String> = (0..1_000)
            .flat_map(|number| {
                [
                    format!("tool_{number}"),
                    format!("{number}"),
                    format!("get_item_number_{number:04}"),
                ]
            })
            .collect();
        let hashes: Vec<u64> = names
            .iter()
            .map(|name| {
                let mut hasher = NameHasher::default();
                name.as_str().hash(&mut hasher);
                hasher.finish()
            })
            .collect();
        let distinct = |part: &dyn Fn(u64) -> u64| {
            hashes
                .iter()
                .map(|hash| part(*hash))
                .collect::<HashSet<_>>()
                .len()
        };
        assert_eq!(distinct(&|hash| hash), names.len());
        // 3,000 balls in 4,096 places leave some 2,130 of them taken when they fall at random.
        assert!(
            distinct(&|hash| hash % 4_096) > 2_000,
            "{}",
            distinct(&|hash| hash % 4_096)
        );
        assert_eq!(distinct(&|hash| hash >> 57), 128);
    }
}
