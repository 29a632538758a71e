//! The subscriptions that a service keeps open.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::exchange::Exchange;
use crate::host::NotHeld;
use crate::server::{Audience, Listener, Server};

/// The subscriptions that are open, each for as long as its response is read.
pub(super) struct Held {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: Vec<Weak<Exchange>>,
    /// Every subscription ends as soon as it is acknowledged.
    ended: bool,
}

impl Held {
    pub(super) fn new(server: &Server) -> Arc<Self> {
        let held = Arc::new(Self {
            most: server.options().max_subscriptions,
            state: Mutex::default(),
        });
        server.attend(&held);
        held
    }

    /// Opens a subscription, which is acknowledged before anything else is sent by it.
    pub(super) fn open(&self, listener: Listener) -> Result<Arc<Exchange>, NotHeld> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.open.retain(|exchange| exchange.strong_count() > 0);
        if state.open.len() >= self.most {
            return Err(NotHeld::Full(self.most));
        }
        let exchange = Exchange::listening(listener);
        if state.ended {
            exchange.finish();
        } else {
            state.open.push(Arc::downgrade(&exchange));
        }
        Ok(exchange)
    }

    /// Ends those that are open and those to come, each with its response.
    pub(super) fn end(&self) {
        let open = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.ended = true;
            std::mem::take(&mut state.open)
        };
        for exchange in open.iter().filter_map(Weak::upgrade) {
            exchange.finish();
        }
    }
}

impl Audience for Held {
    fn tools_changed(self: Arc<Self>) {
        let open: Vec<_> = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.open.iter().filter_map(Weak::upgrade).collect()
        };
        for exchange in open {
            exchange.tools_changed();
        }
    }
}
