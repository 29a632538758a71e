#![allow(unused)]

use haft::tool;

#[derive(haft::serde::Deserialize, haft::schemars::JsonSchema)]
#[serde(crate = "haft::serde")]
#[schemars(crate = "haft::schemars")]
struct Page {
    number: u32,
}

/// List.
#[tool]
fn list(
    #[arg(
        flatten,
        name = "page",
        alias = "p",
        description = "The page.",
        default
    )]
    page: Page,
) -> u32 {
    page.number
}

fn main() {}
