//! The hand-written servers: lines in, lines out, on one thread.

pub mod onepass;
pub mod plain;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;

/// Replies are written at the latest when so many bytes of them wait.
const FLUSH: usize = 256 * 1024;

/// Answers each line of the standard input; what is ready is written when the input has run dry.
///
/// # Errors
/// When the streams cannot be read or written.
pub fn serve(mut answer: impl FnMut(&[u8], &mut Vec<u8>)) -> io::Result<()> {
    let mut input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let mut out = Vec::with_capacity(64 * 1024);
    let mut text = vec![0; 64 * 1024];
    let mut filled = 0;
    loop {
        let count = input.read(text.get_mut(filled..).unwrap_or_default())?;
        if count == 0 {
            return Ok(());
        }
        let fresh = filled;
        filled += count;
        let mut start = 0;
        let mut search = fresh;
        while let Some(length) = text
            .get(search..filled)
            .and_then(|rest| memchr::memchr(b'\n', rest))
        {
            let end = search + length;
            answer(text.get(start..end).unwrap_or_default(), &mut out);
            start = end + 1;
            search = start;
            if out.len() >= FLUSH {
                output.write_all(&out)?;
                out.clear();
            }
        }
        if !out.is_empty() {
            output.write_all(&out)?;
            out.clear();
        }
        text.copy_within(start..filled, 0);
        filled -= start;
        if filled == text.len() {
            text.resize(2 * filled, 0);
        }
    }
}

/// The result of `tools/list` in both eras, made once.
#[derive(Debug)]
pub struct List {
    /// With a handshake.
    pub handshake: Box<serde_json::value::RawValue>,
    /// Without one.
    pub stateless: Box<serde_json::value::RawValue>,
}

/// The server's name and version, as revision 2026-07-28 has them in each result.
pub const SERVER_INFO: &str =
    r#"{"io.modelcontextprotocol/serverInfo":{"name":"rig","version":"1.0.0"}}"#;

const TOOLS: [&str; 4] = [
    r#"{"name":"add","description":"Add two integers.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","description":"The first addend."},"b":{"type":"integer","description":"The second addend."}},"required":["a","b"],"additionalProperties":false}}"#,
    r#"{"name":"echo","description":"Repeat a text.","inputSchema":{"type":"object","properties":{"text":{"type":"string","description":"The text to repeat."}},"required":["text"],"additionalProperties":false}}"#,
    r#"{"name":"create_issue","description":"Open an issue in the tracker.","inputSchema":{"type":"object","properties":{"title":{"type":"string","description":"What it is about, in one line."},"body":{"type":"string","description":"The whole story, in Markdown."},"labels":{"type":"array","items":{"type":"string"},"description":"Labels to put on it."},"priority":{"type":"string","enum":["low","medium","high"],"description":"How urgent it is."},"assignees":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","description":"The login name."},"id":{"type":"integer","minimum":0,"description":"The number of the account."}},"required":["name","id"],"additionalProperties":false},"description":"Who shall work on it."},"due":{"type":"string","description":"The day by which it shall be done, as 2026-12-31."}},"required":["title","body","labels","priority","assignees"],"additionalProperties":false}}"#,
    r#"{"name":"fail","description":"Fail for a reason.","inputSchema":{"type":"object","properties":{"reason":{"type":"string","description":"Why."}},"required":["reason"],"additionalProperties":false}}"#,
];

impl List {
    /// The four tools unless `RIG_SET` is `none`, and as many further ones as `RIG_TOOLS` says.
    pub fn from_env() -> Self {
        let base = if std::env::var("RIG_SET").is_ok_and(|set| set == "none") {
            [].as_slice()
        } else {
            &TOOLS
        };
        let further = std::env::var("RIG_TOOLS")
            .ok()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0);
        let mut tools: Vec<String> = base.iter().map(|&tool| tool.to_owned()).collect();
        tools.extend(
            (0..further).map(|index: usize| {
                base_add().replacen("\"add\"", &format!("\"add_{index:04}\""), 1)
            }),
        );
        let tools = tools.join(",");
        let handshake = format!("{{\"tools\":[{tools}]}}");
        let stateless = format!(
            "{{\"tools\":[{tools}],\"ttlMs\":0,\"cacheScope\":\"private\",\"resultType\":\"complete\",\"_meta\":{SERVER_INFO}}}"
        );
        Self {
            handshake: raw(handshake),
            stateless: raw(stateless),
        }
    }
}

fn base_add() -> &'static str {
    let [add, ..] = TOOLS;
    add
}

/// Text that is JSON because it was put together from JSON.
fn raw(text: String) -> Box<serde_json::value::RawValue> {
    serde_json::value::RawValue::from_string(text).unwrap_or_default()
}
