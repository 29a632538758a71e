//! The schema of an original with the differences put into it: what its function is to take.

use serde_json::{Map, Value, json};

use crate::table::{Kind, Row};

/// The largest integer that JavaScript holds exactly, which its libraries publish as a bound.
const SAFE: i64 = 9_007_199_254_740_991;

/// Rewrites the schemas of one tool.
pub(crate) struct Rewrite<'a> {
    pub(crate) server: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) rows: Vec<&'a Row>,
}

impl Rewrite<'_> {
    /// The input schema.
    pub(crate) fn input(&self, root: &Value) -> Value {
        let mut root = self.node("", root);
        // A root without members is closed as well.
        if self.has("", Kind::Closed) && root.get("additionalProperties").is_none() {
            root["additionalProperties"] = false.into();
        }
        root
    }

    fn has(&self, member: &str, kind: Kind) -> bool {
        let is_meant =
            |row: &&&Row| row.kind == kind && row.is_about(self.server, self.tool, member);
        self.rows.iter().any(|row| is_meant(&row))
    }

    /// The type of a number.
    fn integer(&self, member: &str) -> Option<(Option<i64>, Option<i64>)> {
        let rows = self
            .rows
            .iter()
            .filter(|row| row.is_about(self.server, self.tool, member));
        rows.into_iter().find_map(|row| match row.kind {
            Kind::Integer(least, most) => Some((least, most)),
            _ => None,
        })
    }

    fn node(&self, member: &str, node: &Value) -> Value {
        let Value::Object(node) = node else {
            return node.clone();
        };
        let mut node = node.clone();
        if self.has(member, Kind::AnyOf)
            && let Some(branches) = node.shift_remove("oneOf")
        {
            node.insert("anyOf".to_owned(), branches);
        }
        if self.has(member, Kind::Unbounded) {
            node.retain(|key, value| match key.as_str() {
                "minimum" => *value != json!(-SAFE),
                "maximum" => *value != json!(SAFE),
                _ => true,
            });
        }
        let is_number = node
            .get("type")
            .is_some_and(|kind| kind == "number" || kind == "integer");
        if let Some((least, most)) = self.integer(member).filter(|_| is_number) {
            narrow(&mut node, least, most);
        }
        self.members(member, &mut node);
        for key in ["anyOf", "oneOf", "allOf"] {
            if let Some(Value::Array(branches)) = node.get_mut(key) {
                for branch in branches {
                    *branch = self.node(member, branch);
                }
            }
        }
        for key in ["items", "additionalProperties"] {
            if let Some(below) = node.get_mut(key) {
                *below = self.node(member, below);
            }
        }
        if let Some(Value::Object(definitions)) = node.get_mut("$defs") {
            for (name, below) in definitions {
                *below = self.node(name, below);
            }
        }
        Value::Object(node)
    }

    /// The members of an object.
    fn members(&self, member: &str, node: &mut Map<String, Value>) {
        let Some(Value::Object(mut members)) = node.get("properties").cloned() else {
            return;
        };
        if let Some(Value::Array(required)) = node.get_mut("required") {
            required.retain(|name| !self.has(name.as_str().unwrap_or_default(), Kind::Optional));
        }
        let required = node.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
        for (name, below) in &mut members {
            *below = self.node(name, below);
            if !is_required(name) && self.has(name, Kind::Null) {
                *below = json!({"anyOf": [below, {"type": "null"}]});
            }
        }
        let is_silent = node.get("additionalProperties").is_none() && !members.is_empty();
        let is_open = node.get("additionalProperties") == Some(&json!(true)) && !members.is_empty();
        if (is_silent && self.has(member, Kind::Closed))
            || (is_open && self.has(member, Kind::Shut))
        {
            node.insert("additionalProperties".to_owned(), false.into());
        }
        node.insert("properties".to_owned(), Value::Object(members));
    }
}

fn narrow(node: &mut Map<String, Value>, least: Option<i64>, most: Option<i64>) {
    node.insert("type".to_owned(), "integer".into());
    let own = |node: &Map<String, Value>, key: &str| node.get(key).and_then(Value::as_i64);
    if let Some(least) = least.filter(|least| own(node, "minimum").is_none_or(|own| own < *least)) {
        node.insert("minimum".to_owned(), least.into());
    }
    if let Some(most) = most.filter(|most| own(node, "maximum").is_none_or(|own| own > *most)) {
        node.insert("maximum".to_owned(), most.into());
    }
}

/// An output schema without what says nothing of the values that a tool gives: references are inlined, and whether an
/// object is open is left out.
pub(crate) fn bare(root: &Value, node: &Value) -> Value {
    let Value::Object(node) = node else {
        return node.clone();
    };
    if let Some(place) = node.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(place.trim_start_matches('#'));
        return bare(root, target.expect("a reference leads somewhere"));
    }
    let mut bared = Map::new();
    for (key, value) in node {
        match (key.as_str(), value) {
            ("$schema" | "$defs" | "additionalProperties" | "description", _) => {}
            ("const", value) => drop(bared.insert("enum".to_owned(), json!([value]))),
            ("properties", Value::Object(members)) => {
                let members = members
                    .iter()
                    .map(|(name, below)| (name.clone(), bare(root, below)));
                bared.insert(key.clone(), members.collect());
            }
            ("anyOf", Value::Array(branches)) => {
                bared.insert(
                    key.clone(),
                    branches.iter().map(|branch| bare(root, branch)).collect(),
                );
            }
            ("items", below) => drop(bared.insert(key.clone(), bare(root, below))),
            _ => drop(bared.insert(key.clone(), value.clone())),
        }
    }
    Value::Object(bared)
}
