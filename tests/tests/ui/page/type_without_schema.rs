use haft::tool;

struct Point {
    x: f64,
    y: f64,
}

/// Measure the way to a point.
#[tool]
fn distance(to: Point) -> f64 {
    to.x.hypot(to.y)
}

fn main() {
    distance(Point { x: 3.0, y: 4.0 });
}
