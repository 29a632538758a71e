//! Each exception of the table, by the smallest example of it.

mod judge;
mod table;

use std::collections::BTreeMap;

use haft::{Server, Tool, Value, schema, tool};
use haft_agreement::call;
use schemars::JsonSchema;
use serde::Deserialize;

use judge::Judge;
use table::Direction;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Fields {
    #[serde(default)]
    count: u8,
    #[serde(default, alias = "label")]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value")]
#[allow(dead_code)]
enum Adjacent {
    Nothing,
    Perhaps(Option<u8>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Loose {
    Single(f32),
    Text(String),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Wide {
    wide: u128,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Numbered {
    numbered: BTreeMap<i32, String>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Pair {
    one: u8,
    other: (u8,),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Flat {
    #[serde(flatten)]
    pair: Option<Pair>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Open {
    #[serde(flatten)]
    pair: Option<Pair>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Buffered<T> {
    #[serde(flatten)]
    inner: T,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Closed {
    #[serde(flatten)]
    inner: Buffered<Inner>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Inner {
    number: u8,
}

#[schema(input)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Kind {
    One { number: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
struct Even;

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) {
            Ok(Self)
        } else {
            Err(format!("{number} is odd"))
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Either {
    Names(Vec<Kind>),
    Few(#[schemars(length(max = 1))] Vec<Option<String>>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Perhaps {
    Loose(Loose),
    Nothing,
}

/// Take it.
#[tool]
#[allow(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    unused_variables
)]
fn take(
    option: Option<u8>,
    #[arg(default = 7)] default: u8,
    #[arg(alias = "other_name")] name: Option<bool>,
    fields: Option<Fields>,
    integer: Option<u64>,
    single: Option<f32>,
    numbered: Option<BTreeMap<i32, String>>,
    any: Option<Value>,
    adjacent: Option<Adjacent>,
    loose: Option<Loose>,
    wide: Option<Buffered<Wide>>,
    buffered: Option<Buffered<Numbered>>,
    even: Option<Even>,
    flat: Option<Flat>,
    open: Option<Open>,
    closed: Option<Closed>,
    kind: Option<Buffered<Kind>>,
    either: Option<Either>,
    perhaps: Option<Vec<Perhaps>>,
) {
}

/// The tool, and arguments that an exception is about: what the schema says of them and what the decoder does.
type Example = (&'static str, String, bool, bool);

fn examples(exception: &str) -> Vec<Example> {
    let kinder = |arguments: &str| ("take", arguments.to_owned(), false, true);
    let stricter = |arguments: &str| ("take", arguments.to_owned(), true, false);
    let refused = |arguments: &str| ("take", arguments.to_owned(), false, false);
    let taken = |arguments: &str| ("take", arguments.to_owned(), true, true);
    match exception {
        "arguments" => vec![kinder("null"), taken("{}")],
        "null" => vec![
            kinder(r#"{"option":null}"#),
            kinder(r#"{"default":null}"#),
            kinder(r#"{"fields":{"count":null}}"#),
            kinder(r#"{"open":{"one":null}}"#),
            kinder(r#"{"perhaps":[null]}"#),
            kinder(r#"{"adjacent":{"kind":"Perhaps","value":null}}"#),
            refused(r#"{"integer":[null]}"#),
            refused(r#"{"adjacent":{"kind":null}}"#),
            refused(r#"{"adjacent":{"kind":"Perhaps"}}"#),
        ],
        "alias" => vec![
            kinder(r#"{"other_name":true}"#),
            refused(r#"{"other_name":"true"}"#),
        ],
        "field_alias" => vec![
            kinder(r#"{"fields":{"label":"x"}}"#),
            refused(r#"{"fields":{"label":1}}"#),
        ],
        "lenient" => vec![
            (
                "lenient",
                r#"{"option":"5","default":"7"}"#.to_owned(),
                false,
                true,
            ),
            (
                "lenient",
                r#"{"fields":"{\"count\":1}"}"#.to_owned(),
                false,
                true,
            ),
            refused(r#"{"option":"5"}"#),
        ],
        "twice" => vec![
            stricter(r#"{"option":1,"option":1}"#),
            stricter(r#"{"fields":{"count":1,"count":1}}"#),
            stricter(r#"{"any":{"a":1,"a":1}}"#),
        ],
        "digits" => vec![
            stricter(r#"{"integer":9007199254740993.0}"#),
            stricter(r#"{"integer":1e16}"#),
            taken(r#"{"integer":9007199254740993}"#),
            taken(r#"{"integer":9007199254740992.0}"#),
        ],
        "depth" => {
            let nested =
                |depth: usize| format!(r#"{{"any":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
            vec![stricter(&nested(130)), taken(&nested(100))]
        }
        "range" => vec![
            stricter(r#"{"integer":18446744073709551616}"#),
            taken(r#"{"integer":18446744073709551615}"#),
        ],
        "keys" => vec![
            stricter(r#"{"numbered":{"one":"x"}}"#),
            stricter(r#"{"numbered":{"2147483648":"x"}}"#),
            stricter(r#"{"numbered":{"01":"x"}}"#),
            taken(r#"{"numbered":{"-1":"x"}}"#),
        ],
        "content" => vec![
            stricter(r#"{"adjacent":{"kind":"Nothing","value":1}}"#),
            taken(r#"{"adjacent":{"kind":"Nothing","value":null}}"#),
            taken(r#"{"adjacent":{"kind":"Nothing","other":1}}"#),
        ],
        "buffer" => vec![
            stricter(r#"{"wide":{"wide":1}}"#),
            stricter(r#"{"buffered":{"numbered":{"1":"x"}}}"#),
            taken(r#"{"buffered":{"numbered":{}}}"#),
        ],
        "flatten_twice" => vec![stricter(r#"{"closed":{"number":1}}"#)],
        "flatten_enum" => vec![
            stricter(r#"{"kind":{"kind":"one","number":1,"other":2}}"#),
            taken(r#"{"kind":{"kind":"one","number":1}}"#),
        ],
        "custom" => vec![
            stricter(r#"{"even":3}"#),
            taken(r#"{"even":4}"#),
            refused(r#"{"even":"4"}"#),
        ],
        "float" => vec![stricter(r#"{"single":1e39}"#), taken(r#"{"loose":1e39}"#)],
        "flatten" => vec![
            taken(r#"{"open":{"one":1}}"#),
            taken(r#"{"flat":{"one":1,"other":[2]}}"#),
            refused(r#"{"open":{"one":"1"}}"#),
        ],
        "flatten_null" => vec![kinder(r#"{"open":{"one":1,"other":[null]}}"#)],
        "untagged" => vec![
            kinder(r#"{"either":[null,null]}"#),
            refused(r#"{"either":["a","b"]}"#),
        ],
        other => panic!("`{other}` has no example"),
    }
}

#[test]
fn each_exception_is_met_as_the_table_has_it() {
    let lenient = Tool::of::<take>().renamed("lenient").lenient(true);
    let server = Server::builder("exceptions", "1.0.0")
        .tool::<take>()
        .row(lenient)
        .build()
        .unwrap();
    let list = server.list();
    Judge::build();
    let mut judge = Judge::start();
    for row in table::read() {
        let mut differs = false;
        for (tool, arguments, schema, decoder) in examples(row.name) {
            let listed = list.iter().find(|listed| listed["name"] == tool).unwrap();
            let says = judge.ask(
                &listed["inputSchema"].to_string(),
                std::slice::from_ref(&arguments),
            );
            let answer = call(&server, tool, &arguments);
            let shown = format!("`{}`, {arguments}: {answer}", row.name);
            assert_eq!(says, [schema], "the schema, {shown}");
            assert_eq!(
                !answer.contains(r#""error":{"#),
                decoder,
                "the decoder, {shown}"
            );
            match row.direction {
                Direction::Kinder => assert!(decoder || !schema, "{shown}"),
                Direction::Stricter => assert!(schema || !decoder, "{shown}"),
                Direction::Either => {}
            }
            differs |= schema != decoder;
        }
        assert!(
            differs || row.direction == Direction::Either,
            "`{}` is no exception",
            row.name
        );
    }
}
