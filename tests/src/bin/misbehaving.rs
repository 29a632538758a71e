//! A server whose tools do what no tool should, for tests that need a process; its arguments choose how it is served.

use std::io::{self, Write as _};
use std::process::Command;
use std::time::Duration;
use std::{env, thread};

use haft::__private::{Define, Definition};
use haft::{Server, Tool, tool};

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Print a line to the standard output.
#[tool]
fn shout(text: &str) {
    println!("{text}");
}

/// Print to the standard output and do not end the line.
#[tool]
fn mutter(text: &str) {
    print!("{text}");
}

/// Have a child process print a line to the standard output.
#[tool]
fn delegate(text: &str) -> Result<(), io::Error> {
    Command::new("echo").arg(text).status().map(drop)
}

/// Sleep for some milliseconds.
#[tool]
fn nap(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Never come back.
#[tool]
fn hang() {
    loop {
        thread::park();
    }
}

/// Never come back, and let nobody else print.
#[tool]
fn hog() {
    let _locked = io::stdout().lock();
    loop {
        thread::park();
    }
}

/// Never be done.
#[tool]
async fn pend() {
    std::future::pending::<()>().await;
}

/// A tool as a crate with `panic = "abort"` defines it.
struct Aborting;

impl Define for Aborting {
    fn define() -> Definition {
        Definition {
            name: "aborting",
            aborts: true,
            ..add::define()
        }
    }
}

fn main() -> haft::Result {
    let chosen: Vec<String> = env::args().collect();
    let is_chosen = |name: &str| chosen.iter().any(|argument| argument == name);
    let mut builder = Server::builder("misbehaving", "1.2.3")
        .tool::<add>()
        .tool::<shout>()
        .tool::<mutter>()
        .tool::<delegate>()
        .tool::<nap>()
        .tool::<hang>()
        .tool::<hog>()
        .tool::<pend>()
        .grace(Duration::from_millis(if is_chosen("patient") {
            600_000
        } else {
            50
        }))
        .max_message(10_000);
    if is_chosen("unguarded") {
        builder = builder.stdout_guard(false);
    }
    if is_chosen("aborting") {
        builder = builder.row(Tool::of::<Aborting>());
    }
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
    };
    if is_chosen("inside") {
        runtime()?.block_on(async { builder.serve_stdio() })?;
    } else if is_chosen("tokio") {
        runtime()?.block_on(builder.stdio())?;
    } else {
        builder.serve_stdio()?;
    }
    if is_chosen("farewell") {
        println!("farewell");
    }
    let _ = writeln!(io::stderr(), "served");
    if is_chosen("linger") {
        hang();
    }
    Ok(())
}
