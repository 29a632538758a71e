//! Keywords on parameters are published, and what is published is enforced.

use haft::{Server, schema, tool};
use haft_tests::{ask_modern, call, text};
use serde_json::Value;

const MOST: u64 = 100_000;

/// How it is read.
#[schema]
enum Mode {
    ByLine,
}

/// Read.
#[tool]
fn read(
    /// Path.
    #[arg(min_length = 2, max_length = 9, pattern = "^[a-z/]+$", header = "Path")]
    path: &str,
    #[arg(default = 2_000, minimum = 1, maximum = MOST, multiple_of = 10, examples(10, MOST))]
    lines: u64,
    #[arg(exclusive_minimum = -0.5, exclusive_maximum = 1)] weight: Option<f64>,
    #[arg(min_items = 1, max_items = 2)] tags: &[String],
    #[arg(format = "date", examples("2026-01-31"))] since: Option<String>,
    #[arg(examples(Mode::ByLine))] mode: Option<Mode>,
    #[arg(secret, pattern = "^s")] key: Option<String>,
) -> u64 {
    let _ = (path, weight, tags, since, mode, key);
    lines
}

/// Count.
#[tool(lenient)]
fn count(n: u8) -> u8 {
    n
}

/// Count as it is.
#[tool(lenient = false)]
fn strict(n: u8) -> u8 {
    n
}

fn refusal(answer: &Value) -> &str {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    answer["error"]["message"].as_str().unwrap()
}

fn main() {
    let server = Server::builder("keywords", "1.0.0")
        .tool::<read>()
        .tool::<count>()
        .tool::<strict>()
        .lenient()
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    let properties = &tools[0]["inputSchema"]["properties"];
    for (name, expected) in [
        (
            "path",
            haft::json!({"type": "string", "description": "Path.", "minLength": 2, "maxLength": 9,
                "pattern": "^[a-z/]+$", "x-mcp-header": "Path"}),
        ),
        (
            "lines",
            haft::json!({"type": "integer", "minimum": 1, "maximum": 100_000, "multipleOf": 10, "default": 2000,
                "examples": [10, 100_000]}),
        ),
        (
            "weight",
            haft::json!({"type": "number", "exclusiveMinimum": -0.5, "exclusiveMaximum": 1}),
        ),
        (
            "tags",
            haft::json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2}),
        ),
        (
            "since",
            haft::json!({"type": "string", "format": "date", "examples": ["2026-01-31"]}),
        ),
        (
            "mode",
            haft::json!({"type": "string", "description": "How it is read.", "enum": ["by_line"],
                "examples": ["by_line"]}),
        ),
        ("key", haft::json!({"type": "string", "pattern": "^s"})),
    ] {
        assert_eq!(properties[name], expected, "{name}");
    }

    let read = |arguments: &str| call(&server, "read", arguments);
    assert_eq!(text(&read(r#"{"path":"a/b","tags":["x"]}"#)), "2000");
    let wrong = r#"{"path":"A","lines":15,"weight":1,"tags":[],"key":"geheim"}"#;
    let refused = read(wrong);
    let told = refusal(&refused);
    for path in ["/path", "/lines", "/weight", "/tags", "/key"] {
        assert!(told.contains(&format!("- {path}: ")), "{path} in {told}");
    }
    assert!(!told.contains("geheim"), "{told}");
    assert_eq!(text(&call(&server, "count", r#"{"n":"5"}"#)), "5");
    refusal(&call(&server, "strict", r#"{"n":"5"}"#));
}
