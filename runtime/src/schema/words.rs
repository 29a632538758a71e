//! What a value must be, said in JSON's words.

use serde_json::Value;

use super::{Object, format};

/// Names, alternatives and members beyond these counts are left out.
const MOST_NAMES: usize = 12;
const MOST_ALTERNATIVES: usize = 6;
const MOST_MEMBERS: usize = 4;
const LONGEST_PATTERN: usize = 80;
const ANYTHING: &str = "any JSON value";

/// "an integer from 0 to 255", "one of "low", "medium", "high"", "an array of strings".
pub(crate) fn words(schema: &Value) -> String {
    schema.as_object().map_or(ANYTHING.into(), of)
}

/// The words for the fields of a schema.
pub(super) fn of(schema: &Object) -> String {
    Phrase::of(schema).one()
}

enum Phrase {
    /// A noun that has a plural, and what narrows it.
    Noun {
        one: String,
        many: String,
        tail: String,
    },
    /// A phrase that has no plural.
    Fixed(String),
    Anything,
}

impl Phrase {
    fn of(schema: &Object) -> Self {
        if let Some(Value::Array(values)) = schema.get("enum") {
            return Self::Fixed(names(values.iter().map(Value::to_string).collect()));
        }
        if let Some(Value::Array(parts)) = schema.get("anyOf")
            && schema.get("properties").is_none()
        {
            return Self::Fixed(alternatives(parts));
        }
        if schema.get("$ref").is_some() {
            return Self::noun("a nested value", "nested values", String::new());
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => string(schema),
            Some(name @ ("integer" | "number")) => number(schema, name),
            Some("boolean") => Self::Fixed("true or false".into()),
            Some("null") => Self::Fixed("null".into()),
            Some("array") => array(schema),
            Some("object") => object(schema),
            _ => Self::Anything,
        }
    }

    fn of_field(schema: &Object, key: &str) -> Self {
        let field = schema.get(key).and_then(Value::as_object);
        field.map_or(Self::Anything, Self::of)
    }

    fn noun(one: &str, many: &str, tail: String) -> Self {
        Self::Noun {
            one: one.into(),
            many: many.into(),
            tail,
        }
    }

    fn one(self) -> String {
        match self {
            Self::Noun { one, tail, .. } => format!("{one}{tail}"),
            Self::Fixed(words) => words,
            Self::Anything => ANYTHING.into(),
        }
    }
}

fn string(schema: &Object) -> Phrase {
    let mut tail = count(schema, "minLength", "maxLength").map_or(String::new(), |count| {
        let noun = if count.ends_with(" 1") || count == "1" {
            "character"
        } else {
            "characters"
        };
        format!(" of {count} {noun}")
    });
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        if pattern.chars().count() <= LONGEST_PATTERN {
            tail = format!("{tail} that matches `{pattern}`");
        } else {
            tail = format!("{tail} that matches a long pattern");
        }
    }
    let named = schema.get("format").and_then(Value::as_str);
    let (one, many) = match named.and_then(format::words) {
        Some(words) => words,
        None if schema.get("contentEncoding") == Some(&Value::from("base64")) => {
            ("a base64 string", "base64 strings")
        }
        None => ("a string", "strings"),
    };
    Phrase::noun(one, many, tail)
}

/// "1", "1 to 5", "at least 1", "at most 5"; none where nothing is said.
fn count(schema: &Object, least: &str, most: &str) -> Option<String> {
    let least = schema.get(least).filter(|least| least.as_u64() != Some(0));
    match (least, schema.get(most)) {
        (Some(least), Some(most)) if least == most => Some(least.to_string()),
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("at least {least}")),
        (None, Some(most)) => Some(format!("at most {most}")),
        (None, None) => None,
    }
}

fn number(schema: &Object, name: &str) -> Phrase {
    let bound = |key: &str| schema.get(key).map(Value::to_string);
    if let (Some(least), Some(most)) = (bound("minimum"), bound("maximum"))
        && least == most
    {
        return Phrase::Fixed(least);
    }
    let mut parts = Vec::new();
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) if !outbid(schema) => {
            parts.push(format!("from {least} to {most}"));
        }
        (least, most) => {
            let above = bound("exclusiveMinimum").map(|bound| format!("above {bound}"));
            let below = bound("exclusiveMaximum").map(|bound| format!("below {bound}"));
            parts.extend(above.or_else(|| least.map(|bound| format!("of at least {bound}"))));
            parts.extend(below.or_else(|| most.map(|bound| format!("of at most {bound}"))));
        }
    }
    let mut tail = String::new();
    if !parts.is_empty() {
        tail = format!(" {}", parts.join(" and "));
    }
    if let Some(step) = bound("multipleOf") {
        tail = format!("{tail} in steps of {step}");
    }
    match name {
        "integer" => Phrase::noun("an integer", "integers", tail),
        _ => Phrase::noun("a number", "numbers", tail),
    }
}

/// Whether an exclusive bound stands in the place of an inclusive one.
fn outbid(schema: &Object) -> bool {
    schema.get("exclusiveMinimum").is_some() || schema.get("exclusiveMaximum").is_some()
}

fn array(schema: &Object) -> Phrase {
    if let Some(Value::Array(elements)) = schema.get("prefixItems") {
        let each: Vec<String> = elements.iter().map(words).collect();
        return Phrase::Fixed(format!(
            "an array of {} elements: {}",
            each.len(),
            each.join(", ")
        ));
    }
    if schema.get("maxItems").and_then(Value::as_u64) == Some(0) {
        return Phrase::noun("an empty array", "empty arrays", String::new());
    }
    let unique = if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
        ", none of them twice"
    } else {
        ""
    };
    let count = count(schema, "minItems", "maxItems");
    let single = count
        .as_deref()
        .is_some_and(|count| count == "1" || count.ends_with(" 1"));
    let counted = count.map_or(String::new(), |count| format!("{count} "));
    let elements = match (Phrase::of_field(schema, "items"), single) {
        (Phrase::Noun { one, tail, .. }, true) => {
            let noun = one.split_once(' ').map_or(one.as_str(), |(_, noun)| noun);
            format!(" of {counted}{noun}{tail}")
        }
        (Phrase::Noun { many, tail, .. }, false) => format!(" of {counted}{many}{tail}"),
        (Phrase::Fixed(each), true) => format!(" of {counted}element, {each}"),
        (Phrase::Fixed(each), false) => format!(" of {counted}elements, each {each}"),
        (Phrase::Anything, _) if counted.is_empty() => String::new(),
        (Phrase::Anything, true) => format!(" of {counted}element"),
        (Phrase::Anything, false) => format!(" of {counted}elements"),
    };
    Phrase::noun("an array", "arrays", format!("{elements}{unique}"))
}

fn object(schema: &Object) -> Phrase {
    let required = strings(schema.get("required"));
    let tail = if required.is_empty() {
        match Phrase::of_field(schema, "additionalProperties") {
            Phrase::Noun { many, tail, .. } => format!(" whose members are {many}{tail}"),
            Phrase::Fixed(each) => format!(" whose members are each {each}"),
            Phrase::Anything => String::new(),
        }
    } else {
        format!(" with {}", cut(required, MOST_MEMBERS))
    };
    Phrase::noun("an object", "objects", tail)
}

fn strings(names: Option<&Value>) -> Vec<String> {
    let names = names.and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn names(names: Vec<String>) -> String {
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", cut(names, MOST_NAMES)),
    }
}

fn cut(mut names: Vec<String>, most: usize) -> String {
    if names.len() > most {
        names.truncate(most);
        names.push("…".into());
    }
    names.join(", ")
}

fn alternatives(parts: &[Value]) -> String {
    if let Some(tagged) = tagged(parts) {
        return tagged;
    }
    let mut variants = Vec::new();
    let mut phrases: Vec<String> = Vec::new();
    for part in parts {
        match variant(part) {
            Some(name) => variants.push(name),
            None => phrases.push(words(part)),
        }
    }
    match variants.as_slice() {
        [] => {}
        [only] => phrases.push(format!("an object with {only}")),
        _ => phrases.push(format!("an object with {}", names(variants))),
    }
    let mut distinct: Vec<String> = Vec::new();
    for phrase in phrases {
        if !distinct.contains(&phrase) {
            distinct.push(phrase);
        }
    }
    if distinct.len() > MOST_ALTERNATIVES {
        distinct.truncate(MOST_ALTERNATIVES);
        distinct.push("…".into());
    }
    match distinct.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => distinct.concat(),
    }
}

/// The one member of an externally tagged variant.
fn variant(part: &Value) -> Option<String> {
    let members = part.get("properties")?.as_object()?;
    let closed = part.get("additionalProperties") == Some(&Value::Bool(false));
    match strings(part.get("required")).as_slice() {
        [name] if closed && members.len() == 1 => Some(name.clone()),
        _ => None,
    }
}

/// Objects that one member tells apart: the values of that member.
fn tagged(parts: &[Value]) -> Option<String> {
    let required = strings(parts.first()?.get("required"));
    required.into_iter().find_map(|tag| {
        let value = |part: &Value| {
            let required = strings(part.get("required")).contains(&tag);
            let values = part.get("properties")?.get(&tag)?.get("enum")?.as_array()?;
            match values.as_slice() {
                [only] if required => Some(only.to_string()),
                _ => None,
            }
        };
        let values = parts.iter().map(value).collect::<Option<Vec<String>>>()?;
        Some(format!("an object whose {tag} is {}", names(values)))
    })
}
