//! The tool of a server that keeps a train of thought.

use haft::{Builder, Json, Server, schema, tool};

#[schema]
#[serde(untagged)]
enum NextThoughtNeeded {
    Flag(bool),
    Text(String),
}

#[schema(output)]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
struct SequentialthinkingResult {
    thought_number: u64,
    total_thoughts: u64,
    next_thought_needed: bool,
    branches: Vec<String>,
    thought_history_length: u64,
}

/// Note one thought of a chain that may be revised and branched.
#[tool(
    read_only,
    destructive = false,
    idempotent,
    open_world = false,
    rename_all = "camelCase"
)]
fn sequentialthinking(
    /// This step.
    thought: &str,
    /// Whether another follows.
    next_thought_needed: NextThoughtNeeded,
    /// Which one it is.
    #[arg(minimum = 1)]
    thought_number: u64,
    /// How many there will probably be.
    #[arg(minimum = 1)]
    total_thoughts: u64,
    is_revision: Option<NextThoughtNeeded>,
    #[arg(minimum = 1)] revises_thought: Option<u64>,
    #[arg(minimum = 1)] branch_from_thought: Option<u64>,
    branch_id: Option<String>,
    needs_more_thoughts: Option<NextThoughtNeeded>,
) -> Json<SequentialthinkingResult> {
    Json(SequentialthinkingResult::default())
}

pub(crate) fn builder() -> Builder {
    Server::builder("sequential-thinking", "1.0.0").tool::<sequentialthinking>()
}
