//! What a server needs and what it says: crates of a stdio server, bytes of `tools/list`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::child::Server;
use crate::contender::{self, cargo, cargo_command, target};
use crate::figures::Table;
use crate::options::Options;
use crate::source::{Kit, Shape, Spec, corpus, made_up};
use crate::workload::{self, Era, Workload};
use crate::{Result, check, fail, report};

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
    let mut columns = vec![
        "toolkit".to_owned(),
        "crates of a stdio server".to_owned(),
        "bytes of the four tools".to_owned(),
    ];
    columns.extend(
        corpus
            .as_ref()
            .map(|tools| format!("bytes of {} tools of public servers", tools.len())),
    );
    let mut table = Table::new(columns);
    for kit in kits {
        let own = contenders
            .iter()
            .find(|contender| contender.name.starts_with(kit.name()));
        let own = own.ok_or_else(|| fail(format!("no server of {}", kit.name())))?;
        let list = list_of(own.first_era())?;
        let mut server = check::greeted(own, &list, &[])?;
        let mut cells = vec![
            kit.name().to_owned(),
            crates(kit)?.to_string(),
            listed(&mut server, &list)?.to_string(),
        ];
        server.end()?;
        if let Some(tools) = &corpus {
            cells.push(of_corpus(kit, tools, own.first_era())?.to_string());
        }
        table.row(cells);
    }
    let text = "Crates: beside the toolkit's own runtime and macros, in the normal dependencies on this platform. Bytes: of the \
         array `tools`; the tools are written the same way for each toolkit.\n\n";
    report::section(
        "bytes",
        &options.command(),
        &(text.to_owned() + &table.into_text()),
        options.keep,
    )
}

fn list_of(era: Era) -> Result<Workload> {
    workload::of(era)
        .into_iter()
        .find(|workload| workload.name == "list")
        .ok_or_else(|| fail("no such workload"))
}

/// The bytes of the tools in the answer.
fn listed(server: &mut Server, list: &Workload) -> Result<usize> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        result: Listing<'a>,
    }
    #[derive(Deserialize)]
    struct Listing<'a> {
        #[serde(borrow)]
        tools: &'a RawValue,
    }
    let answer = String::from_utf8(server.ask(list.line(7).as_bytes())?)?;
    let answer: Answer<'_> = serde_json::from_str(&answer)?;
    Ok(answer.result.tools.get().len())
}

/// Builds a server with the tools of the corpus and asks it.
fn of_corpus(kit: Kit, tools: &[Spec], era: Era) -> Result<usize> {
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
    let bytes = listed(&mut server, &list_of(era)?)?;
    server.end()?;
    Ok(bytes)
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
