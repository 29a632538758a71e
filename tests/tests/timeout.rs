//! Limits of time without a transport: `Server::handle` keeps them for async tools, whatever runs it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use haft::{Call, Map, Server, Tool, json, tool, tools};
use haft_tests::block_on;
use serde_json::Value;

/// Never be done.
#[tool]
async fn pend() {
    std::future::pending::<()>().await;
}

/// Be done soon, on a runtime or not.
#[tool]
async fn pass() -> &'static str {
    "passed"
}

fn call(tool: &str) -> Vec<u8> {
    let params = json!({"name": tool, "arguments": {}});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    call.to_string().into_bytes()
}

fn text(answers: &[String]) -> (bool, String) {
    let [answer] = answers else {
        panic!("{answers:?}")
    };
    let answer: Value = serde_json::from_str(answer).unwrap();
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap();
    (result["isError"] == true, text.to_owned())
}

#[test]
fn a_future_without_end_is_answered_on_any_executor() {
    let server = Server::builder("timed", "1.0.0")
        .tool::<pend>()
        .timeout(Duration::from_millis(1500));
    let server = server
        .row(Tool::of::<pass>().timeout(Duration::from_secs(60)))
        .build()
        .unwrap();
    let expected = (
        true,
        "The tool pend did not finish within 1.5 s.".to_owned(),
    );
    assert_eq!(text(&block_on(server.handle(&call("pend")))), expected);
    assert_eq!(
        text(&block_on(server.handle(&call("pass")))),
        (false, "passed".to_owned())
    );
    // One without a clock.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    assert_eq!(
        text(&runtime.block_on(server.handle(&call("pend")))),
        expected
    );
}

#[test]
fn the_future_is_dropped_and_its_call_cancelled() {
    struct Dropped(Call, Arc<AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.1.store(self.0.is_cancelled(), Ordering::Relaxed);
        }
    }
    let dropped = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&dropped);
    let tool = Tool::new_async(
        "held",
        "Wait.",
        json!({"type": "object"}),
        move |_: Map, call: Call| {
            let held = Dropped(call, Arc::clone(&told));
            async move {
                let _held = held;
                std::future::pending::<()>().await;
            }
        },
    );
    let server = Server::builder("timed", "1.0.0").row(tool.timeout(Duration::from_millis(10)));
    let server = server.build().unwrap();
    let (is_error, text) = text(&block_on(server.handle(&call("held"))));
    assert!(is_error && text.ends_with("within 0.01 s."), "{text}");
    assert!(dropped.load(Ordering::Relaxed));
}

#[test]
fn a_limit_of_no_time_is_refused() {
    let server = Server::builder("timed", "1.0.0")
        .tool::<pend>()
        .timeout(Duration::ZERO);
    let error = server.build().unwrap_err().to_string();
    assert!(
        error.contains("tool `pend`: its time limit is zero"),
        "{error}"
    );
}

/// Be done never, for a moment.
#[tool(timeout = "20ms")]
async fn hasty() {
    std::future::pending::<()>().await;
}

struct Patient;

#[tools]
impl Patient {
    /// Be done late.
    #[tool(timeout = "2m")]
    async fn late(&self) -> &'static str {
        tokio::time::sleep(Duration::from_millis(60)).await;
        "late"
    }
}

#[test]
fn the_attribute_limits_in_place_of_the_server() {
    let server = Server::builder("timed", "1.0.0")
        .tool::<hasty>()
        .tools(Patient)
        .timeout(Duration::from_millis(30))
        .build()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let answer = |tool| text(&runtime.block_on(server.handle(&call(tool))));
    let (is_error, told) = answer("hasty");
    assert!(is_error && told.ends_with("within 0.02 s."), "{told}");
    assert_eq!(answer("late"), (false, "late".to_owned()));
}
