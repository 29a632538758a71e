//! Each rule of the dialect on the types that need it, as exact JSON.
#![allow(dead_code, reason = "the types are described, not built")]

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{OutputSchema, Property, input, output};

mod arrays;
mod by_hand;
mod enums;
mod everywhere;
mod maps;
mod numbers;
mod options;
mod outputs;
mod places;
mod recursion;
mod roots;
mod structs;
mod wording;

/// How urgent an issue is.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Priority {
    /// Whenever there is time.
    Low,
    /// Today,
    /// or tomorrow.
    High,
}

/// A plain choice.
#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Side {
    Left,
    Right,
}

#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Point,
    Circle { radius: u8 },
}

/// Which part of a list.
#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// The number of the page.
    number: u8,
    size: Option<u8>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Tree {
    children: Vec<Tree>,
    /// Where it hangs.
    parent: Option<Box<Tree>>,
}

fn property<T: JsonSchema>(name: &str) -> Property<'_> {
    Property {
        name,
        description: None,
        schema: SchemaGenerator::subschema_for::<T>,
        required: true,
        default: None,
        flatten: false,
        keywords: &[],
    }
}

fn flattened<T: JsonSchema>(name: &str) -> Property<'_> {
    Property {
        flatten: true,
        ..property::<T>(name)
    }
}

/// The schema of a parameter of this type, when it is the only one.
fn published<T: JsonSchema>() -> Value {
    described(property::<T>("x"))
}

fn described(mut property: Property<'_>) -> Value {
    property.name = "x";
    let root = input(&[property], false).unwrap();
    root["properties"]["x"].clone()
}

fn refused<T: JsonSchema>() -> Vec<String> {
    input(&[property::<T>("x")], false).unwrap_err()
}

fn returned<T: JsonSchema>() -> OutputSchema {
    output(SchemaGenerator::subschema_for::<T>).unwrap()
}

/// Compares the bytes: the order of keys counts.
#[track_caller]
fn same(actual: &Value, expected: &Value) {
    assert_eq!(actual.to_string(), expected.to_string());
}
