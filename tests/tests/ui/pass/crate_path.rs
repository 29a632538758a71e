//! `crate = path` for a crate that is found elsewhere.

#![deny(warnings, unused_qualifications)]

mod reexports {
    pub mod toolkit {
        pub use haft::*;
    }
}

use reexports::toolkit::{Server, tool, tools};

mod haft {}

/// Add.
#[tool(crate = crate::reexports::toolkit, meta(a = 1))]
fn add(#[arg(default = 1)] a: i64, #[arg(default)] b: &str) -> i64 {
    let _ = b;
    a
}

struct State;

#[tools(crate = reexports::toolkit)]
impl State {
    /// Later.
    #[tool]
    async fn later(&self, text: &str) -> String {
        text.to_owned()
    }
}

fn main() {
    let builder = Server::builder("path", "1.0.0").tool::<add>();
    assert!(builder.tools(State).build().is_ok());
}
