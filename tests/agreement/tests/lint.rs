//! The table of the rules, row by row.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use haft::lint::Rule;
use haft::{Json, Map, Server, Tool, json, tool};

/// The rule, who makes the trouble, and what the row is about, as the documentation has them.
fn table() -> Vec<(String, String, String)> {
    let rows = include_str!("../../../runtime/src/lint.md")
        .lines()
        .filter(|line| line.starts_with("| `"));
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [rule, who, _, from] = cells.as_slice() else {
            panic!("{row}");
        };
        (
            rule.trim_matches('`').to_owned(),
            who.replace('`', ""),
            (*from).to_owned(),
        )
    });
    rows.collect()
}

#[test]
fn the_table_has_a_row_for_each_rule() {
    let rules = Rule::ALL
        .iter()
        .map(|rule| (rule.name().to_owned(), rule.client().to_owned()));
    let rows = table().into_iter().map(|(rule, who, _)| (rule, who));
    assert_eq!(rows.collect::<Vec<_>>(), rules.collect::<Vec<_>>());
}

fn by_hand(input: Value) -> Server {
    let tool = Tool::new("by_hand", "Take it.", input, |_: Map, _| {});
    Server::builder("server", "1").row(tool).build().unwrap()
}

fn with(schema: Value) -> Server {
    by_hand(json!({"type": "object", "properties": {"at": schema}, "additionalProperties": false}))
}

fn named(name: &str) -> Server {
    let tool = Tool::new(
        name.to_owned(),
        "Do it.",
        json!({"type": "object"}),
        |_: Map, _| {},
    );
    Server::builder("server", "1").row(tool).build().unwrap()
}

fn many(count: usize) -> Server {
    let schema = json!({"type": "object", "additionalProperties": false});
    (0..count)
        .fold(Server::builder("server", "1"), |builder, index| {
            builder.row(Tool::new(
                format!("tool_{index}"),
                "Do it.",
                schema.clone(),
                |_: Map, _| {},
            ))
        })
        .build()
        .unwrap()
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

#[derive(serde::Serialize, JsonSchema)]
struct Branch {
    branches: Vec<Branch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum Choice {
    Text(String),
    Number { number: f64 },
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Odd {
    #[serde(rename = "na\u{ef}ve")]
    letters: bool,
    #[serde(rename = "2nd")]
    start: bool,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Deep<T> {
    more: T,
}

type Deeper<T> = Deep<Deep<Deep<T>>>;

/// Take it.
#[tool]
fn values(
    _any: Value,
    _choice: Choice,
    _tree: Tree,
    _odd: Odd,
    _deep: Deeper<Deeper<Deeper<Deep<bool>>>>,
) {
}

/// Give it.
#[tool]
fn branch() -> Json<Branch> {
    Json(Branch {
        branches: Vec::new(),
    })
}

/// A server that trips a rule, and where.
fn example(rule: Rule) -> (Server, String) {
    let long = "x".repeat(65);
    let names = |count: usize| (0..count).map(|index| format!("name_{index}"));
    let at = |keys: &str| format!("/inputSchema/properties/at{keys}");
    let values = || {
        Server::builder("server", "1")
            .tool::<values>()
            .build()
            .unwrap()
    };
    match rule {
        Rule::NameLetters => (named("mail.read"), "/name".into()),
        Rule::NameStart => (named("3d_print"), "/name".into()),
        Rule::NameLength => (named(&long), "/name".into()),
        Rule::NameWithServer => (named(&"x".repeat(55)), "/name".into()),
        Rule::ToolCount => (many(51), String::new()),
        Rule::Instructions => {
            let server = Server::builder("server", "1").instructions("x".repeat(2_049));
            (server.build().unwrap(), String::new())
        }
        Rule::PropertyName => (
            values(),
            "/inputSchema/properties/_odd/properties/na\u{ef}ve".into(),
        ),
        Rule::PropertyStart => (
            values(),
            "/inputSchema/properties/_odd/properties/2nd".into(),
        ),
        Rule::AnyValue => (values(), "/inputSchema/properties/_any".into()),
        Rule::Alternatives => (values(), "/inputSchema/properties/_choice/anyOf".into()),
        Rule::Recursion => {
            let place = "/inputSchema/properties/_tree/properties/children/items";
            (values(), place.into())
        }
        Rule::OutputRecursion => {
            let server = Server::builder("server", "1").tool::<branch>();
            (server.build().unwrap(), "/outputSchema/$defs".into())
        }
        Rule::Depth => (values(), "/inputSchema".into()),
        Rule::EnumOfNumbers => (
            with(json!({"type": "integer", "enum": [1, 5]})),
            at("/enum"),
        ),
        Rule::ExclusiveBound => (
            with(json!({"type": "number", "exclusiveMinimum": 0})),
            at("/exclusiveMinimum"),
        ),
        Rule::StrictFormat => (
            with(json!({"type": "string", "format": "uri"})),
            at("/format"),
        ),
        Rule::UnknownFormat => (
            with(json!({"type": "integer", "format": "uint32"})),
            at("/format"),
        ),
        Rule::PropertyCount => {
            let properties: Value = names(5_001)
                .map(|name| (name, json!({"type": "string"})))
                .collect();
            (
                by_hand(json!({"type": "object", "properties": properties})),
                "/inputSchema".into(),
            )
        }
        Rule::EnumSize => {
            let names: Vec<String> = names(1_001).collect();
            (
                with(json!({"type": "string", "enum": names})),
                "/inputSchema".into(),
            )
        }
        Rule::NameTotal => {
            let names = ["x".repeat(60_000), "y".repeat(60_000)];
            (
                with(json!({"type": "string", "enum": names})),
                "/inputSchema".into(),
            )
        }
        Rule::LookAround => (
            with(json!({"type": "string", "pattern": "^(?!a)b"})),
            at("/pattern"),
        ),
        Rule::BooleanSchema => (with(json!({"type": "array", "items": true})), at("/items")),
        Rule::NoItems => (with(json!({"type": "array"})), at("")),
        Rule::BesideReference => (
            with(json!({"$ref": "#/properties/x", "description": "x"})),
            at(""),
        ),
        Rule::Dialect => {
            let schema =
                json!({"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"});
            (by_hand(schema), "/inputSchema/$schema".into())
        }
        Rule::RootCombinator => (
            by_hand(json!({"type": "object", "anyOf": []})),
            "/inputSchema/anyOf".into(),
        ),
        Rule::TypeList => (with(json!({"type": ["string", "null"]})), at("/type")),
        Rule::Const => (with(json!({"const": "x"})), at("/const")),
        Rule::OldKeyword => (
            with(json!({"type": "number", "minimum": 0, "exclusiveMinimum": true})),
            at("/exclusiveMinimum"),
        ),
        other => panic!("{other:?} has no example"),
    }
}

#[test]
fn each_rule_finds_what_its_row_is_about() {
    for rule in Rule::ALL {
        let (server, pointer) = example(*rule);
        let lints = server.lint();
        let lint = lints.iter().find(|lint| lint.rule() == *rule);
        let lint = lint.unwrap_or_else(|| panic!("{rule:?} is not among {lints:#?}"));
        assert_eq!(lint.pointer(), pointer, "{lint}");
        assert_eq!(lint.client(), rule.client());
        assert_eq!(lint.tool().is_none(), pointer.is_empty());
        let text = lint.to_string();
        assert!(
            text.contains(rule.client()) && text.ends_with(lint.advice()),
            "{text}"
        );
        let listing = server.list();
        let place = listing.first().and_then(|tool| tool.pointer(&pointer));
        assert!(place.is_some() || lint.tool().is_none(), "{lint}");
    }
}

/// Take it.
#[tool]
fn usual(
    _name: String,
    _count: u32,
    _labels: Option<Vec<String>>,
    _weights: Option<BTreeMap<String, f64>>,
    _pair: (u8, u8),
) {
}

#[test]
fn usual_tools_are_free_of_lints() {
    let server = Server::builder("server", "1")
        .tool::<usual>()
        .build()
        .unwrap();
    assert_eq!(server.lint(), []);
    assert_eq!(many(50).lint(), []);
    assert_eq!(named(&"x".repeat(54)).lint(), []);
}

#[test]
fn no_type_trips_what_only_a_schema_by_hand_can() {
    let by_hand: Vec<String> = table()
        .into_iter()
        .filter(|(_, _, from)| from == "by hand")
        .map(|(rule, ..)| rule)
        .collect();
    assert!(by_hand.len() > 8);
    let lints = haft_agreement::server().lint();
    let mut rules: Vec<&str> = lints.iter().map(|lint| lint.rule().name()).collect();
    rules.sort_unstable();
    rules.dedup();
    for lint in &lints {
        assert!(
            !by_hand.iter().any(|rule| rule == lint.rule().name()),
            "{lint}"
        );
    }
    // The others do occur: the types are as odd as they are meant to be.
    for rule in [
        Rule::AnyValue,
        Rule::Alternatives,
        Rule::PropertyName,
        Rule::Recursion,
        Rule::OutputRecursion,
    ] {
        assert!(
            rules.contains(&rule.name()),
            "{rule:?} is not among {rules:?}"
        );
    }
}
