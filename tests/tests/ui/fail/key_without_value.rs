#![allow(unused)]

use haft::tool;

/// Add.
#[tool(name, title("Add"), companion, crate, meta)]
fn add(#[arg(name, alias, description = )] a: i64) -> i64 {
    a
}

fn main() {}
