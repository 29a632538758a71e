//! The inputs that the fuzzers keep, once more without a fuzzer.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use haft_tests::fuzzing;

/// The kept inputs of a target, by name.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(target);
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(path).unwrap()))
        .collect();
    inputs.sort();
    assert!(inputs.len() > 20, "{} inputs of {target}", inputs.len());
    inputs
}

#[test]
fn messages_and_arguments_are_answered_as_they_should_be() {
    for (_, input) in inputs("line") {
        fuzzing::line(&input);
    }
    for (_, input) in inputs("arguments") {
        fuzzing::arguments(&input);
    }
}

#[test]
fn lines_of_a_stream_are_answered_as_they_are_alone() {
    for (name, input) in inputs("line") {
        let mut server = Command::new(env!("CARGO_BIN_EXE_gallery"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        server.stdin.take().unwrap().write_all(&input).unwrap();
        let mut output = String::new();
        server
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut output)
            .unwrap();
        assert!(server.wait().unwrap().success(), "{name}");
        fuzzing::check_lines(&input, &output);
    }
}
