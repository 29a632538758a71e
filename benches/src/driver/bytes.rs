//! What a server needs and what it says: crates of a stdio server, bytes of `tools/list`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::child::Server;
use crate::contender::{self, cargo, cargo_command, target};
use crate::figures::Table;
use crate::options::{Counts, Options};
use crate::source::{Kit, Shape, Spec, corpus, made_up};
use crate::workload::{self, Era, Workload};
use crate::{Result, check, fail, report};

/// How long haft's list may be beside that of the official SDK.
const BUDGET: f64 = 0.85;
const KITS: [Kit; 4] = [Kit::Haft, Kit::Rmcp, Kit::McpAttr, Kit::RustMcpSdk];

pub(crate) fn run(options: &Options) -> Result {
    let kits: Vec<Kit> = KITS
        .into_iter()
        .filter(|kit| options.rivals || *kit == Kit::Haft)
        .filter(|kit| options.wants(kit.name()))
        .collect();
    let mut contenders = options.contenders();
    contenders.retain(|contender| options.wants(contender.name));
    contender::build(&contenders)?;
    let corpus = options.corpus.as_deref().map(corpus).transpose()?;
    let mut published = Vec::new();
    let mut table = Table::new([
        "toolkit",
        "crates of a stdio server",
        "bytes of the four tools",
    ]);
    for kit in kits {
        let own = contenders
            .iter()
            .find(|contender| contender.name.starts_with(kit.name()));
        let own = own.ok_or_else(|| fail(format!("no server of {}", kit.name())))?;
        let list = list_of(own.first_era())?;
        let mut server = check::greeted(own, &list, &[])?;
        let tools = listed(&mut server, &list)?;
        let bytes = tools.iter().map(|tool| tool.bytes);
        table.row([
            kit.name().to_owned(),
            crates(kit)?.to_string(),
            bytes.sum::<usize>().to_string(),
        ]);
        server.end()?;
        if let Some(tools) = &corpus {
            published.push((kit, of_corpus(kit, tools, own.first_era())?));
        }
    }
    let mut text = "Crates: beside the toolkit's own runtime and macros, in the normal dependencies on this platform. Bytes: of the \
         entries of `tools/list`; the tools are written the same way for each toolkit.\n\n"
        .to_owned()
        + &table.into_text();
    if let Some(tools) = &corpus {
        let _ = write!(
            text,
            "\nBytes of {} tools of public servers; in brackets haft's by those.\n\n{}",
            tools.len(),
            by_server(tools, &published).into_text()
        );
    }
    report::section("bytes", &options.command(), &text, options.keep)?;
    if options.counts == Counts::Judged {
        judge(&published)?;
    }
    Ok(())
}

/// What each toolkit publishes for the tools of each server.
type Published = Vec<(Kit, Vec<Listed>)>;

/// A row for each server of the corpus, and one for all.
fn by_server(tools: &[Spec], published: &Published) -> Table {
    let names = published.iter().map(|(kit, _)| kit.name());
    let mut table = Table::new(["server", "tools"].into_iter().chain(names));
    let mut servers: Vec<Option<&str>> = tools.iter().map(|tool| Some(&*tool.server)).collect();
    servers.dedup();
    servers.push(None);
    for server in servers {
        let own = || {
            tools
                .iter()
                .filter(|tool| server.is_none_or(|name| tool.server == name))
        };
        let names: BTreeSet<&str> = own().map(|tool| &*tool.name).collect();
        let sums: Vec<usize> = published
            .iter()
            .map(|(_, listed)| {
                let own = listed.iter().filter(|tool| names.contains(&*tool.name));
                own.map(|tool| tool.bytes).sum()
            })
            .collect();
        let cells = sums.iter().map(|bytes| match sums.first() {
            Some(haft) if haft != bytes => format!("{bytes} ({:.2})", share(*haft, *bytes)),
            _ => bytes.to_string(),
        });
        let head = [
            server.unwrap_or("all").to_owned(),
            own().count().to_string(),
        ];
        table.row(head.into_iter().chain(cells));
    }
    table
}

#[expect(clippy::cast_precision_loss, reason = "bytes of a list are exact")]
fn share(one: usize, other: usize) -> f64 {
    one as f64 / other as f64
}

/// An error unless haft's list is as much shorter than the official SDK's as the budget says.
fn judge(published: &Published) -> Result {
    let sum = |kit: Kit| {
        let listed = &published.iter().find(|(known, _)| *known == kit)?.1;
        Some(listed.iter().map(|tool| tool.bytes).sum::<usize>())
    };
    let (Some(haft), Some(rmcp)) = (sum(Kit::Haft), sum(Kit::Rmcp)) else {
        return Err(fail("the budget is about a corpus, for haft beside rmcp"));
    };
    let share = share(haft, rmcp);
    if share > BUDGET {
        return Err(fail(format!(
            "bytes of the list: {share:.2} of rmcp's, at most {BUDGET}"
        )));
    }
    println!("bytes of the list: {share:.2} of rmcp's, at most {BUDGET}");
    Ok(())
}

fn list_of(era: Era) -> Result<Workload> {
    workload::of(era)
        .into_iter()
        .find(|workload| workload.name == "list")
        .ok_or_else(|| fail("no such workload"))
}

/// A tool as it is listed.
struct Listed {
    name: String,
    bytes: usize,
}

/// The tools in the answer.
fn listed(server: &mut Server, list: &Workload) -> Result<Vec<Listed>> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        result: Listing<'a>,
    }
    #[derive(Deserialize)]
    struct Listing<'a> {
        #[serde(borrow)]
        tools: Vec<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let answer = String::from_utf8(server.ask(list.line(7).as_bytes())?)?;
    let answer: Answer<'_> = serde_json::from_str(&answer)?;
    let tools = answer.result.tools.into_iter().map(|tool| {
        let Named { name } = serde_json::from_str(tool.get())?;
        let bytes = tool.get().len();
        Ok(Listed { name, bytes })
    });
    tools.collect()
}

/// Builds a server with the tools of the corpus and asks it.
fn of_corpus(kit: Kit, tools: &[Spec], era: Era) -> Result<Vec<Listed>> {
    let below = format!("generated/{}", kit.name());
    let folder = target()?.join(&below).join("corpus");
    kit.write(&folder, tools)?;
    cargo(&folder.join("Cargo.toml"), &below, &["build"])?;
    let program = target()?
        .join(&below)
        .join("debug")
        .join(format!("generated-{}", kit.name()));
    let mut server = Server::start(&mut Command::new(program))?;
    if era == Era::Handshake {
        server.handshake()?;
    }
    let listed = listed(&mut server, &list_of(era)?)?;
    server.end()?;
    if listed.len() == tools.len() {
        Ok(listed)
    } else {
        Err(fail(format!(
            "{} lists {} of {} tools",
            kit.name(),
            listed.len(),
            tools.len()
        )))
    }
}

/// How many crates a stdio server of one tool has beside the toolkit's own.
fn crates(kit: Kit) -> Result<usize> {
    let below = format!("generated/{}", kit.name());
    let folder = target()?.join(&below).join("one");
    kit.write(&folder, &made_up(Shape::Plain, 1))?;
    count(&folder.join("Cargo.toml"), &below, kit)
}

fn count(manifest: &Path, below: &str, kit: Kit) -> Result<usize> {
    let words = [
        "tree",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--no-dedupe",
    ];
    let output = cargo_command(manifest, below, &words)?.output()?;
    if !output.status.success() {
        return Err(fail(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let own = match kit {
        Kit::Haft => ["haft", "haft-macros"],
        Kit::Rmcp => ["rmcp", "rmcp-macros"],
        Kit::McpAttr => ["mcp-attr", "mcp-attr-macros"],
        Kit::RustMcpSdk => ["rust-mcp-sdk", "rust-mcp-macros"],
    };
    let text = String::from_utf8(output.stdout)?;
    let names = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next().zip(words.next())
    });
    let unique: BTreeSet<_> = names
        .filter(|(name, _)| !own.contains(name) && !name.starts_with("generated-"))
        .collect();
    Ok(unique.len())
}
