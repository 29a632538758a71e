//! The tools that the tests call.

use std::collections::BTreeSet;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tokio::runtime::{self, Handle};
use tokio::task::{spawn_blocking, yield_now};
use tokio::time;

use super::client::PATIENCE;
use crate::output::Return;
use crate::{Builder, Call, Map, Server, Tool};

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

/// Whether a gate opens.
pub(super) fn opens(gate: u64) -> bool {
    let open = GATES.0.lock().unwrap();
    let waited = GATES
        .1
        .wait_timeout_while(open, PATIENCE, |open| !open.contains(&gate));
    !waited.unwrap().1.timed_out()
}

pub(super) fn pass(gate: u64) {
    let open = GATES.0.lock().unwrap();
    drop(
        GATES
            .1
            .wait_while(open, |open| !open.contains(&gate))
            .unwrap(),
    );
}

/// The arguments of a tool that waits at a gate.
pub(super) fn slow(tool: &str, gate: u64, done: bool) -> Value {
    match tool {
        "stubborn" => json!({"gate": gate, "done": done}),
        _ => json!({"gate": gate}),
    }
}

fn tool<R: Return>(name: &'static str, body: impl Fn(Map) -> R + Send + Sync + 'static) -> Tool {
    Tool::new(
        name,
        "A tool.",
        json!({"type": "object"}),
        move |arguments, _| body(arguments),
    )
}

fn future<R, W>(name: &'static str, body: impl Fn(Map) -> W + Send + Sync + 'static) -> Tool
where
    R: Return,
    W: Future<Output = R> + Send + 'static,
{
    Tool::new_async(
        name,
        "A tool.",
        json!({"type": "object"}),
        move |arguments, _| body(arguments),
    )
}

fn number(arguments: &Map, name: &str) -> u64 {
    arguments[name].as_u64().unwrap()
}

fn text(arguments: &Map) -> &str {
    arguments["text"].as_str().unwrap()
}

/// What cannot be decoded.
struct Bomb;

impl<'de> Deserialize<'de> for Bomb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer)?;
        panic!("as asked")
    }
}

/// Opens a gate when it is dropped, and tries to be heard even then.
struct Held {
    call: Call,
    gate: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.call.progress(1_000_000);
        open(self.gate);
    }
}

pub(super) fn server() -> Server {
    builder().build().unwrap()
}

pub(super) fn builder() -> Builder {
    let rows = [
        tool("add", |arguments| {
            number(&arguments, "a") + number(&arguments, "b")
        }),
        tool("length", |arguments| text(&arguments).chars().count()),
        tool("echo", |arguments| text(&arguments).to_owned()),
        tool("any", |arguments| arguments.len()),
        tool("panic", |_| -> String { panic!("as asked") }),
        Tool::new(
            "panic_before",
            "A tool.",
            json!({"type": "object"}),
            |Bomb, _| "decoded",
        ),
        // Blocks until a gate opens.
        tool("wait", |arguments| pass(number(&arguments, "gate"))),
        // Blocks for some time, or not at all.
        tool("nap", |arguments| {
            match number(&arguments, "milliseconds") {
                0 => {}
                milliseconds => thread::sleep(Duration::from_millis(milliseconds)),
            }
        }),
        // As blocking clients of asynchronous libraries do.
        tool("block_on_own", |_| {
            let runtime = runtime::Builder::new_current_thread()
                .enable_time()
                .build()
                .unwrap();
            runtime.block_on(async { time::sleep(Duration::from_millis(1)).await });
        }),
        tool("block_on_entered", |_| {
            Handle::current().block_on(async { time::sleep(Duration::from_millis(1)).await });
        }),
        future("ready", |_| async { "ready" }),
        future("runtime", |_| async {
            yield_now().await;
            Handle::current().id().to_string()
        }),
        future("sleep", |arguments| {
            time::sleep(Duration::from_millis(number(&arguments, "milliseconds")))
        }),
        // Blocks in the first poll, as no future should, and is done then or later.
        future("stubborn", |arguments| async move {
            pass(number(&arguments, "gate"));
            if arguments["done"] == false {
                yield_now().await;
            }
        }),
        // Waits for a gate as a future should.
        future("later", |arguments| async move {
            spawn_blocking(move || pass(number(&arguments, "gate")))
                .await
                .unwrap();
        }),
    ];
    rows.into_iter()
        .chain(with_call())
        .fold(Server::builder("tested", "1.0.0"), Builder::row)
}

/// Tools that take their call.
fn with_call() -> [Tool; 4] {
    let schema = || json!({"type": "object"});
    [
        // Opens its gate when it is cancelled.
        Tool::new("heed", "A tool.", schema(), |arguments: Map, call: Call| {
            while !call.is_cancelled() {
                thread::yield_now();
            }
            open(number(&arguments, "gate"));
        }),
        Tool::new_async(
            "heed_beside",
            "A tool.",
            schema(),
            |arguments: Map, call: Call| async move {
                tokio::spawn(async move {
                    call.cancelled().await;
                    open(number(&arguments, "gate"));
                });
                pending::<()>().await;
            },
        ),
        // Opens its gate when it is dropped.
        Tool::new_async(
            "held",
            "A tool.",
            schema(),
            |arguments: Map, call: Call| async move {
                let _held = Held {
                    call,
                    gate: number(&arguments, "gate"),
                };
                pending::<()>().await;
            },
        ),
        // Reports until its gate opens, and opens another one after three reports that nobody wants to hear.
        Tool::new(
            "report",
            "A tool.",
            schema(),
            |arguments: Map, call: Call| {
                let (gate, unheard) = (number(&arguments, "gate"), number(&arguments, "unheard"));
                let mut left = 3;
                for done in 0.. {
                    call.progress(done);
                    thread::sleep(Duration::from_millis(21));
                    left -= u32::from(call.is_cancelled());
                    if left == 0 {
                        open(unheard);
                        break;
                    }
                }
                pass(gate);
            },
        ),
    ]
}
