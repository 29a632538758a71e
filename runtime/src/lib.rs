#![doc = include_str!("../../README.md")]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod arguments;
mod base64;
mod call;
mod check;
#[doc = include_str!("contract.md")]
pub mod contract {}
mod cursor;
mod deadline;
mod decode;
mod error;
mod fault;
mod host;
#[cfg(feature = "http")]
mod http;
mod invocation;
pub mod lint;
pub mod message;
mod output;
mod parameter;
mod pointer;
mod protocol;
mod schema;
mod seen;
mod server;
#[cfg(feature = "stdio")]
mod stdio;
pub mod testing;
mod tool;
mod trace;
#[doc = include_str!("wrong_calls.md")]
pub mod wrong_calls {}
#[doc = include_str!("wrong_programs.md")]
pub mod wrong_programs {}

pub use haft_macros::{arg, schema, tool, tools};
pub use schemars;
pub use serde;
/// A JSON object, in the order of its members: what a hand-written tool may take as its arguments.
pub type Map = serde_json::Map<String, Value>;
pub use serde_json::{Value, json};

#[cfg(feature = "http")]
pub use crate::http::{Address, HttpBody, HttpFuture, HttpService};
pub use base64::Base64;
pub use call::{Amount, Call, Extensions, Progress};
pub use error::{Error, Result};
pub use output::{Failure, Json, Return, ToolError, ToolResult};
pub use parameter::Lend;
pub use protocol::{Annotations, Content, Implementation, Revision, Role};
pub use server::{
    ArgumentFaults, BuildError, Builder, CacheScope, CallError, CallResult, Change, Fault, Server,
};
pub use tool::{Define, DefineAll, IntoState, Tool};
