//! What was measured on standard streams, as tables: all of it, and the few figures that say most.

use std::fmt::Write as _;
use std::process::Command;

use crate::contender::Contender;
use crate::figures::{Sample, Table, ratio, short};
use crate::options::Options;
use crate::stdio::{Quantity, START, Samples};
use crate::workload::{Era, Workload};
use crate::{Result, fail, report};

/// What is measured, its title, and the unit of its absolute figures.
const SECTIONS: [(Quantity, &str, &str); 8] = [
    (
        Quantity::Cpu,
        "CPU time per call, 64 in flight (1 MiB: one)",
        "µs of CPU a call",
    ),
    (
        Quantity::FullCpu,
        "CPU time per call, the input kept full",
        "µs of CPU a call",
    ),
    (
        Quantity::Rate,
        "Calls per second, 64 in flight (1 MiB: one)",
        "calls a second",
    ),
    (
        Quantity::FullRate,
        "Calls per second, the input kept full",
        "calls a second",
    ),
    (
        Quantity::Median,
        "Latency one by one, pinned to one core: median",
        "µs",
    ),
    (
        Quantity::Tail,
        "Latency one by one, pinned to one core: 99th percentile",
        "µs",
    ),
    (Quantity::Peak, "Peak memory", "MiB"),
    (Quantity::Start, "Start to first answer", "ms"),
];

/// The figures of the short table: quantity, workload, title.
const SHORT: [(Quantity, &str, &str); 7] = [
    (Quantity::Cpu, "add", "CPU per call: `add`"),
    (Quantity::Cpu, "create_issue", "`create_issue`"),
    (Quantity::Cpu, "echo 1 KiB", "echo of 1 KiB"),
    (Quantity::Median, "add", "median latency: `add`"),
    (Quantity::Peak, "add", "peak memory: `add`"),
    (Quantity::Peak, "echo 1 MiB", "echo of 1 MiB"),
    (Quantity::Start, START, "start to first answer"),
];

/// Prints both, and keeps them if that is asked for.
pub(crate) fn print(
    contenders: &[Contender],
    workloads: &[Workload],
    samples: &Samples,
    options: &Options,
) -> Result {
    let base = contenders
        .first()
        .ok_or_else(|| fail("nobody takes part"))?;
    let tables = Tables {
        contenders,
        workloads,
        samples,
        base,
    };
    let head = format!(
        "{}. Ratios to `{}` of the same round, the median of {} rounds; in brackets half the distance between the \
         quartiles in percent.\n",
        machine(),
        base.name,
        options.rounds
    );
    report::section(
        "stdio",
        &options.command(),
        &(head.clone() + &tables.all()?),
        options.keep,
    )?;
    if options.is_whole() {
        let text = format!("{head}\n{}", tables.short());
        report::section("summary", &options.command(), &text, options.keep)?;
    }
    Ok(())
}

struct Tables<'a> {
    contenders: &'a [Contender],
    workloads: &'a [Workload],
    samples: &'a Samples,
    base: &'a Contender,
}

impl Tables<'_> {
    fn sample(
        &self,
        quantity: Quantity,
        contender: &Contender,
        workload: &'static str,
        era: Era,
    ) -> Option<&Sample> {
        self.samples
            .get(&(quantity, contender.name, workload, era.name()))
    }

    /// A ratio to the first contender.
    fn cell(
        &self,
        quantity: Quantity,
        contender: &Contender,
        workload: &'static str,
        era: Era,
    ) -> Option<String> {
        let base = self.sample(quantity, self.base, workload, era)?;
        Some(ratio(
            &self.sample(quantity, contender, workload, era)?.over(base),
        ))
    }

    fn all(&self) -> Result<String> {
        let mut text = String::new();
        for (quantity, title, unit) in SECTIONS {
            for era in [Era::Handshake, Era::Stateless] {
                let names = self.measured(quantity, era);
                if names.is_empty() {
                    continue;
                }
                match quantity {
                    Quantity::Start => writeln!(text, "\n{title}:\n")?,
                    _ => writeln!(text, "\n{title}, revision {}:\n", era.name())?,
                }
                text.push_str(&self.one(quantity, unit, era, &names));
            }
        }
        Ok(text)
    }

    /// The workloads of which a quantity is known.
    fn measured(&self, quantity: Quantity, era: Era) -> Vec<&'static str> {
        let names = self
            .workloads
            .iter()
            .filter(|workload| workload.era == era)
            .map(|workload| workload.name);
        names
            .chain([START])
            .filter(|name| self.sample(quantity, self.base, name, era).is_some())
            .collect()
    }

    fn one(&self, quantity: Quantity, unit: &str, era: Era, names: &[&'static str]) -> String {
        let mut table = Table::new([&["server"], names].concat());
        for contender in self.contenders {
            let cells: Vec<Option<String>> = names
                .iter()
                .map(|name| self.cell(quantity, contender, name, era))
                .collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells
                    .into_iter()
                    .map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
                table.row([contender.name.to_owned()].into_iter().chain(cells));
            }
        }
        let absolute = names.iter().map(|name| {
            self.sample(quantity, self.base, name, era)
                .map_or(f64::NAN, Sample::median)
        });
        table.row(
            [format!("`{}`, {unit}", self.base.name)]
                .into_iter()
                .chain(absolute.map(short)),
        );
        table.into_text()
    }

    /// A row a server, in the revision that it knows.
    fn short(&self) -> String {
        let columns = SHORT.map(|(_, _, title)| title);
        let mut table = Table::new([["server"].as_slice(), &columns].concat());
        for contender in self.contenders {
            let era = contender.first_era();
            let cells = SHORT.map(|(quantity, workload, _)| {
                let era = if quantity == Quantity::Start {
                    Era::Handshake
                } else {
                    era
                };
                self.cell(quantity, contender, workload, era)
                    .unwrap_or_else(|| "–".to_owned())
            });
            table.row([contender.name.to_owned()].into_iter().chain(cells));
        }
        table.into_text()
    }
}

/// What it was measured on, in a few words.
pub(crate) fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .and_then(|line| line.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let output = Command::new("rustc").arg("--version").output();
    let compiler = output
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    format!(
        "{} × {}, {compiler}",
        cores,
        model.map_or("processor", |(_, model)| model)
    )
}
