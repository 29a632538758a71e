//! How an error's sources are found, chosen by method resolution since no trait covers every error type.
//!
//! `(&&&&&&Tier::of(&returned)).haft_tier().lower(returned)` takes the first tier, counted from the most references, whose
//! bound holds. Each tier is a marker without data. The last accepts every type: a wrong return type is reported once,
//! at its own place, by `output::<T>`.

use std::error::Error;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::Deref;

use super::{Lowered, Output, Return, ToolError, failed};

/// Stands for the type of a returned value.
pub struct Tier<T>(PhantomData<fn() -> T>);

impl<T> Tier<T> {
    /// The type of this value.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// Errors that are known by their type.
pub trait Failure {
    /// The output that such an error is.
    fn fail(self) -> Output;
}

impl Failure for ToolError {
    fn fail(self) -> Output {
        Output(Lowered::ToolError(Box::new(self)))
    }
}

impl Failure for String {
    fn fail(self) -> Output {
        Output(Lowered::Failed(self))
    }
}

impl Failure for &str {
    fn fail(self) -> Output {
        Output(Lowered::Failed(self.to_owned()))
    }
}

macro_rules! tiers {
    ($($(#[$doc:meta])* $trait:ident, $marker:ident, [$($generics:tt)*] $on:ty;)*) => {$(
        $(#[$doc])*
        pub struct $marker;
        /// Gives the marker.
        pub trait $trait {
            /// The marker.
            fn haft_tier(&self) -> $marker {
                $marker
            }
        }
        impl<$($generics)*> $trait for $on {}
    )*};
}

tiers! {
    /// `ToolError`, shown as it is, and plain text, which has no sources.
    HasFailure, FailureTier, [T: Return, E: Failure] &&&&&Tier<Result<T, E>>;
    /// Errors of the standard kind: `source` leads on.
    HasError, ErrorTier, [T: Return, E: Error] &&&&Tier<Result<T, E>>;
    /// Reports and boxes that hold an error but are none.
    HasReport, ReportTier, [T: Return, E: Display + AsRef<dyn Error + Send + Sync>] &&&Tier<Result<T, E>>;
    /// Other pointers to an error, such as a box of one that stays on its thread.
    HasPointer, PointerTier, [T: Return, E: Display + Deref<Target: Error>] &&Tier<Result<T, E>>;
    /// Everything else that a tool may return.
    HasReturn, ReturnTier, [T: Return] &Tier<T>;
    /// What it may not.
    HasNone, NoneTier, [T] Tier<T>;
}

impl FailureTier {
    /// Lowers a success, or the error with all that it carries.
    pub fn lower<T: Return, E: Failure>(self, result: Result<T, E>) -> Output {
        result.map_or_else(E::fail, T::lower)
    }
}

impl ErrorTier {
    /// Lowers a success, or the error and its sources.
    pub fn lower<T: Return, E: Error>(self, result: Result<T, E>) -> Output {
        result.map_or_else(|error| failed(&error, error.source()), T::lower)
    }
}

impl ReportTier {
    /// Lowers a success, or the report and the sources of the error in it.
    pub fn lower<T: Return, E: Display + AsRef<dyn Error + Send + Sync>>(
        self,
        result: Result<T, E>,
    ) -> Output {
        result.map_or_else(|report| failed(&report, report.as_ref().source()), T::lower)
    }
}

impl PointerTier {
    /// Lowers a success, or the error behind the pointer and its sources.
    pub fn lower<T: Return, E: Display + Deref<Target: Error>>(
        self,
        result: Result<T, E>,
    ) -> Output {
        result.map_or_else(|error| failed(&error, error.deref().source()), T::lower)
    }
}

impl ReturnTier {
    /// Lowers the value by its own rule.
    pub fn lower<T: Return>(self, value: T) -> Output {
        value.lower()
    }
}

impl NoneTier {
    /// Never runs: `output::<T>` has refused the type.
    pub fn lower<T>(self, _: T) -> Output {
        Output(Lowered::Panicked)
    }
}
