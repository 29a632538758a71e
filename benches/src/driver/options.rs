//! What the command line says.

use std::path::PathBuf;

use crate::contender::{ALL, Contender};
use crate::{Result, fail};

/// Shown when it says nothing that is understood.
pub(crate) const USAGE: &str = "\
usage: bench COMMAND [OPTION…]

commands:
  stdio          CPU time, throughput, latency, memory and start on standard streams
  held           pings behind blocking tools, context switches of an idle server
  http           CPU time, throughput and latency over HTTP, under wrk
  bytes          crates of a stdio server, bytes of tools/list
  compile        CPU time of check and release, size per tool, memory of the compiler
  instructions   instructions per call, counted by valgrind's callgrind

options:
  --keep            put the tables between their markers in benches/RESULTS.md and README.md
  --no-rivals       haft beside the hand-written servers only
  --only A,B        workloads whose names begin so; bytes: toolkits
  --rounds N        rounds (5)
  --quick           a twentieth of the calls: to see that everything runs
  --corpus DIR      bytes: also the tools of a folder of tools/list results, a JSON array a file
  --top             instructions: haft's functions by their own cost
  --gate            instructions, bytes: fail when a budget is missed";

/// What is done with counts of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    /// Everyone's stand in a table.
    Shown,
    /// The same, and a missed budget is an error.
    Judged,
    /// haft's are told apart by function.
    ByFunction,
}

/// The options of all commands.
#[derive(Debug)]
pub(crate) struct Options {
    command: String,
    pub(crate) keep: bool,
    pub(crate) rivals: bool,
    only: Vec<String>,
    pub(crate) rounds: usize,
    /// By what the number of calls is divided.
    pub(crate) divisor: usize,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) counts: Counts,
}

impl Options {
    pub(crate) fn parse(command: &str, words: &[String]) -> Result<Self> {
        let line = [&[command.to_owned()], words].concat().join(" ");
        let command = format!("cargo run --release -p haft-benches -- {line}");
        let mut options = Self {
            command,
            keep: false,
            rivals: true,
            only: Vec::new(),
            rounds: 5,
            divisor: 1,
            corpus: None,
            counts: Counts::Shown,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .ok_or_else(|| fail(format!("{word} needs a value\n\n{USAGE}")))
            };
            match word.as_str() {
                "--keep" => options.keep = true,
                "--no-rivals" => options.rivals = false,
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--rounds" => options.rounds = value()?.parse()?,
                "--quick" => options.divisor = 20,
                "--corpus" => {
                    let folder = value()?;
                    let named = format!("--corpus {folder}");
                    options.command = options.command.replace(&named, "--corpus DIR");
                    options.corpus = Some(folder.into());
                }
                "--top" => options.counts = Counts::ByFunction,
                "--gate" => options.counts = Counts::Judged,
                _ => return Err(fail(format!("{word} is no option\n\n{USAGE}"))),
            }
        }
        Ok(options)
    }

    /// The command as it is to be typed again.
    pub(crate) fn command(&self) -> String {
        self.command.replace(" --keep", "")
    }

    /// Who takes part.
    pub(crate) fn contenders(&self) -> Vec<Contender> {
        ALL.into_iter()
            .filter(|contender| self.rivals || !contender.is_rival())
            .collect()
    }

    /// Whether everyone gets everything.
    pub(crate) fn is_whole(&self) -> bool {
        self.rivals && self.only.is_empty()
    }

    /// Whether a workload is asked for.
    pub(crate) fn wants(&self, workload: &str) -> bool {
        self.only.is_empty()
            || self
                .only
                .iter()
                .any(|name| workload.starts_with(name.as_str()))
    }
}
