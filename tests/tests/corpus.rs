//! The inputs that the fuzzers keep, once more without a fuzzer.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

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
    let (alone, together): (Vec<_>, Vec<_>) = inputs("line").into_iter().partition(|(_, input)| {
        input.starts_with("\u{feff}".as_bytes()) || fuzzing::depends_on_its_stream(input)
    });
    let together: Vec<_> = together.into_iter().map(|(_, input)| input).collect();
    let together = together.join(&b'\n');
    assert!(!fuzzing::depends_on_its_stream(&together));
    serve("all of the others", &together);
    for (name, input) in alone {
        serve(&name, &input);
    }
}

fn serve(name: &str, input: &[u8]) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_gallery"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = server.stdin.take().unwrap();
    let mut stdout = server.stdout.take().unwrap();
    let mut output = String::new();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        stdout.read_to_string(&mut output).unwrap();
    });
    assert!(server.wait().unwrap().success(), "{name}");
    fuzzing::check_lines(input, &output);
}
