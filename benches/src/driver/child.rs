//! A server as a process: its pipes, and what it has cost when it ends.

use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{UsageWho, getrusage};

use crate::workload::{INITIALIZED, Lines, initialize};
use crate::{Result, fail};

/// A server that runs.
pub(crate) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What was read behind the last line that was given out.
    rest: Vec<u8>,
    chunk: Vec<u8>,
}

/// What the answers of a run were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    pub(crate) bytes: usize,
    pub(crate) time: Duration,
}

/// What a server has cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// In user and kernel mode, all threads.
    pub(crate) cpu: Duration,
    /// The largest resident set, in KiB.
    pub(crate) peak: u64,
}

impl Server {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| {
            fail(format!(
                "{} cannot be started: {error}",
                command.get_program().display()
            ))
        })?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = output.ok_or_else(|| fail("no pipe"))?;
        Ok(Self {
            child,
            input,
            output,
            rest: Vec::new(),
            chunk: vec![0; 256 * 1024],
        })
    }

    /// The handshake of revisions up to 2025-11-25.
    pub(crate) fn handshake(&mut self) -> Result {
        self.ask(initialize().as_bytes())?;
        self.send(INITIALIZED.as_bytes())
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result {
        let input = self
            .input
            .as_mut()
            .ok_or_else(|| fail("the input is closed"))?;
        Ok(input.write_all(bytes)?)
    }

    /// Sends a line and reads one.
    pub(crate) fn ask(&mut self, line: &[u8]) -> Result<Vec<u8>> {
        self.send(line)?;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.rest) {
                let mut line: Vec<u8> = self.rest.drain(..=end).collect();
                line.pop();
                return Ok(line);
            }
            let count = read(&mut self.output, &mut self.chunk)?;
            self.rest
                .extend_from_slice(self.chunk.get(..count).unwrap_or_default());
        }
    }

    /// Sends a line, reads until a line has come, and says how long that took.
    pub(crate) fn time(&mut self, line: &[u8]) -> Result<Duration> {
        let start = Instant::now();
        self.send(line)?;
        loop {
            let count = self.output.read(&mut self.chunk)?;
            if count == 0 {
                return Err(ended().into());
            }
            if self.chunk.get(..count).unwrap_or_default().ends_with(b"\n") {
                return Ok(start.elapsed());
            }
        }
    }

    /// Sends all lines with at most so many unanswered at a time, and counts what comes back.
    pub(crate) fn run(&mut self, lines: &Lines, window: usize) -> Result<Answers> {
        let credit = Credit {
            left: Mutex::new(window),
            more: Condvar::new(),
        };
        let Self {
            input,
            output,
            chunk,
            ..
        } = self;
        let input = input.as_mut().ok_or_else(|| fail("the input is closed"))?;
        let start = Instant::now();
        let bytes = thread::scope(|scope| {
            let writer = scope.spawn(|| write_all(input, lines, &credit));
            let read = read_all(output, chunk, lines.len(), &credit);
            if read.is_err() {
                // The writer may wait for credit that nobody gives any more.
                credit.give(lines.len());
            }
            let written = writer
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the writing thread panicked")));
            let bytes = read?;
            written.map(|()| bytes)
        })?;
        Ok(Answers {
            bytes,
            time: start.elapsed(),
        })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server and says what it has cost.
    pub(crate) fn end(mut self) -> Result<Cost> {
        let peak = peak(self.child.id())?;
        drop(self.input.take());
        // Whoever still writes must not be stopped by a full pipe.
        let _ = self.output.read_to_end(&mut self.rest);
        let before = children()?;
        self.child.wait()?;
        Ok(Cost {
            cpu: children()?.saturating_sub(before),
            peak,
        })
    }
}

impl Drop for Server {
    /// A server that was not ended in order is not left behind.
    fn drop(&mut self) {
        if self.input.is_some() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// How many more lines may be sent.
struct Credit {
    left: Mutex<usize>,
    more: Condvar,
}

impl Credit {
    fn give(&self, count: usize) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) += count;
        self.more.notify_one();
    }

    /// Takes at least one and at most so many.
    fn take(&self, most: usize) -> usize {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = self
            .more
            .wait_while(left, |left| *left == 0)
            .unwrap_or_else(PoisonError::into_inner);
        let count = most.min(*left);
        *left -= count;
        count
    }
}

fn write_all(input: &mut ChildStdin, lines: &Lines, credit: &Credit) -> io::Result<()> {
    let mut sent = 0;
    while sent < lines.len() {
        let count = credit.take(lines.len() - sent);
        input.write_all(lines.slice(sent, sent + count))?;
        sent += count;
    }
    Ok(())
}

fn read_all(
    output: &mut ChildStdout,
    chunk: &mut [u8],
    lines: usize,
    credit: &Credit,
) -> io::Result<usize> {
    let (mut answered, mut bytes) = (0, 0);
    while answered < lines {
        let count = read(output, chunk)?;
        let fresh = memchr::memchr_iter(b'\n', chunk.get(..count).unwrap_or_default()).count();
        bytes += count;
        answered += fresh;
        if fresh > 0 {
            credit.give(fresh);
        }
    }
    Ok(bytes)
}

/// Reads what is there; an error when nothing comes for a minute.
fn read(output: &mut ChildStdout, chunk: &mut [u8]) -> io::Result<usize> {
    let mut watched = [PollFd::new(output.as_fd(), PollFlags::POLLIN)];
    if poll(&mut watched, PollTimeout::from(60_000_u16))? == 0 {
        return Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "no answer for a minute",
        ));
    }
    match output.read(chunk)? {
        0 => Err(ended()),
        count => Ok(count),
    }
}

fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the server has ended")
}

/// CPU time of the children that have ended.
pub(crate) fn children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = |value: nix::sys::time::TimeVal| {
        let (seconds, micros) = (value.tv_sec().try_into()?, value.tv_usec().try_into()?);
        Ok::<_, std::num::TryFromIntError>(
            Duration::from_secs(seconds) + Duration::from_micros(micros),
        )
    };
    Ok(time(usage.user_time())? + time(usage.system_time())?)
}

/// The largest resident set of a process that runs, in KiB.
fn peak(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line
        .and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse().ok());
    number.ok_or_else(|| fail("the kernel does not say how much memory the server has taken"))
}
