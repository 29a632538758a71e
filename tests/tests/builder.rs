//! The builder: what it refuses, rows by hand, rows edited, and state that calls share.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use haft::{CacheScope, Call, Json, Map, Server, Tool, ToolResult, tool, tools};
use haft_tests::{answer, ask_modern, block_on, call, text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Add two integers.
#[tool(
    title = "Add",
    read_only,
    icon = "https://example.com/add.png",
    meta(level = 1)
)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

mod other {
    /// Add two texts.
    #[haft::tool]
    pub(super) fn add(a: &str, b: &str) -> String {
        format!("{a}{b}")
    }
}

/// Tools whose names others have too.
struct Sums;

#[tools]
impl Sums {
    /// Add many integers.
    #[tool]
    fn add(&self, all: &[i64]) -> i64 {
        all.iter().sum()
    }

    /// Multiply two integers.
    #[tool]
    fn multiply(a: i64, b: i64) -> i64 {
        a * b
    }
}

fn object() -> Value {
    json!({"type": "object", "properties": {}})
}

/// A row by hand that does nothing.
fn row(name: &'static str, schema: Value) -> Tool {
    Tool::new(name, "Do nothing.", schema, |_: Map, _| "nothing")
}

fn problems(builder: haft::Builder) -> Vec<String> {
    builder.build().unwrap_err().problems().to_vec()
}

const NAME: &str = "its name must be 1 to 128 characters of A-Z a-z 0-9 _ - .";
const RENAME: &str = r#"rename all but one with `#[tool(name = "…")]` or `Tool::renamed`"#;

#[test]
fn every_collision_and_every_bad_name_is_told_at_once() {
    let long = "x".repeat(129);
    let builder = Server::builder("", "1")
        .tool::<add>()
        .row(row("with space", object()))
        .row(row("", object()))
        .tool::<other::add>()
        .row(Tool::of::<add>().renamed(long.clone()))
        .tools(Sums)
        .row(row("multiply", object()))
        .row(Tool::of::<add>().renamed("é"))
        .row(Tool::of::<add>().renamed("blank").description(" \n"))
        .row(Tool::of::<add>().renamed("torn").destructive(true))
        .row(
            Tool::of::<add>()
                .renamed("drawn")
                .icon("http://example.com/x.png"),
        );
    let error = builder.build().unwrap_err();
    let expected = [
        "the server has no name".to_owned(),
        format!("tool `with space`: {NAME}"),
        format!("tool ``: {NAME}"),
        format!("tool `{long}`: {NAME}"),
        format!("tool `é`: {NAME}"),
        "tool `blank`: it has no description; a model chooses by this text".to_owned(),
        "tool `torn`: it cannot be both read-only and destructive".to_owned(),
        "tool `drawn`: its icon must be an `https:` or `data:` address".to_owned(),
        format!("tool `add`: 3 tools have this name; {RENAME}"),
        format!("tool `multiply`: 2 tools have this name; {RENAME}"),
    ];
    assert_eq!(error.problems(), expected);
    let shown = format!("the server cannot be built:\n- {}", expected.join("\n- "));
    assert_eq!(error.to_string(), shown);
    assert_eq!(format!("{error:?}"), shown, "what `main` prints");
    assert_eq!(haft::Error::from(error).to_string(), shown);
}

#[test]
fn tools_of_one_name_are_told_though_each_is_wrong_by_itself() {
    let builder = Server::builder("twice", "1")
        .row(row("a b", object()))
        .row(row("a b", json!([])))
        .row(row("good", json!({"type": "array"})))
        .row(row("good", object()));
    let told = problems(builder);
    assert_eq!(told.len(), 5, "{told:?}");
    assert_eq!(told[0], format!("tool `a b`: {NAME}"));
    assert!(
        told[1].starts_with("tool `a b`: the input schema is not a JSON object"),
        "{told:?}"
    );
    assert!(
        told[2].starts_with("tool `good`: the input schema has the `type` \"array\""),
        "{told:?}"
    );
    assert_eq!(
        told[3],
        format!("tool `a b`: 2 tools have this name; {RENAME}")
    );
    assert_eq!(
        told[4],
        format!("tool `good`: 2 tools have this name; {RENAME}")
    );
}

#[test]
fn an_argument_has_one_meaning() {
    #[derive(Deserialize, JsonSchema)]
    struct Paging {
        page: Option<u32>,
    }

    /// Have two arguments of one name.
    #[tool]
    fn named(page: u8, #[arg(flatten)] paging: Paging) -> String {
        format!("{page} {:?}", paging.page)
    }

    /// Have an alias that is the name of another argument.
    #[tool]
    fn aliased(#[arg(alias("page", "p"))] number: u8, #[arg(flatten)] paging: Paging) -> String {
        format!("{number} {:?}", paging.page)
    }

    let told = problems(
        Server::builder("names", "1")
            .tool::<named>()
            .tool::<aliased>(),
    );
    assert_eq!(
        told,
        [
            "tool `named`: two arguments are named `page`: rename a parameter, or a member of a flattened one",
            "tool `aliased`: the alias `page` of `number` is the name of another argument: remove the alias, or rename \
             the member of a flattened parameter",
        ]
    );
}

#[test]
fn names_of_every_legal_kind_are_taken() {
    let long = "x".repeat(128);
    let names = ["a", "A.b-c_9", "..", "-", "0", &long];
    let rows = names.map(|name| Tool::of::<add>().renamed(name.to_owned()));
    let server = rows
        .into_iter()
        .fold(Server::builder("names", "1"), haft::Builder::row)
        .build()
        .unwrap();
    for name in names {
        assert_eq!(
            text(&call(&server, name, r#"{"a":1,"b":2}"#)),
            "3",
            "{name}"
        );
    }
    // Case counts.
    assert_eq!(call(&server, "a.b-c_9", "{}")["error"]["code"], -32602);
}

#[test]
fn the_root_of_a_hand_written_schema_is_an_objects() {
    let write =
        r#"write `{"type": "object", "properties": {…}}`, with one property for each argument"#;
    let rows = [
        (json!(true), "the input schema is not a JSON object"),
        (json!("object"), "the input schema is not a JSON object"),
        (json!(null), "the input schema is not a JSON object"),
        (json!({}), "the input schema has no `type` at its root"),
        (
            json!({"properties": {}}),
            "the input schema has no `type` at its root",
        ),
        (
            json!({"anyOf": [object()]}),
            "the input schema has no `type` at its root",
        ),
        (
            json!({"type": "array"}),
            "the input schema has the `type` \"array\" at its root",
        ),
        (
            json!({"type": ["object"]}),
            "the input schema has the `type` [\"object\"] at its root",
        ),
        (
            json!({"type": "object", "properties": []}),
            "the input schema has the `properties` []",
        ),
    ];
    for (schema, why) in rows {
        let told = problems(Server::builder("roots", "1").row(row("bad", schema.clone())));
        assert_eq!(told, [format!("tool `bad`: {why}: {write}")], "{schema}");
    }
    for schema in [json!([]), json!(true), json!("object")] {
        let told = problems(
            Server::builder("roots", "1").row(row("bad", object()).output_schema(schema.clone())),
        );
        assert_eq!(told.len(), 1, "{schema}");
        assert!(
            told[0].starts_with("tool `bad`: the output schema is not a JSON object"),
            "{told:?}"
        );
    }

    let verbatim = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "title": "T",
        "properties": {"a": true, "b": {"$ref": "#/$defs/B"}},
        "$defs": {"B": {"type": "string", "x-y": 1}},
        "unevaluatedProperties": false,
    });
    let server = Server::builder("roots", "1")
        .row(row("verbatim", verbatim.clone()))
        .row(row("bare", json!({"type": "object", "description": "d"})))
        .build()
        .unwrap();
    let list = ask_modern(&server, "tools/list");
    let listed = |at: usize| &list["result"]["tools"][at]["inputSchema"];
    assert_eq!(listed(0).to_string(), verbatim.to_string());
    assert_eq!(
        listed(1).to_string(),
        r#"{"type":"object","properties":{},"description":"d"}"#
    );
}

#[test]
fn a_row_by_hand_runs_a_closure_or_a_future() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let (first, second) = (Arc::clone(&log), Arc::clone(&log));
    let server = Server::builder("hand", "1")
        .row(Tool::new(
            "shout",
            "Shout.",
            object(),
            move |arguments: Map, call: Call| {
                first
                    .lock()
                    .unwrap()
                    .push(format!("{} {}", call.tool(), call.id()));
                arguments["text"]
                    .as_str()
                    .map(str::to_uppercase)
                    .ok_or("text must be a string")
            },
        ))
        .row(Tool::new_async(
            "wait",
            "Wait.",
            object(),
            move |arguments: BTreeMap<String, u8>, call: Call| {
                let log = Arc::clone(&second);
                async move {
                    std::future::ready(()).await;
                    log.lock()
                        .unwrap()
                        .push(format!("{} {}", call.tool(), call.revision()));
                    Json(
                        arguments
                            .values()
                            .map(|value| u32::from(*value))
                            .sum::<u32>(),
                    )
                }
            },
        ))
        .row(
            Tool::new("told", "Be told.", object(), |value: Value, _: Call| {
                ToolResult::new().structured(value)
            })
            .title("Told")
            .read_only(true)
            .idempotent(true)
            .open_world(false)
            .icon("data:image/png;base64,AA==")
            .meta("a", 1)
            .meta("b", json!([null]))
            .output_schema(json!({"type": "object"})),
        )
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "shout", r#"{"text":"abc"}"#)), "ABC");
    let refused = call(&server, "shout", r#"{"text":1}"#);
    assert_eq!(
        (text(&refused), &refused["result"]["isError"]),
        ("text must be a string", &json!(true))
    );
    let waited = call(&server, "wait", r#"{"a":255,"b":2}"#);
    assert_eq!(
        waited["result"]["structuredContent"],
        json!({"result": 257})
    );
    assert_eq!(
        *log.lock().unwrap(),
        ["shout 1", "shout 1", "wait 2025-11-25"]
    );
    assert_eq!(
        call(&server, "told", r#"{"a":{}}"#)["result"]["structuredContent"],
        json!({"a": {}})
    );

    let list = ask_modern(&server, "tools/list");
    let expected = json!({
        "name": "told",
        "title": "Told",
        "description": "Be told.",
        "icons": [{"src": "data:image/png;base64,AA=="}],
        "inputSchema": {"type": "object", "properties": {}},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false},
        "_meta": {"a": 1, "b": [null]},
    });
    assert_eq!(list["result"]["tools"][2], expected);
    assert_eq!(list["result"]["tools"][0].get("annotations"), None);
}

#[test]
fn a_row_of_a_function_is_edited_and_the_function_stays() {
    let edited = Tool::of::<add>()
        .renamed("plus")
        .title("Plus")
        .description("Sum two numbers.")
        .read_only(false)
        .destructive(true)
        .icon("https://example.com/plus.png")
        .meta("level", 2)
        .meta("new", true)
        .ignore_unknown();
    let server = Server::builder("edited", "1")
        .tool::<add>()
        .row(edited)
        .build()
        .unwrap();
    let list = ask_modern(&server, "tools/list");
    let expected = json!({
        "name": "plus",
        "title": "Plus",
        "description": "Sum two numbers.",
        "icons": [{"src": "https://example.com/plus.png"}],
        "inputSchema": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        },
        "annotations": {"readOnlyHint": false, "destructiveHint": true},
        "_meta": {"level": 2, "new": true},
    });
    assert_eq!(list["result"]["tools"][1], expected);
    assert_eq!(list["result"]["tools"][0]["title"], "Add");
    assert_eq!(
        list["result"]["tools"][0]["inputSchema"]["additionalProperties"],
        false
    );
    assert_eq!(text(&call(&server, "plus", r#"{"a":1,"b":2,"c":3}"#)), "3");
    assert_eq!(
        call(&server, "add", r#"{"a":1,"b":2,"c":3}"#)["error"]["code"],
        -32602
    );
    assert_eq!(add(1, 2), 3);
    // What a fault names is the name that was called.
    let fault = call(&server, "plus", "{}");
    assert_eq!(fault["error"]["data"]["tool"], "plus");
}

#[test]
fn tools_of_one_name_live_together_once_one_is_renamed() {
    let server = Server::builder("names", "1")
        .tool::<add>()
        .row(Tool::of::<other::add>().renamed("concatenate"))
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "add", r#"{"a":1,"b":2}"#)), "3");
    assert_eq!(
        text(&call(&server, "concatenate", r#"{"a":"1","b":"2"}"#)),
        "12"
    );
}

/// State of any kind that counts.
struct Counter<T, const STEP: u64> {
    count: AtomicU64,
    label: T,
}

impl<T, const STEP: u64> Counter<T, STEP> {
    fn new(label: T) -> Self {
        Self {
            count: AtomicU64::new(0),
            label,
        }
    }
}

#[tools]
impl<T: Display + Send + Sync + 'static, const STEP: u64> Counter<T, STEP> {
    /// Count up.
    #[tool]
    fn count(&self) -> u64 {
        self.count.fetch_add(STEP, Ordering::Relaxed) + STEP
    }

    /// Count up, later.
    #[tool]
    async fn count_later(&self, call: Call) -> String {
        std::future::ready(()).await;
        format!("{} {} {}", self.label, self.count(), call.id())
    }

    /// Know the step without any state.
    #[tool]
    fn step() -> u64 {
        STEP
    }

    /// No tool.
    fn label(&self) -> &T {
        &self.label
    }
}

#[test]
fn state_is_generic_and_shared_with_whoever_holds_the_arc() {
    let counter = Arc::new(Counter::<_, 5>::new(String::from("fives")));
    let server = Server::builder("state", "1")
        .tools(Arc::clone(&counter))
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "count", "{}")), "5");
    assert_eq!(text(&call(&server, "count_later", "{}")), "fives 10 1");
    assert_eq!(text(&call(&server, "step", "{}")), "5");
    assert_eq!(counter.count(), 15);
    assert_eq!(text(&call(&server, "count", "{}")), "20");
    assert_eq!(counter.label(), "fives");

    let owned = Server::builder("state", "1")
        .tools(Counter::<_, 1>::new('c'))
        .build()
        .unwrap();
    let twin = owned.clone();
    assert_eq!(text(&call(&owned, "count", "{}")), "1");
    assert_eq!(
        text(&call(&twin, "count", "{}")),
        "2",
        "a clone of the server has the same state"
    );
}

#[test]
fn two_types_of_state_live_in_one_server() {
    let server = Server::builder("state", "1")
        .tools(Sums)
        .tools(Counter::<_, 2>::new("twos"))
        .tool::<other::add>()
        .build();
    let told = server.unwrap_err();
    assert_eq!(
        told.problems(),
        [format!("tool `add`: 2 tools have this name; {RENAME}")]
    );
    let server = Server::builder("state", "1")
        .tools(Sums)
        .tools(Counter::<_, 2>::new("twos"))
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "add", r#"{"all":[1,2,3]}"#)), "6");
    assert_eq!(text(&call(&server, "multiply", r#"{"a":6,"b":7}"#)), "42");
    assert_eq!(text(&call(&server, "count", "{}")), "2");
}

#[test]
fn calls_share_their_state_side_by_side() {
    /// Calls that wait for each other.
    struct Meeting(Barrier);

    #[tools]
    impl Meeting {
        /// Wait until all are there.
        #[tool]
        fn meet(&self) -> &'static str {
            self.0.wait();
            "met"
        }
    }

    const CALLS: usize = 8;
    let counter = Arc::new(Counter::<_, 1>::new("ones"));
    let server = Server::builder("shared", "1")
        .tools(Meeting(Barrier::new(CALLS)))
        .tools(Arc::clone(&counter))
        .build()
        .unwrap();
    thread::scope(|scope| {
        for _ in 0..CALLS {
            scope.spawn(|| {
                assert_eq!(text(&call(&server, "meet", "{}")), "met");
                for _ in 0..100 {
                    call(&server, "count", "{}");
                    call(&server, "count_later", "{}");
                }
            });
        }
    });
    assert_eq!(counter.count.load(Ordering::Relaxed), 200 * CALLS as u64);
}

#[test]
fn a_future_keeps_the_state_that_the_server_let_go() {
    let counter = Arc::new(Counter::<_, 1>::new("ones"));
    let server = Server::builder("shared", "1")
        .tools(Arc::clone(&counter))
        .build()
        .unwrap();
    let message = haft_tests::call_text("count_later", "{}");
    let pending = {
        let server = server.clone();
        async move { server.handle(message.as_bytes()).await }
    };
    drop(server);
    let answers = block_on(pending);
    assert!(answers[0].contains("ones 1 1"), "{answers:?}");
    assert_eq!(
        Arc::strong_count(&counter),
        1,
        "nothing holds the state any more"
    );
}

#[test]
fn settings_are_seen_where_they_belong() {
    let server = Server::builder("settings", "2.0")
        .title("Settings")
        .instructions("Read me.")
        .cache(Duration::from_millis(1_500), CacheScope::Public)
        .build()
        .unwrap();
    let discovered = ask_modern(&server, "server/discover");
    assert_eq!(discovered["result"]["instructions"], "Read me.");
    assert_eq!(discovered["result"]["ttlMs"], 1_500);
    let list = ask_modern(&server, "tools/list");
    assert_eq!(
        (&list["result"]["ttlMs"], &list["result"]["cacheScope"]),
        (&json!(1_500), &json!("public"))
    );
    let initialize = haft_tests::connection::initialize("2025-11-25").to_string();
    let agreed = answer(&server, initialize);
    assert_eq!(agreed["result"]["instructions"], "Read me.");
    assert_eq!(agreed["result"]["serverInfo"]["title"], "Settings");
    assert_eq!(
        format!("{server:?}"),
        r#"Server { name: "settings", tools: 0 }"#
    );
}
