//! x
use super::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::*;
use std::num::*;

fn property<T: JsonSchema>(name: &str) -> Property<'_> {
    Property {
        name,
        description: None,
        schema: |generator| generator.subschema_for::<T>(),
        required: true,
        default: None,
        flatten: false,
    }
}
fn show<T: JsonSchema>(label: &str) {
    let raw = {
        let mut g = generator(SchemaSettings::draft2020_12().for_deserialize());
        let s = g.subschema_for::<T>();
        (s.to_value(), g.take_definitions(false))
    };
    println!("== {label}\n  raw  {} {}", raw.0, json!(raw.1));
    match input(&[property::<T>("x")], false) {
        Ok(v) => println!(
            "  in   {}\n  words {}",
            v["properties"]["x"].to_string()
                + &v.get("$defs")
                    .map_or(String::new(), |d| format!("   $defs {d}")),
            words(&v["properties"]["x"])
        ),
        Err(e) => println!("  in   ERR {e:#?}"),
    }
    match output(|generator| generator.subschema_for::<T>()) {
        Ok(v) => println!("  out  {} {}", v.schema, v.is_object),
        Err(e) => println!("  out  ERR {e:#?}"),
    }
}
macro_rules! show { ($($t:ty),* $(,)?) => { $(show::<$t>(stringify!($t));)* } }

/// Doc of Plain.
#[derive(JsonSchema, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Plain {
    /// The a.
    a: u8,
    b: Option<String>,
    /// C.
    c: Option<Level>,
    #[schemars(range(min = 3, max = 9))]
    d: i32,
    e: f32,
    m: HashMap<String, i32>,
    s: HashSet<i32>,
}
/// How loud.
#[derive(JsonSchema, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Level {
    /// Quiet.
    Low,
    #[default]
    Medium,
    /// Very
    /// loud.
    High,
}
/// # Heading
#[derive(JsonSchema, Serialize, Deserialize)]
enum Mixed {
    A,
    /// b doc
    B,
    C(u8),
    /// d doc
    D {
        x: i8,
    },
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    /// Nothing.
    Unit,
    Struct {
        a: u8,
    },
    New(Inner),
}
/// Inner doc
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    /// The v
    v: Option<u8>,
    big: u128,
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    N(u8),
    T(u8, String),
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    S(String),
    N(i64),
    Nothing,
    V(serde_json::Value),
}
#[derive(JsonSchema, Serialize, Deserialize)]
struct Tree {
    /// kids
    kids: Vec<Tree>,
    /// up
    up: Option<Box<Tree>>,
    l: Level,
}
#[derive(JsonSchema, Serialize, Deserialize)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    t: Tagged2,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}
#[derive(JsonSchema, Serialize, Deserialize)]
struct FlatStruct {
    a: u8,
    #[serde(flatten)]
    t: Inner,
    #[serde(flatten)]
    o: Option<Adjacent>,
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatClosed {
    a: u8,
    #[serde(flatten)]
    t: Mixed2,
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatClosed2 {
    a: u8,
    #[serde(flatten)]
    t: Mixed2,
    #[serde(flatten)]
    u: Mixed3,
}
#[derive(JsonSchema, Serialize, Deserialize)]
enum Mixed2 {
    B(u8),
    C(u8),
}
#[derive(JsonSchema, Serialize, Deserialize)]
enum Mixed3 {
    F,
    E(u8),
}
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged2 {
    Unit,
    Struct { a: u8 },
}
#[derive(JsonSchema, Serialize, Deserialize)]
struct Nt(#[schemars(length(min = 1))] String);
#[derive(JsonSchema, Serialize, Deserialize)]
struct Opts {
    a: Option<Option<u8>>,
    b: Vec<Option<u8>>,
    c: Option<serde_json::Value>,
    d: Option<Vec<Option<Level>>>,
    e: Option<NonZeroI8>,
    f: Option<Tagged2>,
    g: Option<Untagged>,
    h: (),
    i: Option<()>,
}

#[test]
fn look() {
    show!(u8, i32, u32, u64, i64, f32, char, String, bool, (), serde_json::Value, Option<u8>, Option<serde_json::Value>, NonZeroU8, NonZeroI8, NonZeroI64, Plain, Level, Option<Level>, Mixed, Tagged, Adjacent, Untagged, Option<Untagged>, Tree, Flat, FlatStruct, FlatClosed, FlatClosed2, Nt, Opts,
     (f64, f64), (u8, String), [u8; 3], [u8; 0], Vec<u8>, BTreeSet<String>, HashMap<u32, String>, HashMap<String, serde_json::Value>, BTreeMap<i8, Level>, HashMap<Level2, u8>, Result<u8, String>, std::time::Duration, std::ffi::CString, std::net::IpAddr, std::ops::Bound<u8>, Box<Tree>, Vec<(u8, u8)>);
}
#[derive(JsonSchema, Serialize, Deserialize, Hash, PartialEq, Eq)]
enum Level2 {
    A,
    B,
}
