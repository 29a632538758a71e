//! The promise of a server's schemas, tried with arguments that they accept and with near misses.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::{env, ptr, thread};

use serde_json::Value;

use super::draw::{Draw, Json, Random};
use super::fail;
use super::trial::try_call;
use crate::check::Checks;
use crate::pointer::escaped;
use crate::protocol::Revision;
use crate::server::Server;
use crate::tool::Row;

/// The variable that changes the arguments.
const SEED: &str = "HAFT_CONTRACT_SEED";
/// So many arguments are tried with each tool.
const TRIES: usize = 300;
/// So many breaches of one tool in one direction are shown.
const SHOWN: usize = 2;
/// How many levels are drawn.
const DEPTH: usize = 5;

/// Fails unless each tool takes what its published schema accepts and refuses what that refuses, but for the
/// [exceptions](crate::contract); and unless its published defaults and examples are what the schema says.
///
/// Arguments are drawn by the published schemas, half of them with one thing changed. **No tool runs**: each call ends
/// where its body would begin. What is drawn is the same in every run; `HAFT_CONTRACT_SEED=2 cargo test` draws something
/// else.
///
/// For types that derive their `Deserialize` and their `JsonSchema` the promise is kept by this crate. It breaks where one
/// of the two is written by hand and says something else than the other, or where a schema is given to
/// [`Tool::new`](crate::Tool::new) that is not what the closure takes:
///
/// ```should_panic
/// use haft::{Server, Tool, json, serde::Deserialize, testing};
///
/// #[derive(Deserialize)]
/// #[serde(crate = "haft::serde")]
/// struct Page {
///     number: u8,
/// }
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"number": {"type": "integer", "minimum": 1, "maximum": 1000}},
///     "required": ["number"],
/// });
/// let tool = Tool::new("page", "Show a page.", schema, |page: Page, _| page.number);
/// let server = Server::builder("book", "1.0.0").row(tool).build().unwrap();
/// testing::assert_contract(&server);
/// ```
///
/// # Panics
/// With the arguments that break the promise, as small as they could be made.
#[track_caller]
pub fn assert_contract(server: &Server) {
    let seed = env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or(1);
    let table = server.table();
    let rows = table.rows();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let part = rows.len().div_ceil(threads).max(1);
    let breaches: Vec<String> = thread::scope(|scope| {
        let parts = rows.chunks(part).map(|rows| {
            let tried = move || rows.iter().flat_map(move |row| breaches(server, row, seed));
            scope.spawn(move || tried().collect::<Vec<String>>())
        });
        let parts: Vec<_> = parts.collect();
        let joined = parts.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .flat_map(|part| part.unwrap_or_else(|payload| resume_unwind(payload)))
            .collect()
    });
    if !breaches.is_empty() {
        fail(&format!(
            "schemas promise what tools do not keep ({SEED}={seed}):\n\n{}",
            breaches.join("\n\n")
        ));
    }
}

/// What a row's schema says and its decoder does not keep to, a paragraph each.
fn breaches(server: &Server, row: &Row, seed: u64) -> Vec<String> {
    let listing = row.listing(Revision::V2026_07_28);
    let Some(schema) = listing.get("inputSchema") else {
        return Vec::new();
    };
    let subject = Subject {
        server,
        row,
        schema,
        // Those of the row hold nothing where the schema was written by hand: such a tool checks for itself.
        checks: Checks::new(schema).0,
    };
    // The same places are drawn for again and again.
    let compiled = RefCell::new(HashMap::<*const Value, Checks>::new());
    let accepts = |schema: &Value, text: &str| {
        let mut compiled = compiled.borrow_mut();
        let checks = compiled
            .entry(ptr::from_ref(schema))
            .or_insert_with(|| Checks::new(schema).0);
        checks.accepts(text)
    };
    let name = &row.tool.name;
    let illustrations = subject.checks.illustrations(schema).into_iter();
    let mut breaches: Vec<String> = illustrations
        .map(|problem| format!("tool `{name}`: {problem}"))
        .collect();
    let mut random = Random::new(seed);
    let mut draw = Draw {
        root: schema,
        random: &mut random,
        accepts: &accepts,
    };
    let mut failed = 0_usize;
    let mut shown: Vec<(Breach, String)> = Vec::new();
    for index in 0..TRIES {
        let mut arguments = draw.value(schema, DEPTH);
        if index % 2 == 1 {
            draw.miss(&mut arguments);
        }
        if let Some(breach) = subject.breach(&arguments) {
            failed += 1;
            let of_kind = shown.iter().filter(|(kind, _)| *kind == breach).count();
            if of_kind < SHOWN {
                let described = (breach, subject.describe(arguments, breach));
                if !shown.contains(&described) {
                    shown.push(described);
                }
            }
        }
    }
    breaches.extend(shown.into_iter().map(|(_, paragraph)| paragraph));
    if failed > 0 {
        breaches.push(format!(
            "tool `{name}`: {failed} of {TRIES} arguments that were tried; its schema is\n    {schema}"
        ));
    }
    breaches
}

/// What is tried.
struct Subject<'s> {
    server: &'s Server,
    row: &'s Row,
    schema: &'s Value,
    checks: Checks,
}

#[derive(Clone, Copy, PartialEq)]
enum Breach {
    /// The schema accepts, the decoder refuses.
    Stricter,
    /// The schema refuses, the decoder accepts.
    Kinder,
}

impl Subject<'_> {
    fn breach(&self, arguments: &Json) -> Option<Breach> {
        let text = arguments.to_string();
        let decoder = try_call(self.server, &self.row.tool, &text);
        match (self.checks.accepts(&text), &decoder) {
            (true, Err(error)) if !is_excepted(error) && !arguments.has_twins() => {
                Some(Breach::Stricter)
            }
            (false, Ok(())) if !self.is_excused(arguments) => Some(Breach::Kinder),
            _ => None,
        }
    }

    /// Whether the tool may take what its schema refuses: a `null` stands for what may be left out, and inside of arrays, maps
    /// and alternatives the schema does not tell where an `Option` is.
    fn is_excused(&self, arguments: &Json) -> bool {
        if *arguments == Json::Null {
            return true;
        }
        let mut text = arguments.to_string();
        // A lenient tool takes what it puts right.
        if self.row.tool.lenient == Some(true)
            && let Some(repaired) = self.row.checks.repaired(&text)
        {
            text = repaired.text;
        }
        if let Some(nulls) = self.checks.root_nulls(&text) {
            text = nulls.left_out();
        }
        if self.checks.accepts(&text) {
            return true;
        }
        let Ok(Value::Object(members)) = serde_json::from_str(&text) else {
            return false;
        };
        members.iter().any(|(name, value)| match value {
            Value::Null => {
                let pointer = format!("/properties/{}/anyOf", escaped(name));
                self.schema.pointer(&pointer).is_some()
            }
            value => has_null(value),
        })
    }

    /// The breach with the smallest arguments that show it.
    fn describe(&self, mut arguments: Json, breach: Breach) -> String {
        let same = |arguments: &Json| self.breach(arguments) == Some(breach);
        while let Some(smaller) = arguments.smaller().into_iter().find(same) {
            arguments = smaller;
        }
        let (name, text) = (&self.row.tool.name, arguments.to_string());
        let kind = match breach {
            Breach::Stricter => "accepts what the tool refuses",
            Breach::Kinder => "refuses what the tool takes",
        };
        let mut paragraph = format!("tool `{name}`: the schema {kind}:\n    {text}");
        if let Err(error) = try_call(self.server, &self.row.tool, &text) {
            let message = error.get("message").and_then(Value::as_str);
            for line in message.unwrap_or_default().lines() {
                let _ = write!(paragraph, "\n    | {line}");
            }
        }
        paragraph
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(elements) => elements.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

/// Whether a refusal is in a type's own words, or about the names of a map, of which a schema says nothing.
fn is_excepted(error: &Value) -> bool {
    let faults = error.pointer("/data/faults").and_then(Value::as_array);
    let is_own = |fault: &Value| {
        let text = |key: &str| fault.get(key).and_then(Value::as_str);
        let name = text("path").and_then(|path| path.rsplit('/').next());
        let is_about_name = name.is_some() && name == text("received");
        text("code") == Some("value") || is_about_name
    };
    faults.is_some_and(|faults| !faults.is_empty() && faults.iter().all(is_own))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::check::Checks;

    #[test]
    fn nothing_is_accepted_but_what_the_schema_says() {
        let schema = json!({
            "type": "object",
            "properties": {
                "point": {
                    "type": "object",
                    "properties": {"x": {"type": "integer"}, "kind": {"type": "string", "enum": ["a"]}},
                    "required": ["x"],
                },
                "shape": {"anyOf": [
                    {"type": "string", "enum": ["none"]},
                    {
                        "type": "object",
                        "properties": {"circle": {"type": "number"}},
                        "required": ["circle"],
                        "additionalProperties": false,
                    },
                ]},
            },
            "required": ["point"],
            "additionalProperties": false,
        });
        let (checks, problems) = Checks::new(&schema);
        assert_eq!(problems, Vec::<String>::new());
        for text in [
            r#"{"point":{"x":1}}"#,
            r#"{"point":{"x":1.0,"kind":"a","other":null},"shape":"none"}"#,
            r#"{"point":{"x":1},"shape":{"circle":0.5}}"#,
        ] {
            assert!(checks.accepts(text), "{text}");
        }
        for text in [
            "null",
            "{}",
            r#"{"point_":{}}"#,
            r#"{"point_":{"x":1}}"#,
            r#"{"point":null}"#,
            r#"{"point":{}}"#,
            r#"{"point":{"x":null}}"#,
            r#"{"point":{"X":1}}"#,
            r#"{"point":{"x":1,"kind":"A"}}"#,
            r#"{"point":{"x":1},"shape":"None"}"#,
            r#"{"point":{"x":1},"shape":{"Circle":1}}"#,
            r#"{"point":{"x":1},"other":1}"#,
        ] {
            assert!(!checks.accepts(text), "{text}");
        }
    }
}
