#![allow(unused)]

use haft::tool;

/// Measure.
#[tool]
fn core() -> String {
    let size = core::mem::size_of::<u8>();
    format!("{} {}", size, ::core::mem::align_of::<u8>())
}

/// Measure.
#[tool(companion = std)]
fn time(#[arg(default = std::time::Duration::ZERO)] duration: std::time::Duration) {}

fn main() {}
