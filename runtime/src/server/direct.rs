//! Serving one message without a transport.

use super::Server;
use crate::call::{Host, Job, KeptJob, Work, guarded};
use crate::output::Output;
use crate::protocol::Connection;

impl Server {
    /// Serves one message: bytes in, messages out.
    ///
    /// Takes the bytes of one JSON-RPC message and returns the messages that answer it, each a line of JSON without its
    /// newline: none for a notification. Never fails: what cannot be read is answered by an error response. A plain
    /// `fn` tool runs on the calling thread. There is no connection between two calls of this function, so that what
    /// `initialize` agrees in one is not remembered in the next: a message that does not carry its revision in `_meta`
    /// is answered in 2025-11-25.
    ///
    /// See [`Server`] for an example.
    pub async fn handle(&self, message: &[u8]) -> Vec<String> {
        let mut direct = Direct::default();
        self.receive_bytes(message, &mut direct);
        let Direct { mut messages, started, .. } = direct;
        if let Some((job, work)) = started {
            let output = work.await;
            let mut out = Vec::new();
            job.job().answer(output, &mut out);
            messages.push(out);
        }
        // Everything in it was written from text.
        messages.into_iter().map(|out| String::from_utf8(out).unwrap_or_default()).collect()
    }
}

/// A host that keeps what it is given.
#[derive(Default)]
struct Direct {
    messages: Vec<Vec<u8>>,
    started: Option<(KeptJob, Work)>,
    connection: Connection,
}

impl Host for Direct {
    fn send(&mut self, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let mut out = Vec::new();
        write(&mut out);
        self.messages.push(out);
    }

    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output) {
        let output = guarded(body);
        let mut out = Vec::new();
        job.answer(output, &mut out);
        self.messages.push(out);
    }

    fn start(&mut self, job: Job<'_>, work: Work) {
        self.started = Some((job.keep(), work));
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }
}
