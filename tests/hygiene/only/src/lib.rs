//! A crate that has only `haft` in its manifest, with derives through its re-exports.

use haft::schemars::JsonSchema;
use haft::serde::{Deserialize, Serialize};
use haft::{Json, Server, schema, tool, tools};

/// How urgent something is.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "haft::serde", rename_all = "snake_case")]
#[schemars(crate = "haft::schemars")]
pub enum Priority {
    /// Can wait.
    Low,
    /// The usual.
    #[default]
    Medium,
    /// Now.
    High,
}

/// Something to do.
#[schema]
pub struct Issue {
    /// What it is about.
    pub title: String,
    /// How urgent it is.
    pub priority: Priority,
}

/// Open an issue.
#[tool]
#[allow(clippy::unused_async)]
pub async fn open_issue(title: &str, #[arg(default)] priority: Priority) -> Json<Issue> {
    Json(Issue {
        title: title.to_owned(),
        priority,
    })
}

/// Issues that were opened before.
pub struct Tracker(pub Vec<Issue>);

#[tools]
impl Tracker {
    /// Count the issues that are like another.
    #[tool(read_only)]
    fn count(&self, like: &Issue) -> usize {
        self.0
            .iter()
            .filter(|issue| issue.title == like.title)
            .count()
    }
}

/// A server of both.
///
/// # Errors
/// None.
pub fn server() -> haft::Result<Server> {
    Ok(Server::builder("only", "1.0.0")
        .tool::<open_issue>()
        .tools(Tracker(Vec::new()))
        .build()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_server_builds() {
        super::server().unwrap();
    }
}
