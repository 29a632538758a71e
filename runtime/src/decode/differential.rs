//! The decoder beside `serde_json`, on texts that are generated and then damaged.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Debug};

use serde::de::{DeserializeOwned, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Error, Kind, Received};
use crate::cursor::{Cursor, DEPTH_LIMIT, Reason};

use text::{Random, text};

mod text;

/// Where the two may differ, one being stricter than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Difference {
    /// `serde_json` takes an array for a struct.
    ArrayForStruct,
    /// `serde_json` keeps one of two members of the same name.
    Duplicate,
    /// `serde_json` takes `{"A":null}` for the variant `A`.
    ObjectForUnitVariant,
    /// `serde_json` lets lone surrogates pass in values that are ignored.
    IgnoredSurrogate,
    /// `serde_json` lets `1e400` pass in values that are ignored.
    IgnoredOverflow,
    /// `serde_json` nests without limit in values that are ignored.
    IgnoredDepth,
    /// `serde_json` makes an infinity of a number beyond `f32`.
    FloatOverflow,
    /// `serde_json` refuses `5.0` and `-0` for an integer.
    IntegralFloat,
    /// `serde_json` refuses them for a 128-bit integer as well, in other words.
    WideIntegralFloat,
    /// `serde_json` stops at 127 containers inside each other.
    Depth,
}

/// `HAFT_DIFFERENTIAL` sets how many texts are tried.
#[test]
fn generated_texts_are_judged_as_serde_json_judges_them() {
    let texts = std::env::var("HAFT_DIFFERENTIAL").ok();
    let texts = texts.map_or(20_000, |texts| texts.parse().expect("a number of texts"));
    let mut seen = Seen::default();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..texts {
        let (names, shapes, compare) = SUBJECTS[random.below(SUBJECTS.len())];
        let text = text(&mut random, names, shapes);
        let valid = judge(&text, &mut seen);
        seen.accepted += usize::from(valid);
        trees(&text, valid, &mut seen);
        compare(&text, valid, &mut seen);
    }
    eprintln!("{texts} texts, {} of them JSON", seen.accepted);
    eprintln!(
        "{} decoded by both to the same, {} refused by both",
        seen.same, seen.refused
    );
    for (difference, count) in &seen.differences {
        eprintln!("{difference:?}: {count}");
    }
    assert!(seen.accepted > texts / 4 && seen.accepted < texts / 4 * 3);
}

/// What was seen of all texts.
#[derive(Default)]
struct Seen {
    accepted: usize,
    same: usize,
    refused: usize,
    differences: BTreeMap<Difference, usize>,
}

impl Seen {
    fn differ(&mut self, difference: Difference) {
        *self.differences.entry(difference).or_default() += 1;
    }
}

/// Whether a text is JSON; both must say the same.
fn judge(text: &str, seen: &mut Seen) -> bool {
    let mut cursor = Cursor::new(text);
    let skipped = cursor.skip().and_then(|value| cursor.end().map(|()| value));
    let valid = match serde_json::from_str::<Value>(text) {
        Ok(_) => true,
        Err(error) if too_deep(&error) => {
            seen.differ(Difference::Depth);
            let loose = |reason| matches!(reason, Reason::Surrogate | Reason::Overflow);
            serde_json::from_str::<IgnoredAny>(text).is_ok()
                && depth(text) <= DEPTH_LIMIT
                && !skipped.is_err_and(|syntax| loose(syntax.reason))
        }
        Err(_) => false,
    };
    match skipped {
        Ok(skipped) => {
            assert!(valid, "skipped: {text}");
            assert_eq!(skipped, text.trim_matches([' ', '\t', '\r', '\n']));
        }
        Err(syntax) => assert!(!valid, "{syntax}: {text}"),
    }
    let ignored = decode::<IgnoredAny>(text).is_ok();
    assert_eq!(ignored, valid, "ignored: {text}");
    valid
}

/// Compares what both make of a text as a tree.
fn trees(text: &str, valid: bool, seen: &mut Seen) {
    let tree = decode::<Value>(text);
    match (tree, serde_json::from_str::<Value>(text)) {
        (Ok(ours), Ok(theirs)) => {
            assert!(same(&ours, &theirs), "{ours} != {theirs}: {text}");
            assert!(
                serde_json::from_str::<Unique>(text).is_ok(),
                "a member twice: {text}"
            );
            seen.same += 1;
        }
        (Ok(_), Err(error)) => assert!(valid && too_deep(&error), "{error}: {text}"),
        (Err(error), Ok(_)) => {
            assert!(matches!(error.kind, Kind::Duplicate(_)), "{error}: {text}");
            assert!(
                serde_json::from_str::<Unique>(text).is_err(),
                "no member twice: {text}"
            );
            seen.differ(Difference::Duplicate);
        }
        (Err(error), Err(_)) => {
            let fine = matches!(error.kind, Kind::Syntax(_)) != valid;
            // Before the place where the text breaks off a member may stand twice.
            assert!(
                fine || matches!(error.kind, Kind::Duplicate(_)),
                "{error}: {text}"
            );
            seen.refused += 1;
        }
    }
}

/// Compares what both make of a text as a `T`.
fn typed<T: DeserializeOwned + Debug + PartialEq>(text: &str, valid: bool, seen: &mut Seen) {
    match (decode::<T>(text), serde_json::from_str::<T>(text)) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(ours, theirs, "{text}");
            seen.same += 1;
        }
        (Ok(ours), Err(error)) => {
            assert!(valid, "{error}: {text}");
            let difference = looser(&error, text);
            seen.differ(difference);
            // Once its integral floats are integers, `serde_json` must take the value; yet what is
            // ignored here may have a member twice.
            if difference != Difference::Depth
                && let Ok(tree) = decode::<Value>(text)
            {
                let theirs = serde_json::from_value::<T>(tree);
                assert!(theirs.is_ok_and(|theirs| theirs == ours), "{text}");
            }
        }
        (Err(error), Ok(_)) => seen.differ(stricter(&error, text)),
        (Err(error), Err(_)) => {
            assert!(
                !(valid && matches!(error.kind, Kind::Syntax(_))),
                "{error}: {text}"
            );
            seen.refused += 1;
        }
    }
}

/// Why a text that `serde_json` accepts is refused.
fn stricter(error: &Error, text: &str) -> Difference {
    match &error.kind {
        Kind::Type {
            received: Received::Array,
            expected,
        } if expected == "an object" => Difference::ArrayForStruct,
        Kind::Type {
            received: Received::Object,
            expected,
        } if expected.starts_with("the string") => Difference::ObjectForUnitVariant,
        Kind::Duplicate(_) => Difference::Duplicate,
        Kind::Range { expected, .. } if expected.contains("e38") => Difference::FloatOverflow,
        Kind::Syntax(syntax) if syntax.reason == Reason::Surrogate => Difference::IgnoredSurrogate,
        Kind::Syntax(syntax) if syntax.reason == Reason::Overflow => Difference::IgnoredOverflow,
        Kind::Syntax(syntax) if syntax.reason == Reason::Depth => Difference::IgnoredDepth,
        _ => panic!("{error}: {text}"),
    }
}

/// Why a text that `serde_json` refuses is accepted.
fn looser(error: &serde_json::Error, text: &str) -> Difference {
    let words = error.to_string();
    if too_deep(error) {
        Difference::Depth
    } else if words.starts_with("invalid type: floating point `")
        || words.starts_with("data did not match any variant of untagged enum")
    {
        Difference::IntegralFloat
    } else if words.starts_with("expected `,` or ")
        || words.starts_with("number out of range") && text.contains("-0")
    {
        Difference::WideIntegralFloat
    } else {
        panic!("{error}: {text}")
    }
}

fn decode<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    let value = super::decode(&mut cursor)?;
    cursor.end()?;
    Ok(value)
}

fn too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// How deep the containers of a JSON text stand inside each other.
fn depth(text: &str) -> u32 {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => depth += 1,
            b']' | b'}' if !quoted => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Whether two trees are the same but for floats that are integers, and for the last digits that
/// `serde_json` gets wrong.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            if let (Some(ours), Some(theirs)) = (ours.as_u64(), theirs.as_u64()) {
                return ours == theirs;
            }
            if let (Some(ours), Some(theirs)) = (ours.as_i64(), theirs.as_i64()) {
                return ours == theirs;
            }
            let (Some(mine), Some(other)) = (ours.as_f64(), theirs.as_f64()) else {
                return false;
            };
            // Where no type is named zero is an integer and has no sign.
            if other == 0.0 {
                return mine == 0.0;
            }
            // Of a large one `serde_json` does not know whether it is an integer.
            let fraction = other.fract() != 0.0 || other.abs() > 1e9;
            near(mine, other) && theirs.is_f64() && (fraction || !ours.is_f64())
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|(ours, theirs)| same(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            let mut pairs = ours.iter().zip(theirs);
            ours.len() == theirs.len()
                && pairs.all(|(ours, theirs)| ours.0 == theirs.0 && same(ours.1, theirs.1))
        }
        _ => ours == theirs,
    }
}

fn near(one: f64, other: f64) -> bool {
    one.is_sign_negative() == other.is_sign_negative()
        && one.to_bits().abs_diff(other.to_bits()) <= 8
}

/// Any value in whose objects each member stands once.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Unique;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_unit<E>(self) -> Result<Unique, E> {
                Ok(Unique)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Unique, A::Error> {
                while seq.next_element::<Unique>()?.is_some() {}
                Ok(Unique)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique, A::Error> {
                let mut names = HashSet::new();
                while let Some((name, Unique)) = map.next_entry::<String, Unique>()? {
                    if !names.insert(name) {
                        return Err(A::Error::custom("a member twice"));
                    }
                }
                Ok(Unique)
            }
        }
        deserializer.deserialize_any(Members)
    }
}

/// A tree, compared as trees are here.
#[derive(Debug, Deserialize)]
struct Tree(Value);

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        same(&self.0, &other.0)
    }
}

/// A float, compared but for the last digits.
#[derive(Debug, Deserialize)]
struct Near(f64);

impl PartialEq for Near {
    fn eq(&self, other: &Self) -> bool {
        near(self.0, other.0)
    }
}

/// The same of 32 bits.
#[derive(Debug, Deserialize)]
struct Nearer(f32);

impl PartialEq for Nearer {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits().abs_diff(other.0.to_bits()) <= 1
    }
}

#[derive(Debug, Deserialize, PartialEq)]
struct Issue {
    title: String,
    count: i64,
    small: Option<u8>,
    ratio: Near,
    #[serde(default, alias = "labels")]
    tags: Vec<String>,
    point: Option<Point>,
    shape: Option<Shape>,
    more: Option<HashMap<String, Tree>>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Point {
    x: i32,
    y: i8,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Empty,
    Circle(Near),
    Line(u16, u16),
    Box { x: u64, y: Option<i128> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "kind")]
enum Tagged {
    Empty,
    Box { x: u64, y: Option<i64> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "kind", content = "shape")]
enum Adjacent {
    Empty,
    Box { x: u64, y: Option<i64> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Box { x: u64, y: Option<i64> },
    Many(Vec<Untagged>),
}

#[derive(Debug, Deserialize, PartialEq)]
struct Flat {
    x: i32,
    #[serde(flatten)]
    more: BTreeMap<String, Tree>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Mixed(Option<char>, u128, Nearer, (), Vec<bool>);

type Compare = fn(&str, bool, &mut Seen);

/// Of each type: the names of its members, what its texts look like, and the comparison. No map has
/// `bool` keys: where one begins with a character beyond ASCII, `serde_json` panics.
const SUBJECTS: &[(&[&str], &[&str], Compare)] = &[
    (&[], &[], |_, _, _| {}),
    (
        &[
            "title", "count", "small", "ratio", "tags", "labels", "point", "shape", "more", "other",
        ],
        &["s", "i", "u", "f", "[s]", "[s]", "p", "e", "{}", "?"],
        typed::<Issue>,
    ),
    (&["x", "y", "z"], &["i", "u", "?"], typed::<Point>),
    (
        &["Circle", "Line", "Box", "Empty"],
        &["f", "[u]", "p", "n"],
        typed::<Shape>,
    ),
    (
        &["kind", "x", "y", "z"],
        &["k", "i", "i", "?"],
        typed::<Tagged>,
    ),
    (&["kind", "shape", "z"], &["k", "p", "?"], typed::<Adjacent>),
    (&["x", "y", "z"], &["i", "i", "?"], typed::<Untagged>),
    (&["x", "y", "z"], &["i", "?", "?"], typed::<Flat>),
    (
        &["1", "-2", "03", "x", "4"],
        &["?", "i", "s", "?", "n"],
        typed::<HashMap<i16, Tree>>,
    ),
    (&[], &["[c]", "[m]"], typed::<Mixed>),
    (&[], &["[i]", "[u]", "[?]"], typed::<Vec<Option<i16>>>),
    (&[], &["[u]"], typed::<[u32; 3]>),
];
