//! The names read so far in each open object, so that no name stands twice in one.

use std::borrow::Cow;
use std::collections::HashSet;

/// Beyond so many names in an object they are looked up by hash.
const LINEAR: usize = 16;

/// The names of all open objects: those of an inner object stand behind those of the object around
/// it.
#[derive(Default)]
pub(crate) struct Names<'de> {
    few: Vec<Cow<'de, str>>,
    /// The names of objects with many, each beside its object's number.
    many: Option<HashSet<(u32, Cow<'de, str>)>>,
    last: u32,
}

/// The part of [`Names`] that belongs to one object.
pub(crate) struct Object {
    base: usize,
    /// The object's number once it has many names, 0 before.
    number: u32,
}

impl<'de> Names<'de> {
    #[inline]
    pub(crate) fn open(&self) -> Object {
        Object {
            base: self.few.len(),
            number: 0,
        }
    }

    /// Notes a name. `false`: the object has it already.
    pub(crate) fn insert(&mut self, object: &mut Object, name: Cow<'de, str>) -> bool {
        if object.number == 0 {
            let own = self.few.get(object.base..).unwrap_or_default();
            if own.contains(&name) {
                return false;
            }
            if own.len() < LINEAR {
                self.few.push(name);
                return true;
            }
            self.hash(object);
        }
        let many = self.many.get_or_insert_default();
        many.insert((object.number, name))
    }

    #[inline]
    pub(crate) fn close(&mut self, object: &Object) {
        if self.few.len() > object.base {
            self.forget(object.base);
        }
    }

    #[inline(never)]
    fn forget(&mut self, base: usize) {
        self.few.truncate(base);
    }

    #[cold]
    fn hash(&mut self, object: &mut Object) {
        // A number is never used again, so that what an earlier object left behind is never met.
        self.last = self.last.wrapping_add(1).max(1);
        object.number = self.last;
        let many = self.many.get_or_insert_default();
        let base = object.base.min(self.few.len());
        many.extend(self.few.drain(base..).map(|name| (object.number, name)));
    }
}
