//! A parameter of a tool: its name, its schema and its decoder in one record, so that they cannot drift apart.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::call::Call;
use crate::cursor::{Cursor, Next};
use crate::decode::{self, Error, Kind, Member};
use crate::schema::{self, Generate, Keyword, Property};

/// A type that a tool's parameter may have, by value as `T` or by reference as `&T`.
///
/// Implemented for `str`, slices, [`Path`], [`Call`], and every owned type that derives serde's `Deserialize` and
/// schemars's `JsonSchema`. Not to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema`, and may borrow nothing",
    note = "for a type of your own, write `#[haft::schema]` on it",
    note = "for a type of another crate, switch on its features for serde and for schemars 1, or take a string and parse it",
    note = "a `JsonSchema` of another major version of schemars is another trait: derive that of `haft::schemars`"
)]
pub trait Lend: 'static {
    /// What an argument is decoded into, borrowing from the message where it can.
    type Slot<'de>;

    /// Whether the argument comes from the server, not from the client.
    #[doc(hidden)]
    const INJECTED: bool = false;

    #[doc(hidden)]
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    #[doc(hidden)]
    fn decode<'de>(source: Source<'_, 'de>) -> Result<Self::Slot<'de>, Refused>;

    /// What an absent argument is, if anything.
    #[doc(hidden)]
    fn nothing() -> Option<Self::Slot<'static>>;

    #[doc(hidden)]
    fn inject(_call: &Call) -> Option<Self::Slot<'static>> {
        None
    }

    #[doc(hidden)]
    fn lend<'a>(slot: &'a Self::Slot<'_>) -> &'a Self;

    #[doc(hidden)]
    fn own(slot: Self::Slot<'_>) -> Self::Slot<'static>;

    #[doc(hidden)]
    fn shorten<'de>(slot: Self::Slot<'static>, to: PhantomData<&'de ()>) -> Self::Slot<'de>;
}

/// Where an argument is decoded from.
#[doc(hidden)]
pub struct Source<'s, 'de>(pub(crate) &'s mut Cursor<'de>);

/// Why an argument was refused.
#[doc(hidden)]
pub struct Refused(pub(crate) Error);

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + 'static> Lend for T {
    type Slot<'de> = T;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn decode(source: Source<'_, '_>) -> Result<T, Refused> {
        decode::decode(source.0).map_err(Refused)
    }

    fn nothing() -> Option<T> {
        decode::nothing()
    }

    fn lend(slot: &T) -> &T {
        slot
    }

    fn own(slot: T) -> T {
        slot
    }

    fn shorten(slot: T, _: PhantomData<&()>) -> T {
        slot
    }
}

impl Lend for str {
    type Slot<'de> = Cow<'de, str>;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<String>()
    }

    fn decode<'de>(source: Source<'_, 'de>) -> Result<Cow<'de, str>, Refused> {
        match source.0.peek() {
            Ok(Next::String) => source.0.string().map_err(|syntax| Refused(syntax.into())),
            // Whatever else it is, the plain decoder words the refusal.
            _ => decode::decode::<String>(source.0)
                .map(Cow::Owned)
                .map_err(Refused),
        }
    }

    fn nothing() -> Option<Cow<'static, str>> {
        None
    }

    fn lend<'a>(slot: &'a Cow<'_, str>) -> &'a str {
        slot
    }

    fn own(slot: Cow<'_, str>) -> Cow<'static, str> {
        Cow::Owned(slot.into_owned())
    }

    fn shorten<'de>(slot: Cow<'static, str>, _: PhantomData<&'de ()>) -> Cow<'de, str> {
        slot
    }
}

impl<T: DeserializeOwned + JsonSchema + 'static> Lend for [T] {
    type Slot<'de> = Vec<T>;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Vec<T>>()
    }

    fn decode(source: Source<'_, '_>) -> Result<Vec<T>, Refused> {
        decode::decode(source.0).map_err(Refused)
    }

    fn nothing() -> Option<Vec<T>> {
        None
    }

    fn lend(slot: &Vec<T>) -> &[T] {
        slot
    }

    fn own(slot: Vec<T>) -> Vec<T> {
        slot
    }

    fn shorten(slot: Vec<T>, _: PhantomData<&()>) -> Vec<T> {
        slot
    }
}

impl Lend for Path {
    type Slot<'de> = PathBuf;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<String>()
    }

    fn decode(source: Source<'_, '_>) -> Result<PathBuf, Refused> {
        decode::decode(source.0).map_err(Refused)
    }

    fn nothing() -> Option<PathBuf> {
        None
    }

    fn lend(slot: &PathBuf) -> &Path {
        slot
    }

    fn own(slot: PathBuf) -> PathBuf {
        slot
    }

    fn shorten(slot: PathBuf, _: PhantomData<&()>) -> PathBuf {
        slot
    }
}

impl Lend for Call {
    type Slot<'de> = Call;

    const INJECTED: bool = true;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }

    fn decode(_: Source<'_, '_>) -> Result<Call, Refused> {
        Err(Refused(Error::new(Kind::Custom(
            "the server supplies it; omit it".to_owned(),
        ))))
    }

    fn nothing() -> Option<Call> {
        None
    }

    fn inject(call: &Call) -> Option<Call> {
        Some(call.clone())
    }

    fn lend(slot: &Call) -> &Call {
        slot
    }

    fn own(slot: Call) -> Call {
        slot
    }

    fn shorten(slot: Call, _: PhantomData<&()>) -> Call {
        slot
    }
}

/// A parameter as its tool declares it.
#[doc(hidden)]
pub struct Parameter<T: Lend + ?Sized> {
    head: Head,
    default: Option<fn() -> T::Slot<'static>>,
    published: Option<Publish<T>>,
    members: Option<Members<T>>,
}

type Publish<T> = fn(&<T as Lend>::Slot<'static>) -> Option<Value>;

type Members<T> = for<'s, 'de> fn(
    Source<'s, 'de>,
    FlatMembers<'s, 'de>,
) -> Result<<T as Lend>::Slot<'de>, Refused>;

/// The members that no other parameter claimed, and which of them a flattened parameter left alone.
#[doc(hidden)]
pub struct FlatMembers<'s, 'de> {
    pub(crate) members: &'s [Member<'de>],
    pub(crate) ignored: &'s mut [bool],
}

/// What the loop over arguments needs to know of a parameter; the same type for all of them.
#[doc(hidden)]
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Head {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) description: Option<&'static str>,
    pub(crate) injected: bool,
    pub(crate) flatten: bool,
    /// Whether it has a value where none is sent.
    pub(crate) has_default: bool,
    /// What the client sends is never shown.
    pub(crate) secret: bool,
    pub(crate) keywords: &'static [Keyword],
    refuses: fn(&str) -> Option<Refused>,
    refuses_members: Option<RefusesMembers>,
}

type RefusesMembers = for<'s, 'de> fn(Source<'s, 'de>, FlatMembers<'s, 'de>) -> Option<Refused>;

impl Head {
    /// Why the parameter refuses a text, if it does.
    #[cold]
    pub(crate) fn refusal(&self, text: &str) -> Option<Error> {
        said(|| (self.refuses)(text)).map(|refused| refused.0)
    }

    /// The same of a flattened parameter and the members of an object.
    #[cold]
    pub(crate) fn members_refusal<'a>(
        &self,
        source: Source<'_, 'a>,
        flat: FlatMembers<'_, 'a>,
    ) -> Option<Refused> {
        let refuses = self.refuses_members?;
        said(|| refuses(source, flat))
    }
}

/// What a type says of a text. One that panics does not say.
fn said(refusal: impl FnOnce() -> Option<Refused>) -> Option<Refused> {
    catch_unwind(AssertUnwindSafe(refusal)).unwrap_or_else(|payload| {
        // A payload may panic again when it is dropped.
        std::mem::forget(payload);
        None
    })
}

/// Everything about a parameter that its tool's row is made from.
pub(crate) struct About {
    pub(crate) head: Head,
    pub(crate) schema: Generate,
    pub(crate) required: bool,
    pub(crate) default: Option<Value>,
}

impl About {
    /// Whether a flattened parameter takes members of any name, as a map does.
    pub(crate) fn takes_any_name(&self) -> bool {
        let alone = Property {
            name: self.head.name,
            description: None,
            schema: self.schema,
            required: false,
            default: None,
            flatten: true,
            keywords: &[],
        };
        let schema = schema::input(&[alone], false);
        let rest = |schema: &Value| {
            schema
                .get("additionalProperties")
                .is_some_and(Value::is_object)
        };
        schema.is_ok_and(|schema| rest(&schema))
    }
}

impl<T: Lend + ?Sized> Parameter<T> {
    /// A parameter of that name on the wire.
    pub const fn new(name: &'static str) -> Self {
        let head = Head {
            name,
            aliases: &[],
            description: None,
            injected: T::INJECTED,
            flatten: false,
            has_default: false,
            secret: false,
            keywords: &[],
            refuses: |text| T::decode(Source(&mut Cursor::new(text))).err(),
            refuses_members: None,
        };
        Self {
            head,
            default: None,
            published: None,
            members: None,
        }
    }

    /// What the model reads about it.
    pub const fn description(mut self, text: &'static str) -> Self {
        self.head.description = Some(text);
        self
    }

    /// Further names that are accepted.
    pub const fn alias(mut self, names: &'static [&'static str]) -> Self {
        self.head.aliases = names;
        self
    }

    /// What is published beside what its type says.
    pub const fn keywords(mut self, keywords: &'static [Keyword]) -> Self {
        self.head.keywords = keywords;
        self
    }

    /// The value of an absent argument.
    pub const fn default(mut self, value: fn() -> T::Slot<'static>) -> Self {
        self.head.has_default = true;
        self.default = Some(value);
        self
    }

    /// The default as JSON, if it can be shown.
    pub const fn published(mut self, json: fn(&T::Slot<'static>) -> Option<Value>) -> Self {
        self.published = Some(json);
        self
    }

    /// What the client sends is never shown, whatever is wrong with it.
    pub const fn secret(mut self) -> Self {
        self.head.secret = true;
        self
    }

    /// An empty place for one argument.
    pub fn slot<'de>(&'static self) -> Slot<'de, T> {
        Slot {
            parameter: self,
            value: None,
        }
    }
}

impl<T: DeserializeOwned + JsonSchema + 'static> Parameter<T> {
    /// The members of this struct are the arguments.
    pub const fn flatten(mut self) -> Self {
        self.head.flatten = true;
        self.head.refuses_members = Some(|source, flat| {
            let decoded = decode::decode_members::<T>(source.0, flat.members, flat.ignored);
            decoded.err().map(Refused)
        });
        self.members = Some(|source, flat| {
            decode::decode_members(source.0, flat.members, flat.ignored).map_err(Refused)
        });
        self
    }
}

/// The place where one argument of one call is decoded to.
#[doc(hidden)]
pub struct Slot<'de, T: Lend + ?Sized> {
    parameter: &'static Parameter<T>,
    value: Option<T::Slot<'de>>,
}

impl<'de, T: Lend + ?Sized> Slot<'de, T> {
    /// The argument; always there after `Invocation::decode` has said yes.
    pub fn take(&mut self) -> Option<T::Slot<'de>> {
        self.value.take()
    }
}

impl<'de> dyn AnySlot<'de> + '_ {
    /// Decodes the value at the cursor; `null` where there is a default is the type's own reading of it if it has one, else
    /// the default.
    pub(crate) fn decode_or_default(&mut self, cursor: &mut Cursor<'de>) -> Result<(), Refused> {
        let (has_default, mark) = (self.head().has_default, cursor.mark());
        let decoded = self.decode(Source(cursor));
        if has_default && decoded.is_err() {
            cursor.reset(mark);
            if cursor.null().is_ok() {
                self.absent();
                return Ok(());
            }
        }
        decoded
    }

    /// Everything that the tool's row is made from; fills the slot.
    pub(crate) fn describe(&mut self) -> About {
        About {
            required: !self.absent(),
            ..self.about().0
        }
    }
}

/// A slot of any type, as the loop over arguments sees it.
#[doc(hidden)]
pub trait AnySlot<'de> {
    fn head(&self) -> &Head;
    /// Everything but whether the parameter is required.
    fn about(&self) -> Description;
    fn decode(&mut self, source: Source<'_, 'de>) -> Result<(), Refused>;
    /// The same from a text that does not live as long as the slot.
    fn decode_apart(&mut self, source: Source<'_, '_>) -> Result<(), Refused>;
    fn decode_members(
        &mut self,
        source: Source<'_, 'de>,
        flat: FlatMembers<'_, 'de>,
    ) -> Result<(), Refused>;
    fn decode_members_apart<'a>(
        &mut self,
        source: Source<'_, 'a>,
        flat: FlatMembers<'_, 'a>,
    ) -> Result<(), Refused>;
    /// Fills the slot of an absent argument; false when there is nothing to fill it with.
    fn absent(&mut self) -> bool;
    fn inject(&mut self, call: &Call);
}

/// [`About`], sealed for the signature of a public trait.
#[doc(hidden)]
pub struct Description(pub(crate) About);

impl<'de, T: Lend + ?Sized> AnySlot<'de> for Slot<'de, T> {
    fn head(&self) -> &Head {
        &self.parameter.head
    }

    fn about(&self) -> Description {
        let head = self.parameter.head;
        Description(About {
            head,
            schema: T::schema,
            required: false,
            default: self
                .parameter
                .default
                .zip(self.parameter.published)
                .and_then(|(value, json)| json(&value())),
        })
    }

    fn decode(&mut self, source: Source<'_, 'de>) -> Result<(), Refused> {
        self.value = Some(T::decode(source)?);
        Ok(())
    }

    fn decode_members(
        &mut self,
        source: Source<'_, 'de>,
        flat: FlatMembers<'_, 'de>,
    ) -> Result<(), Refused> {
        if let Some(members) = self.parameter.members {
            self.value = Some(members(source, flat)?);
        }
        Ok(())
    }

    #[cold]
    fn decode_apart(&mut self, source: Source<'_, '_>) -> Result<(), Refused> {
        let value = T::own(T::decode(source)?);
        self.value = Some(T::shorten(value, PhantomData));
        Ok(())
    }

    #[cold]
    fn decode_members_apart<'a>(
        &mut self,
        source: Source<'_, 'a>,
        flat: FlatMembers<'_, 'a>,
    ) -> Result<(), Refused> {
        if let Some(members) = self.parameter.members {
            let value = T::own(members(source, flat)?);
            self.value = Some(T::shorten(value, PhantomData));
        }
        Ok(())
    }

    fn absent(&mut self) -> bool {
        self.value = match self.parameter.default {
            Some(default) => Some(default()),
            None => T::nothing(),
        }
        .map(|value| T::shorten(value, PhantomData));
        self.value.is_some()
    }

    fn inject(&mut self, call: &Call) {
        self.value = T::inject(call).map(|value| T::shorten(value, PhantomData));
    }
}
