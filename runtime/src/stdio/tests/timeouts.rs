//! Limits of time: the answer comes at once, whatever the tool does.

use std::time::Duration;

use serde_json::json;

use super::super::session::Settings;
use super::client::{Client, PATIENCE};
use super::tools::{builder, gate, open, opens, slow};
use crate::{Call, Map, Tool};

const BRIEF: Duration = Duration::from_millis(30);

#[test]
fn an_answer_comes_when_the_time_is_over() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::of(builder().timeout(BRIEF));
        // At first the leader is in the tool; later the tool is known to be slow.
        for done in [true, false, true] {
            let gate = gate();
            client.call(1, tool, &slow(tool, gate, done));
            let answer = client.next().unwrap();
            assert_eq!(answer["result"]["isError"], true);
            let text = format!("The tool {tool} did not finish within 0.03 s.");
            assert_eq!(
                answer["result"]["content"],
                json!([{"type": "text", "text": text}])
            );
            client.ping(2);
            assert_eq!(client.id(), 2);
            open(gate);
            client.settle();
        }
        client.finish_in_silence();
    }
}

#[test]
fn every_call_has_its_own_time() {
    let mut client = Client::of(builder().timeout(BRIEF));
    let gate = gate();
    for id in 0..50 {
        let tool = if id % 2 == 0 { "wait" } else { "later" };
        client.call(id, tool, &slow(tool, gate, true));
    }
    assert_eq!(client.ids(50), (0..50).collect());
    open(gate);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn calls_in_time_are_answered_as_ever() {
    let mut client = Client::of(builder().timeout(PATIENCE));
    for id in 0..100 {
        client.call(id, "add", &json!({"a": id, "b": 1}));
        assert_eq!(client.text(), (id + 1).to_string());
    }
    client.call(1, "sleep", &json!({"milliseconds": 10}));
    assert_eq!(client.text(), "ok");
    client.call(2, "nap", &json!({"milliseconds": 10}));
    assert_eq!(client.text(), "ok");
    client.finish_in_silence();
}

#[test]
fn a_future_is_dropped_and_a_tool_can_notice() {
    for tool in ["held", "heed", "heed_beside"] {
        let mut client = Client::of(builder().timeout(BRIEF));
        for _ in 0..2 {
            let gate = gate();
            client.call(1, tool, &json!({"gate": gate}));
            assert!(client.text().contains("did not finish"));
            assert!(opens(gate));
        }
        client.settle();
        client.finish_in_silence();
    }
}

#[test]
fn a_tools_own_limit_goes_before_that_of_the_server() {
    let own = |name: &'static str| {
        Tool::new_async(
            name,
            "A tool.",
            json!({"type": "object"}),
            |_: Map, _: Call| std::future::pending::<()>(),
        )
    };
    let brief = own("brief").timeout(BRIEF);
    let mut client = Client::of(
        builder()
            .row(brief)
            .row(own("long"))
            .timeout(PATIENCE * 100),
    );
    client.call(1, "long", &json!({}));
    client.call(2, "brief", &json!({}));
    assert_eq!(client.id(), 2);
    client.cancel(&json!(1));
    client.settle();
    client.finish_in_silence();

    let longest = own("longest").timeout(Duration::MAX);
    let mut client = Client::of(builder().row(longest).timeout(BRIEF));
    client.call(1, "longest", &json!({}));
    client.call(2, "later", &json!({"gate": gate()}));
    assert_eq!(client.id(), 2);
    client.cancel(&json!(1));
    client.settle();
    client.finish_in_silence();
}

#[test]
fn time_begins_when_a_waiting_call_has_its_turn() {
    let server = builder().timeout(BRIEF).build().unwrap();
    let settings = Settings {
        in_flight: 1,
        ..Settings::of(&server)
    };
    let mut client = Client::serving(server, settings);
    let gate = gate();
    client.call(1, "wait", &json!({"gate": gate}));
    client.call(2, "later", &json!({"gate": gate}));
    assert_eq!(client.id(), 1);
    // The thread of the first call is all that is in flight, and nothing has a deadline.
    std::thread::sleep(3 * BRIEF);
    client.ping(3);
    assert_eq!(client.id(), 3);
    assert_eq!(client.session.lock().queue.len(), 1);
    open(gate);
    assert_eq!(client.id(), 2);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn time_runs_after_the_end_of_input_too() {
    for tool in ["wait", "later"] {
        let mut client = Client::of(builder().timeout(BRIEF).grace(PATIENCE));
        let gate = gate();
        client.call(1, tool, &json!({"gate": gate}));
        client.end();
        assert!(client.text().contains("did not finish"));
        client.finish().unwrap();
        open(gate);
    }
}
