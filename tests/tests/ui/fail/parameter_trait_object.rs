#![allow(unused)]

use haft::tool;

/// Echo.
#[tool]
fn echo(value: &dyn ToString, boxed: Box<dyn ToString>) {}

fn main() {}
