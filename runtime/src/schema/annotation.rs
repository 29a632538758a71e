//! Defaults and examples: the same bytes in every process.

use serde_json::{Map, Number, Value, json};

use super::{Object, types};

/// Puts the default and the examples of a published node into an order of their own: a hash map or
/// a hash set has none. In inputs members that are `null` go, as they do from the schema.
pub(super) fn settle(node: &mut Object, drop_null: bool) {
    for key in ["default", "examples"] {
        let Some(value) = node.shift_remove(key) else {
            continue;
        };
        let schema = Value::Object(node.clone());
        let is_shown = |value: &Value| is_exact(value) && !(drop_null && has_null(value, &schema));
        let value = match value {
            Value::Array(examples) if key == "examples" => {
                let settled = examples
                    .into_iter()
                    .map(|value| settled(value, &schema, drop_null));
                Value::Array(settled.filter(is_shown).collect())
            }
            value => settled(value, &schema, drop_null),
        };
        if is_shown(&value) {
            node.insert(key.into(), value);
        }
    }
}

fn settled(value: Value, schema: &Value, drop_null: bool) -> Value {
    let schema = judge(schema, &value);
    match value {
        Value::Object(members) => Value::Object(settled_members(members, schema, drop_null)),
        Value::Array(elements) => {
            let elements = elements.into_iter().enumerate();
            let elements =
                elements.map(|(index, value)| settled(value, element(schema, index), drop_null));
            if schema.get("uniqueItems") == Some(&json!(true)) {
                let mut elements: Vec<_> = elements.map(|value| (rank(&value), value)).collect();
                sort(&mut elements);
                elements.into_iter().map(|(_, value)| value).collect()
            } else {
                elements.collect()
            }
        }
        scalar => scalar,
    }
}

fn settled_members(members: Object, schema: &Value, drop_null: bool) -> Object {
    let property = |name: &str| schema.get("properties").and_then(|known| known.get(name));
    let rest = schema.get("additionalProperties").unwrap_or(&Value::Null);
    let (declared, mut free): (Vec<_>, Vec<_>) = members
        .into_iter()
        .partition(|(name, _)| property(name).is_some());
    sort(&mut free);
    declared
        .into_iter()
        .chain(free)
        .filter(|(name, value)| {
            !(drop_null && value.is_null() && property(name).is_some_and(refuses_null))
        })
        .map(|(name, value)| {
            let value = settled(value, property(&name).unwrap_or(rest), drop_null);
            (name, value)
        })
        .collect::<Map<_, _>>()
}

/// Whether there is a `null` where the schema has none, such as an `Option` in an array.
fn has_null(value: &Value, schema: &Value) -> bool {
    let schema = judge(schema, value);
    match value {
        Value::Null => refuses_null(schema),
        Value::Array(elements) => {
            let mut elements = elements.iter().enumerate();
            elements.any(|(index, value)| has_null(value, element(schema, index)))
        }
        Value::Object(members) => {
            let property = |name: &str| schema.get("properties")?.get(name);
            let rest = schema.get("additionalProperties").unwrap_or(&Value::Null);
            let mut members = members.iter();
            members.any(|(name, value)| has_null(value, property(name).unwrap_or(rest)))
        }
        _ => false,
    }
}

/// What judges an element.
fn element(schema: &Value, index: usize) -> &Value {
    let own = schema.get("prefixItems").and_then(|items| items.get(index));
    own.or_else(|| schema.get("items")).unwrap_or(&Value::Null)
}

/// The alternative that speaks of values of this type.
fn judge<'s>(schema: &'s Value, value: &Value) -> &'s Value {
    let Some(Value::Array(parts)) = schema.get("anyOf") else {
        return schema;
    };
    let name = json!(types::type_of(value));
    parts
        .iter()
        .find(|part| part.get("type") == Some(&name))
        .unwrap_or(schema)
}

fn refuses_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name != "null")
}

/// By what the elements of a set are sorted: integers by size, anything else by its text.
fn rank(element: &Value) -> String {
    match element.as_i64() {
        // 20 digits from the least one on: `00000000000000000000`, `00000000000000000001`, ….
        Some(integer) => format!("{:020}", i128::from(integer) - i128::from(i64::MIN)),
        None => element.to_string(),
    }
}

fn sort(named: &mut [(String, Value)]) {
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
}

/// False for an integer beyond 64 bits, which `serde_json` holds only with a feature that any crate
/// may switch on.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64() || number.is_i64() || number.is_u64(),
        Value::Array(elements) => elements.iter().all(is_exact),
        Value::Object(members) => members.values().all(is_exact),
        _ => true,
    }
}

/// Writes a number that came from an `f32` in the digits of an `f32`, as `serde_json` does only
/// with a feature that any crate may switch on.
pub(super) fn make_portable(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(plain) = number.as_f64().map(plain).and_then(Number::from_f64) {
                *number = plain;
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(make_portable),
        Value::Object(members) => members.values_mut().for_each(make_portable),
        _ => {}
    }
}

/// Nobody writes a fraction in so many digits that an `f32` happens to hold.
#[expect(clippy::cast_possible_truncation, reason = "compared with what it was")]
fn plain(number: f64) -> f64 {
    const MOST_DIGITS: usize = 15;
    let text = number.to_string();
    let digits = text
        .chars()
        .filter(char::is_ascii_digit)
        .skip_while(|digit| *digit == '0');
    let narrow = number as f32;
    let is_narrow = f64::from(narrow).to_bits() == number.to_bits();
    if text.contains('.') && digits.count() > MOST_DIGITS && is_narrow {
        narrow.to_string().parse().unwrap_or(number)
    } else {
        number
    }
}
