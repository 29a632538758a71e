//! Parameters and functions with the names that generated code uses.

use haft::{Server, tool, tools};
use haft_tests::{call, text};

/// All of them.
#[tool]
#[allow(clippy::too_many_arguments)]
fn invocation(
    args: u8,
    arguments: u8,
    call: u8,
    name: u8,
    result: u8,
    invocation: u8,
    value: u8,
    this: u8,
    s0: u8,
    a0: u8,
    s1: &str,
    #[arg(default = 7)] a1: u8,
) -> String {
    format!("{args}{arguments}{call}{name}{result}{invocation}{value}{this}{s0}{a0}{s1}{a1}")
}

/// A tool named like a slot.
#[tool]
fn s0(s0: u8) -> u8 {
    s0
}

/// A tool named like an argument.
#[tool]
async fn a0(a0: &str) -> String {
    a0.to_owned()
}

/// A tool named like a result.
#[tool]
fn result(value: u8) -> u8 {
    value
}

/// A constant that could be taken for a parameter.
const VALUE: u8 = 3;

struct State;

#[tools]
impl State {
    /// A method named like the state.
    #[tool]
    async fn this(&self, #[arg(default = VALUE)] this: u8) -> u8 {
        this
    }
}

fn main() {
    let server = Server::builder("names", "1.0.0")
        .tool::<invocation>()
        .tool::<s0>()
        .tool::<a0>()
        .tool::<result>()
        .tools(State)
        .build()
        .unwrap();
    let arguments = r#"{"args":0,"arguments":1,"call":2,"name":3,"result":4,"invocation":5,"value":6,"this":7,"s0":8,"a0":9,"s1":"x"}"#;
    assert_eq!(
        text(&call(&server, "invocation", arguments)),
        "0123456789x7"
    );
    assert_eq!(text(&call(&server, "s0", r#"{"s0":1}"#)), "1");
    assert_eq!(text(&call(&server, "a0", r#"{"a0":"y"}"#)), "y");
    assert_eq!(text(&call(&server, "result", r#"{"value":2}"#)), "2");
    assert_eq!(text(&call(&server, "this", "{}")), "3");
}
