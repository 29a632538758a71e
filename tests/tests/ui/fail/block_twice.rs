#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    /// Read.
    #[tool]
    fn read(&self) {}
}

#[tools]
impl Files {
    /// Write.
    #[tool]
    fn write(&self) {}
}

fn main() {}
