//! What generated code may name. Not covered by any promise: macro and runtime are released together.

pub use std::concat;
pub use std::convert::Into;
pub use std::default::Default;
pub use std::option::Option::{self, None, Some};
pub use std::sync::Arc;
pub use std::time::Duration;
pub use std::vec::Vec;

pub use serde_json::Value;

pub use crate::invocation::Invocation;
pub use crate::output::tier::{self, Tier};
pub use crate::output::{Output, output};
pub use crate::parameter::{Lend, Parameter, Slot};
pub use crate::schema::never_null;
#[cfg(all(fuzzing, feature = "stdio"))]
pub use crate::stdio::fuzzing::serve_bytes;
pub use crate::tool::{Define, DefineAll, Definition};

/// A default that serialises is published; one that does not is applied all the same.
pub mod published {
    use serde::Serialize;
    use serde_json::Value;

    /// A default, by reference.
    pub struct Published<'a, T: ?Sized>(pub &'a T);

    /// Values that serialise.
    pub trait Shown {
        /// The value as JSON.
        fn haft_json(&self) -> Option<Value>;
    }

    impl<T: Serialize + ?Sized> Shown for &Published<'_, T> {
        fn haft_json(&self) -> Option<Value> {
            serde_json::to_value(self.0).ok()
        }
    }

    /// All other values.
    pub trait Hidden {
        /// Nothing.
        fn haft_json(&self) -> Option<Value> {
            None
        }
    }

    impl<T: ?Sized> Hidden for Published<'_, T> {}
}

/// A type that can stand in the signature of a tool: [`Lend`], asked for once a parameter.
///
/// For a type that is no parameter, a blanket implementation alone would be taken at its word, and each of its bounds and
/// each later use of the type be reported by itself. Between two of them the compiler looks closer: neither holds, so it
/// reports this trait, and of what follows it knows no type to report about.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema`, and may borrow nothing",
    note = "for a type of your own, write `#[haft::schema]` on it",
    note = "for a type of another crate, switch on its features for serde and for schemars 1, or take a string and parse it",
    note = "a `JsonSchema` of another major version of schemars is another trait: derive that of `haft::schemars`"
)]
pub trait Accept<Choice> {
    /// The type itself.
    type This: Lend + ?Sized;

    /// The value itself.
    fn this(&self) -> &Self::This;
}

/// The choice that holds for all parameters.
pub struct Lending;

/// The choice that never holds.
pub struct Nothing;

/// Implemented by no type.
pub trait Never {
    /// No value.
    fn never(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<T: Lend + ?Sized> Accept<Lending> for T {
    type This = T;

    fn this(&self) -> &T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Never + ?Sized> Accept<Nothing> for T {
    type This = str;

    fn this(&self) -> &str {
        self.never()
    }
}

/// A parameter of that name on the wire.
pub const fn parameter<T: Accept<Choice, This = This> + ?Sized, Choice, This: Lend + ?Sized>(
    name: &'static str,
) -> Parameter<This> {
    Parameter::new(name)
}

/// An argument that the function takes by reference.
pub struct Lent<'de, T: Lend + ?Sized>(T::Slot<'de>);

impl<'de, T: Lend + ?Sized> Lent<'de, T> {
    /// The argument in its slot.
    pub fn take(slot: &mut Slot<'de, T>) -> Option<Self> {
        slot.take().map(Lent)
    }

    /// The argument in its slot, for when the message is gone.
    pub fn own(slot: &mut Slot<'de, T>) -> Option<Lent<'static, T>> {
        slot.take().map(|value| Lent(T::own(value)))
    }

    /// What the function takes.
    pub fn lend(&self) -> &<T as Accept<Lending>>::This {
        T::lend(&self.0).this()
    }
}

/// An example as JSON.
pub fn json(value: &(impl serde::Serialize + ?Sized)) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// `meta(key = literal, …)` as an object.
pub fn meta<const N: usize>(members: [(&str, Value); N]) -> Option<Value> {
    Some(
        members
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}
