//! A value made of members that stand apart: `flatten`.

use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeSeed, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::error::{Error, Kind, Step};
use super::key::Key;
use crate::cursor::{Cursor, Mark};

/// How often a type may refuse a member, one at a time, before that is an error.
const REFUSALS: usize = 20;

/// A member whose value stands at a mark.
#[derive(Clone)]
pub(crate) struct Member<'de> {
    pub(crate) key: Cow<'de, str>,
    pub(crate) value: Mark,
}

/// Decodes `T` from `members`, whose values stand at marks in the cursor's text. What `T` does not
/// want, having it ignored or refusing its name, is told by setting `ignored` at the member's
/// index. No two members may have one name.
pub(crate) fn decode_members<'de, T: Deserialize<'de>>(
    cursor: &mut Cursor<'de>,
    members: &[Member<'de>],
    ignored: &mut [bool],
) -> Result<T, Error> {
    ignored.fill(false);
    let mut attempts = 0;
    loop {
        let mut refused = false;
        let decoder = Members {
            cursor: &mut *cursor,
            all: members,
            ignored: &mut *ignored,
            refused: &mut refused,
            next: 0,
        };
        let error = match T::deserialize(decoder) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        attempts += 1;
        if attempts > REFUSALS || !(refused || set_aside(members, ignored, &error)) {
            return Err(error);
        }
    }
}

/// Marks the member as ignored whose name serde refused when the members were in its own hands, as
/// those of a tagged enum are.
#[cold]
fn set_aside(members: &[Member<'_>], ignored: &mut [bool], error: &Error) -> bool {
    let Kind::UnknownMember { name, .. } = &error.kind else {
        return false;
    };
    let mut left = members
        .iter()
        .zip(ignored)
        .filter(|(_, ignored)| !**ignored);
    match left.find(|(member, _)| error.path.is_empty() && member.key == *name) {
        Some((_, ignored)) => {
            *ignored = true;
            true
        }
        None => false,
    }
}

/// The members as an object.
struct Members<'a, 'de> {
    cursor: &'a mut Cursor<'de>,
    all: &'a [Member<'de>],
    ignored: &'a mut [bool],
    /// Set when a member's name is refused.
    refused: &'a mut bool,
    /// Index behind the current member.
    next: usize,
}

impl<'de> Members<'_, 'de> {
    fn advance(&mut self) -> Option<Cow<'de, str>> {
        loop {
            let member = self.all.get(self.next)?;
            let ignored = self.ignored.get(self.next) == Some(&true);
            self.next += 1;
            if !ignored {
                return Some(member.key.clone());
            }
        }
    }

    /// Moves to the current member's value.
    fn value(&mut self) -> &mut Cursor<'de> {
        if let Some(member) = self.current() {
            let mark = member.value;
            self.cursor.reset(mark);
        }
        self.cursor.ignored = usize::MAX;
        self.cursor
    }

    /// Notes whether the current member's value was ignored.
    fn note(&mut self) {
        let ignored = self
            .current()
            .is_some_and(|member| self.cursor.ignored == member.value.offset);
        if ignored {
            self.ignore();
        }
    }

    fn ignore(&mut self) {
        if let Some(ignored) = self.ignored.get_mut(self.next.wrapping_sub(1)) {
            *ignored = true;
        }
    }

    fn current(&self) -> Option<&Member<'de>> {
        self.all.get(self.next.wrapping_sub(1))
    }

    #[cold]
    fn inside(&self, error: Error) -> Error {
        match self.current() {
            Some(member) => error.inside(Step::Key(member.key.clone().into_owned())),
            None => error,
        }
    }

    /// Marks the current member as ignored if its name was refused, and with it those that would be
    /// refused next.
    #[cold]
    fn refused(&mut self, error: Error) -> Error {
        let Kind::UnknownMember { known, .. } = error.kind else {
            let name = self.current().map(|member| member.key.clone());
            return error.of_name(name.unwrap_or_default().into_owned());
        };
        *self.refused = true;
        self.ignore();
        if !known.is_empty() {
            for (member, ignored) in self.all.iter().zip(self.ignored.iter_mut()) {
                *ignored |= !known.contains(&&*member.key);
            }
        }
        error
    }
}

impl<'de> Deserializer<'de> for Members<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.all.is_empty() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.ignored.fill(true);
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string
        bytes byte_buf seq tuple tuple_struct map struct enum identifier
    }
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.advance() {
            Some(name) => match seed.deserialize(Key(name)) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.refused(error)),
            },
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match seed.deserialize(self.value()) {
            Ok(value) => {
                self.note();
                Ok(value)
            }
            Err(error) => Err(self.inside(error)),
        }
    }
}
