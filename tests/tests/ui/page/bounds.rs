use haft::tool;

/// List messages.
#[tool]
fn list(#[arg(minimum = 1, maximum = 100, default = 200)] limit: u32) -> String {
    format!("{limit} messages")
}

fn main() {
    list(1);
}
