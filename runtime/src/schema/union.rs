//! Alternatives: `anyOf`, and what `Option` adds to it.

use serde_json::{Value, json};

use super::{Object, object};

/// `const` is a one-value `enum`; `oneOf` is an `anyOf` whose branches exclude each other.
pub(super) fn rename(node: &mut Object) {
    if let Some(value) = node.shift_remove("const") {
        node.insert("enum".into(), json!([value]));
    }
    if let Some(Value::Array(branches)) = node.shift_remove("oneOf") {
        add_any_of(node, branches);
    }
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        branches.retain(|branch| *branch != Value::Bool(false));
    }
    if node.get("type") == Some(&json!("null")) {
        node.shift_remove("enum");
    }
}

/// An alternative that says nothing says at least the type that the whole has.
pub(super) fn fill_blanks(node: &mut Object) {
    let Some(Value::String(name)) = node.get("type").cloned() else {
        return;
    };
    let Some(Value::Array(branches)) = node.get_mut("anyOf") else {
        return;
    };
    for branch in branches {
        if *branch == Value::Bool(true) || *branch == json!({}) {
            *branch = json!({ "type": name });
        }
    }
}

/// An alternative beside what is there; beside other alternatives both have to hold.
pub(super) fn add_any_of(node: &mut Object, branches: Vec<Value>) {
    if node.contains_key("anyOf") {
        if let Value::Array(parts) = node.entry("allOf").or_insert_with(|| json!([])) {
            parts.push(json!({ "anyOf": branches }));
        }
    } else {
        node.insert("anyOf".into(), Value::Array(branches));
    }
}

/// What `Option<T>` adds to the schema of `T` goes: the value is left out instead.
pub(super) fn strip_null(node: &mut Object) {
    if let Some(Value::Array(types)) = node.get_mut("type")
        && types.len() > 1
        && types.iter().any(|name| name == "null")
    {
        types.retain(|name| name != "null");
        if let Some(Value::Array(values)) = node.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
    }
    if is_option(node)
        && let Some(Value::Array(branches)) = node.get_mut("anyOf")
    {
        branches.retain(|branch| !is_null(branch));
    }
}

/// What is left of the schema of an `Option` without its `null` is the value's own: one alternative alone would look like an
/// untagged enum of one variant.
pub(super) fn unwrap_option(node: &mut Object) {
    let Some([Value::Object(value)]) = branches(node) else {
        return;
    };
    let mut value = value.clone();
    node.shift_remove("anyOf");
    value.append(node);
    *node = value;
}

/// Whether schemars wrote the `anyOf` for an `Option`, with the `null` at the end; the `null` of an untagged enum is a value
/// like others, unless it looks the same.
fn is_option(node: &Object) -> bool {
    let Some([value, null]) = branches(node) else {
        return false;
    };
    let combines = |branch: &Value| {
        ["$ref", "allOf", "anyOf", "oneOf", "if"]
            .iter()
            .any(|key| branch.get(key).is_some())
    };
    is_null(null) && combines(value)
}

fn is_null(branch: &Value) -> bool {
    branch
        .as_object()
        .is_some_and(|branch| branch.len() == 1 && branch.get("type") == Some(&json!("null")))
}

/// Whether serde reads what the alternatives judge into a buffer first: it does for every enum but
/// an externally tagged one, and for that one too where it is flattened beside other members.
pub(super) fn is_buffered(node: &Object) -> bool {
    let alternatives = ["allOf", "anyOf", "oneOf"]
        .iter()
        .any(|key| node.contains_key(*key));
    if alternatives && node.contains_key("properties") {
        return true;
    }
    let tagged = match node.get("oneOf") {
        Some(Value::Array(variants)) => !variants.iter().all(is_external),
        _ => false,
    };
    tagged || (node.contains_key("anyOf") && !is_option(node))
}

/// A name, or an object of the one member that names the variant.
fn is_external(variant: &Value) -> bool {
    if variant.get("type") == Some(&json!("string")) {
        return true;
    }
    let Some(Value::Object(properties)) = variant.get("properties") else {
        return false;
    };
    let mut members = properties.iter();
    match (members.next(), members.next()) {
        (Some((name, content)), None) => {
            variant.get("required") == Some(&json!([name])) && content.get("const").is_none()
        }
        _ => false,
    }
}

/// One alternative is none; true if something changed. A `$ref` stays alone in its object, as
/// clients demand.
pub(super) fn unwrap_single(node: &mut Object) -> bool {
    let Some([Value::Object(only)]) = branches(node) else {
        return false;
    };
    let others = node.iter().filter(|(key, _)| *key != "anyOf");
    let rest: Object = others
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    match object::merged(&rest, only) {
        Some(all) => {
            *node = all;
            true
        }
        None => false,
    }
}

/// On published schemas: alternatives of alternatives, and what stands there twice.
pub(super) fn tidy(node: &mut Object) {
    let Some(Value::Array(parts)) = node.get_mut("anyOf") else {
        return;
    };
    let mut flat: Vec<Value> = Vec::new();
    for part in std::mem::take(parts) {
        let inner = match &part {
            Value::Object(inner) if inner.len() == 1 => branches(inner),
            _ => None,
        };
        for part in inner.unwrap_or(std::slice::from_ref(&part)) {
            if !flat.contains(part) {
                flat.push(part.clone());
            }
        }
    }
    *parts = flat;
    unwrap_single(node);
}

/// At a root: what all alternatives are, the root is.
pub(super) fn name_shared_type(node: &mut Object) {
    let Some(Value::Array(parts)) = node.get("anyOf") else {
        return;
    };
    let all_objects = parts
        .iter()
        .all(|part| part.get("type") == Some(&json!("object")));
    if all_objects && !parts.is_empty() {
        node.shift_remove("type");
        node.shift_insert(0, "type".into(), "object".into());
    }
}

/// The only alternative beside members, as an enum of one variant is where it is flattened.
pub(super) fn beside_members(node: &Object) -> Option<&Object> {
    let Some([Value::Object(only)]) = branches(node) else {
        return None;
    };
    node.contains_key("properties").then_some(only)
}

pub(super) fn branches(node: &Object) -> Option<&[Value]> {
    node.get("anyOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
}
