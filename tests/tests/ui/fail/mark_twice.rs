#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    /// Read.
    #[tool]
    #[tool(read_only)]
    fn read(&self) {}
}

fn main() {}
