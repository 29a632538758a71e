#![allow(unused)]

use haft::tool;

/// Add.
#[tool("add")]
fn add(#[arg = "first"] a: i64) -> i64 {
    a
}

fn main() {}
