//! Schema and decoder agree on what a tool takes, for types and values that nobody chose.

mod judge;
mod table;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use haft::Server;
use haft_agreement::{SEED, TYPES, call};
use haft_generator::json::Json;
use haft_generator::model::{Tool, Universe};
use haft_generator::{Draw, Exceptions, Random, Reference, mutate};
use serde_json::Value;

use judge::Judge;
use table::Direction;

/// Values for each type: half of them the same in every run, half of them fresh.
const VALUES: usize = 250;
/// The seed of those that are the same.
const FIXED: u64 = 7;
/// So many disagreements are shown, each as small as it can be made.
const SHOWN: usize = 20;

/// Exceptions that generated types do not meet, or hardly ever. `tests/exceptions.rs` has an example of each row.
const APART: [&str; 7] = [
    "lenient",
    "depth",
    "buffer",
    "flatten_twice",
    "flatten_enum",
    "custom",
    "untagged",
];

#[test]
fn what_the_schema_accepts_is_decoded_and_what_it_refuses_is_refused() {
    let fresh = match env::var("HAFT_VALUES") {
        Ok(seed) => seed.parse().expect("HAFT_VALUES is a number"),
        Err(_) => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |now| now.as_secs()),
    };
    let universe = Universe::invent(SEED, TYPES);
    let server = haft_agreement::server();
    let subjects = subjects(&universe, &server);
    Judge::build();
    let reports = thread::scope(|scope| {
        let (one, other) = subjects.split_at(subjects.len() / 2);
        let workers = [one, other].map(|half| {
            scope.spawn(move || {
                let mut worker = Worker {
                    judge: Judge::start(),
                    report: Report::default(),
                };
                for subject in half {
                    worker.values(subject, FIXED);
                    worker.values(subject, fresh);
                }
                worker.report
            })
        });
        workers.map(|worker| worker.join().expect("both halves are tried"))
    });
    let report = reports.into_iter().reduce(Report::and).unwrap_or_default();
    let Report {
        values,
        accepted,
        excepted,
        results,
        met,
        ..
    } = &report;
    println!(
        "HAFT_TYPES={SEED} HAFT_VALUES={fresh}: {TYPES} types, {values} values, {accepted} accepted, {excepted} by an exception, {results} \
         results; exceptions met by the values that are always the same: {met:?}"
    );
    assert!(
        report.disagreements.is_empty(),
        "schema and decoder disagree, in the run of HAFT_TYPES={SEED} HAFT_VALUES={fresh}:\n\n{}\n{:#?}",
        report.shown.join("\n"),
        report.disagreements,
    );
    assert!(
        accepted * 4 > *values && accepted * 4 < values * 3,
        "one side is hardly tried"
    );
    let unmet = Exceptions::NAMES
        .iter()
        .filter(|name| SEED == 1 && !APART.contains(name) && !met.contains_key(*name));
    assert_eq!(
        unmet.collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "these exceptions make no difference to the values that are the same in every run"
    );
}

#[test]
fn each_exception_of_the_table_is_met_or_stands_apart() {
    let table: Vec<&str> = table::read().into_iter().map(|row| row.name).collect();
    for name in Exceptions::NAMES.iter().chain(&APART) {
        assert!(table.contains(name), "`{name}` is not in the table");
    }
    for name in table {
        assert!(
            Exceptions::NAMES.contains(&name) || APART.contains(&name),
            "`{name}` is neither met by generated types nor named as one that is not"
        );
    }
}

/// A tool that is tried.
struct Subject<'u> {
    index: usize,
    universe: &'u Universe,
    tool: &'u Tool,
    server: &'u Server,
    input: String,
    output: Option<String>,
    /// The exceptions that may hold or not.
    either: Vec<&'static str>,
}

/// What is said of some arguments.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools)]
struct Verdicts {
    schema: bool,
    decoder: bool,
    /// What a schema says that says of the type what it promises.
    promised: bool,
    /// Whether the decoder keeps the promise but for the exceptions.
    kept: bool,
}

impl Verdicts {
    fn hold(self) -> bool {
        self.schema == self.promised && self.kept
    }

    fn words(self) -> String {
        let says = |yes: bool| if yes { "accepts" } else { "refuses" };
        let (schema, decoder) = (says(self.schema), says(self.decoder));
        let by_type = if self.schema == self.promised {
            ""
        } else {
            ", and by its type should not"
        };
        format!("the schema {schema}{by_type}; the decoder {decoder}")
    }
}

#[derive(Default)]
struct Report {
    values: usize,
    accepted: usize,
    /// Where schema and decoder differ as the table has it.
    excepted: usize,
    results: usize,
    disagreements: BTreeMap<String, usize>,
    /// The same by tool: of each kind one is shown.
    of_tools: BTreeMap<String, usize>,
    shown: Vec<String>,
    /// How often each exception made a difference to a value that is the same in every run.
    met: BTreeMap<&'static str, usize>,
}

impl Report {
    fn and(mut self, other: Self) -> Self {
        self.values += other.values;
        self.accepted += other.accepted;
        self.excepted += other.excepted;
        self.results += other.results;
        for (words, count) in other.disagreements {
            *self.disagreements.entry(words).or_default() += count;
        }
        self.shown.extend(other.shown);
        for (name, count) in other.met {
            *self.met.entry(name).or_default() += count;
        }
        self
    }

    fn disagreement(&mut self, words: &str, tool: &str, show: impl FnOnce() -> String) {
        *self.disagreements.entry(words.to_owned()).or_default() += 1;
        let of_tool = self.of_tools.entry(format!("{words}; {tool}")).or_default();
        *of_tool += 1;
        if *of_tool == 1 && self.shown.len() < SHOWN {
            self.shown.push(format!("{words}:\n{}", show()));
        }
    }
}

fn subjects<'u>(universe: &'u Universe, server: &'u Server) -> Vec<Subject<'u>> {
    let list = server.list();
    let table = table::read();
    let is_either = |name: &str| {
        table
            .iter()
            .any(|row| row.name == name && row.direction == Direction::Either)
    };
    let either: Vec<&str> = Exceptions::NAMES
        .iter()
        .copied()
        .filter(|name| is_either(name))
        .collect();
    let tools = universe.tools.iter().zip(&list).enumerate();
    let subjects = tools.map(|(index, (tool, row))| {
        assert_eq!(row["name"], tool.name);
        Subject {
            index,
            universe,
            tool,
            server,
            input: row["inputSchema"].to_string(),
            output: row.get("outputSchema").map(Value::to_string),
            either: either.clone(),
        }
    });
    subjects.collect()
}

impl Subject<'_> {
    fn reference(&self, exceptions: Exceptions, arguments: &Json) -> bool {
        Reference::new(self.universe, exceptions).arguments(self.tool, arguments)
    }

    fn call(&self, arguments: &str) -> String {
        call(self.server, &self.tool.name, arguments)
    }

    fn verdicts(&self, schema: bool, arguments: &Json, answer: &str) -> Verdicts {
        let decoder = !answer.contains(r#""error":{"code":-32602,"#);
        let is_right = |exceptions| self.reference(exceptions, arguments) == decoder;
        // A name that stands twice in what is ignored may be met, if that is read into a buffer.
        let is_met = !decoder && arguments.has_twins();
        Verdicts {
            schema,
            decoder,
            promised: self.reference(Exceptions::default(), arguments),
            kept: is_met || self.without_some().into_iter().any(is_right),
        }
    }

    /// All exceptions but for some of those that hold or not.
    fn without_some(&self) -> Vec<Exceptions> {
        let mut all = vec![Exceptions::ALL];
        for name in &self.either {
            let without: Vec<Exceptions> = all
                .iter()
                .map(|exceptions| exceptions.without(name))
                .collect();
            all.extend(without);
        }
        all
    }

    fn drawn(&self, seed: u64) -> Vec<Json> {
        let mut random = Random::of_part(seed, u64::try_from(self.index).unwrap_or_default());
        let mut draw = Draw {
            universe: self.universe,
            random: &mut random,
        };
        let values = (0..VALUES / 2).map(|index| {
            let mut arguments = draw.arguments(self.tool);
            if index % 2 == 1 {
                mutate(&mut draw, &mut arguments);
            }
            arguments
        });
        values.collect()
    }
}

struct Worker {
    judge: Judge,
    report: Report,
}

impl Worker {
    fn values(&mut self, subject: &Subject<'_>, seed: u64) {
        let drawn = subject.drawn(seed);
        let texts: Vec<String> = drawn.iter().map(Json::to_string).collect();
        let schema = self.judge.ask(&subject.input, &texts);
        let mut results = Vec::new();
        for ((arguments, text), schema) in drawn.into_iter().zip(&texts).zip(schema) {
            let answer = subject.call(text);
            let verdicts = subject.verdicts(schema, &arguments, &answer);
            self.report.values += 1;
            self.report.accepted += usize::from(verdicts.decoder);
            if !verdicts.hold() {
                let judge = &mut self.judge;
                self.report
                    .disagreement(&verdicts.words(), &subject.tool.name, || {
                        show(subject, judge, arguments, verdicts)
                    });
                continue;
            }
            if verdicts.schema != verdicts.decoder {
                self.report.excepted += 1;
                if seed == FIXED {
                    self.note_exceptions(subject, &arguments);
                }
            }
            // Under an alias that nobody knows to be one, a value may stand that its place does not take.
            let whole = || {
                let mut exceptions = Exceptions::ALL;
                for name in ["flatten", "flatten_null", "untagged"] {
                    exceptions = exceptions.without(name);
                }
                let reference = Reference::new(subject.universe, exceptions).by_first();
                reference.arguments(subject.tool, &arguments)
            };
            if verdicts.decoder && subject.output.is_some() && whole() {
                results.extend(structured(&answer));
            }
        }
        self.results(subject, &results);
    }

    /// Which exceptions made the difference between schema and decoder.
    fn note_exceptions(&mut self, subject: &Subject<'_>, arguments: &Json) {
        let all = subject.reference(Exceptions::ALL, arguments);
        for name in Exceptions::NAMES {
            if subject.reference(Exceptions::ALL.without(name), arguments) != all {
                *self.report.met.entry(name).or_default() += 1;
            }
        }
    }

    /// What was sent back fits the output schema.
    fn results(&mut self, subject: &Subject<'_>, results: &[String]) {
        let Some(schema) = &subject.output else {
            return;
        };
        self.report.results += results.len();
        for (result, fits) in results.iter().zip(self.judge.ask(schema, results)) {
            if !fits {
                let words = "a result does not fit the output schema";
                self.report.disagreement(words, &subject.tool.name, || {
                    format!("{}: {result}\n{schema}", subject.tool.name)
                });
            }
        }
    }
}

/// The structured content of a result; none where the result cannot be sent, such as an infinite number.
fn structured(answer: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(answer).expect("the answer is JSON");
    answer["result"]
        .get("structuredContent")
        .map(Value::to_string)
}

/// A disagreement with its type, and with the smallest arguments on the way down that are judged in the same way.
fn show(
    subject: &Subject<'_>,
    judge: &mut Judge,
    mut arguments: Json,
    verdicts: Verdicts,
) -> String {
    let mut same = |arguments: &Json| {
        let text = arguments.to_string();
        let schema = judge.ask(&subject.input, std::slice::from_ref(&text));
        let again = subject.verdicts(schema.contains(&true), arguments, &subject.call(&text));
        !again.hold() && again.schema == verdicts.schema && again.decoder == verdicts.decoder
    };
    while let Some(smaller) = arguments.smaller().into_iter().find(&mut same) {
        arguments = smaller;
    }
    let source = subject.universe.source(subject.index..subject.index + 1);
    let source = source.split("pub fn register").next().unwrap_or_default();
    let (input, text) = (&subject.input, arguments.to_string());
    let mut shown = format!("{source}\n{input}\n{text}\n");
    if !verdicts.decoder {
        let answer: Value = serde_json::from_str(&subject.call(&text)).expect("the answer is JSON");
        let _ = writeln!(
            shown,
            "{}",
            answer["error"]["message"].as_str().unwrap_or_default()
        );
    }
    shown
}
