//! Near misses: one thing about a value is changed.

use crate::draw::Draw;
use crate::json::Json;
use crate::number::Decimal;

const NUMBERS: [&str; 14] = [
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9007199254740993.0",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "1e3",
    "1.5",
    "256",
    "-1",
    "4294967296",
    "1.0e0",
];

/// Changes one thing, anywhere in a value; what was changed is named.
pub fn mutate(draw: &mut Draw<'_, '_>, json: &mut Json) -> &'static str {
    loop {
        let at = draw.random.below(json.nodes());
        if let Some(name) = change(draw, json.node(at)) {
            return name;
        }
    }
}

fn change(draw: &mut Draw<'_, '_>, json: &mut Json) -> Option<&'static str> {
    match draw.random.below(10) {
        0..=1 => {
            *json = draw.stranger();
            return Some("another type");
        }
        2 => {
            *json = Json::Null;
            return Some("null");
        }
        _ => {}
    }
    match json {
        Json::Null => None,
        Json::Bool(value) => {
            *json = match draw.random.below(3) {
                0 => Json::String(value.to_string()),
                1 => Json::Number(u8::from(*value).to_string()),
                _ => Json::String(String::new()),
            };
            Some("a bool in other words")
        }
        Json::Number(token) => Some(number(draw, token).unwrap_or_else(|text| {
            *json = Json::String(text);
            "a number as a string"
        })),
        Json::String(text) => {
            string(draw, text);
            Some("another string")
        }
        Json::Array(elements) => array(draw, elements),
        Json::Object(members) => {
            if let Some(name) = object(draw, members) {
                return Some(name);
            }
            *json = Json::Array(members.iter().map(|(_, value)| value.clone()).collect());
            Some("an array for an object")
        }
    }
}

/// An error: the number is to be a string.
fn number(draw: &mut Draw<'_, '_>, token: &mut String) -> Result<&'static str, String> {
    let integer = Decimal::of(token).integer();
    match (draw.random.below(8), integer) {
        (0..=2, Some(value)) => {
            *token = if draw.random.percent(50) {
                value.saturating_add(1)
            } else {
                value.saturating_sub(1)
            }
            .to_string();
            Ok("off by one")
        }
        (3, Some(value)) => {
            *token = format!("{value}.0");
            Ok("a point and a zero")
        }
        (4, _) => Err(token.clone()),
        _ => {
            draw.random.pick(&NUMBERS).clone_into(token);
            Ok("another number")
        }
    }
}

fn string(draw: &mut Draw<'_, '_>, text: &mut String) {
    match draw.random.below(6) {
        0 => text.push('a'),
        1 => text.push('\u{1f600}'),
        2 => drop(text.pop()),
        3 => *text = text.to_uppercase(),
        4 => *text = text.to_lowercase(),
        _ => text.push(' '),
    }
}

fn array(draw: &mut Draw<'_, '_>, elements: &mut Vec<Json>) -> Option<&'static str> {
    match draw.random.below(5) {
        0 if !elements.is_empty() => {
            elements.remove(draw.random.below(elements.len()));
            Some("an element missing")
        }
        1 | 2 if !elements.is_empty() => {
            let again = draw.random.one_of(elements).clone();
            elements.push(again);
            Some("an element twice")
        }
        3 => {
            elements.push(draw.stranger());
            Some("an element more")
        }
        _ => None,
    }
}

/// None: the object is to be an array.
fn object(draw: &mut Draw<'_, '_>, members: &mut Vec<(String, Json)>) -> Option<&'static str> {
    let any = (!members.is_empty()).then(|| draw.random.below(members.len().max(1)));
    match (draw.random.below(7), any) {
        (0, Some(any)) => {
            members.remove(any);
            Some("a member missing")
        }
        (1, _) => {
            let name = draw.random.pick(&[
                "extra", "name", "kind", "t", "c", "value", "Low", "5", "true",
            ]);
            if members.iter().any(|(known, _)| known == name) {
                return Some("nothing");
            }
            let at = draw.random.below(members.len() + 1);
            members.insert(at, (name.to_owned(), draw.stranger()));
            Some("a member more")
        }
        (2, Some(any)) => {
            let mut twin = members[any].clone();
            if draw.random.percent(30) {
                twin.1 = draw.stranger();
            }
            members.push(twin);
            Some("a member twice")
        }
        (3, Some(any)) => {
            members[any].1 = Json::Null;
            Some("a member null")
        }
        (4, Some(any)) => {
            let name = &mut members[any].0;
            match draw.random.below(4) {
                0 => name.push('_'),
                1 => *name = name.to_uppercase(),
                2 => drop(name.pop()),
                _ => name.insert(0, '0'),
            }
            // Two of one name are another kind of miss.
            Some("a member under another name")
        }
        (5, Some(any)) => {
            let last = members.len() - 1;
            members.swap(any, last);
            Some("another order")
        }
        _ => None,
    }
}
