//! Asking a server from within its own program: its list, a call.

use std::fmt;

use serde_json::{Map, Value, json};

use super::Server;
use crate::protocol::Revision;

impl Server {
    /// The tools as a client of the latest revision sees them, an object each.
    pub fn list(&self) -> Vec<Value> {
        let table = self.table();
        let rows = table.rows().iter();
        rows.map(|row| row.listing(Revision::V2026_07_28)).collect()
    }

    /// Calls a tool by its name, as a client of the latest revision would.
    ///
    /// A plain `fn` tool runs on the calling thread.
    ///
    /// # Errors
    /// What a client is answered as a protocol error, above all arguments that the tool does not take: then it did not
    /// run. A tool that ran and failed is a result whose [`is_error`](CallResult::is_error) is true.
    ///
    /// ```
    /// use haft::{Server, json, tool};
    ///
    /// /// Add two integers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let server = Server::builder("calculator", "1.0.0").tool::<add>().build()?;
    /// let three = server.call("add", json!({"a": 1, "b": 2})).await?;
    /// assert_eq!(three.text(), "3");
    ///
    /// let error = server.call("add", json!({"a": 1})).await.unwrap_err();
    /// assert_eq!(error.code(), -32602);
    /// assert_eq!(error.faults()[0].path, "/b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<CallResult, CallError> {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": tool,
                "arguments": arguments,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        let answers = self.handle(message.to_string().as_bytes()).await;
        // Without a token for progress there is one answer.
        let answer = answers
            .last()
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        let mut answer = answer.unwrap_or_default();
        match answer.get_mut("result").map(Value::take) {
            Some(Value::Object(members)) => Ok(CallResult { members }),
            _ => Err(CallError {
                error: answer.get_mut("error").map(Value::take).unwrap_or_default(),
            }),
        }
    }
}

/// What a tool answered when it ran.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult {
    members: Map<String, Value>,
}

impl CallResult {
    /// The blocks of content.
    pub fn content(&self) -> &[Value] {
        let content = self.members.get("content").and_then(Value::as_array);
        content.map(Vec::as_slice).unwrap_or_default()
    }

    /// The blocks that are text, a line break between each and the next.
    pub fn text(&self) -> String {
        let is_text = |block: &&Value| block.get("type").is_some_and(|kind| kind == "text");
        let blocks = self.content().iter().filter(is_text);
        let texts: Vec<&str> = blocks
            .filter_map(|block| block.get("text")?.as_str())
            .collect();
        texts.join("\n")
    }

    /// The structured content: what a [`Json`](struct@crate::Json) holds.
    pub fn structured(&self) -> Option<&Value> {
        self.members.get("structuredContent")
    }

    /// Whether the tool ran and says no.
    pub fn is_error(&self) -> bool {
        self.members.get("isError") == Some(&Value::Bool(true))
    }

    /// The members of `_meta`.
    pub fn meta(&self, key: &str) -> Option<&Value> {
        self.members.get("_meta")?.get(key)
    }
}

/// Why a tool did not run.
///
/// Its `Display` form is what a client is told; so is its `Debug` form, since that is what a test shows which unwraps.
#[derive(Clone, PartialEq)]
pub struct CallError {
    error: Value,
}

impl CallError {
    /// The code: -32602 for arguments that the tool does not take and for a tool that there is not.
    pub fn code(&self) -> i64 {
        self.error
            .get("code")
            .and_then(Value::as_i64)
            .unwrap_or_default()
    }

    /// What the model reads.
    pub fn message(&self) -> &str {
        self.error
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The same facts as data.
    pub fn data(&self) -> Option<&Value> {
        self.error.get("data")
    }

    /// What is wrong with the arguments.
    pub fn faults(&self) -> Vec<Fault> {
        let faults = self.data().and_then(|data| data.get("faults")?.as_array());
        faults.into_iter().flatten().map(Fault::of).collect()
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CallError {}

/// One thing that is wrong with the arguments of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// Where, as a JSON Pointer into the arguments.
    pub path: String,
    /// The kind: `missing`, `unknown`, `duplicate`, `type`, `range`, `length`, `pattern`, `enum`, `shape` or `value`.
    pub code: String,
    /// What was expected.
    pub expected: Option<String>,
    /// What came, perhaps shortened.
    pub received: Option<Value>,
    /// What to do.
    pub hint: Option<String>,
}

impl Fault {
    fn of(fault: &Value) -> Self {
        let text = |key: &str| fault.get(key).and_then(Value::as_str).map(str::to_owned);
        Self {
            path: text("path").unwrap_or_default(),
            code: text("code").unwrap_or_default(),
            expected: text("expected"),
            received: fault.get("received").cloned(),
            hint: text("hint"),
        }
    }
}
