//! The lines that the client sends, drawn by chance, with what each is owed.

use std::time::Duration;

use haft_tests::MODERN;
use haft_tests::chance::Chance;
use serde_json::{Value, json};

use crate::ledger::Owed;
use crate::server::MAX_MESSAGE;

/// One thing to send.
pub(crate) enum Line {
    Request {
        /// JSON text.
        id: String,
        text: String,
        owed: Owed,
        /// When to cancel it, and whether it cannot be over by then.
        cancel: Option<(Duration, bool)>,
    },
    /// What is answered by an error without an id.
    Unreadable(Vec<u8>),
    /// What is not answered.
    Unanswered(Vec<u8>),
}

/// The next line, for a request of that number.
pub(crate) fn next(chance: &mut Chance, number: u64) -> Line {
    match chance.below(100) {
        _ if number.is_multiple_of(1_000) => Line::Unreadable(vec![b'x'; MAX_MESSAGE + 100_000]),
        0..4 => Line::Unreadable(unreadable(chance)),
        4..8 => Line::Unanswered(unanswered(chance)),
        _ => request(chance, number),
    }
}

fn request(chance: &mut Chance, number: u64) -> Line {
    let (a, b) = (chance.below(1_000), chance.below(1_000));
    let milliseconds = chance.below(15);
    let (mut token, mut cancel) = (false, None);
    let soon = Duration::from_millis(chance.below(40));
    let call = |tool: &str, arguments: Value| {
        ("tools/call", json!({"name": tool, "arguments": arguments}))
    };
    let text = |text: String| Owed::Text(text);
    let kind = if number.is_multiple_of(300) {
        30
    } else {
        chance.below(100)
    };
    let ((method, params), owed) = match kind {
        0..30 => (
            call("add", json!({"a": a, "b": b})),
            text((a + b).to_string()),
        ),
        30..45 => {
            let length = if number.is_multiple_of(300) {
                100_000
            } else {
                chance.below(400)
            };
            let long: String = "haft\n\"é\u{1f600}"
                .chars()
                .cycle()
                .take(usize::try_from(length).unwrap_or(0))
                .collect();
            (call("echo", json!({"text": long})), text(long))
        }
        45..49 => (
            call("nap", json!({"milliseconds": milliseconds})),
            text(format!("napped {milliseconds}")),
        ),
        49..55 => (
            call("rest", json!({"milliseconds": milliseconds})),
            text(format!("rested {milliseconds}")),
        ),
        55..58 => {
            token = true;
            let tool = if chance.one_in(2) {
                "climb"
            } else {
                "climb_later"
            };
            (
                call(tool, json!({"steps": 1 + milliseconds})),
                text((1 + milliseconds).to_string()),
            )
        }
        58..60 => {
            token = true;
            cancel = Some((soon, false));
            (call("climb_later", json!({"steps": 8})), text("8".into()))
        }
        60..62 => {
            let tool = if chance.one_in(2) {
                "boom"
            } else {
                "boom_later"
            };
            (call(tool, json!({})), Owed::Failure("The tool boom"))
        }
        62..65 => (
            call("refuse", json!({"reason": "not today"})),
            Owed::Failure("not today"),
        ),
        65..70 => (
            call("add", json!({"a": "1", "c": [], "b": 1e300})),
            Owed::Error(-32602),
        ),
        70..72 => (call("ad", json!({})), Owed::Error(-32602)),
        72..74 => (("tools/cal", json!({})), Owed::Error(-32601)),
        74..75 => (("tools/call", json!([1])), Owed::Error(-32602)),
        75..78 => {
            cancel = Some((soon, true));
            (call("spin", json!({})), Owed::Result)
        }
        78..82 => {
            cancel = Some((soon, true));
            (call("wait", json!({})), Owed::Result)
        }
        82..84 => {
            cancel = Some((soon, true));
            (call("rest", json!({"milliseconds": 600_000})), Owed::Result)
        }
        84..85 => (call("chatter", json!({})), text("said".into())),
        // It holds a thread for a second.
        85..87 if chance.one_in(20) => (
            call("late_thread", json!({})),
            Owed::Failure("The tool late_thread did not finish within"),
        ),
        85..87 => (
            call("late", json!({})),
            Owed::Failure("The tool late did not finish within"),
        ),
        87..90 => (("tools/list", json!({})), Owed::Result),
        90..91 => {
            let handshake = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}});
            (("initialize", handshake), Owed::Result)
        }
        _ => (("ping", json!({})), Owed::Result),
    };
    // A token is a number, and so is the id of its call, so that both can be told to belong together.
    let id = if !token && chance.one_in(3) {
        json!(format!("id-{number}"))
    } else {
        json!(number)
    };
    let mut params = params;
    if token {
        params["_meta"] = json!({"progressToken": number});
    } else if method == "tools/call" && params.is_object() && chance.one_in(5) {
        params["_meta"] = haft_tests::json(MODERN);
    }
    let text = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
    Line::Request {
        id: id.to_string(),
        text,
        owed,
        cancel,
    }
}

fn unreadable(chance: &mut Chance) -> Vec<u8> {
    match chance.below(40) {
        0 => "[".repeat(100_000).into_bytes(),
        1..10 => b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"".to_vec(),
        10..18 => b"\xff\xfe{}".to_vec(),
        18..26 => b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]".to_vec(),
        26..34 => b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}".to_vec(),
        _ => b"not json at all".to_vec(),
    }
}

fn unanswered(chance: &mut Chance) -> Vec<u8> {
    let text: &[u8] = match chance.below(8) {
        0 => b"",
        1 => b" \t\r",
        2 => br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        3 => br#"{"jsonrpc":"2.0","method":"window/logMessage","params":{"message":"x"}}"#,
        4 => br#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"boom","arguments":{}}}"#,
        5 => br#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
        6 => br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}"#,
        _ => br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
    };
    text.to_vec()
}
