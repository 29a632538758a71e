//! A listener of the service's own: accepts, serves, and ends in order.

use std::convert::Infallible;
use std::future::{Future, pending, poll_fn};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::runtime::{Builder, Handle};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower_service::Service as _;

use super::body::HttpBody;
use super::refusal::Refusal;
use super::{HttpFuture, HttpService, intake};
use crate::error::Error;
use crate::server::Server;

/// How much of a connection's input is held that is not yet read, its headers included.
const BUFFER: usize = 64 * 1024;
/// How long accepting rests when the process cannot have another connection.
const REST: Duration = Duration::from_millis(100);

/// Where to listen.
///
/// Made from a port (on the loopback address), a text such as `"127.0.0.1:3000"`, `"[::1]:3000"`, `"localhost:3000"` or
/// `"3000"`, an address, or a listener that is already bound.
///
/// ```
/// use haft::Address;
///
/// # fn main() -> std::io::Result<()> {
/// let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
/// let addresses: [Address; 4] = [3000.into(), "0.0.0.0:3000".into(), ([127, 0, 0, 1], 3000).into(), listener.into()];
/// # let _ = addresses;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Address(Place);

#[derive(Debug)]
enum Place {
    Socket(SocketAddr),
    Text(String),
    Listener(std::net::TcpListener),
}

impl From<u16> for Address {
    fn from(port: u16) -> Self {
        (Ipv4Addr::LOCALHOST, port).into()
    }
}

impl From<&str> for Address {
    fn from(text: &str) -> Self {
        Self(Place::Text(text.trim().to_owned()))
    }
}

impl From<String> for Address {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for Address {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<SocketAddr> for Address {
    fn from(address: SocketAddr) -> Self {
        Self(Place::Socket(address))
    }
}

impl<I: Into<IpAddr>> From<(I, u16)> for Address {
    fn from((address, port): (I, u16)) -> Self {
        SocketAddr::new(address.into(), port).into()
    }
}

impl From<std::net::TcpListener> for Address {
    fn from(listener: std::net::TcpListener) -> Self {
        Self(Place::Listener(listener))
    }
}

impl Address {
    async fn bind(self) -> crate::Result<TcpListener> {
        let bound = match self.0 {
            Place::Socket(address) => TcpListener::bind(address)
                .await
                .map_err(|error| (address.to_string(), error)),
            Place::Text(text) => match text.trim_start_matches(':').parse::<u16>() {
                Ok(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await,
                Err(_) => bind_text(&text).await,
            }
            .map_err(|error| (text, error)),
            Place::Listener(listener) => {
                let adopted = listener
                    .set_nonblocking(true)
                    .and_then(|()| TcpListener::from_std(listener));
                adopted.map_err(|error| ("the given listener".to_owned(), error))
            }
        };
        bound.map_err(|(place, error)| {
            io::Error::new(error.kind(), format!("cannot listen on {place}: {error}")).into()
        })
    }
}

async fn bind_text(text: &str) -> io::Result<TcpListener> {
    if !text.contains(':') {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "write a host and a port, such as 127.0.0.1:3000",
        ));
    }
    let addresses: Vec<SocketAddr> = lookup_host(text).await?.collect();
    TcpListener::bind(addresses.as_slice()).await
}

impl Server {
    /// Serves over HTTP at `/mcp` and blocks until the process is told to end.
    ///
    /// `127.0.0.1` is where it listens when only a port is given. Ctrl-C or SIGTERM ends it: no further connection is
    /// accepted, and what is being served has the server's [grace period](crate::Builder::grace) to finish; a second signal
    /// ends it at once. Settings are those of [`http_service`](Self::http_service), which also
    /// [serves](HttpService::serve).
    ///
    /// # Errors
    ///
    /// When the calling thread is inside a tokio runtime, where [`http`](Self::http) is the way; when the address cannot be
    /// had.
    pub fn serve_http(self, address: impl Into<Address>) -> crate::Result {
        self.http_service()
            .block(address.into(), "http(addr).await")
    }

    /// The same inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// When the address cannot be had, or the signals.
    pub async fn http(self, address: impl Into<Address>) -> crate::Result {
        self.http_service().listen(address).await
    }
}

impl HttpService {
    /// Listens and blocks until the process is told to end: see [`Server::serve_http`].
    ///
    /// # Errors
    ///
    /// Those of [`Server::serve_http`].
    pub fn serve(self, address: impl Into<Address>) -> crate::Result {
        self.block(address.into(), "listen(addr).await")
    }

    fn block(self, address: Address, inside: &'static str) -> crate::Result {
        if Handle::try_current().is_ok() {
            return Err(Error::inside_runtime(inside));
        }
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let result = runtime.block_on(self.listen(address));
        // A tool that still runs on a thread of its own must not hold the process.
        runtime.shutdown_background();
        result
    }

    /// Listens, inside a tokio runtime, until the process is told to end.
    ///
    /// From then on Ctrl-C and SIGTERM are handled by the runtime, for as long as the process lives. Dropping the future
    /// stops serving.
    ///
    /// # Errors
    ///
    /// When the address cannot be had, or the signals.
    pub async fn listen(self, address: impl Into<Address>) -> crate::Result {
        let listener = address.into().bind().await?;
        let mut signals = Signals::install()?;
        let mut accepting = Accepting::new(self, listener)?;
        accepting
            .until(poll_fn(|context| signals.poll_one(context)))
            .await;
        accepting
            .drain(poll_fn(|context| signals.poll_one(context)))
            .await;
        Ok(())
    }

    /// Listens, inside a tokio runtime, until a future is done; signals are left to you.
    ///
    /// # Errors
    ///
    /// When the address cannot be had.
    pub async fn listen_until(
        self,
        address: impl Into<Address>,
        shutdown: impl Future<Output = ()>,
    ) -> crate::Result {
        let listener = address.into().bind().await?;
        let mut accepting = Accepting::new(self, listener)?;
        accepting.until(shutdown).await;
        accepting.drain(pending()).await;
        Ok(())
    }
}

/// A listener and its connections, which end with it.
struct Accepting {
    service: HttpService,
    listener: Option<TcpListener>,
    connections: JoinSet<()>,
    /// Tells the connections to finish what they are at and end.
    finish: watch::Sender<bool>,
}

impl Accepting {
    fn new(service: HttpService, listener: TcpListener) -> io::Result<Self> {
        let service = service.bound_to(listener.local_addr()?.ip());
        let (finish, _) = watch::channel(false);
        Ok(Self {
            service,
            listener: Some(listener),
            connections: JoinSet::new(),
            finish,
        })
    }

    async fn until(&mut self, shutdown: impl Future<Output = ()>) {
        let mut shutdown = pin!(shutdown);
        let most = self.service.0.max_connections;
        while let Some(listener) = &self.listener {
            let connections = &mut self.connections;
            let accepted = poll_fn(|context| {
                if shutdown.as_mut().poll(context).is_ready() {
                    return Poll::Ready(None);
                }
                while let Poll::Ready(Some(_)) = connections.poll_join_next(context) {}
                if connections.len() >= most {
                    return Poll::Pending;
                }
                listener.poll_accept(context).map(Some)
            });
            match accepted.await {
                None => return,
                Some(Ok((stream, _))) => {
                    let serving = serve(stream, self.service.clone(), self.finish.subscribe());
                    self.connections.spawn(serving);
                }
                // A client that left again, or no descriptor for another.
                Some(Err(error)) => {
                    let is_client = matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted
                            | io::ErrorKind::ConnectionReset
                            | io::ErrorKind::ConnectionRefused
                    );
                    if !is_client {
                        sleep(REST).await;
                    }
                }
            }
        }
    }

    /// Lets the connections finish, within the grace period and unless `at_once` is done before.
    async fn drain(&mut self, at_once: impl Future<Output = ()>) {
        self.listener = None;
        let _ = self.finish.send(true);
        self.service.end_subscriptions();
        let mut at_once = pin!(at_once);
        let connections = &mut self.connections;
        let finished = poll_fn(|context| {
            if at_once.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            loop {
                match connections.poll_join_next(context) {
                    Poll::Ready(Some(_)) => {}
                    Poll::Ready(None) => return Poll::Ready(()),
                    Poll::Pending => return Poll::Pending,
                }
            }
        });
        let _ = timeout(self.service.0.server.options().grace, finished).await;
        connections.abort_all();
    }
}

/// Serves one connection.
async fn serve(stream: TcpStream, service: HttpService, mut finish: watch::Receiver<bool>) {
    // Otherwise each event after the first waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(service.0.read_timeout)
        .max_buf_size(BUFFER);
    let connection = builder.serve_connection(TokioIo::new(stream), Endpoint(service));
    let mut connection = pin!(connection);
    let mut finishing = pin!(async move {
        let _ = finish.wait_for(|finish| *finish).await;
    });
    let mut told = false;
    // What goes wrong on a connection is its client's affair.
    let _ = poll_fn(|context| {
        if !told && finishing.as_mut().poll(context).is_ready() {
            told = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(context)
    })
    .await;
}

/// The service at its path.
struct Endpoint(HttpService);

impl hyper::service::Service<Request<Incoming>> for Endpoint {
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = HttpFuture;

    fn call(&self, request: Request<Incoming>) -> HttpFuture {
        let mut service = self.0.clone();
        let endpoint = &service.0;
        let path = request.uri().path();
        if path.strip_suffix('/').unwrap_or(path) == endpoint.path {
            return service.call(request);
        }
        let limit = endpoint.max_body;
        let why = format!(
            "there is nothing at this path; messages go to {}",
            endpoint.path
        );
        HttpFuture(Box::pin(async move {
            let (parts, body) = request.into_parts();
            intake::discard(
                body,
                &parts,
                limit,
                Refusal::new(StatusCode::NOT_FOUND, why),
            )
            .await
            .into_response()
        }))
    }
}

/// The ways in which a process is told to end.
#[cfg(unix)]
struct Signals(tokio::signal::unix::Signal, tokio::signal::unix::Signal);

#[cfg(unix)]
impl Signals {
    fn install() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self(
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        ))
    }

    fn poll_one(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Self(interrupt, terminate) = self;
        if interrupt.poll_recv(context).is_ready() || terminate.poll_recv(context).is_ready() {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

/// The ways in which a process is told to end.
#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn install() -> io::Result<Self> {
        Ok(Self(tokio::signal::windows::ctrl_c()?))
    }

    fn poll_one(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll_recv(context).map(|_| ())
    }
}
