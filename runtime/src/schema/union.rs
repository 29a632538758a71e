//! Alternatives: `null`, type lists, enums, and `anyOf`.

use serde_json::{Map, Value, json};

use super::{Object, number, object};

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

/// Whether schemars wrote the `anyOf` for an `Option`; the `null` of an untagged enum is a value like others.
fn is_option(node: &Object) -> bool {
    let Some([first, second]) = branches(node) else {
        return false;
    };
    let combines = |branch: &Value| {
        ["$ref", "allOf", "anyOf", "oneOf", "if"]
            .iter()
            .any(|key| branch.get(key).is_some())
    };
    (is_null(first) && combines(second)) || (is_null(second) && combines(first))
}

fn is_null(branch: &Value) -> bool {
    branch
        .as_object()
        .is_some_and(|branch| branch.len() == 1 && branch.get("type") == Some(&json!("null")))
}

/// Whether serde reads what the alternatives judge into a buffer first: it does for every enum but an externally tagged
/// one, and for that one too where it is flattened beside other members.
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

/// Documented variants without content, which schemars publishes one by one: one `enum`, with what is said of each
/// name as a list in the description.
pub(super) fn fold_names(node: &mut Object) -> bool {
    let typed = node.get("type").is_some_and(|name| name != "string");
    let Some(variants) = branches(node) else {
        return false;
    };
    if typed || node.contains_key("enum") {
        return false;
    }
    let Some(variants) = variants.iter().map(names).collect::<Option<Vec<_>>>() else {
        return false;
    };
    if let [(names, _)] = variants.as_slice()
        && names.len() > 1
    {
        return false;
    }
    let mut values: Vec<Value> = Vec::new();
    let mut notes = Vec::new();
    for (names, note) in variants {
        notes.extend(note);
        values.extend(
            names
                .into_iter()
                .filter(|name| !values.contains(name))
                .collect::<Vec<_>>(),
        );
    }
    node.shift_remove("anyOf");
    node.insert("type".into(), "string".into());
    node.insert("enum".into(), Value::Array(values));
    if !notes.is_empty() {
        let own = node.get("description").and_then(Value::as_str);
        let text = own.into_iter().map(str::to_owned).chain([notes.join("\n")]);
        let text = text.collect::<Vec<_>>().join("\n\n");
        node.insert("description".into(), text.into());
    }
    true
}

/// The names that a branch admits if it admits nothing else, and a line on them.
fn names(branch: &Value) -> Option<(Vec<Value>, Option<String>)> {
    const KNOWN: [&str; 6] = [
        "type",
        "const",
        "enum",
        "title",
        "description",
        "deprecated",
    ];
    let branch = branch.as_object()?;
    if branch.keys().any(|key| !KNOWN.contains(&key.as_str())) {
        return None;
    }
    let values = match (branch.get("const"), branch.get("enum")) {
        (Some(value), None) => vec![value.clone()],
        (None, Some(Value::Array(values))) => values.clone(),
        _ => return None,
    };
    let texts = values
        .iter()
        .map(Value::as_str)
        .collect::<Option<Vec<_>>>()?;
    let description = branch.get("description").and_then(Value::as_str);
    let deprecated = branch.get("deprecated") == Some(&json!(true));
    let note = (description.is_some() || deprecated).then(|| {
        let mark = if deprecated { " (deprecated)" } else { "" };
        let text = description.map_or(String::new(), |text| format!(": {}", indented(text)));
        format!("- {}{mark}{text}", texts.join(", "))
    });
    Some((values, note))
}

/// Text that stays within its item of a Markdown list.
fn indented(text: &str) -> String {
    let lines = text.trim().lines().map(str::trim_end);
    let lines = lines.enumerate().map(|(at, line)| match (at, line) {
        (0, _) | (_, "") => line.to_owned(),
        _ => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// One alternative is none; true if something changed. A `$ref` stays alone in its object, as clients demand.
pub(super) fn unwrap_single(node: &mut Object) -> bool {
    let Some([Value::Object(only)]) = branches(node) else {
        return false;
    };
    let only = only.clone();
    let mut rest = node.clone();
    rest.shift_remove("anyOf");
    match object::merged(&rest, &only) {
        Some(all) => {
            *node = all;
            true
        }
        None => false,
    }
}

/// An `enum` whose values are of one type says so, and of several types is split by them afterwards.
pub(super) fn give_type(node: &mut Object) {
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

/// A list of types becomes an `anyOf` of schemas of one type, each with the keywords that concern it.
pub(super) fn split_types(node: &mut Object) {
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
    add_any_of(node, parts.into_iter().map(Value::Object).collect());
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

pub(super) fn branches(node: &Object) -> Option<&[Value]> {
    node.get("anyOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
}
