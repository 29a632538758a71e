//! Which parameters are judged after they have been decoded.

// Fields are there for their schemas.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::{NonZeroI8, NonZeroU8, NonZeroUsize};

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::*;
use crate::parameter::{AnySlot, Parameter};
use crate::schema::{Property, input};

/// Whether a parameter of that type is judged whenever it has been decoded.
fn is_enforced<T: DeserializeOwned + JsonSchema + 'static>() -> bool {
    let parameter: &Parameter<T> = Box::leak(Box::new(Parameter::new("x")));
    let about = parameter.slot().about().0;
    let property = Property {
        name: "x",
        description: None,
        schema: about.schema,
        required: about.required,
        default: None,
        flatten: false,
        keywords: &[],
    };
    let (mut checks, problems) = Checks::new(&input(&[property], false).unwrap());
    assert_eq!(problems, Vec::<String>::new());
    checks.enforce(&[about]);
    checks.enforced("x", false).is_some()
}

#[derive(Deserialize, JsonSchema)]
enum Plain {
    One,
    #[serde(alias = "Zwei")]
    Two,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    byte: u8,
    list: Vec<i16>,
    pair: (i8, i8),
    three: [u32; 3],
    letter: char,
    plain: Option<Plain>,
    map: BTreeMap<String, Option<u8>>,
    keyed: HashMap<u8, i32>,
    positive: NonZeroU8,
    next: Option<Box<Closed>>,
}

#[derive(Deserialize, JsonSchema)]
struct Open {
    closed: Closed,
    any: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum External {
    Off,
    Level(u8),
    Range { low: i8, high: i8 },
    Both(u8, u8),
    Inner(Closed),
}

#[test]
fn what_a_decoder_surely_enforces_costs_nothing() {
    let rows = [
        ("bool", is_enforced::<bool>()),
        ("u8", is_enforced::<u8>()),
        ("i64", is_enforced::<i64>()),
        ("u64", is_enforced::<u64>()),
        ("u128", is_enforced::<u128>()),
        ("f32", is_enforced::<f32>()),
        ("char", is_enforced::<char>()),
        ("String", is_enforced::<String>()),
        ("Option<u16>", is_enforced::<Option<u16>>()),
        ("NonZeroU8", is_enforced::<NonZeroU8>()),
        ("NonZeroUsize", is_enforced::<NonZeroUsize>()),
        ("Value", is_enforced::<Value>()),
        ("Vec<Value>", is_enforced::<Vec<Value>>()),
        ("Vec<Vec<u8>>", is_enforced::<Vec<Vec<u8>>>()),
        ("[u8; 3]", is_enforced::<[u8; 3]>()),
        ("(u8, u8)", is_enforced::<(u8, u8)>()),
        ("(u8, String, bool)", is_enforced::<(u8, String, bool)>()),
        ("HashMap<String, u8>", is_enforced::<HashMap<String, u8>>()),
        ("BTreeMap<i8, u8>", is_enforced::<BTreeMap<i8, u8>>()),
        ("Plain", is_enforced::<Plain>()),
        ("Closed", is_enforced::<Closed>()),
        ("Open", is_enforced::<Open>()),
        ("Vec<Option<Open>>", is_enforced::<Vec<Option<Open>>>()),
        ("External", is_enforced::<External>()),
        ("IpAddr", is_enforced::<std::net::IpAddr>()),
    ];
    for (name, enforced) in rows {
        assert!(!enforced, "{name}");
    }
}

#[derive(Deserialize, JsonSchema)]
struct Range(#[schemars(range(min = 0, max = 255))] i64);

#[derive(Deserialize, JsonSchema)]
struct Narrower(#[schemars(range(max = 100))] u8);

#[derive(Deserialize, JsonSchema)]
struct Half(#[schemars(range(min = 0.5))] f64);

#[derive(Deserialize, JsonSchema)]
struct Short(#[schemars(length(max = 5))] String);

#[derive(Deserialize, JsonSchema)]
struct Letter(#[schemars(length(min = 1, max = 1))] String);

#[derive(Deserialize, JsonSchema)]
struct Few(#[schemars(length(min = 3, max = 3))] Vec<u8>);

#[derive(Deserialize, JsonSchema)]
struct Listed(#[schemars(extend("enum" = ["a", "b"]))] String);

#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ClosedToClients {
    byte: u8,
}

#[derive(Deserialize, JsonSchema)]
struct Demanding {
    byte: u8,
    #[schemars(required)]
    more: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value")]
enum Adjacent {
    A(u8),
    B(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    A(u8),
    B(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Internal {
    A { a: u8 },
    B,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Lax {
    A,
    #[serde(other)]
    Other,
}

#[derive(Deserialize, JsonSchema)]
struct Deep {
    maps: Vec<BTreeMap<String, Option<Wrapped>>>,
}

#[derive(Deserialize, JsonSchema)]
enum Wrapped {
    Short(Short),
}

#[test]
fn what_it_does_not_surely_enforce_is_judged() {
    let rows = [
        ("Range", is_enforced::<Range>()),
        ("Narrower", is_enforced::<Narrower>()),
        ("Half", is_enforced::<Half>()),
        ("Short", is_enforced::<Short>()),
        ("Letter", is_enforced::<Letter>()),
        ("Few", is_enforced::<Few>()),
        ("Listed", is_enforced::<Listed>()),
        ("ClosedToClients", is_enforced::<ClosedToClients>()),
        ("Demanding", is_enforced::<Demanding>()),
        ("Vec<Demanding>", is_enforced::<Vec<Demanding>>()),
        ("BTreeSet<u8>", is_enforced::<BTreeSet<u8>>()),
        ("NonZeroI8", is_enforced::<NonZeroI8>()),
        ("Adjacent", is_enforced::<Adjacent>()),
        ("Untagged", is_enforced::<Untagged>()),
        ("Internal", is_enforced::<Internal>()),
        ("Lax", is_enforced::<Lax>()),
        ("Deep", is_enforced::<Deep>()),
        ("(u8, Range)", is_enforced::<(u8, Range)>()),
    ];
    for (name, enforced) in rows {
        assert!(enforced, "{name}");
    }
}
