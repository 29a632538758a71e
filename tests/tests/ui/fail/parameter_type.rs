#![allow(unused)]

use haft::{tool, tools};

struct Issue;

/// By value.
#[tool]
fn by_value(count: u8, issue: Issue) {}

/// By reference.
#[tool]
async fn by_reference(issue: &Issue) {}

/// In a slice.
#[tool]
async fn slice(issues: &[Issue]) {}

/// In another type.
#[tool]
fn option(#[arg(default)] issue: Option<Issue>) {}

struct Tracker;

#[tools]
impl Tracker {
    /// Open.
    #[tool]
    async fn open(&self, issue: &Issue) {}
}

fn main() {}
