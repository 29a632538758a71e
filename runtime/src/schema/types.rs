//! The `type` of a node: one name.

use serde_json::{Map, Value, json};

use super::{Object, number, union};

/// An `enum` whose values are of one type says so, and of several types is split by them
/// afterwards.
pub(super) fn give(node: &mut Object) {
    if node.contains_key("type") {
        return;
    }
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    let mut types: Vec<&str> = Vec::new();
    for value in values {
        let name = type_of(value);
        if !types.contains(&name) {
            types.push(name);
        }
    }
    node.insert("type".into(), json!(types));
}

/// The narrowest `type` of a value.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A list of types becomes an `anyOf` of schemas of one type, each with the keywords that concern
/// it.
pub(super) fn split(node: &mut Object) {
    let Some(Value::Array(types)) = node.get("type") else {
        return;
    };
    let types: Vec<String> = types
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    if let [only] = types.as_slice() {
        node.insert("type".into(), only.as_str().into());
        return;
    }
    let mut outer = Map::new();
    let mut parts: Vec<Object> = Vec::new();
    for name in &types {
        parts.push(Map::from_iter([("type".to_owned(), name.as_str().into())]));
    }
    for (key, value) in std::mem::take(node) {
        match (key.as_str(), concerned(&key, &value)) {
            ("type", _) => {}
            ("enum", _) => share_values(&mut parts, &value),
            (_, []) => drop(outer.insert(key, value)),
            (_, concerned) => {
                for (part, _) in parts
                    .iter_mut()
                    .zip(&types)
                    .filter(|(_, name)| concerned.contains(&name.as_str()))
                {
                    part.insert(key.clone(), value.clone());
                }
            }
        }
    }
    *node = outer;
    union::add_any_of(node, parts.into_iter().map(Value::Object).collect());
}

fn share_values(parts: &mut Vec<Object>, values: &Value) {
    let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
    parts.retain_mut(|part| {
        let name = part.get("type").and_then(Value::as_str);
        let fits = |value: &&Value| {
            let own = type_of(value);
            Some(own) == name || (own == "integer" && name == Some("number"))
        };
        let own: Vec<Value> = values.iter().filter(fits).cloned().collect();
        let some = !own.is_empty();
        if some && own != [Value::Null] {
            part.insert("enum".into(), Value::Array(own));
        }
        some
    });
}

/// The types that a keyword concerns; none for one that concerns every type.
fn concerned(key: &str, value: &Value) -> &'static [&'static str] {
    match key {
        "format" if number::is_numeric_format(value) => &["integer", "number"],
        "minLength" | "maxLength" | "pattern" | "format" | "contentEncoding"
        | "contentMediaType" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["integer", "number"]
        }
        "not" if number::excludes_zero(value) => &["integer", "number"],
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "minContains" | "maxContains" | "unevaluatedItems" => &["array"],
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => &["object"],
        _ => &[],
    }
}
