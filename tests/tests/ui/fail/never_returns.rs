#![allow(unused)]

use haft::tool;

/// Stop.
#[tool]
fn stop() -> ! {
    std::process::exit(0)
}

fn main() {}
