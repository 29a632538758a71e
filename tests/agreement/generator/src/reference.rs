//! What a value of a generated type is: by the promise, and by each exception from it.

use crate::json::Json;
use crate::model::{
    Body, Constraint, Content, Definition, Enum, Field, Flattened, Integer, Key, Member, Tagging,
    Tool, Type, Universe, Variant,
};
use crate::number::Decimal;

const EXACT: u128 = 1 << 53;

macro_rules! exceptions {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// The exceptions that hold; with none of them a value is judged by what the schema can say.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Exceptions {
            $($(#[doc = $doc])* pub $name: bool,)*
        }

        impl Exceptions {
            /// All of them.
            pub const ALL: Self = Self { $($name: true),* };

            /// The names that they have in the documentation.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// These without the one of that name.
            #[must_use]
            pub fn without(mut self, name: &str) -> Self {
                match name {
                    $(stringify!($name) => self.$name = false,)*
                    _ => {}
                }
                self
            }
        }
    };
}

exceptions! {
    /// `null` for all arguments.
    arguments,
    /// `null` for an option, or for what may be left out.
    null,
    /// An alias of a parameter stands for its name.
    alias,
    /// An alias of a field or a variant does.
    field_alias,
    /// An integer must fit its Rust type.
    range,
    /// Beyond 2^53 an integer is written in plain digits.
    digits,
    /// A number must fit its float type.
    float,
    /// No name stands twice in an object.
    twice,
    /// The names in a map are such as its keys.
    keys,
    /// A variant without content has none beside its tag.
    content,
    /// Members of an option under `flatten` are there all together or not at all.
    flatten,
    /// A `null` deep inside such an option may leave all of it out.
    flatten_null,
    /// A `null` may stand for anything in an untagged value, and it may be taken by another alternative than the schema's.
    untagged,
}

/// The judgement of values under some exceptions.
#[derive(Clone, Copy)]
pub struct Reference<'u> {
    /// The types.
    universe: &'u Universe,
    /// What is excepted.
    exceptions: Exceptions,
    /// Whether `null` is taken for anything here.
    any_null: bool,
    /// Whether only types count, and nothing that narrows them.
    unbound: bool,
    /// Whether an untagged value is that of the first alternative whose types fit, as the decoder has it.
    by_first: bool,
}

/// The members of an object that nothing has claimed yet.
struct Bag<'j> {
    left: Vec<(&'j str, &'j Json)>,
}

impl<'u> Reference<'u> {
    /// The judgement under these exceptions.
    pub fn new(universe: &'u Universe, exceptions: Exceptions) -> Self {
        Self {
            universe,
            exceptions,
            any_null: false,
            unbound: false,
            by_first: false,
        }
    }

    /// The same with untagged values as the decoder reads them.
    #[must_use]
    pub fn by_first(self) -> Self {
        Self {
            by_first: true,
            ..self
        }
    }

    /// Whether a tool takes these arguments.
    pub fn arguments(&self, tool: &Tool, arguments: &Json) -> bool {
        let empty = Json::Object(Vec::new());
        let is_empty = self.exceptions.arguments && *arguments == Json::Null;
        let Some(mut bag) = self.bag(if is_empty { &empty } else { arguments }) else {
            return false;
        };
        let own = tool
            .parameters
            .iter()
            .filter(|parameter| !parameter.flatten)
            .all(|parameter| {
                let optional =
                    parameter.default.is_some() || self.universe.is_nothing(&parameter.member.ty);
                let aliases = if self.exceptions.alias {
                    parameter.aliases.as_slice()
                } else {
                    &[]
                };
                let names = Names {
                    name: &parameter.name,
                    aliases,
                    known: true,
                };
                self.claim(&mut bag, &names, &parameter.member, optional)
            });
        own && tool
            .parameters
            .iter()
            .filter(|parameter| parameter.flatten)
            .all(|parameter| self.flattened(&mut bag, &parameter.member.ty, false))
            && bag.left.is_empty()
    }

    fn member(&self, member: &Member, json: &Json) -> bool {
        self.value(&member.ty, &member.constraint, json)
    }

    fn plain(&self, ty: &Type, json: &Json) -> bool {
        self.value(ty, &Constraint::default(), json)
    }

    fn value(&self, ty: &Type, constraint: &Constraint, json: &Json) -> bool {
        let free = Constraint::default();
        let constraint = if self.unbound { &free } else { constraint };
        match (ty, json) {
            (_, Json::Null) if self.any_null => true,
            (Type::Option(_), Json::Null) if self.exceptions.null => true,
            (Type::Option(inner) | Type::Boxed(inner), _) => self.value(inner, constraint, json),
            (Type::Bool, Json::Bool(_)) | (Type::Unit, Json::Null) => true,
            (Type::Any, _) => !self.exceptions.twice || !json.has_twins(),
            (Type::Integer(integer), Json::Number(token)) => {
                self.integer(integer, token) && Self::number(constraint, token)
            }
            (Type::NonZero(integer), Json::Number(token)) => {
                self.integer(integer, token)
                    && Decimal::of(token) != Decimal::of("0")
                    && Self::number(constraint, token)
            }
            (Type::F32, Json::Number(token)) => {
                let fits = || token.parse::<f32>().is_ok_and(f32::is_finite);
                (!self.exceptions.float || fits()) && Self::number(constraint, token)
            }
            (Type::F64, Json::Number(token)) => Self::number(constraint, token),
            (Type::Char, Json::String(text)) => text.chars().count() == 1,
            (Type::Text(_), Json::String(text)) => {
                Self::length(constraint, text.chars().count())
                    && constraint
                        .pattern
                        .is_none_or(|pattern| (pattern.matches)(text))
            }
            (Type::Vec(element), Json::Array(elements)) => {
                let inner = constraint.inner.as_deref().cloned().unwrap_or_default();
                Self::length(constraint, elements.len())
                    && elements
                        .iter()
                        .all(|json| self.value(element, &inner, json))
            }
            (Type::Set { element, .. }, Json::Array(elements)) => {
                let twin = |at: usize| {
                    elements[..at]
                        .iter()
                        .any(|earlier| earlier.same(&elements[at]))
                };
                Self::length(constraint, elements.len())
                    && elements.iter().all(|json| self.plain(element, json))
                    && (self.unbound || !(0..elements.len()).any(twin))
            }
            (Type::Array(element, length), Json::Array(elements)) => {
                elements.len() == *length && elements.iter().all(|json| self.plain(element, json))
            }
            (Type::Tuple(types), Json::Array(elements)) => {
                elements.len() == types.len()
                    && types
                        .iter()
                        .zip(elements)
                        .all(|(ty, json)| self.plain(ty, json))
            }
            (Type::Map { key, value, .. }, _) => self
                .bag(json)
                .is_some_and(|mut bag| self.map(&mut bag, key, value)),
            (Type::Named(index), _) => {
                self.named(self.universe.definition(*index), constraint, json)
            }
            _ => false,
        }
    }

    fn integer(&self, integer: &Integer, token: &str) -> bool {
        let number = Decimal::of(token);
        let bound = |bound: Option<i128>| bound.map(|bound| Decimal::of(&bound.to_string()));
        let (least, most) = (bound(integer.published.0), bound(integer.published.1));
        let plain = || {
            token
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_digit())
        };
        let small = || {
            number
                .integer()
                .is_some_and(|value| value.unsigned_abs() <= EXACT)
        };
        number.is_integer()
            && least.is_none_or(|least| least <= number)
            && most.is_none_or(|most| number <= most)
            && (!self.exceptions.range || integer.holds(&number))
            && (!self.exceptions.digits || plain() || small())
    }

    fn number(constraint: &Constraint, token: &str) -> bool {
        let number = Decimal::of(token);
        let step = |step: i128| number.integer().is_some_and(|value| value % step == 0);
        constraint
            .minimum
            .as_deref()
            .is_none_or(|least| Decimal::of(least) <= number)
            && constraint
                .maximum
                .as_deref()
                .is_none_or(|most| number <= Decimal::of(most))
            && constraint.multiple_of.is_none_or(step)
    }

    fn length(constraint: &Constraint, length: usize) -> bool {
        constraint.min_length.is_none_or(|least| least <= length)
            && constraint.max_length.is_none_or(|most| length <= most)
    }

    fn named(&self, definition: &Definition, constraint: &Constraint, json: &Json) -> bool {
        match &definition.body {
            Body::Struct(body) => self
                .bag(json)
                .is_some_and(|bag| self.object(bag, &body.fields, body.deny, body.default)),
            Body::Newtype { member, .. } => {
                self.member(member, json) && self.value(&member.ty, constraint, json)
            }
            Body::Tuple(members) => self.tuple(members, json),
            Body::Unit => *json == Json::Null,
            Body::Enum(body) => self.choice(body, json),
        }
    }

    fn tuple(&self, members: &[Member], json: &Json) -> bool {
        match json {
            Json::Array(elements) => {
                elements.len() == members.len()
                    && members
                        .iter()
                        .zip(elements)
                        .all(|(member, json)| self.member(member, json))
            }
            _ => false,
        }
    }

    fn choice(&self, body: &Enum, json: &Json) -> bool {
        match body.tagging {
            Tagging::External => match json {
                Json::String(name) => self
                    .variant(body, name)
                    .is_some_and(|variant| matches!(variant.content, Content::Unit)),
                _ => self.bag(json).is_some_and(|bag| match bag.left.as_slice() {
                    [(name, content)] => self.variant(body, name).is_some_and(|variant| {
                        !matches!(variant.content, Content::Unit)
                            && self.content(body, &variant.content, content)
                    }),
                    _ => false,
                }),
            },
            Tagging::Internal(tag) => self.internal(body, tag, json),
            Tagging::Adjacent(tag, content) => self.adjacent(body, tag, content, json),
            Tagging::Untagged => self.untagged(body, json),
        }
    }

    fn untagged(&self, body: &Enum, json: &Json) -> bool {
        let fits =
            |reference: Self, variant: &Variant| reference.content(body, &variant.content, json);
        let any = |reference: Self| {
            let mut variants = body.variants.iter();
            variants.any(|variant| fits(reference, variant))
        };
        if self.by_first {
            let mut variants = body.variants.iter();
            let first = variants.find(|variant| fits(self.unbound(), variant));
            return first.is_some_and(|first| fits(*self, first));
        }
        let wild = Self {
            any_null: true,
            ..*self
        };
        let excepted =
            || json.has_null() && any(wild) || any(self.by_schema()) && any(self.unbound());
        any(*self) || self.exceptions.untagged && excepted()
    }

    /// The same without what the decoder refuses beyond the schema.
    fn by_schema(&self) -> Self {
        let refused = ["range", "digits", "float", "keys", "content"];
        Self {
            exceptions: refused
                .iter()
                .fold(self.exceptions, |all, name| all.without(name)),
            ..*self
        }
    }

    /// The same by types alone.
    fn unbound(&self) -> Self {
        Self {
            unbound: true,
            by_first: false,
            ..*self
        }
    }

    fn internal(&self, body: &Enum, tag: &str, json: &Json) -> bool {
        let Some(mut bag) = self.bag(json) else {
            return false;
        };
        let Some(Json::String(name)) = bag.take(tag) else {
            return false;
        };
        let Some(variant) = self.variant(body, name) else {
            return false;
        };
        match &variant.content {
            Content::Unit => !body.deny || bag.left.is_empty(),
            Content::Struct(fields) => self.object(bag, fields, body.deny, false),
            Content::Newtype(member) => match &member.ty {
                Type::Map { key, value, .. } => self.map(&mut bag, key, value),
                Type::Named(index) => match &self.universe.definition(*index).body {
                    Body::Struct(inner) => {
                        self.object(bag, &inner.fields, inner.deny, inner.default)
                    }
                    _ => unreachable!("a tag beside something that is no struct"),
                },
                _ => unreachable!("a tag beside something without members"),
            },
            Content::Tuple(_) => unreachable!("a tag beside a tuple"),
        }
    }

    fn adjacent(&self, body: &Enum, tag: &str, content: &str, json: &Json) -> bool {
        let Some(mut bag) = self.bag(json) else {
            return false;
        };
        let Some(Json::String(name)) = bag.take(tag) else {
            return false;
        };
        let Some(variant) = self.variant(body, name) else {
            return false;
        };
        let holds = match (&variant.content, bag.peek(content)) {
            (Content::Unit, Some(json)) => {
                body.deny || !self.exceptions.content || *json == Json::Null
            }
            (Content::Unit, None) => true,
            (_, None) => false,
            (inner, Some(json)) => {
                bag.take(content);
                self.content(body, inner, json)
            }
        };
        holds && (!body.deny || bag.left.is_empty())
    }

    fn content(&self, body: &Enum, content: &Content, json: &Json) -> bool {
        match content {
            Content::Unit => *json == Json::Null,
            Content::Newtype(member) => self.member(member, json),
            Content::Tuple(members) => self.tuple(members, json),
            Content::Struct(fields) => self
                .bag(json)
                .is_some_and(|bag| self.object(bag, fields, body.deny, false)),
        }
    }

    fn variant<'e>(&self, body: &'e Enum, name: &str) -> Option<&'e Variant> {
        body.variants.iter().find(|variant| {
            let alias = || variant.aliases.iter().any(|alias| alias == name);
            variant.name == name || (self.exceptions.field_alias && alias())
        })
    }

    /// The members of an object, unless one stands twice.
    fn bag<'j>(&self, json: &'j Json) -> Option<Bag<'j>> {
        let Json::Object(all) = json else { return None };
        let left = json.members();
        (!self.exceptions.twice || left.len() == all.len()).then_some(Bag { left })
    }

    fn object(&self, mut bag: Bag<'_>, fields: &[Field], deny: bool, default: bool) -> bool {
        self.fields(&mut bag, fields, default, false) && (!deny || bag.left.is_empty())
    }

    /// `lenient`: an option around them makes nothing required.
    fn fields(&self, bag: &mut Bag<'_>, fields: &[Field], default: bool, lenient: bool) -> bool {
        let own = fields.iter().filter(|field| !field.flatten).all(|field| {
            let has_default = default || field.default.is_some();
            let optional = lenient || has_default || self.universe.is_option(&field.member.ty);
            let aliases = if self.exceptions.field_alias {
                field.aliases.as_slice()
            } else {
                &[]
            };
            let names = Names {
                name: &field.name,
                aliases,
                known: false,
            };
            self.claim(bag, &names, &field.member, optional)
        });
        own && fields
            .iter()
            .filter(|field| field.flatten)
            .all(|field| self.flattened(bag, &field.member.ty, lenient))
    }

    /// `lenient`: an option around the struct that flattens it makes nothing required.
    fn flattened(&self, bag: &mut Bag<'_>, ty: &Type, lenient: bool) -> bool {
        match self.universe.flattened(ty) {
            Some(Flattened::Struct { fields, optional }) => {
                let default = self.has_default(ty);
                if optional && (self.exceptions.flatten || self.exceptions.flatten_null) {
                    return self.together(bag, fields, default);
                }
                self.fields(bag, fields, default, optional || lenient)
            }
            Some(Flattened::Map { key, value }) => self.map(bag, key, value),
            Some(Flattened::Enum(body)) => self.flattened_enum(bag, body),
            None => unreachable!("only what has members is flattened"),
        }
    }

    /// Whether each member of the struct has a default.
    fn has_default(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(inner) | Type::Boxed(inner) => self.has_default(inner),
            Type::Named(index) => match &self.universe.definition(*index).body {
                Body::Struct(body) => body.default,
                _ => false,
            },
            _ => false,
        }
    }

    /// Beside it nothing is closed.
    fn flattened_enum(&self, bag: &mut Bag<'_>, body: &Enum) -> bool {
        let (Tagging::Internal(tag) | Tagging::Adjacent(tag, _)) = body.tagging else {
            unreachable!("only what has a tag is flattened");
        };
        let Some(Json::String(name)) = bag.take(tag) else {
            return false;
        };
        let Some(variant) = self.variant(body, name) else {
            return false;
        };
        match (&body.tagging, &variant.content) {
            (Tagging::Adjacent(_, content), Content::Unit) => {
                let json = bag.peek(content);
                !self.exceptions.content || json.is_none_or(|json| *json == Json::Null)
            }
            (Tagging::Adjacent(_, content), inner) => {
                let json = bag.take(content);
                json.is_some_and(|json| self.content(body, inner, json))
            }
            (_, Content::Struct(fields)) => self.fields(bag, fields, false, false),
            (_, Content::Newtype(member)) => self.flattened(bag, &member.ty, false),
            _ => true,
        }
    }

    /// Whatever the struct does not take as a whole is left, and a `null` may be why.
    fn together(&self, bag: &mut Bag<'_>, fields: &[Field], default: bool) -> bool {
        let before = bag.left.clone();
        if self.fields(bag, fields, default, false) {
            return true;
        }
        let names = self.universe.names(fields);
        let own = |name: &str| names.iter().any(|known| known == name);
        let aliases = self.universe.aliases(fields);
        let is_alias = |name: &str| aliases.iter().any(|known| known == name);
        if self.exceptions.flatten && before.iter().any(|(name, _)| is_alias(name)) {
            bag.left.retain(|(name, _)| !own(name));
            return true;
        }
        bag.left.clone_from(&before);
        // What the schema takes and the decoder does not may be why all of it is left out.
        let by_schema = self.by_schema();
        if self.exceptions.flatten && by_schema.fields(bag, fields, default, false) {
            return true;
        }
        bag.left.clone_from(&before);
        let has_null = before
            .iter()
            .any(|(name, json)| own(name) && json.has_null());
        if has_null && self.exceptions.flatten_null {
            bag.left.retain(|(name, _)| !own(name));
            return true;
        }
        let fits = self.fields(bag, fields, default, true);
        if self.exceptions.flatten {
            bag.left = before;
        }
        fits
    }

    /// Takes a member out of the bag, by any of its names, and judges it. Under a name that is known, a `null` is as if it
    /// were left out.
    fn claim(&self, bag: &mut Bag<'_>, names: &Names<'_>, member: &Member, optional: bool) -> bool {
        let own = bag.take(names.name);
        let others: Vec<&Json> = names
            .aliases
            .iter()
            .filter_map(|name| bag.take(name))
            .collect();
        let omits = |is_known: bool| is_known && optional && self.exceptions.null;
        match (own, others.as_slice()) {
            (None, []) => optional,
            (Some(Json::Null), []) if omits(true) => true,
            (None, [Json::Null]) if omits(names.known) => true,
            (Some(json), []) | (None, &[json]) => self.member(member, json),
            _ => false,
        }
    }

    fn map(&self, bag: &mut Bag<'_>, key: &Key, value: &Type) -> bool {
        let members = std::mem::take(&mut bag.left);
        // A map of names is an object of which no member is required.
        let omits = self.exceptions.null && matches!(key, Key::Names(_));
        let fits = |json: &Json| omits && *json == Json::Null || self.plain(value, json);
        members
            .into_iter()
            .all(|(name, json)| self.key(key, name) && fits(json))
    }

    fn key(&self, key: &Key, name: &str) -> bool {
        match key {
            Key::Names(index) => match &self.universe.definition(*index).body {
                Body::Enum(body) => self.variant(body, name).is_some(),
                _ => unreachable!("a name of something that is no enum"),
            },
            _ if !self.exceptions.keys => true,
            Key::Text => true,
            Key::Char => name.chars().count() == 1,
            Key::Bool => name == "true" || name == "false",
            Key::Integer(integer) => {
                let digits = name.strip_prefix('-').unwrap_or(name);
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let one_way = plain && name != "-0" && (digits == "0" || !digits.starts_with('0'));
                one_way && integer.holds(&Decimal::of(name))
            }
        }
    }
}

struct Names<'n> {
    name: &'n str,
    aliases: &'n [String],
    /// Whether the server knows the aliases, too.
    known: bool,
}

impl<'j> Bag<'j> {
    fn peek(&self, name: &str) -> Option<&'j Json> {
        self.left
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, json)| *json)
    }

    fn take(&mut self, name: &str) -> Option<&'j Json> {
        let at = self.left.iter().position(|(known, _)| *known == name)?;
        Some(self.left.remove(at).1)
    }
}
