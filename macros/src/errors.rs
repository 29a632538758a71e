//! The compile errors of one attribute, gathered so that all of them are told at once.

use std::fmt::Display;
use std::thread;

use proc_macro2::Span;
use quote::ToTokens;

/// Collects errors until [`finish`](Errors::finish), which no path may leave out: dropping it unasked is a bug.
#[must_use]
pub(crate) struct Errors {
    combined: Option<syn::Error>,
    finished: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            combined: None,
            finished: false,
        }
    }

    /// An error that covers all of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.combined {
            Some(combined) => combined.combine(error),
            None => self.combined = Some(error),
        }
    }

    /// The value of `result`, or nothing and one more error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// `value` if there was no error, else every error.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> syn::Result<T> {
        self.finished = true;
        match (self.combined.take(), value) {
            (Some(errors), _) => Err(errors),
            (None, Some(value)) => Ok(value),
            (None, None) => Err(syn::Error::new(
                Span::call_site(),
                "haft cannot read this item and cannot say why, please report it",
            )),
        }
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.finished || thread::panicking(),
            "errors were gathered and never told"
        );
    }
}
