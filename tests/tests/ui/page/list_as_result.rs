use haft::tool;

/// Split a text into words.
#[tool]
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn main() {
    words("a b");
}
