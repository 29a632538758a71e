//! Headers that say again what a message says, for those who route it without reading it (streamable-http, 2026-07-28).

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Revision;
use crate::cursor::{Cursor, Next, Syntax};

/// What a transport's headers say of the message that it carries.
pub(crate) trait Headers {
    /// The value of the header of that name, which is in lower case.
    fn header(&self, name: &str) -> Header<'_>;
}

/// One header.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "http"), allow(dead_code))]
pub(crate) enum Header<'h> {
    Absent,
    /// Sent once, in visible ASCII; without the white space around it.
    Value(&'h str),
    /// Sent more than once, so that two readers could see two values.
    Repeated,
    /// Not visible ASCII.
    Unreadable,
}

/// Integers beyond this, in either direction, are not the same in every reader.
const SAFE: i64 = (1 << 53) - 1;

/// The revision that the headers name.
pub(crate) fn version(headers: &dyn Headers) -> Header<'_> {
    headers.header("mcp-protocol-version")
}

/// Whether the headers name a revision of the time after `initialize`, be it served or not.
pub(crate) fn name_stateless(headers: &dyn Headers) -> bool {
    match version(headers) {
        Header::Value(name) => {
            let is_date = name.len() == 10
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-');
            is_date && name >= Revision::V2026_07_28.as_str()
        }
        _ => false,
    }
}

/// What is wrong with a header that must say what the body says.
pub(crate) fn mirror(
    headers: &dyn Headers,
    name: &str,
    shown: &str,
    body: &str,
) -> Result<(), String> {
    match value(headers, name, shown)? {
        Some(value) if value == body => Ok(()),
        Some(value) => Err(format!(
            "the header {shown} says {}, the body {}",
            quoted(&value),
            quoted(body)
        )),
        None => Err(format!(
            "the header {shown} is missing; the body says {}",
            quoted(body)
        )),
    }
}

/// The decoded value of a header (§ Value Encoding), `None` when it is absent.
fn value<'h>(
    headers: &'h dyn Headers,
    name: &str,
    shown: &str,
) -> Result<Option<Cow<'h, str>>, String> {
    let text = match headers.header(name) {
        Header::Absent => return Ok(None),
        Header::Value(text) => text,
        Header::Repeated => return Err(format!("the header {shown} stands twice; send it once")),
        Header::Unreadable => {
            return Err(format!(
                "the header {shown} is not visible ASCII; send other text as `=?base64?…?=`"
            ));
        }
    };
    let Some(encoded) = text
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Ok(Some(text.into()));
    };
    let bytes = crate::base64::decode(encoded).ok_or_else(|| {
        format!(
            "the header {shown} is not base64; pad it with `=` to a multiple of four characters"
        )
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| format!("the header {shown} is base64 of what is not UTF-8"))?;
    Ok(Some(text.into()))
}

/// A value as an error shows it: short, on one line.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(80).collect();
    let ellipsis = if short.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{short}{ellipsis}"))
}

/// A header that repeats an argument: a property with `x-mcp-header` (server/tools, § x-mcp-header).
pub(crate) struct Mirrored {
    /// `mcp-param-` and the name, in lower case.
    name: String,
    /// The name as the schema writes it.
    shown: String,
    /// The names of the properties that lead to the argument.
    path: Vec<String>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    String,
    Integer,
    Boolean,
}

impl Mirrored {
    /// The headers that an input schema asks for; an error lists every problem as a sentence.
    pub(crate) fn of_schema(schema: &Value) -> Result<Vec<Self>, Vec<String>> {
        let mut search = Search::default();
        search.node(schema, Some(&mut Vec::new()));
        if search.problems.is_empty() {
            Ok(search.found)
        } else {
            Err(search.problems)
        }
    }

    /// Compares the header with the argument; an error is a sentence for the client.
    pub(crate) fn check(&self, headers: &dyn Headers, arguments: &str) -> Result<(), String> {
        let shown = &self.shown;
        let header = value(headers, &self.name, shown)?;
        let mut cursor = Cursor::new(arguments);
        // What is no JSON has been refused before.
        let Ok(Some(next)) = self.find(&mut cursor) else {
            return match header {
                None => Ok(()),
                Some(_) => Err(format!(
                    "the header {shown} repeats an argument that is absent; omit both or send both"
                )),
            };
        };
        let (argument, equal) = match (self.kind, next) {
            (Kind::String, Next::String) => {
                let text = cursor.string().unwrap_or_default();
                let equal = header.as_deref() == Some(&*text);
                (quoted(&text), equal)
            }
            (Kind::Boolean, Next::True | Next::False) => {
                let text = if matches!(next, Next::True) {
                    "true"
                } else {
                    "false"
                };
                (text.to_owned(), header.as_deref() == Some(text))
            }
            (Kind::Integer, Next::Number) => {
                let text = cursor.number().unwrap_or_default();
                let number = integer(text);
                if number.is_none() && text.parse().is_ok_and(|number: f64| number.fract() == 0.0) {
                    return Err(format!(
                        "the argument that the header {shown} repeats lies beyond ±{SAFE}"
                    ));
                }
                // A fraction is a fault of the argument, which is found later.
                let equal = number.is_none() || header.as_deref().and_then(integer) == number;
                (text.to_owned(), equal)
            }
            // So is a value of another type.
            _ => return Ok(()),
        };
        match header {
            _ if equal => Ok(()),
            Some(header) => Err(format!(
                "the header {shown} says {}, the body {argument}",
                quoted(&header)
            )),
            None => Err(format!(
                "the header {shown} is missing; the body says {argument}"
            )),
        }
    }

    /// Moves to the argument; `None` when it is absent or `null`.
    fn find(&self, cursor: &mut Cursor<'_>) -> Result<Option<Next>, Syntax> {
        for name in &self.path {
            if !matches!(cursor.peek()?, Next::Object) {
                return Ok(None);
            }
            cursor.object()?;
            let mut first = true;
            loop {
                let Some(key) = cursor.key(first)? else {
                    return Ok(None);
                };
                first = false;
                if key == name.as_str() {
                    break;
                }
                cursor.skip()?;
            }
        }
        let next = cursor.peek()?;
        Ok((!matches!(next, Next::Null)).then_some(next))
    }
}

/// An integer that every reader sees alike, by its value: `42.0` is 42.
fn integer(text: &str) -> Option<i64> {
    let mut cursor = Cursor::new(text);
    let token = cursor.number().ok()?;
    cursor.end().ok()?;
    let number = token.parse::<f64>().ok()?;
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    (number.fract() == 0.0 && number.abs() <= SAFE as f64).then_some(number as i64)
}

/// A search of a schema for `x-mcp-header`.
#[derive(Default)]
struct Search {
    found: Vec<Mirrored>,
    problems: Vec<String>,
}

impl Search {
    /// `path` leads here from the root by properties alone; `None` below any other keyword.
    fn node(&mut self, node: &Value, path: Option<&mut Vec<String>>) {
        match (node, path) {
            (Value::Object(members), Some(path)) => {
                if let Some(name) = members.get("x-mcp-header") {
                    self.header(name, members, Some(path));
                }
                for (keyword, value) in members {
                    match value {
                        Value::Object(properties) if keyword == "properties" => {
                            for (property, schema) in properties {
                                path.push(property.clone());
                                self.node(schema, Some(path));
                                path.pop();
                            }
                        }
                        _ => self.keyword(keyword, value),
                    }
                }
            }
            (Value::Object(members), None) => {
                if let Some(name) = members.get("x-mcp-header") {
                    self.header(name, members, None);
                }
                members
                    .iter()
                    .for_each(|(keyword, value)| self.keyword(keyword, value));
            }
            (Value::Array(elements), _) => {
                for element in elements {
                    self.node(element, None);
                }
            }
            _ => {}
        }
    }

    /// Below keywords whose values are data, `x-mcp-header` is a name like any other.
    fn keyword(&mut self, keyword: &str, value: &Value) {
        match keyword {
            "default" | "examples" | "const" | "enum" | "x-mcp-header" => {}
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .for_each(|(_, schema)| self.node(schema, None));
            }
            _ => self.node(value, None),
        }
    }

    fn header(&mut self, name: &Value, members: &Map<String, Value>, path: Option<&[String]>) {
        let at = path.map(|path| path.join("/")).unwrap_or_default();
        let Some(name) = name.as_str().filter(|name| is_token(name)) else {
            self.problems.push(format!(
                "`x-mcp-header` of `{at}` is {name}: write one or more of A-Z a-z 0-9 ! # $ % & ' * + - . ^ _ ` | ~"
            ));
            return;
        };
        let kind = match members.get("type").and_then(Value::as_str) {
            Some("string") => Some(Kind::String),
            Some("integer") => Some(Kind::Integer),
            Some("boolean") => Some(Kind::Boolean),
            _ => None,
        };
        let (Some(path), Some(kind)) = (path.filter(|path| !path.is_empty()), kind) else {
            self.problems.push(format!(
                "the header `{name}` cannot repeat `{at}`: only a string, an integer or a boolean that is an argument, \
                 or a member of one, has a header"
            ));
            return;
        };
        if members.get("writeOnly") == Some(&Value::Bool(true)) {
            self.problems.push(format!(
                "the header `{name}` would show the secret `{at}` to everyone on the way"
            ));
        }
        let beyond = |bound: &str| {
            members
                .get(bound)
                .and_then(Value::as_f64)
                .is_some_and(|bound| {
                    #[allow(clippy::cast_precision_loss)]
                    let safe = SAFE as f64;
                    bound.abs() > safe
                })
        };
        if beyond("minimum") || beyond("maximum") {
            self.problems.push(format!(
                "the header `{name}` repeats `{at}`, an integer beyond ±{SAFE}, which clients do not send exactly: \
                 narrow its bounds"
            ));
        }
        let mirrored = Mirrored {
            name: format!("mcp-param-{}", name.to_ascii_lowercase()),
            shown: format!("Mcp-Param-{name}"),
            path: path.to_vec(),
            kind,
        };
        if let Some(other) = self.found.iter().find(|other| other.name == mirrored.name) {
            let other = other.path.join("/");
            self.problems.push(format!(
                "`{other}` and `{at}` share the header `{name}`: case does not count in it"
            ));
            return;
        }
        self.found.push(mirrored);
    }
}

/// `1*tchar` of RFC 9110, section 5.6.2.
fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}
