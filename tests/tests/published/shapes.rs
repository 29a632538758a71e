//! The shapes that occur in schemas: which keywords stand together, where, and around what.

use std::collections::BTreeSet;

use serde_json::Value;

/// Annotations that a tool of this protocol may have.
pub(crate) const HINTS: [&str; 4] = [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
];

/// Adds the shapes of one tool as it is listed.
pub(crate) fn of_tool(tool: &Value, shapes: &mut BTreeSet<String>) {
    let input = &tool["inputSchema"];
    add(input, input, "root", 0, shapes);
    if let Some(output) = tool.get("outputSchema") {
        let mut outputs = BTreeSet::new();
        add(output, output, "root", 0, &mut outputs);
        shapes.extend(outputs.into_iter().map(|shape| format!("output: {shape}")));
    }
    let annotations = tool["annotations"].as_object();
    let hints = HINTS
        .iter()
        .filter_map(|hint| Some(format!("{hint}={}", annotations?.get(*hint)?)));
    shapes.insert(format!(
        "annotations: {}",
        hints.collect::<Vec<_>>().join(" ")
    ));
}

fn add(root: &Value, node: &Value, place: &str, depth: usize, shapes: &mut BTreeSet<String>) {
    if let Some(target) = node.get("$ref").and_then(Value::as_str) {
        shapes.insert(format!("{place}: $ref"));
        let target = root.pointer(target.trim_start_matches('#'));
        return add(
            root,
            target.expect("a reference leads somewhere"),
            place,
            depth,
            shapes,
        );
    }
    shapes.insert(format!("depth {depth}"));
    shapes.insert(format!("{place}: {}", signature(node)));
    let required = node.get("required").and_then(Value::as_array);
    for (name, below) in node["properties"].as_object().into_iter().flatten() {
        let is_required = required.is_some_and(|all| all.iter().any(|it| it == name));
        let place = if is_required { "required" } else { "optional" };
        add(root, below, place, depth + 1, shapes);
    }
    for key in ["anyOf", "oneOf"] {
        for branch in node[key].as_array().into_iter().flatten() {
            add(root, branch, key, depth, shapes);
        }
    }
    for (key, place) in [("items", "element"), ("additionalProperties", "value")] {
        if let Some(below) = node.get(key).filter(|below| below.is_object()) {
            add(root, below, place, depth + 1, shapes);
        }
    }
}

/// The type with the keywords beside it, and what matters of their values.
fn signature(node: &Value) -> String {
    let kind = |node: &Value| match &node["type"] {
        Value::String(kind) => kind.clone(),
        Value::Null => "anything".to_owned(),
        kinds => kinds.to_string(),
    };
    let mut parts = Vec::new();
    for (key, value) in node.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("type" | "required" | "$schema" | "$defs", _) => {}
            ("properties", Value::Object(members)) if members.is_empty() => {
                parts.push("no members".to_owned());
            }
            ("anyOf" | "oneOf", Value::Array(branches)) => {
                let mut kinds: Vec<String> = branches.iter().map(kind).collect();
                kinds.dedup();
                parts.push(format!("{key} of {}", kinds.join(", ")));
            }
            ("items", below) => parts.push(format!("items {}", kind(below))),
            ("additionalProperties", Value::Bool(open)) => parts.push(format!("open={open}")),
            ("format", name) => parts.push(format!("format={name}")),
            ("default", default) => parts.push(format!("default {}", kind_of(default))),
            ("enum", Value::Array(names)) => parts.push(format!(
                "enum of {}",
                if names.len() > 1 { "some" } else { "one" }
            )),
            _ => parts.push(key.clone()),
        }
    }
    parts.sort_unstable();
    format!("{} {}", kind(node), parts.join(" "))
        .trim_end()
        .to_owned()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
