#![allow(unused)]

use haft::tool;

/// Add.
#[tool(meta(a = [1], b = -"c", d, "e" = b"f", a = 1), meta = 1)]
fn add(a: i64) -> i64 {
    a
}

/// Subtract.
#[tool(meta("a" = 1, a = -2))]
fn subtract(a: i64) -> i64 {
    a
}

/// Multiply.
#[tool(meta(a = -true, b = 'c'))]
fn multiply(a: i64) -> i64 {
    a
}

fn main() {}
