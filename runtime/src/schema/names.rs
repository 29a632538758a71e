//! Enums of names: one `enum`, whatever is said of each name.

use serde_json::{Value, json};

use super::{Object, union};

/// Documented variants without content, which schemars publishes one by one: one `enum`, with what
/// is said of each name as a list in the description.
pub(super) fn fold(node: &mut Object) -> bool {
    let typed = node.get("type").is_some_and(|name| name != "string");
    let Some(variants) = union::branches(node) else {
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
        for name in names {
            if !values.contains(&name) {
                values.push(name);
            }
        }
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
