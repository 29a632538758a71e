//! The subschema that judges a place in a value.

use serde_json::Value;

use crate::decode::Step;

/// The subschema that judges the value at a path, whose outermost step comes first; its `$ref` is
/// followed. None where nothing is said of that place, or where alternatives say different things.
///
/// Step by step for all alternatives together: a path that is as deep as a client likes may lead
/// through alternatives that contain themselves.
pub(crate) fn at<'s>(root: &'s Value, path: &[Step]) -> Option<&'s Value> {
    let mut here = vec![resolved(root, root)?];
    for step in path {
        let mut search = Search {
            root,
            step,
            seen: Vec::new(),
            found: Vec::new(),
        };
        for schema in here {
            search.visit(schema);
        }
        here = search.found;
    }
    let (first, others) = here.split_first()?;
    others.iter().all(|other| other == first).then_some(*first)
}

/// One step of a path.
struct Search<'s, 'p> {
    root: &'s Value,
    step: &'p Step,
    /// Through which schemas the step was looked for, and those that it leads to.
    seen: Vec<&'s Value>,
    found: Vec<&'s Value>,
}

impl<'s> Search<'s, '_> {
    /// Looks in a schema or, where that says nothing of the step itself, in its parts and alternatives.
    fn visit(&mut self, schema: &'s Value) {
        if self.seen.iter().any(|seen| std::ptr::eq(*seen, schema)) {
            return;
        }
        self.seen.push(schema);
        let next = match self.step {
            Step::Key(name) => member(schema, name),
            Step::Index(index) => element(schema, *index),
        };
        if let Some(next) = next {
            let next = resolved(self.root, next);
            let new = |next: &&Value| !self.found.iter().any(|found| std::ptr::eq(*found, *next));
            self.found.extend(next.filter(new));
            return;
        }
        let parts = ["anyOf", "allOf"]
            .iter()
            .filter_map(|key| schema.get(key)?.as_array());
        for part in parts.flatten() {
            if let Some(part) = resolved(self.root, part) {
                self.visit(part);
            }
        }
    }
}

/// Follows a `$ref`, also one that stands alone in an `anyOf` because something is said beside it.
/// None where that leads in a circle.
fn resolved<'s>(root: &'s Value, mut schema: &'s Value) -> Option<&'s Value> {
    let mut seen: Vec<&str> = Vec::new();
    loop {
        let target = match schema.get("$ref") {
            Some(target) => target.as_str()?,
            None => match schema
                .get("anyOf")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
            {
                Some([only]) if only.get("$ref").is_some() => only.get("$ref")?.as_str()?,
                _ => return Some(schema),
            },
        };
        if seen.contains(&target) {
            return None;
        }
        seen.push(target);
        schema = root.pointer(target.strip_prefix('#')?)?;
    }
}

fn member<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    let declared = schema
        .get("properties")
        .and_then(|properties| properties.get(name));
    declared.or_else(|| {
        schema
            .get("additionalProperties")
            .filter(|rest| rest.is_object())
    })
}

fn element(schema: &Value, index: usize) -> Option<&Value> {
    let own = schema
        .get("prefixItems")
        .and_then(|elements| elements.get(index));
    own.or_else(|| schema.get("items").filter(|items| items.is_object()))
}
