//! A server as a client starts it: what arrives on its streams, how it ends, and with what code.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use haft_tests::json;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehaving");
/// What only a server that hangs does not keep.
const PATIENCE: Duration = Duration::from_secs(60);

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// How a process ended, and what it wrote that was not asked for.
struct Ended {
    status: ExitStatus,
    output: Vec<String>,
    errors: String,
}

impl Ended {
    /// It ended well and without a word that it could have kept to itself.
    fn well(&self) -> bool {
        self.status.code() == Some(0) && self.errors.ends_with("served\n")
    }
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut stderr = child.stderr.take().unwrap();
        let (told, output) = channel();
        thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .try_for_each(|line| told.send(line))
        });
        let errors = thread::spawn(move || {
            let mut errors = String::new();
            let _ = stderr.read_to_string(&mut errors);
            errors
        });
        Self {
            child,
            input,
            output,
            errors: Some(errors),
        }
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes.as_ref()).unwrap();
    }

    fn call(&mut self, id: u64, tool: &str, arguments: &Value) {
        let params = json!({"name": tool, "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        self.write(call.to_string() + "\n");
    }

    fn ping(&mut self, id: u64) {
        let ping = json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
        self.write(ping.to_string() + "\n");
    }

    fn next(&self) -> Value {
        json(&self.output.recv_timeout(PATIENCE).expect("an answer"))
    }

    fn id(&self) -> Value {
        self.next()["id"].take()
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    fn end(mut self) -> Ended {
        self.input = None;
        self.ended()
    }

    /// Waits for its end, whatever it has been sent.
    fn ended(mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        };
        Ended {
            status,
            output: self.output.iter().collect(),
            errors: self.errors.take().unwrap().join().unwrap(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const WAYS: [&str; 2] = ["blocking", "tokio"];

#[test]
fn the_end_of_input_ends_it() {
    for way in WAYS {
        let mut process = Process::start(&[way]);
        process.call(1, "add", &json!({"a": 1, "b": 2}));
        assert_eq!(process.id(), 1);
        let ended = process.end();
        assert!(ended.well(), "{}", ended.errors);
        assert!(ended.output.is_empty());
    }
    let status = Command::new(PROGRAM)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_last_line_without_its_end_is_served() {
    let mut process = Process::start(&[]);
    process.write(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let ended = process.end();
    assert!(ended.well());
    assert_eq!(ended.output, [r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]);
}

#[test]
fn tools_that_hang_do_not_keep_it() {
    for way in WAYS {
        for tool in ["hang", "pend", "hog"] {
            let mut process = Process::start(&[way]);
            process.call(1, tool, &json!({}));
            process.ping(2);
            assert_eq!(process.id(), 2);
            let ended = process.end();
            assert!(ended.well(), "{tool} {}", ended.errors);
        }
    }
}

#[test]
fn what_a_tool_prints_lands_on_the_standard_error() {
    for way in WAYS {
        let mut process = Process::start(&[way, "farewell"]);
        for (id, tool) in ["shout", "delegate", "mutter"].into_iter().enumerate() {
            process.call(id as u64, tool, &json!({"text": format!("<{tool}>")}));
            assert_eq!(process.id(), id);
        }
        let ended = process.end();
        assert_eq!(ended.status.code(), Some(0));
        for tool in ["<shout>\n", "<delegate>\n", "<mutter>"] {
            assert!(ended.errors.contains(tool), "{}", ended.errors);
        }
        // Restored once nothing is served any more.
        assert_eq!(ended.output, ["farewell"]);
    }
}

#[test]
fn the_guard_can_be_taken_off() {
    let mut process = Process::start(&["unguarded"]);
    process.call(1, "shout", &json!({"text": "\"loud\""}));
    assert_eq!(process.next(), "loud");
    assert_eq!(process.id(), 1);
    assert!(process.end().well());
}

#[test]
fn a_standard_error_that_is_gone_harms_no_call_but_those_that_print() {
    let mut child = Command::new(PROGRAM)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let arguments = json!({"text": "nobody hears it"});
    let params = json!({"name": "shout", "arguments": arguments});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    writeln!(input, "{call}").unwrap();
    let answer = json(&lines.next().unwrap().unwrap());
    assert_eq!(answer["result"]["isError"], true);
    writeln!(input, r#"{{"jsonrpc":"2.0","id":2,"method":"ping"}}"#).unwrap();
    assert_eq!(json(&lines.next().unwrap().unwrap())["id"], 2);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_signal_ends_it_as_the_end_of_input_does() {
    // Inside somebody else's runtime, signals are theirs.
    let way = "blocking";
    for signal in ["-TERM", "-INT"] {
        let mut process = Process::start(&[way]);
        process.ping(1);
        assert_eq!(process.id(), 1);
        process.signal(signal);
        assert!(process.ended().well());

        // What is in flight has its grace period.
        let mut process = Process::start(&[way, "patient"]);
        process.call(1, "nap", &json!({"milliseconds": 200}));
        process.ping(2);
        assert_eq!(process.id(), 2);
        process.signal(signal);
        let ended = process.ended();
        assert!(ended.well());
        assert_eq!(ended.output.len(), 1);
        assert_eq!(json(&ended.output[0])["id"], 1);

        // And no more than that.
        let mut process = Process::start(&[way]);
        process.call(1, "hang", &json!({}));
        process.call(2, "pend", &json!({}));
        process.ping(3);
        assert_eq!(process.id(), 3);
        process.signal(signal);
        let ended = process.ended();
        assert!(ended.well());
        assert!(ended.output.is_empty());
    }
}

#[test]
fn a_second_signal_is_not_kept_waiting() {
    let mut process = Process::start(&["patient"]);
    process.call(1, "hang", &json!({}));
    process.ping(2);
    assert_eq!(process.id(), 2);
    process.signal("-INT");
    thread::sleep(Duration::from_millis(100));
    assert!(process.child.try_wait().unwrap().is_none());
    process.signal("-TERM");
    assert!(process.ended().well());
}

#[test]
fn signals_do_afterwards_what_they_do_by_default() {
    let mut process = Process::start(&["farewell", "linger"]);
    process.input = None;
    assert_eq!(process.output.recv_timeout(PATIENCE).unwrap(), "farewell");
    process.signal("-TERM");
    let ended = process.ended();
    assert_eq!(ended.status.signal(), Some(15));
}

#[test]
fn an_output_that_nobody_reads_any_more_ends_it_quietly() {
    for way in WAYS {
        let mut child = Command::new(PROGRAM)
            .args([way, "patient"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        writeln!(input, r#"{{"jsonrpc":"2.0","id":2,"method":"ping"}}"#).unwrap();
        // The input stays open.
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let mut errors = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        assert_eq!(errors, "served\n");
        drop(input);
    }
}

#[test]
fn a_line_beyond_the_limit_is_refused_and_the_next_one_served() {
    let mut process = Process::start(&[]);
    process.write("x".repeat(1 << 20) + "\n");
    let answer = process.next();
    assert_eq!(answer["error"]["code"], -32600);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(answer["id"].is_null() && message.contains("10000 bytes"));
    process.ping(1);
    assert_eq!(process.id(), 1);
    assert!(process.end().well());
}

#[test]
fn serving_inside_a_runtime_is_refused() {
    let ended = Process::start(&["inside"]).end();
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.errors.contains("`stdio().await`"), "{}", ended.errors);
}

#[test]
fn a_build_that_aborts_on_panics_is_told_of() {
    let ended = Process::start(&["aborting"]).end();
    assert!(
        ended.errors.contains("panic = \"abort\""),
        "{}",
        ended.errors
    );
    assert!(ended.well() && ended.output.is_empty());
    let ended = Process::start(&[]).end();
    assert_eq!(ended.errors, "served\n");
}

#[test]
fn a_person_at_a_terminal_is_told_what_it_waits_for() {
    let Ok(script) = Command::new("script").arg("--version").output() else {
        eprintln!("skipped: there is no `script` to make a terminal with");
        return;
    };
    if !String::from_utf8_lossy(&script.stdout).contains("util-linux") {
        eprintln!("skipped: `script` is not that of util-linux");
        return;
    }
    let directory = env!("CARGO_TARGET_TMPDIR");
    let errors = format!("{directory}/terminal-{}", std::process::id());
    let output = format!("{errors}-out");
    let mut child = Command::new("script")
        .args([
            "-qec",
            &format!("{PROGRAM} 2>{errors} >{output}"),
            "/dev/null",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let hint = |text: &str| {
        text.lines()
            .find(|line| line.starts_with('{'))
            .map(str::to_owned)
    };
    let begun = Instant::now();
    let example = loop {
        if let Some(line) = std::fs::read_to_string(&errors)
            .ok()
            .and_then(|text| hint(&text))
        {
            break line;
        }
        assert!(begun.elapsed() < PATIENCE, "no word at a terminal");
        thread::sleep(Duration::from_millis(5));
    };
    // As it says: the example, then the end of input.
    let mut input = child.stdin.take().unwrap();
    write!(input, "{example}\n\x04").unwrap();
    assert!(child.wait().unwrap().success());
    let (told, answers) = (
        std::fs::read_to_string(&errors).unwrap(),
        std::fs::read_to_string(&output).unwrap(),
    );
    let _ = (std::fs::remove_file(&errors), std::fs::remove_file(&output));
    assert!(told.starts_with("misbehaving 1.2.3 "), "{told}");
    assert!(
        json(answers.trim_end())["result"]["tools"].is_array(),
        "{answers}"
    );
}
