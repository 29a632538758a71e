//! Numbers: the bounds that their Rust type sets.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Object, object, union};

/// The names that schemars gives to the number types, with the bounds that are published: none
/// beyond 2^53.
const FORMATS: [(&str, Option<i64>, Option<i64>); 14] = [
    ("int8", Some(-128), Some(127)),
    ("int16", Some(-32_768), Some(32_767)),
    ("int32", Some(-2_147_483_648), Some(2_147_483_647)),
    ("int64", None, None),
    ("int128", None, None),
    ("int", None, None),
    ("uint8", Some(0), Some(255)),
    ("uint16", Some(0), Some(65_535)),
    ("uint32", Some(0), Some(4_294_967_295)),
    ("uint64", Some(0), None),
    ("uint128", Some(0), None),
    ("uint", Some(0), None),
    ("float", None, None),
    ("double", None, None),
];

pub(super) fn is_numeric_format(format: &Value) -> bool {
    FORMATS.iter().any(|(name, ..)| format == name)
}

pub(super) fn is_wide(node: &Object) -> bool {
    node.get("format")
        .is_some_and(|format| format == "int128" || format == "uint128")
}

/// Puts the bounds that a format stands for in its place, where the author set none as tight.
pub(super) fn bound(node: &mut Object) {
    let is_number = node
        .get("type")
        .is_some_and(|name| name == "integer" || name == "number");
    let format = node
        .get("format")
        .filter(|_| is_number)
        .and_then(Value::as_str);
    let Some((_, least, most)) = FORMATS.iter().find(|(name, ..)| Some(*name) == format) else {
        return;
    };
    node.shift_remove("format");
    if let Some(least) = least {
        tighten(node, "minimum", "exclusiveMinimum", *least, Ordering::is_ge);
    }
    if let Some(most) = most {
        tighten(node, "maximum", "exclusiveMaximum", *most, Ordering::is_le);
    }
}

fn tighten(
    node: &mut Object,
    key: &str,
    exclusive: &str,
    bound: i64,
    as_tight: fn(Ordering) -> bool,
) {
    let holds = |key: &str| {
        let own = node.get(key).and_then(|own| compare(own, bound));
        own.is_some_and(as_tight)
    };
    let is_bound = holds(key) || (!node.contains_key(key) && holds(exclusive));
    if !is_bound {
        node.insert(key.into(), bound.into());
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the bounds of 32 bits are exact"
)]
fn compare(number: &Value, bound: i64) -> Option<Ordering> {
    match (number.as_i64(), number.as_u64()) {
        (Some(number), _) => Some(number.cmp(&bound)),
        (None, Some(_)) => Some(Ordering::Greater),
        (None, None) => number.as_f64()?.partial_cmp(&(bound as f64)),
    }
}

/// Integers that have no gap are a range: model APIs take an `enum` of strings alone.
pub(super) fn close_gaps(node: &mut Object) {
    if node.get("type") != Some(&json!("integer")) {
        return;
    }
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    let Some(values) = values
        .iter()
        .map(Value::as_i64)
        .collect::<Option<HashSet<i64>>>()
    else {
        return;
    };
    let (Some(least), Some(most)) = (values.iter().copied().min(), values.iter().copied().max())
    else {
        return;
    };
    if most
        .checked_sub(least)
        .and_then(|gap| usize::try_from(gap).ok())
        == Some(values.len() - 1)
    {
        node.shift_remove("enum");
        node.insert("minimum".into(), least.into());
        node.insert("maximum".into(), most.into());
    }
}

/// Whether the schema under a `not` is that of zero, as schemars writes it for `NonZero` types.
pub(super) fn excludes_zero(not: &Value) -> bool {
    *not == json!({ "const": 0 }) || *not == json!({ "enum": [0] })
}

/// An integer that is not zero is one below it or one above it.
pub(super) fn split_at_zero(node: &mut Object) {
    let is_integer = node.get("type") == Some(&json!("integer"));
    if !is_integer || !node.get("not").is_some_and(excludes_zero) {
        return;
    }
    node.shift_remove("not");
    let mut outer = object::take_annotations(node);
    bound(node);
    let (mut below, mut above) = (node.clone(), node.clone());
    tighten(
        &mut below,
        "maximum",
        "exclusiveMaximum",
        -1,
        Ordering::is_le,
    );
    tighten(
        &mut above,
        "minimum",
        "exclusiveMinimum",
        1,
        Ordering::is_ge,
    );
    let sides = [below, above].into_iter().filter(|side| !is_empty(side));
    union::add_any_of(&mut outer, sides.map(Value::Object).collect());
    *node = outer;
    union::unwrap_single(node);
}

fn is_empty(range: &Object) -> bool {
    match (
        range.get("minimum"),
        range.get("maximum").and_then(Value::as_i64),
    ) {
        (Some(least), Some(most)) => compare(least, most).is_some_and(Ordering::is_gt),
        _ => false,
    }
}
