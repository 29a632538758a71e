#![allow(unused)]

use haft::{tool, tools};

/// Add.
#[tool(titel = "Add", readOnlyHint = true, colour = "red")]
fn add(#[arg(desc = "A number.", 7)] a: i64) -> i64 {
    a
}

struct Files;

#[tools(krate = haft)]
impl Files {
    /// Read.
    #[tool(names("a", "b"), read_only)]
    fn read(&self) {}
}

fn main() {}
