#![allow(unused)]

use haft::tool;

/// Add.
#[tool]
fn add(#[cfg_attr(unix, arg(default = 1))] a: i64) -> i64 {
    a
}

fn main() {}
