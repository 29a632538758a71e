//! The rewrite of a schema by schemars into the published dialect.

use serde_json::{Map, Value, json};

use super::{Object, annotation, format, names, number, object, types, union};

/// What stands where a schema says nothing.
pub(super) const ANY: &str = "Any JSON value";

/// Keywords that tell a model nothing, or that a client chokes on.
const DROPPED: [&str; 8] = [
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "title",
    "nullable",
    "readOnly",
    "writeOnly",
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contract {
    /// What a type reads: `null` stands for a missing value, so it is not published.
    Input,
    /// What a type writes.
    Output,
}

/// At every depth: `type` is one name; `properties`, `required`, `additionalProperties`, `items`,
/// `prefixItems`, `minItems`, `maxItems`, `uniqueItems`, `enum`, `anyOf`, the numeric and length
/// bounds, `pattern`, `format` with a standard name, `default`, `examples`, `deprecated`, and a
/// bare `$ref` into the root's `$defs` where a type contains itself. `allOf` is left where its
/// parts cannot be one schema. Anything else is what an author wrote by hand.
///
/// A type has no `title`: what a model reads is the description. The author's own goes too, since
/// nothing tells it from one that was made of a type's name.
pub(super) struct Dialect<'a> {
    contract: Contract,
    /// What schemars defined, by its own names.
    defined: &'a Object,
    /// Names by schemars and in the published `$defs`, in the order of their first use.
    names: Vec<(String, String)>,
    place: Vec<String>,
    /// Whether serde buffers what is here before it knows its type.
    buffered: bool,
    pub(super) problems: Vec<String>,
}

impl<'a> Dialect<'a> {
    pub(super) fn new(contract: Contract, defined: &'a Object) -> Self {
        Self {
            contract,
            defined,
            names: Vec::new(),
            place: Vec::new(),
            buffered: false,
            problems: Vec::new(),
        }
    }

    /// The schema of a parameter, or of the result, whose name is empty.
    pub(super) fn root(&mut self, name: &str, raw: Value) -> Object {
        self.inside(name, |it| it.object(raw))
    }

    /// Every definition that was referred to, complete.
    pub(super) fn definitions(&mut self) -> Object {
        let mut definitions = Map::new();
        // A definition may refer to further ones.
        while let Some((defined, published)) = self.names.get(definitions.len()).cloned() {
            let raw = self.defined.get(&defined).cloned();
            let raw = raw.unwrap_or(Value::Bool(true));
            let schema = self.inside("$defs", |it| it.inside(&published, |it| it.schema(raw)));
            definitions.insert(published, schema);
        }
        definitions
    }

    fn schema(&mut self, raw: Value) -> Value {
        Value::Object(self.object(raw))
    }

    fn object(&mut self, raw: Value) -> Object {
        match raw {
            Value::Object(node) => self.buffering(false, |it| it.node(node)),
            Value::Bool(true) => any(),
            _ => self.never(),
        }
    }

    fn node(&mut self, mut node: Object) -> Object {
        self.drop_keywords(&mut node);
        if is_simple(&node) {
            return self.simple(node);
        }
        let buffers = self.simplify(&mut node);
        if let Some(Value::String(target)) = node.get("$ref") {
            return self.reference(&target.clone());
        }
        if object::admits_nothing(&node) {
            return self.never();
        }
        self.children(&mut node, buffers);
        object::give_items(&mut node);
        union::tidy(&mut node);
        if object::says_nothing(&node) {
            node.entry("description").or_insert_with(|| ANY.into());
        }
        annotation::settle(&mut node, self.contract == Contract::Input);
        in_order(node)
    }

    /// A node that most rules have nothing to say of.
    fn simple(&mut self, mut node: Object) -> Object {
        self.refuse_wide(&node);
        number::bound(&mut node);
        format::keep_standard(&mut node);
        self.children(&mut node, false);
        object::give_items(&mut node);
        annotation::settle(&mut node, self.contract == Contract::Input);
        in_order(node)
    }

    fn drop_keywords(&self, node: &mut Object) {
        node.retain(|key, value| match key.as_str() {
            "default" => self.contract == Contract::Input && !value.is_null(),
            key => !DROPPED.contains(&key),
        });
    }

    fn refuse_wide(&mut self, node: &Object) {
        if self.contract == Contract::Input && self.buffered && number::is_wide(node) {
            self.problem(
                "is a 128-bit integer inside a type that serde reads into a buffer of 64-bit \
                 numbers first (`untagged`, `tag` or `flatten`): make it a 64-bit integer or a \
                 string",
            );
        }
    }

    /// Brings the keywords of one node to the dialect's; true if serde buffers what its
    /// alternatives judge.
    fn simplify(&mut self, node: &mut Object) -> bool {
        let mut buffers = false;
        loop {
            self.drop_keywords(node);
            buffers |= union::is_buffered(node);
            union::rename(node);
            object::isolate_reference(node);
            if self.contract == Contract::Input {
                union::strip_null(node);
            }
            object::merge_all_of(node);
            let beside = union::beside_members(node).filter(|_| buffers).cloned();
            let folded = names::fold(node);
            if folded || !union::unwrap_single(node) {
                break;
            }
            match beside {
                // The members of the struct that flattens it are not in the buffer, those of the enum are.
                Some(flattened) => self.buffering(true, |it| drop(it.node(flattened))),
                None => self.buffered |= buffers,
            }
        }
        self.refuse_wide(node);
        let flattened = self.buffered || node.contains_key("properties");
        if self.contract == Contract::Input && flattened && object::has_integer_keys(node) {
            self.problem(
                "is a map with integer keys inside a type that serde reads into a buffer first, \
                 where names are strings (`untagged`, `tag` or `flatten`): make the keys strings",
            );
        }
        types::give(node);
        types::split(node);
        number::split_at_zero(node);
        number::close_gaps(node);
        number::bound(node);
        format::keep_standard(node);
        object::open_map(node);
        object::end_tuple(node);
        if object::close(node).is_err() {
            self.problem(
                "is closed to unknown members and flattens more than one enum: make one of them a \
                 member of its own",
            );
        }
        union::fill_blanks(node);
        buffers
    }

    fn children(&mut self, node: &mut Object, buffers: bool) {
        let flattens = node.contains_key("properties");
        for (key, value) in node {
            let own = value.take();
            *value = match (key.as_str(), own) {
                ("anyOf" | "allOf", own) => self.buffering(buffers, |it| it.each(own)),
                ("prefixItems", own) => self.each(own),
                ("additionalProperties", own) => self.buffering(flattens, |it| it.rest(own)),
                (
                    "properties" | "patternProperties" | "dependentSchemas",
                    Value::Object(members),
                ) => self.members(members),
                ("items", own) => self.inside("[]", |it| it.schema(own)),
                (
                    "contains" | "propertyNames" | "not" | "if" | "then" | "else"
                    | "unevaluatedItems",
                    own,
                ) => self.schema(own),
                (_, own) => own,
            };
        }
    }

    /// What a buffer holds, it holds at every depth, and no longer outside.
    fn buffering<T>(&mut self, buffers: bool, then: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.buffered;
        self.buffered |= buffers;
        let result = then(self);
        self.buffered = outside;
        result
    }

    fn each(&mut self, schemas: Value) -> Value {
        match schemas {
            Value::Array(schemas) => schemas
                .into_iter()
                .map(|schema| self.schema(schema))
                .collect(),
            _ => Value::Object(self.never()),
        }
    }

    fn members(&mut self, mut members: Object) -> Value {
        for (name, schema) in &mut members {
            let own = schema.take();
            *schema = self.inside(name, |it| it.schema(own));
        }
        Value::Object(members)
    }

    /// The one place where a boolean is safe.
    fn rest(&mut self, value: Value) -> Value {
        match value {
            Value::Bool(_) => value,
            Value::Object(node) if node.is_empty() => Value::Bool(true),
            value => self.inside("*", |it| it.schema(value)),
        }
    }

    fn reference(&mut self, target: &str) -> Object {
        let defined = object::referred(target).filter(|name| self.defined.contains_key(name));
        let Some(defined) = defined else {
            self.problem(&format!(
                "refers to `{target}`, which nothing defines: write the schema in its place"
            ));
            return any();
        };
        let known = self.names.iter().find(|(name, _)| *name == defined);
        let published = if let Some((_, published)) = known {
            published.clone()
        } else {
            let published = self.free_name(&defined);
            self.names.push((defined, published.clone()));
            published
        };
        Map::from_iter([("$ref".to_owned(), format!("#/$defs/{published}").into())])
    }

    /// A name for `$defs` that needs no escape in a `$ref`.
    fn free_name(&self, defined: &str) -> String {
        let plain: String = defined
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let taken = |name: &str| self.names.iter().any(|(_, published)| published == name);
        let mut name = plain.clone();
        let mut count = 2;
        while taken(&name) {
            name = format!("{plain}{count}");
            count += 1;
        }
        name
    }

    fn never(&mut self) -> Object {
        self.problem(
            "has a type that no value fits, such as an enum without variants: use another type",
        );
        any()
    }

    fn inside<T>(&mut self, segment: &str, then: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(segment.to_owned());
        let result = then(self);
        self.place.pop();
        result
    }

    fn problem(&mut self, what: &str) {
        let place = match (self.contract, self.place.as_slice()) {
            (Contract::Input, [name]) => format!("the parameter `{name}`"),
            (Contract::Output, [_]) => "the result".to_owned(),
            (_, path) => format!(
                "`{}`",
                path.join(".").trim_start_matches('.').replace(".[]", "[]")
            ),
        };
        let problem = format!("{place} {what}");
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

/// Whether a node has one type, and beside it only keywords that are published as they are.
fn is_simple(node: &Object) -> bool {
    let is_kept = |(key, value): (&String, &Value)| match key.as_str() {
        "type" => value.is_string(),
        "items" => value.is_object(),
        "description"
        | "format"
        | "minimum"
        | "maximum"
        | "exclusiveMinimum"
        | "exclusiveMaximum"
        | "multipleOf"
        | "minLength"
        | "maxLength"
        | "pattern"
        | "minItems"
        | "maxItems"
        | "uniqueItems"
        | "properties"
        | "required"
        | "additionalProperties"
        | "default"
        | "examples"
        | "deprecated" => true,
        _ => false,
    };
    node.iter().all(is_kept) && node.keys().any(|key| key == "type")
}

pub(super) fn any() -> Object {
    Map::from_iter([("description".to_owned(), json!(ANY))])
}

/// The order of a node's keywords, whatever schemars did: what the value is, what it is for, its
/// members, what else bounds it as it came, and last what only illustrates it.
fn in_order(mut node: Object) -> Object {
    const FIRST: [&str; 5] = [
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
    ];
    const LAST: [&str; 3] = ["default", "examples", "deprecated"];
    let rank = |key: &String| {
        let among = |keys: &[&str]| keys.iter().position(|known| known == key);
        let last = || among(&LAST).map_or(FIRST.len(), |at| FIRST.len() + 1 + at);
        among(&FIRST).unwrap_or_else(last)
    };
    if node.keys().is_sorted_by_key(rank) {
        return node;
    }
    let mut take = |keys: &[&str]| -> Object {
        let entries = keys.iter().filter_map(|key| node.shift_remove_entry(*key));
        entries.collect()
    };
    let (first, last) = (take(&FIRST), take(&LAST));
    first.into_iter().chain(node).chain(last).collect()
}
