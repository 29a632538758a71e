//! Runtimes: the caller's, the server's, and those that a tool makes.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tokio::runtime::{Builder, Handle, Runtime};

use super::super::serve_beside;
use super::super::session::Session;
use super::client::{ALONE, Client, call, ping, settings};
use super::tools::server;

#[test]
fn a_function_may_block_on_a_runtime() {
    let mut client = Client::new();
    client.call(1, "block_on_own", &json!({}));
    assert_eq!(client.text(), "ok");
    // From here on there is a runtime of the server's.
    client.call(2, "sleep", &json!({"milliseconds": 0}));
    assert_eq!(client.id(), 2);
    client.call(3, "block_on_own", &json!({}));
    assert_eq!(client.text(), "ok");
    // Asked of the thread that led the first poll.
    client.call(4, "block_on_entered", &json!({}));
    assert_eq!(client.text(), "ok");
    client.finish().unwrap();
}

/// A server for `stdio().await` on a runtime, and its pipes.
fn beside(runtime: &Runtime) -> (Arc<Session>, PipeWriter, PipeReader) {
    let (input, to) = io::pipe().unwrap();
    let (from, output) = io::pipe().unwrap();
    let handle = Some(runtime.handle().clone());
    (
        Session::new(
            server(),
            Box::new(input),
            Box::new(output),
            settings(),
            handle,
        ),
        to,
        from,
    )
}

#[test]
fn a_runtime_of_the_callers_is_used() {
    let _shared = ALONE.read();
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let (session, mut to, from) = beside(&runtime);
    for (id, tool) in ["block_on_entered", "runtime"].into_iter().enumerate() {
        writeln!(to, "{}", call(id as u64, tool, &json!({}))).unwrap();
    }
    drop(to);
    let client = thread::spawn(move || {
        BufReader::new(from)
            .lines()
            .map_while(Result::ok)
            .take(2)
            .collect::<String>()
    });
    let id = runtime.block_on(async {
        serve_beside(session).await.unwrap();
        Handle::current().id()
    });
    let answers = client.join().unwrap();
    assert!(
        answers.contains(&format!("\"{id}\"")) && answers.contains("\"ok\""),
        "{answers}"
    );
}

#[test]
fn a_dropped_future_stops_serving() {
    let _shared = ALONE.read();
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let (session, mut to, from) = beside(&runtime);
    // Can be spawned as well.
    let mut serving: Pin<Box<dyn Future<Output = _> + Send>> =
        Box::pin(serve_beside(Arc::clone(&session)));
    runtime.block_on(async {
        let begun = tokio::time::timeout(Duration::ZERO, &mut serving).await;
        assert!(begun.is_err());
    });
    drop(serving);
    assert!(session.lock().closed);
    writeln!(to, "{}", ping(1)).unwrap();
    drop((session, runtime));
    assert_eq!(BufReader::new(from).lines().count(), 0);
}

#[test]
fn serving_inside_a_runtime_names_the_way() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let _entered = runtime.enter();
    let error = server().serve_stdio().unwrap_err().to_string();
    assert!(error.contains("stdio().await"), "{error}");
}
