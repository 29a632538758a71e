#![allow(unused)]

use haft::tool;

struct Files;

impl Files {
    /// Read.
    #[tool]
    fn read(&self) {}
}

fn main() {}
