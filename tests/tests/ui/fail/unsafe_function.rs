#![allow(unused)]

use haft::tool;

/// Read.
#[tool]
unsafe fn read() {}

/// Write.
#[tool]
extern "C" fn write() {}

fn main() {}
