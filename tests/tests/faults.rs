//! Arguments that are wrong, odd or bare: what is accepted, what is refused, and in which words.

// Fields are read by `Debug`, which does not count.
#![allow(dead_code)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroU8;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use haft::{ArgumentFaults, Server, Tool, tool, tools};
use haft_tests::{answers, call, call_text, json, text};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// How urgent something is.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Priority {
    Low,
    #[default]
    Medium,
    High,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line {
    count: u8,
    #[serde(default)]
    priority: Priority,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Order {
    customer: String,
    order_lines: Vec<Line>,
    note: Option<String>,
    #[serde(default)]
    extra: BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Paging {
    page: Option<u32>,
    size: Option<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Sorting {
    by: String,
    #[serde(default)]
    descending: bool,
}

/// An even number in a string; neither `Clone` nor `Serialize`.
#[derive(Debug)]
struct Even(u64);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::{Error, Unexpected};
        let text: Cow<'de, str> = Cow::deserialize(deserializer)?;
        assert_ne!(text, "panic", "the secret of Even");
        match text.parse() {
            Ok(number) if number % 2 == 0 => Ok(Self(number)),
            Ok(number) => Err(D::Error::invalid_value(
                Unexpected::Unsigned(number),
                &"an even number",
            )),
            Err(error) => Err(D::Error::custom(format!(
                "not even\na number: {error} {text}"
            ))),
        }
    }
}

impl JsonSchema for Even {
    fn schema_name() -> Cow<'static, str> {
        "Even".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Open an issue.
#[tool]
async fn create_issue(
    title: &str,
    labels: Vec<String>,
    #[arg(default)] priority: Priority,
) -> String {
    format!("{title} {labels:?} {priority:?}")
}

/// Take a scalar of each kind.
#[tool]
fn scalars(
    flag: Option<bool>,
    byte: Option<u8>,
    short: Option<i16>,
    long: Option<i64>,
    size: Option<u64>,
    wide: Option<i128>,
    huge: Option<u128>,
    float: Option<f64>,
    single: Option<f32>,
    letter: Option<char>,
    word: Option<String>,
    positive: Option<NonZeroU8>,
) -> String {
    [
        shown(flag),
        shown(byte),
        shown(short),
        shown(long),
        shown(size),
        shown(wide),
        shown(huge),
        shown(float),
        shown(single),
        shown(letter),
        shown(word),
        shown(positive),
    ]
    .concat()
}

fn shown<T: std::fmt::Debug>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| format!("{value:?};"))
}

/// Take a nested value.
#[tool]
fn order(order: &Order) -> String {
    format!("{order:?}")
}

/// Take arrays.
#[tool]
fn arrays(pair: (u8, String), three: [u8; 3], list: &[Line], set: BTreeSet<i8>) -> String {
    format!("{pair:?} {three:?} {list:?} {set:?}")
}

/// Take maps with keys of each kind.
#[tool]
fn maps(
    text: Option<HashMap<String, u8>>,
    size: Option<BTreeMap<u64, i32>>,
    small: Option<BTreeMap<i8, i32>>,
    wide: Option<BTreeMap<i128, i32>>,
    flag: Option<BTreeMap<bool, i32>>,
    letter: Option<BTreeMap<char, i32>>,
    name: Option<Vec<(String, BTreeMap<u8, BTreeMap<u8, bool>>)>>,
) -> String {
    [
        shown(text),
        shown(size),
        shown(small),
        shown(wide),
        shown(flag),
        shown(letter),
        shown(name),
    ]
    .concat()
}

/// Take anything.
#[tool]
fn anything(value: Value, raw: Box<RawValue>) -> String {
    format!("{value} {raw}")
}

/// Take what is lent.
#[tool]
fn lent(text: &str, path: &Path, list: &[String], even: &Even, shared: &Rc<str>) -> String {
    let path = path.display();
    format!("{text:?} {path} {list:?} {} {shared}", even.0)
}

/// Take what is lent, later.
#[tool]
async fn lent_later(text: &str, path: &Path, list: &[String], even: &Even) -> String {
    format!("{text:?} {} {list:?} {}", path.display(), even.0)
}

/// Take an argument of several names.
#[tool]
fn aliased(
    #[arg(name = "chatId", alias("chat_id", "chat"))] id: String,
    #[arg(alias = "max")] limit: Option<u8>,
) -> String {
    format!("{id} {limit:?}")
}

/// Take nothing.
#[tool]
fn bare() -> &'static str {
    "bare"
}

/// Take what it knows and ignore the rest.
#[tool(ignore_unknown)]
fn lax(known: Option<u8>) -> String {
    format!("{known:?}")
}

/// Take the members of structs.
#[tool]
fn flat(
    query: String,
    #[arg(flatten)] paging: Paging,
    #[arg(flatten)] sorting: Sorting,
    last: u8,
) -> String {
    format!("{query} {paging:?} {sorting:?} {last}")
}

/// Take whatever is sent.
#[tool]
fn rest(#[arg(flatten)] paging: Paging, #[arg(flatten)] rest: BTreeMap<String, i32>) -> String {
    format!("{paging:?} {rest:?}")
}

const THIRD: f64 = 1.0 / 4.0;

/// Have a default of each form.
#[tool]
fn defaults(
    #[arg(default)] zero: u32,
    #[arg(default)] empty: Vec<String>,
    #[arg(default)] priority: Priority,
    #[arg(default = 7)] number: u64,
    #[arg(default = -1)] negative: i8,
    #[arg(default = true)] flag: bool,
    #[arg(default = THIRD)] float: f64,
    #[arg(default = 'x')] letter: char,
    #[arg(default = "lent")] lent: &str,
    #[arg(default = "owned")] owned: String,
    #[arg(default = "a/b")] path: &Path,
    #[arg(default = vec![1, 2])] list: &[u8],
    #[arg(default = Some(3))] some: Option<u8>,
    #[arg(default = None)] none: Option<u8>,
    #[arg(default = Priority::High)] high: Priority,
    #[arg(default = (1, "b".to_owned()))] pair: (u8, String),
    #[arg(default = BTreeMap::from([("k".to_owned(), 1)]))] map: BTreeMap<String, i32>,
    #[arg(default = Even(4))] hidden: &Even,
    #[arg(default = u128::MAX)] huge: u128,
) -> String {
    format!(
        "{zero} {empty:?} {priority:?} {number} {negative} {flag} {float} {letter} {lent} {owned} {} {list:?} \
         {some:?} {none:?} {high:?} {pair:?} {map:?} {} {huge}",
        path.display(),
        hidden.0
    )
}

macro_rules! wide {
    ($($name:ident)*) => {
        /// Take seventy arguments.
        #[tool]
        fn wide($($name: u8),*) -> u32 {
            [$($name),*].into_iter().map(u32::from).sum()
        }

        const WIDE: &[&str] = &[$(stringify!($name)),*];
    };
}

wide! {
    a00 a01 a02 a03 a04 a05 a06 a07 a08 a09 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27
    a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55
    a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67 a68 a69
}

fn server() -> Server {
    Server::builder("faults", "1.0.0")
        .tool::<create_issue>()
        .tool::<scalars>()
        .tool::<order>()
        .tool::<arrays>()
        .tool::<maps>()
        .tool::<anything>()
        .tool::<lent>()
        .tool::<lent_later>()
        .tool::<aliased>()
        .tool::<bare>()
        .tool::<lax>()
        .tool::<flat>()
        .tool::<rest>()
        .tool::<defaults>()
        .tool::<wide>()
        .build()
        .unwrap()
}

/// The message and the data of a refusal, which is one by -32602 and says nothing of Rust or of places in a text.
fn refused(server: &Server, tool: &str, arguments: &str) -> (String, Value) {
    let answer = call(server, tool, arguments);
    let error = &answer["error"];
    assert_eq!(error["code"], -32602, "{tool} {arguments}: {answer}");
    assert_eq!(error["data"]["tool"], tool, "{tool} {arguments}");
    let message = error["message"].as_str().unwrap().to_owned();
    let unsaid = [
        "line ", "column", "at byte", "u8", "u32", "i64", "u64", "i128", "f64", "struct", "Vec<",
        "Option", "BTree", "Order ", "Paging", "Sorting", "Priority", "Even", "serde", "tuple",
        "sequence", "variant", "field",
    ];
    for word in unsaid {
        assert!(!message.contains(word), "{word:?} in {message}");
    }
    (message, error["data"].clone())
}

/// A fault of the data as the text tells it.
fn told(fault: &Value) -> String {
    let word = |member: &str| fault[member].as_str().unwrap_or_default();
    let line = match (word("code"), fault.get("expected").and_then(Value::as_str)) {
        ("missing", Some(expected)) => format!("missing, expected {expected}"),
        ("unknown", _) if word("path").matches('/').count() > 1 => "unknown member".to_owned(),
        ("unknown", _) => "unknown argument".to_owned(),
        ("duplicate", _) => "given twice".to_owned(),
        (_, Some(expected)) => format!("expected {expected}"),
        _ => panic!("nothing to tell: {fault}"),
    };
    let hint = fault.get("hint").and_then(Value::as_str);
    let got = fault.get("received").map(|received| {
        let bare = received.as_str().filter(|received| {
            // A number whose digits would not survive is data as text.
            let number = received.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            let name = word("expected").ends_with(" as the name of the member");
            (number && hint.is_none() && !name) || matches!(*received, "an array" | "an object")
        });
        bare.map_or_else(|| received.to_string(), str::to_owned)
    });
    let got = got.map_or_else(String::new, |got| format!(", got {got}"));
    let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("- {}: {line}{got}{hint}", word("path"))
}

/// Checks that the lines are told for the arguments, and the same facts as data.
fn check(tool: &str, rows: &[(&str, &[&str])]) {
    let server = server();
    for (arguments, lines) in rows {
        let (message, data) = refused(&server, tool, arguments);
        let expected = format!("Invalid arguments for {tool}:\n{}", lines.join("\n"));
        assert_eq!(message, expected, "{tool} {arguments}");
        let told: Vec<String> = data["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(told)
            .collect();
        assert_eq!(told, *lines, "{tool} {arguments}: the data tell otherwise");
    }
}

/// Checks that the arguments are accepted, with this text as the result.
fn check_accepted(tool: &str, rows: &[(&str, &str)]) {
    let server = server();
    for (arguments, expected) in rows {
        let answer = call(&server, tool, arguments);
        assert!(answer["error"].is_null(), "{tool} {arguments}: {answer}");
        assert_eq!(text(&answer), *expected, "{tool} {arguments}");
    }
}

#[test]
fn three_faults_are_told_in_three_lines_and_as_data() {
    let arguments = r#"{"labels":[],"priority":"hgih","titel":"Bug"}"#;
    let (message, data) = refused(&server(), "create_issue", arguments);
    assert_eq!(
        message,
        r#"Invalid arguments for create_issue:
- /priority: expected one of "low", "medium", "high", got "hgih" (did you mean "high"?)
- /titel: unknown argument (did you mean "title"?)
- /title: missing, expected a string"#
    );
    let expected = r#"{"tool":"create_issue","faults":[{"path":"/priority","code":"enum","expected":"one of \"low\", \"medium\", \"high\"","received":"hgih","hint":"did you mean \"high\"?"},{"path":"/titel","code":"unknown","hint":"did you mean \"title\"?"},{"path":"/title","code":"missing","expected":"a string"}]}"#;
    assert_eq!(data.to_string(), expected);
}

/// Does what the lines of a refusal say, without knowing the tool.
fn repair(arguments: &mut Map<String, Value>, message: &str) {
    for line in message.lines().skip(1) {
        let (pointer, fault) = line.strip_prefix("- /").unwrap().split_once(": ").unwrap();
        let between = |before: &str, after: char| {
            let rest = fault.split_once(before)?.1;
            Some(rest.split(after).next().unwrap_or(rest).to_owned())
        };
        let meant = between("did you mean \"", '"');
        if fault.starts_with("unknown") {
            let value = arguments.shift_remove(pointer).unwrap();
            if let Some(meant) = meant {
                arguments.insert(meant, value);
            }
            continue;
        }
        let words = between("expected ", '\n').unwrap();
        let value = match meant {
            Some(meant) => json!(meant),
            None if words.starts_with("one of") => json!(between("one of \"", '"').unwrap()),
            None if words.starts_with("a string") => json!("text"),
            None if words.starts_with("true or false") => json!(true),
            None if words.starts_with("a number") => json!(0.5),
            None if words.starts_with("an array") => json!([]),
            None if words.starts_with("an integer from ") => {
                json(&between("an integer from ", ' ').unwrap())
            }
            None if words.starts_with("an integer") => json!(1),
            None => panic!("nobody knows what to send: {line}"),
        };
        let (first, rest) = pointer.split_once('/').unwrap_or((pointer, ""));
        let entry = arguments.entry(first.to_owned()).or_insert(Value::Null);
        let place = match rest {
            "" => Some(entry),
            rest => entry.pointer_mut(&format!("/{rest}")),
        };
        *place.unwrap_or_else(|| panic!("no such place: {line}")) = value;
    }
}

#[test]
fn a_call_is_repaired_by_its_refusal_alone() {
    let server = server();
    let rows = [
        (
            "create_issue",
            r#"{"labels":"bug","priority":"hgih","titel":"Bug"}"#,
            1,
        ),
        ("create_issue", "{}", 1),
        (
            "create_issue",
            r#"{"title":1,"labels":[1],"priority":{}}"#,
            1,
        ),
        (
            "scalars",
            r#"{"flag":"yes","byte":256,"short":1e9,"long":9223372036854775808,"size":-1,"float":"1","single":1e39,"word":7,"positive":0}"#,
            1,
        ),
        (
            "flat",
            r#"{"q":1,"size":-1,"descending":"no","last":[]}"#,
            3,
        ),
        (
            "order",
            r#"{"order":{"customer":"a","orderLines":[{"count":1},{"count":"2"}]}}"#,
            1,
        ),
        ("aliased", r#"{"chat":1,"maximum":1,"limit":1000}"#, 1),
        ("wide", r#"{"a00":300,"a7":1}"#, 4),
    ];
    for (tool, arguments, rounds) in rows {
        let mut repaired = json(arguments).as_object().unwrap().clone();
        let mut needed = 0;
        loop {
            let answer = call(&server, tool, &Value::Object(repaired.clone()).to_string());
            let Some(message) = answer["error"]["message"].as_str() else {
                break;
            };
            assert!(
                needed < rounds,
                "{tool} {arguments}: not good after {needed} rounds: {message}"
            );
            let message = message.lines().filter(|line| !line.starts_with("- and "));
            repair(&mut repaired, &message.collect::<Vec<_>>().join("\n"));
            needed += 1;
        }
    }
}

#[test]
fn names_that_are_unknown_missing_or_twice_are_faults() {
    check(
        "create_issue",
        &[
            (
                "{}",
                &[
                    "- /title: missing, expected a string",
                    "- /labels: missing, expected an array of strings",
                ],
            ),
            (
                r#"{"labels":[],"title":"a","x":1,"Title":2,"title":"b"}"#,
                &[
                    r#"- /x: unknown argument (known are "title", "labels", "priority")"#,
                    r#"- /Title: unknown argument (did you mean "title"?)"#,
                    "- /title: given twice (send it once)",
                ],
            ),
            (
                r#"{"x":1,"labels":[],"x":1,"title":"a"}"#,
                &[
                    r#"- /x: unknown argument (known are "title", "labels", "priority")"#,
                    "- /x: given twice (send it once)",
                ],
            ),
            (
                r#"{"title":1,"labels":[],"title":2}"#,
                &[
                    "- /title: expected a string, got 1",
                    "- /title: given twice (send it once)",
                ],
            ),
        ],
    );
    check(
        "bare",
        &[
            (
                r#"{"a":1}"#,
                &["- /a: unknown argument (none are taken here)"],
            ),
            (
                r#"{"":1}"#,
                &["- /: unknown argument (none are taken here)"],
            ),
            (
                r#"{"a/b~c":1}"#,
                &["- /a~1b~0c: unknown argument (none are taken here)"],
            ),
        ],
    );
    check_accepted(
        "bare",
        &[("{}", "bare"), ("null", "bare"), (" { } ", "bare")],
    );
}

#[test]
fn values_of_a_wrong_type_are_told_with_what_came() {
    check(
        "scalars",
        &[
            (
                r#"{"flag":"true","byte":"5","long":"1","float":"1.5","letter":1,"word":1}"#,
                &[
                    r#"- /flag: expected true or false, got "true" (send true or false, not a string)"#,
                    r#"- /byte: expected an integer from 0 to 255, got "5" (send an integer, not a string)"#,
                    r#"- /long: expected an integer, got "1" (send an integer, not a string)"#,
                    r#"- /float: expected a number, got "1.5" (send a number, not a string)"#,
                    "- /letter: expected a string of 1 character, got 1",
                    "- /word: expected a string, got 1",
                ],
            ),
            (
                r#"{"flag":1,"byte":true,"long":[],"float":{},"word":["a"]}"#,
                &[
                    "- /flag: expected true or false, got 1",
                    "- /byte: expected an integer from 0 to 255, got true",
                    "- /long: expected an integer, got an array",
                    "- /float: expected a number, got an object",
                    "- /word: expected a string, got an array",
                ],
            ),
            (
                r#"{"byte":5.5,"long":1e-1,"size":0.5}"#,
                &[
                    "- /byte: expected an integer from 0 to 255, got 5.5",
                    "- /long: expected an integer, got 1e-1",
                    "- /size: expected an integer of at least 0, got 0.5",
                ],
            ),
        ],
    );
}

#[test]
fn numbers_outside_of_their_type_are_told_with_its_range() {
    check(
        "scalars",
        &[(
            r#"{"byte":256,"short":-32769,"long":9223372036854775808,"size":18446744073709551616,"wide":170141183460469231731687303715884105728,"huge":-1,"single":1e39,"positive":256}"#,
            &[
                "- /byte: expected an integer from 0 to 255, got 256",
                "- /short: expected an integer from -32768 to 32767, got -32769",
                "- /long: expected an integer from -9223372036854775808 to 9223372036854775807, got 9223372036854775808",
                "- /size: expected an integer from 0 to 18446744073709551615, got 18446744073709551616",
                "- /wide: expected an integer from -170141183460469231731687303715884105728 to 170141183460469231731687303715884105727, got 170141183460469231731687303715884105728",
                "- /huge: expected an integer from 0 to 340282366920938463463374607431768211455, got -1",
                "- /single: expected a number from -3.4028235e38 to 3.4028235e38, got 1e39",
                "- /positive: expected an integer from 1 to 255, got 256",
            ],
        )],
    );
    // The digits are kept where a float would lose them.
    let (_, data) = refused(
        &server(),
        "scalars",
        r#"{"size":18446744073709551617,"byte":256,"huge":1.50}"#,
    );
    let received: Vec<&Value> = data["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| &fault["received"])
        .collect();
    assert_eq!(
        received,
        [&json!("18446744073709551617"), &json!(256), &json!("1.50")]
    );
}

#[test]
fn integers_are_exact_and_may_be_written_as_floats() {
    check_accepted(
        "scalars",
        &[
            (r#"{"byte":5.0}"#, "5;"),
            (r#"{"byte":2.55e2}"#, "255;"),
            (r#"{"byte":2550e-1}"#, "255;"),
            (r#"{"byte":0.0,"short":-3.0}"#, "0;-3;"),
            (r#"{"byte":-0}"#, "0;"),
            (r#"{"long":9007199254740993}"#, "9007199254740993;"),
            (
                r#"{"long":-9223372036854775808,"size":18446744073709551615}"#,
                "-9223372036854775808;18446744073709551615;",
            ),
            (r#"{"long":9007199254740992.0}"#, "9007199254740992;"),
            (
                r#"{"wide":-170141183460469231731687303715884105728,"huge":340282366920938463463374607431768211455}"#,
                "-170141183460469231731687303715884105728;340282366920938463463374607431768211455;",
            ),
            (r#"{"float":5,"single":16777217}"#, "5.0;16777216.0;"),
            (r#"{"float":1e308}"#, "1e308;"),
            (r#"{"positive":1.0}"#, "1;"),
        ],
    );
    check(
        "scalars",
        &[
            (
                r#"{"positive":0}"#,
                &["- /positive: expected an integer from 1 to 255, got 0"],
            ),
            (
                r#"{"positive":0.0}"#,
                &["- /positive: expected an integer from 1 to 255, got 0.0"],
            ),
        ],
    );
}

#[test]
fn names_of_an_enum_are_matched_exactly_and_the_likely_one_is_named() {
    let choices = r#"expected one of "low", "medium", "high""#;
    let rows: Vec<(String, String)> = [
        ("\"High\"", r#"got "High" (did you mean "high"?)"#),
        ("\"HIGH\"", r#"got "HIGH" (did you mean "high"?)"#),
        ("\"meduim\"", r#"got "meduim" (did you mean "medium"?)"#),
        ("\"urgent\"", r#"got "urgent""#),
        ("\"\"", r#"got """#),
        ("1", "got 1"),
        ("true", "got true"),
        ("[\"low\"]", "got an array"),
        (r#"{"low":null}"#, "got an object"),
        ("{}", "got an object"),
    ]
    .map(|(value, got)| {
        (
            format!(r#"{{"title":"a","labels":[],"priority":{value}}}"#),
            format!("- /priority: {choices}, {got}"),
        )
    })
    .into();
    for (arguments, line) in &rows {
        check("create_issue", &[(arguments, &[line])]);
    }
}

#[test]
fn faults_inside_of_a_value_are_told_by_their_pointer() {
    check(
        "order",
        &[
            (
                r#"{"order":{"orderLines":[]}}"#,
                &["- /order/customer: missing, expected a string"],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[{"count":1},{"count":300}]}}"#,
                &["- /order/orderLines/1/count: expected an integer from 0 to 255, got 300"],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[{"count":1,"priority":"lo"}]}}"#,
                &[
                    r#"- /order/orderLines/0/priority: expected one of "low", "medium", "high", got "lo" (did you mean "low"?)"#,
                ],
            ),
            (
                r#"{"order":{"customer":"a","order_lines":[]}}"#,
                &[
                    r#"- /order/order_lines: unknown member (did you mean "orderLines"?)"#,
                    "- /order/orderLines: missing, expected an array of objects with count",
                ],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[],"zzz":1}}"#,
                &[
                    r#"- /order/zzz: unknown member (known are "customer", "orderLines", "note", "extra")"#,
                ],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[],"extra":{"a/b~":"1"}}}"#,
                &[
                    r#"- /order/extra/a~1b~0: expected an integer from -2147483648 to 2147483647, got "1" (send an integer, not a string)"#,
                ],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[{"count":1,"count":2}]}}"#,
                &["- /order/orderLines/0/count: given twice (send it once)"],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[],"extra":{"k":1,"k":1}}}"#,
                &["- /order/extra/k: given twice (send it once)"],
            ),
            (
                r#"{"order":null}"#,
                &["- /order: expected an object with customer, orderLines, got null"],
            ),
            (
                r#"{"order":"{\"customer\":\"a\",\"orderLines\":[]}"}"#,
                &[
                    r#"- /order: expected an object with customer, orderLines, got "{\"customer\":\"a\",\"orderLines\":[]}" (send an object, not a string)"#,
                ],
            ),
        ],
    );
}

#[test]
fn an_array_is_never_taken_for_an_object_nor_an_object_for_an_array() {
    check(
        "order",
        &[
            (
                r#"{"order":["a",[]]}"#,
                &["- /order: expected an object with customer, orderLines, got an array"],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[[1]]}}"#,
                &["- /order/orderLines/0: expected an object with count, got an array"],
            ),
            (
                r#"{"order":{"customer":"a","orderLines":[],"extra":[]}}"#,
                &[
                    "- /order/extra: expected an object whose members are integers from -2147483648 to 2147483647, got an array",
                ],
            ),
        ],
    );
    check(
        "arrays",
        &[
            (
                r#"{"pair":{"0":1,"1":"a"},"three":{},"list":{"count":1},"set":{}}"#,
                &[
                    "- /pair: expected an array of 2 elements: an integer from 0 to 255, a string, got an object",
                    "- /three: expected an array of 3 integers from 0 to 255, got an object",
                    "- /list: expected an array of objects with count, got an object",
                    "- /set: expected an array of integers from -128 to 127, none of them twice, got an object",
                ],
            ),
            (
                r#"{"pair":[1],"three":[1,2,3,4],"list":[],"set":[]}"#,
                &[
                    "- /pair: expected an array of 2 elements: an integer from 0 to 255, a string, got an array (it has 1 element)",
                    "- /three: expected an array of 3 integers from 0 to 255, got an array (it has 4 elements)",
                ],
            ),
            (
                r#"{"pair":[1,2],"three":[1,2,-3],"list":[{}],"set":[1,128]}"#,
                &[
                    "- /pair/1: expected a string, got 2",
                    "- /three/2: expected an integer from 0 to 255, got -3",
                    "- /list/0/count: missing, expected an integer from 0 to 255",
                    "- /set/1: expected an integer from -128 to 127, got 128",
                ],
            ),
        ],
    );
    check_accepted(
        "arrays",
        &[(
            r#"{"pair":[1,"a"],"three":[1,2,3.0],"list":[{"count":1}],"set":[2,1]}"#,
            r#"(1, "a") [1, 2, 3] [Line { count: 1, priority: Medium }] {1, 2}"#,
        )],
    );
}

#[test]
fn null_is_an_absent_argument_where_one_may_be_absent() {
    check_accepted(
        "create_issue",
        &[(
            r#"{"title":"a","labels":[],"priority":null}"#,
            "a [] Medium",
        )],
    );
    check_accepted(
        "scalars",
        &[(r#"{"flag":null,"word":null,"byte":1}"#, "1;")],
    );
    check_accepted("aliased", &[(r#"{"chat":"a","max":null}"#, "a None")]);
    check_accepted(
        "order",
        &[(
            r#"{"order":{"customer":"a","orderLines":[],"note":null}}"#,
            r#"Order { customer: "a", order_lines: [], note: None, extra: {} }"#,
        )],
    );
    check_accepted(
        "flat",
        &[(
            r#"{"query":"a","by":"b","last":1,"page":null}"#,
            r#"a Paging { page: None, size: None } Sorting { by: "b", descending: false } 1"#,
        )],
    );
    check(
        "create_issue",
        &[(
            r#"{"title":null,"labels":null}"#,
            &[
                "- /title: expected a string, got null",
                "- /labels: expected an array of strings, got null",
            ],
        )],
    );
    check(
        "aliased",
        &[(
            r#"{"chatId":"null","limit":"null"}"#,
            &[
                r#"- /limit: expected an integer from 0 to 255, got "null" (omit it instead of "null")"#,
            ],
        )],
    );
}

#[test]
fn an_argument_is_known_by_each_of_its_names_but_once() {
    check_accepted(
        "aliased",
        &[
            (r#"{"chatId":"a"}"#, "a None"),
            (r#"{"chat_id":"a","max":1}"#, "a Some(1)"),
            (r#"{"chat":"a","limit":2}"#, "a Some(2)"),
        ],
    );
    check(
        "aliased",
        &[
            (
                r#"{"chat_id":"a","chatId":"a"}"#,
                &["- /chatId: given twice (send it once)"],
            ),
            (
                r#"{"chat":"a","chat_id":"a","max":1,"limit":1}"#,
                &[
                    "- /chat_id: given twice (send it once)",
                    "- /limit: given twice (send it once)",
                ],
            ),
            (
                r#"{"id":"a"}"#,
                &[
                    r#"- /id: unknown argument (known are "chatId", "limit")"#,
                    "- /chatId: missing, expected a string",
                ],
            ),
            (r#"{"chat":1}"#, &["- /chat: expected a string, got 1"]),
        ],
    );
    let listed = haft_tests::ask_modern(&server(), "tools/list").to_string();
    assert!(!listed.contains("chat_id"), "an alias is not published");
}

#[test]
fn the_members_of_a_flattened_struct_are_arguments() {
    let paging = "Paging { page: None, size: None }";
    check_accepted(
        "flat",
        &[
            (
                r#"{"query":"a","by":"b","last":1}"#,
                &format!(r#"a {paging} Sorting {{ by: "b", descending: false }} 1"#),
            ),
            (
                r#"{"last":1,"descending":true,"size":2,"by":"b","page":3,"query":"a"}"#,
                r#"a Paging { page: Some(3), size: Some(2) } Sorting { by: "b", descending: true } 1"#,
            ),
        ],
    );
    check(
        "flat",
        &[
            (
                "{}",
                &[
                    "- /query: missing, expected a string",
                    "- /by: missing, expected a string",
                    "- /last: missing, expected an integer from 0 to 255",
                ],
            ),
            (
                r#"{"last":1,"query":"a","by":"b","siez":1,"paging":{}}"#,
                &[
                    r#"- /siez: unknown argument (did you mean "size"?)"#,
                    r#"- /paging: unknown argument (known are "query", "page", "size", "by", "descending", "last")"#,
                ],
            ),
            (
                r#"{"by":1,"query":2,"page":"x","last":-1}"#,
                &[
                    "- /by: expected a string, got 1",
                    "- /query: expected a string, got 2",
                    r#"- /page: expected an integer from 0 to 4294967295, got "x" (send an integer, not a string)"#,
                    "- /last: expected an integer from 0 to 255, got -1",
                ],
            ),
            (
                r#"{"query":"a","by":"b","by":"c","last":1,"last":2}"#,
                &[
                    "- /by: given twice (send it once)",
                    "- /last: given twice (send it once)",
                ],
            ),
        ],
    );
    check_accepted(
        "rest",
        &[
            ("{}", &format!("{paging} {{}}")),
            (
                r#"{"a":1,"page":2,"b":-3}"#,
                r#"Paging { page: Some(2), size: None } {"a": 1, "b": -3}"#,
            ),
        ],
    );
    check(
        "rest",
        &[(
            r#"{"a":1,"b":"x"}"#,
            &[
                r#"- /b: expected an integer from -2147483648 to 2147483647, got "x" (send an integer, not a string)"#,
            ],
        )],
    );
}

#[test]
fn keys_of_a_map_are_what_their_type_says() {
    check_accepted(
        "maps",
        &[
            (r#"{"text":{"":0,"a":1}}"#, ""),
            (
                r#"{"size":{"18446744073709551615":1,"0":2}}"#,
                "{0: 2, 18446744073709551615: 1};",
            ),
            (r#"{"small":{"-128":1,"127":2}}"#, "{-128: 1, 127: 2};"),
            (
                r#"{"wide":{"-170141183460469231731687303715884105728":1}}"#,
                "{-170141183460469231731687303715884105728: 1};",
            ),
            (r#"{"flag":{"true":1,"false":2}}"#, "{false: 2, true: 1};"),
            (
                r#"{"letter":{"a":1,"\ud83d\ude00":2}}"#,
                "{'a': 1, '😀': 2};",
            ),
            (
                r#"{"name":[["a",{"1":{"2":true}}]]}"#,
                r#"[("a", {1: {2: true}})];"#,
            ),
        ][1..],
    );
    let server = server();
    for arguments in [
        r#"{"size":{"x":1}}"#,
        r#"{"size":{"-1":1}}"#,
        r#"{"size":{"18446744073709551616":1}}"#,
        r#"{"size":{"01":1}}"#,
        r#"{"size":{"":1}}"#,
        r#"{"small":{"128":1}}"#,
        r#"{"small":{"1.0":1}}"#,
        r#"{"wide":{"170141183460469231731687303715884105728":1}}"#,
        r#"{"flag":{"yes":1}}"#,
        r#"{"letter":{"ab":1}}"#,
    ] {
        let (_, data) = refused(&server, "maps", arguments);
        let given = json(arguments);
        let (map, members) = given.as_object().unwrap().iter().next().unwrap();
        let key = members.as_object().unwrap().keys().next().unwrap();
        assert_eq!(
            data["faults"][0]["path"],
            format!("/{map}/{key}"),
            "{arguments}"
        );
    }
    check(
        "maps",
        &[
            (
                r#"{"text":{"a":256}}"#,
                &["- /text/a: expected an integer from 0 to 255, got 256"],
            ),
            (
                r#"{"size":{"x":1}}"#,
                &[
                    r#"- /size/x: expected an integer from 0 to 18446744073709551615 as the name of the member, got "x""#,
                ],
            ),
            (
                r#"{"small":{"128":"a","1":true}}"#,
                &[
                    r#"- /small/128: expected an integer from -2147483648 to 2147483647, got "a" (send an integer, not a string)"#,
                    "- /small/1: expected an integer from -2147483648 to 2147483647, got true",
                    r#"- /small/128: expected an integer from -128 to 127 as the name of the member, got "128""#,
                ],
            ),
            (
                r#"{"flag":{"yes":1}}"#,
                &[
                    r#"- /flag/yes: expected "true" or "false" as the name of the member, got "yes""#,
                ],
            ),
            (
                r#"{"letter":{"ab":1}}"#,
                &[r#"- /letter/ab: expected a character as the name of the member, got "ab""#],
            ),
            (
                r#"{"size":{"1":1,"1":2}}"#,
                &["- /size/1: given twice (send it once)"],
            ),
            (
                r#"{"name":[["a",{"1":{"2":0}}]]}"#,
                &["- /name/0/1/1/2: expected true or false, got 0"],
            ),
        ],
    );
}

#[test]
fn any_json_value_is_taken_as_it_is() {
    check_accepted(
        "anything",
        &[
            (r#"{"value":null,"raw":null}"#, "null null"),
            (
                r#"{"value":{"b":[],"a":{}},"raw":{"b": [1.0, 1e2],"a":"\u0041"}}"#,
                r#"{"b":[],"a":{}} {"b": [1.0, 1e2],"a":"\u0041"}"#,
            ),
            (
                r#"{"value":[18446744073709551615,-9223372036854775808,1.5,"\u0041"],"raw":123456789012345678901234567890}"#,
                r#"[18446744073709551615,-9223372036854775808,1.5,"A"] 123456789012345678901234567890"#,
            ),
        ],
    );
    check(
        "anything",
        &[
            (
                "{}",
                &[
                    "- /value: missing, expected any JSON value",
                    "- /raw: missing, expected any JSON value",
                ],
            ),
            (
                r#"{"value":{"a":1,"a":2},"raw":1}"#,
                &["- /value/a: given twice (send it once)"],
            ),
        ],
    );
}

#[test]
fn what_is_lent_is_what_was_sent() {
    let arguments =
        r#"{"text":"\"\\\n\u00e9😀\ud83d\ude00","path":"a/ \u0062","list":["","\t"],"even":"4""#;
    let expected = r#""\"\\\né😀😀" a/ b ["", "\t"] 4"#;
    check_accepted(
        "lent",
        &[(
            &format!(r#"{arguments},"shared":"s"}}"#),
            &format!("{expected} s"),
        )],
    );
    check_accepted("lent_later", &[(&format!("{arguments}}}"), expected)]);
    check(
        "lent",
        &[(
            r#"{"text":1,"path":[],"list":"a","even":4,"shared":{}}"#,
            &[
                "- /text: expected a string, got 1",
                "- /path: expected a string, got an array",
                r#"- /list: expected an array of strings, got "a" (send an array, not a string)"#,
                "- /even: expected a string, got 4",
                "- /shared: expected a string, got an object",
            ],
        )],
    );
}

#[test]
fn a_type_that_refuses_a_value_does_so_in_its_own_words() {
    let rest = r#""text":"","path":"","list":[]"#;
    let server = server();
    let refused = |even: &str| {
        refused(
            &server,
            "lent_later",
            &format!(r#"{{"even":{even},{rest}}}"#),
        )
    };
    let (message, data) = refused("\"3\"");
    assert_eq!(
        message,
        "Invalid arguments for lent_later:\n- /even: expected an even number, got 3"
    );
    assert_eq!(
        data["faults"],
        json!([{"path": "/even", "code": "value", "expected": "an even number", "received": 3}])
    );

    // One line, whatever it says.
    let (message, data) = refused("\"x\"");
    assert_eq!(
        message,
        "Invalid arguments for lent_later:\n- /even: not even\\na number: invalid digit found in string x, got \"x\""
    );
    assert_eq!(data["faults"][0]["code"], "value");

    let (message, _) = refused(&format!("\"{}\"", "y".repeat(100_000)));
    assert!(message.len() < 600, "{message}");
}

#[test]
fn a_type_that_panics_harms_its_call_alone() {
    let server = server();
    let arguments = r#"{"even":"panic","text":"","path":"","list":[]}"#;
    let expected = json!({"code": -32603, "message": "Internal error: the tool lent_later could not be started"});
    assert_eq!(call(&server, "lent_later", arguments)["error"], expected);
    let message = call_text("lent_later", arguments);
    let behind = message
        .replace(r#""id":1,"#, "")
        .replace("}}}", r#"}},"id":1}"#);
    assert_eq!(
        json(&answers(&server, &behind)[0])["error"],
        expected,
        "{behind}"
    );
    // Without an id there is nobody to tell.
    let silent = behind.replace(r#","id":1"#, "");
    assert_eq!(answers(&server, &silent), Vec::<String>::new(), "{silent}");
    check_accepted(
        "lent_later",
        &[(
            r#"{"even":"2","text":"","path":"","list":[]}"#,
            r#"""  [] 2"#,
        )],
    );
}

#[test]
fn a_default_that_panics_harms_its_call_alone() {
    static BROKEN: AtomicBool = AtomicBool::new(false);

    fn fragile() -> u8 {
        assert!(!BROKEN.load(Ordering::Relaxed), "the secret of fragile");
        7
    }

    /// Take what has a fragile default.
    #[tool]
    fn defaulted(#[arg(default = fragile())] value: u8) -> u8 {
        value
    }

    let server = Server::builder("fragile", "1")
        .tool::<defaulted>()
        .build()
        .unwrap();
    BROKEN.store(true, Ordering::Relaxed);
    let expected = json!({"code": -32603, "message": "Internal error: the tool defaulted could not be started"});
    assert_eq!(call(&server, "defaulted", "{}")["error"], expected);
    assert_eq!(text(&call(&server, "defaulted", r#"{"value":1}"#)), "1");
    BROKEN.store(false, Ordering::Relaxed);
    assert_eq!(text(&call(&server, "defaulted", "{}")), "7");
}

#[test]
fn what_is_not_known_is_ignored_where_the_tool_says_so() {
    check_accepted(
        "lax",
        &[
            ("{}", "None"),
            (r#"{"known":1,"x":[{"known":2}],"x":3}"#, "Some(1)"),
            (r#"{"Known":1}"#, "None"),
        ],
    );
    check(
        "lax",
        &[
            (
                r#"{"x":1,"known":256}"#,
                &["- /known: expected an integer from 0 to 255, got 256"],
            ),
            (
                r#"{"known":1,"known":1}"#,
                &["- /known: given twice (send it once)"],
            ),
        ],
    );
}

#[test]
fn the_order_of_arguments_is_no_matter_but_for_the_order_of_faults() {
    check_accepted(
        "flat",
        &[(
            r#"{"last":3,"by":"b","query":"a"}"#,
            r#"a Paging { page: None, size: None } Sorting { by: "b", descending: false } 3"#,
        )],
    );
    let title = "- /title: expected a string, got 1";
    let labels = "- /labels: expected an array of strings, got 2";
    let x = r#"- /x: unknown argument (known are "title", "labels", "priority")"#;
    check(
        "create_issue",
        &[
            (r#"{"title":1,"labels":2,"x":3}"#, &[title, labels, x]),
            (r#"{"x":3,"labels":2,"title":1}"#, &[x, labels, title]),
            (r#"{"labels":2,"x":3,"title":1}"#, &[labels, x, title]),
        ],
    );
}

#[test]
fn more_than_twenty_faults_are_counted() {
    let server = server();
    let names: Vec<String> = (0..33)
        .map(|number| format!(r#""x{number}":{number}"#))
        .collect();
    let (message, data) = refused(&server, "bare", &format!("{{{}}}", names.join(",")));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[20], "- /x19: unknown argument (none are taken here)");
    assert_eq!(lines[21], "- and 13 more");
    assert_eq!(data["faults"].as_array().unwrap().len(), 20);
    assert_eq!(data["more"], 13);

    let twenty = names[..20].join(",");
    let (message, data) = refused(&server, "bare", &format!("{{{twenty}}}"));
    assert_eq!(message.lines().count(), 21);
    assert_eq!(data.get("more"), None);
}

#[test]
fn a_flood_of_faults_is_refused_in_little_time_and_few_words() {
    let server = server();
    let many: Vec<String> = (0..100_000)
        .map(|number| format!(r#""k{number}":0"#))
        .collect();
    let many = format!("{{{}}}", many.join(","));
    let same = format!("{{{}\"k\":0}}", r#""k":0,"#.repeat(100_000));
    for tool in ["bare", "flat", "create_issue"] {
        for arguments in [&many, &same] {
            let (message, data) = refused(&server, tool, arguments);
            assert!(
                message.len() < 5_000 && data.to_string().len() < 10_000,
                "{tool}"
            );
        }
    }
}

#[test]
fn long_names_and_values_are_shortened() {
    let long = "é".repeat(1_000);
    let short = format!("{}… (1000 characters)", "é".repeat(60));
    check(
        "bare",
        &[(
            &format!(r#"{{"{long}":1}}"#),
            &[&format!(
                "- /{short}: unknown argument (none are taken here)"
            )],
        )],
    );
    check(
        "scalars",
        &[
            (
                &format!(r#"{{"flag":"{long}"}}"#),
                &[&format!(
                    r#"- /flag: expected true or false, got "{short}" (send true or false, not a string)"#
                )],
            ),
            (
                &format!(r#"{{"byte":{}}}"#, "9".repeat(300)),
                &[&format!(
                    "- /byte: expected an integer from 0 to 255, got {}… (300 characters)",
                    "9".repeat(60)
                )],
            ),
            (
                &format!(r#"{{"letter":"{long}"}}"#),
                &[&format!(
                    r#"- /letter: expected a string of 1 character, got "{short}""#
                )],
            ),
        ],
    );
    check(
        "create_issue",
        &[(
            &format!(r#"{{"title":"a","labels":[],"priority":"{long}"}}"#),
            &[&format!(
                r#"- /priority: expected one of "low", "medium", "high", got "{short}""#
            )],
        )],
    );
    check(
        "order",
        &[(
            &format!(r#"{{"order":{{"customer":"a","orderLines":[],"extra":{{"{long}":null}}}}}}"#),
            &[&format!(
                "- /order/extra/{short}: expected an integer from -2147483648 to 2147483647, got null"
            )],
        )],
    );
}

#[test]
fn to_a_program_a_pointer_is_one_unless_it_is_very_long() {
    let server = server();
    let long = "x".repeat(100);
    let (message, data) = refused(&server, "bare", &format!(r#"{{"{long}":1}}"#));
    assert!(
        message.contains("… (100 characters): unknown argument"),
        "{message}"
    );
    assert_eq!(data["faults"][0]["path"], format!("/{long}"));
    let (_, data) = refused(&server, "bare", &format!(r#"{{"{}":1}}"#, long.repeat(100)));
    let path = data["faults"][0]["path"].as_str().unwrap();
    assert!(path.ends_with("… (10000 characters)"), "{path}");
}

#[test]
fn no_name_or_value_breaks_a_line() {
    let server = server();
    let odd = r"a\nb\r\u0000\u001b[31m\u007f\u0085\u2028\u202e";
    let raw = json(&format!("\"{odd}\""));
    let raw = raw.as_str().unwrap();
    let rows = [
        (
            "bare",
            format!(r#"{{"{odd}":1}}"#),
            format!("- /{odd}: unknown argument (none are taken here)"),
            format!("/{raw}"),
        ),
        (
            "order",
            format!(r#"{{"order":{{"customer":"a","orderLines":[],"{odd}":1}}}}"#),
            format!(
                r#"- /order/{odd}: unknown member (known are "customer", "orderLines", "note", "extra")"#
            ),
            format!("/order/{raw}"),
        ),
        (
            "order",
            format!(r#"{{"order":{{"customer":"a","orderLines":[],"extra":{{"{odd}":true}}}}}}"#),
            format!(
                "- /order/extra/{odd}: expected an integer from -2147483648 to 2147483647, got true"
            ),
            format!("/order/extra/{raw}"),
        ),
        (
            "create_issue",
            format!(r#"{{"title":"a","labels":[],"priority":"{odd}"}}"#),
            format!(r#"- /priority: expected one of "low", "medium", "high", got "{odd}""#),
            "/priority".to_owned(),
        ),
        (
            "scalars",
            format!(r#"{{"flag":"{odd}"}}"#),
            format!(
                r#"- /flag: expected true or false, got "{odd}" (send true or false, not a string)"#
            ),
            "/flag".to_owned(),
        ),
    ];
    for (tool, arguments, line, path) in rows {
        let (message, data) = refused(&server, tool, &arguments);
        assert_eq!(message, format!("Invalid arguments for {tool}:\n{line}"));
        assert_eq!(data["faults"][0]["path"], path, "{tool} {arguments}");
    }
}

#[test]
fn seventy_arguments_are_as_good_as_one() {
    let server = server();
    let all = |value: &dyn Fn(usize) -> String| -> String {
        let members: Vec<String> = WIDE
            .iter()
            .enumerate()
            .map(|(at, name)| format!(r#""{name}":{}"#, value(at)))
            .collect();
        format!("{{{}}}", members.join(","))
    };
    let answer = call(&server, "wide", &all(&|at| at.to_string()));
    assert_eq!(text(&answer), "2415");
    let reversed: Vec<String> = WIDE
        .iter()
        .rev()
        .map(|name| format!(r#""{name}":1"#))
        .collect();
    assert_eq!(
        text(&call(
            &server,
            "wide",
            &format!("{{{}}}", reversed.join(","))
        )),
        "70"
    );

    let (message, data) = refused(
        &server,
        "wide",
        r#"{"a69":1,"a64":"x","a63":1,"a63":2,"a64":1,"a70":1}"#,
    );
    let lines: Vec<&str> = message.lines().skip(1).collect();
    assert_eq!(
        lines[..4],
        [
            r#"- /a64: expected an integer from 0 to 255, got "x" (send an integer, not a string)"#,
            "- /a63: given twice (send it once)",
            "- /a64: given twice (send it once)",
            r#"- /a70: unknown argument (did you mean "a00"?)"#,
        ]
    );
    assert_eq!(
        lines[4],
        "- /a00: missing, expected an integer from 0 to 255"
    );
    assert_eq!(data["more"], 4 + 67 - 20);
}

#[test]
fn a_default_is_applied_and_published_in_every_form() {
    let expected = r#"0 [] Medium 7 -1 true 0.25 x lent owned a/b [1, 2] Some(3) None High (1, "b") {"k": 1} 4 340282366920938463463374607431768211455"#;
    check_accepted(
        "defaults",
        &[
            ("{}", expected),
            ("null", expected),
            (
                r#"{"number":null,"lent":null,"list":null,"some":null}"#,
                &expected.replace("Some(3)", "None"),
            ),
        ],
    );
    let listed = haft_tests::ask_modern(&server(), "tools/list");
    let tools = listed["result"]["tools"].as_array().unwrap();
    let schema = &tools
        .iter()
        .find(|tool| tool["name"] == "defaults")
        .unwrap()["inputSchema"];
    assert_eq!(schema.get("required"), None);
    let published: Map<String, Value> = schema["properties"]
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(name, property)| Some((name.clone(), property.get("default")?.clone())))
        .filter(|(name, _)| name != "huge")
        .collect();
    let expected = json!({
        "zero": 0, "empty": [], "priority": "medium", "number": 7, "negative": -1, "flag": true, "float": 0.25,
        "letter": "x", "lent": "lent", "owned": "owned", "path": "a/b", "list": [1, 2], "some": 3, "high": "high",
        "pair": [1, "b"], "map": {"k": 1},
    });
    assert_eq!(Value::Object(published), expected);
}

/// State for tools that are methods.
struct Shelf(Vec<&'static str>);

#[tools]
impl Shelf {
    /// Take a book.
    #[tool]
    fn take(&self, book: usize) -> Result<&'static str, String> {
        self.0
            .get(book)
            .copied()
            .ok_or_else(|| format!("there is no book {book}"))
    }
}

#[test]
fn faults_as_tool_errors_have_the_same_text_and_data() {
    let build = |faults| {
        Server::builder("faults", "1")
            .tool::<create_issue>()
            .tools(Shelf(vec!["one"]))
            .row(Tool::new(
                "written",
                "Take a list.",
                json!({"type": "object", "properties": {}}),
                |arguments: BTreeMap<String, Vec<u8>>, _| format!("{arguments:?}"),
            ))
            .argument_faults(faults)
            .build()
            .unwrap()
    };
    let (by_code, by_result) = (
        build(ArgumentFaults::ProtocolError),
        build(ArgumentFaults::ToolError),
    );
    let rows = [
        ("create_issue", r#"{"priority":"hgih","titel":1}"#),
        ("take", r#"{"book":-1,"shelf":1}"#),
        ("take", "{}"),
        ("written", r#"{"a":[1,256]}"#),
    ];
    for (tool, arguments) in rows {
        let (message, data) = refused_by(&by_code, tool, arguments);
        let expected = json!({
            "content": [{"type": "text", "text": message}],
            "isError": true,
            "_meta": {"haft/faults": data},
        });
        assert_eq!(
            call(&by_result, tool, arguments)["result"],
            expected,
            "{tool} {arguments}"
        );
        let modern = haft_tests::call_modern(&by_result, tool, arguments);
        assert_eq!(
            modern["result"]["_meta"]["haft/faults"], data,
            "{tool} {arguments}"
        );
        assert_eq!(modern["result"]["resultType"], "complete");
        assert!(modern["result"]["_meta"]["io.modelcontextprotocol/serverInfo"].is_object());
    }
    // What is no argument's fault stays a protocol error.
    for message in [
        call_text("none", "{}"),
        call_text("take", "[]"),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#.to_owned(),
    ] {
        let answer = haft_tests::answer(&by_result, &message);
        assert_eq!(answer["error"]["code"], -32602, "{message}");
    }
}

fn refused_by(server: &Server, tool: &str, arguments: &str) -> (String, Value) {
    let answer = call(server, tool, arguments);
    let error = &answer["error"];
    (
        error["message"].as_str().unwrap().to_owned(),
        error["data"].clone(),
    )
}

#[test]
fn arguments_of_a_written_tool_are_decoded_as_one_value() {
    let schema = json!({"type": "object"});
    let server = Server::builder("written", "1")
        .row(Tool::new(
            "typed",
            "Take an order.",
            schema.clone(),
            |order: Order, _| order.customer,
        ))
        .row(Tool::new(
            "open",
            "Take all.",
            schema,
            |arguments: haft::Map, _| Value::Object(arguments).to_string(),
        ))
        .build()
        .unwrap();
    assert_eq!(
        text(&call(
            &server,
            "typed",
            r#"{"customer":"a","orderLines":[]}"#
        )),
        "a"
    );
    assert_eq!(
        text(&call(&server, "open", r#"{"b":1,"a":{}}"#)),
        r#"{"b":1,"a":{}}"#
    );
    assert_eq!(text(&call(&server, "open", "null")), "{}");
    let rows = [
        ("typed", "{}", "- /customer: missing"),
        ("typed", "null", "- /customer: missing"),
        (
            "typed",
            r#"{"customer":1}"#,
            "- /customer: expected a string, got 1",
        ),
        (
            "typed",
            r#"{"customer":"a","orderLines":[],"x":1}"#,
            "- /x: unknown argument",
        ),
        (
            "open",
            r#"{"a":{"b":1,"b":2}}"#,
            "- /a/b: given twice (send it once)",
        ),
    ];
    for (tool, arguments, line) in rows {
        let (message, _) = refused_by(&server, tool, arguments);
        let start = format!("Invalid arguments for {tool}:\n{line}");
        assert!(message.starts_with(&start), "{tool} {arguments}: {message}");
    }
}
