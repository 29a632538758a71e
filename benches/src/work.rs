//! What the tools do once they have their arguments, the same in every server.

use std::fmt::Write as _;

/// `add`.
pub fn add(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

/// `create_issue`: the issue in one line.
pub fn issue<'a>(
    title: &str,
    body: &str,
    labels: impl IntoIterator<Item = &'a str>,
    priority: &str,
    assignees: impl IntoIterator<Item = (&'a str, u64)>,
    due: Option<&str>,
) -> String {
    let mut text = String::with_capacity(160);
    text.push_str(title);
    text.push_str(": priority=");
    text.push_str(priority);
    text.push_str(" labels=");
    for (index, label) in labels.into_iter().enumerate() {
        text.push_str(if index == 0 { "" } else { "," });
        text.push_str(label);
    }
    text.push_str(" assignees=");
    for (index, (name, id)) in assignees.into_iter().enumerate() {
        text.push_str(if index == 0 { "" } else { "," });
        let _ = write!(text, "{name}({id})");
    }
    text.push_str(" due=");
    text.push_str(due.unwrap_or("none"));
    let _ = write!(text, " body={}", body.len());
    text
}

/// `fail`: the text of its error.
pub fn failure(reason: &str) -> String {
    format!("failed: {reason}")
}
