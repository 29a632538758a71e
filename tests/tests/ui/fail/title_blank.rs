#![allow(unused)]

use haft::tool;

/// Add.
#[tool(title = "")]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
