#![allow(unused)]

use haft::tool;

/// Echo.
#[tool]
fn echo(text: str, list: [u8]) {}

fn main() {}
