#![allow(unused)]

use haft::tool;

/// Add.
#[tool]
fn add(#[arg(name = "")] a: i64, #[arg(alias = "")] b: i64) -> i64 {
    a + b
}

fn main() {}
