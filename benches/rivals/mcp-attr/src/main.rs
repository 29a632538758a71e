//! mcp-attr's server on the standard streams, as its documentation writes one.

#[path = "../../../src/work.rs"]
mod work;

use mcp_attr::server::{McpServer, mcp_server, serve_stdio};
use mcp_attr::{ErrorCode, Result, bail_public};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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
struct Assignee {
    /// The login name.
    name: String,
    /// The number of the account.
    id: u64,
}

struct Rig;

#[mcp_server]
impl McpServer for Rig {
    /// Add two integers.
    #[tool]
    async fn add(
        &self,
        /// The first addend.
        a: i64,
        /// The second addend.
        b: i64,
    ) -> Result<String> {
        Ok(work::add(a, b).to_string())
    }

    /// Repeat a text.
    #[tool]
    async fn echo(
        &self,
        /// The text to repeat.
        text: String,
    ) -> Result<String> {
        Ok(text)
    }

    /// Open an issue in the tracker.
    #[tool]
    async fn create_issue(
        &self,
        /// What it is about, in one line.
        title: String,
        /// The whole story, in Markdown.
        body: String,
        /// Labels to put on it.
        labels: Vec<String>,
        /// How urgent it is.
        priority: Priority,
        /// Who shall work on it.
        assignees: Vec<Assignee>,
        /// The day by which it shall be done, as 2026-12-31.
        due: Option<String>,
    ) -> Result<String> {
        Ok(work::issue(
            &title,
            &body,
            labels.iter().map(String::as_str),
            priority.as_str(),
            assignees.iter().map(|one| (one.name.as_str(), one.id)),
            due.as_deref(),
        ))
    }

    /// Fail for a reason.
    #[tool]
    async fn fail(
        &self,
        /// Why.
        reason: String,
    ) -> Result<String> {
        bail_public!(ErrorCode::INTERNAL_ERROR, "{}", work::failure(&reason))
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    serve_stdio(Rig).await?;
    Ok(())
}
