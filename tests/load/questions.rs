//! What clients ask, drawn by chance, and the one right answer to it.

use haft_tests::MODERN;
use haft_tests::chance::Chance;
use serde_json::{Value, json};

/// A message and what it is owed.
pub(crate) struct Question {
    /// The whole of an HTTP request.
    pub(crate) request: Vec<u8>,
    id: u64,
    status: u16,
    owed: Owed,
}

enum Owed {
    /// No body.
    Nothing,
    /// A result of this text.
    Text(String),
    /// An error of this code whose message begins so.
    Error(i64, &'static str),
    /// A list of so many tools.
    Tools(usize),
    /// An empty result.
    Empty,
}

/// The next question, under an id.
pub(crate) fn draw(chance: &mut Chance, id: u64) -> Question {
    let modern = chance.below(2) == 0;
    let (a, b) = (chance.below(1_000_000), chance.below(1_000_000));
    let call = |tool: &str, arguments: Value| {
        ("tools/call", json!({"name": tool, "arguments": arguments}))
    };
    let text = |text: String| Owed::Text(text);
    let (mut status, mut token) = (200, false);
    let ((method, mut params), owed) = match chance.below(100) {
        0..40 => (
            call("add", json!({"a": a, "b": b})),
            text((a + b).to_string()),
        ),
        40..55 => {
            let length = match chance.below(200) {
                0 => 256 * 1024,
                length => length * 20,
            };
            let long = "é\"".repeat(usize::try_from(length / 3).unwrap_or_default());
            (call("echo", json!({"text": long})), text(long))
        }
        55..65 => (
            call("rest", json!({"milliseconds": a % 20})),
            text((a % 20).to_string()),
        ),
        65..70 => (
            call("nap", json!({"milliseconds": a % 4})),
            text((a % 4).to_string()),
        ),
        70..75 => {
            token = true;
            (
                call("climb", json!({"steps": a % 10})),
                text((a % 10).to_string()),
            )
        }
        75..80 => (
            call("add", json!({"a": a.to_string(), "c": 1})),
            Owed::Error(-32602, "Invalid arguments for add:\n- /a: "),
        ),
        80..83 => (
            call("addd", json!({})),
            Owed::Error(-32602, "Unknown tool: \"addd\""),
        ),
        83..88 => (("tools/list", json!({})), Owed::Tools(6)),
        88..92 => {
            status = 404;
            (("none", json!({})), Owed::Error(-32601, "Method not found"))
        }
        92..96 if !modern => (("ping", json!({})), Owed::Empty),
        _ => {
            status = 202;
            (("notifications/initialized", json!({})), Owed::Nothing)
        }
    };
    if modern {
        params["_meta"] = serde_json::from_str(MODERN).unwrap_or_default();
    } else if token {
        params["_meta"] = json!({});
    }
    if token {
        params["_meta"]["progressToken"] = id.into();
    }
    let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    if let (Owed::Nothing, Some(members)) = (&owed, message.as_object_mut()) {
        members.shift_remove("id");
    }
    let name = params["name"].as_str().unwrap_or_default();
    Question {
        request: request(method, name, modern, &message.to_string()),
        id,
        status,
        owed,
    }
}

/// A message by POST, in the era that the headers say.
pub(crate) fn request(method: &str, name: &str, modern: bool, body: &str) -> Vec<u8> {
    let mut headers = String::new();
    if modern {
        headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n");
        if !name.is_empty() {
            headers.extend(["Mcp-Name: ", name, "\r\n"]);
        }
    }
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// What came for a question.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) events: bool,
    pub(crate) body: Vec<u8>,
}

impl Question {
    /// What is wrong with the answer.
    pub(crate) fn judge(&self, answer: &Answer) -> Result<(), String> {
        let body = String::from_utf8_lossy(&answer.body);
        let wrong = |what: &str| {
            let short: String = body.chars().take(300).collect();
            let asked = String::from_utf8_lossy(&self.request);
            let asked = asked.rsplit("\r\n\r\n").next().unwrap_or_default();
            let asked: String = asked.chars().take(200).collect();
            Err(format!(
                "{what}: {asked} was answered by {}: {short}",
                answer.status
            ))
        };
        if answer.status != self.status {
            return wrong("the status");
        }
        if let Owed::Nothing = self.owed {
            return if body.is_empty() {
                Ok(())
            } else {
                wrong("a body")
            };
        }
        let mut messages: Vec<Value> = Vec::new();
        let texts = body
            .split("\n\n")
            .filter(|event| !event.is_empty() && *event != ":");
        for text in texts {
            let text = if answer.events {
                text.strip_prefix("data: ").unwrap_or_default()
            } else {
                text
            };
            match serde_json::from_str(text) {
                Ok(message) => messages.push(message),
                Err(_) => return wrong("no JSON"),
            }
        }
        let Some(message) = messages.pop() else {
            return wrong("nothing");
        };
        let mut last = 0.0;
        for report in &messages {
            let params = &report["params"];
            let progress = params["progress"].as_f64().unwrap_or_default();
            if params["progressToken"] != self.id || progress <= last {
                return wrong("a report");
            }
            last = progress;
        }
        let is_right = message["id"] == self.id
            && match &self.owed {
                Owed::Nothing => false,
                Owed::Text(text) => {
                    message["result"]["isError"] == false
                        && message["result"]["content"][0]["text"] == text.as_str()
                }
                Owed::Error(code, text) => {
                    let error = &message["error"];
                    error["code"] == *code
                        && error["message"]
                            .as_str()
                            .is_some_and(|message| message.starts_with(text))
                }
                Owed::Tools(count) => {
                    message["result"]["tools"].as_array().map(Vec::len) == Some(*count)
                }
                Owed::Empty => message["result"] == json!({}),
            };
        if is_right {
            Ok(())
        } else {
            wrong("the answer")
        }
    }
}
