//! Who runs what: leaders, followers, futures and what each may not hold up.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::super::session::THREAD;
use super::client::{ALONE, Client, PATIENCE, call, settings};
use super::tools::{gate, open, slow};

#[test]
fn whole_lines_are_answered() {
    let mut client = Client::new();
    client.ping(1);
    assert_eq!(
        client.next(),
        Some(json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
    );
    client.call(2, "add", &json!({"a": 20, "b": 22}));
    assert_eq!(client.text(), "42");
    client.finish().unwrap();
}

#[test]
fn pipelined_calls_amid_garbage_are_each_answered_once() {
    let mut client = Client::new();
    let mut input = String::new();
    for id in 0..10_000 {
        input += &call(id, "add", &json!({"a": id, "b": 1}));
        input += "\n";
        match id % 50 {
            0 => input += "{not json\n",
            1 => input += "\n \t \r\n",
            _ => {}
        }
    }
    let mut to = client.to.take().unwrap();
    let writing = thread::spawn(move || {
        to.write_all(input.as_bytes()).unwrap();
        to
    });
    let mut ids = BTreeSet::new();
    let mut refused = 0;
    for _ in 0..10_200 {
        let answer = client.next().unwrap();
        match answer["id"].as_u64() {
            Some(id) => {
                assert_eq!(answer["result"]["content"][0]["text"], (id + 1).to_string());
                assert!(ids.insert(id), "{id} twice");
            }
            None => {
                assert_eq!(answer["error"]["code"], -32700);
                refused += 1;
            }
        }
    }
    assert_eq!((ids.len(), refused), (10_000, 200));
    client.to = Some(writing.join().unwrap());
    client.finish().unwrap();
}

#[test]
fn waiting_tools_do_not_delay_a_ping() {
    let mut client = Client::new();
    for tool in ["wait", "stubborn"] {
        // The second time the tool is known to be slow.
        for done in [true, false] {
            let gate = gate();
            for id in 0..4 {
                client.call(id, tool, &slow(tool, gate, done));
            }
            client.ping(4);
            assert_eq!(client.id(), 4);
            client.call(5, "add", &json!({"a": 1, "b": 1}));
            assert_eq!(client.id(), 5);
            open(gate);
            assert_eq!(client.ids(4), (0..4).collect());
        }
    }
    client.finish().unwrap();
}

#[test]
fn a_client_may_write_everything_before_it_reads() {
    let mut client = Client::new();
    let mut to = client.to.take().unwrap();
    let (done, written) = channel();
    thread::spawn(move || {
        for id in 0..20_000 {
            let line = match id % 3 {
                0 => call(id, "ready", &json!({})),
                _ => call(id, "add", &json!({"a": 1, "b": 1})),
            };
            writeln!(to, "{line}").unwrap();
        }
        done.send(to).unwrap();
    });
    client.to = Some(written.recv_timeout(PATIENCE).expect("the server reads on"));
    assert_eq!(client.ids(20_000), (0..20_000).collect());
    client.finish().unwrap();
}

#[test]
fn pending_futures_are_answered_in_any_order() {
    let mut client = Client::new();
    let gate = gate();
    client.call(1, "later", &json!({"gate": gate}));
    client.call(2, "sleep", &json!({"milliseconds": 1}));
    assert_eq!(client.id(), 2);
    client.ping(3);
    assert_eq!(client.id(), 3);
    open(gate);
    assert_eq!(client.id(), 1);
    let ids = 10..1_000;
    for id in ids.clone() {
        client.call(id, "sleep", &json!({"milliseconds": id % 5}));
    }
    assert_eq!(client.ids(ids.clone().count()), ids.collect());
    client.finish().unwrap();
}

#[test]
fn two_requests_with_one_id_both_run() {
    let mut client = Client::new();
    let gate = gate();
    for _ in 0..3 {
        client.call(1, "later", &json!({"gate": gate}));
    }
    client.ping(2);
    assert_eq!(client.id(), 2);
    assert!(client.session.lock().warned);
    open(gate);
    assert_eq!(
        (client.id(), client.id(), client.id()),
        (json!(1), json!(1), json!(1))
    );
    client.finish().unwrap();
}

#[test]
fn a_panicking_tool_or_decoder_harms_no_other_call() {
    let mut client = Client::new();
    client.call(1, "panic", &json!({}));
    assert_eq!(client.id(), 1);
    client.call(2, "panic_before", &json!({}));
    let answer = client.next().unwrap();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(2), &json!(-32603))
    );
    client.ping(3);
    assert_eq!(client.id(), 3);
    client.finish().unwrap();
}

#[test]
fn a_slow_mark_grows_with_repetition_and_is_paid_off() {
    let mut client = Client::new();
    let pace = |client: &Client| {
        let state = client.session.lock();
        state
            .current
            .row()
            .as_ref()
            .unwrap()
            .pace
            .load(Ordering::Relaxed)
    };
    let mut call = |milliseconds: u64| {
        client.call(1, "nap", &json!({"milliseconds": milliseconds}));
        assert_eq!(client.id(), 1);
        pace(&client)
    };
    let grown: Vec<_> = std::iter::repeat_with(|| call(20))
        .take_while(|pace| *pace < 64)
        .collect();
    assert!(
        grown.is_sorted() && grown.contains(&8) && grown.contains(&32),
        "{grown:?}"
    );
    while call(0) > 0 {}
    client.finish().unwrap();
}

/// Voluntary context switches of the threads that serve, by thread.
#[cfg(target_os = "linux")]
fn switches() -> Option<std::collections::BTreeMap<String, u64>> {
    let mut switches = std::collections::BTreeMap::new();
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let task = task.ok()?.path();
        let status = std::fs::read_to_string(task.join("status")).unwrap_or_default();
        if status.contains(THREAD) || status.contains("haft-tasks") {
            let (_, count) = status.split_once("\nvoluntary_ctxt_switches:")?;
            switches.insert(
                task.display().to_string(),
                count.split_whitespace().next()?.parse().ok()?,
            );
        }
    }
    Some(switches)
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_server_makes_no_context_switches() {
    let alone = ALONE.write().unwrap_or_else(PoisonError::into_inner);
    let Some(_) = switches() else { return };
    let mut client = Client::alone(settings());
    client.call(1, "sleep", &json!({"milliseconds": 1}));
    client.call(2, "nap", &json!({"milliseconds": 20}));
    assert_eq!(client.ids(2).len(), 2);
    while client.session.lock().awake {
        thread::yield_now();
    }
    // The first looks may see threads on their way to their rest.
    let still = (0..20).any(|_| {
        let before = switches().unwrap();
        thread::sleep(Duration::from_secs(1));
        assert!(
            before.len() >= 4,
            "the watchdog, two that lead, the runtime: {before:?}"
        );
        before == switches().unwrap()
    });
    assert!(still);
    drop(alone);
    client.finish().unwrap();
}
