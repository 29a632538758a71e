//! A schema as a server keeps it: as text, which is a fraction of its tree.

use std::sync::OnceLock;

use serde_json::Value;

/// Beyond so many containers inside each other a text is not read back into a tree.
const DEEP: usize = 100;

/// A published schema.
pub(crate) struct Kept {
    text: Box<str>,
    /// Made when something is asked of a place in it, which takes a fault.
    tree: OnceLock<Value>,
}

impl Kept {
    pub(crate) fn new(schema: Value) -> Self {
        // A tree can be written; `to_string` of its own would go through the formatter.
        let text = serde_json::to_string(&schema).unwrap_or_default().into();
        let tree = OnceLock::new();
        if is_deeper(&schema, DEEP) {
            let _ = tree.set(schema);
        }
        Self { text, tree }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn tree(&self) -> &Value {
        // It was written from a tree, so it can be read.
        self.tree
            .get_or_init(|| serde_json::from_str(&self.text).unwrap_or_default())
    }
}

fn is_deeper(value: &Value, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else {
        return true;
    };
    match value {
        Value::Array(values) => values.iter().any(|value| is_deeper(value, limit)),
        Value::Object(members) => members.values().any(|value| is_deeper(value, limit)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_tree_is_what_was_kept_however_deep() {
        let mut schema = json!({"minimum": 1.0, "maximum": 1e300, "enum": [5, 5.0, u64::MAX]});
        for _ in 0..300 {
            let kept = Kept::new(schema.clone());
            assert_eq!(*kept.tree(), schema);
            assert_eq!(kept.text(), schema.to_string());
            schema = json!({"type": "array", "items": schema});
        }
    }
}
