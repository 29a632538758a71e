//! Builds the servers, checks that their answers are right, measures them in turn, prints and keeps the tables.

mod bytes;
mod check;
mod child;
mod compile;
mod contender;
mod figures;
mod held;
mod http;
mod instructions;
mod options;
mod report;
mod source;
mod stdio;
mod tables;
mod workload;

use std::process::ExitCode;

use options::Options;

/// What can go wrong here is only ever shown.
type Result<T = (), E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

fn fail(why: impl Into<String>) -> Box<dyn std::error::Error + Send + Sync> {
    why.into().into()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result {
    match words.split_first() {
        Some((command, rest)) if command == "one-by-one" => stdio::one_by_one(rest),
        Some((command, rest)) if command == "metered" => compile::metered(rest),
        Some((command, rest)) => {
            let options = Options::parse(command, rest)?;
            match command.as_str() {
                "stdio" => stdio::run(&options),
                "held" => held::run(&options),
                "bytes" => bytes::run(&options),
                "compile" => compile::run(&options),
                "http" => http::run(&options),
                "instructions" => instructions::run(&options),
                _ => Err(fail(options::USAGE)),
            }
        }
        None => Err(fail(options::USAGE)),
    }
}
