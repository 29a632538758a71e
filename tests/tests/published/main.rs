//! The tools of public servers, written as functions: what they take is what the originals take.

mod draw;
mod original;
mod rewrite;
mod servers;
mod shapes;
mod table;

#[path = "../../agreement/tests/judge/mod.rs"]
mod judge;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;

use haft::{Server, testing};
use haft_generator::Random;
use haft_tests::call;
use serde_json::Value;

use draw::Draw;
use judge::Judge;
use rewrite::Rewrite;
use table::{Direction, Row};

/// Arguments for each tool.
const VALUES: usize = 200;
/// A line on a fault of any of the tools is at most so long: some have twenty arguments, some a choice of thirty names.
const LONGEST: usize = 400;
/// A row that made a difference so often is not tried further.
const ENOUGH: usize = 40;
/// So many disagreements are shown.
const SHOWN: usize = 20;

fn servers() -> impl Iterator<Item = (&'static str, Server)> {
    let all = servers::ALL.into_iter();
    all.map(|(name, builder)| (name, builder().build().unwrap()))
}

#[test]
fn the_lists_are_those_that_were_reviewed() {
    for (name, server) in servers() {
        testing::assert_list(&server, format!("tests/published/lists/{name}.json"));
    }
}

#[test]
fn the_lists_keep_to_what_clients_read_but_for_what_is_listed() {
    let mut found: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (name, server) in servers() {
        for lint in server.lint() {
            *found.entry((name, lint.rule().name())).or_default() += 1;
        }
    }
    let found: Vec<(&str, &str, usize)> = found
        .into_iter()
        .map(|((server, rule), places)| (server, rule, places))
        .collect();
    let mut listed = table::lints();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

#[test]
fn the_tools_keep_what_their_schemas_promise() {
    for (_, server) in servers() {
        testing::assert_contract(&server);
    }
}

/// An original beside the function that was written for it.
struct Pair {
    server: &'static str,
    name: String,
    original: Value,
    listed: Value,
}

fn pairs(folder: &std::path::Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (server, built) in servers() {
        let mut listed: BTreeMap<String, Value> = BTreeMap::new();
        for tool in built.list() {
            listed.insert(tool["name"].as_str().unwrap().to_owned(), tool);
        }
        for original in original::tools(folder, server) {
            let name = original["name"].as_str().unwrap().to_owned();
            let listed = listed.remove(&name);
            let listed = listed.unwrap_or_else(|| panic!("{server} {name} is not written"));
            pairs.push(Pair {
                server,
                name,
                original,
                listed,
            });
        }
        assert!(listed.is_empty(), "{server} has no {:?}", listed.keys());
    }
    pairs
}

impl Pair {
    fn rewrite<'r>(&'r self, rows: impl IntoIterator<Item = &'r Row>) -> Rewrite<'r> {
        Rewrite {
            server: self.server,
            tool: &self.name,
            rows: rows.into_iter().collect(),
        }
    }
}

#[test]
fn each_server_and_each_shape_of_the_originals_is_written() {
    let Some(folder) = original::folder() else {
        return;
    };
    let written: Vec<&str> = servers::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(original::servers(&folder), written);
    let pairs = pairs(&folder);
    let (mut of_originals, mut of_written) = (BTreeSet::new(), BTreeSet::new());
    for server in &written {
        for tool in original::tools(&folder, server) {
            shapes::of_tool(&tool, &mut of_originals);
        }
    }
    for pair in &pairs {
        shapes::of_tool(&pair.original, &mut of_written);
    }
    for shape in &of_originals {
        println!("{shape}");
    }
    println!("{} tools, {} shapes", pairs.len(), of_originals.len());
    assert_eq!(of_originals, of_written);
}

#[test]
fn names_requirements_defaults_and_annotations_are_those_of_the_originals() {
    let Some(folder) = original::folder() else {
        return;
    };
    let table = table::differences();
    let of_results = |row: &&Row| row.direction == Direction::Result;
    let mut met = BTreeSet::new();
    for pair in pairs(&folder) {
        let place = format!("{} {}", pair.server, pair.name);
        let rewrite = pair.rewrite(&table);
        let expected = rewrite.input(&pair.original["inputSchema"]);
        let listed = &pair.listed["inputSchema"];
        let names = |schema: &Value| -> Vec<String> {
            schema["properties"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect()
        };
        assert_eq!(names(listed), names(&expected), "{place}");
        let required = |schema: &Value| -> BTreeSet<String> {
            let required = schema["required"].as_array().into_iter().flatten();
            required
                .map(|name| name.as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(required(listed), required(&expected), "{place}");
        for name in names(listed) {
            let default = |schema: &Value| match schema["properties"][&name].get("default") {
                Some(Value::Number(number)) => number.as_f64().map(Value::from),
                other => other.cloned().filter(|default| !default.is_null()),
            };
            assert_eq!(
                default(listed),
                default(&pair.original["inputSchema"]),
                "{place} {name}"
            );
        }
        for hint in shapes::HINTS {
            let of = |tool: &Value| tool["annotations"].get(hint).cloned();
            assert_eq!(of(&pair.listed), of(&pair.original), "{place} {hint}");
        }
        let output = |tool: &Value| {
            tool.get("outputSchema")
                .map(|schema| rewrite::bare(schema, schema))
        };
        for (index, row) in table.iter().enumerate().filter(|(_, row)| of_results(row)) {
            if output(&pair.original)
                .is_some_and(|schema| pair.rewrite([row]).input(&schema) != schema)
            {
                met.insert(index);
            }
        }
        let rewrite = pair.rewrite(table.iter().filter(of_results));
        let expected = output(&pair.original).map(|schema| rewrite.input(&schema));
        assert_eq!(output(&pair.listed), expected, "{place}");
    }
    assert_eq!(met.len(), table.iter().filter(of_results).count());
}

#[test]
fn what_cannot_be_said_is_listed() {
    let Some(folder) = original::folder() else {
        return;
    };
    let mut unsaid = table::unsaid();
    let mut met = BTreeSet::new();
    for pair in pairs(&folder) {
        let mut note = |what: &str| {
            let is_meant = |row: &&[&str; 3]| {
                row[0] == pair.server && (row[1] == pair.name || row[1] == "*") && row[2] == what
            };
            let row = unsaid.iter().find(is_meant);
            let row = row
                .unwrap_or_else(|| panic!("{} {}: {what} is not listed", pair.server, pair.name));
            met.insert(*row);
        };
        for annotation in pair.original["annotations"]
            .as_object()
            .into_iter()
            .flatten()
        {
            if !shapes::HINTS.contains(&annotation.0.as_str()) {
                note(annotation.0);
            }
            if annotation.0 == "category" {
                assert_eq!(pair.listed["_meta"]["category"], *annotation.1);
            }
        }
        let schema = &pair.original["inputSchema"];
        let required = schema["required"].as_array();
        for (name, member) in schema["properties"].as_object().unwrap() {
            let is_required = required.is_some_and(|all| all.iter().any(|it| it == name));
            let mut branches = member["anyOf"].as_array().into_iter().flatten();
            if !is_required
                && member.get("default").is_none()
                && branches.any(|it| it["type"] == "null")
            {
                note(name);
            }
            if member["format"] == "json" {
                note(name);
            }
        }
    }
    unsaid.sort_unstable();
    assert_eq!(met.into_iter().collect::<Vec<_>>(), unsaid);
}

#[test]
fn what_the_originals_accept_is_taken_and_what_they_refuse_is_refused() {
    let Some(folder) = original::folder() else {
        return;
    };
    let seed =
        env::var("HAFT_VALUES").map_or(1, |seed| seed.parse().expect("HAFT_VALUES is a number"));
    let mut table = table::differences();
    table.retain(|row| row.direction != Direction::Result);
    let built: BTreeMap<&str, Server> = servers().collect();
    Judge::build();
    let mut judge = Judge::start();
    let (mut total, mut taken, mut as_original) = (0, 0, 0);
    let mut disagreements = Vec::new();
    let mut met: Vec<usize> = vec![0; table.len()];
    for (index, pair) in pairs(&folder).iter().enumerate() {
        let original = &pair.original["inputSchema"];
        let expected = pair.rewrite(&table).input(original);
        let values = values(original, &expected, Random::of_part(seed, index as u64));
        let by_original = judge.ask(&original.to_string(), &values);
        let verdicts = judge.ask(&expected.to_string(), &values);
        for (value, expected) in values.iter().zip(&verdicts) {
            let answer = call(&built[pair.server], &pair.name, value);
            let is_taken = answer.get("error").is_none();
            assert!(is_taken || answer["error"]["code"] == -32602, "{answer}");
            for line in answer["error"]["message"]
                .as_str()
                .unwrap_or_default()
                .lines()
            {
                assert!(line.len() <= LONGEST, "{} bytes: {line}", line.len());
            }
            if is_taken != *expected {
                let said = answer["error"]["message"].as_str().unwrap_or("taken");
                disagreements.push(format!(
                    "{} {}: {value}\n    {said}",
                    pair.server, pair.name
                ));
            }
        }
        total += values.len();
        taken += verdicts.iter().filter(|verdict| **verdict).count();
        as_original += by_original
            .iter()
            .zip(&verdicts)
            .filter(|(one, other)| one == other)
            .count();
        for (place, row) in table.iter().enumerate() {
            let without = pair
                .rewrite(table.iter().filter(|other| *other != row))
                .input(original);
            if without == expected || met[place] >= ENOUGH {
                continue;
            }
            for ((value, with), without) in values
                .iter()
                .zip(&verdicts)
                .zip(judge.ask(&without.to_string(), &values))
            {
                if *with != without {
                    met[place] += 1;
                    let more = row.direction == Direction::More;
                    assert_eq!(
                        more, *with,
                        "{row} goes the other way: {} {value}",
                        pair.name
                    );
                }
            }
        }
    }
    println!(
        "HAFT_VALUES={seed}: {total} arguments, {taken} taken, {as_original} as by the original alone"
    );
    let mut text = String::new();
    for disagreement in disagreements.iter().take(SHOWN) {
        let _ = writeln!(text, "{disagreement}");
    }
    assert!(
        disagreements.is_empty(),
        "{} disagreements\n{text}",
        disagreements.len()
    );
    for (row, met) in table.iter().zip(&met) {
        println!("{met:6} {row}");
        assert!(*met > 0, "{row} makes no difference");
    }
    assert!(
        taken * 5 > total && taken * 5 < total * 4,
        "one side is hardly tried"
    );
}

/// Arguments that the original accepts, that the function is to accept, and near misses of both.
fn values(original: &Value, expected: &Value, random: Random) -> Vec<String> {
    let mut texts = Vec::new();
    let mut draws = [(original, random.clone()), (expected, random)]
        .map(|(root, random)| Draw { root, random });
    for index in 0..VALUES {
        let draw = &mut draws[index % 2];
        let value = if index % 4 < 2 {
            draw.value()
        } else {
            draw.near_miss()
        };
        // Of arguments that are no object, or `null`, a call says something else.
        if value.is_object() {
            texts.push(value.to_string());
        }
    }
    texts
}
