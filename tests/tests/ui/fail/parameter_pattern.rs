#![allow(unused)]

use haft::tool;

/// Add.
#[tool]
fn add((a, b): (i64, i64), _: i64, ref c: i64, [d, ..]: [i64; 3], e @ 0..: u8) {}

fn main() {}
