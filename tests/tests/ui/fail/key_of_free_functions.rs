#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    /// Read.
    #[tool(companion = Read, crate = haft)]
    fn read(&self) {}
}

fn main() {}
