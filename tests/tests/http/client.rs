//! A client that writes and reads raw HTTP/1.1 over a loopback socket, and a server for it.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use haft::HttpService;
use haft_tests::MODERN;
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Long enough for any machine; a test that waits this long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server on a port of its own, stopped when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(service: HttpService) -> Self {
        Self::start_on(service, 2)
    }

    /// `threads` 0: a runtime of one thread, the one that also does the input and output.
    pub(crate) fn start_on(service: HttpService, threads: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = match threads {
                0 => Builder::new_current_thread().enable_all().build(),
                _ => Builder::new_multi_thread()
                    .worker_threads(threads)
                    .enable_all()
                    .build(),
            }
            .unwrap();
            let shutdown = async { drop(stopped.await) };
            runtime
                .block_on(service.listen_until(listener, shutdown))
                .unwrap();
            runtime.shutdown_background();
        });
        Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::to(self.address)
    }

    /// Tells the server to stop without waiting for it.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// One request on a connection of its own.
    pub(crate) fn ask(&self, request: impl AsRef<[u8]>) -> Reply {
        let mut connection = self.connect();
        connection.send(request);
        connection.reply()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            if !thread::panicking() {
                ended.unwrap();
            }
        }
    }
}

pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    /// Messages of a stream of events that came in one chunk with others.
    messages: VecDeque<Value>,
}

impl Connection {
    pub(crate) fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self {
            stream: BufReader::new(stream),
            messages: VecDeque::new(),
        }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    /// The status and the headers of a response.
    pub(crate) fn head(&mut self) -> Reply {
        let status = self.line();
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut reply = Reply {
            status: status.expect("a status line"),
            headers: Vec::new(),
            body: Vec::new(),
        };
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else {
                return reply;
            };
            reply
                .headers
                .push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// A whole response to anything but HEAD.
    pub(crate) fn reply(&mut self) -> Reply {
        let mut reply = self.head();
        if reply.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                reply.body.extend_from_slice(&chunk);
            }
        } else if let Some(length) = reply.header("content-length") {
            reply.body = vec![0; length.parse().unwrap()];
            self.stream.read_exact(&mut reply.body).unwrap();
        }
        reply
    }

    /// One chunk of a chunked body; `None` is its end.
    pub(crate) fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line(), 16).expect("the length of a chunk");
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).unwrap();
        chunk.truncate(length);
        (length > 0).then_some(chunk)
    }

    /// The next message of a stream of events.
    pub(crate) fn message(&mut self) -> Value {
        loop {
            if let Some(message) = self.messages.pop_front() {
                return message;
            }
            let chunk = self.chunk().expect("a message");
            self.messages
                .extend(messages(std::str::from_utf8(&chunk).unwrap()));
        }
    }

    /// Whether the server has closed the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.stream.fill_buf(), Ok([]) | Err(_))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The value of a header that stands once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} stands twice");
        value
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON, which it must say it is.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        haft_tests::json(self.text())
    }

    /// The messages of a stream of events.
    pub(crate) fn events(&self) -> Vec<Value> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"));
        assert_eq!(self.header("x-accel-buffering"), Some("no"));
        assert!(self.header("cache-control").unwrap().contains("no-cache"));
        messages(self.text())
    }
}

/// The messages in the text of a stream of events.
pub(crate) fn messages(text: &str) -> Vec<Value> {
    let blocks = text
        .split("\n\n")
        .filter(|block| !block.is_empty() && !block.starts_with(':'));
    blocks
        .map(|block| haft_tests::json(block.strip_prefix("data: ").unwrap()))
        .collect()
}

/// A request with these headers beside `Host` and `Content-Length`, which stand unless they are given; an empty value
/// leaves a header out.
pub(crate) fn request(method: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} /mcp HTTP/1.1\r\n");
    let length = body.len().to_string();
    let given = |name: &str| {
        headers
            .iter()
            .any(|(known, _)| known.eq_ignore_ascii_case(name))
    };
    let defaults = [("Host", "localhost:3000"), ("Content-Length", &length)];
    let defaults = defaults.into_iter().filter(|(name, _)| !given(name));
    for (name, value) in defaults.chain(headers.iter().copied()) {
        if !value.is_empty() {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A message by POST, as JSON, with further headers.
pub(crate) fn post(headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<u8> {
    let mut all = vec![("Content-Type", "application/json")];
    all.retain(|(name, _)| {
        headers
            .iter()
            .all(|(known, _)| !known.eq_ignore_ascii_case(name))
    });
    all.extend_from_slice(headers);
    request("POST", &all, body.as_ref())
}

/// The same in chunks of these bytes.
pub(crate) fn post_chunked(chunks: &[&[u8]]) -> Vec<u8> {
    let mut bytes = post(
        &[("Content-Length", ""), ("Transfer-Encoding", "chunked")],
        "",
    );
    for chunk in chunks {
        bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"0\r\n\r\n");
    bytes
}

/// A call by a client of 2026-07-28, with the headers that it owes and these in their place.
pub(crate) fn modern_call(tool: &str, arguments: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{MODERN}}}}}"#
    );
    modern("tools/call", tool, headers, &body)
}

/// A request by a client of 2026-07-28; an empty name is no header.
pub(crate) fn modern(method: &str, name: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let owed = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", method),
        ("Mcp-Name", name),
    ];
    let mut all: Vec<_> = owed
        .into_iter()
        .filter(|(name, _)| {
            headers
                .iter()
                .all(|(known, _)| !known.eq_ignore_ascii_case(name))
        })
        .collect();
    all.extend_from_slice(headers);
    post(&all, body)
}

/// A call by a client of 2025-11-25.
pub(crate) fn legacy_call(tool: &str, arguments: &str, meta: &str) -> Vec<u8> {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{meta}}}}}"#
    );
    post(&[("MCP-Protocol-Version", "2025-11-25")], body)
}
