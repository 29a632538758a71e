#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    /// Read.
    #[cfg_attr(unix, tool)]
    fn read(&self) {}

    /// Write.
    #[tool]
    #[cfg_attr(unix, inline, tool(read_only))]
    fn write(&self) {}
}

fn main() {}
