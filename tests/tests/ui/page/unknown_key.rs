use haft::tool;

/// List messages.
#[tool(readonly)]
fn list() -> &'static str {
    "no messages"
}

fn main() {
    list();
}
