#![allow(unused)]

use haft::tool;

/// Echo.
#[tool]
fn echo<'a, T: ToString, const N: usize>(text: &'a str, value: T, list: [u8; N]) -> String {
    text.to_owned()
}

fn main() {}
