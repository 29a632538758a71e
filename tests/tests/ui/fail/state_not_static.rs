#![allow(unused)]

use haft::{tool, tools};

struct Files<S>(S);

#[tools]
impl<S: Send + Sync> Files<S> {
    /// Read.
    #[tool]
    fn read() {}
}

fn main() {}
