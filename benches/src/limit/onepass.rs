//! The limit in one pass: the arguments are decoded where they stand, replies are put together from fixed pieces.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::plain::{Assignee, Priority};
use super::{List, SERVER_INFO, plain};
use crate::work;

#[derive(Deserialize)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Echo<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct CreateIssue<'a> {
    #[serde(borrow)]
    title: Cow<'a, str>,
    #[serde(borrow)]
    body: Cow<'a, str>,
    labels: Vec<String>,
    priority: Priority,
    assignees: Vec<Assignee>,
    due: Option<String>,
}

#[derive(Deserialize)]
struct Fail<'a> {
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

enum Arguments<'a> {
    Add(Add),
    Echo(Echo<'a>),
    CreateIssue(CreateIssue<'a>),
    Fail(Fail<'a>),
}

/// A call whose members stand in the usual order.
struct Call<'a> {
    id: &'a RawValue,
    arguments: Arguments<'a>,
    stateless: bool,
}

/// Answers one line, if an answer is due; whatever is no call in the usual order goes the long way.
pub fn answer(list: &List, line: &[u8], out: &mut Vec<u8>) {
    let call = std::str::from_utf8(line).ok().and_then(|line| {
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let call = deserializer.deserialize_map(EnvelopeVisitor).ok()?;
        deserializer.end().is_ok().then_some(call)
    });
    match call {
        Some(call) => run(&call, out),
        None => plain::answer(list, line, out),
    }
}

fn run(call: &Call<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(call.id.get().as_bytes());
    out.extend_from_slice(br#","result":{"content":[{"type":"text","text":""#);
    match &call.arguments {
        Arguments::Add(Add { a, b }) => {
            // Writing to a vector does not fail.
            let _ = write!(out, "{}", work::add(*a, *b));
        }
        Arguments::Echo(echo) => escape(&echo.text, out),
        Arguments::CreateIssue(issue) => {
            let text = work::issue(
                &issue.title,
                &issue.body,
                issue.labels.iter().map(String::as_str),
                issue.priority.as_str(),
                issue
                    .assignees
                    .iter()
                    .map(|one| (one.name.as_str(), one.id)),
                issue.due.as_deref(),
            );
            escape(&text, out);
        }
        Arguments::Fail(fail) => escape(&work::failure(&fail.reason), out),
    }
    let failed = matches!(call.arguments, Arguments::Fail(_));
    out.extend_from_slice(if failed {
        br#""}],"isError":true"#
    } else {
        br#""}],"isError":false"#
    });
    if call.stateless {
        out.extend_from_slice(br#","resultType":"complete","_meta":"#);
        out.extend_from_slice(SERVER_INFO.as_bytes());
    }
    out.extend_from_slice(b"}}\n");
}

struct EnvelopeVisitor;

impl<'de> Visitor<'de> for EnvelopeVisitor {
    type Value = Call<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a call")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Call<'de>, A::Error> {
        let (mut id, mut call, mut version, mut method) = (None, None, false, false);
        while let Some(key) = map.next_key::<&str>()? {
            match key {
                "jsonrpc" => version = map.next_value::<&str>()? == "2.0",
                "id" if id.is_none() => id = Some(map.next_value::<&RawValue>()?),
                "method" => method = map.next_value::<&str>()? == "tools/call",
                "params" if method && call.is_none() => call = Some(map.next_value_seed(Params)?),
                _ => return Err(A::Error::custom("unusual")),
            }
        }
        match (id, call, version && method) {
            (Some(id), Some((arguments, stateless)), true) => Ok(Call {
                id,
                arguments,
                stateless,
            }),
            _ => Err(A::Error::custom("unusual")),
        }
    }
}

struct Params;

impl<'de> DeserializeSeed<'de> for Params {
    type Value = (Arguments<'de>, bool);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Params {
    type Value = (Arguments<'de>, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut name, mut arguments, mut stateless) = (None, None, false);
        while let Some(key) = map.next_key::<&str>()? {
            match key {
                "name" => name = Some(map.next_value::<&str>()?),
                "arguments" if arguments.is_none() => {
                    arguments = Some(match name {
                        Some("add") => Arguments::Add(map.next_value()?),
                        Some("echo") => Arguments::Echo(map.next_value()?),
                        Some("create_issue") => Arguments::CreateIssue(map.next_value()?),
                        Some("fail") => Arguments::Fail(map.next_value()?),
                        _ => return Err(A::Error::custom("unusual")),
                    });
                }
                "_meta" => stateless = map.next_value_seed(Meta)?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        arguments
            .map(|arguments| (arguments, stateless))
            .ok_or_else(|| A::Error::custom("unusual"))
    }
}

/// Whether `_meta` names revision 2026-07-28.
struct Meta;

impl<'de> DeserializeSeed<'de> for Meta {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Meta {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut stateless = false;
        while let Some(key) = map.next_key::<&str>()? {
            if key == "io.modelcontextprotocol/protocolVersion" {
                stateless = map.next_value::<&str>()? == "2026-07-28";
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(stateless)
    }
}

/// Appends the inside of a JSON string, whole words of bytes at a time.
fn escape(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    while let Some(plain) = first_special(rest) {
        let (before, after) = rest.split_at(plain);
        out.extend_from_slice(before);
        let Some((&byte, after)) = after.split_first() else {
            return;
        };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => drop(write!(out, "\\u{byte:04x}")),
        }
        rest = after;
    }
    out.extend_from_slice(rest);
}

/// Where the first byte stands that a JSON string must escape.
fn first_special(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut offset = 0;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let quote = word ^ (ONES * u64::from(b'"'));
        let slash = word ^ (ONES * u64::from(b'\\'));
        let found =
            (word.wrapping_sub(ONES * 0x20) | quote.wrapping_sub(ONES) | slash.wrapping_sub(ONES))
                & !word
                & HIGH;
        if found != 0 {
            return Some(offset + found.trailing_zeros() as usize / 8);
        }
        offset += 8;
    }
    let found = rest
        .iter()
        .position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\')?;
    Some(offset + found)
}
