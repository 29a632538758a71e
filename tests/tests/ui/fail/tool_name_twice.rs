#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    /// Read.
    #[tool]
    fn read(&self) {}

    /// Read again.
    #[tool(name = "read")]
    fn reread(&self) {}
}

fn main() {}
