//! The four shapes: built, written, read, and refused.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::*;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn refused(text: &str) -> (Option<Id>, i64, String) {
    let ErrorResponse { id, error } = Message::decode(text).unwrap_err();
    (id, error.code, error.message)
}

#[test]
fn the_milestone_exercise_is_written_in_the_four_shapes() {
    let initialize = Request::new(1, "initialize").params(&json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"sampling": {}},
        "clientInfo": {"name": "demo-host", "version": "1.0.0"},
    }));
    let list = Request::new(2, "tools/list");
    let call = Request::new(3, "tools/call").params(&json!({
        "name": "create_issue",
        "arguments": {"title": "Bug", "priority": "high"},
    }));
    let rejected = Response::new(
        3,
        &json!({
            "content": [{"type": "text", "text": "The project is archived and takes no new issues."}],
            "isError": true,
        }),
    );
    let unknown = ErrorResponse {
        id: Some(4.into()),
        error: ErrorObject::new(METHOD_NOT_FOUND, "Method not found")
            .data(&json!({"method": "tool/call"}))
            .unwrap(),
    };
    let rows = [
        (
            initialize.unwrap().encode(),
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"sampling": {}},
                "clientInfo": {"name": "demo-host", "version": "1.0.0"},
            }}),
        ),
        (
            list.encode(),
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        ),
        (
            call.unwrap().encode(),
            json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
                "name": "create_issue",
                "arguments": {"title": "Bug", "priority": "high"},
            }}),
        ),
        (
            rejected.unwrap().encode(),
            json!({"jsonrpc": "2.0", "id": 3, "result": {
                "content": [{"type": "text", "text": "The project is archived and takes no new issues."}],
                "isError": true,
            }}),
        ),
        (
            unknown.encode(),
            json!({"jsonrpc": "2.0", "id": 4, "error": {
                "code": -32601, "message": "Method not found", "data": {"method": "tool/call"},
            }}),
        ),
    ];
    for (written, expected) in rows {
        assert_eq!(parse(&written), expected);
    }
}

#[test]
fn what_is_written_is_read_back_the_same() {
    let texts = [
        r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"","method":""}"#,
        r#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"a\nb\"\\","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"b":1.0,"a":[1e2,null],"b":"é"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"n","params":{"x":{}}}"#,
        r#"{"jsonrpc":"2.0","id":-1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":[1,2.50]}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":0,"message":"","data":[1.0]}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
    ];
    for text in texts {
        let message = Message::decode(text).unwrap();
        assert_eq!(message.encode(), text);
    }
}

#[test]
fn each_text_is_read_as_its_shape() {
    let rows = [
        (r#"{"id":1,"method":"m","jsonrpc":"2.0"}"#, "request"),
        (
            r#"{"params":{},"method":"m","jsonrpc":"2.0"}"#,
            "notification",
        ),
        (
            r#"{"params":[1],"method":"m","jsonrpc":"2.0"}"#,
            "notification",
        ),
        (r#"{"result":1,"id":1,"jsonrpc":"2.0"}"#, "response"),
        (
            r#"{"result":1,"params":[],"id":"","jsonrpc":"2.0"}"#,
            "response",
        ),
        (
            r#"{"error":{"message":"","code":1},"jsonrpc":"2.0"}"#,
            "error response",
        ),
        (
            r#" {"x":{"jsonrpc":"1.0","id":null},"jsonrpc":"2.0","id":1,"method":"m","y":[]} "#,
            "request",
        ),
    ];
    for (text, expected) in rows {
        let shape = match Message::decode(text).unwrap() {
            Message::Request(_) => "request",
            Message::Notification(_) => "notification",
            Message::Response(_) => "response",
            Message::ErrorResponse(_) => "error response",
        };
        assert_eq!(shape, expected, "{text}");
    }
}

#[test]
#[allow(clippy::too_many_lines)] // A table.
fn what_is_none_of_the_shapes_is_refused() {
    let id = |text: &str| Id::parse(text);
    let rows = [
        ("", None, PARSE_ERROR),
        ("{", None, PARSE_ERROR),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m"}{}"#,
            None,
            PARSE_ERROR,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#,
            None,
            PARSE_ERROR,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1e400}}"#,
            None,
            PARSE_ERROR,
        ),
        ("[]", None, INVALID_REQUEST),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#,
            None,
            INVALID_REQUEST,
        ),
        ("null", None, INVALID_REQUEST),
        ("\"m\"", None, INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#,
            None,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
            None,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
            None,
            INVALID_REQUEST,
        ),
        (r#"{"id":7,"method":"m"}"#, id("7"), INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.1","id":"7","method":"m"}"#,
            id("\"7\""),
            INVALID_REQUEST,
        ),
        (r#"{"jsonrpc":"2.0","id":7}"#, id("7"), INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":7}"#,
            id("7"),
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","result":1}"#,
            id("7"),
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":[]}"#,
            id("7"),
            INVALID_PARAMS,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":null}"#,
            id("7"),
            INVALID_PARAMS,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"result":1,"error":{"code":1,"message":""}}"#,
            None,
            INVALID_REQUEST,
        ),
        (r#"{"jsonrpc":"2.0","result":1}"#, None, INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":null,"result":1}"#,
            None,
            INVALID_REQUEST,
        ),
        (r#"{"id":7,"result":1}"#, None, INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":7,"error":"no"}"#,
            None,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"error":[1,"no"]}"#,
            None,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1.5,"message":""}}"#,
            None,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1}}"#,
            None,
            INVALID_REQUEST,
        ),
    ];
    for (text, expected, code) in rows {
        let (id, found, message) = refused(text);
        assert_eq!((id, found), (expected, code), "{text}: {message}");
        assert!(!message.contains('\n'), "{text}: {message}");
    }
}

#[test]
fn a_refusal_says_what_to_write_instead() {
    let rows = [
        (
            "[]",
            "Invalid Request: batches are not supported; send each message on its own",
        ),
        ("1", "Invalid Request: a message is a JSON object"),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
            "Invalid Request: `id` must be a string or an integer; omit it for a notification",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","method":"m"}"#,
            "Invalid Request: `method` stands twice; send it once",
        ),
        (
            r#"{"method":"m"}"#,
            "Invalid Request: `jsonrpc` must be \"2.0\"",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":7}"#,
            "Invalid params: `params` must be an object",
        ),
        (
            r#"{"jsonrpc":"2.0","result":1}"#,
            "Invalid Request: a response with a `result` needs the `id` of its request",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":1,"error":{}}"#,
            "Invalid Request: a response has either a `result` or an `error`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{}}"#,
            "Invalid Request: `error` must be an object with an integer `code` and a string `message`",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(refused(text).2, expected, "{text}");
    }
}

#[test]
fn an_id_is_a_string_or_an_integer() {
    let good = [
        "0",
        "-0",
        "-1",
        "1.0",
        "1.00e0",
        "1e2",
        "1E2",
        "1e+2",
        "150e-1",
        "1.5e1",
        "0.0",
        "0e-9",
        "100e-2",
        "18446744073709551616",
        "1e99",
        "0e99999999999999999999",
        "\"\"",
        "\"1\"",
        r#""\u0000\n""#,
        "\"é\"",
    ];
    for text in good {
        assert_eq!(
            Id::parse(text).map(|id| id.to_string()).as_deref(),
            Some(text)
        );
    }
    let bad = [
        "",
        " ",
        "null",
        "true",
        "{}",
        "[]",
        "1.5",
        "1e-1",
        "15e-2",
        "1.05e1",
        "1e-99999999999999999999",
        "01",
        "+1",
        ".5",
        "1.",
        "1e",
        "NaN",
        "1e400",
        "\"",
        "\"\n\"",
        r#""\ud800""#,
        "1 2",
        "\"a\" x",
        "--1",
    ];
    for text in bad {
        assert!(Id::parse(text).is_none(), "{text}");
    }
    assert_eq!(
        Id::parse(" 7\n").map(|id| id.to_string()).as_deref(),
        Some("7")
    );
}

#[test]
fn ids_are_equal_by_type_and_value() {
    let id = |text| Id::parse(text).unwrap();
    let equal = [
        ("1", "1"),
        (r#""a""#, r#""\u0061""#),
        (r#""/""#, r#""\/""#),
        ("\"😀\"", r#""\ud83d\ude00""#),
    ];
    for (left, right) in equal {
        assert_eq!(id(left), id(right));
        assert_eq!(
            HashSet::from([id(left), id(right)]).len(),
            1,
            "{left} {right}"
        );
    }
    let unequal = [
        ("1", "\"1\""),
        ("1", "-1"),
        ("\"a\"", "\"A\""),
        ("\"\"", "0"),
        ("\"\\\"\"", "\"\\\\\""),
    ];
    for (left, right) in unequal {
        assert_ne!(id(left), id(right));
    }
    assert_eq!(Id::from(-7), id("-7"));
    assert_eq!(Id::from(i64::MIN).as_json(), "-9223372036854775808");
    assert_eq!(Id::from("a\"\u{1}\n"), id(r#""a\"\u0001\u000a""#));
}

#[test]
fn a_message_is_one_line_whatever_it_holds() {
    let spaced = r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{
        "text": "two\nlines",
        "list": [1,
                 2]
    }}"#
    .replace('\n', "\r\n");
    let message = Message::decode(&spaced).unwrap();
    let written = message.encode();
    assert!(!written.contains(['\n', '\r']), "{written}");
    assert_eq!(parse(&written), parse(&spaced));

    let texts = [
        "\n",
        "\r\n",
        "\u{2028}",
        "a\"b\\c",
        "\0\u{8}\u{c}\u{1f}\u{7f}",
        "é😀\u{ffff}",
    ];
    for text in texts {
        let request = Request::new(text, text)
            .params(&json!({ "text": text }))
            .unwrap()
            .encode();
        assert!(!request.contains(['\n', '\r']), "{request}");
        let expected =
            json!({"jsonrpc": "2.0", "id": text, "method": text, "params": {"text": text}});
        assert_eq!(parse(&request), expected);
        let error = ErrorResponse {
            id: None,
            error: ErrorObject::new(1, text),
        }
        .encode();
        assert_eq!(
            parse(&error),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": text}})
        );
    }
}

#[test]
fn a_string_is_written_alike_at_every_length_and_place() {
    for length in 0..40 {
        for at in 0..length {
            for special in [
                "\"",
                "\\",
                "\n",
                "\u{1f}",
                " ",
                "\u{7f}",
                "\u{80}",
                "é",
                "\u{10ffff}",
            ] {
                let text: String = (0..length)
                    .map(|place| if place == at { special } else { "x" })
                    .collect();
                let mut written = Vec::new();
                write_string(&mut written, &text);
                let written = String::from_utf8(written).unwrap();
                assert_eq!(written, serde_json::to_string(&text).unwrap());
            }
        }
    }
}

#[test]
fn what_does_not_serialise_is_an_error() {
    let map = std::collections::HashMap::from([([1_u8, 2], 3)]);
    assert!(Request::new(1, "m").params(&map).is_err());
    assert!(Notification::new("m").params(&map).is_err());
    assert!(Response::new(1, &map).is_err());
    assert!(ErrorObject::new(1, "m").data(&map).is_err());
}

#[test]
fn an_error_object_is_an_error() {
    let error: Box<dyn std::error::Error> =
        ErrorObject::new(INTERNAL_ERROR, "Internal error").into();
    assert_eq!(error.to_string(), "Internal error (-32603)");
}
