//! The tools as haft's users write them: each as an `async fn`, and as a `fn` under its name with `_sync`.

// Each tool in both forms, with the parameters that it is agreed to have.
#![allow(clippy::unused_async, clippy::needless_pass_by_value)]

use haft::schemars::JsonSchema;
use haft::serde::Deserialize;
use haft::{Builder, Server, Tool, tool};

use crate::work;

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", rename_all = "snake_case")]
#[schemars(crate = "haft::schemars")]
enum Priority {
    Low,
    Medium,
    High,
}

impl Priority {
    fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", deny_unknown_fields)]
#[schemars(crate = "haft::schemars")]
struct Assignee {
    /// The login name.
    name: String,
    /// The number of the account.
    id: u64,
}

/// Add two integers.
#[tool]
async fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
) -> i64 {
    work::add(a, b)
}

/// Add two integers.
#[tool]
fn add_sync(
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
) -> i64 {
    work::add(a, b)
}

/// Repeat a text.
#[tool]
async fn echo(
    /// The text to repeat.
    text: String,
) -> String {
    text
}

/// Repeat a text.
#[tool]
fn echo_sync(
    /// The text to repeat.
    text: String,
) -> String {
    text
}

/// Open an issue in the tracker.
#[tool]
async fn create_issue(
    /// What it is about, in one line.
    title: &str,
    /// The whole story, in Markdown.
    body: &str,
    /// Labels to put on it.
    labels: Vec<String>,
    /// How urgent it is.
    priority: Priority,
    /// Who shall work on it.
    assignees: Vec<Assignee>,
    /// The day by which it shall be done, as 2026-12-31.
    due: Option<String>,
) -> String {
    open(title, body, &labels, priority, &assignees, due.as_deref())
}

/// Open an issue in the tracker.
#[tool]
fn create_issue_sync(
    /// What it is about, in one line.
    title: &str,
    /// The whole story, in Markdown.
    body: &str,
    /// Labels to put on it.
    labels: Vec<String>,
    /// How urgent it is.
    priority: Priority,
    /// Who shall work on it.
    assignees: Vec<Assignee>,
    /// The day by which it shall be done, as 2026-12-31.
    due: Option<String>,
) -> String {
    open(title, body, &labels, priority, &assignees, due.as_deref())
}

fn open(
    title: &str,
    body: &str,
    labels: &[String],
    priority: Priority,
    assignees: &[Assignee],
    due: Option<&str>,
) -> String {
    let labels = labels.iter().map(String::as_str);
    let assignees = assignees.iter().map(|one| (one.name.as_str(), one.id));
    work::issue(title, body, labels, priority.as_str(), assignees, due)
}

/// Fail for a reason.
#[tool]
async fn fail(
    /// Why.
    reason: &str,
) -> Result<(), String> {
    Err(work::failure(reason))
}

/// Fail for a reason.
#[tool]
fn fail_sync(
    /// Why.
    reason: &str,
) -> Result<(), String> {
    Err(work::failure(reason))
}

/// Block the thread.
#[tool]
fn sleep(
    /// For how long.
    milliseconds: u64,
) {
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
}

/// The server, with the tools that the environment asks for: `RIG_SET` is `all` (unset), `four` (without those of
/// plain functions), `slow` (one that blocks) or `none`; `RIG_TOOLS` is a number of further ones.
pub fn builder_from_env() -> Builder {
    let set = std::env::var("RIG_SET").unwrap_or_default();
    let mut builder = Server::builder("rig", "1.0.0");
    if set == "slow" {
        return builder.tool::<sleep>();
    }
    if set != "none" {
        builder = builder
            .tool::<add>()
            .tool::<echo>()
            .tool::<create_issue>()
            .tool::<fail>();
    }
    if set != "none" && set != "four" {
        builder = builder
            .tool::<add_sync>()
            .tool::<echo_sync>()
            .tool::<create_issue_sync>()
            .tool::<fail_sync>();
    }
    let further = std::env::var("RIG_TOOLS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(0);
    (0..further).fold(builder, |builder, index: usize| {
        builder.row(Tool::of::<add>().renamed(format!("add_{index:04}")))
    })
}
