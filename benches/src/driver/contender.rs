//! Who takes part: how each server is built and started.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workload::{Era, Workload};
use crate::{Result, fail};

/// A server of the comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    package: Package,
    argument: Option<&'static str>,
    /// Appended to the name of a tool, for haft's plain functions.
    pub(crate) suffix: &'static str,
    eras: &'static [Era],
    /// Whether it can have further tools.
    further: bool,
    /// Into how many parts of the usual number of calls a round is cut, for those that take longer.
    pub(crate) share: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Package {
    /// Of this package.
    Own(&'static str),
    /// Of the workspace in `rivals/`.
    Rival(&'static str),
}

const BOTH: &[Era] = &[Era::Handshake, Era::Stateless];

const fn own(name: &'static str, binary: &'static str) -> Contender {
    Contender {
        name,
        package: Package::Own(binary),
        argument: None,
        suffix: "",
        eras: BOTH,
        further: true,
        share: 1,
    }
}

const fn rival(
    name: &'static str,
    package: &'static str,
    eras: &'static [Era],
    share: usize,
) -> Contender {
    Contender {
        name,
        package: Package::Rival(package),
        argument: None,
        suffix: "",
        eras,
        further: false,
        share,
    }
}

/// Everyone; the first is what the others are measured by.
pub(crate) const ALL: [Contender; 8] = [
    own("limit", "limit"),
    own("limit-onepass", "limit-onepass"),
    own("haft", "haft-bench-server"),
    Contender {
        suffix: "_sync",
        ..own("haft-fn", "haft-bench-server")
    },
    Contender {
        argument: Some("best"),
        further: true,
        ..rival("rmcp-best", "rival-rmcp", BOTH, 2)
    },
    Contender {
        argument: Some("documented"),
        ..rival("rmcp", "rival-rmcp", BOTH, 8)
    },
    rival("mcp-attr", "rival-mcp-attr", &[Era::Handshake], 4),
    rival("rust-mcp-sdk", "rival-rust-mcp-sdk", &[Era::Stateless], 8),
];

impl Contender {
    pub(crate) fn is_rival(&self) -> bool {
        matches!(self.package, Package::Rival(_))
    }

    /// Whether it can be asked this.
    pub(crate) fn takes(&self, workload: &Workload) -> bool {
        self.eras.contains(&workload.era)
            && (workload.further.is_none() || self.further)
            && (self.suffix.is_empty() || workload.is_call())
    }

    /// The era that it is spoken to in where both will do.
    pub(crate) fn first_era(&self) -> Era {
        self.eras.first().copied().unwrap_or(Era::Handshake)
    }

    /// The program that serves on its standard streams.
    pub(crate) fn program(&self) -> Result<PathBuf> {
        let release = target()?.join(match self.package {
            Package::Own(_) => "stdio/release",
            Package::Rival(_) => "rivals/release",
        });
        let (Package::Own(name) | Package::Rival(name)) = self.package;
        Ok(release.join(name))
    }

    /// The environment that makes it have the tools of a workload.
    pub(crate) fn environment(&self, workload: &Workload) -> Vec<(&'static str, String)> {
        let set = if workload.further.is_some() {
            "none"
        } else if self.suffix.is_empty() {
            "four"
        } else {
            "all"
        };
        let mut variables = vec![("RIG_SET", set.to_owned())];
        variables.extend(
            workload
                .further
                .map(|count| ("RIG_TOOLS", count.to_string())),
        );
        variables
    }

    /// A command for its server under a workload; behind a wrapper if there is one.
    pub(crate) fn command(&self, workload: &Workload, wrapper: &[String]) -> Result<Command> {
        let program = self.program()?;
        let mut command = match wrapper {
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(program);
                command
            }
            [] => Command::new(program),
        };
        command.args(self.argument).envs(self.environment(workload));
        command.env_remove("RUST_BACKTRACE").env_remove("RUST_LOG");
        Ok(command)
    }
}

/// The folder of this package.
pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Cargo's target folder, of which this program is run.
pub(crate) fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let target = program.parent().and_then(Path::parent);
    target
        .map(Path::to_owned)
        .ok_or_else(|| fail("this program is not in Cargo's target folder"))
}

/// Builds whoever takes part.
pub(crate) fn build(contenders: &[Contender]) -> Result {
    let manifest = home().join("Cargo.toml");
    cargo(
        &manifest,
        "stdio",
        &["build", "--release", "--bins", "--no-default-features"],
    )?;
    let mut packages: Vec<&str> = Vec::new();
    for contender in contenders {
        if let Package::Rival(package) = contender.package
            && !packages.contains(&package)
        {
            packages.push(package);
        }
    }
    // One at a time: what one switches on in a shared dependency must not reach the others.
    packages.into_iter().try_for_each(build_rival)
}

/// Builds a package of the rivals' workspace.
pub(crate) fn build_rival(package: &str) -> Result {
    cargo(
        &home().join("rivals/Cargo.toml"),
        "rivals",
        &["build", "--release", "--package", package],
    )
}

/// Runs cargo on a manifest; what it makes goes below the target folder.
pub(crate) fn cargo(manifest: &Path, below: &str, words: &[&str]) -> Result {
    let status = cargo_command(manifest, below, words)?.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(fail(format!("`cargo {}` failed", words.join(" "))))
    }
}

/// The command that does so.
pub(crate) fn cargo_command(manifest: &Path, below: &str, words: &[&str]) -> Result<Command> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).arg("--manifest-path").arg(manifest);
    command
        .env("CARGO_TARGET_DIR", target()?.join(below))
        .stdin(Stdio::null());
    Ok(command)
}
