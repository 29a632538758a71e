#![allow(unused)]

use haft::tool;

struct Issue;

/// Structured content.
#[tool]
fn structured() -> Vec<i64> {
    Vec::new()
}

/// A type of one's own.
#[tool]
fn own() -> Issue {
    Issue
}

/// Structured content without a schema.
#[tool]
fn schemaless() -> haft::Json<Issue> {
    haft::Json(Issue)
}

/// The same in a `Result`.
#[tool]
async fn fallible() -> Result<Issue, String> {
    Ok(Issue)
}

fn main() {}
