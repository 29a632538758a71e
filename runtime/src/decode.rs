//! The [`Deserializer`] that user types meet: a [`Cursor`] that stands on a value.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::{Deserialize, Expected, Visitor};

use crate::cursor::{Cursor, Next, Reason};

pub(crate) use error::{Error, Kind, Received, Step};
pub(crate) use members::{Member, decode_members};

use access::{Enum, Map, Raw, Seq, close_enum};

mod access;
#[cfg(test)]
mod differential;
mod error;
mod key;
mod members;
mod number;
#[cfg(test)]
mod tests;

/// The name by which `serde_json`'s `RawValue` asks for a value's text.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Decodes the value at the cursor. After an error the cursor stands anywhere.
#[inline]
pub(crate) fn decode<'de, T: Deserialize<'de>>(cursor: &mut Cursor<'de>) -> Result<T, Error> {
    T::deserialize(cursor)
}

/// What `T` is when no value was written: an option's `None`, through any wrappers; other types
/// have no such value.
pub(crate) fn nothing<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(&mut Cursor::nothing()).ok()
}

macro_rules! integers {
    ($($method:ident $visit:ident $number:ident $type:ident,)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let value = number::$number(self, $type::MIN.into(), $type::MAX.into())?;
            #[expect(clippy::cast_possible_truncation, reason = "the value is within the type's bounds")]
            visitor.$visit(value as $type)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Cursor<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.buffered = true;
        match self.peek()? {
            Next::Object => self.deserialize_map(visitor),
            Next::Array => self.deserialize_seq(visitor),
            Next::String => self.deserialize_str(visitor),
            Next::Number => match number::any(self)? {
                number::Any::Unsigned(number) => visitor.visit_u64(number),
                number::Any::Signed(number) => visitor.visit_i64(number),
                number::Any::Float(number) => visitor.visit_f64(number),
            },
            Next::True | Next::False => visitor.visit_bool(self.boolean()?),
            Next::Null => {
                self.null()?;
                visitor.visit_unit()
            }
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(boolean(self)?)
    }

    integers! {
        deserialize_i8 visit_i8 signed i8,
        deserialize_i16 visit_i16 signed i16,
        deserialize_i32 visit_i32 signed i32,
        deserialize_u8 visit_u8 unsigned u8,
        deserialize_u16 visit_u16 unsigned u16,
        deserialize_u32 visit_u32 unsigned u32,
    }

    #[inline]
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(number::signed(self, i64::MIN, i64::MAX)?)
    }

    #[inline]
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(number::unsigned(self, u64::MIN, u64::MAX)?)
    }

    #[inline]
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i128(number::wide_signed(self)?)
    }

    #[inline]
    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u128(number::wide_unsigned(self)?)
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f32(number::single(self)?)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(number::double(self)?)
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match string(self, &visitor)? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.peek()? == Next::Array {
            return self.deserialize_seq(visitor);
        }
        match string(self, &"a string or an array of bytes")? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if absent(self)? {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        unit(self)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            return visitor.visit_map(Raw::new(self.skip()?));
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut seq = Seq::open(self)?;
        let value = visitor.visit_seq(&mut seq)?;
        seq.close(None)?;
        Ok(value)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        let mut seq = Seq::open(self)?;
        match visitor.visit_seq(&mut seq) {
            Ok(value) => {
                seq.close(Some(len))?;
                Ok(value)
            }
            Err(error) => Err(error.of_tuple(len)),
        }
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut map = Map::open(self, true)?;
        let value = visitor.visit_map(&mut map)?;
        map.close()?;
        Ok(value)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut map = Map::open(self, false)?;
        let value = visitor.visit_map(&mut map)?;
        map.close()?;
        Ok(value)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = Enum::open(self, variants)?;
        let start = variant.start();
        let value = visitor.visit_enum(variant)?;
        close_enum(self, start)?;
        Ok(value)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.ignored = self.offset();
        self.skip()?;
        visitor.visit_unit()
    }
}

fn boolean(cursor: &mut Cursor<'_>) -> Result<bool, Error> {
    match cursor.peek()? {
        Next::True | Next::False => Ok(cursor.boolean()?),
        _ => Err(mismatch(cursor, &"true or false")),
    }
}

fn unit(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    match cursor.peek()? {
        Next::Null => Ok(cursor.null()?),
        _ => Err(mismatch(cursor, &"null")),
    }
}

/// Whether an option is `None` here; reads the `null`, if one is written.
fn absent(cursor: &mut Cursor<'_>) -> Result<bool, Error> {
    match cursor.peek() {
        Ok(Next::Null) => {
            cursor.null()?;
            Ok(true)
        }
        Ok(_) => Ok(false),
        Err(syntax) if syntax.reason == Reason::Nothing => Ok(true),
        Err(syntax) => Err(syntax.into()),
    }
}

fn string<'de>(cursor: &mut Cursor<'de>, expected: &dyn Expected) -> Result<Cow<'de, str>, Error> {
    match cursor.peek()? {
        Next::String => Ok(cursor.string()?),
        _ => Err(mismatch(cursor, expected)),
    }
}

/// The error for a value of another type than `expected`; a syntax error if it is none.
#[cold]
fn mismatch(cursor: &mut Cursor<'_>, expected: &dyn Expected) -> Error {
    match Received::read(cursor) {
        Ok(received) => Error::mismatch(received, expected),
        Err(syntax) => syntax.into(),
    }
}
