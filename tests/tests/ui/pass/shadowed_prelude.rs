//! Everything that generated code could lean on means something else here.

#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unused_results,
    rust_2018_idioms
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![allow(clippy::unused_async, dead_code, unused_macros, non_camel_case_types)]

use haft::{Server, tool, tools};

struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Err;
struct String;
struct Vec;
struct Box;
struct Default;
struct Into;
struct From;
struct Send;
struct Sync;
struct Fn;
struct FnOnce;
struct Future;
struct Tier;
struct Published;
struct Definition;
struct Invocation;
struct Slot;
struct Lent;
struct bool;
struct u8;

mod std {}
mod core {}
mod alloc {}
mod serde_json {}

macro_rules! concat {
    ($($_:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! json {
    ($($_:tt)*) => {
        compile_error!("not this one")
    };
}

/// Methods that every type has, by the names that generated code calls.
trait InTheWay: Sized {
    fn take(self) {}
    fn decode(self) {}
    fn run(self) {}
    fn future(self) {}
    fn state(self) {}
    fn shared(self) {}
    fn lend(self) {}
    fn own(self) {}
    fn new(self) {}
    fn into(self) {}
    fn default(self) {}
    fn published(self) {}
    fn description(self) {}
    fn alias(self) {}
    fn slot(self) {}
    fn lower(self) {}
    fn tier(self) {}
    fn json(self) {}
}

impl<T> InTheWay for T {}

#[doc = "Documented by"]
#[doc = stringify!(pieces)]
#[tool(read_only, meta(a = 1), title = "Title")]
const fn sync(
    #[arg(default = 1, alias = "b")] a: i64,
    #[arg(default)] text: &str,
    #[arg(default = "x")] path: &str,
) -> i64 {
    let _ = (text, path);
    a
}

/// Later.
#[tool]
async fn later(text: &str, list: &[i64]) {
    let _ = (text, list);
}

struct State;

#[tools]
impl State {
    /// Sync.
    #[tool]
    const fn sync(&self, text: &str) -> i64 {
        let (Self, _) = (self, text);
        1
    }

    /// Later.
    #[tool(name = "method")]
    async fn later(&self, text: &str) {
        let (Self, _) = (self, text);
    }
}

fn main() {
    let builder = Server::builder("shadowed", "1.0.0");
    let server = builder.tool::<sync>().tool::<later>().build();
    assert!(server.is_ok());
    let _ = Server::builder("shadowed", "1.0.0").tools(State).build();
}
