//! Tools among items that have the names of the prelude's, with parameters that have the names of generated code's.

#![allow(non_camel_case_types, unused_macros)]

use handle::{BuildError, Server, tool, tools};

struct Option;
struct Result;
struct Some;
struct None;
struct Ok;
struct Err;
struct String;
struct Vec;
struct Box;
struct Into;
struct Default;
struct Send;
struct Sync;
struct Fn;
struct FnOnce;
struct Future;
struct bool;
struct str_;
struct u8;

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod schemars {}
mod serde_json {}

macro_rules! vec {
    () => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    () => {
        compile_error!("not this one")
    };
}

type Text = ::std::string::String;

/// Name parameters like generated code could.
#[tool]
fn names(
    /// Like the tool.
    names: i64,
    args: i64,
    call: i64,
    result: i64,
    arguments: i64,
    name: i64,
    invocation: i64,
    slots: i64,
    value: i64,
    this: i64,
    s0: i64,
    a0: i64,
    #[arg(default = 7, alias = "last")] r#type: i64,
) -> i64 {
    names
        + args
        + call
        + result
        + arguments
        + name
        + invocation
        + slots
        + value
        + this
        + s0
        + a0
        + r#type
}

/// The same, later.
#[tool(title = "Later", read_only, idempotent)]
async fn later(
    later: &str,
    result: &[i64],
    #[arg(default = "x", description = "A word.")] value: Text,
    mut count: ::std::option::Option<i64>,
) -> ::std::result::Result<Text, ::std::fmt::Error> {
    if count.take().is_some() {
        ::std::result::Result::Err(::std::fmt::Error)
    } else {
        ::std::result::Result::Ok(format!("{later}{result:?}{value}"))
    }
}

struct State<T> {
    inner: T,
}

#[tools]
impl<T> State<T>
where
    T: Clone + ::std::fmt::Display + ::std::marker::Send + ::std::marker::Sync + 'static,
{
    /// Show it.
    #[tool]
    fn show(&self, this: i64) -> Text {
        format!("{} {this}", self.inner)
    }

    /// Show it later.
    #[tool]
    async fn show_later(&self, this: &i64, invocation: &str) -> Text {
        format!("{} {this} {invocation}", self.inner)
    }

    /// Needs no state.
    #[tool]
    fn stateless(value: i64) -> i64 {
        value
    }
}

/// A server of all of them.
///
/// # Errors
/// None.
pub fn server() -> ::std::result::Result<Server, BuildError> {
    Server::builder("renamed", "1.0.0")
        .tool::<names>()
        .tool::<later>()
        .tools(State { inner: 1 })
        .build()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_server_builds() {
        assert!(super::server().is_ok());
    }
}
