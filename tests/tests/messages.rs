//! Bytes in, answers out: every shape of message that JSON-RPC and MCP know, and those that they do not.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use haft::{Server, tool, tools};
use haft_tests::{MODERN, answers, json};
use serde_json::{Value, json};

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Add the values of a map.
#[tool]
fn sum(map: BTreeMap<String, i64>) -> i64 {
    map.values().sum()
}

/// Give a text back.
#[tool]
fn echo(text: &str) -> &str {
    text
}

/// Measure how deep a value is.
#[tool]
fn depth(value: Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.into_iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// How often a tool ran.
#[derive(Default)]
struct Runs(AtomicUsize);

#[tools]
impl Runs {
    /// Be counted.
    #[tool]
    fn run(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

fn server() -> (Server, Arc<Runs>) {
    let runs = Arc::new(Runs::default());
    let server = Server::builder("messages", "1.0.0")
        .tool::<add>()
        .tool::<sum>()
        .tool::<echo>()
        .tool::<depth>()
        .tools(Arc::clone(&runs))
        .build()
        .unwrap();
    (server, runs)
}

/// What is answered: nothing, or an id (digit for digit) with a result or an error.
enum Expected {
    Nothing,
    Result(String, Value),
    /// A message that ends with `…` is the beginning of what comes.
    Error(String, i64, String),
}
use Expected::{Error, Nothing, Result};

struct Row {
    name: &'static str,
    input: Vec<u8>,
    expected: Expected,
}

fn row(name: &'static str, input: impl Into<Vec<u8>>, expected: Expected) -> Row {
    Row {
        name,
        input: input.into(),
        expected,
    }
}

fn result(id: &str, value: Value) -> Expected {
    Result(id.into(), value)
}

fn text(id: &str, text: &str) -> Expected {
    result(
        id,
        json!({"content": [{"type": "text", "text": text}], "isError": false}),
    )
}

fn error(id: &str, code: i64, message: &str) -> Expected {
    Error(id.into(), code, message.into())
}

/// Not JSON.
fn unparsable() -> Expected {
    error("null", -32700, "Parse error: …")
}

/// JSON, but no request.
fn invalid(id: &str, why: &str) -> Expected {
    error(id, -32600, &format!("Invalid Request: {why}"))
}

fn params(id: &str, why: &str) -> Expected {
    error(id, -32602, &format!("Invalid params: {why}"))
}

fn check(rows: Vec<Row>) {
    let (server, runs) = server();
    for Row {
        name,
        input,
        expected,
    } in rows
    {
        let answers = answers(&server, &input);
        let shown = String::from_utf8_lossy(&input);
        let shown = shown.get(..300).unwrap_or(&shown);
        let one = || match answers.as_slice() {
            [one] => one,
            _ => panic!("{name}: {} answers to {shown}", answers.len()),
        };
        let begins = |id: &str, member: &str| {
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"{member}":"#);
            let one = one();
            assert!(
                one.starts_with(&start),
                "{name}: {one} begins otherwise than {start}"
            );
            assert!(!one.contains('\n'), "{name}: more than one line");
            json(one)
        };
        match expected {
            Nothing => assert_eq!(answers, Vec::<String>::new(), "{name}: {shown}"),
            Result(id, result) => {
                let answer = begins(&id, "result");
                assert_eq!(answer["result"], result, "{name}: {shown}");
            }
            Error(id, code, message) => {
                let answer = begins(&id, "error");
                assert_eq!(answer["error"]["code"], code, "{name}: {answer}");
                let said = answer["error"]["message"].as_str().unwrap();
                match message.strip_suffix('…') {
                    Some(start) => assert!(said.starts_with(start), "{name}: {said}"),
                    None => assert_eq!(said, message, "{name}"),
                }
            }
        }
    }
    assert_eq!(
        runs.0.load(Ordering::Relaxed),
        0,
        "a tool ran that nobody called"
    );
}

const NO_BATCH: &str = "batches are not supported; send each message on its own";
const NO_OBJECT: &str = "a message is a JSON object";
const BAD_ID: &str = "`id` must be a string or an integer; omit it for a notification";
const BAD_VERSION: &str = "`jsonrpc` must be \"2.0\"";

#[test]
fn what_is_no_json_is_a_parse_error_without_an_id() {
    let deep = "[".repeat(100_000);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let call = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":{arguments}}}}}}}"#
        )
    };
    let bytes = |before: &str, bytes: &[u8], after: &str| {
        [before.as_bytes(), bytes, after.as_bytes()].concat()
    };
    check(vec![
        row("nothing at all", "", unparsable()),
        row("white space", " \t\r\n", unparsable()),
        row("an open brace", "{", unparsable()),
        row("words", "hello", unparsable()),
        row("single quotes", "{'jsonrpc':'2.0'}", unparsable()),
        row(
            "a trailing comma",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#,
            unparsable(),
        ),
        row(
            "a comment",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"} // now"#,
            unparsable(),
        ),
        row("trailing bytes", format!("{ping} x"), unparsable()),
        row("two values", format!("{ping}{ping}"), unparsable()),
        row(
            "two values on two lines",
            format!("{ping}\n{ping}"),
            unparsable(),
        ),
        row(
            "a second byte order mark",
            format!("\u{feff}\u{feff}{ping}"),
            unparsable(),
        ),
        row(
            "a byte order mark at the end",
            format!("{ping}\u{feff}"),
            unparsable(),
        ),
        row("a byte order mark alone", "\u{feff}", unparsable()),
        row(
            "a byte order mark behind a space",
            format!(" \u{feff}{ping}"),
            unparsable(),
        ),
        row(
            "invalid UTF-8 in a string",
            bytes(
                r#"{"jsonrpc":"2.0","id":1,"method":"pi"#,
                b"\xff",
                r#"ng"}"#,
            ),
            error("null", -32700, "Parse error: the message is not UTF-8"),
        ),
        row(
            "a surrogate as UTF-8",
            bytes(
                r#"{"jsonrpc":"2.0","id":""#,
                b"\xed\xa0\x80",
                r#"","method":"ping"}"#,
            ),
            error("null", -32700, "Parse error: the message is not UTF-8"),
        ),
        row(
            "a string that is cut in a character",
            bytes(r#"{"jsonrpc":"2.0","id":""#, b"\xc3", ""),
            error("null", -32700, "Parse error: the message is not UTF-8"),
        ),
        row("UTF-16", bytes("", b"{\0}\0", ""), unparsable()),
        row("100,000 arrays", deep.as_str(), unparsable()),
        row(
            "100,000 arrays, closed",
            deep.clone() + &"]".repeat(100_000),
            unparsable(),
        ),
        row(
            "100,000 arrays as params",
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{deep}"#),
            unparsable(),
        ),
        row(
            "100,000 objects in a member that nobody knows",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"ping","x":{}1{}}}"#,
                r#"{"x":"#.repeat(100_000),
                "}".repeat(100_000)
            ),
            unparsable(),
        ),
        row(
            "100,000 arrays as an argument",
            call(&(deep.clone() + &"]".repeat(100_000))),
            unparsable(),
        ),
        row(
            "100,000 arrays as an unknown argument",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"x":{deep}{}}}}}}}"#,
                "]".repeat(100_000)
            ),
            unparsable(),
        ),
        row(
            "100,000 arrays as an id",
            format!(
                r#"{{"jsonrpc":"2.0","id":{deep}{},"method":"ping"}}"#,
                "]".repeat(100_000)
            ),
            unparsable(),
        ),
        row("a lone high surrogate", call(r#""\ud800""#), unparsable()),
        row("a lone low surrogate", call(r#""\udc00x""#), unparsable()),
        row(
            "two high surrogates",
            call(r#""\ud800\ud800""#),
            unparsable(),
        ),
        row(
            "a lone surrogate as id",
            r#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#,
            unparsable(),
        ),
        row(
            "a lone surrogate as a name",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","\ud800":1}"#,
            unparsable(),
        ),
        row("a raw newline in a string", call("\"\n\""), unparsable()),
        row("a raw NUL in a string", call("\"\0\""), unparsable()),
        row(
            "a raw tab in a method",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\t\"}",
            unparsable(),
        ),
        row("NaN", call("NaN"), unparsable()),
        row("Infinity", call("-Infinity"), unparsable()),
        row("1e400", call("1e400"), unparsable()),
        row(
            "1e400 in a member that nobody knows",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","x":1e400}"#,
            unparsable(),
        ),
        row(
            "1e400 as id",
            r#"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#,
            unparsable(),
        ),
        row(
            "a leading zero",
            r#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
            unparsable(),
        ),
        row("a leading plus", call("+1"), unparsable()),
        row("hexadecimal", call("0x10"), unparsable()),
        row(
            "broken behind the arguments of a good call",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{}}"#,
            unparsable(),
        ),
        row(
            "broken behind the arguments of a faulty call",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"x":1}},}"#,
            unparsable(),
        ),
        row(
            "broken behind the params of a call without an id",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"run","arguments":{}},"x":}"#,
            unparsable(),
        ),
        row(
            "broken in the arguments of an unknown tool",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","arguments":{x}}}"#,
            unparsable(),
        ),
        row(
            "broken in params that come first",
            r#"{"params":{"name":"run","arguments":{"a":tru}},"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            unparsable(),
        ),
    ]);
}

#[test]
fn a_message_is_128_levels_deep_at_most() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let argument = |levels| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"depth","arguments":{{"value":{}}}}}}}"#,
            nested(levels)
        )
    };
    let first = |levels| {
        format!(
            r#"{{"params":{{"arguments":{{"value":{}}},"name":"depth"}},"jsonrpc":"2.0","id":1,"method":"tools/call"}}"#,
            nested(levels)
        )
    };
    let ignored = |levels| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"x":{},"method":"ping"}}"#,
            nested(levels)
        )
    };
    let meta = |levels| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{{"x":{}}}}}}}"#,
            nested(levels)
        )
    };
    check(vec![
        row("an argument", argument(125), text("1", "125")),
        row("an argument", argument(126), unparsable()),
        row("an argument that comes first", first(125), text("1", "125")),
        row("an argument that comes first", first(126), unparsable()),
        row("what nobody knows", ignored(127), result("1", json!({}))),
        row("what nobody knows", ignored(128), unparsable()),
        row("_meta", meta(125), result("1", json!({}))),
        row("_meta", meta(126), unparsable()),
    ]);
}

#[test]
fn json_that_is_no_request_is_invalid() {
    let duplicate = |name: &str| invalid("null", &format!("`{name}` stands twice; send it once"));
    check(vec![
        row("a string", r#""ping""#, invalid("null", NO_OBJECT)),
        row("a number", "7", invalid("null", NO_OBJECT)),
        row("null", "null", invalid("null", NO_OBJECT)),
        row("true", "true", invalid("null", NO_OBJECT)),
        row("an empty batch", "[]", invalid("null", NO_BATCH)),
        row(
            "a batch of what is no message",
            "[1,2]",
            invalid("null", NO_BATCH),
        ),
        row(
            "a batch of one",
            r#"[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run"}}]"#,
            invalid("null", NO_BATCH),
        ),
        row(
            "a batch of two",
            r#"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"run"}}]"#,
            invalid("null", NO_BATCH),
        ),
        row(
            "a batch of notifications",
            r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#,
            invalid("null", NO_BATCH),
        ),
        row("an empty object", "{}", invalid("null", BAD_VERSION)),
        row(
            "jsonrpc twice",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","jsonrpc":"2.0"}"#,
            duplicate("jsonrpc"),
        ),
        row(
            "id twice",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","id":1}"#,
            duplicate("id"),
        ),
        row(
            "id twice, once escaped",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","\u0069d":2}"#,
            duplicate("id"),
        ),
        row(
            "id twice, once null",
            r#"{"jsonrpc":"2.0","id":null,"method":"ping","id":1}"#,
            duplicate("id"),
        ),
        row(
            "method twice",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run"},"method":"ping"}"#,
            duplicate("method"),
        ),
        row(
            "method twice, without an id",
            r#"{"jsonrpc":"2.0","method":"ping","method":"ping"}"#,
            duplicate("method"),
        ),
        row(
            "params twice",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run"},"params":{"name":"run"}}"#,
            duplicate("params"),
        ),
        row(
            "params twice, before the method",
            r#"{"jsonrpc":"2.0","id":1,"params":{"name":"run"},"params":{"name":"run"},"method":"tools/call"}"#,
            duplicate("params"),
        ),
        row(
            "result twice",
            r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#,
            duplicate("result"),
        ),
        row(
            "jsonrpc missing",
            r#"{"id":5,"method":"ping"}"#,
            invalid("5", BAD_VERSION),
        ),
        row(
            "jsonrpc 1.0",
            r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
            invalid("\"a\"", BAD_VERSION),
        ),
        row(
            "jsonrpc the number 2.0",
            r#"{"jsonrpc":2.0,"id":5,"method":"ping"}"#,
            invalid("5", BAD_VERSION),
        ),
        row(
            "jsonrpc null",
            r#"{"jsonrpc":null,"id":5,"method":"ping"}"#,
            invalid("5", BAD_VERSION),
        ),
        row(
            "jsonrpc missing in a call",
            r#"{"id":5,"method":"tools/call","params":{"name":"run","arguments":{}}}"#,
            invalid("5", BAD_VERSION),
        ),
        row(
            "jsonrpc missing in a notification",
            r#"{"method":"notifications/initialized"}"#,
            invalid("null", BAD_VERSION),
        ),
        row(
            "an id alone",
            r#"{"jsonrpc":"2.0","id":6}"#,
            invalid("6", "`method` is missing"),
        ),
        row(
            "params without a method",
            r#"{"jsonrpc":"2.0","id":6,"params":{"name":"run"}}"#,
            invalid("6", "`method` is missing"),
        ),
        row(
            "neither id nor method",
            r#"{"jsonrpc":"2.0"}"#,
            invalid("null", "`method` is missing"),
        ),
        row(
            "method a number",
            r#"{"jsonrpc":"2.0","id":6,"method":1}"#,
            invalid("6", "`method` must be a string"),
        ),
        row(
            "method null",
            r#"{"jsonrpc":"2.0","id":6,"method":null}"#,
            invalid("6", "`method` must be a string"),
        ),
        row(
            "method and result",
            r#"{"jsonrpc":"2.0","id":6,"method":"ping","result":{}}"#,
            invalid(
                "6",
                "`method` and a result or error cannot stand in one message",
            ),
        ),
        row(
            "method and error in a call",
            r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"run"},"error":{"code":1,"message":""}}"#,
            invalid(
                "6",
                "`method` and a result or error cannot stand in one message",
            ),
        ),
    ]);
}

#[test]
fn an_id_is_a_string_or_an_integer() {
    let refused = [
        "null", "true", "false", "{}", "[]", "[1]", "1.5", "-0.1", "1e-1", "15e-2", "0.5e0",
        "1.05e1",
    ];
    for id in refused {
        let methods = [
            ("ping", "{}"),
            ("tools/call", r#"{"name":"run"}"#),
            ("none", "{}"),
        ];
        for (method, params) in methods {
            check(vec![
                row(
                    "id before",
                    format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#
                    ),
                    invalid("null", BAD_ID),
                ),
                row(
                    "id behind",
                    format!(
                        r#"{{"jsonrpc":"2.0","method":"{method}","params":{params},"id":{id}}}"#
                    ),
                    invalid("null", BAD_ID),
                ),
            ]);
        }
    }
}

#[test]
fn an_id_is_echoed_as_it_was_written() {
    let long = format!("\"{}\"", "x".repeat(100_000));
    let digits = "9".repeat(300);
    let ids = [
        "0",
        "-0",
        "1",
        "-1",
        "4294967296",
        "9007199254740993",
        "18446744073709551616",
        "-9223372036854775809",
        &digits,
        "1.0",
        "1.50e1",
        "1e2",
        "1E+2",
        "100e-2",
        "0.0",
        "0e-5",
        r#""""#,
        r#""1""#,
        r#""01""#,
        r#""null""#,
        r#""\u0000""#,
        r#""\u00e9\n\"\\\/""#,
        r#""é 😀 \ud83d\ude00""#,
        &long,
    ];
    let (server, _) = server();
    for id in ids {
        let shown = id.get(..40).unwrap_or(id);
        let rows = [
            ("ping", "{}", r#""result":{}}"#),
            (
                "tools/call",
                r#"{"name":"add","arguments":{"a":1,"b":2}}"#,
                r#""result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#,
            ),
        ];
        for (method, params, end) in rows {
            let expected = [format!(r#"{{"jsonrpc":"2.0","id":{id},{end}"#)];
            let before = format!(
                r#"{{"jsonrpc":"2.0","id" : {id} ,"method":"{method}","params":{params}}}"#
            );
            let behind =
                format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params},"id":{id}}}"#);
            assert_eq!(
                answers(&server, before),
                expected,
                "{method} {shown} before"
            );
            assert_eq!(
                answers(&server, behind),
                expected,
                "{method} {shown} behind"
            );
        }
        for (message, code) in [
            (
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"none"}}"#),
                -32601,
            ),
            (
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":[]}}"#),
                -32602,
            ),
            (format!(r#"{{"id":{id},"method":"ping"}}"#), -32600),
        ] {
            let answers = answers(&server, message);
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"#);
            assert!(answers[0].starts_with(&start), "{code} {shown}");
        }
    }
}

#[test]
fn white_space_and_one_byte_order_mark_are_no_matter() {
    let empty = || result("1", json!({}));
    check(vec![
        row(
            "white space everywhere",
            " \t\r\n{ \"jsonrpc\" :\r\n\"2.0\" , \"id\":\t1 ,\"method\" : \"ping\" , \"params\" : { } } \r\n",
            empty(),
        ),
        row(
            "a byte order mark",
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
            empty(),
        ),
        row(
            "a byte order mark and white space",
            "\u{feff}\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n",
            empty(),
        ),
        row(
            "names in escapes",
            r#"{"\u006asonrpc":"\u0032.0","\u0069d":1,"m\u0065thod":"tools\/call","p\u0061rams":{"n\u0061me":"\u0061dd","argum\u0065nts":{"\u0061":1,"b":2}}}"#,
            text("1", "3"),
        ),
        row(
            "NUL in an escape",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\u0000"}}}"#,
            text("1", "\0"),
        ),
        row(
            "a noncharacter and the last code point",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"\u{ffff}\u{10ffff}\u{feff}\"}}}",
            text("1", "\u{ffff}\u{10ffff}\u{feff}"),
        ),
    ]);
}

#[test]
fn a_message_without_an_id_is_never_answered_and_never_runs_a_tool() {
    check(vec![
        row(
            "initialized",
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            Nothing,
        ),
        row(
            "initialized with params",
            r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}"#,
            Nothing,
        ),
        row(
            "of another protocol",
            r#"{"jsonrpc":"2.0","method":"window/logMessage","params":{"message":"x"}}"#,
            Nothing,
        ),
        row("of no name", r#"{"jsonrpc":"2.0","method":""}"#, Nothing),
        row(
            "params an array",
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":[1]}"#,
            Nothing,
        ),
        row(
            "params null",
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":null}"#,
            Nothing,
        ),
        row(
            "params a string",
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":"x"}"#,
            Nothing,
        ),
        row(
            "_meta a string",
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":"x"}}"#,
            Nothing,
        ),
        row(
            "cancelled, of nothing",
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#,
            Nothing,
        ),
        row(
            "cancelled, of a wrong type",
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
            Nothing,
        ),
        row(
            "cancelled, without params",
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
            Nothing,
        ),
        row("ping", r#"{"jsonrpc":"2.0","method":"ping"}"#, Nothing),
        row(
            "tools/list",
            r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
            Nothing,
        ),
        row(
            "initialize",
            r#"{"jsonrpc":"2.0","method":"initialize","params":{}}"#,
            Nothing,
        ),
        row(
            "a call",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"run","arguments":{}}}"#,
            Nothing,
        ),
        row(
            "a call without arguments",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"run"}}"#,
            Nothing,
        ),
        row(
            "a call, params first",
            r#"{"params":{"arguments":{},"name":"run"},"method":"tools/call","jsonrpc":"2.0"}"#,
            Nothing,
        ),
        row(
            "a faulty call",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"add","arguments":{"a":"x"}}}"#,
            Nothing,
        ),
        row(
            "a call of an unknown tool",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"none"}}"#,
            Nothing,
        ),
        row(
            "a call with an array",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":["run"]}"#,
            Nothing,
        ),
        row(
            "a call in a revision that is not served",
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"run","_meta":{"io.modelcontextprotocol/protocolVersion":"1"}}}"#,
            Nothing,
        ),
    ]);
}

#[test]
fn a_response_is_never_answered() {
    check(vec![
        row(
            "a result",
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            Nothing,
        ),
        row(
            "a result null",
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            Nothing,
        ),
        row(
            "an error",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":""}}"#,
            Nothing,
        ),
        row(
            "an error without a readable id",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
            Nothing,
        ),
        row(
            "an error without an id",
            r#"{"jsonrpc":"2.0","error":{"code":-1,"message":""}}"#,
            Nothing,
        ),
        row(
            "an error that is none",
            r#"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
            Nothing,
        ),
        row(
            "a result and an error",
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            Nothing,
        ),
        row(
            "a result and no id",
            r#"{"jsonrpc":"2.0","result":{}}"#,
            Nothing,
        ),
        row(
            "a result and a wrong id",
            r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
            Nothing,
        ),
        row(
            "a result without jsonrpc",
            r#"{"id":1,"result":{}}"#,
            Nothing,
        ),
        row(
            "a result with params",
            r#"{"jsonrpc":"2.0","id":1,"result":{},"params":[]}"#,
            Nothing,
        ),
    ]);
}

#[test]
fn methods_that_do_not_exist_are_not_found() {
    let names = [
        "",
        "none",
        "rpc.discover",
        "tools/cal",
        "Tools/List",
        "tools/list ",
        "notifications/initialized",
        "notifications/x",
        "resources/list",
        "prompts/get",
        "logging/setLevel",
    ];
    let (server, _) = server();
    for name in names {
        let answer = answers(
            &server,
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{name}","params":{{}}}}"#),
        );
        let expected = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "error": {"code": -32601, "message": "Method not found", "data": {"method": name}},
        });
        assert_eq!(json(&answer[0]), expected, "{name:?}");
    }

    let long = "x".repeat(100_000);
    let answer = answers(
        &server,
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{long}\u0000"}}"#),
    );
    assert!(answer[0].len() < 300, "a long name is not sent back");
}

#[test]
fn params_are_an_object() {
    let mut rows = Vec::new();
    for params in ["[]", "[1,2]", "null", "\"x\"", "7", "true"] {
        for method in [
            "ping",
            "tools/list",
            "tools/call",
            "initialize",
            "server/discover",
            "none",
        ] {
            let why = "Invalid params: `params` must be an object";
            rows.push(row(
                "params behind",
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#),
                error("1", -32602, why),
            ));
            rows.push(row(
                "params first",
                format!(r#"{{"params":{params},"jsonrpc":"2.0","id":1,"method":"{method}"}}"#),
                error("1", -32602, why),
            ));
        }
    }
    rows.push(row(
        "a list without params",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        result("1", json!({})),
    ));
    rows.push(row(
        "a call without params",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
        params("1", "`params.name` is missing; send the name of a tool"),
    ));
    check(rows);
}

#[test]
fn the_parameters_of_a_call_have_a_shape() {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#)
    };
    let add = r#""name":"add","arguments":{"a":1,"b":2}"#;
    let mut rows = vec![
        row("plain", call(add), text("1", "3")),
        row(
            "arguments first",
            call(r#""arguments":{"a":1,"b":2},"name":"add""#),
            text("1", "3"),
        ),
        row(
            "members that nobody knows",
            call(&format!(
                r#""x":[{{"name":"run"}}],{add},"task":{{"ttl":1}}"#
            )),
            text("1", "3"),
        ),
        row(
            "_meta",
            call(&format!(r#"{add},"_meta":{{"progressToken":"a","x":1}}"#)),
            text("1", "3"),
        ),
        row(
            "_meta empty",
            call(&format!(r#""_meta":{{}},{add}"#)),
            text("1", "3"),
        ),
        row(
            "progressToken 1",
            call(&format!(r#"{add},"_meta":{{"progressToken":1}}"#)),
            text("1", "3"),
        ),
        row(
            "progressToken 1.0",
            call(&format!(r#"{add},"_meta":{{"progressToken":1.0}}"#)),
            text("1", "3"),
        ),
        row(
            "name missing",
            call(r#""arguments":{}"#),
            params("1", "`params.name` is missing; send the name of a tool"),
        ),
        row(
            "no arguments",
            call(r#""name":"add""#),
            error(
                "1",
                -32602,
                "Invalid arguments for add:\n- /a: missing, expected an integer\n- /b: missing, expected an integer",
            ),
        ),
        row(
            "arguments null",
            call(r#""name":"add","arguments":null"#),
            error(
                "1",
                -32602,
                "Invalid arguments for add:\n- /a: missing, expected an integer\n- /b: missing, expected an integer",
            ),
        ),
        row(
            "name twice",
            call(r#""name":"run","name":"run""#),
            params("1", "`name` stands twice in `params`; send it once"),
        ),
        row(
            "name twice, around the arguments",
            call(r#""name":"run","arguments":{},"name":"run""#),
            params("1", "`name` stands twice in `params`; send it once"),
        ),
        row(
            "arguments twice",
            call(r#""name":"run","arguments":{},"arguments":{}"#),
            params("1", "`arguments` stands twice in `params`; send it once"),
        ),
        row(
            "arguments twice, the second null",
            call(r#""arguments":{},"name":"run","arguments":null"#),
            params("1", "`arguments` stands twice in `params`; send it once"),
        ),
        row(
            "_meta twice",
            call(r#""name":"run","_meta":{},"_meta":{}"#),
            params("1", "`_meta` stands twice in `params`; send it once"),
        ),
    ];
    for name in ["1", "null", "[]", "{}", "true"] {
        for rest in ["", r#","arguments":{}"#] {
            rows.push(row(
                "name no string",
                call(&format!(r#""name":{name}{rest}"#)),
                params("1", "`params.name` must be a string, the name of a tool"),
            ));
        }
    }
    let shapes = [
        ("[]", "an array"),
        (r#"[{"a":1}]"#, "an array"),
        ("[1,2]", "an array"),
        (r#""{}""#, "a string"),
        ("7", "a number"),
        ("true", "a boolean"),
    ];
    for (arguments, words) in shapes {
        for params_ in [
            format!(r#""name":"run","arguments":{arguments}"#),
            format!(r#""arguments":{arguments},"name":"run""#),
            format!(r#""arguments":{arguments},"name":"none""#),
        ] {
            let why = format!("`params.arguments` must be an object, got {words}");
            rows.push(row(
                "arguments no object",
                call(&params_),
                params("1", &why),
            ));
        }
    }
    for meta in ["null", "[]", "\"x\"", "1"] {
        rows.push(row(
            "_meta no object",
            call(&format!(r#""name":"run","arguments":{{}},"_meta":{meta}"#)),
            params("1", "`_meta` must be an object"),
        ));
        rows.push(row(
            "_meta no object, of a ping",
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{meta}}}}}"#),
            params("1", "`_meta` must be an object"),
        ));
    }
    for token in ["1.5", "null", "{}", "[]", "true"] {
        let why = "`_meta.progressToken` must be a string or an integer";
        rows.push(row(
            "a progress token",
            call(&format!(
                r#""name":"run","_meta":{{"progressToken":{token}}}"#
            )),
            params("1", why),
        ));
        rows.push(row(
            "a progress token of a list",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{{"progressToken":{token}}}}}}}"#
            ),
            params("1", why),
        ));
    }
    check(rows);
}

#[test]
fn what_stands_twice_in_params_is_refused_by_every_method() {
    let (server, _) = server();
    let rows = [
        ("tools/list", r#""cursor":"a","cursor":"b""#),
        ("tools/list", r#""cursor":null,"cursor":null"#),
        ("tools/list", r#""_meta":{},"_meta":{}"#),
        (
            "initialize",
            r#""protocolVersion":"2025-11-25","protocolVersion":"2024-11-05""#,
        ),
        ("ping", r#""_meta":{"progressToken":1,"progressToken":2}"#),
        (
            "tools/call",
            r#""name":"add","arguments":{"a":1,"b":2},"_meta":{"progressToken":1,"progressToken":2}"#,
        ),
    ];
    for (method, params) in rows {
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}}}}}"#);
        let answers = answers(&server, &message);
        assert_eq!(
            json(&answers[0])["error"]["code"],
            -32602,
            "{message}: {answers:?}"
        );
        assert!(answers[0].contains("twice"), "{message}: {answers:?}");
    }
}

#[test]
fn what_stands_twice_in_arguments_is_a_fault() {
    let call = |name: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
        )
    };
    check(vec![
        row(
            "an argument",
            call("add", r#"{"a":1,"a":2,"b":3}"#),
            error(
                "1",
                -32602,
                "Invalid arguments for add:\n- /a: given twice (send it once)",
            ),
        ),
        row(
            "an argument, once in escapes",
            call("add", r#"{"a":1,"b":3,"\u0061":1}"#),
            error(
                "1",
                -32602,
                "Invalid arguments for add:\n- /a: given twice (send it once)",
            ),
        ),
        row(
            "a key of a map",
            call("sum", r#"{"map":{"x":1,"y":2,"x":1}}"#),
            error(
                "1",
                -32602,
                "Invalid arguments for sum:\n- /map/x: given twice (send it once)",
            ),
        ),
    ]);
}

#[test]
fn members_come_in_any_order() {
    let (server, _) = server();
    let meta = format!(r#""_meta":{MODERN}"#);
    let orders = |members: &[&str]| -> Vec<String> {
        permutations(members)
            .iter()
            .map(|order| order.join(","))
            .collect()
    };
    let cases = [
        (r#""name":"add""#, r#""arguments":{"a":1,"b":2}"#),
        (r#""name":"add""#, r#""arguments":{"a":"x","c":null}"#),
        (r#""name":"none""#, r#""arguments":{"a":1}"#),
        (r#""name":"add""#, r#""arguments":[1]"#),
    ];
    for (name, arguments) in cases {
        let mut first = None;
        for params in orders(&[name, arguments, &meta]) {
            let params = format!(r#""params":{{{params}}}"#);
            for message in orders(&[
                r#""jsonrpc":"2.0""#,
                r#""id":7"#,
                r#""method":"tools/call""#,
                &params,
            ]) {
                let message = format!("{{{message}}}");
                let answer = answers(&server, &message);
                assert_eq!(
                    *first.get_or_insert_with(|| answer.clone()),
                    answer,
                    "{message}"
                );
            }
        }
        assert_eq!(
            first.map(|first| first.len()),
            Some(1),
            "{name} {arguments}"
        );
    }
}

fn permutations<'a>(items: &[&'a str]) -> Vec<Vec<&'a str>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        for mut order in permutations(&rest) {
            order.insert(0, item);
            all.push(order);
        }
    }
    all
}
