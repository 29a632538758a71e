//! A server in a process of its own, at the other end of its standard streams.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::json;

/// Long beyond every answer, so that a server that is silent fails a test instead of stopping it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The client's end of a connection; the server is killed when it is dropped.
pub struct Connection {
    server: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Connection {
    /// Starts a program that serves its standard streams.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn open(program: &str) -> Self {
        Self::open_with(program, &[])
    }

    /// The same with arguments.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn open_with(program: &str, arguments: &[&str]) -> Self {
        let mut server = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let (Some(input), Some(lines)) = (server.stdin.take(), server.stdout.take()) else {
            panic!("{program} has no pipes");
        };
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(lines).lines().map_while(Result::ok);
            while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
        });
        Self {
            server,
            input: Some(input),
            output,
        }
    }

    /// The same, after a handshake in a revision.
    ///
    /// # Panics
    /// When the server agrees on another revision.
    pub fn open_in(program: &str, revision: &str) -> Self {
        let mut connection = Self::open(program);
        let answer = connection.ask(&initialize(revision).to_string());
        assert_eq!(answer["result"]["protocolVersion"], revision, "{answer}");
        connection.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        connection
    }

    /// Sends a message of one line.
    ///
    /// # Panics
    /// When the server does not read any more.
    pub fn send(&mut self, message: &str) {
        let Some(input) = &mut self.input else {
            panic!("the input has been ended: {message}");
        };
        let sent = writeln!(input, "{message}").and_then(|()| input.flush());
        sent.unwrap_or_else(|error| panic!("{error}: {message}"));
    }

    /// The next line that the server writes.
    ///
    /// # Panics
    /// When it writes none.
    pub fn receive(&mut self) -> String {
        self.output
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| panic!("the server is silent"))
    }

    /// Ends what the server reads.
    pub fn end(&mut self) {
        self.input = None;
    }

    /// Waits for the server to end without another line, and returns its code.
    ///
    /// # Panics
    /// When it writes one, or does not end.
    pub fn receive_end(&mut self) -> Option<i32> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => panic!("not the end: {line}"),
            Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            Err(RecvTimeoutError::Disconnected) => self.server.wait().ok()?.code(),
        }
    }

    /// Sends the server a signal such as `-TERM`.
    ///
    /// # Panics
    /// When it cannot be sent.
    pub fn signal(&self, name: &str) {
        let id = self.server.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(
            sent.is_ok_and(|status| status.success()),
            "kill {name} {id}"
        );
    }

    /// Sends a request and reads one message.
    ///
    /// # Panics
    /// When the server does not write one.
    pub fn ask(&mut self, message: &str) -> Value {
        self.send(message);
        json(&self.receive())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The first message of a client that speaks a revision.
pub fn initialize(revision: &str) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": "initialize",
        "method": "initialize",
        "params": {
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1.0.0"},
        },
    })
}
