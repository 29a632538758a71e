//! One message's way through the server, and what comes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use http::request::Parts;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::exchange::Exchange;
use super::held::Held;
use crate::call::{Extensions, Outlet};
use crate::host::{Host, Job, KeptJob, Layer, NotHeld, Work, dismiss, guarded};
use crate::message::{ErrorObject, ErrorResponse, INTERNAL_ERROR, Id, Message};
use crate::output::Output;
use crate::protocol::{Connection, Header, Headers};
use crate::server::{Listener, Server};
use crate::tool::Row;
use crate::trace;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Carries one message through the server.
pub(super) struct Turn {
    request: Arc<Parts>,
    place: Place,
    /// Whether events can reach the client.
    events: bool,
    /// Made when something beside this turn needs it.
    exchange: Option<Arc<Exchange>>,
    connection: Connection,
    pub(super) answer: Option<(Layer, Vec<u8>)>,
    pub(super) work: Option<(KeptJob, Work)>,
    pub(super) deferred: Option<Deferred>,
    held: Arc<Held>,
    /// The message was a subscription, which is open; its exchange says the rest.
    pub(super) listens: bool,
}

/// Where tools run that the message starts.
enum Place {
    /// On a thread that many requests share: quick tools and futures only.
    Shared {
        calls: Arc<Semaphore>,
        permit: Option<OwnedSemaphorePermit>,
    },
    /// Anything goes.
    Own,
}

/// Why the message must be brought again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deferred {
    /// As many calls are in flight as there may be.
    Full,
    /// Its tool may block.
    Blocking,
}

impl Turn {
    pub(super) fn new(
        request: Parts,
        events: bool,
        calls: &Arc<Semaphore>,
        held: &Arc<Held>,
    ) -> Self {
        Self {
            request: Arc::new(request),
            place: Place::Shared {
                calls: Arc::clone(calls),
                permit: None,
            },
            events,
            exchange: None,
            connection: Connection::default(),
            answer: None,
            work: None,
            deferred: None,
            held: Arc::clone(held),
            listens: false,
        }
    }

    pub(super) fn request(&self) -> &Arc<Parts> {
        &self.request
    }

    /// Whether the message was an `initialize` that is answered well.
    pub(super) fn has_connected(&self) -> bool {
        self.connection.revision.is_some()
    }

    /// The permit under which a future was started.
    pub(super) fn take_permit(&mut self) -> Option<OwnedSemaphorePermit> {
        match &mut self.place {
            Place::Shared { permit, .. } => permit.take(),
            Place::Own => None,
        }
    }

    /// Lets any tool run where this turn is.
    pub(super) fn free(&mut self) {
        self.place = Place::Own;
        self.deferred = None;
    }

    pub(super) fn exchange(&mut self) -> &Arc<Exchange> {
        self.exchange
            .get_or_insert_with(|| Exchange::new(self.events))
    }

    pub(super) fn has_exchange(&self) -> bool {
        self.exchange.is_some()
    }

    /// Serves the message; whatever happens, a request is answered.
    pub(super) fn receive(&mut self, server: &Server, message: &[u8]) {
        let message = message.strip_prefix(BYTE_ORDER_MARK).unwrap_or(message);
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| server.receive_bytes(message, self)))
        {
            dismiss(payload);
            let id = match std::str::from_utf8(message)
                .ok()
                .and_then(|text| Message::decode(text).ok())
            {
                Some(Message::Request(request)) => Some(request.id),
                _ => None,
            };
            let error = ErrorObject::new(
                INTERNAL_ERROR,
                "Internal error: the message could not be served",
            );
            let error = ErrorResponse { id, error };
            trace::protocol_error(&error);
            let text = error.encode();
            self.send(Layer::Server, &mut |out| {
                out.extend_from_slice(text.as_bytes());
            });
        }
    }
}

impl Host for Turn {
    fn send(&mut self, layer: Layer, write: &mut dyn FnMut(&mut Vec<u8>)) {
        match &self.exchange {
            Some(exchange) => exchange.answer(layer, write),
            None => {
                let mut answer = Vec::new();
                write(&mut answer);
                self.answer = Some((layer, answer));
            }
        }
    }

    fn headers(&self) -> Option<&dyn Headers> {
        Some(&*self.request)
    }

    fn may_run(&mut self, row: &Row) -> bool {
        let Place::Shared { calls, permit } = &mut self.place else {
            return true;
        };
        if row.habit.is_quick() {
            return true;
        }
        if row.habit.is_future() {
            match Arc::clone(calls).try_acquire_owned() {
                Ok(one) => {
                    *permit = Some(one);
                    return true;
                }
                Err(_) => self.deferred = Some(Deferred::Full),
            }
        } else {
            self.deferred = Some(Deferred::Blocking);
        }
        false
    }

    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output) {
        if let Some(exchange) = &self.exchange
            && !exchange.begin(job)
        {
            return;
        }
        let begun = Instant::now();
        let mut output = Some(guarded(body));
        job.row.habit.note(begun.elapsed());
        self.send(Layer::Tool, &mut |out| {
            if let Some(output) = output.take() {
                job.answer(output, out);
            }
        });
    }

    fn start(&mut self, job: Job<'_>, work: Work) {
        job.row.habit.note_future();
        self.work = Some((job.keep(), work));
    }

    fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn outlet(&mut self) -> Arc<dyn Outlet> {
        Arc::clone(self.exchange()) as Arc<dyn Outlet>
    }

    fn extensions(&mut self) -> Extensions {
        Extensions::with_request(Arc::clone(&self.request))
    }

    /// Nothing is known of other requests: ids of two clients may coincide.
    fn cancel(&mut self, _: &Id) {}

    /// Before 2026-07-28 a client hears of it on a stream of its own, which this server does not offer.
    fn can_notify(&self, stateless: bool) -> bool {
        stateless
    }

    fn hold(&mut self, listener: Listener) -> Result<(), NotHeld> {
        if !self.events {
            return Err(NotHeld::NoEvents);
        }
        self.exchange = Some(self.held.open(listener)?);
        self.listens = true;
        Ok(())
    }
}

impl Headers for Parts {
    fn header(&self, name: &str) -> Header<'_> {
        let mut values = self.headers.get_all(name).iter();
        match (values.next(), values.next()) {
            (None, _) => Header::Absent,
            (Some(_), Some(_)) => Header::Repeated,
            (Some(value), None) => value
                .to_str()
                .map_or(Header::Unreadable, |text| Header::Value(text.trim_ascii())),
        }
    }
}
