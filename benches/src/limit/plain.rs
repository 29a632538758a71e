//! The limit: a struct for the envelope, one for the parameters, one for the arguments, one for the reply.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::List;
use crate::work;

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct CallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct ListParams<'a> {
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Cow<'a, str>>,
}

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

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum Priority {
    Low,
    Medium,
    High,
}

impl Priority {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Assignee {
    pub(super) name: String,
    pub(super) id: u64,
}

#[derive(Deserialize)]
struct Fail<'a> {
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

#[derive(Serialize)]
struct Reply<'a, T> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: T,
}

#[derive(Serialize)]
struct Failure<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    error: Error<'a>,
}

#[derive(Serialize)]
struct Error<'a> {
    code: i64,
    message: &'a str,
}

#[derive(Serialize)]
struct CallResult<'a> {
    content: [Text<'a>; 1],
    #[serde(rename = "isError")]
    is_error: bool,
    #[serde(rename = "resultType", skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<ServerMeta>,
}

#[derive(Serialize)]
struct Text<'a> {
    r#type: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct ServerMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    info: Info,
}

#[derive(Serialize)]
struct Info {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Empty {}

const INFO: Info = Info {
    name: "rig",
    version: "1.0.0",
};

/// Answers one line, if an answer is due.
pub fn answer(list: &List, line: &[u8], out: &mut Vec<u8>) {
    let message: Message<'_> = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => return fail(out, None, -32700, &error.to_string()),
    };
    let Some(id) = message.id else { return };
    if message.jsonrpc != "2.0" {
        return fail(out, Some(id), -32600, "Invalid Request");
    }
    match message.method.as_ref() {
        "tools/call" => call(message.params, id, out),
        "tools/list" => {
            let stateless = message.params.is_some_and(|params| {
                serde_json::from_str::<ListParams<'_>>(params.get())
                    .is_ok_and(|params| is_stateless(params.meta.as_ref()))
            });
            reply(
                out,
                id,
                if stateless {
                    &list.stateless
                } else {
                    &list.handshake
                },
            );
        }
        "ping" => reply(out, id, Empty {}),
        "initialize" => initialize(id, out),
        _ => fail(out, Some(id), -32601, "Method not found"),
    }
}

fn call(params: Option<&RawValue>, id: &RawValue, out: &mut Vec<u8>) {
    let params: CallParams<'_> = match serde_json::from_str(params.map_or("{}", RawValue::get)) {
        Ok(params) => params,
        Err(error) => return fail(out, Some(id), -32602, &error.to_string()),
    };
    let arguments = params.arguments.map_or("{}", RawValue::get);
    let stateless = is_stateless(params.meta.as_ref());
    match run(&params.name, arguments) {
        Ok(Ok(text)) => reply(out, id, result(&text, false, stateless)),
        Ok(Err(text)) => reply(out, id, result(&text, true, stateless)),
        Err(why) => fail(out, Some(id), -32602, &why),
    }
}

/// The text that the tool returns or fails with; the outer error is one of the arguments.
fn run<'a>(name: &str, arguments: &'a str) -> Result<Result<Cow<'a, str>, String>, String> {
    match name {
        "add" => {
            let Add { a, b } = read(arguments)?;
            Ok(Ok(work::add(a, b).to_string().into()))
        }
        "echo" => Ok(Ok(read::<Echo<'_>>(arguments)?.text)),
        "create_issue" => {
            let issue: CreateIssue<'_> = read(arguments)?;
            Ok(Ok(work::issue(
                &issue.title,
                &issue.body,
                issue.labels.iter().map(String::as_str),
                issue.priority.as_str(),
                issue
                    .assignees
                    .iter()
                    .map(|one| (one.name.as_str(), one.id)),
                issue.due.as_deref(),
            )
            .into()))
        }
        "fail" => Ok(Err(work::failure(&read::<Fail<'_>>(arguments)?.reason))),
        _ => Err(format!("Unknown tool: {name}")),
    }
}

fn read<'a, T: Deserialize<'a>>(arguments: &'a str) -> Result<T, String> {
    serde_json::from_str(arguments).map_err(|error| error.to_string())
}

fn is_stateless(meta: Option<&Meta<'_>>) -> bool {
    meta.and_then(|meta| meta.version.as_deref()) == Some("2026-07-28")
}

fn result(text: &str, is_error: bool, stateless: bool) -> CallResult<'_> {
    CallResult {
        content: [Text {
            r#type: "text",
            text,
        }],
        is_error,
        result_type: stateless.then_some("complete"),
        meta: stateless.then_some(ServerMeta { info: INFO }),
    }
}

pub(super) fn initialize(id: &RawValue, out: &mut Vec<u8>) {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Initialized {
        protocol_version: &'static str,
        capabilities: Capabilities,
        server_info: Info,
    }
    #[derive(Serialize)]
    struct Capabilities {
        tools: Empty,
    }
    let capabilities = Capabilities { tools: Empty {} };
    reply(
        out,
        id,
        Initialized {
            protocol_version: "2025-11-25",
            capabilities,
            server_info: INFO,
        },
    );
}

fn reply(out: &mut Vec<u8>, id: &RawValue, result: impl Serialize) {
    write(
        out,
        &Reply {
            jsonrpc: "2.0",
            id,
            result,
        },
    );
}

fn fail(out: &mut Vec<u8>, id: Option<&RawValue>, code: i64, message: &str) {
    write(
        out,
        &Failure {
            jsonrpc: "2.0",
            id,
            error: Error { code, message },
        },
    );
}

fn write(out: &mut Vec<u8>, reply: &impl Serialize) {
    // Writing to a vector does not fail, and neither does serialising these types.
    let _ = serde_json::to_writer(&mut *out, reply);
    out.push(b'\n');
}
