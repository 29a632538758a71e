//! Servers on their standard streams: CPU time, throughput, latency, memory and start, everyone in turn in each round.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::check::{answer, greeted};
use crate::child::Server;
use crate::contender::Contender;
use crate::figures::Sample;
use crate::options::Options;
use crate::workload::{self, Era, Workload, initialize};
use crate::{Result, contender, fail, tables};

/// What is measured of a server under a workload, a sample a quantity.
pub(crate) type Samples = BTreeMap<(Quantity, &'static str, &'static str, &'static str), Sample>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quantity {
    /// CPU time a call, as many in flight as usual.
    Cpu,
    /// Calls a second, as many in flight as usual.
    Rate,
    /// CPU time a call, the input kept full.
    FullCpu,
    /// Calls a second, the input kept full.
    FullRate,
    /// The median of the time from a call to its answer, one after the other on one core.
    Median,
    /// The 99th percentile of that.
    Tail,
    /// The largest resident set.
    Peak,
    /// From the start of the process to its first answer.
    Start,
}

/// What stands for a workload where the start is measured.
pub(crate) const START: &str = "start";

/// Lines before those that are measured.
const WARM_UP: usize = 200;

/// Everything that is measured on standard streams.
pub(crate) fn run(options: &Options) -> Result {
    let contenders = options.contenders();
    contender::build(&contenders)?;
    let workloads: Vec<Workload> = [Era::Handshake, Era::Stateless]
        .into_iter()
        .flat_map(workload::of)
        .collect();
    let workloads: Vec<Workload> = workloads
        .into_iter()
        .filter(|workload| options.wants(workload.name))
        .collect();
    let sizes = check(&contenders, &workloads)?;
    let mut samples = Samples::new();
    for round in 0..options.rounds {
        for workload in &workloads {
            eprintln!(
                "round {} of {}: {} ({})",
                round + 1,
                options.rounds,
                workload.name,
                workload.era.name()
            );
            for contender in contenders
                .iter()
                .filter(|contender| contender.takes(workload))
            {
                let size = sizes
                    .get(&key(contender, workload))
                    .copied()
                    .unwrap_or_default();
                measure(contender, workload, size, options, &mut samples)?;
            }
        }
        for contender in &contenders {
            // Under one revision, whichever it is asked in, so that all stand in one table.
            let start = start(contender)?.as_secs_f64() * 1e3;
            note(
                &mut samples,
                Quantity::Start,
                contender,
                START,
                Era::Handshake,
                start,
            );
        }
    }
    tables::print(&contenders, &workloads, &samples, options)
}

fn key(contender: &Contender, workload: &Workload) -> (&'static str, &'static str, &'static str) {
    (contender.name, workload.name, workload.era.name())
}

fn note(
    samples: &mut Samples,
    quantity: Quantity,
    contender: &Contender,
    workload: &'static str,
    era: Era,
    value: f64,
) {
    samples
        .entry((quantity, contender.name, workload, era.name()))
        .or_default()
        .push(value);
}

/// Asks everyone everything once; the sizes of the answers.
fn check(
    contenders: &[Contender],
    workloads: &[Workload],
) -> Result<BTreeMap<(&'static str, &'static str, &'static str), usize>> {
    let mut sizes = BTreeMap::new();
    let mut wrong = String::new();
    for contender in contenders {
        for workload in workloads
            .iter()
            .filter(|workload| contender.takes(workload))
        {
            match answer(contender, &workload.suffixed(contender.suffix)) {
                Ok(size) => drop(sizes.insert(key(contender, workload), size)),
                Err(error) => writeln!(
                    wrong,
                    "{} ({}): {error}",
                    contender.name,
                    workload.era.name()
                )?,
            }
        }
    }
    if wrong.is_empty() {
        Ok(sizes)
    } else {
        Err(fail(format!("wrong answers:\n{wrong}")))
    }
}

/// One round of one server under one workload.
fn measure(
    contender: &Contender,
    workload: &Workload,
    size: usize,
    options: &Options,
    samples: &mut Samples,
) -> Result {
    let era = workload.era;
    let suffixed = workload.suffixed(contender.suffix);
    let calls = (workload.calls / contender.share / options.divisor).max(10);
    let warm_up = WARM_UP.min(calls);
    let idle = flood(contender, &suffixed, warm_up, 0, workload.window, size)?;
    let mut add = |quantity, value| note(samples, quantity, contender, workload.name, era, value);
    let busy = flood(contender, &suffixed, warm_up, calls, workload.window, size)?;
    add(
        Quantity::Cpu,
        per_call(busy.cpu.saturating_sub(idle.cpu), calls),
    );
    add(Quantity::Rate, calls as f64 / busy.time.as_secs_f64());
    add(Quantity::Peak, busy.peak as f64 / 1024.0);
    if workload.window > 1 {
        let full = flood(contender, &suffixed, warm_up, calls, calls, size)?;
        add(
            Quantity::FullCpu,
            per_call(full.cpu.saturating_sub(idle.cpu), calls),
        );
        add(Quantity::FullRate, calls as f64 / full.time.as_secs_f64());
    }
    if workload.is_call() {
        let (median, tail) = pinned(contender, workload, (calls / 4).clamp(10, 4_000))?;
        add(Quantity::Median, median);
        add(Quantity::Tail, tail);
    }
    Ok(())
}

/// Microseconds a call.
fn per_call(time: Duration, calls: usize) -> f64 {
    time.as_secs_f64() * 1e6 / calls as f64
}

struct Flood {
    cpu: Duration,
    time: Duration,
    peak: u64,
}

/// A server that gets a warm-up and then its calls; the length of all its answers must be what one answer promised.
fn flood(
    contender: &Contender,
    workload: &Workload,
    warm_up: usize,
    calls: usize,
    window: usize,
    size: usize,
) -> Result<Flood> {
    let mut server = greeted(contender, workload, &[])?;
    server.run(&workload.lines(1, warm_up), workload.window)?;
    let lines = workload.lines(1 + warm_up, calls);
    let answers = server.run(&lines, window)?;
    let cost = server.end()?;
    let digits: usize = (1 + warm_up..=warm_up + calls)
        .map(|id| id.to_string().len())
        .sum();
    let expected = calls * size + digits;
    if answers.bytes != expected {
        let name = contender.name;
        let bytes = answers.bytes;
        return Err(fail(format!(
            "{name}, {}: {bytes} bytes of answers instead of {expected}",
            workload.name
        )));
    }
    Ok(Flood {
        cpu: cost.cpu,
        time: answers.time,
        peak: cost.peak,
    })
}

/// Latency on one core, measured by this program in a process of its own, which is pinned.
fn pinned(contender: &Contender, workload: &Workload, calls: usize) -> Result<(f64, f64)> {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(env::current_exe()?);
    command.args([
        "one-by-one",
        contender.name,
        workload.name,
        workload.era.name(),
        &calls.to_string(),
    ]);
    let output = command.output().map_err(|error| {
        fail(format!(
            "taskset (of util-linux) cannot be started: {error}"
        ))
    })?;
    let text = String::from_utf8(output.stdout)?;
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(median)), Some(Ok(tail))) => Ok((median, tail)),
        _ => Err(fail(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// Calls one after the other; prints the median and the 99th percentile in microseconds.
pub(crate) fn one_by_one(words: &[String]) -> Result {
    let [name, workload, era, calls] = words else {
        return Err(fail("not to be called by hand"));
    };
    let contender = contender::ALL
        .iter()
        .find(|contender| contender.name == name)
        .ok_or_else(|| fail("no such server"))?;
    let workload = [Era::Handshake, Era::Stateless]
        .into_iter()
        .filter(|each| each.name() == era)
        .flat_map(workload::of)
        .find(|each| each.name == workload)
        .ok_or_else(|| fail("no such workload"))?
        .suffixed(contender.suffix);
    let calls: usize = calls.parse()?;
    let mut server = greeted(contender, &workload, &[])?;
    let mut times = Sample::default();
    let warm_up = WARM_UP.min(calls);
    for id in 1..=warm_up + calls {
        let time = server.time(workload.line(id).as_bytes())?;
        if id > warm_up {
            times.push(time.as_secs_f64() * 1e6);
        }
    }
    server.end()?;
    println!("{} {}", times.median(), times.quantile(0.99));
    Ok(())
}

/// From the start of the process to its first answer.
fn start(contender: &Contender) -> Result<Duration> {
    let mut times = Sample::default();
    let era = contender.first_era();
    let workload = workload::of(era)
        .into_iter()
        .next()
        .ok_or_else(|| fail("no workload"))?;
    let line = if era == Era::Handshake {
        initialize()
    } else {
        workload.line(1)
    };
    for _ in 0..10 {
        let mut command = contender.command(&workload, &[])?;
        let begin = Instant::now();
        let mut server = Server::start(&mut command)?;
        server.ask(line.as_bytes())?;
        times.push(begin.elapsed().as_secs_f64());
        server.end()?;
    }
    Ok(Duration::from_secs_f64(times.median()))
}
