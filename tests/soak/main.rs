//! A soak: `soak [--seconds N] [--rate LINES]` drives a server of its own with everything that a client may do and checks every answer.

mod client;
mod ledger;
mod server;
mod traffic;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use client::Plan;

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
    let mut plan = Plan {
        time: Duration::from_secs(20 * 60),
        rate: 3_000,
        seed: 1,
    };
    for option in arguments.chunks(2) {
        let number = option.get(1).and_then(|number| number.parse().ok());
        match (option.first().map(String::as_str), number) {
            (Some("--seconds"), Some(seconds)) => plan.time = Duration::from_secs(seconds),
            (Some("--rate"), Some(rate)) => plan.rate = rate,
            (Some("--seed"), Some(seed)) => plan.seed = seed,
            _ => {
                eprintln!("usage: soak [--seconds N] [--rate LINES_A_SECOND] [--seed N]");
                return ExitCode::FAILURE;
            }
        }
    }
    let report = client::drive(&plan);
    println!("{report}");
    if report.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
