#![allow(unused)]

use haft::tools;

struct Files;

#[tools]
impl Files {
    fn read(&self) {}
}

fn main() {}
