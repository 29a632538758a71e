//! Types of other crates: bytes as base64, dates, URLs and UUIDs, published by a standard name and refused in words.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use haft::{Base64, Json, Server, Value, json, schema, tool};
use haft_tests::{call, text};
use url::Url;
use uuid::Uuid;

/// Take what the crate chrono makes of text.
#[tool]
fn by_chrono(
    instant: DateTime<Utc>,
    day: Option<NaiveDate>,
    local: Option<NaiveDateTime>,
    time: Option<NaiveTime>,
) -> String {
    format!("{instant:?} {day:?} {local:?} {time:?}")
}

/// Take what the crate jiff makes of text.
#[tool]
fn by_jiff(
    instant: jiff::Timestamp,
    day: Option<jiff::civil::Date>,
    local: Option<jiff::civil::DateTime>,
    time: Option<jiff::civil::Time>,
    span: Option<jiff::Span>,
) -> String {
    format!("{instant} {day:?} {local:?} {time:?} {span:?}")
}

/// Where something is.
#[schema]
struct Place {
    at: Url,
    id: Uuid,
}

/// Go somewhere.
#[tool]
fn go(place: Place, then: Vec<Url>) -> Json<Place> {
    assert!(then.len() < 3);
    Json(place)
}

/// Keep a file.
#[tool]
fn keep(
    /// What stands in it.
    #[arg(max_length = 16)]
    content: Base64,
    parts: Vec<Base64>,
) -> String {
    format!("{:?} {}", &content[..], parts.len())
}

/// A picture.
#[schema(output)]
struct Picture {
    pixels: Base64,
}

/// Draw.
#[tool]
fn draw() -> Json<Picture> {
    Json(Picture {
        pixels: vec![0, 255, 254].into(),
    })
}

fn server() -> Server {
    Server::builder("foreign", "1.0.0")
        .tool::<by_chrono>()
        .tool::<by_jiff>()
        .tool::<go>()
        .tool::<keep>()
        .tool::<draw>()
        .build()
        .unwrap()
}

fn properties(server: &Server, tool: &str) -> Value {
    let tools = server.list();
    let tool = tools.iter().find(|other| other["name"] == tool).unwrap();
    tool["inputSchema"]["properties"].clone()
}

#[test]
fn they_are_published_under_standard_names() {
    let server = server();
    let described = |text: &str| json!({"type": "string", "description": text});
    let named = |name: &str| json!({"type": "string", "format": name});
    let local = described("A date and time without an offset, such as 2024-05-01T12:30:00");
    assert_eq!(
        properties(&server, "by_chrono"),
        json!({
            "instant": named("date-time"),
            "day": named("date"),
            "local": local,
            "time": described("A time of day, such as 12:30:00"),
        })
    );
    assert_eq!(
        properties(&server, "by_jiff"),
        json!({
            "instant": named("date-time"),
            "day": named("date"),
            "local": local,
            "time": described("A time of day, such as 12:30:00"),
            "span": named("duration"),
        })
    );
    assert_eq!(
        properties(&server, "go"),
        json!({
            "place": {
                "description": "Where something is.",
                "type": "object",
                "properties": {"at": named("uri"), "id": named("uuid")},
                "required": ["at", "id"],
                "additionalProperties": false,
            },
            "then": {"type": "array", "items": named("uri")},
        })
    );
    let bytes = json!({"type": "string", "contentEncoding": "base64"});
    assert_eq!(
        properties(&server, "keep"),
        json!({
            "content": {
                "description": "What stands in it.",
                "type": "string",
                "maxLength": 16,
                "contentEncoding": "base64",
            },
            "parts": {"type": "array", "items": bytes},
        })
    );
    let list = server.list();
    assert_eq!(
        list[4]["outputSchema"]["properties"],
        json!({"pixels": bytes})
    );
    // Of these names one client refuses one.
    let found: Vec<String> = server
        .lint()
        .iter()
        .map(|lint| lint.pointer().to_owned())
        .collect();
    assert_eq!(
        found,
        [
            "/inputSchema/properties/place/properties/at/format",
            "/inputSchema/properties/then/items/format",
        ]
    );
}

#[test]
fn what_they_read_reaches_the_function() {
    let server = server();
    for (tool, arguments, result) in [
        (
            "by_chrono",
            r#"{"instant":"2024-05-01T14:30:00+02:00","day":"2024-05-01","local":"2024-05-01T12:30:00","time":"12:30:00"}"#,
            "2024-05-01T12:30:00Z Some(2024-05-01) Some(2024-05-01T12:30:00) Some(12:30:00)",
        ),
        (
            "by_jiff",
            r#"{"instant":"2024-05-01T14:30:00+02:00","day":"2024-05-01","local":"2024-05-01T12:30:00","time":"12:30:00","span":"P1DT2H"}"#,
            "2024-05-01T12:30:00Z Some(2024-05-01) Some(2024-05-01T12:30:00) Some(12:30:00) Some(1d 2h)",
        ),
        (
            "keep",
            r#"{"content":"aGFmdA==","parts":["","AP/+"]}"#,
            "[104, 97, 102, 116] 2",
        ),
    ] {
        let answer = call(&server, tool, arguments);
        assert_eq!(text(&answer), result, "{answer}");
    }
    let place = r#"{"at":"https://example.com/a?b","id":"67e55044-10b1-426f-9247-bb680e5fe0c8"}"#;
    let answer = call(
        &server,
        "go",
        &format!(r#"{{"place":{place},"then":["mailto:a@example.com"]}}"#),
    );
    assert_eq!(answer["result"]["structuredContent"].to_string(), place);
    let answer = call(&server, "draw", "{}");
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({"pixels": "AP/+"})
    );
}

#[test]
fn what_they_do_not_read_is_a_fault_in_their_words() {
    let server = server();
    for (tool, arguments, lines) in [
        (
            "by_chrono",
            r#"{"instant":"yesterday","day":"01.05.2024"}"#,
            &[
                "- /instant: input contains invalid characters, got \"yesterday\" (send a date-time string (RFC 3339))",
                "- /day: input contains invalid characters, got \"01.05.2024\" (send a date string (YYYY-MM-DD))",
            ][..],
        ),
        (
            "go",
            r#"{"place":{"at":"example","id":"1-2"},"then":["b"]}"#,
            &[
                "- /place/at: relative URL without a base: \"example\", got \"example\" (send a URI)",
                "- /then/0: relative URL without a base: \"b\", got \"b\" (send a URI)",
            ],
        ),
        (
            "keep",
            r#"{"content":"aGFmdA","parts":["aGFm dA==","a-_b","data:image/png;base64,AA==","AA==A","ä"]}"#,
            &[
                "- /content: expected base64 that is padded with = to a multiple of 4 characters, got \"aGFmdA\"",
                "- /parts/0: expected base64 without spaces and line breaks, got \"aGFm dA==\"",
            ],
        ),
        (
            "keep",
            r#"{"content":"aGFmdGhhZnRoYWZ0aGFmdA==","parts":[1]}"#,
            &[
                "- /content: expected a base64 string of at most 16 characters, got \"aGFmdGhhZnRoYWZ0aGFmdA==\" (it has 24 characters)",
                "- /parts/0: expected a base64 string, got 1",
            ],
        ),
    ] {
        let answer = call(&server, tool, arguments);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        let told: Vec<&str> = message.lines().skip(1).collect();
        assert_eq!(told, lines);
    }
}
