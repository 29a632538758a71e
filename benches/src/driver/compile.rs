//! What a toolkit costs at compile time: CPU time of `check` and release builds, size per tool, memory of the compiler.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};

use crate::child::children;
use crate::contender::{cargo, cargo_command, target};
use crate::figures::{Table, short};
use crate::options::Options;
use crate::source::{Kit, Shape, made_up};
use crate::{Result, fail, report, tables};

/// What a build has cost.
#[derive(Clone, Copy, Debug)]
struct Meter {
    /// Seconds.
    wall: f64,
    /// Seconds of all processes.
    cpu: f64,
    /// MiB of the largest process.
    peak: f64,
}

pub(crate) fn run(options: &Options) -> Result {
    let kits = if options.rivals {
        [Kit::Haft, Kit::Rmcp].as_slice()
    } else {
        &[Kit::Haft]
    };
    let counts: &[usize] = if options.divisor > 1 {
        &[1, 10]
    } else {
        &[1, 100, 1_000]
    };
    let many = if options.divisor > 1 { 10 } else { 100 };
    let mut text = format!(
        "{}. Own target folder each, sources fetched before, stock profiles but for `strip = true`. CPU seconds are the \
         ones to compare.\n\nA server of one tool, everything built:\n\n",
        tables::machine()
    );
    text.push_str(&clean(kits)?);
    text.push_str(
        "\nTools of mixed signatures in one crate, dependencies built before. `check`: after an edit of one tool; peak: the \
         compiler's memory in the release build:\n\n",
    );
    text.push_str(&grown(kits, counts)?);
    writeln!(
        text,
        "\nPer tool, from {many} tools of one signature against one:\n"
    )?;
    text.push_str(&per_tool(kits, many)?);
    report::section("compile", &options.command(), &text, options.keep)
}

fn clean(kits: &[Kit]) -> Result<String> {
    let mut table = Table::new([
        "toolkit",
        "check, CPU s",
        "check, s",
        "release, CPU s",
        "release, s",
        "peak, MiB",
        "stripped, KiB",
    ]);
    for kit in kits {
        let project = Project::new(*kit)?;
        project.write(Shape::Plain, 1)?;
        project.fetch()?;
        project.clean()?;
        let check = project.meter(&["check"])?;
        project.clean()?;
        let release = project.meter(&["build", "--release"])?;
        table.row([
            kit.name().to_owned(),
            short(check.cpu),
            short(check.wall),
            short(release.cpu),
            short(release.wall),
            short(release.peak),
            short(project.size()? / 1024.0),
        ]);
    }
    Ok(table.into_text())
}

fn grown(kits: &[Kit], counts: &[usize]) -> Result<String> {
    let columns = [
        "toolkit",
        "tools",
        "check, CPU s",
        "release, CPU s",
        "peak, MiB",
        "stripped, KiB",
        "bytes per tool",
    ];
    let mut table = Table::new(columns);
    for kit in kits {
        let project = Project::new(*kit)?;
        let mut first = None;
        for &count in counts {
            let check = project.edited(Shape::Mixed, count)?;
            let release = project.released(Shape::Mixed, count)?;
            let size = project.size()?;
            let (tools, base) = *first.get_or_insert((count, size));
            let each = (size - base) / (count - tools) as f64;
            table.row([
                kit.name().to_owned(),
                count.to_string(),
                short(check.cpu),
                short(release.cpu),
                short(release.peak),
                short(size / 1024.0),
                short(each),
            ]);
        }
    }
    Ok(table.into_text())
}

fn per_tool(kits: &[Kit], many: usize) -> Result<String> {
    let mut table = Table::new(["toolkit", "tool", "bytes", "release, CPU s", "check, CPU s"]);
    let shapes = [
        (Shape::Plain, "`fn` of two integers"),
        (Shape::PlainAsync, "`async fn` of two integers"),
        (Shape::Struct, "`fn` of a derived struct"),
    ];
    for kit in kits {
        let project = Project::new(*kit)?;
        for (shape, title) in shapes {
            let measure = |count| {
                let check = project.edited(shape, count)?;
                let release = project.released(shape, count)?;
                Ok::<_, Box<dyn std::error::Error + Send + Sync>>((
                    project.size()?,
                    release.cpu,
                    check.cpu,
                ))
            };
            let (one, all) = (measure(1)?, measure(many)?);
            let each = |one: f64, all: f64| (all - one) / (many - 1) as f64;
            table.row([
                kit.name().to_owned(),
                title.to_owned(),
                short(each(one.0, all.0)),
                format!("{:.4}", each(one.1, all.1)),
                format!("{:.4}", each(one.2, all.2)),
            ]);
        }
    }
    Ok(table.into_text())
}

/// A generated crate with a target folder of its own.
struct Project {
    kit: Kit,
    folder: PathBuf,
    below: String,
}

impl Project {
    fn new(kit: Kit) -> Result<Self> {
        let below = format!("compile/{}", kit.name());
        Ok(Self {
            kit,
            folder: target()?.join(format!("{below}-crate")),
            below,
        })
    }

    fn manifest(&self) -> PathBuf {
        self.folder.join("Cargo.toml")
    }

    fn source(&self) -> PathBuf {
        self.folder.join("src/main.rs")
    }

    fn write(&self, shape: Shape, count: usize) -> Result {
        self.kit.write(&self.folder, &made_up(shape, count))
    }

    fn fetch(&self) -> Result {
        cargo(&self.manifest(), &self.below, &["fetch"])
    }

    fn clean(&self) -> Result {
        cargo(&self.manifest(), &self.below, &["clean", "--quiet"])
    }

    /// `check` after an edit of one tool.
    fn edited(&self, shape: Shape, count: usize) -> Result<Meter> {
        self.write(shape, count)?;
        cargo(&self.manifest(), &self.below, &["check", "--quiet"])?;
        let source = fs::read_to_string(self.source())?;
        fs::write(
            self.source(),
            source.replacen("Run tool_0.", "Run tool_0, edited.", 1),
        )?;
        self.meter(&["check"])
    }

    /// A release build of the crate alone.
    fn released(&self, shape: Shape, count: usize) -> Result<Meter> {
        self.write(shape, count)?;
        cargo(
            &self.manifest(),
            &self.below,
            &["build", "--release", "--quiet"],
        )?;
        let source = fs::read_to_string(self.source())?;
        fs::write(
            self.source(),
            source.replacen("Run tool_0.", "Run tool_0, edited.", 1),
        )?;
        self.meter(&["build", "--release"])
    }

    /// Bytes of the program.
    fn size(&self) -> Result<f64> {
        let program = target()?
            .join(&self.below)
            .join("release")
            .join(format!("generated-{}", self.kit.name()));
        Ok(fs::metadata(program)?.len() as f64)
    }

    fn meter(&self, words: &[&str]) -> Result<Meter> {
        eprintln!("{}: {}", self.kit.name(), words.join(" "));
        meter(&cargo_command(
            &self.manifest(),
            &self.below,
            &[words, &["--quiet"]].concat(),
        )?)
    }
}

/// Runs a command under this program in a process of its own, so that no other child's memory is counted.
fn meter(command: &Command) -> Result<Meter> {
    let mut own = Command::new(env::current_exe()?);
    own.arg("metered")
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            own.env(name, value);
        }
    }
    let output = own.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    match numbers.as_slice() {
        [wall, cpu, peak] if output.status.success() => Ok(Meter {
            wall: *wall,
            cpu: *cpu,
            peak: *peak,
        }),
        _ => Err(fail(format!(
            "{} failed",
            Path::new(command.get_program()).display()
        ))),
    }
}

/// Runs a command; prints seconds, CPU seconds and the MiB of its largest process.
pub(crate) fn metered(words: &[String]) -> Result {
    let (program, rest) = words
        .split_first()
        .ok_or_else(|| fail("not to be called by hand"))?;
    let start = Instant::now();
    let status = Command::new(program)
        .args(rest)
        .stdout(Stdio::null())
        .status()?;
    if !status.success() {
        return Err(fail(format!("{program} {} failed", rest.join(" "))));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), children()?.as_secs_f64());
    println!("{wall} {cpu} {}", usage.max_rss() as f64 / 1024.0);
    Ok(())
}
