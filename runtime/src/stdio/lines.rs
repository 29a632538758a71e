//! Bytes of the input as batches of whole lines.

use std::io::{self, BufRead as _, BufReader, Read};
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use memchr::{memchr, memrchr};

/// The most that one read brings. A page that none has filled is no memory yet: `BufReader` does not write zeros to it.
const CHUNK: usize = 64 * 1024;
/// A larger buffer is kept while a quarter of it is used: one outsized message must not be paid for ever.
const KEEP: usize = 4 * CHUNK;
/// An even larger one is given back after each use.
const KEEP_USED: usize = 8 * KEEP;
/// Between two tries on a stream that its other owners made non-blocking.
pub(super) const RETRY: Duration = Duration::from_millis(1);
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Where the bytes come from, with the line that is not whole yet.
pub(super) struct Input {
    reader: BufReader<Box<dyn Read + Send>>,
    /// The most bytes of a line.
    limit: usize,
    partial: Vec<u8>,
    /// The line is too long: the rest of it is passed over.
    skips: bool,
    /// Whether the first batch is out, and with it a byte order mark.
    begun: bool,
    ended: bool,
}

/// What one look at the input brought.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Batch {
    /// Whole lines, the last one perhaps without its newline.
    pub(super) text: String,
    /// Lines that are not UTF-8.
    pub(super) broken: Vec<Vec<u8>>,
    /// Lines that were too long to be kept.
    pub(super) oversized: usize,
}

impl Input {
    pub(super) fn new(reader: Box<dyn Read + Send>, limit: usize) -> Self {
        Self {
            reader: BufReader::with_capacity(CHUNK, reader),
            // A carriage return is none of the message's.
            limit: limit.saturating_add(1),
            partial: Vec::new(),
            skips: false,
            begun: false,
            ended: false,
        }
    }

    /// Blocks until there are whole lines; `None` at the end. `buffer` is an old one to be used again.
    pub(super) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Batch>> {
        recycle(&mut buffer);
        take_larger(&mut self.partial, &mut buffer);
        while !self.ended {
            self.read()?;
            let mut bytes = self.reader.buffer();
            self.ended = bytes.is_empty();
            let mut oversized = 0;
            if self.skips {
                let newline = memchr(b'\n', bytes);
                if newline.is_none() && !self.ended {
                    continue;
                }
                bytes = newline
                    .and_then(|newline| bytes.get(newline + 1..))
                    .unwrap_or_default();
                (self.skips, oversized) = (false, 1);
            }
            let whole = memrchr(b'\n', bytes).map_or(0, |newline| newline + 1);
            let (whole, rest) = bytes.split_at(whole);
            if whole.is_empty() && !self.ended {
                self.partial.extend_from_slice(rest);
                self.bound();
                if oversized == 0 {
                    continue;
                }
                return Ok(Some(Batch {
                    oversized,
                    ..Batch::default()
                }));
            }
            let mut lines = mem::replace(&mut self.partial, buffer);
            lines.extend_from_slice(whole);
            self.partial.extend_from_slice(rest);
            self.bound();
            if lines.is_empty() && oversized == 0 {
                break;
            }
            return Ok(Some(Batch {
                oversized,
                ..self.batch(lines)
            }));
        }
        Ok(None)
    }

    /// Lets go of a line that grows beyond the limit.
    fn bound(&mut self) {
        if self.partial.len() > self.limit {
            (self.skips, self.begun) = (true, true);
            self.partial = Vec::new();
        }
    }

    /// Bytes of memory for lines that are not whole.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.partial.capacity()
    }

    /// Puts other bytes in the place of those that were seen, none at the end.
    fn read(&mut self) -> io::Result<()> {
        self.reader.consume(self.reader.buffer().len());
        loop {
            match self.reader.fill_buf() {
                Ok(_) => return Ok(()),
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock => std::thread::sleep(RETRY),
                    // What Windows says when the other end of a pipe is closed.
                    io::ErrorKind::BrokenPipe => return Ok(()),
                    _ => return Err(error),
                },
            }
        }
    }

    fn batch(&mut self, mut lines: Vec<u8>) -> Batch {
        if !mem::replace(&mut self.begun, true) && lines.starts_with(BYTE_ORDER_MARK) {
            lines.drain(..BYTE_ORDER_MARK.len());
        }
        match String::from_utf8(lines) {
            Ok(text) => Batch {
                text,
                ..Batch::default()
            },
            Err(error) => Batch::sorted(error.as_bytes()),
        }
    }
}

impl Batch {
    fn sorted(lines: &[u8]) -> Self {
        let mut batch = Self::default();
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            match str::from_utf8(line) {
                Ok(line) => batch.text.push_str(line),
                Err(_) => batch.broken.push(line.to_vec()),
            }
        }
        batch
    }
}

/// Empties a buffer, and gives it back when it is outsized for what was in it.
pub(super) fn recycle(buffer: &mut Vec<u8>) {
    let most = KEEP.max(KEEP_USED.min(buffer.len().saturating_mul(4)));
    buffer.clear();
    if buffer.capacity() > most {
        *buffer = Vec::new();
    }
}

/// Takes up the larger of two empty buffers, so that not both become large.
pub(super) fn take_larger(buffer: &mut Vec<u8>, other: &mut Vec<u8>) {
    if buffer.is_empty() && other.is_empty() && buffer.capacity() < other.capacity() {
        mem::swap(buffer, other);
    }
}

/// The batch being served and how far: the text is shared with whoever runs a tool whose arguments are lent from it.
#[derive(Default)]
pub(super) struct Lines {
    text: Arc<String>,
    position: usize,
}

impl Lines {
    pub(super) fn text(&self) -> Arc<String> {
        Arc::clone(&self.text)
    }

    /// The next line of `text`, which is this batch's own, passing over blank ones.
    pub(super) fn next<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        loop {
            let rest = text.get(self.position..).filter(|rest| !rest.is_empty())?;
            let length = memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |newline| newline + 1);
            self.position += length;
            let line = rest.get(..length)?.trim_ascii_end();
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// The buffer of the batch that was served, unless its text is still lent.
    pub(super) fn buffer(&mut self) -> Vec<u8> {
        self.position = 0;
        match Arc::get_mut(&mut self.text) {
            Some(text) => mem::take(text).into_bytes(),
            None => Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, batch: String) {
        self.position = 0;
        match Arc::get_mut(&mut self.text) {
            Some(text) => *text = batch,
            None => self.text = Arc::new(batch),
        }
    }
}
