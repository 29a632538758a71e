use haft::tool;

/// Shout a text.
#[tool]
fn shout(text: impl AsRef<str>) -> String {
    text.as_ref().to_uppercase()
}

fn main() {
    shout("a");
}
