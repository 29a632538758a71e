#![allow(unused)]

use haft::tool;

use std::num::NonZeroU8;

/// Add.
#[tool]
fn add(
    #[arg(default = 1.5)] a: i64,
    #[arg(default)] b: NonZeroU8,
    #[arg(default = "c")] c: Option<String>,
    #[arg(default = 1)] d: &str,
) {
}

fn main() {}
