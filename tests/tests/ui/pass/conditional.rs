//! `#[cfg]` before and after the attributes, on tools, methods and parameters.

use haft::{Server, tool, tools};
use haft_tests::{ask_modern, call, text};

/// Never there.
#[cfg(any())]
#[tool]
fn before() -> Nothing {}

/// Never there.
#[tool]
#[cfg(any())]
fn after(a: Nothing) {}

/// The other one.
#[cfg(any())]
#[tool]
fn either() -> String {
    "one".to_owned()
}

/// This one.
#[cfg(not(any()))]
#[tool]
fn either(
    #[cfg(any())] a: Nothing,
    #[cfg(not(any()))] a: u8,
    #[cfg(all())]
    #[arg(name = "c")]
    b: &str,
    #[cfg(any())] b: Nothing,
) -> String {
    format!("{a} {b}")
}

struct Files;

#[tools]
impl Files {
    /// Never there.
    #[cfg(any())]
    #[tool(name = "read")]
    fn read_one(&self) -> Nothing {}

    /// Never there.
    #[tool(name = "read")]
    #[cfg(any())]
    async fn read_two(&self) -> Nothing {}

    /// Never there.
    #[tool(name = "read")]
    #[cfg_attr(all(), cfg(any()))]
    fn read_three(&self) -> Nothing {}

    /// Read.
    #[tool(name = "read")]
    #[cfg_attr(all(), must_use, inline)]
    #[cfg(not(any()))]
    async fn read_four(&self, #[cfg(any())] a: Nothing, #[cfg(all())] a: &str) -> String {
        a.to_owned()
    }
}

struct Folders;

#[tools]
impl Folders {
    /// Never there.
    #[tool]
    #[cfg(any())]
    fn open(&self) -> Nothing {}
}

#[tools]
#[cfg(any())]
impl Nothing {
    /// Never there.
    #[tool]
    fn open(&self) {}
}

#[tool]
#[cfg_attr(all(), doc = "Described under a condition.")]
fn described() {}

fn main() {
    let server = Server::builder("conditional", "1.0.0")
        .tool::<either>()
        .tools(Files)
        .tools(Folders)
        .tool::<described>()
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    assert_eq!(tools.as_array().unwrap().len(), 3);
    assert_eq!(tools[2]["description"], "Described under a condition.");
    assert_eq!(text(&call(&server, "either", r#"{"a":1,"c":"x"}"#)), "1 x");
    assert_eq!(text(&call(&server, "read", r#"{"a":"x"}"#)), "x");
}
