//! JSON text from a value, refusing what JSON cannot hold: numbers that are not finite, and members that stand twice.

use std::collections::HashSet;

use serde::ser::{self, Error as _, Serialize, Serializer};

pub(super) const NOT_FINITE: &str =
    "a number is not finite (NaN or infinite), which JSON cannot hold";

/// Serialises to one line of JSON.
pub(super) fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    let mut out = Vec::with_capacity(128);
    value.serialize(Strict(&mut serde_json::Serializer::new(&mut out)))?;
    String::from_utf8(out).map_err(serde_json::Error::custom)
}

/// A serialiser, and with it each one that it hands out, that refuses more.
struct Strict<S>(S);

/// A value that is to be serialised strictly, however deep it lies.
struct Inner<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Serialize for Inner<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Strict(serializer))
    }
}

/// The members of a struct so far. Two fields can be renamed alike, and a variant's content can have a field of the
/// tag's name.
struct Fields<F> {
    inner: F,
    names: Names,
}

impl<F> Fields<F> {
    fn new(inner: F) -> Self {
        let names = Names {
            bits: 0,
            count: 0,
            first: [""; 12],
            rest: Vec::new(),
        };
        Self { inner, names }
    }
}

/// The names of a struct's fields so far, with the first few in place.
struct Names {
    /// A bit for each name, by its length and its ends: most names are known to be new by it alone.
    bits: u64,
    count: usize,
    first: [&'static str; 12],
    rest: Vec<&'static str>,
}

impl Names {
    /// Notes a name and says whether it is new.
    fn insert(&mut self, name: &'static str) -> bool {
        let end = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
        let bytes = name.as_bytes();
        let bit = 1 << ((bytes.len() ^ end(bytes.first()) ^ (end(bytes.last()) << 2)) & 63);
        if self.bits & bit != 0
            && self
                .first
                .iter()
                .take(self.count)
                .chain(&self.rest)
                .any(|known| *known == name)
        {
            return false;
        }
        self.bits |= bit;
        match self.first.get_mut(self.count) {
            Some(place) => {
                *place = name;
                self.count += 1;
            }
            None => self.rest.push(name),
        }
        true
    }
}

#[cold]
fn repeated<E: ser::Error>(name: &str) -> E {
    E::custom(format_args!(
        "the member `{name}` stands twice in one object"
    ))
}

/// The members of a map so far.
struct Members<M> {
    inner: M,
    keys: HashSet<String>,
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $method(self $(, $argument: $type)*) -> Result<Self::Ok, Self::Error> {
            self.0.$method($($argument),*)
        }
    )*};
}

impl<S: Serializer> Serializer for Strict<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Strict<S::SerializeSeq>;
    type SerializeTuple = Strict<S::SerializeTuple>;
    type SerializeTupleStruct = Strict<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Strict<S::SerializeTupleVariant>;
    type SerializeMap = Members<S::SerializeMap>;
    type SerializeStruct = Fields<S::SerializeStruct>;
    type SerializeStructVariant = Fields<S::SerializeStructVariant>;

    forward! {
        serialize_bool(v: bool);
        serialize_i8(v: i8);
        serialize_i16(v: i16);
        serialize_i32(v: i32);
        serialize_i64(v: i64);
        serialize_i128(v: i128);
        serialize_u8(v: u8);
        serialize_u16(v: u16);
        serialize_u32(v: u32);
        serialize_u64(v: u64);
        serialize_u128(v: u128);
        serialize_char(v: char);
        serialize_str(v: &str);
        serialize_bytes(v: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    fn serialize_f32(self, v: f32) -> Result<S::Ok, S::Error> {
        if v.is_finite() {
            self.0.serialize_f32(v)
        } else {
            Err(S::Error::custom(NOT_FINITE))
        }
    }

    fn serialize_f64(self, v: f64) -> Result<S::Ok, S::Error> {
        if v.is_finite() {
            self.0.serialize_f64(v)
        } else {
            Err(S::Error::custom(NOT_FINITE))
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Inner(value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Inner(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0
            .serialize_newtype_variant(name, index, variant, &Inner(value))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.0.serialize_seq(length).map(Strict)
    }

    fn serialize_tuple(self, length: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.0.serialize_tuple(length).map(Strict)
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.0.serialize_tuple_struct(name, length).map(Strict)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.0
            .serialize_tuple_variant(name, index, variant, length)
            .map(Strict)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Ok(Members {
            inner: self.0.serialize_map(length)?,
            keys: HashSet::new(),
        })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        self.0.serialize_struct(name, length).map(Fields::new)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.0
            .serialize_struct_variant(name, index, variant, length)
            .map(Fields::new)
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! elements {
    ($($trait:ident::$method:ident;)*) => {$(
        impl<S: ser::$trait> ser::$trait for Strict<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.0.$method(&Inner(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! fields {
    ($($trait:ident)*) => {$(
        impl<S: ser::$trait> ser::$trait for Fields<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                if !self.names.insert(key) {
                    return Err(repeated(key));
                }
                self.inner.serialize_field(key, &Inner(value))
            }

            fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(key)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl<M: ser::SerializeMap> ser::SerializeMap for Members<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), M::Error> {
        // Flattened structs are written as maps, and two of them can hold one name.
        let text = serde_json::to_string(key).map_err(M::Error::custom)?;
        let text = text.trim_matches('"').to_owned();
        if !self.keys.insert(text.clone()) {
            return Err(repeated(&text));
        }
        self.inner.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), M::Error> {
        self.inner.serialize_value(&Inner(value))
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.inner.end()
    }
}
