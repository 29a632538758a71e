//! What functions may return, and how.

use std::borrow::Cow;

use haft::{Json, Server, ToolError, tool, tools};
use haft_tests::{call, text};

/// Nothing.
#[tool]
fn nothing() {}

/// Nothing, written.
#[tool]
async fn unit() -> () {}

/// Lent by an argument.
#[tool]
fn lent(text: &str) -> &str {
    &text[1..]
}

/// Lent by an argument, later.
#[tool]
async fn lent_later(text: &str) -> Result<Cow<'_, str>, &'static str> {
    Ok(text.into())
}

/// Of many errors.
#[tool]
fn error(which: u8) -> Result<u8, Box<dyn std::error::Error + Send + Sync>> {
    match which {
        0 => Err("plain".into()),
        1 => Err(std::io::Error::other("io"))?,
        n => Ok(n),
    }
}

/// With structure.
#[tool]
fn structured() -> Result<Json<Vec<u8>>, ToolError> {
    Ok(Json(vec![1]))
}

struct State(String);

#[tools]
impl State {
    /// Lent by the state.
    #[tool]
    fn state(&self) -> &str {
        &self.0
    }

    /// Lent by the state, later.
    #[tool]
    async fn state_later(&self, _ignored: Option<u8>) -> Option<&str> {
        Some(&self.0)
    }
}

fn main() {
    let server = Server::builder("results", "1.0.0")
        .tool::<nothing>()
        .tool::<unit>()
        .tool::<lent>()
        .tool::<lent_later>()
        .tool::<error>()
        .tool::<structured>()
        .tools(State("kept".to_owned()))
        .build()
        .unwrap();
    for (tool, arguments, answer) in [
        ("nothing", "{}", "ok"),
        ("unit", "{}", "ok"),
        ("lent", r#"{"text":"abc"}"#, "bc"),
        ("lent_later", r#"{"text":"abc"}"#, "abc"),
        ("error", r#"{"which":0}"#, "plain"),
        ("error", r#"{"which":1}"#, "io"),
        ("error", r#"{"which":2}"#, "2"),
        ("structured", "{}", "[1]"),
        ("state", "{}", "kept"),
        ("state_later", "{}", "kept"),
    ] {
        assert_eq!(text(&call(&server, tool, arguments)), answer, "{tool}");
    }
}
