#![allow(unused)]

use haft::tool;

/// Empty.
#[tool(name = "")]
fn empty() {}

/// A space and a letter of no ASCII.
#[tool(name = "größe of a")]
fn letters() {}

/// Too long.
#[tool(
    name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
)]
fn long() {}

/// The function's own name.
#[tool]
fn größe() {}

fn main() {}
