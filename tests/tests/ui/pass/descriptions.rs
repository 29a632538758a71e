//! Where descriptions come from.

use haft::{Server, tool};
use haft_tests::ask_modern;

const SHARED: &str = "Shared by two.";

macro_rules! text {
    () => {
        "from a macro"
    };
}

/// Runs a "query".
///
/// - first
///   - nested `a\b`
///
/// ```sql
///     SELECT 1;
/// ```
#[tool]
fn markdown(
    /// The text.
    ///
    /// Second paragraph.
    a: &str,
    /** In a block. */
    b: &str,
    #[arg(description = "Instead.")]
    /// In rustdoc.
    c: &str,
    #[arg(description = SHARED)] d: &str,
    #[doc = text!()] e: &str,
) {
    let _ = (a, b, c, d, e);
}

#[tool]
#[doc = include_str!("descriptions.txt")]
/// after
#[doc = concat!("and ", text!())]
fn pieces() {}

/// In rustdoc.
#[tool(
    description = "For the model.",
    title = "Title",
    icon = "data:,",
    open_world = false
)]
fn replaced() {}

#[tool(description = SHARED, idempotent)]
fn constant() {}

#[tool(description = concat!("One, ", text!()), read_only = true, destructive = false)]
fn built() {}

fn main() {
    let server = Server::builder("descriptions", "1.0.0")
        .tool::<markdown>()
        .tool::<pieces>()
        .tool::<replaced>()
        .tool::<constant>()
        .tool::<built>()
        .build()
        .unwrap();
    let tools = &ask_modern(&server, "tools/list")["result"]["tools"];
    let descriptions: Vec<_> = tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| &tool["description"])
        .collect();
    assert_eq!(
        descriptions,
        [
            "Runs a \"query\".\n\n- first\n  - nested `a\\b`\n\n```sql\n    SELECT 1;\n```",
            "From a file.\n\nafter\nand from a macro",
            "For the model.",
            "Shared by two.",
            "One, from a macro",
        ]
    );
    let properties = tools[0]["inputSchema"]["properties"].as_object().unwrap();
    let descriptions: Vec<_> = properties
        .values()
        .map(|property| &property["description"])
        .collect();
    assert_eq!(
        descriptions,
        [
            "The text.\n\nSecond paragraph.",
            "In a block.",
            "Instead.",
            "Shared by two.",
            "from a macro"
        ]
    );
    assert_eq!(
        (&tools[2]["annotations"], &tools[4]["annotations"]),
        (
            &haft::json!({"openWorldHint": false}),
            &haft::json!({"readOnlyHint": true, "destructiveHint": false})
        )
    );
}
