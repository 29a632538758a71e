#![allow(unused)]

use haft::tool;

/// Add.
#[tool(title = "Add", read_only, title = "Sum", read_only = false)]
fn add(#[arg(default = 1, default)] a: i64) -> i64 {
    a
}

fn main() {}
