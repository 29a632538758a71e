//! `r#type` is `type` on the wire and itself in Rust.

use haft::{Server, tool, tools};
use haft_tests::{ask_modern, call, text};

/// Match.
#[tool]
fn r#match(r#type: &str, #[arg(name = "in")] place: u8, mut r#use: u8) -> String {
    r#use += 1;
    format!("{} {place} {}", r#type, r#use)
}

struct Files;

#[tools]
impl Files {
    /// Move.
    #[tool]
    fn r#move(&self, r#final: bool) -> bool {
        r#final
    }
}

fn main() {
    let server = Server::builder("raw", "1.0.0")
        .tool::<r#match>()
        .tools(Files)
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    assert_eq!(
        (&tools[0]["name"], &tools[1]["name"]),
        (&"match".into(), &"move".into())
    );
    let answer = call(&server, "match", r#"{"type":"a","in":1,"use":2}"#);
    assert_eq!(text(&answer), "a 1 3");
    assert_eq!(text(&call(&server, "move", r#"{"final":true}"#)), "true");
    assert_eq!(r#match("b", 1, 1), "b 1 2");
}
