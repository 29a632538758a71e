//! Values that a published schema accepts, and near misses.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use crate::message::quoted;

/// Random numbers that are the same everywhere for one seed (`SplitMix64`).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Below `limit`; 0 if that is 0.
    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % limit).unwrap_or_default()
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(choices.len()))
    }
}

/// JSON as it is written: numbers by their digits, and perhaps one name twice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn text(text: &str) -> Self {
        Self::String(text.to_owned())
    }

    fn number(number: impl fmt::Display) -> Self {
        Self::Number(number.to_string())
    }

    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::number(number),
            Value::String(text) => Self::text(text),
            Value::Array(elements) => Self::Array(elements.iter().map(Self::of).collect()),
            Value::Object(members) => {
                let members = members
                    .iter()
                    .map(|(name, value)| (name.clone(), Self::of(value)));
                Self::Object(members.collect())
            }
        }
    }

    fn nodes(&self) -> usize {
        let inside: usize = match self {
            Self::Array(elements) => elements.iter().map(Self::nodes).sum(),
            Self::Object(members) => members.iter().map(|(_, value)| value.nodes()).sum(),
            _ => 0,
        };
        inside + 1
    }

    /// The value at a place in the order in which they are written.
    fn node(&mut self, mut at: usize) -> Option<&mut Self> {
        if at == 0 {
            return Some(self);
        }
        at -= 1;
        let children: Vec<&mut Self> = match self {
            Self::Array(elements) => elements.iter_mut().collect(),
            Self::Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        for child in children {
            let inside = child.nodes();
            if at < inside {
                return child.node(at);
            }
            at -= inside;
        }
        None
    }

    /// Whether a name stands twice in some object.
    pub(super) fn has_twins(&self) -> bool {
        match self {
            Self::Array(elements) => elements.iter().any(Self::has_twins),
            Self::Object(members) => {
                let names: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
                names.len() < members.len() || members.iter().any(|(_, value)| value.has_twins())
            }
            _ => false,
        }
    }

    /// The value with one thing less, in every way there is.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        match self {
            Self::Array(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    let mut rest = elements.clone();
                    rest.remove(at);
                    all.push(Self::Array(rest));
                    all.extend(element.smaller().into_iter().map(|smaller| {
                        let mut changed = elements.clone();
                        changed.splice(at..=at, [smaller]);
                        Self::Array(changed)
                    }));
                }
            }
            Self::Object(members) => {
                for (at, (name, value)) in members.iter().enumerate() {
                    let mut rest = members.clone();
                    rest.remove(at);
                    all.push(Self::Object(rest));
                    all.extend(value.smaller().into_iter().map(|smaller| {
                        let mut changed = members.clone();
                        changed.splice(at..=at, [(name.clone(), smaller)]);
                        Self::Object(changed)
                    }));
                }
            }
            _ => {}
        }
        all
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(token) => f.write_str(token),
            Self::String(text) => f.write_str(&quoted(text)),
            Self::Array(elements) => {
                f.write_str("[")?;
                for (index, element) in elements.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{element}")?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{}:{value}", quoted(name))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// What an integer is drawn within where its schema sets no bound: beyond it a Rust type may have one that is not published.
const EXACT: i64 = 1 << 53;

const TEXTS: [&str; 24] = [
    "",
    "a",
    "abc",
    "A",
    "Abc",
    "a1",
    "a-b",
    "a_b",
    "a.b",
    "a/b",
    "1",
    "12",
    "123",
    "1234",
    "2024-05-01",
    "12:30",
    "v1.2.3",
    "x@example.com",
    "https://example.com",
    "é",
    "😀",
    "ff",
    "00ff00",
    "#a0b1c2",
];

const FORMATS: [(&str, &[&str]); 12] = [
    (
        "date-time",
        &["2024-05-01T12:30:00Z", "2024-05-01T12:30:00.5+02:00"],
    ),
    ("date", &["2024-05-01", "1999-12-31"]),
    ("time", &["12:30:00Z"]),
    ("duration", &["PT1H", "P1DT30M"]),
    ("email", &["a@example.com"]),
    ("hostname", &["example.com"]),
    ("ipv4", &["192.0.2.1"]),
    ("ipv6", &["2001:db8::1"]),
    ("uri", &["https://example.com/a?b=c"]),
    ("uuid", &["6f9619ff-8b86-4011-b42d-00c04fc964ff"]),
    ("json-pointer", &["/a/0"]),
    ("regex", &["^a+$"]),
];

/// Draws values by the schemas of one document.
pub(super) struct Draw<'s, 'r> {
    /// What `$ref`s begin at.
    pub(super) root: &'s Value,
    pub(super) random: &'r mut Random,
    /// Whether a schema accepts a text.
    pub(super) accepts: &'r dyn Fn(&Value, &str) -> bool,
}

impl Draw<'_, '_> {
    /// A value that the schema accepts, as far as can be told; `depth` is how many levels may still follow.
    pub(super) fn value(&mut self, schema: &Value, depth: usize) -> Json {
        let Value::Object(node) = schema else {
            return Json::text("any");
        };
        if let Some(target) = node.get("$ref").and_then(Value::as_str) {
            // Inside a tuple an `Option` of the type itself is published as the type, without end.
            if depth == 0 {
                return Json::Null;
            }
            let target = target
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            return target.map_or(Json::Null, |target| self.value(target, depth - 1));
        }
        if let Some(Value::Array(values)) = node.get("enum") {
            return self.random.pick(values).map_or(Json::Null, Json::of);
        }
        if let Some(value) = node.get("const") {
            return Json::of(value);
        }
        let mut value = match node.get("type").and_then(Value::as_str) {
            Some("object") => Json::Object(self.members(node, depth)),
            Some("array") => Json::Array(self.elements(node, depth)),
            Some("string") => self.string(schema, node),
            Some("integer") => self.integer(node),
            Some("number") => self.float(schema, node),
            Some("boolean") => Json::Bool(self.random.percent(50)),
            Some("null") => Json::Null,
            _ => self.stranger(),
        };
        for key in ["anyOf", "oneOf", "allOf"] {
            let Some(Value::Array(parts)) = node.get(key) else {
                continue;
            };
            let parts: Vec<&Value> = match key {
                "allOf" => parts.iter().collect(),
                // Recursion ends in a branch that is none.
                _ if depth == 0 => parts
                    .iter()
                    .find(|part| !refers(part))
                    .into_iter()
                    .collect(),
                _ => self.random.pick(parts).into_iter().collect(),
            };
            for part in parts {
                let more = self.value(part, depth);
                value = match (value, more) {
                    (Json::Object(mut members), Json::Object(more))
                        if node.contains_key("properties") || key == "allOf" =>
                    {
                        members.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
                        members.extend(more);
                        Json::Object(members)
                    }
                    (_, more) => more,
                };
            }
        }
        value
    }

    fn members(&mut self, node: &Map<String, Value>, depth: usize) -> Vec<(String, Json)> {
        let mut members = Vec::new();
        let required = node.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|required| required.iter().any(|one| one == name));
        let properties = node.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            let chance = if depth == 0 { 0 } else { 60 };
            if is_required(name) || self.random.percent(chance) {
                members.push((name.clone(), self.value(schema, depth.saturating_sub(1))));
            }
        }
        if let Some(rest @ Value::Object(_)) = node.get("additionalProperties") {
            let count = if depth == 0 { 0 } else { self.random.below(3) };
            // Where keys are integers, the schema does not say so.
            for name in ["1", "2"].iter().take(count) {
                members.push((
                    (*name).to_owned(),
                    self.value(rest, depth.saturating_sub(1)),
                ));
            }
        }
        if self.random.percent(20) {
            members.reverse();
        }
        members
    }

    fn elements(&mut self, node: &Map<String, Value>, depth: usize) -> Vec<Json> {
        let count = |key: &str| {
            node.get(key)
                .and_then(Value::as_u64)
                .and_then(|count| usize::try_from(count).ok())
        };
        let own: &[Value] = node
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice);
        let least = count("minItems").unwrap_or(0);
        let most = count("maxItems").unwrap_or(least + 3);
        let length = if depth == 0 {
            least
        } else {
            least + self.random.below(most.saturating_sub(least).min(3) + 1)
        };
        let unique = node.get("uniqueItems") == Some(&Value::Bool(true));
        let mut elements: Vec<Json> = Vec::new();
        // A set of few values may not have so many.
        for attempt in 0..length.saturating_mul(4) {
            if elements.len() == length {
                break;
            }
            let schema = own.get(elements.len()).or_else(|| node.get("items"));
            let element = self.value(schema.unwrap_or(&Value::Null), depth.saturating_sub(1));
            if !unique || attempt > length * 3 || !elements.contains(&element) {
                elements.push(element);
            }
        }
        elements
    }

    fn integer(&mut self, node: &Map<String, Value>) -> Json {
        let bound = |key: &str| node.get(key).and_then(Value::as_i64);
        let least = bound("minimum")
            .or_else(|| bound("exclusiveMinimum")?.checked_add(1))
            .unwrap_or(-EXACT);
        let most = bound("maximum")
            .or_else(|| bound("exclusiveMaximum")?.checked_sub(1))
            .unwrap_or(EXACT);
        let step = bound("multipleOf").filter(|step| *step > 0).unwrap_or(1);
        let near = i64::try_from(self.random.below(200)).unwrap_or_default();
        let wished = self
            .random
            .pick(&[least, most, 0, 1, -1, near, -near, near])
            .copied()
            .unwrap_or(least);
        let mut value = wished.clamp(least.min(most), most.max(least));
        value -= value % step;
        if value < least {
            value += step;
        }
        if self.random.percent(6) {
            Json::Number(format!("{value}.0"))
        } else {
            Json::number(value)
        }
    }

    fn float(&mut self, schema: &Value, node: &Map<String, Value>) -> Json {
        let mut tokens: Vec<String> = ["0", "1", "0.5", "-1.5", "2.25", "1e3", "100", "-7"]
            .map(str::to_owned)
            .to_vec();
        tokens.extend(
            ["minimum", "maximum"]
                .iter()
                .filter_map(|key| node.get(*key))
                .map(Value::to_string),
        );
        if says(
            node,
            &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ],
        ) {
            tokens.retain(|token| (self.accepts)(schema, token));
        }
        self.random
            .pick(&tokens)
            .cloned()
            .map_or(Json::number(0), Json::Number)
    }

    fn string(&mut self, schema: &Value, node: &Map<String, Value>) -> Json {
        let format = node.get("format").and_then(Value::as_str);
        if let Some((_, samples)) = FORMATS.iter().find(|(name, _)| Some(*name) == format) {
            return self
                .random
                .pick(samples)
                .map_or(Json::Null, |sample| Json::text(sample));
        }
        let count = |key: &str| {
            node.get(key)
                .and_then(Value::as_u64)
                .and_then(|count| usize::try_from(count).ok())
        };
        let mut texts: Vec<String> = TEXTS.map(str::to_owned).to_vec();
        for length in [count("minLength"), count("maxLength")]
            .into_iter()
            .flatten()
            .filter(|length| *length <= 10_000)
        {
            texts.extend(["a", "é"].map(|letter| letter.repeat(length)));
        }
        let said = node
            .get("examples")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        texts.extend(
            said.chain(node.get("default"))
                .filter_map(Value::as_str)
                .map(str::to_owned),
        );
        if says(node, &["minLength", "maxLength", "pattern"]) {
            texts.retain(|text| (self.accepts)(schema, &Json::text(text).to_string()));
        }
        self.random
            .pick(&texts)
            .map_or(Json::text("a"), |text| Json::text(text))
    }

    fn stranger(&mut self) -> Json {
        match self.random.below(8) {
            0 => Json::Null,
            1 => Json::Bool(self.random.percent(50)),
            2 => Json::number(1),
            3 => Json::number(-2.5),
            4 => Json::text("text"),
            5 => Json::Array(Vec::new()),
            6 => Json::Array(vec![Json::number(1)]),
            _ => Json::Object(vec![("a".to_owned(), Json::number(1))]),
        }
    }

    /// Changes one thing, anywhere in a value.
    pub(super) fn miss(&mut self, json: &mut Json) {
        let at = self.random.below(json.nodes());
        if let Some(node) = json.node(at) {
            self.change(node);
        }
    }

    fn change(&mut self, json: &mut Json) {
        let other = match (self.random.below(8), &mut *json) {
            (0, _) => Json::Null,
            (1, _) => self.stranger(),
            (_, Json::Number(token)) => return self.number(token),
            (2..=4, Json::String(text)) => Json::String(format!("{text}x")),
            (5, Json::String(text)) => Json::String(text.to_uppercase()),
            (_, Json::String(text)) => Json::String(text.chars().skip(1).collect()),
            (_, Json::Array(elements)) => return self.elements_miss(elements),
            (2..=6, Json::Object(members)) => return self.members_miss(members),
            (_, Json::Object(members)) => {
                Json::Array(members.iter().map(|(_, value)| value.clone()).collect())
            }
            (_, Json::Bool(value)) => Json::String(value.to_string()),
            (_, Json::Null) => Json::Bool(false),
        };
        *json = other;
    }

    fn number(&mut self, token: &mut String) {
        let value = token.parse::<i64>();
        *token = match (self.random.below(6), value) {
            (0 | 1, Ok(value)) => value.saturating_add(1).to_string(),
            (2 | 3, Ok(value)) => value.saturating_sub(1).to_string(),
            (4, Ok(value)) => format!("{value}.5"),
            (5, _) => "-1".to_owned(),
            _ => "256".to_owned(),
        };
    }

    fn elements_miss(&mut self, elements: &mut Vec<Json>) {
        let at = self.random.below(elements.len());
        match (self.random.below(3), elements.get(at).cloned()) {
            (0, Some(_)) => drop(elements.remove(at)),
            (1, Some(again)) => elements.push(again),
            _ => elements.push(self.stranger()),
        }
    }

    fn members_miss(&mut self, members: &mut Vec<(String, Json)>) {
        let at = self.random.below(members.len());
        match (self.random.below(4), members.get(at).cloned()) {
            (0, Some(_)) => drop(members.remove(at)),
            (1, Some(twin)) => members.push(twin),
            (2, Some((name, value))) => {
                drop(members.splice(at..=at, [(format!("{name}_"), value)]));
            }
            _ => members.push(("unheard_of".to_owned(), self.stranger())),
        }
    }
}

fn says(node: &Map<String, Value>, keys: &[&str]) -> bool {
    keys.iter().any(|key| node.contains_key(*key))
}

fn refers(schema: &Value) -> bool {
    match schema {
        Value::Object(node) => node.contains_key("$ref") || node.values().any(refers),
        Value::Array(elements) => elements.iter().any(refers),
        _ => false,
    }
}
