//! What a blocking tool holds up: a ping behind it, and a server that has nothing to do.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::child::Server;
use crate::contender::{self, Contender};
use crate::figures::{Sample, Table, short};
use crate::options::Options;
use crate::workload::{Era, Expect, Workload};
use crate::{Result, check, fail, report, tables};

/// How long a slow call blocks; a ping that waits for it shows.
const BLOCKED: Duration = Duration::from_millis(40);
const IDLE: Duration = Duration::from_secs(2);

pub(crate) fn run(options: &Options) -> Result {
    let haft = contender::ALL
        .iter()
        .find(|contender| contender.name == "haft")
        .ok_or_else(|| fail("no server of haft"))?;
    contender::build(&[*haft])?;
    let count = (100 / options.divisor).max(3);
    let (mut first, mut known, mut four) =
        (Sample::default(), Sample::default(), Sample::default());
    for _ in 0..count {
        first.push(behind(&mut started(haft)?, 1)?);
        four.push(behind(&mut started(haft)?, 4)?);
    }
    let mut server = started(haft)?;
    behind(&mut server, 1)?;
    for _ in 0..count {
        known.push(behind(&mut server, 1)?);
    }
    let switches = idle(&server)?;
    let mut table = Table::new(["a ping behind", "median, ms", "worst, ms", "budget, ms"]);
    for (what, sample, budget) in [
        ("the first slow `fn`", &first, "≤ 3, ≤ 10"),
        ("four of them", &four, ""),
        ("a `fn` known to be slow", &known, "≤ 1, ≤ 5"),
    ] {
        table.row([
            what,
            &short(sample.median()),
            &short(sample.quantile(1.0)),
            budget,
        ]);
    }
    let text = format!(
        "{}. {count} pings each, behind calls of a plain `fn` that block for {} ms; the time is from the first byte of the \
         calls to the ping's answer.\n\n{}\nContext switches of all threads in {} s without input: {switches}.\n",
        tables::machine(),
        BLOCKED.as_millis(),
        table.into_text(),
        IDLE.as_secs()
    );
    report::section("held", &options.command(), &text, options.keep)
}

/// A server that has answered before.
fn started(haft: &Contender) -> Result<Server> {
    let mut command = haft.command(&ping(), &[])?;
    let mut server = Server::start(command.env("RIG_SET", "slow"))?;
    server.handshake()?;
    for _ in 0..10 {
        pinged(&mut server, "")?;
    }
    Ok(server)
}

fn ping() -> Workload {
    Workload::new("ping", Era::Handshake, "ping", None, Expect::Result, 1)
}

/// The milliseconds that a ping takes behind so many slow calls, whose answers are awaited.
fn behind(server: &mut Server, calls: usize) -> Result<f64> {
    let arguments = json!({"milliseconds": u64::try_from(BLOCKED.as_millis())?});
    let sleep = Workload::call(
        "sleep",
        Era::Handshake,
        "sleep",
        &arguments,
        Expect::Result,
        1,
    );
    let lines: String = (0..calls).map(|id| sleep.line(100 + id)).collect();
    let start = Instant::now();
    pinged(server, &lines)?;
    let time = start.elapsed();
    for _ in 0..calls {
        let answer = String::from_utf8(server.ask(b"")?)?;
        if !answer.contains("\"isError\":false") {
            return Err(fail(format!("the slow call failed: {answer}")));
        }
    }
    Ok(time.as_secs_f64() * 1e3)
}

/// Sends lines and a ping, and reads the first answer, which must be the ping's.
fn pinged(server: &mut Server, lines: &str) -> Result {
    let ping = ping();
    let answer = server.ask((lines.to_owned() + &ping.line(7)).as_bytes())?;
    let answer = String::from_utf8(answer)?;
    check::judge_text(&answer, &ping.expect)
        .map_err(|why| fail(format!("the ping was not answered first ({why}): {answer}")))
}

/// How often the threads of a server are scheduled while nothing comes.
fn idle(server: &Server) -> Result<u64> {
    thread::sleep(Duration::from_millis(500));
    let before = switches(server.id())?;
    thread::sleep(IDLE);
    Ok(switches(server.id())? - before)
}

/// The context switches of all threads of a process so far.
fn switches(process: u32) -> Result<u64> {
    let mut sum = 0;
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        let status = fs::read_to_string(thread?.path().join("status"))?;
        let counts = status
            .lines()
            .filter_map(|line| line.split_once("ctxt_switches:"));
        for (_, count) in counts {
            sum += count.trim().parse::<u64>()?;
        }
    }
    Ok(sum)
}
