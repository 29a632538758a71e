#![allow(unused)]

use haft::tool;

struct Failure;

/// Fail.
#[tool]
fn fail() -> Result<String, Failure> {
    Err(Failure)
}

fn main() {}
