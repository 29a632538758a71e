//! Servers over HTTP: CPU time per request and requests per second, with 16 connections kept alive by `wrk`.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::child::children;
use crate::contender::{self, home, target};
use crate::figures::{Sample, Table, ratio, short};
use crate::options::Options;
use crate::workload::{self, Era, Workload};
use crate::{Result, check, fail, report, tables};

/// A server over HTTP.
struct Listener {
    name: &'static str,
    /// Its program below the target folder.
    program: &'static str,
    /// What stands before the address.
    words: &'static [&'static str],
    suffix: &'static str,
    rival: bool,
}

const ALL: [Listener; 5] = [
    Listener {
        name: "limit-http",
        program: "release/limit-http",
        words: &[],
        suffix: "",
        rival: false,
    },
    Listener {
        name: "haft",
        program: "release/haft-bench-server",
        words: &["--http"],
        suffix: "",
        rival: false,
    },
    Listener {
        name: "haft-fn",
        program: "release/haft-bench-server",
        words: &["--http"],
        suffix: "_sync",
        rival: false,
    },
    Listener {
        name: "rmcp-best",
        program: RMCP,
        words: &["best"],
        suffix: "",
        rival: true,
    },
    Listener {
        name: "rmcp",
        program: RMCP,
        words: &["documented"],
        suffix: "",
        rival: true,
    },
];
const RMCP: &str = "rivals/release/rival-rmcp-http";

#[derive(Default)]
struct Samples {
    cpu: Sample,
    rate: Sample,
    median: Sample,
    tail: Sample,
}

pub(crate) fn run(options: &Options) -> Result {
    let listeners: Vec<&Listener> = ALL
        .iter()
        .filter(|listener| options.rivals || !listener.rival)
        .collect();
    contender::cargo(
        &home().join("Cargo.toml"),
        "",
        &["build", "--release", "--bins"],
    )?;
    if options.rivals {
        contender::build_rival("rival-rmcp-http")?;
    }
    let workloads: Vec<Workload> = [Era::Handshake, Era::Stateless]
        .into_iter()
        .flat_map(workload::of)
        .filter(|workload| {
            ["add", "create_issue", "echo 1 KiB"].contains(&workload.name)
                && options.wants(workload.name)
        })
        .collect();
    let mut text = format!(
        "{}. `wrk` on the same machine, one thread, 16 connections. Ratios to `limit-http` of the same round, the median \
         of {} rounds; in brackets half the distance between the quartiles in percent.\n",
        tables::machine(),
        options.rounds
    );
    let mut all = Vec::new();
    for workload in &workloads {
        let mut samples: Vec<Samples> = listeners.iter().map(|_| Samples::default()).collect();
        for round in 0..options.rounds {
            eprintln!(
                "round {} of {}: {} ({})",
                round + 1,
                options.rounds,
                workload.name,
                workload.era.name()
            );
            for (listener, samples) in listeners.iter().zip(&mut samples) {
                measure(listener, workload, options, samples)?;
            }
        }
        writeln!(
            text,
            "\n`{}`, revision {}:\n",
            workload.name,
            workload.era.name()
        )?;
        text.push_str(&table(&listeners, &samples));
        all.push((workload, samples));
    }
    let command = options.command();
    report::section("http", &command, &text, options.keep)?;
    if options.is_whole() {
        let text = format!(
            "Ratios to `limit-http`, a handler written by hand with axum.\n\n{}",
            summary(&listeners, &all)
        );
        report::section("http-summary", &command, &text, options.keep)?;
    }
    Ok(())
}

/// CPU time of every workload, and how many requests of the first are answered.
fn summary(listeners: &[&Listener], all: &[(&Workload, Vec<Samples>)]) -> String {
    let of_each = all
        .iter()
        .map(|(workload, _)| format!("`{}`, {}", workload.name, workload.era.name()));
    let columns = ["server", "requests/s"].map(str::to_owned);
    let mut table = Table::new(columns.into_iter().chain(of_each));
    for (index, listener) in listeners.iter().enumerate() {
        let over = |(_, samples): &(&Workload, Vec<Samples>), of: fn(&Samples) -> &Sample| {
            let (own, base) = (samples.get(index), samples.first());
            own.zip(base)
                .map(|(own, base)| ratio(&of(own).over(of(base))))
                .unwrap_or_default()
        };
        let rate = all.first().map(|each| over(each, |samples| &samples.rate));
        let costs = all.iter().map(|each| over(each, |samples| &samples.cpu));
        table.row(
            [listener.name.to_owned(), rate.unwrap_or_default()]
                .into_iter()
                .chain(costs),
        );
    }
    table.into_text()
}

fn table(listeners: &[&Listener], samples: &[Samples]) -> String {
    let mut table = Table::new([
        "server",
        "CPU per request",
        "requests/s",
        "CPU µs",
        "requests/s",
        "p50 µs",
        "p99 µs",
    ]);
    let Some(base) = samples.first() else {
        return String::new();
    };
    for (listener, samples) in listeners.iter().zip(samples) {
        table.row([
            listener.name.to_owned(),
            ratio(&samples.cpu.over(&base.cpu)),
            ratio(&samples.rate.over(&base.rate)),
            short(samples.cpu.median()),
            short(samples.rate.median()),
            short(samples.median.median()),
            short(samples.tail.median()),
        ]);
    }
    table.into_text()
}

fn measure(
    listener: &Listener,
    workload: &Workload,
    options: &Options,
    samples: &mut Samples,
) -> Result {
    let workload = workload.suffixed(listener.suffix);
    let address = free_address()?;
    let mut server = Running::start(listener, &address)?;
    server.wait(&address)?;
    let request = Request::of(&workload, listener.suffix);
    let answer = post(&address, &request)?;
    check::judge_text(&answer, &workload.expect)
        .map_err(|why| fail(format!("{}: {why}: {answer}", listener.name)))?;
    let script = request.script()?;
    let seconds = if options.divisor > 1 { "1s" } else { "3s" };
    let warm_up = wrk(&script, &address, "1s")?;
    let load = wrk(&script, &address, seconds)?;
    let cpu = server.end()?;
    samples
        .cpu
        .push(cpu.as_secs_f64() * 1e6 / (warm_up.requests + load.requests));
    samples.rate.push(load.rate);
    samples.median.push(load.median);
    samples.tail.push(load.tail);
    Ok(())
}

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

struct Running(Child);

impl Running {
    fn start(listener: &Listener, address: &str) -> Result<Self> {
        let mut command = Command::new(target()?.join(listener.program));
        command
            .args(listener.words)
            .arg(address)
            .env_remove("RUST_BACKTRACE")
            .env_remove("RUST_LOG");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit());
        Ok(Self(command.spawn()?))
    }

    /// Until it listens.
    fn wait(&mut self, address: &str) -> Result {
        for _ in 0..500 {
            if TcpStream::connect(address).is_ok() {
                return Ok(());
            }
            if let Some(status) = self.0.try_wait()? {
                return Err(fail(format!("the server has ended: {status}")));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Err(fail("the server does not listen"))
    }

    /// The CPU time that it has taken.
    fn end(mut self) -> Result<Duration> {
        let before = children()?;
        self.0.kill()?;
        self.0.wait()?;
        Ok(children()?.saturating_sub(before))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Request {
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Request {
    fn of(workload: &Workload, suffix: &str) -> Self {
        let mut headers = vec![
            ("Content-Type", "application/json".to_owned()),
            ("Accept", "application/json, text/event-stream".to_owned()),
            ("MCP-Protocol-Version", workload.era.name().to_owned()),
        ];
        if workload.era == Era::Stateless {
            headers.push(("Mcp-Method", "tools/call".to_owned()));
            headers.extend(
                workload
                    .tool()
                    .map(|tool| ("Mcp-Name", format!("{tool}{suffix}"))),
            );
        }
        Self {
            headers,
            body: workload.line(7).trim_end().to_owned(),
        }
    }

    /// The request as a script for `wrk`.
    fn script(&self) -> Result<PathBuf> {
        let mut text = String::from("wrk.method = \"POST\"\n");
        for (name, value) in &self.headers {
            writeln!(text, "wrk.headers[\"{name}\"] = \"{value}\"")?;
        }
        writeln!(text, "wrk.body = [==[{}]==]", self.body)?;
        let file = target()?.join("wrk.lua");
        fs::write(&file, text)?;
        Ok(file)
    }
}

/// Sends a request by hand; the JSON in the body of the answer.
fn post(address: &str, request: &Request) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut text = format!("POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in &request.headers {
        write!(text, "{name}: {value}\r\n")?;
    }
    write!(
        text,
        "Content-Length: {}\r\n\r\n{}",
        request.body.len(),
        request.body
    )?;
    stream.write_all(text.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    // Plain JSON, or an event of which it is the data.
    let json = answer
        .find("{\"jsonrpc\"")
        .zip(answer.rfind('}'))
        .and_then(|(start, end)| answer.get(start..=end));
    json.map(str::to_owned)
        .ok_or_else(|| fail(format!("no JSON in the answer: {answer}")))
}

struct Load {
    requests: f64,
    rate: f64,
    median: f64,
    tail: f64,
}

fn wrk(script: &PathBuf, address: &str, duration: &str) -> Result<Load> {
    let mut command = Command::new("wrk");
    command
        .args(["-t1", "-c16", "--latency", "-d", duration, "-s"])
        .arg(script)
        .arg(format!("http://{address}/mcp"));
    let output = command
        .output()
        .map_err(|error| fail(format!("wrk cannot be started (is it installed?): {error}")))?;
    let text = String::from_utf8(output.stdout)?;
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        return Err(fail(format!("wrong answers under load:\n{text}")));
    }
    let word = |begin: &str, place: usize| {
        let line = text
            .lines()
            .map(str::trim)
            .find(|line| line.starts_with(begin));
        line.and_then(|line| line.split_whitespace().nth(place))
    };
    let requests = text
        .lines()
        .find_map(|line| line.trim().split_once(" requests in "))
        .and_then(|(count, _)| count.parse().ok());
    let rate = word("Requests/sec:", 1).and_then(|rate| rate.parse().ok());
    let (median, tail) = (
        word("50%", 1).and_then(micros),
        word("99%", 1).and_then(micros),
    );
    match (requests, rate, median, tail) {
        (Some(requests), Some(rate), Some(median), Some(tail)) => Ok(Load {
            requests,
            rate,
            median,
            tail,
        }),
        _ => Err(fail(format!(
            "wrk says something else than expected:\n{text}"
        ))),
    }
}

/// `1.25ms` in microseconds.
fn micros(text: &str) -> Option<f64> {
    [("us", 1.0), ("ms", 1e3), ("s", 1e6)]
        .into_iter()
        .find_map(|(unit, factor)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * factor))
}
