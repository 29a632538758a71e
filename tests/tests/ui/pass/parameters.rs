//! Every way to write a parameter.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use haft::{Server, tool, tools};
use haft_tests::{ask_modern, call, text};

#[derive(Debug, Default, haft::serde::Deserialize, haft::schemars::JsonSchema)]
#[serde(crate = "haft::serde", default)]
#[schemars(crate = "haft::schemars")]
struct Page {
    /// Which page.
    number: u32,
    size: u32,
}

/// Everything.
#[tool]
fn sync(
    mut count: u8,
    text: &str,
    cow: Cow<'_, str>,
    slice: &[String],
    path: &Path,
    owned_path: PathBuf,
    page: &Page,
    option: &Option<u8>,
    nested: (u8, bool),
    #[allow(unused_variables)] unused: Option<u8>,
    #[arg(flatten)] flat: Page,
) -> String {
    count += 1;
    format!(
        "{count} {text} {cow} {slice:?} {path:?} {owned_path:?} {page:?} {option:?} {nested:?} {flat:?}"
    )
}

struct Files(String);

#[tools]
impl Files {
    /// Everything, later.
    #[tool]
    async fn future(
        self: &Self,
        mut count: u8,
        text: &'_ str,
        slice: &[String],
        path: &Path,
        page: &Page,
    ) -> Cow<'_, str> {
        count += 1;
        std::future::ready(()).await;
        format!("{} {count} {text} {slice:?} {path:?} {page:?}", self.0).into()
    }

    /// The longer one.
    #[tool]
    async fn longer(&self) -> &str
    where
        Self: Sized,
    {
        &self.0
    }
}

/// Defaults.
#[tool]
fn defaults(
    #[arg(default)] bare: &str,
    #[arg(default = "text")] text: &str,
    #[arg(default = "owned")] owned: String,
    #[arg(default = "a/b")] path: &Path,
    #[arg(default = vec![1, 2])] list: &[u8],
    #[arg(default = -1_000)] number: i64,
    #[arg(default = Page { number: 1, ..Page::default() })] page: &Page,
    #[arg(default = 2, alias = "f", alias("g", "h"))] factor: u8,
) -> String {
    format!("{bare:?} {text} {owned} {path:?} {list:?} {number} {page:?} {factor}")
}

fn main() {
    let server = Server::builder("parameters", "1.0.0")
        .tool::<sync>()
        .tools(Files("files".to_owned()))
        .tool::<defaults>()
        .build()
        .unwrap();
    let answer = call(
        &server,
        "sync",
        r#"{"count":1,"text":"a\n","cow":"b","slice":["c"],"path":"d","owned_path":"e","page":{"number":1},"option":null,"nested":[1,true],"size":7}"#,
    );
    assert_eq!(
        text(&answer),
        r#"2 a
 b ["c"] "d" "e" Page { number: 1, size: 0 } None (1, true) Page { number: 0, size: 7 }"#
    );
    let answer = call(
        &server,
        "future",
        r#"{"count":1,"text":"a","slice":[],"path":"b","page":{}}"#,
    );
    assert_eq!(
        text(&answer),
        r#"files 2 a [] "b" Page { number: 0, size: 0 }"#
    );
    let answer = call(&server, "defaults", "{}");
    assert_eq!(
        text(&answer),
        r#""" text owned "a/b" [1, 2] -1000 Page { number: 1, size: 0 } 2"#
    );
    let answer = call(&server, "defaults", r#"{"h":3,"bare":"x"}"#);
    assert!(text(&answer).starts_with(r#""x""#) && text(&answer).ends_with('3'));

    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    let properties = &tools[3]["inputSchema"]["properties"];
    assert_eq!(properties["list"]["default"], haft::json!([1, 2]));
    assert_eq!(properties["text"]["default"], "text");
    // `Page` does not serialise.
    assert!(properties["page"].get("default").is_none());
}
