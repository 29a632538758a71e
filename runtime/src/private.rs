//! What generated code may name. Not covered by any promise: macro and runtime are released together.

pub use std::concat;
pub use std::convert::Into;
pub use std::default::Default;
pub use std::option::Option::{self, None, Some};
pub use std::sync::Arc;
pub use std::vec::Vec;

pub use serde_json::{Value, json};

pub use crate::call::Invocation;
pub use crate::output::tier::{self, Tier};
pub use crate::output::{Output, output};
pub use crate::parameter::{Lend, Parameter, Slot};
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
        fn json(&self) -> Option<Value>;
    }

    impl<T: Serialize + ?Sized> Shown for &Published<'_, T> {
        fn json(&self) -> Option<Value> {
            serde_json::to_value(self.0).ok()
        }
    }

    /// All other values.
    pub trait Hidden {
        /// Nothing.
        fn json(&self) -> Option<Value> {
            None
        }
    }

    impl<T: ?Sized> Hidden for Published<'_, T> {}
}
