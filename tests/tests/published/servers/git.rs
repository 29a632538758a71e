//! The tools of a server for repositories of git.

use haft::{Builder, Server, tool};

/// Show what has changed in the working tree.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_status(
    /// Path of the repository.
    repo_path: &str,
) {
}

/// Show changes that are not staged.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_diff_unstaged(
    /// Path of the repository.
    repo_path: &str,
    /// Lines to show around a change.
    #[arg(default = 3)]
    context_lines: u32,
) {
}

/// Show changes that are staged.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_diff_staged(
    /// Path of the repository.
    repo_path: &str,
    /// Lines to show around a change.
    #[arg(default = 3)]
    context_lines: u32,
) {
}

/// Show how the working tree differs from a branch or a commit.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_diff(
    /// Path of the repository.
    repo_path: &str,
    target: &str,
    /// Lines to show around a change.
    #[arg(default = 3)]
    context_lines: u32,
) {
}

/// Record what is staged as a commit.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_commit(
    /// Path of the repository.
    repo_path: &str,
    message: &str,
) {
}

/// Stage files.
#[tool(read_only = false, destructive = false, idempotent, open_world = false)]
fn git_add(
    /// Path of the repository.
    repo_path: &str,
    #[arg(min_items = 1)] files: &[String],
) {
}

/// Unstage everything.
#[tool(read_only = false, destructive, idempotent, open_world = false)]
fn git_reset(
    /// Path of the repository.
    repo_path: &str,
) {
}

/// List commits, newest first.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_log(
    /// Path of the repository.
    repo_path: &str,
    /// How many.
    #[arg(default = 10)]
    max_count: u32,
    /// Only commits after it.
    start_timestamp: Option<String>,
    /// Only commits before it.
    end_timestamp: Option<String>,
) {
}

/// Create a branch.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_create_branch(
    /// Path of the repository.
    repo_path: &str,
    branch_name: &str,
    /// Where it begins; the current branch if not given.
    base_branch: Option<String>,
) {
}

/// Switch to a branch.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_checkout(
    /// Path of the repository.
    repo_path: &str,
    branch_name: &str,
) {
}

/// Show a commit and its changes.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_show(
    /// Path of the repository.
    repo_path: &str,
    revision: &str,
) {
}

/// List branches.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn git_branch(
    /// Path of the repository.
    repo_path: &str,
    /// `local`, `remote` or `all`.
    branch_type: &str,
    /// Only branches with this commit.
    contains: Option<String>,
    /// Only branches without this commit.
    not_contains: Option<String>,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("git", "1.0.0")
        .tool::<git_status>()
        .tool::<git_diff_unstaged>()
        .tool::<git_diff_staged>()
        .tool::<git_diff>()
        .tool::<git_commit>()
        .tool::<git_add>()
        .tool::<git_reset>()
        .tool::<git_log>()
        .tool::<git_create_branch>()
        .tool::<git_checkout>()
        .tool::<git_show>()
        .tool::<git_branch>()
}
