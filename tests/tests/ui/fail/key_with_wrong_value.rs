#![allow(unused)]

use haft::tool;

/// Add.
#[tool(
    name = 7,
    read_only = "yes",
    idempotent(false),
    companion = "Sum",
    crate = "haft"
)]
fn add(#[arg(alias(a, b), default(1))] a: i64) -> i64 {
    a
}

fn main() {}
