//! What can go wrong with a server as a whole.

use std::{fmt, io};

use crate::server::BuildError;

/// Why a server could not be built or could not go on.
///
/// Its `Debug` form is its text, since that is what a `main` that returns it prints.
#[derive(Clone)]
pub struct Error(Reason);

#[derive(Clone)]
enum Reason {
    Build(BuildError),
    Stream(String),
    InsideRuntime { instead: &'static str },
}

/// The result of serving; `fn main() -> haft::Result` is the usual one.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

impl Error {
    /// A function that makes its own runtime was called inside one.
    #[cfg_attr(not(any(feature = "stdio", feature = "http")), allow(dead_code))]
    pub(crate) fn inside_runtime(instead: &'static str) -> Self {
        Self(Reason::InsideRuntime { instead })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Build(error) => error.fmt(f),
            Reason::Stream(text) => f.write_str(text),
            Reason::InsideRuntime { instead } => {
                write!(
                    f,
                    "this function makes a runtime of its own and was called inside one; call `{instead}` instead"
                )
            }
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Self(Reason::Build(error))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self(Reason::Stream(error.to_string()))
    }
}
