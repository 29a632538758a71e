#![allow(unused)]

use haft::{tool, tools};

struct Files;

#[tools]
impl Files {
    #[tool]
    #[cfg_attr(unix, doc = "Read on Unix.")]
    fn read(&self) {}
}

fn main() {}
