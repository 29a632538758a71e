#![allow(unused)]

/// Add.
#[haft::arg(name = "a")]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
