//! Types and tools as data: what the source is written from, and what values are judged by.

use crate::number::Decimal;

/// All generated types, and a tool for each.
pub struct Universe {
    /// A type refers to earlier ones, or to itself.
    pub types: Vec<Definition>,
    /// The tool of each type, in the same order.
    pub tools: Vec<Tool>,
}

/// A type as it stands in a field.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Type {
    Bool,
    Integer(Integer),
    NonZero(Integer),
    F32,
    F64,
    Char,
    /// A string, by the Rust type that holds it.
    Text(&'static str),
    Unit,
    /// `serde_json::Value`
    Any,
    Option(Box<Type>),
    Boxed(Box<Type>),
    Vec(Box<Type>),
    /// `BTreeSet`, or `HashSet` where it is hashed.
    Set {
        hashed: bool,
        element: Box<Type>,
    },
    Array(Box<Type>, usize),
    Tuple(Vec<Type>),
    Map {
        hashed: bool,
        key: Key,
        value: Box<Type>,
    },
    /// By its index in [`Universe::types`].
    Named(usize),
}

impl Type {
    /// Whether there is a type with a name in it.
    pub fn has_name(&self) -> bool {
        match self {
            Self::Option(inner) | Self::Boxed(inner) | Self::Vec(inner) | Self::Array(inner, _) => {
                inner.has_name()
            }
            Self::Set { element, .. } => element.has_name(),
            Self::Tuple(types) => types.iter().any(Self::has_name),
            Self::Map { value, .. } => value.has_name(),
            Self::Named(_) => true,
            _ => false,
        }
    }
}

/// What the names of a map's members are.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Key {
    Text,
    Integer(Integer),
    Char,
    Bool,
    /// A type that is an enum of names.
    Names(usize),
}

/// An integer type: its name, its bounds, and the bounds that are published.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Integer {
    pub name: &'static str,
    pub least: i128,
    /// Of `u128` it is short by half, which no value comes near.
    pub most: i128,
    pub published: (Option<i128>, Option<i128>),
}

macro_rules! integers {
    ($($type:ident $least:expr, $most:expr;)*) => {[$(Integer {
        name: stringify!($type),
        least: $type::MIN as i128,
        most: if $type::MAX as u128 > i128::MAX as u128 { i128::MAX } else { $type::MAX as i128 },
        published: ($least, $most),
    }),*]};
}

/// All integer types.
#[allow(
    clippy::cast_possible_wrap,
    clippy::cast_lossless,
    clippy::cast_sign_loss
)]
pub const INTEGERS: [Integer; 12] = integers! {
    u8 Some(0), Some(255);
    i8 Some(-128), Some(127);
    u16 Some(0), Some(65_535);
    i16 Some(-32_768), Some(32_767);
    u32 Some(0), Some(4_294_967_295);
    i32 Some(-2_147_483_648), Some(2_147_483_647);
    u64 Some(0), None;
    i64 None, None;
    usize Some(0), None;
    isize None, None;
    u128 Some(0), None;
    i128 None, None;
};

impl Integer {
    /// Whether an integer is within the bounds of the type itself.
    pub fn holds(&self, number: &Decimal) -> bool {
        let most = if self.name == "u128" {
            u128::MAX.to_string()
        } else {
            self.most.to_string()
        };
        Decimal::of(&self.least.to_string()) <= *number && *number <= Decimal::of(&most)
    }

    /// Whether it has 128 bits.
    pub fn is_wide(&self) -> bool {
        self.name.ends_with("128")
    }
}

/// What narrows a value beyond its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraint {
    /// `minimum`, as a number is written in Rust and in JSON.
    pub minimum: Option<String>,
    /// `maximum`
    pub maximum: Option<String>,
    /// `multipleOf`, of integers.
    pub multiple_of: Option<i128>,
    /// `minLength` or `minItems`
    pub min_length: Option<usize>,
    /// `maxLength` or `maxItems`
    pub max_length: Option<usize>,
    /// `pattern`
    pub pattern: Option<&'static Pattern>,
    /// What narrows the elements.
    pub inner: Option<Box<Constraint>>,
}

/// A regular expression, what it means, and strings that come near it.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Pattern {
    pub regex: &'static str,
    pub matches: fn(&str) -> bool,
    pub good: &'static [&'static str],
    pub near: &'static [&'static str],
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.regex == other.regex
    }
}

/// Patterns to choose from.
pub static PATTERNS: [Pattern; 6] = [
    Pattern {
        regex: "^[a-z]+$",
        matches: |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase()),
        good: &["a", "abc"],
        near: &["", "A", "a1", "a\n", "\u{e9}"],
    },
    Pattern {
        regex: "^\\d{3}$",
        matches: |text| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit()),
        good: &["123", "000"],
        near: &["12", "1234", "\u{661}\u{662}\u{663}", "12a"],
    },
    Pattern {
        regex: "b",
        matches: |text| text.contains('b'),
        good: &["b", "abc", "\nb"],
        near: &["", "a", "B"],
    },
    Pattern {
        regex: "^(\\w+-)?\\w+$",
        matches: |text| {
            let is_word = |part: &str| {
                !part.is_empty()
                    && part
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            text.split('-').count() <= 2 && text.split('-').all(is_word)
        },
        good: &["a", "a-b", "A_1"],
        near: &["-", "a-", "\u{e9}", "a b", "a-b-c"],
    },
    Pattern {
        regex: "^.{2,4}$",
        matches: |text| (2..=4).contains(&text.chars().count()) && !text.contains(['\n', '\r']),
        good: &["ab", "abcd", "\u{e9}\u{1f600}"],
        near: &["a", "abcde", "a\n"],
    },
    Pattern {
        regex: "^[^\\s\"]*$",
        matches: |text| {
            !text.contains(|c: char| {
                c.is_whitespace() && c != '\u{85}' || matches!(c, '"' | '\u{feff}')
            })
        },
        good: &["", "x", "\u{e9}", "\u{85}"],
        near: &[" ", "\"", "a\tb", "\u{a0}", "\u{feff}"],
    },
];

/// A type with a name.
#[allow(clippy::struct_excessive_bools)]
pub struct Definition {
    /// Its name in Rust.
    pub name: String,
    /// What it is.
    pub body: Body,
    /// Whether it is under `#[schema]`, which closes it; otherwise it derives by itself.
    pub by_schema: bool,
    /// Whether it can stand in a set or be the key of a map.
    pub ordered: bool,
    /// Whether it has a `Default`.
    pub default: bool,
    /// Whether there is a 128-bit integer in it.
    pub wide: bool,
    /// Whether there is a map in it whose keys are numbers or bools.
    pub numeric_keys: bool,
    /// How deep names stand inside each other in it.
    pub level: usize,
}

impl Definition {
    /// Whether serde can read it from a buffer, which has no 128-bit integers and no names that are numbers.
    pub fn is_bufferable(&self) -> bool {
        !self.wide && !self.numeric_keys
    }
}

/// What a type with a name is.
#[allow(missing_docs)]
pub enum Body {
    Struct(Struct),
    Newtype { member: Member, transparent: bool },
    Tuple(Vec<Member>),
    Unit,
    Enum(Enum),
}

/// A struct with named fields.
pub struct Struct {
    /// Its fields.
    pub fields: Vec<Field>,
    /// `deny_unknown_fields`
    pub deny: bool,
    /// `default` on the whole.
    pub default: bool,
    /// `rename_all`
    pub rename_all: Option<&'static str>,
}

/// A field with a name.
#[allow(missing_docs)]
pub struct Field {
    pub ident: String,
    /// The name in JSON.
    pub name: String,
    /// Whether the name is given by `rename`.
    pub renamed: bool,
    pub aliases: Vec<String>,
    pub member: Member,
    pub default: Option<FieldDefault>,
    pub flatten: bool,
    /// `skip_serializing_if = "Option::is_none"`
    pub skip_none: bool,
}

/// What a field is when it is left out.
#[derive(Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum FieldDefault {
    /// `default`
    Trait,
    /// `default = "path"`
    Path(&'static str),
}

/// A type in its place, and what narrows it there.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct Member {
    pub ty: Type,
    pub constraint: Constraint,
}

/// An enum.
#[allow(missing_docs)]
pub struct Enum {
    pub tagging: Tagging,
    pub variants: Vec<Variant>,
    pub deny: bool,
    pub rename_all: Option<&'static str>,
}

/// Where the name of a variant stands.
#[derive(Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Tagging {
    External,
    Internal(&'static str),
    Adjacent(&'static str, &'static str),
    Untagged,
}

/// A variant.
#[allow(missing_docs)]
pub struct Variant {
    pub ident: String,
    pub name: String,
    pub renamed: bool,
    pub aliases: Vec<String>,
    pub content: Content,
}

/// What a variant holds.
#[allow(missing_docs, clippy::large_enum_variant)]
pub enum Content {
    Unit,
    Newtype(Member),
    Tuple(Vec<Member>),
    Struct(Vec<Field>),
}

/// A tool that takes a type.
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether it gives the first argument back as `Json`.
    pub echoes: bool,
}

/// A parameter of a tool.
#[allow(missing_docs)]
pub struct Parameter {
    pub ident: String,
    pub name: String,
    pub aliases: Vec<String>,
    pub member: Member,
    /// An expression in Rust; `Some("")` for the type's own default.
    pub default: Option<&'static str>,
    pub flatten: bool,
    pub by: By,
}

/// How a function takes an argument.
#[derive(Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum By {
    Value,
    Reference,
    /// `&str` or `&[T]`: what a `String` or a `Vec` lends.
    Slice,
}

impl Universe {
    /// The definition of a named type.
    pub fn definition(&self, index: usize) -> &Definition {
        &self.types[index]
    }

    /// Whether a field of the type may be left out.
    pub fn is_option(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(_) => true,
            Type::Boxed(inner) => self.is_option(inner),
            Type::Named(index) => match &self.types[*index].body {
                // With something narrowed in it, it is not known for one.
                Body::Newtype {
                    member,
                    transparent: true,
                } => member.constraint == Constraint::default() && self.is_option(&member.ty),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an argument of the type may be left out.
    pub fn is_nothing(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(_) => true,
            Type::Boxed(inner) => self.is_nothing(inner),
            Type::Named(index) => match &self.types[*index].body {
                Body::Newtype { member, .. } => self.is_nothing(&member.ty),
                _ => false,
            },
            _ => false,
        }
    }

    /// All names that the members of a struct have, with those of what it flattens.
    pub fn names(&self, fields: &[Field]) -> Vec<String> {
        let mut names = Vec::new();
        for field in fields {
            if !field.flatten {
                names.push(field.name.clone());
                names.extend(field.aliases.iter().cloned());
                continue;
            }
            match self.flattened(&field.member.ty) {
                Some(Flattened::Struct { fields, .. }) => names.extend(self.names(fields)),
                Some(Flattened::Enum(body)) => {
                    names.extend(self.names_of_enum(body).unwrap_or_default());
                }
                _ => names.push("*".to_owned()),
            }
        }
        names
    }

    /// Their aliases alone.
    pub fn aliases(&self, fields: &[Field]) -> Vec<String> {
        let mut aliases = Vec::new();
        for field in fields {
            aliases.extend(field.aliases.iter().cloned());
            if field.flatten
                && let Some(Flattened::Struct { fields, .. }) = self.flattened(&field.member.ty)
            {
                aliases.extend(self.aliases(fields));
            }
        }
        aliases
    }

    /// What stands in the place of a flattened field.
    pub fn flattened<'u>(&'u self, ty: &'u Type) -> Option<Flattened<'u>> {
        match ty {
            Type::Option(inner) => match self.flattened(inner)? {
                Flattened::Struct { fields, .. } => Some(Flattened::Struct {
                    fields,
                    optional: true,
                }),
                Flattened::Map { .. } | Flattened::Enum(_) => None,
            },
            Type::Boxed(inner) => self.flattened(inner),
            Type::Map { key, value, .. } => Some(Flattened::Map { key, value }),
            Type::Named(index) => match &self.types[*index].body {
                Body::Struct(Struct { fields, .. }) => Some(Flattened::Struct {
                    fields,
                    optional: false,
                }),
                Body::Newtype {
                    member,
                    transparent: true,
                } => self.flattened(&member.ty),
                Body::Enum(body) => Some(Flattened::Enum(body)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The names that the members of a flattened enum may have; none if serde does not read it there as it should.
    pub fn names_of_enum(&self, body: &Enum) -> Option<Vec<String>> {
        let mut names = Vec::new();
        match body.tagging {
            Tagging::Adjacent(tag, content) => names.extend([tag, content].map(str::to_owned)),
            Tagging::Internal(tag) => {
                names.push(tag.to_owned());
                for variant in &body.variants {
                    let fields = match &variant.content {
                        Content::Unit => continue,
                        Content::Struct(fields) => fields,
                        Content::Newtype(member) => match self.flattened(&member.ty) {
                            Some(Flattened::Struct {
                                fields,
                                optional: false,
                            }) => fields,
                            _ => return None,
                        },
                        Content::Tuple(_) => return None,
                    };
                    if fields.iter().any(|field| field.flatten) {
                        return None;
                    }
                    names.extend(self.names(fields));
                }
            }
            Tagging::External | Tagging::Untagged => return None,
        }
        (!body.deny && body.variants.iter().all(|variant| !self.is_closed(variant)))
            .then_some(names)
    }

    /// Whether a variant is a struct that refuses what it does not know.
    fn is_closed(&self, variant: &Variant) -> bool {
        match &variant.content {
            Content::Newtype(Member {
                ty: Type::Named(index),
                ..
            }) => {
                matches!(&self.types[*index].body, Body::Struct(body) if body.deny)
            }
            _ => false,
        }
    }
}

/// What a flattened field adds to the members of its struct.
#[allow(missing_docs)]
pub enum Flattened<'u> {
    Struct { fields: &'u [Field], optional: bool },
    Map { key: &'u Key, value: &'u Type },
    Enum(&'u Enum),
}
