//! Deadlines of futures: one thread wakes whoever polls them, so no runtime of a certain kind is needed.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

/// Done when its time has come.
pub(crate) struct Deadline {
    at: Instant,
    number: Option<u64>,
}

impl Deadline {
    /// A deadline that far from now; `None` when that is beyond all time.
    pub(crate) fn after(time: Duration) -> Option<Self> {
        let at = Instant::now().checked_add(time)?;
        Some(Self { at, number: None })
    }
}

impl Future for Deadline {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.at {
            return Poll::Ready(());
        }
        let mut clock = CLOCK.lock();
        let number = *self.number.get_or_insert_with(|| clock.next_number());
        let waker = context.waker().clone();
        let outdated = clock.sleepers.insert((self.at, number), waker);
        clock.start();
        if clock
            .sleepers
            .first_key_value()
            .is_some_and(|((_, first), _)| *first == number)
        {
            CLOCK.changed.notify_one();
        }
        drop(clock);
        // A waker's `Drop` may be anybody's.
        drop(outdated);
        Poll::Pending
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let mut clock = CLOCK.lock();
            let outdated = clock.sleepers.remove(&(self.at, number));
            drop(clock);
            drop(outdated);
        }
    }
}

static CLOCK: Shared = Shared {
    clock: Mutex::new(Clock {
        sleepers: BTreeMap::new(),
        last: 0,
        runs: false,
    }),
    changed: Condvar::new(),
};

struct Shared {
    clock: Mutex<Clock>,
    /// The first of the sleepers is another one.
    changed: Condvar,
}

struct Clock {
    sleepers: BTreeMap<(Instant, u64), Waker>,
    last: u64,
    runs: bool,
}

impl Clock {
    fn next_number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Starts the thread with the first deadline, and tries again with the next one when there was none to be had.
    fn start(&mut self) {
        if !self.runs {
            let thread = thread::Builder::new().name("haft-deadlines".to_owned());
            self.runs = thread.spawn(|| CLOCK.run()).is_ok();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut clock = self.lock();
        loop {
            let left = clock
                .sleepers
                .first_key_value()
                .map(|((at, _), _)| at.saturating_duration_since(Instant::now()));
            clock = match left {
                None => self
                    .changed
                    .wait(clock)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    let due = clock.sleepers.pop_first();
                    drop(clock);
                    // Nor may somebody's waker end this thread.
                    let _ = catch_unwind(AssertUnwindSafe(|| due.map(|(_, waker)| waker.wake())));
                    self.lock()
                }
                Some(left) => {
                    self.changed
                        .wait_timeout(clock, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::Wake;

    /// Wakes the thread that polls.
    struct Unpark(thread::Thread);

    impl Wake for Unpark {
        fn wake(self: std::sync::Arc<Self>) {
            self.0.unpark();
        }
    }

    fn wait(deadline: Deadline) {
        let mut deadline = std::pin::pin!(deadline);
        let waker = Waker::from(std::sync::Arc::new(Unpark(thread::current())));
        while deadline
            .as_mut()
            .poll(&mut Context::from_waker(&waker))
            .is_pending()
        {
            thread::park();
        }
    }

    #[test]
    fn an_earlier_deadline_passes_before_a_later_one() {
        let mut late = Deadline::after(Duration::from_secs(3_600)).unwrap();
        assert!(
            Pin::new(&mut late)
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        wait(Deadline::after(Duration::from_millis(10)).unwrap());
        assert!(
            Pin::new(&mut late)
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
    }

    #[test]
    fn a_dropped_deadline_is_forgotten() {
        let mut deadline = Deadline::after(Duration::from_secs(3_600)).unwrap();
        assert!(
            Pin::new(&mut deadline)
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        let key = (deadline.at, deadline.number.unwrap());
        assert!(CLOCK.lock().sleepers.contains_key(&key));
        drop(deadline);
        assert!(!CLOCK.lock().sleepers.contains_key(&key));
        assert!(Deadline::after(Duration::MAX).is_none());
    }
}
