//! Tools that say by a key under which name the crate goes.

use handle::{tool, tools};

/// Say a word.
#[tool(crate = handle)]
pub(crate) fn say(word: &str) -> &str {
    word
}

/// Nothing to keep.
pub(crate) struct Nothing;

#[tools(crate = handle)]
impl Nothing {
    /// Say nothing.
    #[tool]
    async fn silence(&self) {}
}

#[cfg(test)]
mod tests {
    use super::{Nothing, say};

    #[test]
    fn the_server_builds() {
        let built = handle::Server::builder("renamed", "1.0.0").tool::<say>().tools(Nothing).build();
        assert!(built.is_ok());
    }
}
