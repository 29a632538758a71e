#![allow(unused)]

use haft::tool;

mod shapes {
    pub mod area {}
}

use shapes::area;

/// Measure.
#[tool]
fn area() {}

fn main() {}
