#![allow(unused)]

use haft::tools;

#[tools]
fn add() {}

#[tools]
struct Files;

fn main() {}
