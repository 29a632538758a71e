//! What the decoder takes for each of serde's types, what it refuses, and what it says then.

#![allow(
    clippy::items_after_statements,
    reason = "a type stands beside what it is for"
)]
#![allow(clippy::float_cmp, reason = "decoded numbers are exact")]
#![allow(clippy::needless_pass_by_value, reason = "literals read better")]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::sync::Arc;

use serde::de::{DeserializeOwned, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Error, Kind, Member, Received, Step, decode_members, nothing};
use crate::cursor::{Cursor, Reason};

mod containers;
mod errors;
mod keys;
mod members;
mod numbers;
mod scalars;
mod variants;

/// Decodes a text that is one value and nothing else.
fn decode<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    let value = super::decode(&mut cursor)?;
    cursor.end()?;
    assert_eq!(cursor.mark().offset, text.len());
    Ok(value)
}

#[track_caller]
fn takes<T: DeserializeOwned + PartialEq + Debug>(text: &str, value: T) {
    assert_eq!(decode::<T>(text).unwrap(), value, "{text}");
}

#[track_caller]
fn error<'de, T: Deserialize<'de>>(text: &'de str) -> Error {
    match decode::<T>(text) {
        Ok(_) => panic!("{text} was accepted"),
        Err(error) => error,
    }
}

#[track_caller]
fn kind<'de, T: Deserialize<'de>>(text: &'de str) -> Kind {
    error::<T>(text).into_details().kind
}

/// What was received and expected, of an error about a type.
#[track_caller]
fn mistyped<'de, T: Deserialize<'de>>(text: &'de str) -> (Received, String) {
    match kind::<T>(text) {
        Kind::Type { received, expected } => (received, expected),
        kind => panic!("{text}: {kind:?}"),
    }
}

/// What was received and expected, of an error about a range.
#[track_caller]
fn outside<'de, T: Deserialize<'de>>(text: &'de str) -> (String, String) {
    match kind::<T>(text) {
        Kind::Range { received, expected } => (received, expected),
        kind => panic!("{text}: {kind:?}"),
    }
}

fn number(text: &str) -> Received {
    Received::Number(text.to_owned())
}

fn text(text: &str) -> Received {
    Received::String(text.to_owned())
}

#[derive(Debug, Deserialize, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: i32,
    #[serde(alias = "bee")]
    b: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq)]
struct Metres(f64);

#[derive(Debug, Deserialize, PartialEq)]
struct Pair(u8, String);

#[derive(Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Clone)]
#[serde(rename_all = "snake_case")]
enum Priority {
    Low,
    High,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Empty,
    Circle(f64),
    Line(i32, i32),
    Box { width: u8, height: u8 },
    Maybe(Option<i32>),
    Nested(Box<Shape>),
}
