#![allow(unused)]

use haft::tool;

/// Add.
#[tool]
fn add(
    a: i64,
    #[arg(name = "a")] b: i64,
    #[arg(alias = "a")] c: i64,
    #[arg(alias("d", "x", "x"))] d: i64,
    r#type: i64,
    #[arg(name = "type")] e: i64,
) -> i64 {
    a + b + c + d + r#type + e
}

fn main() {}
