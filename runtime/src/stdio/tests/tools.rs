//! The tools that the tests call.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use crate::{Server, tool};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use tokio::runtime::{Builder, Handle};
use tokio::task::{spawn_blocking, yield_now};

/// Where tools wait until the test lets them go.
static GATES: (Mutex<BTreeSet<u64>>, Condvar) = (Mutex::new(BTreeSet::new()), Condvar::new());

pub(super) fn gate() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

pub(super) fn open(gate: u64) {
    GATES.0.lock().unwrap().insert(gate);
    GATES.1.notify_all();
}

pub(super) fn pass(gate: u64) {
    let open = GATES.0.lock().unwrap();
    drop(GATES.1.wait_while(open, |open| !open.contains(&gate)).unwrap());
}

pub(super) fn server() -> Server {
    Server::builder("tested", "1.0.0")
        .tool::<add>()
        .tool::<length>()
        .tool::<echo>()
        .tool::<panics>()
        .tool::<wait>()
        .tool::<nap>()
        .tool::<block_on_its_own>()
        .tool::<block_on_entered>()
        .tool::<defuse>()
        .tool::<ready>()
        .tool::<runtime>()
        .tool::<sleep>()
        .tool::<stubborn>()
        .tool::<later>()
        .build()
        .unwrap()
}

/// Add two integers.
#[tool(crate = crate)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Count the characters of a text.
#[tool(crate = crate)]
fn length(text: &str) -> usize {
    text.chars().count()
}

/// Return a text.
#[tool(crate = crate)]
fn echo(text: String) -> String {
    text
}

/// Panic.
#[tool(crate = crate)]
fn panics() -> String {
    panic!("as asked")
}

/// Block until a gate opens.
#[tool(crate = crate)]
fn wait(gate: u64) -> &'static str {
    pass(gate);
    "passed"
}

/// Block for some time, or not at all.
#[tool(crate = crate)]
fn nap(milliseconds: u64) -> &'static str {
    if milliseconds > 0 {
        thread::sleep(Duration::from_millis(milliseconds));
    }
    "slept"
}

/// Sleep as a blocking client of an asynchronous library does.
#[tool(crate = crate)]
fn block_on_its_own() -> &'static str {
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
    "slept"
}

/// Sleep on the runtime that the thread is in.
#[tool(crate = crate)]
fn block_on_entered() -> &'static str {
    Handle::current().block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
    "slept"
}

struct Bomb;

impl<'de> Deserialize<'de> for Bomb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        panic!("{text}")
    }
}

impl JsonSchema for Bomb {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bomb".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Take what cannot be decoded.
#[tool(crate = crate)]
fn defuse(bomb: Bomb) -> &'static str {
    let Bomb = bomb;
    "defused"
}

/// Be done at once.
#[tool(crate = crate)]
async fn ready() -> &'static str {
    "ready"
}

/// Name the runtime that goes on with the call.
#[tool(crate = crate)]
async fn runtime() -> String {
    yield_now().await;
    Handle::current().id().to_string()
}

/// Sleep without blocking.
#[tool(crate = crate)]
async fn sleep(milliseconds: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    "slept"
}

/// Block in the first poll until a gate opens, as no future should, and be done then or later.
#[tool(crate = crate)]
async fn stubborn(gate: u64, done: bool) -> &'static str {
    pass(gate);
    if !done {
        yield_now().await;
    }
    "passed"
}

/// Pass a gate without blocking.
#[tool(crate = crate)]
async fn later(gate: u64) -> &'static str {
    spawn_blocking(move || pass(gate)).await.unwrap();
    "passed"
}
