//! Rust types as published schemas, in the part of JSON Schema that every client accepts.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use dialect::{Contract, Dialect};

mod annotation;
mod dialect;
mod format;
mod kept;
mod names;
mod number;
mod object;
mod place;
#[cfg(test)]
mod tests;
mod types;
mod union;
mod words;

pub(crate) use kept::Kept;
pub(crate) use place::at;
pub(crate) use words::words;

type Object = Map<String, Value>;

/// How a parameter's type, or a returned type, generates its schema:
/// `SchemaGenerator::subschema_for::<T>`.
pub(crate) type Generate = fn(&mut SchemaGenerator) -> schemars::Schema;

/// A keyword of JSON Schema by its name, with what makes its value.
pub(crate) type Keyword = (&'static str, fn() -> Value);

/// One parameter, as the input schema sees it.
pub(crate) struct Property<'a> {
    pub(crate) name: &'a str,
    /// Wins over the description of the parameter's type.
    pub(crate) description: Option<&'a str>,
    pub(crate) schema: Generate,
    pub(crate) required: bool,
    /// Published unless it is `null`, or the parameter is flattened and has no one property.
    pub(crate) default: Option<Value>,
    /// The members of the parameter's type stand in the parameter's place.
    pub(crate) flatten: bool,
    /// Win over those of the parameter's type.
    pub(crate) keywords: &'a [Keyword],
}

/// What a tool returns.
pub(crate) struct OutputSchema {
    pub(crate) schema: Value,
    /// Whether the root says `type: object`, as every revision before 2026-07-28 demands.
    pub(crate) is_object: bool,
}

/// Whether `format` is one that JSON Schema 2020-12 knows.
pub(crate) fn is_standard_format(name: &str) -> bool {
    format::words(name).is_some()
}

/// The published input schema; an error lists every problem as a sentence.
pub(crate) fn input(
    properties: &[Property<'_>],
    ignore_unknown: bool,
) -> Result<Value, Vec<String>> {
    let mut generator = generator(SchemaSettings::draft2020_12().for_deserialize());
    let raw: Vec<Value> = properties
        .iter()
        .map(|property| (property.schema)(&mut generator).to_value())
        .collect();
    let definitions = generator.take_definitions(false);
    let mut dialect = Dialect::new(Contract::Input, &definitions);
    let mut members = Members::default();
    for (property, raw) in properties.iter().zip(raw) {
        let schema = dialect.root(property.name, annotated(property, raw));
        if property.flatten {
            members.flatten(property, &schema);
        } else {
            members.add(property.name, Value::Object(schema), property.required);
        }
    }
    dialect.problems.append(&mut members.problems);
    let mut root = members.into_root(ignore_unknown);
    finish(dialect, &mut root)?;
    Ok(Value::Object(root))
}

/// The published output schema; an error lists every problem as a sentence.
pub(crate) fn output(schema: Generate) -> Result<OutputSchema, Vec<String>> {
    let mut generator = generator(SchemaSettings::draft2020_12().for_serialize());
    let raw = schema(&mut generator).to_value();
    let definitions = generator.take_definitions(false);
    let mut dialect = Dialect::new(Contract::Output, &definitions);
    let mut root = dialect.root("", raw);
    union::name_shared_type(&mut root);
    let is_object = object::is_object(&root);
    if is_object {
        // The documentation of a returned type is written for readers of the code.
        root.shift_remove("description");
    }
    finish(dialect, &mut root)?;
    Ok(OutputSchema {
        schema: Value::Object(root),
        is_object,
    })
}

/// Takes out of the schema of an `Option` what it says of `null`: serde leaves the member out instead.
pub fn never_null(schema: &mut schemars::Schema) {
    if let Some(node) = schema.as_object_mut() {
        union::strip_null(node);
        union::unwrap_option(node);
    }
}

/// An output schema for the revisions that demand an object at the root.
pub(crate) fn wrap(schema: &Value) -> Value {
    let mut result = schema.clone();
    let definitions = result
        .as_object_mut()
        .and_then(|result| result.shift_remove("$defs"));
    let mut root = Map::new();
    root.insert("type".into(), "object".into());
    root.insert("properties".into(), json!({ "result": result }));
    root.insert("required".into(), json!(["result"]));
    if let Some(definitions) = definitions {
        root.insert("$defs".into(), definitions);
    }
    Value::Object(root)
}

/// A schema written by hand: its root is checked, and `properties` added where it is missing.
pub(crate) fn input_of_value(schema: Value) -> Result<Value, Vec<String>> {
    const ROOT: &str =
        r#"write `{"type": "object", "properties": {…}}`, with one property for each argument"#;
    let Value::Object(mut root) = schema else {
        return Err(vec![format!(
            "the input schema is not a JSON object: {ROOT}"
        )]);
    };
    let problem = match root.get("type") {
        Some(Value::String(name)) if name == "object" => match root.get("properties") {
            Some(Value::Object(_)) => return Ok(Value::Object(root)),
            None => {
                let after_type = 1 + root.keys().take_while(|key| *key != "type").count();
                root.shift_insert(after_type, "properties".into(), json!({}));
                return Ok(Value::Object(root));
            }
            Some(other) => format!("the input schema has the `properties` {other}"),
        },
        Some(other) => format!("the input schema has the `type` {other} at its root"),
        None => "the input schema has no `type` at its root".to_owned(),
    };
    Err(vec![format!("{problem}: {ROOT}")])
}

/// schemars inlines by itself what is not recursive: it can then apply a field's constraints to
/// what the field's type names, and a `$ref` that is left always stands for recursion.
fn generator(settings: SchemaSettings) -> SchemaGenerator {
    settings
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
        })
        .into_generator()
}

/// What the parameter says of itself takes the place of what its type says, before anything is
/// folded into that.
fn annotated(property: &Property<'_>, raw: Value) -> Value {
    let default = property.default.as_ref().filter(|value| !value.is_null());
    let mut node = match raw {
        Value::Object(node) => node,
        Value::Bool(true) => Map::new(),
        never => return never,
    };
    if let Some(description) = property.description.filter(|text| !text.is_empty()) {
        node.insert("description".into(), description.into());
    }
    if let Some(default) = default
        && !property.flatten
    {
        node.insert("default".into(), default.clone());
    }
    for (name, value) in property.keywords {
        node.insert((*name).into(), value());
    }
    Value::Object(node)
}

/// Adds the definitions that the root refers to; an error if anything was found wrong on the way.
fn finish(mut dialect: Dialect<'_>, root: &mut Object) -> Result<(), Vec<String>> {
    let definitions = dialect.definitions();
    if !definitions.is_empty() {
        root.insert("$defs".into(), Value::Object(definitions));
    }
    root.values_mut().for_each(annotation::make_portable);
    if dialect.problems.is_empty() {
        Ok(())
    } else {
        Err(dialect.problems)
    }
}

/// The members of the root of an input schema.
#[derive(Default)]
struct Members {
    properties: Object,
    required: Vec<Value>,
    rest: Option<Value>,
    problems: Vec<String>,
}

impl Members {
    fn add(&mut self, name: &str, schema: Value, required: bool) {
        if self.properties.contains_key(name) {
            self.problems.push(format!(
                "two arguments are named `{name}`: rename a parameter, or a member of a flattened \
                 one"
            ));
            return;
        }
        self.properties.insert(name.into(), schema);
        if required {
            self.required.push(name.into());
        }
    }

    fn flatten(&mut self, property: &Property<'_>, schema: &Object) {
        let name = property.name;
        if !object::is_plain(schema) {
            let takes = words::of(schema);
            self.problems.push(format!(
                "the parameter `{name}` is flattened but takes {takes}, which has no members of \
                 its own to put in its place: make it a parameter of its own"
            ));
            return;
        }
        for (member, own) in object::properties(schema) {
            let required = property.required && object::requires(schema, member);
            self.add(member, own.clone(), required);
        }
        let rest = schema.get("additionalProperties");
        let Some(rest) = rest.filter(|rest| **rest != Value::Bool(false)) else {
            return;
        };
        if self.rest.is_some() {
            self.problems.push(format!(
                "the parameter `{name}` is a flattened map beside another: make one of them a \
                 parameter of its own"
            ));
        }
        self.rest = Some(rest.clone());
    }

    fn into_root(self, ignore_unknown: bool) -> Object {
        let mut root = Map::new();
        root.insert("type".into(), "object".into());
        root.insert("properties".into(), Value::Object(self.properties));
        if !self.required.is_empty() {
            root.insert("required".into(), Value::Array(self.required));
        }
        match self.rest {
            Some(rest) => root.insert("additionalProperties".into(), rest),
            None if ignore_unknown => None,
            None => root.insert("additionalProperties".into(), false.into()),
        };
        root
    }
}
