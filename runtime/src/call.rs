//! The call being served, as its tool sees it: who asks, whether anybody still waits, and how far it has come.

use std::any::{Any, TypeId};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cursor::Cursor;
use crate::decode;
use crate::message::write_string;
use crate::protocol::{Implementation, Revision};
use crate::tool::Row;

/// Reports that follow each other faster are not sent, but for the last: basic/utilities/progress asks for a limit.
const PACE: Duration = Duration::from_millis(20);

/// The call being served: who asks, in which revision, whether it is cancelled, and how far it has come.
///
/// A parameter of this type, `Call` or `&Call`, is supplied by the server and never published.
///
/// ```
/// use haft::{Call, tool};
///
/// /// Count to a number.
/// #[tool]
/// fn count(call: &Call, to: u32) -> Result<String, &'static str> {
///     for step in 0..to {
///         if call.is_cancelled() {
///             return Err("stopped");
///         }
///         call.progress((step, to));
///     }
///     Ok(match call.client() {
///         Some(client) => format!("counted to {to} for {}", client.name),
///         None => format!("counted to {to}"),
///     })
/// }
/// # let _ = count;
/// ```
#[derive(Clone)]
pub struct Call(pub(crate) Arc<Particulars>);

pub(crate) struct Particulars {
    pub(crate) row: Arc<Row>,
    pub(crate) id: String,
    pub(crate) revision: Revision,
    pub(crate) client: Option<Arc<Implementation>>,
    /// The client's capabilities as JSON text.
    pub(crate) capabilities: Option<Arc<str>>,
    /// `_meta` as JSON text.
    pub(crate) meta: Option<String>,
    pub(crate) extensions: Extensions,
    pub(crate) ticket: Arc<Ticket>,
}

impl Call {
    /// The name under which the tool was called.
    pub fn tool(&self) -> &str {
        &self.0.row.tool.name
    }

    /// The request's id as JSON text, such as `7` or `"a"`.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The protocol revision that the answer will be written in.
    pub fn revision(&self) -> Revision {
        self.0.revision
    }

    /// The client by its own, unverified words: of the request since 2026-07-28, before that of `initialize`.
    pub fn client(&self) -> Option<&Implementation> {
        self.0.client.as_deref()
    }

    /// What the client can do, such as `{"sampling": {}}`: of the request since 2026-07-28, before that of `initialize`;
    /// `null` when it did not say.
    pub fn capabilities(&self) -> Value {
        let text = self.0.capabilities.as_deref();
        text.and_then(|text| decode::decode(&mut Cursor::new(text)).ok())
            .unwrap_or_default()
    }

    /// The request's `_meta`; `None` when it has none.
    pub fn meta(&self) -> Option<Value> {
        decode::decode(&mut Cursor::new(self.0.meta.as_deref()?)).ok()
    }

    /// What the layers in front of the server have put beside the request, by its type: the principal, say.
    ///
    /// Over HTTP these are the request's `http::Extensions`, and `http::request::Parts` and `http::HeaderMap` are there too.
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.extensions.get()
    }

    /// Reports how far the call has come: a number, or a number out of a total, or a [`Progress`] with a message.
    ///
    /// Sent when the client asked for reports by a `progressToken` (basic/utilities/progress). A report that does not rise
    /// above the one before, that is not finite, that follows within 20 ms (unless it reaches its total), or that comes
    /// after the answer is not sent.
    pub fn progress(&self, progress: impl Into<Progress>) {
        self.0.ticket.report(&progress.into());
    }

    /// Whether nobody waits for the answer any more: the client cancelled, or the time is over. A long loop should look.
    pub fn is_cancelled(&self) -> bool {
        self.0.ticket.is_cancelled()
    }

    /// Waits until the call is cancelled.
    pub async fn cancelled(&self) {
        Cancelled(&self.0.ticket).await;
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("tool", &self.tool())
            .field("id", &self.id())
            .finish_non_exhaustive()
    }
}

/// A report of [`Call::progress`].
///
/// ```
/// use haft::Progress;
///
/// let report = Progress::new(2).total(10).message("reading");
/// assert_eq!(Progress::from((2, 10)).message("reading"), report);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    done: f64,
    total: Option<f64>,
    message: Option<String>,
}

impl Progress {
    /// This much is done.
    pub fn new(done: impl Amount) -> Self {
        Self {
            done: done.amount(),
            total: None,
            message: None,
        }
    }

    /// Out of this much.
    pub fn total(mut self, total: impl Amount) -> Self {
        self.total = Some(total.amount());
        self
    }

    /// What is going on, for people. Since 2025-03-26.
    pub fn message(mut self, text: impl Into<String>) -> Self {
        self.message = Some(text.into());
        self
    }
}

impl<T: Amount> From<T> for Progress {
    fn from(done: T) -> Self {
        Self::new(done)
    }
}

impl<T: Amount, U: Amount> From<(T, U)> for Progress {
    fn from((done, total): (T, U)) -> Self {
        Self::new(done).total(total)
    }
}

/// A number in which progress is counted: any integer or float.
pub trait Amount {
    #[doc(hidden)]
    fn amount(self) -> f64;
}

macro_rules! amount {
    ($($type:ty)*) => {$(
        impl Amount for $type {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
            fn amount(self) -> f64 {
                self as f64
            }
        }
    )*};
}

amount! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }

/// What a transport, or a layer in front of it, has put beside a request: at most one value of each type.
///
/// ```
/// use haft::Extensions;
///
/// struct Principal(&'static str);
///
/// let mut extensions = Extensions::default();
/// extensions.insert(Principal("ada"));
/// assert_eq!(extensions.get::<Principal>().unwrap().0, "ada");
/// ```
#[derive(Clone, Default)]
pub struct Extensions {
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
    #[cfg(feature = "http")]
    request: Option<Arc<http::request::Parts>>,
}

impl Extensions {
    /// Puts a value there, in place of one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.retain(|(id, _)| *id != TypeId::of::<T>());
        self.values.push((TypeId::of::<T>(), Arc::new(value)));
    }

    /// The value of that type.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let own = self.values.iter().find(|(id, _)| *id == TypeId::of::<T>());
        match own {
            Some((_, value)) => value.downcast_ref(),
            None => self.of_request(),
        }
    }

    #[cfg(not(feature = "http"))]
    #[allow(clippy::unused_self)]
    fn of_request<T: Send + Sync + 'static>(&self) -> Option<&T> {
        None
    }

    #[cfg(feature = "http")]
    fn of_request<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let request = self.request.as_deref()?;
        let whole: &dyn Any = request;
        let headers: &dyn Any = &request.headers;
        request
            .extensions
            .get()
            .or_else(|| whole.downcast_ref())
            .or_else(|| headers.downcast_ref())
    }

    /// What came with an HTTP request.
    #[cfg(feature = "http")]
    pub(crate) fn with_request(request: Arc<http::request::Parts>) -> Self {
        Self {
            values: Vec::new(),
            request: Some(request),
        }
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extensions")
            .field("values", &self.values.len())
            .finish_non_exhaustive()
    }
}

/// Where messages go that are sent while a call is served.
pub(crate) trait Outlet: Send + Sync {
    /// Sends the message that `write` appends, unless it returns false; both happen under the lock that keeps messages
    /// in order.
    fn send(&self, write: &mut dyn FnMut(&mut Vec<u8>) -> bool);
}

/// What a call and its host share while it is served.
pub(crate) struct Ticket {
    cancelled: AtomicBool,
    /// Whether the answer has been given.
    closed: AtomicBool,
    waiting: Mutex<Vec<Waker>>,
    reports: Option<Reports>,
}

/// How to report progress, where the client asked for it.
pub(crate) struct Reports {
    /// The client's token as JSON text.
    pub(crate) token: String,
    pub(crate) revision: Revision,
    pub(crate) outlet: Arc<dyn Outlet>,
    last: Mutex<Option<(f64, Instant)>>,
}

impl Reports {
    pub(crate) fn new(token: &str, revision: Revision, outlet: Arc<dyn Outlet>) -> Self {
        Self {
            token: token.to_owned(),
            revision,
            outlet,
            last: Mutex::new(None),
        }
    }
}

impl Ticket {
    pub(crate) fn new(reports: Option<Reports>) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            waiting: Mutex::new(Vec::new()),
            reports,
        }
    }

    /// Tells the tool that nobody waits for it any more.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        self.close();
        let waiting =
            std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Says that the answer is given: no report may follow it.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    fn report(&self, progress: &Progress) {
        let Some(reports) = &self.reports else { return };
        if !progress.done.is_finite() || progress.total.is_some_and(|total| !total.is_finite()) {
            return;
        }
        // The answer is written, and `close` called, under the same lock as this.
        reports.outlet.send(&mut |out| {
            if self.closed.load(Ordering::Acquire) {
                return false;
            }
            let mut last = reports.last.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let complete = progress.total.is_some_and(|total| progress.done >= total);
            let in_order = last.is_none_or(|(done, sent)| {
                progress.done > done && (complete || now.duration_since(sent) >= PACE)
            });
            if in_order {
                *last = Some((progress.done, now));
                reports.write(progress, out);
            }
            in_order
        });
    }
}

impl Reports {
    fn write(&self, progress: &Progress, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":");
        out.extend_from_slice(self.token.as_bytes());
        out.extend_from_slice(b",\"progress\":");
        out.extend_from_slice(Value::from(progress.done).to_string().as_bytes());
        if let Some(total) = progress.total {
            out.extend_from_slice(b",\"total\":");
            out.extend_from_slice(Value::from(total).to_string().as_bytes());
        }
        if let Some(message) = progress
            .message
            .as_ref()
            .filter(|_| self.revision >= Revision::V2025_03_26)
        {
            out.extend_from_slice(b",\"message\":");
            write_string(out, message);
        }
        out.extend_from_slice(b"}}");
    }
}

/// Done when the call is cancelled.
struct Cancelled<'a>(&'a Ticket);

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0.is_cancelled() {
            return Poll::Ready(());
        }
        let mut waiting = self
            .0
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Cancelling wakes after it has set the flag: seen here, or woken then.
        if self.0.is_cancelled() {
            return Poll::Ready(());
        }
        if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
            waiting.push(context.waker().clone());
        }
        Poll::Pending
    }
}
