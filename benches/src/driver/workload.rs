//! What is sent: the lines of each workload, the same bytes for every server.

use serde_json::{Value, json};

/// The two ways of speaking MCP: with `initialize` before, or with `_meta` in each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// Revisions up to 2025-11-25.
    Handshake,
    /// Revision 2026-07-28.
    Stateless,
}

impl Era {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Handshake => "2025-11-25",
            Self::Stateless => "2026-07-28",
        }
    }
}

/// What the answer must say.
#[derive(Clone, Debug)]
pub(crate) enum Expect {
    /// A result with this text.
    Text(String),
    /// The tool's own failure with this text.
    Failure(String),
    /// The arguments are refused.
    Fault,
    /// So many tools.
    Tools(usize),
    /// Any result.
    Result,
}

/// One kind of request, sent again and again under growing ids.
#[derive(Clone, Debug)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) era: Era,
    /// The message behind the id.
    tail: String,
    /// The tool that is called, if one is.
    tool: Option<String>,
    pub(crate) expect: Expect,
    /// How many calls a fast server gets in one round.
    pub(crate) calls: usize,
    /// How many may be in flight when as many as usual are.
    pub(crate) window: usize,
    /// Further tools that the server has, and then no others.
    pub(crate) further: Option<usize>,
}

/// The lines of a run, in one piece.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) bytes: Vec<u8>,
    /// Where each line ends.
    pub(crate) ends: Vec<usize>,
}

impl Lines {
    /// The lines from one to before another.
    pub(crate) fn slice(&self, from: usize, to: usize) -> &[u8] {
        let end = |index: usize| {
            index
                .checked_sub(1)
                .and_then(|index| self.ends.get(index))
                .copied()
                .unwrap_or(0)
        };
        self.bytes.get(end(from)..end(to)).unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

impl Workload {
    pub(crate) fn call(
        name: &'static str,
        era: Era,
        tool: &str,
        arguments: &Value,
        expect: Expect,
        calls: usize,
    ) -> Self {
        let params = match era {
            Era::Handshake => json!({"name": tool, "arguments": arguments}),
            Era::Stateless => json!({"_meta": meta(), "name": tool, "arguments": arguments}),
        };
        Self {
            tool: Some(tool.to_owned()),
            ..Self::new(name, era, "tools/call", Some(&params), expect, calls)
        }
    }

    pub(crate) fn new(
        name: &'static str,
        era: Era,
        method: &str,
        params: Option<&Value>,
        expect: Expect,
        calls: usize,
    ) -> Self {
        let params = params
            .map(|params| format!(",\"params\":{params}"))
            .unwrap_or_default();
        let tail = format!(",\"method\":\"{method}\"{params}}}\n");
        Self {
            name,
            era,
            tail,
            tool: None,
            expect,
            calls,
            window: 64,
            further: None,
        }
    }

    /// The same with other members around the id.
    fn with_text(self, tail: &str) -> Self {
        Self {
            tail: tail.to_owned(),
            ..self
        }
    }

    pub(crate) fn is_call(&self) -> bool {
        self.tool.is_some()
    }

    pub(crate) fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The same for the tool with a suffix to its name.
    pub(crate) fn suffixed(&self, suffix: &str) -> Self {
        let mut workload = self.clone();
        if let Some(tool) = &self.tool {
            let name = |tool: &str| format!("\"name\":\"{tool}\"");
            workload.tail = self
                .tail
                .replacen(&name(tool), &name(&format!("{tool}{suffix}")), 1);
        }
        workload
    }

    /// A single line.
    pub(crate) fn line(&self, id: usize) -> String {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id}{}", self.tail)
    }

    /// So many lines, from an id on.
    pub(crate) fn lines(&self, from: usize, count: usize) -> Lines {
        let mut lines = Lines {
            bytes: Vec::new(),
            ends: Vec::with_capacity(count),
        };
        for id in from..from + count {
            lines.bytes.extend_from_slice(self.line(id).as_bytes());
            lines.ends.push(lines.bytes.len());
        }
        lines
    }
}

/// The request that begins a connection of the era with a handshake.
pub(crate) fn initialize() -> String {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1.0.0"},
    });
    format!("{{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{params}}}\n")
}

/// The notification that ends the handshake.
pub(crate) const INITIALIZED: &str =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1.0.0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// Text as models write it: a line break and two quotes in each 64 bytes.
fn prose(bytes: usize) -> String {
    "The quick brown fox jumps over the lazy dog, and says \"hello\".\n"
        .chars()
        .cycle()
        .take(bytes)
        .collect()
}

fn issue(priority: &str) -> Value {
    json!({
        "title": "Crash when the list is empty",
        "body": prose(400),
        "labels": ["bug", "ui", "regression"],
        "priority": priority,
        "assignees": [{"name": "alice", "id": 4711}, {"name": "bob", "id": 1_234_567_890_123_u64}],
        "due": "2026-12-24",
    })
}

const ISSUE: &str = "Crash when the list is empty: priority=high labels=bug,ui,regression \
    assignees=alice(4711),bob(1234567890123) due=2026-12-24 body=400";
const REASON: &str = "the disk is full";

/// The calls that both eras share.
fn calls(era: Era) -> Vec<Workload> {
    let call = |name, tool: &str, arguments: &Value, expect, calls| {
        Workload::call(name, era, tool, arguments, expect, calls)
    };
    vec![
        call(
            "add",
            "add",
            &json!({"a": 17, "b": 25}),
            Expect::Text("42".to_owned()),
            80_000,
        ),
        call(
            "create_issue",
            "create_issue",
            &issue("high"),
            Expect::Text(ISSUE.to_owned()),
            40_000,
        ),
        call(
            "echo 1 KiB",
            "echo",
            &json!({"text": prose(1024)}),
            Expect::Text(prose(1024)),
            40_000,
        ),
        call(
            "fail",
            "fail",
            &json!({"reason": REASON}),
            Expect::Failure(format!("failed: {REASON}")),
            80_000,
        ),
        call(
            "one fault",
            "add",
            &json!({"a": "17", "b": 25}),
            Expect::Fault,
            40_000,
        ),
    ]
}

/// What is sent in an era.
pub(crate) fn of(era: Era) -> Vec<Workload> {
    let mut workloads = calls(era);
    let params = (era == Era::Stateless).then(|| json!({"_meta": meta()}));
    let list =
        |name, expect| Workload::new(name, era, "tools/list", params.as_ref(), expect, 20_000);
    workloads.push(list("list", Expect::Tools(4)));
    if era == Era::Handshake {
        workloads.push(Workload::new(
            "ping",
            era,
            "ping",
            None,
            Expect::Result,
            80_000,
        ));
        workloads.extend(
            [
                ("list 1", 1, 40_000),
                ("list 100", 100, 8_000),
                ("list 1000", 1_000, 1_000),
            ]
            .map(|(name, tools, calls)| Workload {
                further: Some(tools),
                calls,
                ..list(name, Expect::Tools(tools))
            }),
        );
        workloads.push(megabyte());
    }
    workloads
}

/// One faulty argument among many, and members in an unusual order: for counting instructions.
pub(crate) fn unusual() -> Vec<Workload> {
    let era = Era::Handshake;
    let swapped = ",\"params\":{\"arguments\":{\"a\":17,\"b\":25},\"name\":\"add\"},\"method\":\"tools/call\"}\n";
    let late = ",\"method\":\"tools/call\",\"params\":{\"arguments\":{\"b\":25,\"a\":17},\"name\":\"add\"}}\n";
    let add = |name| {
        Workload::call(
            name,
            era,
            "add",
            &json!({"a": 17, "b": 25}),
            Expect::Text("42".to_owned()),
            10_000,
        )
    };
    vec![
        Workload::call(
            "create_issue one fault",
            era,
            "create_issue",
            &issue("hgih"),
            Expect::Fault,
            10_000,
        ),
        add("add arguments first").with_text(late),
        add("add params first").with_text(swapped),
    ]
}

/// An argument of 1 MiB; one in flight, so that memory is the server's and not the queue's.
pub(crate) fn megabyte() -> Workload {
    let text = prose(1024 * 1024);
    let arguments = json!({"text": text});
    let call = Workload::call(
        "echo 1 MiB",
        Era::Handshake,
        "echo",
        &arguments,
        Expect::Text(text),
        40,
    );
    Workload { window: 1, ..call }
}
