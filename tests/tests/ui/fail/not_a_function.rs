#![allow(unused)]

use haft::{tool, tools};

#[tool]
struct Add;

#[tool]
const ADD: fn(i64) -> i64 = |a| a;

#[tool]
mod add {}

struct Files;

#[tool]
impl Files {
    fn read(&self) {}
}

trait Read {
    /// Read.
    #[tool]
    fn read();
}

#[tools]
impl Files {
    /// Add.
    #[tool]
    const ADD: u8 = 1;
}

fn main() {}
