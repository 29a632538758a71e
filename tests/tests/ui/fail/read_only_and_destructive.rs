#![allow(unused)]

use haft::tool;

/// Remove.
#[tool(read_only, destructive)]
fn remove() {}

fn main() {}
