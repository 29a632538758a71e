//! The names of arguments in another case.

use haft::{Server, json, tool, tools};
use haft_tests::{call, text};

/// List what there is.
#[tool(rename_all = "camelCase")]
fn list(page_size: u8, r#type: &str, #[arg(name = "after_id", alias = "after")] last_id: u8) -> String {
    format!("{page_size} {type} {last_id}")
}

struct Files;

#[tools(rename_all = "SCREAMING_SNAKE_CASE")]
impl Files {
    /// Read a file.
    #[tool]
    fn read(&self, file_path: &str) -> String {
        file_path.to_owned()
    }

    /// Write a file.
    #[tool(rename_all = "kebab-case")]
    fn write(&self, file_path: &str) -> String {
        file_path.to_owned()
    }
}

fn main() {
    let server = Server::builder("files", "1.0.0").tool::<list>().tools(Files).build().unwrap();
    let required: Vec<_> = server.list().iter().map(|tool| tool["inputSchema"]["required"].clone()).collect();
    assert_eq!(required, [json!(["pageSize", "type", "after_id"]), json!(["FILE_PATH"]), json!(["file-path"])]);
    let rows = [
        ("list", r#"{"pageSize":1,"type":"a","after":2}"#, "1 a 2"),
        ("read", r#"{"FILE_PATH":"a"}"#, "a"),
        ("write", r#"{"file-path":"a"}"#, "a"),
    ];
    for (tool, arguments, expected) in rows {
        assert_eq!(text(&call(&server, tool, arguments)), expected);
    }
    let refused = call(&server, "list", r#"{"page_size":1,"type":"a","after":2}"#);
    let said = refused["error"]["message"].as_str().unwrap();
    assert!(said.contains("- /page_size: unknown argument (did you mean \"pageSize\"?)"), "{said}");
}
