//! Streamable HTTP as a transport: one endpoint for every revision, without sessions.

mod access;
mod body;
mod exchange;
mod habit;
mod held;
mod intake;
mod listen;
mod media;
mod refusal;
mod turn;
mod wait;

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_service::Service;

use crate::host::Layer;
use crate::protocol::name_stateless;
use crate::server::Server;
use access::Access;
pub use body::HttpBody;
pub(crate) use habit::Habit;
use held::Held;
pub use listen::Address;
use media::Accepted;
use refusal::{JSON, Refusal};
use turn::{Deferred, Turn};
use wait::{First, Running, Wait};

const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// Tells nginx, and who else knows it, to pass events on at once (streamable-http, § Receiving Messages, 2026-07-28).
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// A [`Server`] over HTTP, as a [tower](https://docs.rs/tower) service: see [`Server::http_service`].
///
/// It answers each request by itself and knows no sessions, so that any number of copies can stand behind any load
/// balancer. It mounts in axum (`Router::route_service` or `nest_service`), in hyper, and under any tower layer; it does
/// not look at the path. [`listen`](Self::listen) and [`serve`](Self::serve) run it by themselves. It wants a tokio
/// runtime with its timer enabled.
///
/// # Whose error is it
///
/// | who refuses | with | a tool has run |
/// |---|---|---|
/// | a layer in front: no credentials, too many requests, CORS | a status of its own, such as 401, 403 or 429 with `Retry-After`; its body is its own affair | no |
/// | this service, by the request: method, host, origin, media types, size, time | 405, 403, 415, 406, 413, 408 and a JSON-RPC error -32600 | no |
/// | the server, by the message: no JSON, no request, wrong headers, unknown revision, unknown method | 400 or 404 and a JSON-RPC error | no |
/// | the server, by the call: unknown tool, wrong arguments | 200 and a JSON-RPC error -32602 | no |
/// | the tool | 200 and a result with `isError: true` | yes |
///
/// So what decides whether a caller may call at all, or how often, is a layer; what depends on the arguments is the tool's.
/// A layer hands what it knows to the tool by the request's extensions: what it puts into
/// [`http::Extensions`] is what [`Call::extension`](crate::Call::extension) finds.
///
/// # Answers
///
/// A call is answered by plain JSON unless it sends something before its result, progress say, or takes longer than
/// [`keep_alive`](Self::keep_alive), and the client accepts `text/event-stream`: then the response becomes a stream of
/// events that ends after the result. A client that does not accept events gets no reports of progress. An accepted
/// notification is answered by 202 without a body.
///
/// Since 2026-07-28 a client cancels a call by closing its response: the tool's `Call` is cancelled and an `async` tool's
/// future dropped. Before that the call runs on and its answer is lost, as those revisions demand;
/// `notifications/cancelled` does nothing here, since without sessions an id may be that of another client's call. A call
/// that waits for its turn when its client leaves is never begun.
///
/// # Who may reach it
///
/// A request whose `Host` is not `localhost`, `127.0.0.1` or `[::1]` is refused, and one whose `Origin`, which browsers
/// send, is another: otherwise any web page could drive a server on its visitor's machine. Let others in by
/// [`allow_host`](Self::allow_host), [`allow_origin`](Self::allow_origin) and, behind a proxy that changes `Host`,
/// [`behind_proxy`](Self::behind_proxy).
///
/// # Limits
///
/// | what | at most | setting |
/// |---|---|---|
/// | a message | 4 MiB | [`max_body`](Self::max_body), [`Builder::max_message`](crate::Builder::max_message) |
/// | the time for its headers, and for its body | 30 s each | [`read_timeout`](Self::read_timeout) |
/// | calls in flight, those of no client included | 1,024; more wait | [`max_calls`](Self::max_calls) |
/// | threads on which plain `fn` tools run | 64; more wait | [`max_threads`](Self::max_threads) |
/// | subscriptions, which are no calls in flight | 256; more are refused with 503 | [`Builder::max_subscriptions`](crate::Builder::max_subscriptions) |
/// | connections of [`listen`](Self::listen) and [`serve`](Self::serve) | 1,024; more are not accepted yet | [`max_connections`](Self::max_connections) |
/// | events that a client leaves unread | 64 KiB of reports, beyond which reports are left out, and the answer | |
/// | headers | 64 KiB, of [`listen`](Self::listen) and [`serve`](Self::serve) | |
///
/// A subscription, `subscriptions/listen` since 2026-07-28, is a response that stays open and takes up a connection for as
/// long as its client wants: leave room for calls beside them. A client that does not read its subscription is owed one
/// notification, however often the list changes.
///
/// So a client that stops in the middle of its message holds at most twice 4 MiB for 30 seconds, and one that never reads
/// its answer holds that answer.
///
/// # Where tools run
///
/// An `async` tool is polled on the task of its connection. A plain `fn` runs on a thread where it may block, until it
/// has shown that it does not: one that has returned within 100 microseconds eight times runs where its message was
/// read, until a call takes a millisecond and sends the next ones, 8 to 64 of them, to threads again.
#[derive(Clone)]
pub struct HttpService(Arc<Endpoint>);

#[derive(Clone)]
struct Endpoint {
    server: Server,
    access: Access,
    path: String,
    max_body: usize,
    read_timeout: Duration,
    keep_alive: Duration,
    max_connections: usize,
    session_ids: bool,
    /// Calls in flight that do not finish at once.
    calls: Arc<Semaphore>,
    /// Threads in tools.
    threads: Arc<Semaphore>,
    held: Arc<Held>,
}

impl Server {
    /// This server over HTTP, to be mounted in a router or to listen by itself.
    ///
    /// ```no_run
    /// use haft::{Server, tool};
    ///
    /// /// Add two integers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # fn main() -> haft::Result {
    /// let server = Server::builder("calculator", "1.0.0").tool::<add>().build()?;
    /// server.http_service().allow_host("tools.example.com").max_body(64 * 1024).serve("0.0.0.0:3000")
    /// # }
    /// ```
    pub fn http_service(&self) -> HttpService {
        HttpService(Arc::new(Endpoint {
            server: self.clone(),
            access: Access::default(),
            path: "/mcp".into(),
            max_body: self.options().max_message,
            read_timeout: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            max_connections: 1_024,
            session_ids: false,
            calls: Arc::new(Semaphore::new(1_024)),
            threads: Arc::new(Semaphore::new(64)),
            held: Held::new(self),
        }))
    }
}

impl HttpService {
    fn set(mut self, change: impl FnOnce(&mut Endpoint)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Lets requests in whose `Host` is this name or address, with this port if it has one; `*` for any.
    pub fn allow_host(self, host: impl AsRef<str>) -> Self {
        self.set(|endpoint| endpoint.access.allow_host(host.as_ref()))
    }

    /// Lets pages of this origin in, such as `https://app.example.com`; with a bare name, under any scheme and port; `*` for
    /// any. A browser also asks for CORS headers, which are a layer's: tower-http has one.
    pub fn allow_origin(self, origin: impl AsRef<str>) -> Self {
        self.set(|endpoint| endpoint.access.allow_origin(origin.as_ref()))
    }

    /// Takes the name that a client used from `X-Forwarded-Host`, where there is one: for a server that is reached only
    /// through a proxy that sets it.
    pub fn behind_proxy(self) -> Self {
        self.set(|endpoint| endpoint.access.believe_proxy())
    }

    /// Sets how many bytes a message may have; those of [`Builder::max_message`](crate::Builder::max_message) unless set.
    /// A larger one is answered by 413.
    pub fn max_body(self, bytes: usize) -> Self {
        self.set(|endpoint| endpoint.max_body = bytes)
    }

    /// Sets how long a client may take to send a message; 30 seconds unless set. A slower one is answered by 408.
    ///
    /// The same time holds for the headers where [`listen`](Self::listen) or [`serve`](Self::serve) reads them, and so for
    /// a connection on which nothing happens.
    pub fn read_timeout(self, time: Duration) -> Self {
        self.set(|endpoint| endpoint.read_timeout = time)
    }

    /// Sets after which silence a comment is sent on a stream of events; 15 seconds unless set.
    pub fn keep_alive(self, time: Duration) -> Self {
        self.set(|endpoint| endpoint.keep_alive = time)
    }

    /// Sets how many calls may be in flight; 1,024 unless set. Further ones wait; what takes no tool does not.
    pub fn max_calls(self, calls: usize) -> Self {
        self.set(|endpoint| {
            endpoint.calls = Arc::new(Semaphore::new(calls.clamp(1, Semaphore::MAX_PERMITS)));
        })
    }

    /// Sets on how many threads plain `fn` tools may run at once; 64 unless set. They are the runtime's, which has a limit
    /// of its own.
    pub fn max_threads(self, threads: usize) -> Self {
        self.set(|endpoint| {
            endpoint.threads = Arc::new(Semaphore::new(threads.clamp(1, Semaphore::MAX_PERMITS)));
        })
    }

    /// Sets how many connections [`listen`](Self::listen) and [`serve`](Self::serve) accept; 1,024 unless set.
    pub fn max_connections(self, connections: usize) -> Self {
        self.set(|endpoint| endpoint.max_connections = connections.max(1))
    }

    /// Sets the path that [`listen`](Self::listen) and [`serve`](Self::serve) serve, with and without a slash at its end;
    /// `/mcp` unless set.
    pub fn path(self, path: impl Into<String>) -> Self {
        let path = path.into();
        self.set(|endpoint| endpoint.path = path.trim_end_matches('/').into())
    }

    /// Gives clients of the revisions before 2026-07-28 a session id with the answer to `initialize`, for those that are at
    /// a loss without one.
    ///
    /// Nothing is kept under it: it is not asked for later, any other is as good, and it never ends.
    pub fn session_ids(self) -> Self {
        self.set(|endpoint| endpoint.session_ids = true)
    }

    /// Ends the subscriptions that are open, each with its response, and those to come as soon as they are acknowledged.
    ///
    /// For a program that mounts the service, when it begins to shut down: a graceful end waits for every response, and a
    /// subscription (`subscriptions/listen`, since 2026-07-28) has one that goes on until somebody ends it.
    /// [`listen`](Self::listen) and [`serve`](Self::serve) do this by themselves.
    ///
    /// ```
    /// use haft::Server;
    ///
    /// let service = Server::builder("shop", "1.0.0").tools_may_change().build()?.http_service();
    /// // Mount `service.clone()` in a router, serve it, and when the end is near:
    /// service.end_subscriptions();
    /// # Ok::<(), haft::BuildError>(())
    /// ```
    pub fn end_subscriptions(&self) {
        self.0.held.end();
    }

    /// For one listener, which ends its own subscriptions and no other's.
    fn bound_to(self, address: IpAddr) -> Self {
        self.set(|endpoint| {
            endpoint.access.allow_bound(address);
            endpoint.held = Held::new(&endpoint.server);
        })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("server", &self.0.server)
            .finish_non_exhaustive()
    }
}

/// The future of a response of [`HttpService`].
pub struct HttpFuture(Pin<Box<dyn Future<Output = Response<HttpBody>> + Send>>);

impl fmt::Debug for HttpFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpFuture").finish_non_exhaustive()
    }
}

impl Future for HttpFuture {
    type Output = Result<Response<HttpBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context).map(Ok)
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = HttpFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> HttpFuture {
        let endpoint = Arc::clone(&self.0);
        HttpFuture(Box::pin(async move {
            let (parts, body) = request.into_parts();
            let message = match endpoint.check(&parts) {
                Ok(accepted) => {
                    intake::read(body, &parts, endpoint.max_body, endpoint.read_timeout)
                        .await
                        .map(|bytes| (accepted, bytes))
                }
                Err(refusal) => {
                    Err(intake::discard(body, &parts, endpoint.max_body, refusal).await)
                }
            };
            match message {
                Ok((accepted, bytes)) => endpoint.answer(parts, accepted, bytes).await,
                Err(refusal) => refusal.into_response(),
            }
        }))
    }
}

impl Endpoint {
    /// What is wrong with a request before its message is read.
    fn check(&self, request: &Parts) -> Result<Accepted, Refusal> {
        if request.method != Method::POST {
            return Err(Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "send messages by POST; this server has no sessions and no stream to GET",
            ));
        }
        self.access.check(request)?;
        media::check_content(&request.headers)?;
        media::accepted(&request.headers)
    }

    /// Serves a message.
    async fn answer(
        &self,
        request: Parts,
        accepted: Accepted,
        message: Bytes,
    ) -> Response<HttpBody> {
        let mut turn = Turn::new(request, accepted.events, &self.calls, &self.held);
        turn.receive(&self.server, &message);
        let mut permit = turn.take_permit();
        if let Some(deferred) = turn.deferred {
            permit = Arc::clone(&self.calls).acquire_owned().await.ok();
            turn.free();
            if deferred == Deferred::Blocking {
                return self.answer_by_thread(turn, accepted, message, permit).await;
            }
            turn.receive(&self.server, &message);
        }
        drop(message);
        if turn.listens {
            let wait = Wait::new(Arc::clone(turn.exchange()), None);
            return stream(HttpBody::events(wait, self.keep_alive));
        }
        if let Some((layer, answer)) = turn.answer.take() {
            let mut response = answered(layer, answer, turn.request(), accepted);
            if self.session_ids && turn.has_connected() {
                response.headers_mut().insert(SESSION_ID, session_id());
            }
            return response;
        }
        let Some((job, work)) = turn.work.take() else {
            if !turn.has_exchange() {
                return silent();
            }
            let exchange = Arc::clone(turn.exchange());
            exchange.settle(None);
            return self
                .wait(Wait::new(exchange, None), turn.request(), accepted)
                .await;
        };
        let ends_with_response = job.ends_with_response();
        let mut running = Running::new(job, work, permit);
        let exchange = Arc::clone(turn.exchange());
        let done =
            poll_fn(|context| Poll::Ready(running.poll(&exchange, context).is_ready())).await;
        let wait = if done {
            Wait::new(exchange, None)
        } else if ends_with_response {
            Wait::new(exchange, Some(running))
        } else {
            exchange.begin_future();
            running.detach(Arc::clone(&exchange), &Handle::current());
            Wait::new(exchange, None)
        };
        self.wait(wait, turn.request(), accepted).await
    }

    /// Serves a message whose tool may block.
    async fn answer_by_thread(
        &self,
        mut turn: Turn,
        accepted: Accepted,
        message: Bytes,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Response<HttpBody> {
        let thread = Arc::clone(&self.threads).acquire_owned().await.ok();
        let exchange = Arc::clone(turn.exchange());
        let wait = Wait::new(Arc::clone(&exchange), None);
        let request = Arc::clone(turn.request());
        let (server, runtime) = (self.server.clone(), Handle::current());
        runtime.clone().spawn_blocking(move || {
            turn.receive(&server, &message);
            drop((thread, message));
            match turn.work.take() {
                Some((job, work)) if !job.ends_with_response() => {
                    exchange.begin_future();
                    Running::new(job, work, permit).detach(exchange, &runtime);
                }
                work => exchange.settle(work.map(|(job, work)| Running::new(job, work, permit))),
            }
        });
        self.wait(wait, &request, accepted).await
    }

    /// Waits for the answer, and makes a stream of the response if something comes before it.
    async fn wait(&self, wait: Wait, request: &Parts, accepted: Accepted) -> Response<HttpBody> {
        let patience = accepted.events.then_some(self.keep_alive);
        match wait.first(patience).await {
            First::Answer(Some((layer, answer))) => answered(layer, answer, request, accepted),
            First::Answer(None) => silent(),
            First::Stream(wait) => stream(HttpBody::events(wait, self.keep_alive)),
        }
    }
}

/// The response to a message that is answered by one.
fn answered(
    layer: Layer,
    answer: Vec<u8>,
    request: &Parts,
    accepted: Accepted,
) -> Response<HttpBody> {
    let status = match layer {
        Layer::Tool => StatusCode::OK,
        _ => status_of_error(layer, request),
    };
    if status == StatusCode::OK && !accepted.json {
        return stream(HttpBody::event(&answer));
    }
    let mut response = Response::new(HttpBody::whole(answer.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

#[cold]
fn status_of_error(layer: Layer, request: &Parts) -> StatusCode {
    let is_stateless = name_stateless(request);
    match layer {
        Layer::Message => StatusCode::BAD_REQUEST,
        Layer::Busy => StatusCode::SERVICE_UNAVAILABLE,
        // With a session, 404 means to a client of the older revisions that the session is over.
        Layer::Method if !is_stateless && request.headers.contains_key(SESSION_ID) => {
            StatusCode::OK
        }
        Layer::Method => StatusCode::NOT_FOUND,
        // Clients of the older revisions read no body beside another status.
        Layer::Server if is_stateless => StatusCode::INTERNAL_SERVER_ERROR,
        Layer::Server | Layer::Tool => StatusCode::OK,
    }
}

/// A name that nobody else has been given; it guards nothing.
#[cold]
fn session_id() -> HeaderValue {
    let number = || RandomState::new().build_hasher().finish();
    HeaderValue::from_str(&format!("{:016x}{:016x}", number(), number()))
        .unwrap_or(HeaderValue::from_static("none"))
}

/// The response to a message that is not answered.
fn silent() -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

fn stream(body: HttpBody) -> Response<HttpBody> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, EVENT_STREAM);
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("no-cache, no-transform"),
    );
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}
