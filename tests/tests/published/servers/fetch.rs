//! The tool of a server that reads the web.

use haft::{Builder, Server, tool};

/// Fetch an address and give its content as Markdown.
#[tool(read_only, destructive = false, idempotent, open_world)]
fn fetch(
    /// The address.
    #[arg(min_length = 1, format = "uri")]
    url: &str,
    /// At most so many characters.
    #[arg(default = 5000, minimum = 1, maximum = 999_999)]
    max_length: u32,
    /// From this character on.
    #[arg(default = 0)]
    start_index: u64,
    /// As it is, not as Markdown.
    #[arg(default)]
    raw: bool,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("fetch", "1.0.0").tool::<fetch>()
}
