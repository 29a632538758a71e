#![allow(unused)]

use haft::tool;

/// Add.
#[tool(icon = "http://example.com/add.png")]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
