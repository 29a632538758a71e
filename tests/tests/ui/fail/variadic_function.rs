#![allow(unused)]

use haft::tool;

/// Print.
#[tool]
unsafe extern "C" fn print(format: i64, ...) {}

fn main() {}
