//! From a published schema to nodes, with everything in it that contradicts itself or could not be enforced.

mod bounds;
mod pattern;
mod settle;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::canonical;
use super::node::{ArrayRules, Id, Kinds, Node, ObjectRules, Property, Rest};
use crate::pointer::{escaped, unescaped};

/// Keywords of JSON Schema 2020-12 that judge values and are not judged by here.
const UNSUPPORTED: [&str; 17] = [
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "maxProperties",
    "minContains",
    "minProperties",
    "not",
    "oneOf",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords that concern values of one kind.
const CONCERNS: [(&str, Kinds, &str); 16] = [
    ("minLength", Kinds::STRING, "strings"),
    ("maxLength", Kinds::STRING, "strings"),
    ("pattern", Kinds::STRING, "strings"),
    ("minimum", Kinds::NUMBER, "numbers"),
    ("maximum", Kinds::NUMBER, "numbers"),
    ("exclusiveMinimum", Kinds::NUMBER, "numbers"),
    ("exclusiveMaximum", Kinds::NUMBER, "numbers"),
    ("multipleOf", Kinds::NUMBER, "numbers"),
    ("items", Kinds::ARRAY, "arrays"),
    ("prefixItems", Kinds::ARRAY, "arrays"),
    ("minItems", Kinds::ARRAY, "arrays"),
    ("maxItems", Kinds::ARRAY, "arrays"),
    ("uniqueItems", Kinds::ARRAY, "arrays"),
    ("properties", Kinds::OBJECT, "objects"),
    ("required", Kinds::OBJECT, "objects"),
    ("additionalProperties", Kinds::OBJECT, "objects"),
];

/// The nodes of a schema, the root first; and every problem as a sentence.
pub(super) fn compile(schema: &Value) -> (Vec<Node>, Vec<String>) {
    let mut compiler = Compiler {
        root: schema,
        nodes: Vec::new(),
        definitions: HashMap::new(),
        problems: Vec::new(),
    };
    compiler.schema(schema, "");
    compiler.cut_circles();
    compiler.settle_kinds();
    compiler.settle_unions();
    compiler.nodes.shrink_to_fit();
    (compiler.nodes, compiler.problems)
}

struct Compiler<'s> {
    root: &'s Value,
    nodes: Vec<Node>,
    /// By the target of a `$ref`.
    definitions: HashMap<&'s str, Id>,
    problems: Vec<String>,
}

impl<'s> Compiler<'s> {
    fn schema(&mut self, schema: &'s Value, place: &str) -> Id {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && schema.as_object().is_some_and(|schema| schema.len() == 1)
        {
            return self.reference(target);
        }
        let id = self.reserve();
        self.fill(id, schema, place);
        id
    }

    /// A place for a node that is not made yet.
    fn reserve(&mut self) -> Id {
        self.nodes.push(Node::new(""));
        Id(self.nodes.len() - 1)
    }

    fn fill(&mut self, id: Id, schema: &'s Value, place: &str) {
        let mut node = Node::new(place);
        match schema {
            Value::Object(schema) => self.node(&mut node, schema),
            Value::Bool(false) => node.kinds = Kinds::NONE,
            _ => {}
        }
        if let Some(own) = self.nodes.get_mut(id.0) {
            *own = node;
        }
    }

    fn reference(&mut self, target: &'s str) -> Id {
        if let Some(known) = self.definitions.get(target) {
            return *known;
        }
        let pointer = target.strip_prefix('#').unwrap_or(target);
        let id = self.reserve();
        // Known before it is filled: it may refer to itself.
        self.definitions.insert(target, id);
        let schema = self.root.pointer(pointer).unwrap_or(&Value::Null);
        self.fill(id, schema, pointer);
        id
    }

    fn node(&mut self, node: &mut Node, schema: &'s Map<String, Value>) {
        if let Some(kinds) = keyword(schema, "type") {
            node.kinds = kinds_of(kinds);
        }
        self.foreign_keywords(node, schema);
        if let Some(Value::Array(values)) = keyword(schema, "enum") {
            node.values = Some(
                values
                    .iter()
                    .map(|value| canonical::of_text(&value.to_string()))
                    .collect(),
            );
        }
        node.number = self.number(node, schema).map(Box::new);
        node.text = self.text(node, schema).map(Box::new);
        node.array = self.array(node, schema).map(Box::new);
        node.object = self.object(node, schema).map(Box::new);
        node.any_of = self.each(node, schema, "anyOf");
        node.all_of = self.each(node, schema, "allOf");
        if let Some(Value::String(target)) = keyword(schema, "$ref") {
            node.all_of.push(self.reference(target));
        }
        // One alternative is none.
        if let [only] = node.any_of.as_slice() {
            node.all_of.push(*only);
            node.any_of.clear();
        }
    }

    fn foreign_keywords(&mut self, node: &Node, schema: &Map<String, Value>) {
        for keyword in UNSUPPORTED
            .iter()
            .filter(|name| keyword(schema, name).is_some())
        {
            self.problem(node, &format!(
                "has the keyword `{keyword}`, which would be published but not enforced: leave it out, and check it in the tool"
            ));
        }
        for (keyword, kinds, which) in CONCERNS {
            if !kinds.meets(node.kinds)
                && node.kinds != Kinds::NONE
                && self::keyword(schema, keyword).is_some()
            {
                let takes = crate::schema::words(
                    &schema
                        .get("type")
                        .map_or(Value::Null, |kind| serde_json::json!({ "type": kind })),
                );
                self.problem(
                    node,
                    &format!("has `{keyword}`, which is about {which}, but takes {takes}"),
                );
            }
        }
    }

    fn array(&mut self, node: &Node, schema: &'s Map<String, Value>) -> Option<ArrayRules> {
        let (min_items, max_items) = self.lengths(node, schema, "minItems", "maxItems");
        let rules = ArrayRules {
            prefix: self.each(node, schema, "prefixItems"),
            items: keyword(schema, "items")
                .map(|items| self.schema(items, &inside(node, &["items"]))),
            min_items,
            max_items,
            unique: keyword(schema, "uniqueItems") == Some(&Value::Bool(true)),
        };
        let some = rules.unique
            || rules.items.is_some()
            || !rules.prefix.is_empty()
            || min_items.is_some()
            || max_items.is_some();
        some.then_some(rules)
    }

    fn object(&mut self, node: &Node, schema: &'s Map<String, Value>) -> Option<ObjectRules> {
        const KEYWORDS: [&str; 3] = ["properties", "required", "additionalProperties"];
        if !has_any(schema, &KEYWORDS) {
            return None;
        }
        let mut rules = ObjectRules::default();
        for (name, own) in keyword(schema, "properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let place = inside(node, &["properties", &escaped(name)]);
            let node = Some(self.schema(own, &place));
            rules.properties.push(Property {
                name: name.clone(),
                node,
                required: false,
            });
        }
        let required = keyword(schema, "required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            match rules
                .properties
                .iter_mut()
                .find(|property| property.name == name)
            {
                Some(property) => property.required = true,
                None => rules.properties.push(Property {
                    name: name.to_owned(),
                    node: None,
                    required: true,
                }),
            }
        }
        rules.rest = match keyword(schema, "additionalProperties") {
            None | Some(Value::Bool(true)) => Rest::Anything,
            Some(Value::Bool(false)) => Rest::Nothing,
            Some(own) => Rest::Judged(self.schema(own, &inside(node, &["additionalProperties"]))),
        };
        Some(rules)
    }

    fn each(&mut self, node: &Node, schema: &'s Map<String, Value>, name: &str) -> Vec<Id> {
        let parts = keyword(schema, name).and_then(Value::as_array);
        let parts = parts.into_iter().flatten().enumerate();
        parts
            .map(|(index, part)| self.schema(part, &inside(node, &[name, &index.to_string()])))
            .collect()
    }

    fn problem(&mut self, node: &Node, what: &str) {
        let problem = format!("{} {what}", said(&node.place));
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

fn kinds_of(kinds: &Value) -> Kinds {
    match kinds {
        Value::Array(kinds) => kinds.iter().map(kinds_of).fold(Kinds::NONE, Kinds::or),
        _ => match kinds.as_str() {
            Some("null") => Kinds::NULL,
            Some("boolean") => Kinds::BOOLEAN,
            Some("integer") => Kinds::INTEGER,
            Some("number") => Kinds::NUMBER,
            Some("string") => Kinds::STRING,
            Some("array") => Kinds::ARRAY,
            Some("object") => Kinds::OBJECT,
            _ => Kinds::NONE,
        },
    }
}

/// The place of a part of a node.
fn inside(node: &Node, steps: &[&str]) -> String {
    let length = steps.iter().map(|step| step.len() + 1).sum::<usize>();
    let mut place = String::with_capacity(node.place.len() + length);
    place.push_str(&node.place);
    for step in steps {
        place.push('/');
        place.push_str(step);
    }
    place
}

/// A keyword of a schema; most have a handful of them, which are seen faster than a name is hashed.
fn keyword<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    if schema.len() > 8 {
        return schema.get(name);
    }
    let (_, value) = schema.iter().find(|(key, _)| *key == name)?;
    Some(value)
}

fn has_any(schema: &Map<String, Value>, names: &[&str]) -> bool {
    schema.keys().any(|key| names.contains(&key.as_str()))
}

/// A place in the input schema, for whoever wrote the types: "the parameter `page`", "`page.lines[]`".
pub(super) fn said(place: &str) -> String {
    let mut segments = place.split('/').skip(1).map(unescaped);
    let mut path = String::new();
    let mut names = 0;
    while let Some(keyword) = segments.next() {
        match keyword.as_str() {
            "properties" | "$defs" => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&segments.next().unwrap_or_default());
                names += 1;
            }
            "items" => path.push_str("[]"),
            "prefixItems" => {
                path.extend(["[", &segments.next().unwrap_or_default(), "]"]);
            }
            "additionalProperties" => path.push_str(".*"),
            _ => drop(segments.next()),
        }
    }
    match (names, path.ends_with(['*', ']'])) {
        (0, _) => "the input schema".to_owned(),
        (1, false) if !place.starts_with("/$defs") => format!("the parameter `{path}`"),
        _ => format!("`{path}`"),
    }
}
