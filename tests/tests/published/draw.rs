//! Values that a schema accepts, and near misses.

use haft_generator::Random;
use serde_json::{Map, Value, json};

/// Members and elements are no longer optional below this depth: they are left out.
const DEEPEST: usize = 6;

/// What stands in the place of something else, in a near miss.
const ODD: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1",
    "1.5",
    "5.0",
    "11",
    "21",
    "101",
    "256",
    "281",
    "1000000",
    "4294967296",
    "9007199254740992",
    "-9007199254740992",
    "\"\"",
    "\"x\"",
    "\"5\"",
    "\"true\"",
    "\"null\"",
    "[]",
    "[1]",
    "[\"x\"]",
    "[null]",
    "{}",
    "{\"x\":1}",
];

/// Draws by one schema, whose definitions are at its root.
pub(crate) struct Draw<'a> {
    pub(crate) root: &'a Value,
    pub(crate) random: Random,
}

impl Draw<'_> {
    /// A value that the schema accepts, but for what only its combinations forbid.
    pub(crate) fn value(&mut self) -> Value {
        self.node(self.root, 0)
    }

    /// The same with one thing changed, or two.
    pub(crate) fn near_miss(&mut self) -> Value {
        let mut value = self.value();
        for _ in 0..=self.random.below(2) {
            self.damage(&mut value);
        }
        value
    }

    fn node(&mut self, node: &Value, depth: usize) -> Value {
        if let Some(place) = node.get("$ref").and_then(Value::as_str) {
            let root = self.root;
            let target = root.pointer(place.trim_start_matches('#'));
            return self.node(target.expect("a reference leads somewhere"), depth);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = node.get(key) {
                return self.branch(branches, depth);
            }
        }
        if let Some(Value::Array(names)) = node.get("enum") {
            return self.random.one_of(names).clone();
        }
        if let Some(only) = node.get("const") {
            return only.clone();
        }
        let kind = match node.get("type") {
            Some(Value::Array(kinds)) => self.random.one_of(kinds).as_str(),
            kind => kind.and_then(Value::as_str),
        };
        match kind {
            Some("string") => self.text(node),
            Some("boolean") => self.random.percent(50).into(),
            Some("integer") => self.number(node, false),
            Some("number") => self.number(node, true),
            Some("null") => Value::Null,
            Some("array") => self.array(node, depth),
            Some("object") => self.object(node, depth),
            _ => self.odd(),
        }
    }

    /// One of the alternatives; now and then two that are objects in one.
    fn branch(&mut self, branches: &[Value], depth: usize) -> Value {
        let one = self.random.one_of(branches);
        let mut value = self.node(one, depth);
        if let Value::Object(members) = &mut value
            && self.random.percent(25)
        {
            let other = self.random.one_of(branches);
            if let Value::Object(more) = self.node(other, depth) {
                members.extend(more);
            }
        }
        value
    }

    fn object(&mut self, node: &Value, depth: usize) -> Value {
        let required = node.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
        let share = if depth < DEEPEST { 40 } else { 0 };
        let mut members = Map::new();
        for (name, schema) in node["properties"].as_object().into_iter().flatten() {
            if is_required(name) || self.random.percent(share) {
                members.insert(name.clone(), self.node(schema, depth + 1));
            }
        }
        let rest = node.get("additionalProperties");
        match rest {
            Some(Value::Object(_)) => {
                for name in ["a", "with space"].iter().take(self.random.below(3)) {
                    let schema = rest.cloned().unwrap_or_default();
                    members.insert((*name).to_owned(), self.node(&schema, depth + 1));
                }
            }
            Some(Value::Bool(false)) => {}
            _ if self.random.percent(8) => {
                members.insert("unheard_of".to_owned(), self.odd());
            }
            _ => {}
        }
        Value::Object(members)
    }

    fn array(&mut self, node: &Value, depth: usize) -> Value {
        let least = node["minItems"].as_u64().unwrap_or(0);
        let further = if depth < DEEPEST {
            self.random.below(3)
        } else {
            0
        };
        let elements = 0..usize::try_from(least).unwrap_or(0) + further;
        elements
            .map(|_| self.node(&node["items"], depth + 1))
            .collect()
    }

    fn text(&mut self, node: &Value) -> Value {
        let most = node["maxLength"]
            .as_u64()
            .and_then(|most| usize::try_from(most).ok());
        let text = match most {
            Some(most) if self.random.percent(40) => "\u{e9}".repeat(most),
            _ => self
                .random
                .pick(&["", "a", "text", "5", "true", "null"])
                .to_owned(),
        };
        if text.is_empty() && node["minLength"].as_u64().unwrap_or(0) > 0 {
            return "a".into();
        }
        text.into()
    }

    fn number(&mut self, node: &Value, with_fraction: bool) -> Value {
        let mut choices: Vec<Value> = vec![
            json!(0),
            json!(1),
            json!(-1),
            json!(7),
            json!(5.0),
            json!(4_294_967_296_i64),
            json!(9_007_199_254_740_992_i64),
        ];
        if with_fraction {
            choices.extend([0.5, 1.5, 2.5, 3.5, -2.5, 1e9].map(Value::from));
        }
        let bounds = ["minimum", "maximum", "exclusiveMinimum"];
        choices.extend(bounds.iter().filter_map(|key| node.get(key)).cloned());
        let bound = |key: &str| node.get(key).and_then(Value::as_f64);
        choices.retain(|value| {
            let value = value.as_f64().unwrap_or_default();
            bound("minimum").is_none_or(|least| least <= value)
                && bound("exclusiveMinimum").is_none_or(|least| least < value)
                && bound("maximum").is_none_or(|most| value <= most)
        });
        self.random.one_of(&choices).clone()
    }

    fn odd(&mut self) -> Value {
        haft_tests::json(self.random.pick(ODD))
    }

    /// Changes one thing somewhere.
    fn damage(&mut self, value: &mut Value) {
        let inside = self.random.percent(70);
        match value {
            Value::Object(members) if !members.is_empty() && inside => {
                let index = self.random.below(members.len());
                let (name, member) = members
                    .iter_mut()
                    .nth(index)
                    .expect("it is below the length");
                let name = name.clone();
                match self.random.below(10) {
                    0 => drop(members.shift_remove(&name)),
                    1 => drop(members.insert(swapped(&name), Value::Null)),
                    2 => drop(members.insert("unheard_of".to_owned(), Value::Null)),
                    _ => self.damage(member),
                }
            }
            Value::Array(elements) if !elements.is_empty() && inside => {
                let index = self.random.below(elements.len());
                match self.random.below(4) {
                    0 => drop(elements.remove(index)),
                    1 => elements.clear(),
                    _ => self.damage(&mut elements[index]),
                }
            }
            Value::String(text) if inside => {
                *value = match self.random.below(3) {
                    0 => swapped(text).into(),
                    1 => format!("{text}\u{e9}").into(),
                    _ => self.odd(),
                };
            }
            Value::Number(number) if inside => {
                let by = self.random.pick(&[1, -1]);
                *value = number
                    .as_i64()
                    .map_or_else(|| self.odd(), |number| (number + by).into());
            }
            Value::Object(members) if members.is_empty() || !inside => {
                members.insert("unheard_of".to_owned(), json!(1));
                if self.random.percent(30) {
                    *value = self.odd();
                }
            }
            _ => *value = self.odd(),
        }
    }
}

/// Upper case for lower, and lower for upper.
fn swapped(text: &str) -> String {
    let swap = |letter: char| match letter {
        letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    text.chars().map(swap).collect()
}
