//! The body of a response: one message, or the events of a call.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::wait::{Step, Wait};

/// The body of a response of [`HttpService`](crate::HttpService).
pub struct HttpBody(Content);

enum Content {
    Whole(Option<Bytes>),
    Events(Box<Events>),
}

/// The events of a call that sends something before its answer, or that takes long.
struct Events {
    wait: Option<Wait>,
    /// Comments keep proxies from ending a stream on which nothing happens.
    silence: Pin<Box<Sleep>>,
    keep_alive: Duration,
}

impl HttpBody {
    pub(super) fn whole(bytes: Bytes) -> Self {
        Self(Content::Whole(Some(bytes)))
    }

    pub(super) fn empty() -> Self {
        Self(Content::Whole(None))
    }

    /// One message as an event.
    pub(super) fn event(message: &[u8]) -> Self {
        let mut event = Vec::with_capacity(message.len() + 8);
        write_event(&mut event, message);
        Self::whole(event.into())
    }

    pub(super) fn events(wait: Wait, keep_alive: Duration) -> Self {
        Self(Content::Events(Box::new(Events {
            wait: Some(wait),
            silence: Box::pin(sleep(keep_alive)),
            keep_alive,
        })))
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBody").finish_non_exhaustive()
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Content::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Content::Events(events) => events
                .poll(context)
                .map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Content::Whole(bytes) => bytes.is_none(),
            Content::Events(events) => events.wait.is_none(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Content::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Content::Events(_) => SizeHint::default(),
        }
    }
}

impl Events {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(wait) = &mut self.wait else {
            return Poll::Ready(None);
        };
        let bytes = match wait.poll_step(context) {
            Poll::Ready(Step::Events(events)) => events,
            Poll::Ready(Step::Done(mut events, answer)) => {
                self.wait = None;
                if let Some((_, answer)) = answer {
                    write_event(&mut events, &answer);
                }
                events
            }
            Poll::Pending => {
                std::task::ready!(self.silence.as_mut().poll(context));
                b":\n\n".to_vec()
            }
        };
        self.silence
            .as_mut()
            .reset(Instant::now() + self.keep_alive);
        Poll::Ready(Some(bytes.into()))
    }
}

fn write_event(out: &mut Vec<u8>, message: &[u8]) {
    out.extend_from_slice(b"data: ");
    out.extend_from_slice(message);
    out.extend_from_slice(b"\n\n");
}
