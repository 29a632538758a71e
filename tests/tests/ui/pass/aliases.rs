//! Types under other names: nothing is known by the name of a type.

use haft::{Call as Progress, Json as Structured, Server, tool};
use haft_tests::{ask_modern, call, text};

type Maybe<T> = Option<T>;
type Outcome<T> = Result<T, String>;
type Text<'a> = &'a str;
type Injected = Progress;

/// Echo.
#[tool]
fn echo(call: Injected, word: Maybe<String>, again: &Progress) -> Outcome<Maybe<String>> {
    let (_, _) = (call, again);
    Ok(word)
}

/// Echo as structure.
#[tool]
async fn structured(word: String) -> Outcome<Structured<Maybe<String>>> {
    Ok(Structured(Some(word)))
}

/// A text under an alias, which may be borrowed from elsewhere.
#[tool]
fn constant() -> Text<'static> {
    "constant"
}

fn main() {
    let server = Server::builder("aliases", "1.0.0")
        .tool::<echo>()
        .tool::<structured>()
        .tool::<constant>()
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    let properties = tools[0]["inputSchema"]["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["word"]);
    assert!(tools[0]["inputSchema"].get("required").is_none());
    assert!(tools[1].get("outputSchema").is_some());
    assert_eq!(text(&call(&server, "echo", "{}")), "none");
    assert_eq!(text(&call(&server, "echo", r#"{"word":"a"}"#)), "a");
    assert_eq!(text(&call(&server, "constant", "{}")), "constant");
}
