//! The server under test: tools that are fast, slow, asynchronous, long, talkative, and wrong in every way.

use std::thread;
use std::time::Duration;

use haft::{Call, Server, Tool, tool};
use tokio::time::sleep;

/// The most bytes of a message.
pub(crate) const MAX_MESSAGE: usize = 512 * 1024;

pub(crate) fn serve() -> haft::Result {
    Server::builder("soaked", "1.0.0")
        .max_message(MAX_MESSAGE)
        .tool::<add>()
        .tool::<echo>()
        .tool::<nap>()
        .tool::<rest>()
        .tool::<climb>()
        .tool::<climb_later>()
        .tool::<boom>()
        .tool::<boom_later>()
        .tool::<refuse>()
        .tool::<spin>()
        .tool::<wait>()
        .tool::<chatter>()
        .row(Tool::of::<late>().timeout(Duration::from_millis(20)))
        .row(Tool::of::<late_thread>().timeout(Duration::from_millis(20)))
        .serve_stdio()
}

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> Result<i64, &'static str> {
    a.checked_add(b).ok_or("the sum does not fit")
}

/// Give a text back.
#[tool]
fn echo(text: &str) -> &str {
    text
}

/// Block for some time.
#[tool]
fn nap(milliseconds: u64) -> String {
    thread::sleep(Duration::from_millis(milliseconds));
    format!("napped {milliseconds}")
}

/// Wait for some time without a thread.
#[tool]
async fn rest(milliseconds: u64) -> String {
    sleep(Duration::from_millis(milliseconds)).await;
    format!("rested {milliseconds}")
}

/// Report progress from a thread.
#[tool]
fn climb(call: &Call, steps: u32) -> u32 {
    for step in 1..=steps {
        call.progress((step, steps));
        thread::sleep(Duration::from_millis(5));
    }
    steps
}

/// Report progress without a thread.
#[tool]
async fn climb_later(call: Call, steps: u32) -> u32 {
    for step in 1..=steps {
        call.progress((step, steps));
        sleep(Duration::from_millis(5)).await;
    }
    steps
}

/// Panic.
#[tool]
fn boom() -> String {
    panic!("as asked")
}

/// Panic after some time.
#[tool]
async fn boom_later() -> String {
    sleep(Duration::from_millis(2)).await;
    panic!("as asked")
}

/// Fail.
#[tool]
fn refuse(reason: &str) -> Result<(), String> {
    Err(reason.to_owned())
}

/// Block until the call is cancelled.
#[tool]
fn spin(call: &Call) -> &'static str {
    while !call.is_cancelled() {
        thread::sleep(Duration::from_millis(1));
    }
    "nobody hears this"
}

/// Wait until the call is cancelled.
#[tool]
async fn wait(call: &Call) -> &'static str {
    call.cancelled().await;
    "nobody hears this"
}

/// Print where the messages go.
#[tool]
fn chatter() -> &'static str {
    println!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"no message\"}}");
    "said"
}

/// Take longer than is allowed.
#[tool]
async fn late() -> &'static str {
    sleep(Duration::from_secs(60)).await;
    "too late"
}

/// Block for longer than is allowed.
#[tool]
fn late_thread() -> &'static str {
    thread::sleep(Duration::from_secs(1));
    "too late"
}
