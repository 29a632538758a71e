#![allow(unused)]

use haft::{tool, tools};

struct Files;

macro_rules! tools_of_files {
    () => {
        #[allow(unused)]
        fn write(&self) {}
    };
}

#[tools]
impl Files {
    /// Read.
    #[tool]
    fn read(&self) {}

    tools_of_files!();
}

fn main() {}
