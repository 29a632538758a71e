//! Who is told that the list of tools has changed, and in which words.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Server, error_response, invalid_params, send_error};
use crate::host::{Host, Layer, NotHeld};
use crate::message::{ErrorObject, INTERNAL_ERROR, INVALID_REQUEST, open_result};
use crate::output::Policy;
use crate::protocol::Filter;

/// The id of a subscription stands in each of its messages.
const LONGEST_ID: usize = 1024;

/// Sent to the other end of a stream on which `initialize` agreed on a revision (server/tools, § List Changed Notification).
#[cfg(feature = "stdio")]
pub(crate) const TOOLS_CHANGED: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

/// Whoever carries messages to clients that want to be told.
pub(crate) trait Audience: Send + Sync {
    /// Tells that the list of tools has changed.
    ///
    /// Each client that wants to know is owed a message; but those that have one before them that they have not yet
    /// been sent need no other.
    fn tools_changed(self: Arc<Self>);
}

/// The audiences of one server.
#[derive(Default)]
pub(super) struct Audiences(Mutex<Vec<Weak<dyn Audience>>>);

impl Audiences {
    fn add(&self, audience: Weak<dyn Audience>) {
        let mut audiences = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        audiences.retain(|one| one.strong_count() > 0);
        audiences.push(audience);
    }

    pub(super) fn tell(&self) {
        let present: Vec<_> = {
            let audiences = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            audiences.iter().filter_map(Weak::upgrade).collect()
        };
        present.into_iter().for_each(Audience::tools_changed);
    }
}

/// One open `subscriptions/listen` (basic/patterns/subscriptions, 2026-07-28).
pub(crate) struct Listener {
    id: String,
    filter: Filter,
    policy: Arc<Policy>,
}

#[cfg_attr(not(any(feature = "stdio", feature = "http")), allow(dead_code))]
impl Listener {
    /// The request's id as JSON text.
    #[cfg(feature = "stdio")]
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn wants_tools(&self) -> bool {
        self.filter.tools
    }

    /// Writes the first message, which says what of the request is granted.
    pub(crate) fn acknowledge(&self, out: &mut Vec<u8>) {
        self.notification("notifications/subscriptions/acknowledged", out);
        out.extend_from_slice(if self.filter.tools {
            b",\"notifications\":{\"toolsListChanged\":true}}}"
        } else {
            b",\"notifications\":{}}}"
        });
    }

    pub(crate) fn tools_changed(&self, out: &mut Vec<u8>) {
        self.notification("notifications/tools/list_changed", out);
        out.extend_from_slice(b"}}");
    }

    /// Writes what ends a subscription on a stream that goes on; the response still follows (basic/patterns/cancellation).
    #[cfg(feature = "stdio")]
    pub(crate) fn cancel(&self, out: &mut Vec<u8>) {
        self.notification("notifications/cancelled", out);
        out.extend_from_slice(b",\"requestId\":");
        out.extend_from_slice(self.id.as_bytes());
        out.extend_from_slice(b",\"reason\":\"the server ends\"}}");
    }

    /// Writes the response, which is the end.
    pub(crate) fn finish(&self, out: &mut Vec<u8>) {
        open_result(out, &self.id);
        out.extend_from_slice(b"{\"resultType\":\"complete\",\"_meta\":{");
        self.tag(out);
        self.policy.write_meta(out);
        out.extend_from_slice(b"}}}");
    }

    /// Writes a notification up to the end of `_meta`.
    fn notification(&self, method: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":\"");
        out.extend_from_slice(method.as_bytes());
        out.extend_from_slice(b"\",\"params\":{\"_meta\":{");
        self.tag(out);
        out.push(b'}');
    }

    fn tag(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"io.modelcontextprotocol/subscriptionId\":");
        out.extend_from_slice(self.id.as_bytes());
    }
}

impl Server {
    /// Has an audience told of each change from now on, for as long as it lives.
    #[cfg_attr(not(any(feature = "stdio", feature = "http")), allow(dead_code))]
    pub(crate) fn attend<A: Audience + 'static>(&self, audience: &Arc<A>) {
        if self.may_change() {
            let audience: Weak<A> = Arc::downgrade(audience);
            self.0.audiences.add(audience);
        }
    }

    /// Opens a subscription. What this server never tells is not acknowledged; the stream stays open all the same.
    pub(super) fn listen(&self, id: &str, filter: Filter, host: &mut dyn Host) {
        if id.len() > LONGEST_ID {
            let why = format!(
                "Invalid Request: the id of a subscription stands in each of its messages and must be no longer than {LONGEST_ID} bytes"
            );
            let error = ErrorObject::new(INVALID_REQUEST, why);
            return send_error(host, Layer::Message, &error_response(id, error));
        }
        let listener = Listener {
            id: id.to_owned(),
            filter: Filter {
                tools: filter.tools && self.may_change() && host.can_notify(true),
            },
            policy: Arc::clone(&self.0.workshop.policy),
        };
        let (layer, error) = match host.hold(listener) {
            Ok(()) => return,
            Err(NotHeld::Full(most)) => (
                Layer::Busy,
                ErrorObject::new(
                    INTERNAL_ERROR,
                    format!(
                        "Internal error: {most} subscriptions are open, the most that this server allows; end one that is not needed, or try again later"
                    ),
                ),
            ),
            Err(NotHeld::NoEvents) => (
                Layer::Message,
                invalid_params(
                    "a subscription is answered by a stream of events: send the header `Accept: application/json, text/event-stream`",
                ),
            ),
        };
        send_error(host, layer, &error_response(id, error));
    }
}
