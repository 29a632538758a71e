//! Load: `load [--seconds N] [--connections N]` has a server of its own answer many connections at once, looks at every
//! answer, and at what the server keeps in memory when they are gone, or when a client stops or does not read.

mod client;
mod questions;
mod rude;
mod server;

use std::env;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use server::Server;
use tikv_jemallocator::Jemalloc;

/// The C library's own keeps the better part of what has been freed: hyper gives each connection two buffers of 8 KiB, in
/// which glibc sees small pieces that wait to be used again. So it would be measured, not what the server holds.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// How long the server has to come to rest.
const REST: Duration = Duration::from_secs(10);
/// KiB beyond a fifth that the server may keep.
const SLACK: u64 = 8 * 1024;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments == ["serve"] {
        return match server::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error:?}");
                ExitCode::FAILURE
            }
        };
    }
    let (mut seconds, mut connections) = (30, 1_000);
    for option in arguments.chunks(2) {
        let number = option.get(1).and_then(|number| number.parse().ok());
        match (option.first().map(String::as_str), number) {
            (Some("--seconds"), Some(number)) => seconds = number,
            (Some("--connections"), Some(number)) => connections = number,
            _ => {
                eprintln!("usage: load [--seconds N] [--connections N]");
                return ExitCode::FAILURE;
            }
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    match runtime.block_on(run(Duration::from_secs(seconds), connections)) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(report) => {
            println!("{report}");
            ExitCode::FAILURE
        }
    }
}

async fn run(time: Duration, connections: u64) -> Result<String, String> {
    let mut server = Server::start();
    let before = server.memory();
    let load = client::load(server.address, time, connections).await;
    let during = server.most_memory();
    tokio::time::sleep(REST).await;
    let after = server.memory();
    let most = before.map(|before| before + before / 5 + SLACK);
    let mut report = format!(
        "load: {} s, {connections} connections, {} requests answered (slowest {:.2} s), {} connections made anew; {} differences",
        time.as_secs(),
        load.answers,
        load.slowest.as_secs_f64(),
        load.reconnected,
        load.differences.len(),
    );
    if let (Some(before), Some(during), Some(after), Some(most)) = (before, during, after, most) {
        let _ = write!(
            report,
            "; memory {before} KiB before, {during} KiB at most, {after} KiB {} s after, {most} KiB allowed",
            REST.as_secs()
        );
    }
    let mut faults = load.differences;
    if after > most {
        faults.push("the server keeps more memory than is allowed".to_owned());
    }
    if load.answers == 0 {
        faults.push("nothing was answered".to_owned());
    }
    // Another server: this one has free memory to give that would not show.
    let mut fresh = Server::start();
    rude::try_all(&fresh, &mut report, &mut faults).await;
    if !server.ends_well() || !fresh.ends_well() {
        faults.push("a server does not end well".to_owned());
    }
    if faults.is_empty() {
        return Ok(report);
    }
    for fault in faults.iter().take(20) {
        let _ = write!(report, "\n- {fault}");
    }
    Err(report)
}
