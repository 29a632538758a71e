//! Files under one root directory: `files [--http ADDRESS] [ROOT]` lists, reads and searches them, and nothing outside.

use std::path::{Component, Path, PathBuf};
use std::{env, fmt, fs, io};

use haft::{Json, Server, tools};

/// The directory that the tools may look into.
struct Files {
    root: PathBuf,
}

/// A file or directory.
#[haft::schema(output)]
struct Entry {
    /// Path relative to the root.
    path: String,
    /// Whether it is a directory.
    directory: bool,
    /// Size in bytes; 0 for a directory.
    bytes: u64,
}

/// A line that holds what was searched for.
#[haft::schema(output)]
struct Hit {
    /// Path relative to the root.
    path: String,
    /// Line number, counted from 1.
    line: usize,
    /// The line.
    text: String,
}

/// Why a path was not looked into.
#[derive(Debug)]
enum FileError {
    Outside(PathBuf),
    NotText(PathBuf),
    Io(PathBuf, io::Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(path) => {
                write!(
                    f,
                    "{} is outside of the root; give a path below it, such as \"src\"",
                    path.display()
                )
            }
            Self::NotText(path) => write!(f, "{} is not UTF-8 text", path.display()),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FileError {}

#[tools]
impl Files {
    /// List the files and directories in a directory.
    #[tool(read_only, title = "List files")]
    fn list_files(
        &self,
        /// Path relative to the root; the root itself when absent.
        #[arg(default = ".")]
        path: &Path,
    ) -> Result<Json<Vec<Entry>>, FileError> {
        let directory = self.inside(path)?;
        let mut entries = Vec::new();
        for entry in read_dir(&directory)? {
            let Ok(data) = entry.metadata() else { continue };
            let bytes = if data.is_dir() { 0 } else { data.len() };
            entries.push(Entry {
                path: self.relative(&entry.path()),
                directory: data.is_dir(),
                bytes,
            });
        }
        Ok(Json(entries))
    }

    /// Read a UTF-8 text file by relative path.
    #[tool(read_only, title = "Read a file")]
    fn read_file(
        &self,
        /// Path relative to the root.
        path: &Path,
        /// Read at most this many lines.
        #[arg(default = 2_000)]
        lines: usize,
    ) -> Result<String, FileError> {
        let text = read(&self.inside(path)?, path)?;
        Ok(text.split_inclusive('\n').take(lines).collect())
    }

    /// Find the lines that contain a text, in a file or in all files below a directory.
    ///
    /// - Case counts.
    /// - Files that are not UTF-8 text are passed over.
    #[tool(read_only, title = "Search files")]
    fn search_files(
        &self,
        /// The text to look for.
        text: &str,
        /// Where to look, relative to the root; everywhere when absent.
        #[arg(default = ".")]
        path: &Path,
        /// Stop after this many lines.
        #[arg(default = 100)]
        limit: usize,
    ) -> Result<Json<Vec<Hit>>, FileError> {
        let mut hits = Vec::new();
        let mut pending = vec![self.inside(path)?];
        while let Some(place) = pending.pop() {
            if place.is_dir() {
                let entries = read_dir(&place)?;
                // A link may lead out of the root, or in a circle.
                let below = entries
                    .into_iter()
                    .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
                pending.extend(
                    below
                        .map(|entry| entry.path())
                        .collect::<Vec<_>>()
                        .into_iter()
                        .rev(),
                );
                continue;
            }
            let Ok(content) = fs::read_to_string(&place) else {
                continue;
            };
            for (index, line) in content
                .lines()
                .enumerate()
                .filter(|(_, line)| line.contains(text))
            {
                if hits.len() == limit {
                    return Ok(Json(hits));
                }
                hits.push(Hit {
                    path: self.relative(&place),
                    line: index + 1,
                    text: line.to_owned(),
                });
            }
        }
        Ok(Json(hits))
    }

    /// The real place of a path, links followed, if it lies below the root.
    fn inside(&self, path: &Path) -> Result<PathBuf, FileError> {
        let outside = || FileError::Outside(path.to_owned());
        if path
            .components()
            .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
        {
            return Err(outside());
        }
        let place = self
            .root
            .join(path)
            .canonicalize()
            .map_err(|error| FileError::Io(path.to_owned(), error))?;
        if place.starts_with(&self.root) {
            Ok(place)
        } else {
            Err(outside())
        }
    }

    fn relative(&self, place: &Path) -> String {
        place
            .strip_prefix(&self.root)
            .unwrap_or(place)
            .display()
            .to_string()
    }
}

/// The entries of a directory, by name.
fn read_dir(directory: &Path) -> Result<Vec<fs::DirEntry>, FileError> {
    let failed = |error| FileError::Io(directory.file_name().unwrap_or_default().into(), error);
    let mut entries: Vec<_> = fs::read_dir(directory)
        .map_err(failed)?
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    Ok(entries)
}

fn read(place: &Path, path: &Path) -> Result<String, FileError> {
    fs::read_to_string(place).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => FileError::NotText(path.to_owned()),
        _ => FileError::Io(path.to_owned(), error),
    })
}

fn server(root: PathBuf) -> haft::Result<Server> {
    let server = Server::builder("files", env!("CARGO_PKG_VERSION"))
        .instructions(
            "Paths are relative to the root directory; nothing outside of it can be reached.",
        )
        .tools(Files { root });
    Ok(server.build()?)
}

fn main() -> haft::Result {
    let mut arguments = env::args_os().skip(1).peekable();
    let over_http = arguments.next_if(|argument| argument == "--http").is_some();
    let address = if over_http { arguments.next() } else { None };
    let root = arguments
        .next()
        .map_or_else(|| PathBuf::from("."), PathBuf::from)
        .canonicalize()?;
    let server = server(root)?;
    match address {
        Some(address) => server.serve_http(address.to_string_lossy().into_owned()),
        None if over_http => Err(io::Error::other("usage: files [--http ADDRESS] [ROOT]").into()),
        None => server.serve_stdio(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn schemas_keep_their_promise() -> haft::Result {
        haft::testing::assert_contract(&super::server(".".into())?);
        Ok(())
    }
}
