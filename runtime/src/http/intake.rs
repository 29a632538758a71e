//! The body of a request: read into one buffer, counted while it is read, within a time.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, Bytes};
use http::StatusCode;
use http::header::EXPECT;
use http::request::Parts;
use http_body::Body;
use tokio::time::{Sleep, sleep};

use super::refusal::Refusal;

/// How long what is left of a refused request is read, so that its connection can be used again.
const DRAIN_TIME: Duration = Duration::from_secs(1);
/// How much of it, as a multiple of what may be read of a request that is served.
const DRAIN: usize = 4;

/// Reads a whole body.
pub(super) async fn read<B: Body>(
    body: B,
    request: &Parts,
    limit: usize,
    time: Duration,
) -> Result<Bytes, Refusal> {
    let mut source = Source {
        body: pin!(body),
        timer: None,
        time,
    };
    let too_large = || {
        let why = format!(
            "the message is larger than {limit} bytes, which is all that this server reads"
        );
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    if usize::try_from(source.body.size_hint().lower()).unwrap_or(usize::MAX) > limit {
        return Err(source.discard(request, limit, too_large()).await);
    }
    let mut whole = Whole::Empty;
    loop {
        let bytes = match source.next().await {
            Next::Data(bytes) => bytes,
            Next::End => return Ok(whole.into_bytes()),
            Next::Late => {
                let why = format!(
                    "the message did not arrive within {} seconds",
                    time.as_secs()
                );
                return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, why).closing());
            }
            Next::Broken => {
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "the body broke off").closing());
            }
        };
        if whole.len() + bytes.len() > limit {
            drop(whole);
            return Err(source.discard(request, limit, too_large()).await);
        }
        whole.add(bytes);
        if source.body.is_end_stream() {
            return Ok(whole.into_bytes());
        }
    }
}

/// Reads a body that nobody wants, so that the next request on its connection begins where it should.
pub(super) async fn discard<B: Body>(
    body: B,
    request: &Parts,
    limit: usize,
    refusal: Refusal,
) -> Refusal {
    Source {
        body: pin!(body),
        timer: None,
        time: DRAIN_TIME,
    }
    .discard(request, limit, refusal)
    .await
}

/// What has been read so far; most messages arrive in one piece.
enum Whole {
    Empty,
    Piece(Bytes),
    Pieces(Vec<u8>),
}

impl Whole {
    fn len(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Piece(bytes) => bytes.len(),
            Self::Pieces(bytes) => bytes.len(),
        }
    }

    fn add(&mut self, more: Bytes) {
        match self {
            Self::Empty => *self = Self::Piece(more),
            Self::Piece(first) => {
                let mut pieces = Vec::with_capacity((first.len() + more.len()) * 2);
                pieces.extend_from_slice(first);
                pieces.extend_from_slice(&more);
                *self = Self::Pieces(pieces);
            }
            Self::Pieces(pieces) => pieces.extend_from_slice(&more),
        }
    }

    fn into_bytes(self) -> Bytes {
        match self {
            Self::Empty => Bytes::new(),
            Self::Piece(bytes) => bytes,
            Self::Pieces(bytes) => bytes.into(),
        }
    }
}

enum Next {
    Data(Bytes),
    End,
    Late,
    Broken,
}

struct Source<'b, B> {
    body: Pin<&'b mut B>,
    /// Made when the body makes us wait, which most do not.
    timer: Option<Pin<Box<Sleep>>>,
    time: Duration,
}

impl<B: Body> Source<'_, B> {
    async fn next(&mut self) -> Next {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Next> {
        loop {
            match self.body.as_mut().poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => {
                    // What is no data are trailers, which say nothing here.
                    if let Ok(mut data) = frame.into_data() {
                        let length = data.remaining();
                        return Poll::Ready(Next::Data(data.copy_to_bytes(length)));
                    }
                }
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Next::Broken),
                Poll::Ready(None) => return Poll::Ready(Next::End),
                Poll::Pending => {
                    let time = self.time;
                    let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(time)));
                    ready!(timer.as_mut().poll(context));
                    return Poll::Ready(Next::Late);
                }
            }
        }
    }

    /// Passes over what is left. If that is too much, or its client waits to be asked for it, the connection closes.
    async fn discard(&mut self, request: &Parts, limit: usize, refusal: Refusal) -> Refusal {
        let limit = limit.saturating_mul(DRAIN);
        if self.body.is_end_stream() {
            return refusal;
        }
        let left = usize::try_from(self.body.size_hint().lower()).unwrap_or(usize::MAX);
        if left > limit || request.headers.contains_key(EXPECT) {
            return refusal.closing();
        }
        (self.timer, self.time) = (None, self.time.min(DRAIN_TIME));
        let mut seen = 0;
        loop {
            match self.next().await {
                Next::Data(bytes) if seen + bytes.len() <= limit => seen += bytes.len(),
                Next::End => return refusal,
                Next::Data(_) | Next::Late | Next::Broken => return refusal.closing(),
            }
        }
    }
}
