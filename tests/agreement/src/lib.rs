//! The generated types, and a server with a tool for each.

#[allow(
    missing_docs,
    unreachable_pub,
    ambiguous_glob_reexports,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]
mod generated {
    use std::borrow::Cow;
    use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
    use std::num::NonZero;
    use std::path::PathBuf;
    use std::sync::Arc;

    use haft::{Builder, Json, Value, arg, schema, tool};
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    fn seven() -> u32 {
        7
    }

    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use haft::Server;

pub use generated::{SEED, TYPES};

/// A server with all generated tools.
///
/// # Panics
/// If a tool cannot be published.
pub fn server() -> Server {
    let builder = Server::builder("generated", "1.0.0");
    generated::register_all(builder)
        .build()
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The answer to a call in revision 2026-07-28; both are JSON text.
///
/// # Panics
/// If the tool waits for something, or there is no answer.
pub fn call(server: &Server, tool: &str, arguments: &str) -> String {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let answers =
        pin!(server.handle(message.as_bytes())).poll(&mut Context::from_waker(Waker::noop()));
    match answers {
        Poll::Ready(mut answers) => answers.pop().expect("a call is answered"),
        Poll::Pending => panic!("the tool waits"),
    }
}
