#![allow(unused)]

use haft::{tool, tools};

/// Zero.
#[tool(timeout = "0s")]
fn zero() {}

/// A blank.
#[tool(timeout = "10 s")]
fn blank() {}

/// Another unit.
#[tool(timeout = "1h")]
fn hours() {}

/// No unit.
#[tool(timeout = "30")]
fn bare() {}

/// A fraction.
#[tool(timeout = "1.5s")]
fn fraction() {}

/// Too long.
#[tool(timeout = "99999999999999999999s")]
fn long() {}

struct State;

#[tools]
impl State {
    /// No string.
    #[tool(timeout = 30)]
    fn number(&self) {}

    /// No value.
    #[tool(timeout)]
    fn nothing(&self) {}
}

fn main() {}
