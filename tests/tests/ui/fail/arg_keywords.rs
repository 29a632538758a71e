#![allow(unused)]

use haft::tool;

#[haft::schema]
struct Page {
    size: u8,
}

/// Contradictions.
#[tool]
fn contradictions(
    #[arg(minimum = 5, maximum = 1)] a: u8,
    #[arg(min_length = 3, max_length = 2)] b: &str,
    #[arg(minimum = 1, default = 0)] c: u8,
    #[arg(exclusive_maximum = 10, default = 10)] d: u8,
    #[arg(max_length = 2, default = "abc")] e: &str,
    #[arg(multiple_of = 5, default = 7)] f: u8,
    #[arg(minimum = 1, default)] fine: u8,
) {
}

/// Values.
#[tool]
fn values(
    #[arg(min_items = -1)] a: &[u8],
    #[arg(pattern = "")] b: &str,
    #[arg(format = "datetime")] c: &str,
    #[arg(header = "Re gion")] d: &str,
    #[arg(flatten, minimum = 1, header = "Page")] page: Page,
) {
}

fn main() {}
