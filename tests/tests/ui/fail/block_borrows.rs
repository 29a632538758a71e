#![allow(unused)]

use haft::{tool, tools};

struct Files<'a>(&'a str);

#[tools]
impl<'a> Files<'a> {
    /// Read.
    #[tool]
    fn read(&self) {}
}

struct Folders<'a>(&'a str);

#[tools]
impl Folders<'_> {
    /// Read.
    #[tool]
    fn read(&self) {}
}

fn main() {}
