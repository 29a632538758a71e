//! Who on one connection wants to be told that the list of tools has changed.

use crate::host::NotHeld;
use crate::message::Id;
use crate::protocol::Connection;
use crate::server::{Listener, TOOLS_CHANGED};

/// A notification that stands in the output and has not been taken to be written makes another one needless: so a client
/// that does not read is owed one for each subscription, whatever happens.
#[derive(Default)]
pub(super) struct Listeners {
    open: Vec<Open>,
    /// The client of a handshake, which is told without asking.
    handshake: Told,
    /// Something has been told since the output was last taken.
    fresh: bool,
}

struct Open {
    listener: Listener,
    told: bool,
}

/// What the client of a handshake has been told.
#[derive(Default, Clone, Copy, PartialEq)]
enum Told {
    #[default]
    Everything,
    /// A notification stands in the output.
    Fresh,
    /// A change waits for the client to be ready.
    Owed,
}

impl Listeners {
    /// Opens a subscription, in place of one of the same id; returns whether there was one.
    pub(super) fn open(
        &mut self,
        listener: Listener,
        most: usize,
        out: &mut Vec<u8>,
    ) -> Result<bool, NotHeld> {
        let repeated = self.close(&Id::from_raw(listener.id()));
        if self.open.len() >= most {
            return Err(NotHeld::Full(most));
        }
        write(out, |out| listener.acknowledge(out));
        self.open.push(Open {
            listener,
            told: false,
        });
        Ok(repeated)
    }

    /// Ends a subscription without a word; returns whether there was one.
    pub(super) fn close(&mut self, id: &Id) -> bool {
        let before = self.open.len();
        self.open
            .retain(|open| Id::from_raw(open.listener.id()) != *id);
        self.open.len() < before
    }

    /// Tells of a change.
    pub(super) fn tools_changed(&mut self, connection: &Connection, out: &mut Vec<u8>) {
        if connection.revision.is_some() && self.handshake != Told::Fresh {
            self.handshake = Told::Owed;
            self.initialized(connection, out);
        }
        for Open { listener, told } in &mut self.open {
            if listener.wants_tools() && !std::mem::replace(told, true) {
                self.fresh = true;
                write(out, |out| listener.tools_changed(out));
            }
        }
    }

    /// Tells the client of a handshake what it is owed, if it is ready.
    pub(super) fn initialized(&mut self, connection: &Connection, out: &mut Vec<u8>) {
        if connection.initialized && self.handshake == Told::Owed {
            self.handshake = Told::Fresh;
            self.fresh = true;
            write(out, |out| out.extend_from_slice(TOOLS_CHANGED.as_bytes()));
        }
    }

    /// Takes note that all of the output has been taken to be written.
    pub(super) fn taken(&mut self) {
        if std::mem::take(&mut self.fresh) {
            if self.handshake == Told::Fresh {
                self.handshake = Told::Everything;
            }
            for open in &mut self.open {
                open.told = false;
            }
        }
    }

    /// Ends every subscription with its response.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        for Open { listener, .. } in self.open.drain(..) {
            write(out, |out| listener.cancel(out));
            write(out, |out| listener.finish(out));
        }
    }
}

fn write(out: &mut Vec<u8>, message: impl FnOnce(&mut Vec<u8>)) {
    message(out);
    out.push(b'\n');
}
