//! From a published schema to nodes, with everything in it that contradicts itself or could not be enforced.

mod bounds;
mod pattern;
mod settle;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::canonical;
use super::node::{ArrayRules, Id, Kinds, Node, ObjectRules, Property, Rest};

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
        let id = self.reserve(place);
        self.fill(id, schema, place);
        id
    }

    fn reserve(&mut self, place: &str) -> Id {
        self.nodes.push(Node::new(place));
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
        let id = self.reserve(pointer);
        // Known before it is filled: it may refer to itself.
        self.definitions.insert(target, id);
        if let Some(schema) = self.root.pointer(pointer) {
            self.fill(id, schema, pointer);
        }
        id
    }

    fn node(&mut self, node: &mut Node, schema: &'s Map<String, Value>) {
        if let Some(kinds) = schema.get("type") {
            node.kinds = kinds_of(kinds);
        }
        self.foreign_keywords(node, schema);
        if let Some(Value::Array(values)) = schema.get("enum") {
            node.values = Some(
                values
                    .iter()
                    .map(|value| canonical::of_text(&value.to_string()))
                    .collect(),
            );
        }
        node.number = self.number(node, schema);
        node.text = self.text(node, schema);
        node.array = self.array(node, schema);
        node.object = self.object(node, schema);
        node.any_of = self.each(node, schema, "anyOf");
        node.all_of = self.each(node, schema, "allOf");
        if let Some(Value::String(target)) = schema.get("$ref") {
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
            .filter(|keyword| schema.contains_key(**keyword))
        {
            self.problem(node, &format!(
                "has the keyword `{keyword}`, which would be published but not enforced: leave it out, and check it in the tool"
            ));
        }
        for (keyword, kinds, which) in CONCERNS {
            if schema.contains_key(keyword) && !kinds.meets(node.kinds) && node.kinds != Kinds::NONE
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
            items: schema
                .get("items")
                .map(|items| self.schema(items, &format!("{}/items", node.place))),
            min_items,
            max_items,
            unique: schema.get("uniqueItems") == Some(&Value::Bool(true)),
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
        if KEYWORDS
            .iter()
            .all(|keyword| !schema.contains_key(*keyword))
        {
            return None;
        }
        let mut rules = ObjectRules::default();
        for (name, own) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let place = format!("{}/properties/{}", node.place, escaped(name));
            let node = Some(self.schema(own, &place));
            rules.properties.push(Property {
                name: name.clone(),
                node,
                required: false,
            });
        }
        let required = schema.get("required").and_then(Value::as_array);
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
        rules.rest = match schema.get("additionalProperties") {
            None | Some(Value::Bool(true)) => Rest::Anything,
            Some(Value::Bool(false)) => Rest::Nothing,
            Some(own) => {
                Rest::Judged(self.schema(own, &format!("{}/additionalProperties", node.place)))
            }
        };
        Some(rules)
    }

    fn each(&mut self, node: &Node, schema: &'s Map<String, Value>, keyword: &str) -> Vec<Id> {
        let parts = schema.get(keyword).and_then(Value::as_array);
        let parts = parts.into_iter().flatten().enumerate();
        parts
            .map(|(index, part)| self.schema(part, &format!("{}/{keyword}/{index}", node.place)))
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

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A place in the input schema, for whoever wrote the types: "the parameter `page`", "`page.lines[]`".
fn said(place: &str) -> String {
    let mut segments = place
        .split('/')
        .skip(1)
        .map(|segment| segment.replace("~1", "/").replace("~0", "~"));
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
