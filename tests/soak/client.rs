//! The client: writes lines at a steady rate, reads as fast or as slowly as it likes, and watches the server's memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use crate::ledger::Ledger;
use haft_tests::chance::Chance;

use crate::traffic::{Line, next};

/// Requests that may be open at once: more than the server takes in at a time.
const WINDOW: usize = 100;
/// Longer than any answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// Of the short form, whose first quarter is too short for every buffer to have grown.
const SLACK: u64 = 2 * 1024;

pub(crate) struct Plan {
    pub(crate) time: Duration,
    /// Lines a second.
    pub(crate) rate: u64,
    pub(crate) seed: u64,
}

pub(crate) struct Report {
    time: Duration,
    lines: u64,
    ledger: Ledger,
    /// KiB early and late, where the system tells.
    memory: Option<(u64, u64)>,
    most: u64,
}

impl Report {
    pub(crate) fn is_good(&self) -> bool {
        self.ledger.differences.is_empty()
            && self
                .memory
                .is_none_or(|(early, late)| late <= self.most_memory(early))
    }

    fn most_memory(&self, early: u64) -> u64 {
        early
            + early / 10
            + if self.time < Duration::from_secs(120) {
                SLACK
            } else {
                0
            }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = &self.ledger.counts;
        write!(
            f,
            "soak: {} s, {} lines, {} requests, {} answers (slowest {:.2} s), {} cancelled, {} reports of progress, {} lines refused",
            self.time.as_secs(),
            self.lines,
            counts.sent,
            counts.answers,
            counts.slowest,
            counts.cancelled,
            counts.reports,
            counts.refused_lines,
        )?;
        if let Some((early, late)) = self.memory {
            write!(
                f,
                "; memory {early} KiB early, {late} KiB late, {} KiB allowed",
                self.most_memory(early)
            )?;
            write!(f, ", {} KiB at most", self.most)?;
        }
        write!(f, "; {} differences", self.ledger.differences.len())?;
        self.ledger
            .differences
            .iter()
            .take(20)
            .try_for_each(|difference| write!(f, "\n- {difference}"))
    }
}

#[derive(Default)]
struct Shared {
    ledger: Mutex<Ledger>,
    /// An answer has come.
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no thread panics with it")
    }
}

/// Runs the server for the time of the plan.
pub(crate) fn drive(plan: &Plan) -> Report {
    let mut server = start();
    let (input, output) = (
        server.stdin.take().expect("piped"),
        server.stdout.take().expect("piped"),
    );
    let shared = Arc::new(Shared::default());
    let reading = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || read(output, &shared))
    };
    let (time, process) = (plan.time, server.id());
    let watching = thread::spawn(move || watch(process, time));

    let lines = write(input, plan, &shared);
    let memory = watching.join().expect("no panic");
    // The input has ended: whatever is owed comes, and then the end.
    let ended = end(&mut server);
    reading.join().expect("no panic");

    let mut ledger = std::mem::take(&mut *shared.lock());
    let unanswered = ledger.unanswered(0);
    ledger.differences.extend(unanswered);
    if ledger.unreadable > 0 {
        ledger.differences.push(format!(
            "{} unreadable lines are not answered",
            ledger.unreadable
        ));
    }
    ledger.differences.extend(ended.err());
    let (memory, most) =
        memory.map_or((None, 0), |(early, late, most)| (Some((early, late)), most));
    Report {
        time: plan.time,
        lines,
        ledger,
        memory,
        most,
    }
}

fn start() -> Child {
    let program = std::env::current_exe().expect("a program knows its path");
    Command::new(program)
        .arg("serve")
        // A backtrace reads the program's whole debugging information into memory.
        .env("RUST_BACKTRACE", "0")
        // glibc keeps much of what is freed for each thread, so that a process of many threads grows for half an hour. It is
        // the server that is measured.
        .env(
            "GLIBC_TUNABLES",
            "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1:glibc.malloc.mmap_threshold=65536",
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program can be started again")
}

/// Waits for the server to exit by itself.
fn end(server: &mut Child) -> Result<(), String> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match server.try_wait() {
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Ok(Some(status)) if status.success() => return Ok(()),
            other => return Err(format!("the server ended with {other:?}")),
        }
    }
    let _ = server.kill();
    Err("the server did not end with its input".into())
}

fn read(output: ChildStdout, shared: &Shared) {
    let mut last_pause = Instant::now();
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { return };
        shared.lock().take(&line);
        shared.changed.notify_all();
        // Long enough for pipes and buffers to fill, and as long each time, so that they are soon as full as they get.
        if last_pause.elapsed() > Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(400));
            last_pause = Instant::now();
        }
    }
}

/// Writes until the time is over and every answer is there; returns how many lines that took.
fn write(mut input: ChildStdin, plan: &Plan, shared: &Shared) -> u64 {
    let mut chance = Chance(plan.seed);
    let mut due = BinaryHeap::<Reverse<(Instant, String, bool)>>::new();
    let begun = Instant::now();
    let mut lines = 0;
    let mut send = |bytes: &[u8], halves: bool| {
        let (first, second) = bytes.split_at(if halves { bytes.len() / 2 } else { 0 });
        let mut whole = || {
            input.write_all(first)?;
            input.flush()?;
            input.write_all(second)?;
            input.write_all(b"\n")?;
            input.flush()
        };
        if let Err(error) = whole() {
            shared
                .lock()
                .differences
                .push(format!("the server does not read: {error}"));
        }
    };
    for number in 1.. {
        let now = Instant::now();
        while due.peek().is_some_and(|Reverse((at, ..))| *at <= now)
            && let Some(Reverse((_, id, surely))) = due.pop()
        {
            shared.lock().cancel(&id, surely);
            let params = format!(r#"{{"requestId":{id},"reason":"no longer needed"}}"#);
            send(
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#
                )
                .as_bytes(),
                false,
            );
            lines += 1;
        }
        let mut ledger = shared.lock();
        if !ledger.differences.is_empty() || begun.elapsed() >= plan.time {
            if due.is_empty()
                && (ledger.open() == 0 || !ledger.unanswered(PATIENCE.as_secs()).is_empty())
            {
                break;
            }
            drop(
                shared
                    .changed
                    .wait_timeout(ledger, Duration::from_millis(5)),
            );
            continue;
        }
        if ledger.open() >= WINDOW {
            let unanswered = ledger.unanswered(PATIENCE.as_secs());
            ledger.differences.extend(unanswered);
            drop(
                shared
                    .changed
                    .wait_timeout(ledger, Duration::from_millis(5)),
            );
            continue;
        }
        ledger.forget();
        let halves = chance.below(20) == 0;
        match next(&mut chance, number) {
            Line::Request {
                id,
                text,
                owed,
                cancel,
            } => {
                ledger.counts.sent += 1;
                ledger.owe(id.clone(), owed);
                drop(ledger);
                send(text.as_bytes(), halves);
                due.extend(
                    cancel.map(|(after, surely)| Reverse((Instant::now() + after, id, surely))),
                );
            }
            Line::Unreadable(bytes) => {
                ledger.unreadable += 1;
                drop(ledger);
                send(&bytes, halves);
            }
            Line::Unanswered(bytes) => {
                drop(ledger);
                send(&bytes, halves);
            }
        }
        lines += 1;
        let ahead = Duration::from_secs_f64(lines_as_float(lines) / lines_as_float(plan.rate))
            .saturating_sub(begun.elapsed());
        if ahead > Duration::from_millis(2) {
            thread::sleep(ahead);
        }
    }
    lines
}

#[allow(clippy::cast_precision_loss)]
fn lines_as_float(lines: u64) -> f64 {
    lines as f64
}

/// What the server holds in memory, in KiB: after the first minute (the first quarter, if that is shorter), at the end,
/// and at most; each of the two the median of a tenth of the samples.
fn watch(process: u32, time: Duration) -> Option<(u64, u64, u64)> {
    let begun = Instant::now();
    let step = (time / 200).clamp(Duration::from_millis(50), Duration::from_secs(1));
    let early = Duration::from_secs(60).min(time / 4);
    let mut samples = Vec::new();
    while begun.elapsed() + step < time {
        thread::sleep(step);
        samples.push((begun.elapsed(), resident(process)?));
    }
    let window = (samples.len() / 10).max(1);
    let median = |samples: &[(Duration, u64)]| {
        let mut sizes: Vec<u64> = samples.iter().map(|(_, size)| *size).collect();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied()
    };
    let after = samples.iter().position(|(at, _)| *at >= early)?;
    let first = median(samples.get(after..(after + window).min(samples.len()))?)?;
    let last = median(samples.get(samples.len() - window..)?)?;
    Some((first, last, samples.iter().map(|(_, size)| *size).max()?))
}

/// Resident memory in KiB, on Linux.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
