//! What is said about calls to whoever runs the server: by the feature `tracing`, and on the standard error without it.

#[cfg(not(feature = "tracing"))]
mod off;
#[cfg(feature = "tracing")]
mod on;

use std::fmt;
use std::io::{self, Write as _};

#[cfg(not(feature = "tracing"))]
pub(crate) use off::*;
#[cfg(feature = "tracing")]
pub(crate) use on::*;

/// Says something on the standard error.
fn print(what: fmt::Arguments<'_>) {
    // Not `eprintln`, which panics when stderr is closed.
    let _ = writeln!(io::stderr(), "haft: {what}");
}
