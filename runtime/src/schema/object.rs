//! Whole nodes: what they say, and making one of several.

use serde_json::{Value, json};

use super::dialect::any;
use super::{Object, union};
use crate::pointer::unescaped;

/// Keywords that judge nothing.
const ANNOTATIONS: [&str; 4] = ["description", "default", "examples", "deprecated"];

/// Keywords that look at each other: two schemas that both have some of a row do not merge.
const NEIGHBOURS: [&[&str]; 4] = [
    &["items", "prefixItems", "unevaluatedItems"],
    &["contains", "minContains", "maxContains"],
    &["if", "then", "else"],
    &["patternProperties", "additionalProperties"],
];

pub(super) fn is_object(node: &Object) -> bool {
    node.get("type") == Some(&json!("object"))
}

/// Whether members are all that a schema speaks of.
pub(super) fn is_plain(node: &Object) -> bool {
    let known = |key: &str| {
        matches!(
            key,
            "type" | "properties" | "required" | "additionalProperties"
        ) || ANNOTATIONS.contains(&key)
    };
    is_object(node) && node.keys().all(|key| known(key))
}

pub(super) fn properties(node: &Object) -> impl Iterator<Item = (&String, &Value)> {
    let properties = node.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten()
}

pub(super) fn requires(node: &Object, member: &str) -> bool {
    match node.get("required") {
        Some(Value::Array(required)) => required.iter().any(|name| name == member),
        _ => false,
    }
}

/// Whether a node restricts nothing.
pub(super) fn says_nothing(node: &Object) -> bool {
    node.keys()
        .all(|key| ANNOTATIONS.contains(&key.as_str()) || key.starts_with("x-"))
}

/// Whether no value fits a node.
pub(super) fn admits_nothing(node: &Object) -> bool {
    let empty = |key: &str| node.get(key) == Some(&json!([]));
    let never = matches!(node.get("not"), Some(Value::Object(inner)) if inner.is_empty());
    empty("enum") || empty("anyOf") || never || node.get("not") == Some(&json!(true))
}

/// A `$ref` stands alone in its object; what an author wrote beside it stands around it.
pub(super) fn isolate_reference(node: &mut Object) {
    if node.len() > 1
        && let Some(target) = node.shift_remove("$ref")
    {
        union::add_any_of(node, vec![json!({ "$ref": target })]);
    }
}

/// The name that a reference of schemars refers to.
pub(super) fn referred(target: &str) -> Option<String> {
    let escaped = target.strip_prefix("#/$defs/")?;
    let mut bytes = Vec::new();
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits.trim(), 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let name = String::from_utf8(bytes).ok()?;
    Some(unescaped(&name))
}

/// The schema that judges as both do, if one can; of what only describes, the outer's wins.
pub(super) fn merged(outer: &Object, inner: &Object) -> Option<Object> {
    if inner.is_empty() {
        return Some(outer.clone());
    }
    if outer.is_empty() {
        return Some(inner.clone());
    }
    if [outer, inner].iter().any(|node| node.contains_key("$ref")) || collide(outer, inner) {
        return None;
    }
    let mut all = outer.clone();
    for (key, value) in inner {
        match (key.as_str(), all.get_mut(key)) {
            (_, None) => drop(all.insert(key.clone(), value.clone())),
            ("properties", Some(members)) => merge_members(members, value)?,
            ("required", Some(names)) => add_names(names, value),
            (key, Some(_)) if ANNOTATIONS.contains(&key) => {}
            (_, Some(own)) if own == value => {}
            _ => return None,
        }
    }
    Some(all)
}

fn collide(outer: &Object, inner: &Object) -> bool {
    let both = |row: &&[&str]| {
        [outer, inner]
            .iter()
            .all(|node| row.iter().any(|key| node.contains_key(*key)))
    };
    let shuts_out = |one: &Object, other: &Object, key: &str| {
        let shut = one.get(key).is_some_and(|rest| *rest != Value::Bool(true));
        shut && properties(other).any(|(name, _)| properties(one).all(|(own, _)| own != name))
    };
    NEIGHBOURS.iter().any(both)
        || shuts_out(outer, inner, "additionalProperties")
        || shuts_out(inner, outer, "additionalProperties")
        || shuts_out(inner, outer, "unevaluatedProperties")
}

fn merge_members(members: &mut Value, more: &Value) -> Option<()> {
    let (members, more) = (members.as_object_mut()?, more.as_object()?);
    for (name, schema) in more {
        match members.get(name) {
            Some(own) if own != schema => return None,
            Some(_) => {}
            None => drop(members.insert(name.clone(), schema.clone())),
        }
    }
    Some(())
}

fn add_names(names: &mut Value, more: &Value) {
    if let (Value::Array(names), Value::Array(more)) = (names, more) {
        for name in more {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
}

/// What has to hold together is one schema where that judges the same, and stays apart otherwise.
pub(super) fn merge_all_of(node: &mut Object) {
    let Some(Value::Array(parts)) = node.get("allOf") else {
        return;
    };
    let mut all = node.clone();
    all.shift_remove("allOf");
    let mut references = Vec::new();
    for part in parts {
        match part {
            Value::Bool(true) => {}
            Value::Object(part) if part.contains_key("$ref") && parts.len() == 1 => {
                references.push(json!(part));
            }
            Value::Object(part) => match merged(&all, part) {
                Some(both) => all = both,
                None => return,
            },
            _ => return,
        }
    }
    *node = all;
    if !references.is_empty() {
        union::add_any_of(node, references);
    }
}

/// Whether a node is a map with integers as keys, as schemars writes it.
pub(super) fn has_integer_keys(node: &Object) -> bool {
    match node.get("patternProperties") {
        Some(Value::Object(patterns)) => patterns
            .keys()
            .all(|key| key == r"^\d+$" || key == r"^-?\d+$"),
        _ => false,
    }
}

/// A map whose keys follow a pattern: only its values are published.
pub(super) fn open_map(node: &mut Object) {
    let integers = has_integer_keys(node);
    let Some(Value::Object(patterns)) = node.get("patternProperties") else {
        return;
    };
    let closed = node.get("additionalProperties") == Some(&json!(false));
    let mut values = patterns.values();
    let Some(first) = values.next().cloned() else {
        return;
    };
    if (integers || closed) && values.all(|value| *value == first) {
        node.shift_remove("patternProperties");
        node.insert("additionalProperties".into(), first);
    }
}

/// `unevaluatedProperties`, which schemars writes where it flattens, as `additionalProperties`: of
/// the one object, or of each alternative once it knows all members. An error if the members stay
/// apart.
pub(super) fn close(node: &mut Object) -> Result<(), ()> {
    let Some(rest) = node.get("unevaluatedProperties").cloned() else {
        return Ok(());
    };
    let apart = ["allOf", "if", "$ref"]
        .iter()
        .any(|key| node.contains_key(*key));
    if rest == Value::Bool(true) {
        node.shift_remove("unevaluatedProperties");
        return Ok(());
    }
    if apart {
        return Err(());
    }
    if node.contains_key("anyOf") {
        return distribute(node).ok_or(());
    }
    node.shift_remove("unevaluatedProperties");
    node.entry("additionalProperties").or_insert(rest);
    Ok(())
}

/// What is said of a node as a whole, however its parts are split.
pub(super) fn take_annotations(node: &mut Object) -> Object {
    let taken = ANNOTATIONS
        .iter()
        .filter_map(|key| node.shift_remove_entry(*key));
    taken.collect()
}

fn distribute(node: &mut Object) -> Option<()> {
    let mut shared = node.clone();
    let Value::Array(parts) = shared.shift_remove("anyOf")? else {
        return None;
    };
    let mut outer = take_annotations(&mut shared);
    let parts = parts.iter().map(|part| match part {
        Value::Object(part) => merged(&shared, part).map(Value::Object),
        Value::Bool(true) => Some(json!(shared)),
        _ => None,
    });
    let parts = parts.collect::<Option<Vec<Value>>>()?;
    outer.insert("anyOf".into(), Value::Array(parts));
    *node = outer;
    Some(())
}

/// An array that ends after its first elements.
pub(super) fn end_tuple(node: &mut Object) {
    if node.get("items") == Some(&json!(false)) {
        node.shift_remove("items");
        let elements = node.get("prefixItems").and_then(Value::as_array);
        let length = elements.map_or(0, Vec::len);
        node.entry("maxItems").or_insert_with(|| json!(length));
    }
}

/// On published schemas: an array says what its elements are, a tuple by what they have in common.
pub(super) fn give_items(node: &mut Object) {
    let is_array = node.get("type") == Some(&json!("array"));
    if !is_array || node.get("items").is_some_and(Value::is_object) {
        return;
    }
    let mut kinds: Vec<Value> = Vec::new();
    let mut length = 0;
    if let Some(Value::Array(elements)) = node.get("prefixItems") {
        length = elements.len();
        for element in elements {
            if !kinds.contains(element) {
                kinds.push(element.clone());
            }
        }
    }
    let fixed = ["minItems", "maxItems"]
        .iter()
        .all(|key| node.get(*key) == Some(&json!(length)));
    let items = match kinds.as_slice() {
        [] => Value::Object(any()),
        [only] => {
            if fixed {
                node.shift_remove("prefixItems");
            }
            only.clone()
        }
        _ => json!({ "anyOf": kinds }),
    };
    node.insert("items".into(), items);
}
