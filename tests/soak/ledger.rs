//! What the client is owed: every line that the server writes is held against it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use serde_json::Value;

/// Cancelled calls, and the progress of answered ones, are remembered this long, in calls.
const MEMORY: usize = 10_000;

/// How a request is to be answered.
pub(crate) enum Owed {
    /// By a success of this one text.
    Text(String),
    /// By a result with `isError` whose text begins so.
    Failure(&'static str),
    /// By any result.
    Result,
    /// By an error of this code.
    Error(i64),
}

struct Entry {
    owed: Owed,
    since: Instant,
    /// It was cancelled so near to its end that it may have been answered.
    perhaps: bool,
}

#[derive(Default)]
pub(crate) struct Ledger {
    owed: HashMap<String, Entry>,
    /// Cancelled calls of which nothing may be heard.
    hushed: Memory,
    /// How far each call has come that reports progress.
    progress: HashMap<u64, f64>,
    answered: Memory,
    /// Lines that are answered by an error without an id: not JSON, and no request.
    pub(crate) unreadable: u64,
    pub(crate) counts: Counts,
    pub(crate) differences: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    pub(crate) answers: u64,
    pub(crate) cancelled: u64,
    pub(crate) reports: u64,
    pub(crate) refused_lines: u64,
    pub(crate) slowest: f64,
}

/// The last ones of many.
#[derive(Default)]
struct Memory {
    order: VecDeque<String>,
    known: HashSet<String>,
}

impl Memory {
    fn insert(&mut self, id: String) {
        self.order.push_back(id.clone());
        self.known.insert(id);
        if self.order.len() > MEMORY
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    fn has(&self, id: &str) -> bool {
        self.known.contains(id)
    }
}

impl Ledger {
    /// A request of this id, which is JSON text, is about to be sent.
    pub(crate) fn owe(&mut self, id: String, owed: Owed) {
        self.owed.insert(
            id,
            Entry {
                owed,
                since: Instant::now(),
                perhaps: false,
            },
        );
    }

    /// Answers that are still to come.
    pub(crate) fn open(&self) -> usize {
        self.owed.values().filter(|entry| !entry.perhaps).count()
    }

    /// The call of this id is about to be cancelled; `surely` when it cannot be over by then.
    pub(crate) fn cancel(&mut self, id: &str, surely: bool) {
        self.counts.cancelled += 1;
        if surely {
            self.owed.remove(id);
            self.hushed.insert(id.to_owned());
        } else if let Some(entry) = self.owed.get_mut(id) {
            entry.perhaps = true;
        }
    }

    /// Lets go of calls that were cancelled and not answered.
    pub(crate) fn forget(&mut self) {
        self.owed
            .retain(|_, entry| !entry.perhaps || entry.since.elapsed().as_secs() < 10);
    }

    /// The requests that have waited too long.
    pub(crate) fn unanswered(&self, seconds: u64) -> Vec<String> {
        let late = self
            .owed
            .iter()
            .filter(|(_, entry)| !entry.perhaps && entry.since.elapsed().as_secs() >= seconds);
        late.map(|(id, _)| format!("{id} is not answered"))
            .collect()
    }

    /// Holds a line of the server against what is owed.
    pub(crate) fn take(&mut self, line: &str) {
        if let Err(difference) = self.judge(line) {
            let shown: String = line.chars().take(300).collect();
            self.differences.push(format!("{difference}: {shown}"));
        }
    }

    fn judge(&mut self, line: &str) -> Result<(), String> {
        let message: Value =
            serde_json::from_str(line).map_err(|error| format!("no JSON ({error})"))?;
        if message["jsonrpc"] != "2.0" {
            return Err("no message".into());
        }
        if let Some(method) = message.get("method") {
            return match method.as_str() {
                Some("notifications/progress") => self.report(&message["params"]),
                _ => Err("a message that nobody asked for".into()),
            };
        }
        self.counts.answers += 1;
        if message["id"].is_null() {
            let code = message["error"]["code"].as_i64().unwrap_or_default();
            if self.unreadable == 0 || !matches!(code, -32700 | -32600) {
                return Err("an error that nobody asked for".into());
            }
            self.unreadable -= 1;
            self.counts.refused_lines += 1;
            return Ok(());
        }
        let id = message["id"].to_string();
        let Some(entry) = self.owed.remove(&id) else {
            let why = if self.hushed.has(&id) {
                "an answer to a cancelled call"
            } else {
                "an answer that is not owed"
            };
            return Err(why.into());
        };
        self.counts.slowest = self.counts.slowest.max(entry.since.elapsed().as_secs_f64());
        if let Some(token) = message["id"].as_u64() {
            self.progress.remove(&token);
        }
        self.answered.insert(id);
        check(&entry.owed, &message)
    }

    fn report(&mut self, params: &Value) -> Result<(), String> {
        self.counts.reports += 1;
        let token = params["progressToken"]
            .as_u64()
            .ok_or("a token that was not given")?;
        let id = token.to_string();
        if self.answered.has(&id) {
            return Err("progress after the answer".into());
        }
        let done = params["progress"].as_f64().ok_or("no progress")?;
        let last = self.progress.insert(token, done).unwrap_or_default();
        if self.hushed.has(&id) || !self.owed.contains_key(&id) {
            self.progress.remove(&token);
            // It may have been on its way when the call was cancelled.
            return Ok(());
        }
        if done <= last {
            Err("progress that does not rise".into())
        } else {
            Ok(())
        }
    }
}

fn check(owed: &Owed, message: &Value) -> Result<(), String> {
    let (result, error) = (&message["result"], &message["error"]);
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    let good = match owed {
        Owed::Text(expected) => result["isError"] == false && text == expected,
        Owed::Failure(start) => result["isError"] == true && text.starts_with(start),
        Owed::Result => result.is_object() && error.is_null(),
        Owed::Error(code) => error["code"] == *code && result.is_null(),
    };
    if good {
        return Ok(());
    }
    Err(match owed {
        Owed::Text(_) => "not the expected text".into(),
        Owed::Failure(start) => format!("not the failure {start:?}"),
        Owed::Result => "no result".into(),
        Owed::Error(code) => format!("not the error {code}"),
    })
}
