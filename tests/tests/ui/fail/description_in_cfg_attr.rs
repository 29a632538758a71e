use haft::tool;

#[tool]
#[cfg_attr(unix, doc = "Add on Unix.")]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
