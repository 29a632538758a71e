//! The lists that the servers publish, read from a folder of them.

use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

/// The variable that names the folder: one JSON array of tools a server, `github.json` and so on.
const VARIABLE: &str = "HAFT_CORPUS";

/// The folder, or none where the variable is not set, which is said.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = env::var_os(VARIABLE).map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: set {VARIABLE}");
    }
    folder
}

/// The tools of one server.
pub(crate) fn tools(folder: &std::path::Path, server: &str) -> Vec<Value> {
    let file = folder.join(format!("{server}.json"));
    let text =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The servers that the folder knows.
pub(crate) fn servers(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let names = entries.filter_map(|entry| {
        let path = entry.expect("the folder can be read").path();
        let is_list = path.extension().is_some_and(|end| end == "json");
        is_list.then(|| {
            path.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}
