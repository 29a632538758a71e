//! The messages of a `subscriptions/listen`, as a client writes and expects them.

use serde_json::{Value, json};

use crate::MODERN;

/// What a server of tools can tell of.
pub const TOOLS: &str = r#"{"toolsListChanged":true}"#;
/// The member of `_meta` that says to which subscription a message belongs.
pub const ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The request that opens one; id and filter are JSON text.
pub fn listen(id: &str, filter: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"notifications":{filter},"_meta":{MODERN}}}}}"#
    )
}

/// The first message, which grants the tools or nothing.
pub fn acknowledgement(id: &Value, tools: bool) -> Value {
    let notifications = if tools { crate::json(TOOLS) } else { json!({}) };
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": {"_meta": {ID: id}, "notifications": notifications},
    })
}

/// What tells of a change.
pub fn changed(id: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": {"_meta": {ID: id}},
    })
}

/// The response, from a server of that name and version 1.0.0.
pub fn finish(id: &Value, server: &str) -> Value {
    let info = json!({"name": server, "version": "1.0.0"});
    let meta = json!({ID: id, "io.modelcontextprotocol/serverInfo": info});
    json!({"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete", "_meta": meta}})
}
