//! `notifications/cancelled`: nothing more is sent, and what can be stopped is.

use std::collections::BTreeSet;
use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::session::Settings;
use super::client::{Client, PATIENCE, call, settings};
use super::tools::{builder, gate, open, opens, slow};

#[test]
fn a_cancelled_call_is_not_answered() {
    for tool in ["wait", "stubborn", "later"] {
        let mut client = Client::new();
        // At first the leader is in the tool; the second time the tool is known to be slow.
        for done in [true, false] {
            let gate = gate();
            client.call(1, tool, &slow(tool, gate, done));
            client.ping(2);
            assert_eq!(client.id(), 2);
            client.cancel(&json!(1));
            client.ping(3);
            assert_eq!(client.id(), 3);
            open(gate);
            client.settle();
        }
        client.finish_in_silence();
    }
}

#[test]
fn a_call_that_holds_up_the_leader_can_be_cancelled() {
    let mut client = Client::new();
    for (tool, calls) in [("wait", 1), ("stubborn", 1), ("later", 3), ("wait", 3)] {
        let gate = gate();
        for _ in 0..calls {
            client.call(1, tool, &slow(tool, gate, true));
            client.cancel(&json!(1));
        }
        client.ping(2);
        assert_eq!(client.id(), 2);
        open(gate);
        client.settle();
    }
    client.finish_in_silence();
}

/// A call with an id as JSON.
fn call_with(id: &Value, tool: &str, arguments: &Value) -> String {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string() + "\n"
}

#[test]
fn ids_are_compared_by_type_and_value() {
    let mut client = Client::new();
    let gate = gate();
    for id in [json!(1), json!("1"), json!("ä"), json!(-0), json!("")] {
        client.write(call_with(&id, "later", &json!({"gate": gate})));
    }
    client.cancel(&json!(1));
    let escaped =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u00e4"}}"#;
    client.write(escaped.to_owned() + "\n");
    client.cancel(&json!(""));
    client.ping(7);
    assert_eq!(client.id(), 7);
    open(gate);
    let mut ids = [client.id().to_string(), client.id().to_string()];
    ids.sort();
    assert_eq!(ids, [r#""1""#, "0"]);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn every_call_of_the_id_is_cancelled() {
    let mut client = Client::new();
    let gate = gate();
    for tool in ["wait", "later", "stubborn", "later"] {
        client.call(1, tool, &slow(tool, gate, false));
    }
    client.call(2, "later", &json!({"gate": gate}));
    client.cancel(&json!(1));
    client.ping(3);
    assert_eq!(client.id(), 3);
    open(gate);
    assert_eq!(client.id(), 2);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn what_cannot_be_cancelled_is_passed_over() {
    let mut client = Client::new();
    let gate = gate();
    client.call(1, "later", &json!({"gate": gate}));
    for id in [
        json!(2),
        json!("1"),
        json!(null),
        json!(1.5),
        json!([1]),
        json!({"id": 1}),
        json!(true),
    ] {
        client.cancel(&id);
    }
    for params in [
        "",
        r#","params":null"#,
        r#","params":[1]"#,
        r#","params":{}"#,
        r#","params":{"requestId":1,"requestId":1}"#,
        r#","params":{"requestID":1}"#,
    ] {
        client.write(format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"{params}}}\n"
        ));
    }
    client.ping(3);
    assert_eq!(client.id(), 3);
    open(gate);
    assert_eq!(client.id(), 1);
    // Too late, and again.
    client.cancel(&json!(1));
    client.cancel(&json!(1));
    let initialize = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let initialize =
        json!({"jsonrpc": "2.0", "id": 4, "method": "initialize", "params": initialize});
    client.write(initialize.to_string() + "\n");
    client.cancel(&json!(4));
    assert_eq!(client.id(), 4);
    client.finish_in_silence();
}

#[test]
fn a_pending_future_is_dropped() {
    let mut client = Client::new();
    let gate = gate();
    let params =
        json!({"name": "held", "arguments": {"gate": gate}, "_meta": {"progressToken": 1}});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    client.write(call.to_string() + "\n");
    client.ping(2);
    assert_eq!(client.id(), 2);
    client.cancel(&json!(1));
    assert!(opens(gate));
    client.settle();
    client.finish_in_silence();
}

#[test]
fn a_tool_can_notice() {
    for tool in ["heed", "heed_beside"] {
        let mut client = Client::new();
        for _ in 0..2 {
            let gate = gate();
            client.call(1, tool, &json!({"gate": gate}));
            client.ping(2);
            assert_eq!(client.id(), 2);
            client.cancel(&json!(1));
            assert!(opens(gate));
            client.settle();
        }
        client.finish_in_silence();
    }
}

#[test]
fn no_report_follows() {
    let mut client = Client::new();
    let (gate, unheard) = (gate(), gate());
    let arguments = json!({"gate": gate, "unheard": unheard});
    let params = json!({"name": "report", "arguments": arguments, "_meta": {"progressToken": "t"}});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    client.write(call.to_string() + "\n");
    for _ in 0..3 {
        assert_eq!(client.next().unwrap()["method"], "notifications/progress");
    }
    client.cancel(&json!(1));
    client.ping(2);
    while client.next().unwrap()["id"] != 2 {}
    assert!(opens(unheard));
    open(gate);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn a_call_that_waits_for_its_turn_is_dropped() {
    let mut client = Client::with(Settings {
        in_flight: 1,
        ..settings()
    });
    let gate = gate();
    client.call(1, "later", &json!({"gate": gate}));
    for id in 2..6 {
        client.call(id, "add", &json!({"a": 1, "b": 1}));
    }
    client.cancel(&json!(2));
    client.cancel(&json!(4));
    client.ping(7);
    assert_eq!(client.id(), 7);
    assert_eq!(client.session.lock().queue.len(), 2);
    open(gate);
    assert_eq!(client.ids(3), [1, 3, 5].into());
    assert_eq!(client.session.lock().queued, 0);
    client.settle();
    client.finish_in_silence();
}

#[test]
fn a_cancelled_future_gives_its_place_away_and_a_cancelled_function_keeps_it() {
    let mut client = Client::with(Settings {
        in_flight: 1,
        ..settings()
    });
    let gate = gate();
    client.call(1, "later", &json!({"gate": gate}));
    client.call(2, "wait", &json!({"gate": gate}));
    client.cancel(&json!(1));
    client.ping(3);
    assert_eq!(client.id(), 3);
    while !client.session.lock().queue.is_empty() {
        thread::yield_now();
    }
    client.cancel(&json!(2));
    client.call(4, "add", &json!({"a": 1, "b": 1}));
    client.ping(5);
    assert_eq!(client.id(), 5);
    open(gate);
    assert_eq!(client.id(), 4);
    client.settle();
    client.finish_in_silence();
}

/// Numbers without order.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % sides
    }
}

#[test]
fn a_storm_leaves_every_call_that_is_not_cancelled_its_one_answer() {
    const CALLS: u64 = 3_000;
    let patient = || builder().grace(PATIENCE);
    for builder in [
        patient(),
        patient().timeout(Duration::from_millis(2)).max_in_flight(8),
    ] {
        let mut client = Client::of(builder);
        let gate = gate();
        open(gate);
        let mut to = client.to.take().unwrap();
        let writing = thread::spawn(move || {
            let mut dice = Dice(7);
            let mut cancelled = BTreeSet::new();
            for id in 0..CALLS {
                let line = match dice.throw(6) {
                    0 => call(id, "sleep", &json!({"milliseconds": dice.throw(5)})),
                    1 => call(id, "nap", &json!({"milliseconds": dice.throw(5)})),
                    2 => call(id, "stubborn", &slow("stubborn", gate, dice.throw(2) == 0)),
                    3 => call(id, "later", &slow("later", gate, true)),
                    4 => call(id, "ready", &json!({})),
                    _ => call(id, "add", &json!({"a": 1, "b": 1})),
                };
                writeln!(to, "{line}").unwrap();
                if dice.throw(3) == 0 {
                    let id = id.saturating_sub(dice.throw(5));
                    cancelled.insert(id);
                    let params = json!({"requestId": id});
                    let method = "notifications/cancelled";
                    let cancel = json!({"jsonrpc": "2.0", "method": method, "params": params});
                    writeln!(to, "{cancel}").unwrap();
                }
            }
            cancelled
        });
        let mut answered = BTreeSet::new();
        while let Some(answer) = client.next_or_end() {
            let id = answer["id"].as_u64().unwrap();
            assert!(answered.insert(id), "{id} twice");
        }
        let cancelled = writing.join().unwrap();
        let unanswered: Vec<_> = (0..CALLS).filter(|id| !answered.contains(id)).collect();
        assert!(
            unanswered.iter().all(|id| cancelled.contains(id)),
            "{unanswered:?}"
        );
        assert!(!unanswered.is_empty());
    }
}
