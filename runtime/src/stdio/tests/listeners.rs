//! Clients that want to be told of changes and do not read.

use std::thread;

use serde_json::json;

use super::client::Client;
use super::tools::{builder, gate, open, opens, pass};
use crate::{Map, Server, Tool};

fn named(name: &str) -> Tool {
    let schema = json!({"type": "object"});
    Tool::new(name.to_owned(), "Answer.", schema, |_: Map, _| ())
}

/// Adds a tool and removes it, over and over.
fn toggle(server: &Server, times: usize) {
    for _ in 0..times {
        server.add(named("toggled")).unwrap();
        server.remove("toggled").unwrap();
    }
}

fn listen(client: &mut Client, id: u64) {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"notifications": {"toolsListChanged": true}, "_meta": meta});
    let method = "subscriptions/listen";
    let listen = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    client.write(listen.to_string() + "\n");
}

#[test]
fn a_client_that_does_not_read_is_owed_one_notification_for_each_subscription() {
    let mut client = Client::of(builder().tools_may_change());
    let server = client.session.server.clone();
    for id in 0..100 {
        listen(&mut client, id);
    }
    client.ping(100);
    for id in 0..100 {
        let acknowledged = client.next().unwrap();
        let meta = &acknowledged["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/subscriptionId"], id);
    }
    assert_eq!(client.id(), 100);
    // Whoever writes is held up for as long as this lasts, and what comes meanwhile stays where it is.
    let sink = loop {
        if let Some(sink) = client.session.lock().sink.take() {
            break sink;
        }
        thread::yield_now();
    };
    toggle(&server, 100);
    let once = client.session.lock().out.len();
    assert!(once < 100 * 200, "{once}");
    toggle(&server, 1_000);
    assert_eq!(client.session.lock().out.len(), once);
    client.session.lock().sink = Some(sink);
    client.ping(101);
    for id in 0..100 {
        let told = client.next().unwrap();
        assert_eq!(told["method"], "notifications/tools/list_changed");
        let meta = &told["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/subscriptionId"], id);
    }
    assert_eq!(client.id(), 101);
    // What has been written counts no more.
    toggle(&server, 1);
    assert_eq!(
        client.next().unwrap()["method"],
        "notifications/tools/list_changed"
    );
    client.finish().unwrap();
}

#[test]
fn a_removed_tool_goes_with_its_last_call_and_not_with_the_next_one() {
    /// Asks something of the server as it goes: whatever is held then, this waits for.
    struct State(Server);
    impl Drop for State {
        fn drop(&mut self) {
            toggle(&self.0, 1);
            self.0.add(named("gone")).unwrap();
        }
    }

    let client_of = |server: &Server| {
        let settings = super::super::session::Settings::of(server);
        Client::serving(server.clone(), settings)
    };
    let server = builder().tools_may_change().build().unwrap();
    let mut client = client_of(&server);
    let add = || {
        let state = State(server.clone());
        let schema = json!({"type": "object"});
        let tool = Tool::new("stateful", "Wait.", schema, move |gates: Gates, _| {
            if let Some((begun, gate)) = gates.gates {
                open(begun);
                pass(gate);
            }
            state.0.list().len()
        });
        server.add(tool).unwrap();
    };
    let is_gone = || server.list().iter().any(|tool| tool["name"] == "gone");
    // Nobody calls it any more.
    add();
    client.call(1, "stateful", &json!({}));
    client.next().unwrap();
    server.remove("stateful").unwrap();
    assert!(is_gone());
    server.remove("gone").unwrap();
    // Somebody does.
    for slow in [false, true] {
        add();
        let (begun, gate) = (gate(), gate());
        client.call(2, "stateful", &json!({"gates": [begun, gate]}));
        if slow {
            // Another thread leads by now.
            client.ping(3);
            assert_eq!(client.id(), 3);
        }
        assert!(opens(begun));
        server.remove("stateful").unwrap();
        assert!(!is_gone());
        open(gate);
        assert_eq!(client.id(), 2);
        while !is_gone() {
            thread::yield_now();
        }
        server.remove("gone").unwrap();
    }
    client.finish().unwrap();
}

#[derive(serde::Deserialize)]
struct Gates {
    gates: Option<(u64, u64)>,
}
