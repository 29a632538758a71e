#![allow(unused)]

use haft::{tool, tools};

use std::cell::Cell;

struct Files(Cell<u8>);

#[tools]
impl Files {
    /// Read.
    #[tool]
    fn read(&self) -> u8 {
        self.0.get()
    }
}

fn main() {}
