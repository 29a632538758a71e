//! Whether a call would be made, without making it.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::call::Outlet;
use crate::host::{Host, Job, Layer, Work};
use crate::message::Id;
use crate::output::Output;
use crate::protocol::{Connection, Revision};
use crate::server::Server;
use crate::tool::Tool;

/// What becomes of arguments: `Ok` if the tool would run, else the error.
///
/// The body of the tool does not run, whatever is sent.
pub(super) fn try_call(server: &Server, tool: &Tool, arguments: &str) -> Result<(), Value> {
    let revision = Revision::V2026_07_28.as_str();
    let name = Value::from(tool.name.as_ref());
    // A client without them would not come as far as its arguments.
    let has = |capability: &String| (capability.clone(), Value::Object(Map::new()));
    let capabilities = Value::Object(tool.requires.iter().map(has).collect());
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":{name},"arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"{revision}","io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}}}"#
    );
    let mut trial = Trial::default();
    server.receive(&message, &mut trial);
    if trial.runs {
        Ok(())
    } else {
        let answer: Value = serde_json::from_slice(&trial.answer).unwrap_or_default();
        Err(refusal(answer))
    }
}

/// The error, also where the server gives it as a result (`ArgumentFaults::ToolError`).
fn refusal(mut answer: Value) -> Value {
    if let Some(error) = answer.get_mut("error") {
        return error.take();
    }
    let text = answer.pointer("/result/content/0/text").cloned();
    let data = answer.pointer("/result/_meta/haft~1faults").cloned();
    crate::json!({"code": crate::message::INVALID_PARAMS, "message": text, "data": data})
}

/// A host that runs nothing.
#[derive(Default)]
struct Trial {
    runs: bool,
    answer: Vec<u8>,
    connection: Connection,
}

impl Host for Trial {
    fn send(&mut self, _: Layer, write: &mut dyn FnMut(&mut Vec<u8>)) {
        write(&mut self.answer);
    }

    fn run(&mut self, _: Job<'_>, _: &mut dyn FnMut() -> Output) {
        self.runs = true;
    }

    fn start(&mut self, _: Job<'_>, _: Work) {
        self.runs = true;
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn outlet(&mut self) -> Arc<dyn Outlet> {
        Arc::new(Nowhere)
    }

    fn cancel(&mut self, _: &Id) {}
}

struct Nowhere;

impl Outlet for Nowhere {
    fn send(&self, _: &mut dyn FnMut(&mut Vec<u8>) -> bool) {}
}
