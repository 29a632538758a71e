//! Whether a server's answers are right; nothing is measured before they are.

use serde_json::Value;

use crate::child::Server;
use crate::contender::Contender;
use crate::workload::{Era, Expect, Workload};
use crate::{Result, fail};

/// A server that has been greeted as its era demands.
pub(crate) fn greeted(
    contender: &Contender,
    workload: &Workload,
    wrapper: &[String],
) -> Result<Server> {
    let mut server = Server::start(&mut contender.command(workload, wrapper)?)?;
    if workload.era == Era::Handshake {
        server.handshake()?;
    }
    Ok(server)
}

/// Asks once and judges the answer; how long it is but for its id.
pub(crate) fn answer(contender: &Contender, workload: &Workload) -> Result<usize> {
    let mut server = greeted(contender, workload, &[])?;
    let answer = server.ask(workload.line(7).as_bytes())?;
    server.end()?;
    let text = String::from_utf8(answer)?;
    match judge_text(&text, &workload.expect) {
        Ok(()) => Ok(text.len()),
        Err(why) => {
            let shown: String = text.chars().take(400).collect();
            Err(fail(format!(
                "{}, {}: {why}: {shown}",
                contender.name, workload.name
            )))
        }
    }
}

/// Whether an answer to the request with id 7 says what it must.
pub(crate) fn judge_text(answer: &str, expect: &Expect) -> std::result::Result<(), String> {
    serde_json::from_str(answer)
        .map_err(|error| error.to_string())
        .and_then(|answer| judge(&answer, expect))
}

fn judge(answer: &Value, expect: &Expect) -> std::result::Result<(), String> {
    if answer.get("id") != Some(&Value::from(7)) {
        return Err("another id".to_owned());
    }
    let result = answer.get("result");
    let text = result
        .and_then(|result| result.pointer("/content/0/text"))
        .and_then(Value::as_str);
    let failed = result.is_some_and(|result| result.get("isError") == Some(&Value::Bool(true)));
    let error = answer.get("error");
    let right = match expect {
        Expect::Text(expected) => text == Some(expected) && !failed,
        // mcp-attr knows no `isError`: it answers with a protocol error.
        Expect::Failure(expected) => {
            let message = error
                .and_then(|error| error.get("message"))
                .and_then(Value::as_str);
            (failed && text == Some(expected))
                || message.is_some_and(|message| message.contains(expected))
        }
        Expect::Fault => error.is_some() || failed,
        Expect::Tools(count) => {
            let tools = result
                .and_then(|result| result.get("tools"))
                .and_then(Value::as_array);
            tools.is_some_and(|tools| tools.len() == *count)
        }
        Expect::Result => result.is_some(),
    };
    if right {
        Ok(())
    } else {
        Err(format!("expected {expect:?}").chars().take(200).collect())
    }
}
