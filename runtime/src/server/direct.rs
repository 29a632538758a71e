//! Serving one message without a transport.

use std::sync::{Arc, Mutex, PoisonError};

use super::Server;
use crate::call::{Extensions, Outlet};
use crate::host::{Host, Job, KeptJob, Layer, Work, guarded};
use crate::message::Id;
use crate::output::Output;
use crate::protocol::Connection;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl Server {
    /// Serves one message: bytes in, messages out.
    ///
    /// Takes the bytes of one JSON-RPC message and returns the messages that answer it, each a line of JSON without its
    /// newline: none for a notification, reports of progress before the response of a call that was asked for them. Never
    /// fails: what cannot be read is answered by an error response, and a byte order mark at the start is passed over. A
    /// plain `fn` tool runs on the calling thread, and to its end: limits of time hold for async tools alone.
    ///
    /// There is no connection between two calls of this function, so that what `initialize` agrees in one is not
    /// remembered in the next: a message that does not carry its revision in `_meta` is answered in 2025-11-25.
    ///
    /// See [`Server`] for an example.
    pub async fn handle(&self, message: &[u8]) -> Vec<String> {
        self.handle_with(message, Extensions::default()).await
    }

    /// The same with something beside the request, which the tool finds by [`Call::extension`](crate::Call::extension).
    pub async fn handle_with(&self, message: &[u8], extensions: Extensions) -> Vec<String> {
        let mut direct = Direct {
            extensions,
            ..Direct::default()
        };
        self.receive_bytes(
            message.strip_prefix(BYTE_ORDER_MARK).unwrap_or(message),
            &mut direct,
        );
        let Direct {
            messages, started, ..
        } = direct;
        if let Some((job, work)) = started {
            let mut output = Some(job.complete(work).await);
            messages.send(&mut |out| {
                output
                    .take()
                    .map(|output| job.job().answer(output, out))
                    .is_some()
            });
        }
        let messages =
            std::mem::take(&mut *messages.0.lock().unwrap_or_else(PoisonError::into_inner));
        // Everything in it was written from text.
        messages
            .into_iter()
            .map(|out| String::from_utf8(out).unwrap_or_default())
            .collect()
    }
}

/// A host that keeps what it is given.
#[derive(Default)]
struct Direct {
    messages: Arc<Messages>,
    started: Option<(KeptJob, Work)>,
    connection: Connection,
    extensions: Extensions,
}

#[derive(Default)]
struct Messages(Mutex<Vec<Vec<u8>>>);

impl Outlet for Messages {
    fn send(&self, write: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = Vec::new();
        if write(&mut out) {
            messages.push(out);
        }
    }
}

impl Host for Direct {
    fn send(&mut self, _: Layer, write: &mut dyn FnMut(&mut Vec<u8>)) {
        self.messages.send(&mut |out| {
            write(out);
            true
        });
    }

    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output) {
        let mut output = Some(guarded(body));
        self.messages.send(&mut |out| {
            output
                .take()
                .map(|output| job.answer(output, out))
                .is_some()
        });
    }

    fn start(&mut self, job: Job<'_>, work: Work) {
        self.started = Some((job.keep(), work));
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn outlet(&mut self) -> Arc<dyn Outlet> {
        Arc::clone(&self.messages) as Arc<dyn Outlet>
    }

    fn extensions(&mut self) -> Extensions {
        self.extensions.clone()
    }

    /// Nothing else is in flight beside the one message.
    fn cancel(&mut self, _: &Id) {}
}
