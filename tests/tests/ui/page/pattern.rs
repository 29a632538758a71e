use haft::tool;

/// Measure the way to a point.
#[tool]
fn distance((x, y): (f64, f64)) -> f64 {
    x.hypot(y)
}

fn main() {
    distance((3.0, 4.0));
}
