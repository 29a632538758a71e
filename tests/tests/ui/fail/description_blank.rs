#![allow(unused)]

use haft::tool;

/// Add.
#[tool(description = " ")]
fn add(#[arg(description = "")] a: i64) -> i64 {
    a
}

fn main() {}
