//! The subschema that judges a place in a value.

use serde_json::Value;

use crate::decode::Step;

/// The subschema that judges the value at a path, whose outermost step comes first; its `$ref` is
/// followed. None where nothing is said of that place, or where alternatives say different things.
pub(crate) fn at<'s>(root: &'s Value, path: &[Step]) -> Option<&'s Value> {
    Search {
        root,
        seen: Vec::new(),
    }
    .at(root, path)
}

struct Search<'s> {
    root: &'s Value,
    /// The definitions that were entered since the last step of the path: one that leads to itself
    /// leads nowhere.
    seen: Vec<&'s str>,
}

impl<'s> Search<'s> {
    fn at(&mut self, schema: &'s Value, path: &[Step]) -> Option<&'s Value> {
        let schema = self.resolved(schema)?;
        let Some((step, rest)) = path.split_first() else {
            return Some(schema);
        };
        let next = match step {
            Step::Key(name) => member(schema, name),
            Step::Index(index) => element(schema, *index),
        };
        if let Some(next) = next {
            let mut search = Search {
                root: self.root,
                seen: Vec::new(),
            };
            return search.at(next, rest);
        }
        let parts = ["anyOf", "allOf"]
            .iter()
            .filter_map(|key| schema.get(key)?.as_array());
        let mut found = None;
        for part in parts.flatten() {
            match (self.at(part, path), found) {
                (Some(one), Some(other)) if one != other => return None,
                (Some(one), _) => found = Some(one),
                (None, _) => {}
            }
        }
        found
    }

    /// Follows a `$ref`, also one that stands alone in an `anyOf` because something is said beside
    /// it.
    fn resolved(&mut self, mut schema: &'s Value) -> Option<&'s Value> {
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
            if self.seen.contains(&target) {
                return None;
            }
            self.seen.push(target);
            schema = self.root.pointer(target.strip_prefix('#')?)?;
        }
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
