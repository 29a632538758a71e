use haft::tool;

#[derive(Debug)]
struct Negative;

/// Take the square root of a number.
#[tool]
fn root(of: f64) -> Result<f64, Negative> {
    if of < 0.0 { Err(Negative) } else { Ok(of.sqrt()) }
}

fn main() {
    let _ = root(2.0);
}
