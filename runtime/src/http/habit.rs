//! Where a tool runs: in place, or on a thread where it may block.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// What a tool has been seen to do.
///
/// A tool whose body is a future runs in place. A plain `fn` runs on a thread of its own until it has returned within
/// [`QUICK`] eight times; then it runs in place, until a call takes longer than [`SLOW`] and sends the next eight to
/// threads again, or twice as many when it was slow not long ago, up to 64.
pub(crate) struct Habit(AtomicU32);

const QUICK: Duration = Duration::from_micros(100);
const SLOW: Duration = Duration::from_millis(1);
/// The fewest and the most quick calls that a tool owes before it runs in place. A busy machine makes quick tools look
/// slow, so it begins small.
const OWED: (u32, u32) = (8, 64);
const FUTURE: u32 = u32::MAX;

impl Default for Habit {
    fn default() -> Self {
        Self(AtomicU32::new(OWED.0))
    }
}

impl Habit {
    pub(super) fn is_future(&self) -> bool {
        self.0.load(Ordering::Relaxed) == FUTURE
    }

    pub(super) fn is_quick(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    pub(super) fn note_future(&self) {
        if !self.is_future() {
            self.0.store(FUTURE, Ordering::Relaxed);
        }
    }

    pub(super) fn note(&self, taken: Duration) {
        let owed = self.0.load(Ordering::Relaxed);
        if taken > SLOW {
            self.0.store(
                owed.saturating_mul(2).clamp(OWED.0, OWED.1),
                Ordering::Relaxed,
            );
        } else if taken <= QUICK && owed > 0 {
            self.0.store(owed - 1, Ordering::Relaxed);
        }
    }
}
