//! For tests of tools: a call without a transport, a list that is kept under review, promises that are checked.
//!
//! A function under `#[tool]` is still a function, and most tests just call it. What they cannot see is what a client
//! sees: the arguments as JSON, the result, the published list.
//!
//! ```
//! use haft::{Server, json, testing, tool};
//!
//! /// Add two integers.
//! #[tool]
//! fn add(a: i64, b: i64) -> Result<i64, &'static str> {
//!     a.checked_add(b).ok_or("the sum does not fit in 64 bits")
//! }
//!
//! // Arguments in, result out.
//! let three = testing::call::<add>(json!({"a": 1, "b": 2}))?;
//! assert_eq!(three.text(), "3");
//!
//! // The tool ran and says no.
//! let too_much = testing::call::<add>(json!({"a": i64::MAX, "b": 1}))?;
//! assert!(too_much.is_error());
//!
//! // The tool did not run: the arguments are not what the schema says.
//! let error = testing::call::<add>(json!({"a": 1, "b": "two"})).unwrap_err();
//! assert_eq!(error.faults()[0].code, "type");
//!
//! // What clients make trouble about, and what a schema says that its tool does not keep.
//! let server = Server::builder("calculator", "1.0.0").tool::<add>().build()?;
//! testing::assert_lint_free(&server);
//! testing::assert_contract(&server);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A test that is to notice when the published list changes keeps it in a file beside the code:
//!
//! ```no_run
//! # use haft::{Server, testing, tool};
//! # /// Add two integers.
//! # #[tool]
//! # fn add(a: i64, b: i64) -> i64 { a + b }
//! # fn server() -> Server { Server::builder("calculator", "1.0.0").tool::<add>().build().unwrap() }
//! #[test]
//! fn the_list_is_what_was_reviewed() {
//!     testing::assert_list(&server(), "tests/tools.json");
//! }
//! ```

use std::future::Future;
use std::panic::resume_unwind;
use std::thread;

use serde_json::Value;

use crate::server::{CallError, CallResult, Server};
use crate::tool::Define;

mod contract;
mod draw;
mod snapshot;
mod trial;

pub use contract::assert_contract;
pub use snapshot::assert_list;

/// Calls a free function under `#[tool]` by its path.
///
/// Of a method, build a server with its state and use [`Server::call`], which is `async`; this function is not and
/// waits, also inside a runtime.
///
/// # Errors
/// As [`Server::call`].
///
/// # Panics
/// If no server can be built with the tool.
#[track_caller]
pub fn call<T: Define>(arguments: Value) -> Result<CallResult, CallError> {
    let server = Server::builder("test", "0").tool::<T>().build();
    let server = server.unwrap_or_else(|error| fail(&error.to_string()));
    let table = server.table();
    let name = table.rows().first().map(|row| row.tool.name.clone());
    wait(server.call(&name.unwrap_or_default(), arguments))
}

/// Fails unless [`Server::lint`] finds nothing.
///
/// A test that can live with some rules calls `lint` itself and leaves them out.
///
/// # Panics
/// With every lint, a line each.
#[track_caller]
pub fn assert_lint_free(server: &Server) {
    let lints: Vec<String> = server.lint().iter().map(ToString::to_string).collect();
    if !lints.is_empty() {
        fail(&format!(
            "clients make trouble about what the server publishes:\n- {}",
            lints.join("\n- ")
        ));
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "this is how a test fails")]
fn fail(why: &str) -> ! {
    panic!("{why}")
}

/// Waits for a future, in a thread of its own: the caller may be inside a runtime, where no other can be started.
fn wait<F: Future<Output: Send> + Send>(future: F) -> F::Output {
    thread::scope(|scope| {
        let waiting = scope.spawn(|| run(future));
        waiting
            .join()
            .unwrap_or_else(|payload| resume_unwind(payload))
    })
}

#[cfg(any(feature = "stdio", feature = "http"))]
fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.unwrap_or_else(|error| fail(&format!("there is no runtime: {error}")));
    runtime.block_on(future)
}

#[cfg(not(any(feature = "stdio", feature = "http")))]
fn run<F: Future>(future: F) -> F::Output {
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};

    struct Unpark(thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
