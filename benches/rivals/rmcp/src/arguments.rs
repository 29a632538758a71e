//! The arguments of the tools.

use rmcp::schemars::JsonSchema;
use serde::Deserialize;

use crate::work;

#[derive(Deserialize, JsonSchema)]
pub struct Add {
    /// The first addend.
    pub a: i64,
    /// The second addend.
    pub b: i64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Echo {
    /// The text to repeat.
    pub text: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
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
pub struct Assignee {
    /// The login name.
    pub name: String,
    /// The number of the account.
    pub id: u64,
}

#[derive(Deserialize, JsonSchema)]
pub struct CreateIssue {
    /// What it is about, in one line.
    pub title: String,
    /// The whole story, in Markdown.
    pub body: String,
    /// Labels to put on it.
    pub labels: Vec<String>,
    /// How urgent it is.
    pub priority: Priority,
    /// Who shall work on it.
    pub assignees: Vec<Assignee>,
    /// The day by which it shall be done, as 2026-12-31.
    pub due: Option<String>,
}

impl CreateIssue {
    pub fn open(&self) -> String {
        work::issue(
            &self.title,
            &self.body,
            self.labels.iter().map(String::as_str),
            self.priority.as_str(),
            self.assignees.iter().map(|one| (one.name.as_str(), one.id)),
            self.due.as_deref(),
        )
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Fail {
    /// Why.
    pub reason: String,
}
