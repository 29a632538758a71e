//! Tests of macros and runtime together: what they share; see `tests/`.

pub mod chance;
pub mod connection;
pub mod fuzzing;
pub mod gallery;
pub mod subscription;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use haft::Server;
use serde_json::Value;

/// Polls a future on this thread until it is done.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
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

/// Everything the server answers to one message, as text.
pub fn answers(server: &Server, message: impl AsRef<[u8]>) -> Vec<String> {
    block_on(server.handle(message.as_ref()))
}

/// The one answer to a message.
///
/// # Panics
/// When there is not exactly one, or it is no JSON.
pub fn answer(server: &Server, message: impl AsRef<[u8]>) -> Value {
    let answers = answers(server, message);
    match answers.as_slice() {
        [one] => json(one),
        _ => panic!("{} answers instead of one: {answers:?}", answers.len()),
    }
}

/// The response to a call of a tool by a client that never said `initialize`; `arguments` is JSON text.
///
/// # Panics
/// When there is not exactly one answer.
pub fn call(server: &Server, tool: &str, arguments: &str) -> Value {
    answer(server, call_text(tool, arguments))
}

/// The message of [`call`].
pub fn call_text(tool: &str, arguments: &str) -> String {
    let name = Value::from(tool);
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":{name},"arguments":{arguments}}}}}"#
    )
}

/// The `_meta` of a request in revision 2026-07-28, as JSON text.
pub const MODERN: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// The response to a call of a tool in revision 2026-07-28; `arguments` is JSON text.
///
/// # Panics
/// When there is not exactly one answer.
pub fn call_modern(server: &Server, tool: &str, arguments: &str) -> Value {
    let name = Value::from(tool);
    answer(
        server,
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":{name},"arguments":{arguments},"_meta":{MODERN}}}}}"#
        ),
    )
}

/// The response to a method other than `tools/call` in revision 2026-07-28.
///
/// # Panics
/// When there is not exactly one answer.
pub fn ask_modern(server: &Server, method: &str) -> Value {
    answer(
        server,
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{MODERN}}}}}"#),
    )
}

/// A JSON text as a value.
///
/// # Panics
/// When it is no JSON.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The text of a result's only block, when the result has no other.
///
/// # Panics
/// When the response is no result of one text block.
pub fn text(response: &Value) -> &str {
    let content = response["result"]["content"].as_array();
    match content.map(Vec::as_slice) {
        Some([block]) if block["type"] == "text" => block["text"].as_str(),
        _ => None,
    }
    .unwrap_or_else(|| panic!("no result of one text: {response}"))
}
