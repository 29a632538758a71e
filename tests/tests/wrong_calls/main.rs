//! The page of wrong calls: each is answered as it says, and the corrected one is taken.

use std::collections::BTreeSet;

use haft_tests::call;

// The tools do nothing: what counts here is what they take.
#[allow(dead_code, unused_variables)]
mod tools;

const PAGE: &str = include_str!("../../../runtime/src/wrong_calls.md");
/// A line on a fault is at most so long.
const LONGEST: usize = 200;
/// All codes that there are.
const CODES: [&str; 10] = [
    "duplicate",
    "enum",
    "length",
    "missing",
    "pattern",
    "range",
    "shape",
    "type",
    "unknown",
    "value",
];

/// A wrong call of the page.
struct Case {
    title: &'static str,
    codes: BTreeSet<&'static str>,
    wrong: (&'static str, &'static str),
    message: &'static str,
    corrected: (&'static str, &'static str),
}

fn cases() -> Vec<Case> {
    let sections = PAGE
        .split("\n## ")
        .skip(1)
        .filter(|section| section.contains("```text"));
    let cases = sections.map(|section| {
        let (title, rest) = section.split_once('\n').unwrap();
        let (before, text) = rest.split_once("```text\n").unwrap();
        let text = text.split_once("\n```").unwrap().0;
        let [wrong, message, corrected] =
            text.split("\n\n").collect::<Vec<_>>().try_into().unwrap();
        let codes = before
            .trim()
            .trim_start_matches("Codes: ")
            .trim_start_matches("Code: ");
        let codes = codes
            .split(", ")
            .map(|code| code.trim_matches('`'))
            .filter(|code| !code.is_empty());
        Case {
            title,
            codes: codes.collect(),
            wrong: wrong.split_once(' ').unwrap(),
            message,
            corrected: corrected.split_once(' ').unwrap(),
        }
    });
    cases.collect()
}

#[test]
fn each_wrong_call_is_answered_as_the_page_says_and_the_corrected_one_is_taken() {
    let server = tools::server().unwrap();
    for case in cases() {
        let title = case.title;
        let (tool, arguments) = case.wrong;
        let error = &call(&server, tool, arguments)["error"];
        assert_eq!(error["code"], -32602, "{title}");
        assert_eq!(error["message"], case.message, "{title}");
        let faults = error["data"]["faults"].as_array().into_iter().flatten();
        let codes: BTreeSet<&str> = faults
            .map(|fault| fault["code"].as_str().unwrap())
            .collect();
        assert_eq!(codes, case.codes, "{title}");
        for line in case.message.lines() {
            assert!(
                line.len() <= LONGEST,
                "{title}: {} bytes: {line}",
                line.len()
            );
        }
        let (tool, arguments) = case.corrected;
        let answer = call(&server, tool, arguments);
        assert_eq!(answer["result"]["isError"], false, "{title}: {answer}");
    }
}

#[test]
fn each_code_is_on_the_page() {
    let cases = cases();
    assert!(cases.len() >= 30, "{} wrong calls", cases.len());
    let codes: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| case.codes.iter().copied())
        .collect();
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), CODES);
}

#[test]
fn the_page_shows_the_tools_that_it_calls() {
    let code = PAGE
        .split_once("```rust\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0;
    let file = include_str!("tools.rs").split_once("\n\n").unwrap().1;
    assert_eq!(code, file);
}

/// What was sent under a secret is neither in the message nor in the data.
#[test]
fn a_secret_is_not_shown() {
    let server = tools::server().unwrap();
    for secret in [r#""short""#, r#"["short"]"#, r#"{"short":1}"#, "1234567"] {
        let arguments = format!(r#"{{"version":"1.2","password":{secret}}}"#);
        let error = &call(&server, "release", &arguments)["error"];
        assert_eq!(error["data"]["faults"][0]["path"], "/password", "{error}");
        let said = error.to_string();
        assert!(
            !said.contains("short") && !said.contains("1234567"),
            "{said}"
        );
    }
}
