#![allow(unused)]

use haft::{tool, tools};

#[tool]
fn add(a: i64) -> i64 {
    a
}

///
#[tool]
#[doc(hidden)]
fn subtract(a: i64) -> i64 {
    a
}

struct Files;

#[tools]
impl Files {
    #[tool]
    fn read(&self) {}
}

fn main() {}
