//! Each keyword with what it lets pass and what it refuses, and the lines in which that is told.

use serde_json::{Value, json};

use super::*;
use crate::fault::{Faults, Problem, What};
use crate::schema::Kept;

mod agreement;
mod building;
mod enforcement;
mod keywords;
mod unions;

/// The checks of a tool whose one parameter, `x`, has this schema; `$defs` of its own are the root's.
fn checks(mut schema: Value) -> (Value, Checks) {
    let definitions = schema
        .as_object_mut()
        .and_then(|schema| schema.shift_remove("$defs"));
    let mut root = json!({"type": "object", "properties": {"x": schema}, "required": ["x"]});
    if let Some(definitions) = definitions {
        root["$defs"] = definitions;
    }
    let (checks, problems) = Checks::new(&root);
    assert_eq!(problems, Vec::<String>::new());
    (root, checks)
}

/// The lines that tell what is wrong with a value, without the pointer's `/x`.
fn lines(schema: &Value, value: &str) -> Vec<String> {
    let (root, checks) = checks(schema.clone());
    let id = checks.property("x").unwrap();
    let findings = checks.findings(id, value, None);
    assert_eq!(
        findings.is_empty(),
        checks.fits(id, value),
        "two verdicts on {value} by {schema}"
    );
    if findings.is_empty() {
        return Vec::new();
    }
    let what = What::Unfit {
        text: value,
        findings,
    };
    let problem = Problem::new(0, Some("x".into()), what).of("x", false);
    let faults = Faults::explain("t", &Kept::new(root), &checks, vec![problem]);
    faults
        .text()
        .lines()
        .skip(1)
        .map(|line| line.replacen("- /x", "", 1))
        .collect()
}

#[track_caller]
fn fits(schema: &Value, values: &[&str]) {
    for value in values {
        assert_eq!(
            lines(schema, value),
            Vec::<String>::new(),
            "{value} by {schema}"
        );
    }
}

#[track_caller]
fn refuses(schema: &Value, rows: &[(&str, &str)]) {
    for (value, line) in rows {
        assert_eq!(lines(schema, value), [*line], "{value} by {schema}");
    }
}
