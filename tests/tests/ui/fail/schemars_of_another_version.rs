#![allow(unused)]

use haft::serde::Deserialize;
use haft::tool;

/// As another major version of schemars has it.
mod schemars {
    pub trait JsonSchema {}
}

#[derive(Deserialize)]
#[serde(crate = "haft::serde")]
struct Page {
    number: u32,
}

impl schemars::JsonSchema for Page {}

/// Show a page.
#[tool]
fn show(page: Page) {}

fn main() {}
