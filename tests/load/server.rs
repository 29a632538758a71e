//! The server under load, a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use haft::{Call, tool};
use tokio::time::sleep;

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> Result<i64, &'static str> {
    a.checked_add(b).ok_or("the sum does not fit")
}

/// Give a text back.
#[tool]
fn echo(text: &str) -> &str {
    text
}

/// Block for some time.
#[tool]
fn nap(milliseconds: u64) -> u64 {
    thread::sleep(Duration::from_millis(milliseconds));
    milliseconds
}

/// Wait for some time without a thread.
#[tool]
async fn rest(milliseconds: u64) -> u64 {
    sleep(Duration::from_millis(milliseconds)).await;
    milliseconds
}

/// Report progress.
#[tool]
async fn climb(call: Call, steps: u32) -> u32 {
    for step in 1..=steps {
        call.progress((step, steps));
        sleep(Duration::from_millis(5)).await;
    }
    steps
}

/// Report progress, at length and without an end.
#[tool]
async fn chatter(call: Call) {
    let message = "x".repeat(60 * 1024);
    for step in 1_u64.. {
        call.progress(haft::Progress::new(step).message(message.as_str()));
        sleep(Duration::from_millis(21)).await;
    }
}

/// Serves on a port that it tells on the standard output.
pub(crate) fn serve() -> haft::Result {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?);
    io::stdout().flush()?;
    haft::Server::builder("loaded", "1.0.0")
        .tool::<add>()
        .tool::<echo>()
        .tool::<nap>()
        .tool::<rest>()
        .tool::<climb>()
        .tool::<chatter>()
        .tools_may_change()
        .serve_http(listener)
}

/// The server as its client has it.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

/// Two arenas, as many as threads that serve, which give back within a second what nobody has.
const GIVE_BACK: &str = "narenas:2,dirty_decay_ms:1000,muzzy_decay_ms:0,background_thread:true";

impl Server {
    /// Starts it and waits until it listens.
    pub(crate) fn start() -> Self {
        let program = env::current_exe().expect("a program knows its path");
        let mut process = Command::new(program)
            .arg("serve")
            // A backtrace reads the program's whole debugging information into memory.
            .env("RUST_BACKTRACE", "0")
            .env("_RJEM_MALLOC_CONF", GIVE_BACK)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server can be started");
        let mut address = String::new();
        let mut output = BufReader::new(process.stdout.take().expect("piped"));
        output
            .read_line(&mut address)
            .expect("it tells its address");
        let address = address.trim().parse().expect("an address");
        // It listens, and is what it is before anybody asks anything.
        thread::sleep(Duration::from_millis(200));
        Self { process, address }
    }

    /// Resident memory in KiB, on Linux.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// The most that it ever was.
    pub(crate) fn most_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// Tells it to end, and says whether it does, in good time and with a good word.
    pub(crate) fn ends_well(&mut self) -> bool {
        if cfg!(not(unix)) {
            return self.process.kill().is_ok();
        }
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        let begun = Instant::now();
        while told.is_ok() && begun.elapsed() < Duration::from_secs(30) {
            if let Ok(Some(status)) = self.process.try_wait() {
                return status.success();
            }
            thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
