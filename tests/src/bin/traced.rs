//! A server whose subscriber writes where `tracing_subscriber::fmt` does unless told otherwise: to the standard output.

use std::thread;
use std::time::Duration;

use haft::{Call, Server, Tool, tool};
use tracing_subscriber::fmt::format::FmtSpan;

/// Answer.
#[tool]
fn answer() -> &'static str {
    tracing::info!("inside of answer");
    "answered"
}

/// Answer too late.
#[tool]
fn late() {
    thread::sleep(Duration::from_secs(20));
}

/// Wait until the call is cancelled.
#[tool]
fn spin(call: &Call) {
    tracing::info!("inside of spin");
    while !call.is_cancelled() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Wait for ever.
#[tool]
async fn wait() {
    tracing::info!("inside of wait");
    std::future::pending::<()>().await;
}

fn main() -> haft::Result {
    tracing_subscriber::fmt()
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE)
        .init();
    Server::builder("traced", "1.0.0")
        .tool::<answer>()
        .tool::<spin>()
        .tool::<wait>()
        .row(Tool::of::<late>().timeout(Duration::from_millis(10)))
        .grace(Duration::from_millis(500))
        .serve_stdio()
}
