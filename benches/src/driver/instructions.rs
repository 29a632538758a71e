//! Instructions per call, counted by callgrind: the difference of a run with twice as many calls and one with as many.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::check::{answer, greeted};
use crate::contender::{self, Contender, target};
use crate::figures::{Table, short};
use crate::options::{Counts, Options};
use crate::workload::{self, Era, Workload};
use crate::{Result, fail, report};

/// Counts of the same program differ by so much from run to run.
const STEADY: f64 = 1.02;

/// What haft may cost, as ratios to `limit`.
const BUDGETS: [(&str, f64); 11] = [
    ("add", 0.70),
    ("create_issue", 0.80),
    ("echo 1 KiB", 0.70),
    ("fail", 0.70),
    ("one fault", 1.5),
    ("create_issue one fault", 1.5),
    ("add arguments first", 1.15),
    ("add params first", 1.15),
    ("ping", 0.80),
    ("list", 1.0),
    ("list 1000", 1.0),
];

pub(crate) fn run(options: &Options) -> Result {
    let contenders = options.contenders();
    contender::build(&contenders)?;
    let mut workloads = workload::of(Era::Handshake);
    workloads.extend(workload::unusual());
    workloads.extend(workload::of(Era::Stateless));
    workloads.retain(|workload| options.wants(workload.name) && workload.window > 1);
    if options.counts == Counts::ByFunction {
        return top(&contenders, &workloads);
    }
    let mut missed = String::new();
    let mut text = String::from("Instructions in user space; in brackets the ratio to `limit`.\n");
    for era in [Era::Handshake, Era::Stateless] {
        let workloads: Vec<&Workload> = workloads
            .iter()
            .filter(|workload| workload.era == era)
            .collect();
        let contenders: Vec<&Contender> = contenders
            .iter()
            .filter(|contender| workloads.iter().any(|workload| contender.takes(workload)))
            .collect();
        if workloads.is_empty() {
            continue;
        }
        writeln!(text, "\nRevision {}:\n", era.name())?;
        let names = contenders.iter().map(|contender| contender.name);
        let mut table = Table::new(["call"].into_iter().chain(names).chain(["budget for haft"]));
        for workload in workloads {
            let budget = BUDGETS
                .iter()
                .find(|(name, _)| *name == workload.name)
                .map(|(_, budget)| *budget);
            // A name with an underscore is code, also to whoever reads the README as documentation.
            let name = workload.name.replace("create_issue", "`create_issue`");
            let mut cells = vec![name];
            let mut base = None;
            for contender in &contenders {
                if !contender.takes(workload) {
                    cells.push("–".to_owned());
                    continue;
                }
                let count = count(contender, workload)?;
                let ratio = count / *base.get_or_insert(count);
                eprintln!(
                    "{}, {}: {count:.0} ({})",
                    contender.name,
                    workload.name,
                    short(ratio)
                );
                cells.push(format!("{count:.0} ({})", short(ratio)));
                if let Some(budget) = budget
                    && contender.name.starts_with("haft")
                    && ratio > budget * STEADY
                {
                    writeln!(
                        missed,
                        "{}, {}: {} instead of {budget:.2}",
                        contender.name,
                        workload.name,
                        short(ratio)
                    )?;
                }
            }
            cells.push(
                budget
                    .map(|budget| format!("≤ {budget:.2}"))
                    .unwrap_or_default(),
            );
            table.row(cells);
        }
        text.push_str(&table.into_text());
    }
    report::section("instructions", &options.command(), &text, options.keep)?;
    if missed.is_empty() {
        return Ok(());
    }
    let missed = format!("budgets missed:\n{missed}");
    if options.counts == Counts::Judged {
        return Err(fail(missed));
    }
    println!("{missed}");
    Ok(())
}

/// Instructions per call.
fn count(contender: &Contender, workload: &Workload) -> Result<f64> {
    let workload = workload.suffixed(contender.suffix);
    answer(contender, &workload)?;
    let calls = calls(&workload, contender.share);
    let total = |calls| profile(contender, &workload, calls).and_then(|file| summary(&file));
    Ok((total(2 * calls)? - total(calls)?) / calls as f64)
}

fn calls(workload: &Workload, share: usize) -> usize {
    (workload.calls / 40 / share).clamp(20, 2_000)
}

/// Runs a server under callgrind; the file that it has written.
fn profile(contender: &Contender, workload: &Workload, calls: usize) -> Result<PathBuf> {
    let folder = target()?.join("callgrind");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{}.{calls}.out", contender.name));
    let wrapper = [
        "valgrind",
        "--tool=callgrind",
        &format!("--callgrind-out-file={}", file.display()),
    ];
    let mut server = greeted(contender, workload, &wrapper.map(str::to_owned))?;
    server.run(&workload.lines(1, calls), calls)?;
    server.end()?;
    Ok(file)
}

/// All instructions of a run.
fn summary(file: &Path) -> Result<f64> {
    let text = fs::read_to_string(file)
        .map_err(|_| fail("callgrind has written nothing: is valgrind installed?"))?;
    let line = text.lines().find_map(|line| {
        line.strip_prefix("summary: ")
            .or_else(|| line.strip_prefix("totals: "))
    });
    line.and_then(|total| total.trim().parse().ok())
        .ok_or_else(|| fail("callgrind has written no total"))
}

/// haft's functions by their own cost per call.
fn top(contenders: &[Contender], workloads: &[Workload]) -> Result {
    let haft = contenders
        .iter()
        .find(|contender| contender.name == "haft")
        .ok_or_else(|| fail("haft takes no part"))?;
    for workload in workloads.iter().filter(|workload| haft.takes(workload)) {
        let calls = calls(workload, 1);
        let once = functions(&profile(haft, workload, calls)?)?;
        let mut costs: Vec<(f64, String)> = functions(&profile(haft, workload, 2 * calls)?)?
            .into_iter()
            .map(|(name, cost)| {
                (
                    (cost - once.get(&name).copied().unwrap_or_default()) / calls as f64,
                    name,
                )
            })
            .collect();
        costs.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let total: f64 = costs.iter().map(|(cost, _)| cost).sum();
        println!(
            "{} ({}): {total:.0} instructions per call\n",
            workload.name,
            workload.era.name()
        );
        for (cost, name) in costs.iter().take(25) {
            println!("{cost:8.0} {:5.1} %  {name}", 100.0 * cost / total);
        }
        println!();
    }
    Ok(())
}

/// The own cost of each function, as `callgrind_annotate` lists them: `1,234 (5.6%)  file:function [object]`.
fn functions(file: &Path) -> Result<BTreeMap<String, f64>> {
    let output = Command::new("callgrind_annotate")
        .args(["--threshold=100", "--auto=no"])
        .arg(file)
        .output()?;
    let mut costs = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((cost, rest)) = line.trim_start().split_once(" (") else {
            continue;
        };
        let (Ok(cost), Some((_, place))) = (
            cost.trim().replace(',', "").parse::<f64>(),
            rest.split_once(')'),
        ) else {
            continue;
        };
        let place = place.trim();
        let name = place.split_once(':').map_or(place, |(_, name)| name);
        let name = name.rsplit_once(" [").map_or(name, |(name, _)| name);
        *costs.entry(name.to_owned()).or_insert(0.0) += cost;
    }
    costs.remove("PROGRAM TOTALS");
    Ok(costs)
}
