//! Tools that say by a key under which name the crate goes.

use handle::{Json, schema, tool, tools};

/// Say a word.
#[tool(crate = handle)]
pub(crate) fn say(word: &str) -> &str {
    word
}

/// How it is said.
#[schema(crate = handle)]
pub(crate) enum Tone {
    /// As a question.
    Asking {
        /// How often.
        #[schema(minimum = 1)]
        times: u8,
    },
    /// As it is.
    Plain,
}

/// Say how.
#[tool(crate = handle)]
pub(crate) fn intone(tone: Tone) -> Json<Tone> {
    Json(tone)
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
    use super::{Nothing, intone, say};

    #[test]
    fn the_server_builds() {
        let built = handle::Server::builder("renamed", "1.0.0")
            .tool::<say>()
            .tool::<intone>()
            .tools(Nothing)
            .build();
        assert!(built.is_ok());
    }
}
