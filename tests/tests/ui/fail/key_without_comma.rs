#![allow(unused)]

use haft::tool;

/// Add.
#[tool(read_only title = "Add")]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
