//! What a visitor is handed to read the inside of an array, an object or an enum.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::error::{Error, Kind, Quoted, Received, Step, one_of, tuple};
use super::key::Key;
use super::{RAW_VALUE, mismatch};
use crate::cursor::{Cursor, Next, Object};

/// The elements of an array.
pub(super) struct Seq<'a, 'de> {
    cursor: &'a mut Cursor<'de>,
    /// How many elements were begun.
    count: usize,
    open: bool,
}

impl<'a, 'de> Seq<'a, 'de> {
    pub(super) fn open(cursor: &'a mut Cursor<'de>) -> Result<Self, Error> {
        match cursor.peek()? {
            Next::Array => cursor.array()?,
            _ => return Err(mismatch(cursor, &"an array")),
        }
        Ok(Self {
            cursor,
            count: 0,
            open: true,
        })
    }

    /// Ends the array. `len`: of how many elements it should have been, if the visitor takes a
    /// fixed number.
    #[inline]
    pub(super) fn close(mut self, len: Option<usize>) -> Result<(), Error> {
        if self.open { self.rest(len) } else { Ok(()) }
    }

    fn advance(&mut self) -> Result<bool, Error> {
        self.open = self.open && self.cursor.element(self.count == 0)?;
        self.count += usize::from(self.open);
        Ok(self.open)
    }

    fn rest(&mut self, len: Option<usize>) -> Result<(), Error> {
        let taken = self.count;
        while self.advance()? {
            self.cursor.skip()?;
        }
        if self.count == taken {
            return Ok(());
        }
        Err(Error::new(Kind::Length {
            length: self.count,
            expected: len.map_or_else(|| format!("at most {taken} elements"), tuple),
        }))
    }

    #[cold]
    fn inside(&self, error: Error) -> Error {
        error.inside(Step::Index(self.count.saturating_sub(1)))
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if !self.advance()? {
            return Ok(None);
        }
        match seed.deserialize(&mut *self.cursor) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.inside(error)),
        }
    }
}

/// The members of an object.
pub(super) struct Map<'a, 'de> {
    cursor: &'a mut Cursor<'de>,
    /// Offset behind the `{`.
    start: usize,
    /// Offset behind what stands before the current member.
    member: usize,
    /// Offset of the current member's value.
    value: usize,
    names: Object,
    /// Whether each name is noted here. A derived struct refuses a second one of those it knows:
    /// only the names that it ignores are noted for it.
    all: bool,
    open: bool,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn open(cursor: &'a mut Cursor<'de>, all: bool) -> Result<Self, Error> {
        match cursor.peek()? {
            Next::Object => cursor.object()?,
            _ => return Err(mismatch(cursor, &"an object")),
        }
        let start = cursor.offset();
        Ok(Self {
            start,
            member: start,
            value: start,
            names: cursor.names.open(),
            all,
            open: true,
            cursor,
        })
    }

    #[inline]
    pub(super) fn close(mut self) -> Result<(), Error> {
        if self.open { self.rest() } else { Ok(()) }
    }

    fn advance(&mut self) -> Result<Option<Cow<'de, str>>, Error> {
        if !self.open {
            return Ok(None);
        }
        if self.cursor.ignored == self.value && !self.all {
            let name = self.cursor.name_at(self.member);
            self.note(&name)?;
        }
        self.member = self.cursor.offset();
        let Some(name) = self.cursor.key(self.member == self.start)? else {
            self.open = false;
            self.cursor.names.close(&self.names);
            return Ok(None);
        };
        self.value = self.cursor.offset();
        if self.all {
            self.note(&name)?;
        }
        Ok(Some(name))
    }

    #[expect(
        clippy::ptr_arg,
        reason = "a name that is borrowed stays so where it is noted"
    )]
    #[inline(never)]
    fn note(&mut self, name: &Cow<'de, str>) -> Result<(), Error> {
        if self.cursor.names.insert(&mut self.names, name.clone()) {
            return Ok(());
        }
        let name = self.cursor.name_at(self.member).into_owned();
        Err(Error::new(Kind::Duplicate(name)))
    }

    #[cold]
    fn rest(&mut self) -> Result<(), Error> {
        let mut left = 0;
        if self.cursor.offset() == self.value && self.value != self.start {
            self.cursor.skip()?;
        }
        while self.advance()?.is_some() {
            self.cursor.skip()?;
            left += 1;
        }
        match left {
            0 => Ok(()),
            _ => Err(Error::new(Kind::Custom(format!(
                "{left} members more than the value takes"
            )))),
        }
    }

    #[cold]
    fn inside(&self, error: Error) -> Error {
        error.inside(Step::Key(self.cursor.name_at(self.member).into_owned()))
    }

    #[cold]
    fn refused(&self, error: Error) -> Error {
        match error.kind {
            Kind::UnknownMember { .. } => error,
            _ => error.of_name(self.cursor.name_at(self.member).into_owned()),
        }
    }
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.advance()? {
            Some(name) => match seed.deserialize(Key(name)) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.refused(error)),
            },
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match seed.deserialize(&mut *self.cursor) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.inside(error)),
        }
    }
}

/// A variant: a string, or an object with one member.
pub(super) struct Enum<'a, 'de> {
    name: Cow<'de, str>,
    content: Content<'a, 'de>,
}

/// What stands behind a variant's name.
pub(super) struct Content<'a, 'de> {
    cursor: &'a mut Cursor<'de>,
    /// Where the variant's name stands.
    name: usize,
    object: bool,
}

impl<'a, 'de> Enum<'a, 'de> {
    pub(super) fn open(
        cursor: &'a mut Cursor<'de>,
        variants: &'static [&'static str],
    ) -> Result<Self, Error> {
        let object = match cursor.peek()? {
            Next::String => false,
            Next::Object => true,
            _ => return Err(mismatch(cursor, &one_of(variants).as_str())),
        };
        if object {
            cursor.object()?;
        }
        let at = cursor.offset();
        let name = if object {
            cursor.key(true)?.ok_or_else(|| members(0))?
        } else {
            cursor.string()?
        };
        let content = Content {
            cursor,
            name: at,
            object,
        };
        Ok(Self { name, content })
    }

    /// Where the content begins, if there is one.
    #[inline]
    pub(super) fn start(&self) -> Option<usize> {
        self.content.object.then(|| self.content.cursor.offset())
    }
}

/// Ends the object around a variant's content, which begins at `start`, if there is one.
pub(super) fn close_enum(cursor: &mut Cursor<'_>, start: Option<usize>) -> Result<(), Error> {
    let Some(start) = start else { return Ok(()) };
    if cursor.offset() == start {
        cursor.skip()?;
    }
    let mut count = 1;
    while cursor.key(false)?.is_some() {
        cursor.skip()?;
        count += 1;
    }
    match count {
        1 => Ok(()),
        _ => Err(members(count)),
    }
}

/// The error for an object around a variant that has not one member, but `length`.
#[cold]
fn members(length: usize) -> Error {
    Error::new(Kind::Length {
        length,
        expected: "an object with one member".to_owned(),
    })
}

impl<'a, 'de> EnumAccess<'de> for Enum<'a, 'de> {
    type Error = Error;
    type Variant = Content<'a, 'de>;

    #[inline]
    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Error> {
        let variant = seed.deserialize(Key(self.name))?;
        Ok((variant, self.content))
    }
}

impl<'de> Content<'_, 'de> {
    /// The content, which must be there.
    fn cursor(&mut self) -> Result<&mut Cursor<'de>, Error> {
        if self.object {
            return Ok(self.cursor);
        }
        let name = self.name();
        let expected = format!("an object with the member {}", Quoted(&name));
        Err(Error::mismatch(Received::String(name), &expected.as_str()))
    }

    fn unit(&self) -> Result<(), Error> {
        if !self.object {
            return Ok(());
        }
        let expected = format!("the string {}", Quoted(&self.name()));
        Err(Error::mismatch(Received::Object, &expected.as_str()))
    }

    #[cold]
    fn inside(&self, error: Error) -> Error {
        error.inside(Step::Key(self.name()))
    }

    #[cold]
    fn name(&self) -> String {
        self.cursor.name_at(self.name).into_owned()
    }
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = Error;

    #[inline]
    fn unit_variant(self) -> Result<(), Error> {
        self.unit()
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.cursor()?)
            .map_err(|error| self.inside(error))
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value, Error> {
        let value = self.cursor()?.deserialize_tuple(len, visitor);
        value.map_err(|error| self.inside(error))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let value = self.cursor()?.deserialize_struct("", fields, visitor);
        value.map_err(|error| self.inside(error))
    }
}

/// The object in whose shape `serde_json`'s `RawValue` takes a value's text.
pub(super) struct Raw<'de>(Option<&'de str>);

impl<'de> Raw<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self(Some(text))
    }
}

impl<'de> MapAccess<'de> for Raw<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(RAW_VALUE))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(BorrowedStrDeserializer::new(
            self.0.take().unwrap_or_default(),
        ))
    }
}
