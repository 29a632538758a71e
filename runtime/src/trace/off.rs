//! The stand-ins while the feature `tracing` is off: the standard error hears what somebody has to know, and that is all.

use std::fmt;
use std::sync::Arc;

use super::print;
use crate::fault::Faults;
use crate::invocation::Refusal;
use crate::message::ErrorResponse;
use crate::output::Output;
use crate::protocol::Revision;
use crate::tool::Row;

/// When a call began.
#[derive(Clone, Copy)]
pub(crate) struct Began;

impl Began {
    pub(crate) fn now() -> Self {
        Self
    }
}

/// The span of a call.
#[derive(Clone)]
pub(crate) struct Span;

#[allow(clippy::unused_self)]
impl Span {
    pub(crate) fn none() -> Self {
        Self
    }

    pub(crate) fn begin(_: &Arc<Row>, _: &str, _: Revision, _: Option<&str>, _: Began) -> Self {
        Self
    }

    pub(crate) fn enter<R>(&self, what: impl FnOnce() -> R) -> R {
        what()
    }

    pub(crate) fn run(&self, body: &mut dyn FnMut() -> Output) -> Output {
        body()
    }

    pub(crate) fn finish(&self, _: &Output) {}

    pub(crate) fn refuse(&self, _: &Refusal) {}

    #[cfg_attr(not(feature = "stdio"), allow(dead_code))]
    pub(crate) fn cancel(&self) {}
}

pub(crate) fn protocol_error(_: &ErrorResponse) {}

pub(crate) fn fault(_: &str, _: &Faults) {}

pub(crate) fn repaired(_: &str, _: &[String]) {}

/// Says what became of a tool's result.
pub(crate) fn tool_error(what: fmt::Arguments<'_>) {
    print(what);
}

/// Says what is odd about a message.
#[cfg_attr(not(feature = "stdio"), allow(dead_code))]
pub(crate) fn odd_message(what: fmt::Arguments<'_>) {
    print(what);
}
