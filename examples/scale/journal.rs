//! A journal that any number of copies keep together: `journal ADDRESS FILE`. What is shared stands in the file, so that it
//! does not matter which copy is asked.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, process};

use haft::{Json, Server, tools};

/// One copy of the server.
struct Journal {
    copy: String,
    file: PathBuf,
}

/// An entry of the journal.
#[haft::schema(output)]
struct Entry {
    /// The copy that wrote it.
    copy: String,
    /// What it says.
    text: String,
}

/// How many entries there are.
#[haft::schema(output)]
struct Tally {
    /// The copy that counted.
    copy: String,
    /// How many.
    entries: usize,
}

#[tools]
impl Journal {
    /// Write an entry.
    #[tool(destructive = false)]
    fn write_entry(
        &self,
        /// What it says: one line.
        #[arg(pattern = "^[^\\t\\n\\r]*$")]
        text: String,
    ) -> Result<Json<Entry>, io::Error> {
        let line = format!("{}\t{text}\n", self.copy);
        // Each line goes out in one write at the end of the file, wherever another copy has just put that.
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)?;
        file.write_all(line.as_bytes())?;
        let copy = self.copy.clone();
        Ok(Json(Entry { copy, text }))
    }

    /// Read the latest entries, the oldest first.
    #[tool(read_only)]
    fn read_entries(
        &self,
        /// Read so many.
        #[arg(default = 10, maximum = 1_000)]
        most: usize,
    ) -> Result<Json<Vec<Entry>>, io::Error> {
        let text = self.text()?;
        let lines: Vec<&str> = text.lines().collect();
        let latest = lines.get(lines.len().saturating_sub(most)..);
        let entries = latest.unwrap_or_default().iter();
        let entry = |line: &&str| {
            let (copy, text) = line.split_once('\t')?;
            let (copy, text) = (copy.to_owned(), text.to_owned());
            Some(Entry { copy, text })
        };
        Ok(Json(entries.filter_map(entry).collect()))
    }

    /// Count the entries.
    #[tool(read_only)]
    fn count_entries(&self) -> Result<Json<Tally>, io::Error> {
        Ok(Json(Tally {
            copy: self.copy.clone(),
            entries: self.text()?.lines().count(),
        }))
    }

    fn text(&self) -> io::Result<String> {
        match fs::read_to_string(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            read => read,
        }
    }
}

fn main() -> haft::Result {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, file] = arguments.as_slice() else {
        eprintln!("usage: journal ADDRESS FILE");
        process::exit(2);
    };
    Server::builder("journal", env!("CARGO_PKG_VERSION"))
        .tools(Journal {
            copy: address.clone(),
            file: file.into(),
        })
        .serve_http(address.clone())
}
