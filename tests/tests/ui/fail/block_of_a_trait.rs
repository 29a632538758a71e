#![allow(unused)]

use haft::{tool, tools};

struct Files;

trait Read {
    fn read(&self);
}

#[tools]
impl Read for Files {
    /// Read.
    #[tool]
    fn read(&self) {}
}

fn main() {}
