use haft::tool;

/// Make an identifier.
#[tool]
fn uuid() -> String {
    let id = uuid::Uuid::new_v4();
    format!("{}", ::uuid::simple(id))
}

/// Measure.
#[tool(companion = Measure)]
fn time(from: Measure::Instant, #[arg(default = Measure::Instant::now())] to: u8) {}

fn main() {}
