#![allow(unused)]

use haft::tool;

/// Echo.
#[tool]
fn echo(value: impl ToString, list: Vec<impl ToString>) -> impl ToString {
    value
}

/// Numbers.
#[tool]
fn numbers() -> Result<impl Iterator<Item = u8>, String> {
    Ok(0..3)
}

fn main() {}
