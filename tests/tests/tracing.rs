//! What a subscriber hears: a span for each call, protocol errors and tool errors each under a target of their own.

use std::collections::HashMap;
use std::fmt::Debug;
use std::future::Future;
use std::io::{BufRead, BufReader, Read, Write};
use std::pin::pin;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, Once};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use haft::{ArgumentFaults, Server, Tool, ToolError, ToolResult, tool};
use haft_tests::{answer, answers, block_on};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Span, Subscriber};
use tracing_subscriber::layer::{Context as Around, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

type Fields = HashMap<&'static str, String>;

/// What was heard of the calls of one id.
#[derive(Default)]
struct Heard {
    spans: Vec<Fields>,
    /// Target, level and fields; beside them the tool of the span around it.
    events: Vec<(String, tracing::Level, Fields, Option<String>)>,
}

static HEARD: Mutex<Heard> = Mutex::new(Heard {
    spans: Vec::new(),
    events: Vec::new(),
});

struct Ear;

struct Collect<'a>(&'a mut Fields);

impl Visit for Collect<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Ear {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, around: Around<'_, S>) {
        let mut fields = Fields::new();
        attributes.record(&mut Collect(&mut fields));
        fields.insert("target", attributes.metadata().target().to_owned());
        around.span(id).unwrap().extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, around: Around<'_, S>) {
        let span = around.span(id).unwrap();
        let mut extensions = span.extensions_mut();
        let fields: &mut Fields = extensions.get_mut().unwrap();
        let before = fields.len();
        values.record(&mut Collect(fields));
        assert!(fields.len() > before, "a field was recorded twice");
    }

    fn on_event(&self, event: &Event<'_>, around: Around<'_, S>) {
        let mut fields = Fields::new();
        event.record(&mut Collect(&mut fields));
        let within = around
            .lookup_current()
            .and_then(|span| span.extensions().get::<Fields>()?.get("tool").cloned());
        let metadata = event.metadata();
        HEARD.lock().unwrap().events.push((
            metadata.target().to_owned(),
            *metadata.level(),
            fields,
            within,
        ));
    }

    fn on_close(&self, id: Id, around: Around<'_, S>) {
        let fields = around
            .span(&id)
            .unwrap()
            .extensions_mut()
            .remove::<Fields>()
            .unwrap();
        HEARD.lock().unwrap().spans.push(fields);
    }
}

/// Sends one message, whose id is a string that no other test uses, and returns what was heard of that id.
fn heard(id: &str, serve: impl FnOnce()) -> Heard {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        tracing::subscriber::set_global_default(Registry::default().with(Ear)).unwrap();
    });
    serve();
    let id = Value::from(id).to_string();
    let is_of = |fields: &Fields| fields.get("request").is_some_and(|request| *request == id);
    let mut all = HEARD.lock().unwrap();
    let (spans, others) = std::mem::take(&mut all.spans).into_iter().partition(&is_of);
    all.spans = others;
    let (events, others) = std::mem::take(&mut all.events)
        .into_iter()
        .partition(|(_, _, fields, _)| is_of(fields));
    all.events = others;
    Heard { spans, events }
}

fn call(id: &str, tool: &str, arguments: &Value) -> String {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

/// Say what is asked.
#[tool]
fn say(text: &str, request: &str) -> String {
    tracing::info!(target: "test", request, "inside");
    text.to_owned()
}

/// Say something, later.
#[tool]
async fn say_later(request: String) -> &'static str {
    /// Pending once.
    struct Later(bool);
    impl Future for Later {
        type Output = ();
        fn poll(mut self: std::pin::Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
            if std::mem::replace(&mut self.0, true) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        }
    }
    struct Says(String);
    impl Drop for Says {
        fn drop(&mut self) {
            tracing::info!(target: "test", request = self.0, "dropped");
        }
    }
    let says = Says(request);
    tracing::info!(target: "test", request = says.0, "before");
    Later(false).await;
    tracing::info!(target: "test", request = says.0, "after");
    "later"
}

/// Fail.
#[tool]
fn fail() -> Result<(), &'static str> {
    Err("the key is sk-123")
}

/// Fail in detail.
#[tool]
fn fail_in_detail() -> Result<(), ToolError> {
    Err(ToolError::new("no such branch"))
}

/// Fail by hand.
#[tool]
fn fail_by_hand() -> ToolResult {
    ToolResult::text("by hand").error()
}

/// Give what cannot be sent.
#[tool]
fn not_finite() -> f64 {
    f64::NAN
}

/// Panic.
#[tool]
fn panics() {
    panic!("the secret of panics")
}

/// Panic later.
#[tool]
async fn panics_later() {
    panic!("the secret of panics_later")
}

/// Never answer.
#[tool]
async fn never() {
    std::future::pending::<()>().await;
}

fn builder() -> haft::Builder {
    Server::builder("traced", "1.0.0")
        .tool::<say>()
        .tool::<say_later>()
        .tool::<fail>()
        .tool::<fail_in_detail>()
        .tool::<fail_by_hand>()
        .tool::<not_finite>()
        .tool::<panics>()
        .tool::<panics_later>()
        .tool::<never>()
        .row(
            Tool::of::<never>()
                .renamed("late")
                .timeout(Duration::from_millis(5)),
        )
}

fn server() -> Server {
    builder().build().unwrap()
}

/// The one span, without its duration.
fn the_span(heard: &Heard) -> Vec<(&'static str, &str)> {
    let [span] = heard.spans.as_slice() else {
        panic!("{} spans", heard.spans.len())
    };
    let duration: f64 = span["duration_ms"].parse().unwrap();
    assert!(duration >= 0.0);
    let mut fields: Vec<_> = span
        .iter()
        .filter(|(name, _)| **name != "duration_ms")
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    fields.sort_unstable();
    fields
}

#[test]
fn a_call_is_a_span_that_says_which_tool_and_what_came_of_it() {
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let message = json!({
        "jsonrpc": "2.0", "id": "span", "method": "tools/call",
        "params": {
            "name": "say", "arguments": {"text": "hello", "request": "\"span\""},
            "_meta": {"traceparent": parent, "tracestate": "vendor=1", "baggage": "user=ada"},
        },
    });
    let heard = heard("span", || {
        assert_eq!(
            haft_tests::text(&answer(&server(), message.to_string())),
            "hello"
        );
    });
    assert_eq!(
        the_span(&heard),
        [
            ("outcome", "ok"),
            ("request", "\"span\""),
            ("revision", "2025-11-25"),
            ("target", "haft::call"),
            ("tool", "say"),
            ("traceparent", parent),
            ("tracestate", "vendor=1"),
        ]
    );
    // The tool's own event stands inside of it, and nothing else was to be said.
    let [(target, _, fields, within)] = heard.events.as_slice() else {
        panic!("{:?}", heard.events)
    };
    assert_eq!(
        (
            target.as_str(),
            fields["message"].as_str(),
            within.as_deref()
        ),
        ("test", "inside", Some("say"))
    );
}

#[test]
fn a_trace_context_that_is_none_is_left_out() {
    let long = "v".repeat(600);
    for (id, meta) in [
        ("meta-1", json!({"traceparent": 1})),
        ("meta-2", json!({"traceparent": long})),
        ("meta-3", json!({})),
    ] {
        let message = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "fail", "arguments": {}, "_meta": meta},
        });
        let heard = heard(id, || drop(answers(&server(), message.to_string())));
        assert!(
            !the_span(&heard)
                .iter()
                .any(|(name, _)| *name == "traceparent")
        );
    }
}

#[test]
fn an_async_body_is_inside_of_its_span_at_each_poll_and_nothing_else_is() {
    let heard = heard("later", || {
        let server = server();
        let message = call("later", "say_later", &json!({"request": "\"later\""}));
        let mut serving = pin!(server.handle(message.as_bytes()));
        assert!(
            serving
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        assert!(
            Span::current().is_none(),
            "the span is left between two polls"
        );
        assert_eq!(block_on(serving).len(), 1);
        assert!(Span::current().is_none());
    });
    let events: Vec<_> = heard
        .events
        .iter()
        .map(|(_, _, fields, within)| (fields["message"].as_str(), within.as_deref()))
        .collect();
    let within = Some("say_later");
    assert_eq!(
        events,
        [("before", within), ("after", within), ("dropped", within)]
    );
    assert!(the_span(&heard).contains(&("outcome", "ok")));
}

#[test]
fn each_outcome_has_its_name_and_its_event() {
    let server = server();
    let rows = [
        (
            "fail",
            json!({}),
            "tool_error",
            Some(("haft::tool", "the key is sk-123")),
        ),
        (
            "fail_in_detail",
            json!({}),
            "tool_error",
            Some(("haft::tool", "no such branch")),
        ),
        (
            "fail_by_hand",
            json!({}),
            "tool_error",
            Some(("haft::tool", "by hand")),
        ),
        (
            "not_finite",
            json!({}),
            "tool_error",
            Some(("haft::tool", "the result cannot be sent: ")),
        ),
        (
            "panics",
            json!({}),
            "panic",
            Some(("haft::tool", "the tool panicked")),
        ),
        (
            "panics_later",
            json!({}),
            "panic",
            Some(("haft::tool", "the tool panicked")),
        ),
        (
            "late",
            json!({}),
            "timeout",
            Some(("haft::tool", "not finished within 0.005 s")),
        ),
        (
            "fail",
            json!({"a": 1}),
            "fault",
            Some((
                "haft::protocol",
                "Invalid arguments for fail:\n- /a: unknown argument",
            )),
        ),
        ("say", json!({"text": "", "request": ""}), "ok", None),
    ];
    for (index, (tool, arguments, outcome, event)) in rows.into_iter().enumerate() {
        let id = format!("outcome-{index}");
        let heard = heard(&id, || drop(answers(&server, call(&id, tool, &arguments))));
        let span = the_span(&heard);
        assert!(
            span.contains(&("outcome", outcome)) && span.contains(&("tool", tool)),
            "{tool}: {span:?}"
        );
        let events: Vec<_> = heard
            .events
            .iter()
            .map(|(target, _, fields, _)| (target.as_str(), &fields["message"]))
            .collect();
        match (event, events.as_slice()) {
            (None, []) => {}
            (Some((target, text)), [(came, said)]) => {
                assert_eq!(*came, target, "{tool}");
                assert!(said.starts_with(text), "{tool}: {said}");
                let (_, _, fields, within) = &heard.events[0];
                assert_eq!(within.as_deref(), Some(tool), "inside of the span");
                let told = if target == "haft::tool" {
                    ("outcome", outcome)
                } else {
                    ("code", "-32602")
                };
                assert_eq!(fields[told.0], told.1, "{tool}");
            }
            (_, events) => panic!("{tool}: {events:?}"),
        }
    }
}

#[test]
fn a_call_that_is_dropped_is_cancelled() {
    let heard = heard("dropped", || {
        let server = server();
        let message = call("dropped", "never", &json!({}));
        let mut serving = Box::pin(server.handle(message.as_bytes()));
        assert!(
            serving
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
    });
    assert!(the_span(&heard).contains(&("outcome", "cancelled")));
    assert!(heard.events.is_empty());
}

#[test]
fn faults_that_are_answered_as_tool_errors_are_still_of_the_protocol() {
    let server = builder()
        .argument_faults(ArgumentFaults::ToolError)
        .build()
        .unwrap();
    let heard = heard("as-result", || {
        let answer = answer(&server, call("as-result", "fail", &json!({"a": 1})));
        assert_eq!(answer["result"]["isError"], true);
    });
    assert!(the_span(&heard).contains(&("outcome", "fault")));
    let [(target, _, fields, _)] = heard.events.as_slice() else {
        panic!("{:?}", heard.events)
    };
    assert_eq!(
        (target.as_str(), fields["code"].as_str()),
        ("haft::protocol", "-32602")
    );
}

#[test]
fn what_is_masked_for_the_client_is_said_to_the_subscriber() {
    let server = builder().mask_errors().build().unwrap();
    let heard = heard("masked", || {
        let answer = answer(&server, call("masked", "fail", &json!({}))).to_string();
        assert!(!answer.contains("sk-123"), "{answer}");
    });
    let [(target, level, fields, _)] = heard.events.as_slice() else {
        panic!("{:?}", heard.events)
    };
    assert_eq!(
        (target.as_str(), *level, fields["message"].as_str()),
        ("haft::tool", tracing::Level::WARN, "the key is sk-123")
    );
}

#[test]
fn messages_that_are_refused_are_events_without_a_span() {
    let server = server();
    let rows = [
        (call("no-tool", "nothing", &json!({})), "no-tool", "-32602"),
        (
            r#"{"jsonrpc":"2.0","id":"no-method","method":"nothing"}"#.to_owned(),
            "no-method",
            "-32601",
        ),
        (
            r#"{"jsonrpc":"1.0","id":"no-version","method":"ping"}"#.to_owned(),
            "no-version",
            "-32600",
        ),
    ];
    for (message, id, code) in rows {
        let heard = heard(id, || assert_eq!(answers(&server, message).len(), 1));
        assert!(heard.spans.is_empty());
        let [(target, _, fields, within)] = heard.events.as_slice() else {
            panic!("{:?}", heard.events)
        };
        assert_eq!(
            (target.as_str(), fields["code"].as_str(), within),
            ("haft::protocol", code, &None)
        );
    }
}

/// Reads one stream to its end on a thread.
fn gather(stream: impl Read + Send + 'static) -> (Arc<Mutex<String>>, thread::JoinHandle<()>) {
    let text = Arc::new(Mutex::new(String::new()));
    let filled = Arc::clone(&text);
    let gathering = thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let mut text = filled.lock().unwrap();
            text.push_str(&line);
            text.push('\n');
        }
    });
    (text, gathering)
}

#[test]
fn over_the_standard_streams_spans_end_as_calls_do_and_nothing_gets_among_the_messages() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_traced"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let (messages, messages_gathered) = gather(server.stdout.take().unwrap());
    let (said, said_gathered) = gather(server.stderr.take().unwrap());
    let wait_for = |text: &str| {
        for _ in 0..3_000 {
            if said.lock().unwrap().contains(text) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{text:?} was not said: {}", said.lock().unwrap());
    };

    for tool in ["answer", "spin", "wait", "late"] {
        writeln!(input, "{}", call(tool, tool, &json!({}))).unwrap();
    }
    writeln!(input, "no message").unwrap();
    wait_for("inside of spin");
    wait_for("inside of wait");
    for id in ["spin", "wait"] {
        let params = json!({"requestId": id});
        writeln!(
            input,
            "{}",
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        )
        .unwrap();
    }
    wait_for("not finished within 0.01 s");
    for (tool, outcome) in [
        ("answer", "ok"),
        ("spin", "cancelled"),
        ("wait", "cancelled"),
    ] {
        wait_for(&format!(
            "call{{tool=\"{tool}\" request=\"\\\"{tool}\\\"\" revision=\"2025-11-25\" outcome=\"{outcome}\""
        ));
    }
    drop(input);
    assert!(server.wait().unwrap().success());
    messages_gathered.join().unwrap();
    said_gathered.join().unwrap();

    let messages = messages.lock().unwrap();
    let mut ids: Vec<_> = messages
        .lines()
        .map(|line| haft_tests::json(line)["id"].clone())
        .collect();
    ids.sort_by_key(Value::to_string);
    assert_eq!(
        ids,
        [json!("answer"), json!("late"), json!(null)],
        "{messages}"
    );
}
