//! The gateway's layers: who is refused by them, before any tool has run, and what reaches the tools.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test panics when it fails"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The example as a process, ended when it is dropped.
struct Gateway {
    process: Child,
    address: String,
}

impl Gateway {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .args(["127.0.0.1:0", "s3cret=ada", "other=grace"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim()
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix("/mcp"));
        let address = address
            .unwrap_or_else(|| panic!("no address: {line:?}"))
            .to_owned();
        Self { process, address }
    }

    /// The whole response as text.
    fn ask(&self, method: &str, headers: &[&str], body: &str) -> String {
        let headers = [headers, &[""]].concat().join("\r\n");
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             {headers}Content-Length: {}\r\n\r\n{body}",
            body.len(),
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    fn call(&self, token: &str, tool: &str, arguments: &str) -> String {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        );
        self.ask("POST", &[&format!("Authorization: Bearer {token}")], &body)
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn assert_has(response: &str, parts: &[&str]) {
    for part in parts {
        assert!(response.contains(part), "no {part:?} in {response}");
    }
}

#[test]
fn a_layer_says_who_may_call_and_a_tool_what() {
    let gateway = Gateway::start();
    let refused = gateway.ask("POST", &[], "{}");
    assert_has(&refused, &["HTTP/1.1 401", "www-authenticate: Bearer"]);
    assert_has(&gateway.call("wrong", "who_am_i", "{}"), &["HTTP/1.1 401"]);
    assert_has(
        &gateway.call("s3cret", "who_am_i", "{}"),
        &["HTTP/1.1 200", r#""text":"ada""#, r#""isError":false"#],
    );
    assert_has(
        &gateway.call("s3cret", "read_note", r#"{"owner":"ada"}"#),
        &[r#""isError":false"#],
    );
    assert_has(
        &gateway.call("s3cret", "read_note", r#"{"owner":"grace"}"#),
        &["HTTP/1.1 200", "not yours", r#""isError":true"#],
    );
    assert_has(
        &gateway.call("s3cret", "read_note", "{}"),
        &["HTTP/1.1 200", "-32602"],
    );
}

#[test]
fn a_caller_that_calls_too_often_is_told_when_to_come_back_and_no_other_is() {
    let gateway = Gateway::start();
    let refused = (0..1_000)
        .map(|_| gateway.call("s3cret", "who_am_i", "{}"))
        .find(|response| !response.starts_with("HTTP/1.1 200"));
    assert_has(&refused.unwrap(), &["HTTP/1.1 429", "retry-after: "]);
    assert_has(
        &gateway.call("other", "who_am_i", "{}"),
        &["HTTP/1.1 200", r#""text":"grace""#],
    );
}

#[test]
fn the_one_page_may_call_from_a_browser() {
    let gateway = Gateway::start();
    let asks = [
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: authorization",
    ];
    let allowed = gateway.ask(
        "OPTIONS",
        &[&["Origin: https://app.example.com"], &asks[..]].concat(),
        "",
    );
    assert_has(
        &allowed,
        &[
            "HTTP/1.1 200",
            "access-control-allow-origin: https://app.example.com",
        ],
    );
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let by = |origin: &str| gateway.ask("POST", &["Authorization: Bearer s3cret", origin], call);
    assert_has(
        &by("Origin: https://app.example.com"),
        &["HTTP/1.1 200", "access-control-allow-origin"],
    );
    assert_has(
        &by("Origin: https://evil.example"),
        &["HTTP/1.1 403", "allow_origin"],
    );
}
