#![allow(unused)]

use haft::{tool, tools};

/// Read.
#[tool(rename_all = "camel")]
fn read(page_size: u8) {}

/// Two of one name.
#[tool(rename_all = "camelCase")]
fn twice(page_size: u8, #[arg(name = "pageSize")] size: u8) {}

struct Files;

#[tools(rename_all)]
impl Files {
    /// Read.
    #[tool(rename_all = "Kebab-Case")]
    fn read(&self, page_size: u8) {}
}

fn main() {}
