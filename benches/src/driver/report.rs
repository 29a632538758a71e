//! Where results are kept: between two comments of a file, with the command that made them.

use std::fs;

use crate::contender::home;
use crate::{Result, fail};

/// Prints a section, and puts it where its markers stand if it is to be kept.
pub(crate) fn section(name: &str, command: &str, text: &str, keep: bool) -> Result {
    println!("{text}");
    if !keep {
        return Ok(());
    }
    let body = format!("\nMade by `{command}`.\n\n{}\n", text.trim_end());
    let mut found = false;
    for file in [home().join("RESULTS.md"), home().join("../README.md")] {
        let old = fs::read_to_string(&file)?;
        if let Some(new) = replaced(&old, name, &body) {
            fs::write(&file, new)?;
            found = true;
        }
    }
    if found {
        Ok(())
    } else {
        Err(fail(format!(
            "no file has the markers <!-- {name} --> and <!-- /{name} -->"
        )))
    }
}

/// The text with what stands between the markers of a name replaced.
fn replaced(text: &str, name: &str, body: &str) -> Option<String> {
    let (before, rest) = text.split_once(&format!("<!-- {name} -->\n"))?;
    let (_, after) = rest.split_once(&format!("<!-- /{name} -->"))?;
    Some(format!(
        "{before}<!-- {name} -->\n{body}<!-- /{name} -->{after}"
    ))
}
