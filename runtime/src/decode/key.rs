//! The name of a member, or of a variant, as a value.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::error::{Error, Quoted, Received};
use super::number;

/// A member's name.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

macro_rules! numbers {
    ($($method:ident $visit:ident($number:expr),)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number: fn(&str) -> Result<_, Error> = $number;
            visitor.$visit(number(&self.0)?)
        }
    )*};
}

macro_rules! integers {
    ($($method:ident $visit:ident $number:ident $type:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number = number::key(&self.0, &$type::MIN, &$type::MAX)?;
            let value = number.$number($type::MIN.into(), $type::MAX.into())?;
            #[expect(clippy::cast_possible_truncation, reason = "the value is within the type's bounds")]
            visitor.$visit(value as $type)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(name) => visitor.visit_borrowed_str(name),
            Cow::Owned(name) => visitor.visit_string(name),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(name) => visitor.visit_borrowed_str(name),
            // Not by `visit_string`, which would be one more function in each user type.
            Cow::Owned(name) => visitor.visit_str(&name),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(boolean(&self.0)?)
    }

    integers! {
        deserialize_i8 visit_i8 signed i8,
        deserialize_i16 visit_i16 signed i16,
        deserialize_i32 visit_i32 signed i32,
        deserialize_u8 visit_u8 unsigned u8,
        deserialize_u16 visit_u16 unsigned u16,
        deserialize_u32 visit_u32 unsigned u32,
    }

    numbers! {
        deserialize_i64 visit_i64(|name| number::key(name, &i64::MIN, &i64::MAX)?.signed(i64::MIN, i64::MAX)),
        deserialize_u64 visit_u64(|name| number::key(name, &u64::MIN, &u64::MAX)?.unsigned(u64::MIN, u64::MAX)),
        deserialize_i128 visit_i128(|name| number::key(name, &i128::MIN, &i128::MAX)?.wide_signed()),
        deserialize_u128 visit_u128(|name| number::key(name, &u128::MIN, &u128::MAX)?.wide_unsigned()),
        deserialize_f32 visit_f32(number::single_key),
        deserialize_f64 visit_f64(number::double_key),
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(name) => visitor.visit_borrowed_bytes(name.as_bytes()),
            Cow::Owned(name) => visitor.visit_byte_buf(name.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    /// A member's name is there, always.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct
    }
}

impl<'de> EnumAccess<'de> for Key<'de> {
    type Error = Error;
    type Variant = Bare;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Bare), Error> {
        let bare = Bare(self.0.clone().into_owned());
        Ok((seed.deserialize(self)?, bare))
    }
}

/// A variant's name without content.
pub(super) struct Bare(String);

impl Bare {
    #[cold]
    fn without_content<T>(self) -> Result<T, Error> {
        let expected = format!("a value beside the variant {}", Quoted(&self.0));
        Err(Error::mismatch(
            Received::String(self.0),
            &expected.as_str(),
        ))
    }
}

impl<'de> VariantAccess<'de> for Bare {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, Error> {
        self.without_content()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        self.without_content()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        self.without_content()
    }
}

fn boolean(name: &str) -> Result<bool, Error> {
    match name {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => {
            let received = Received::String(name.to_owned());
            Err(Error::mismatch(received, &"\"true\" or \"false\""))
        }
    }
}
