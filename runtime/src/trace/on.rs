//! The feature `tracing`: a span for each call, events for errors, each of the two layers under a target of its own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tracing::dispatcher::{Dispatch, get_default};
use tracing::field::Empty;
use tracing::subscriber::NoSubscriber;
use tracing::{error, info, info_span, warn};

use super::print;
use crate::Map;
use crate::cursor::Cursor;
use crate::decode::decode;
use crate::fault::{Faults, one_line};
use crate::host::guarded;
use crate::invocation::Refusal;
use crate::message::{ErrorResponse, INVALID_PARAMS, Id};
use crate::output::{Lowered, Output};
use crate::protocol::Revision;
use crate::tool::Row;

/// Spans of calls.
const CALL: &str = "haft::call";
/// Messages and calls that were refused before a tool ran.
const PROTOCOL: &str = "haft::protocol";
/// Tools that ran and failed.
const TOOL: &str = "haft::tool";

/// When a call began.
#[derive(Clone, Copy)]
pub(crate) struct Began(Instant);

impl Began {
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }
}

/// The span of a call; nothing while nobody listens.
#[derive(Clone, Default)]
pub(crate) struct Span(Option<Arc<Live>>);

struct Live {
    span: tracing::Span,
    row: Arc<Row>,
    id: String,
    began: Instant,
    ended: AtomicBool,
}

impl Span {
    /// That of no call.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    pub(crate) fn begin(
        row: &Arc<Row>,
        id: &str,
        revision: Revision,
        meta: Option<&str>,
        began: Began,
    ) -> Self {
        if nobody_listens() {
            return Self(None);
        }
        let span = info_span!(
            target: CALL,
            "call",
            tool = &*row.tool.name,
            request = id,
            revision = revision.as_str(),
            traceparent = Empty,
            tracestate = Empty,
            outcome = Empty,
            duration_ms = Empty,
        );
        if !span.is_disabled()
            && let Some(meta) = meta
        {
            let meta: Map = decode(&mut Cursor::new(meta)).unwrap_or_default();
            // The trace that the client's request is a part of (basic, § `_meta`; W3C Trace Context).
            for name in ["traceparent", "tracestate"] {
                if let Some(value) = meta
                    .get(name)
                    .and_then(|value| value.as_str())
                    .filter(|value| value.len() <= 512)
                {
                    span.record(name, value);
                }
            }
        }
        let live = Live {
            span,
            row: Arc::clone(row),
            id: id.to_owned(),
            began: began.0,
            ended: AtomicBool::new(false),
        };
        Self(Some(Arc::new(live)))
    }

    /// Does something inside of the span.
    pub(crate) fn enter<R>(&self, what: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(live) => live.span.in_scope(what),
            None => what(),
        }
    }

    /// Runs the body of a sync tool.
    pub(crate) fn run(&self, body: &mut dyn FnMut() -> Output) -> Output {
        if self.0.is_none() {
            return body();
        }
        let output = self.enter(|| guarded(body));
        self.finish(&output);
        output
    }

    /// Notes what the call came to, unless its outcome is known already: then this comes too late for its client.
    pub(crate) fn finish(&self, output: &Output) {
        if let Some(live) = &self.0
            && live.end(outcome(output))
        {
            live.span.in_scope(|| live.report(output));
        }
    }

    /// Notes that the tool does not run.
    pub(crate) fn refuse(&self, refusal: &Refusal) {
        if let Some(live) = &self.0 {
            live.end(if matches!(refusal, Refusal::Panicked { .. }) {
                "panic"
            } else {
                "fault"
            });
        }
    }

    /// Notes that nobody waits for the answer any more.
    #[cfg_attr(not(feature = "stdio"), allow(dead_code))]
    pub(crate) fn cancel(&self) {
        if let Some(live) = &self.0 {
            live.end("cancelled");
        }
    }
}

impl Live {
    /// Records the outcome and returns whether it is the first one.
    fn end(&self, outcome: &'static str) -> bool {
        let first = !self.ended.swap(true, Ordering::Relaxed);
        if first {
            self.span.record("outcome", outcome);
            self.span
                .record("duration_ms", self.began.elapsed().as_secs_f64() * 1_000.0);
        }
        first
    }

    /// Says what went wrong, if something did.
    fn report(&self, output: &Output) {
        let (tool, request) = (&*self.row.tool.name, self.id.as_str());
        match &output.0 {
            Lowered::Text(_) | Lowered::Json { .. } | Lowered::Faults { .. } => {}
            Lowered::Result(result) => {
                if result.is_error() {
                    warn!(target: TOOL, tool, request, outcome = outcome(output), "{}", result.first_text());
                }
            }
            Lowered::Failed(text) => {
                warn!(target: TOOL, tool, request, outcome = outcome(output), "{text}");
            }
            Lowered::ToolError(error) => {
                warn!(target: TOOL, tool, request, outcome = outcome(output), "{error}");
            }
            Lowered::Unwritable(why) => {
                error!(target: TOOL, tool, request, outcome = outcome(output), "the result cannot be sent: {why}");
            }
            Lowered::Panicked => {
                error!(target: TOOL, tool, request, outcome = outcome(output), "the tool panicked");
            }
            Lowered::TimedOut(limit) => {
                let seconds = limit.as_secs_f64();
                warn!(target: TOOL, tool, request, outcome = outcome(output), "not finished within {seconds} s");
            }
        }
    }
}

impl Drop for Live {
    /// Whoever would have answered has let go of the call.
    fn drop(&mut self) {
        self.end("cancelled");
    }
}

fn outcome(output: &Output) -> &'static str {
    match &output.0 {
        Lowered::Result(result) if result.is_error() => "tool_error",
        Lowered::Text(_) | Lowered::Json { .. } | Lowered::Result(_) => "ok",
        Lowered::Failed(_) | Lowered::ToolError(_) | Lowered::Unwritable(_) => "tool_error",
        Lowered::Panicked => "panic",
        Lowered::TimedOut(_) => "timeout",
        Lowered::Faults { .. } => "fault",
    }
}

/// Says that a message is answered by an error.
pub(crate) fn protocol_error(response: &ErrorResponse) {
    let (request, error) = (response.id.as_ref().map(Id::as_json), &response.error);
    warn!(target: PROTOCOL, request, code = error.code, "{}", error.message);
}

/// Says that arguments are refused; a tool has not run, however that is answered.
pub(crate) fn fault(id: &str, faults: &Faults) {
    warn!(target: PROTOCOL, request = id, code = INVALID_PARAMS, "{}", faults.text());
}

/// Says which values in odd forms were put right, by their pointers.
pub(crate) fn repaired(tool: &str, places: &[String]) {
    let places = places.join(" ");
    info!(target: PROTOCOL, tool, "arguments were put right: {}", one_line(&places));
}

/// Says what became of a tool's result; where somebody listens, the event of the call has said it.
pub(crate) fn tool_error(what: fmt::Arguments<'_>) {
    if nobody_listens() {
        print(what);
    }
}

/// Says what is odd about a message.
#[cfg_attr(not(feature = "stdio"), allow(dead_code))]
pub(crate) fn odd_message(what: fmt::Arguments<'_>) {
    if nobody_listens() {
        print(what);
    } else {
        warn!(target: PROTOCOL, "{what}");
    }
}

/// Whether the program has not set up a subscriber.
fn nobody_listens() -> bool {
    get_default(Dispatch::is::<NoSubscriber>)
}
