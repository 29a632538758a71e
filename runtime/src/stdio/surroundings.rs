//! What serving the standard streams does to the process, and says to whoever started it.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;

use super::session::Session;
use crate::server::Server;

/// Undone when it is dropped.
pub(super) struct Surroundings {
    #[cfg(unix)]
    _signals: Option<super::signals::Signals>,
    #[cfg(unix)]
    _guard: Option<super::guard::StdoutGuard>,
}

impl Surroundings {
    /// Once the session has its own way to the standard output.
    #[cfg_attr(not(unix), allow(clippy::unnecessary_wraps))]
    pub(super) fn prepare(
        session: &Arc<Session>,
        #[cfg_attr(not(unix), allow(unused))] owner: bool,
    ) -> io::Result<Self> {
        speak(&session.server);
        #[cfg(unix)]
        let options = session.server.options();
        Ok(Self {
            #[cfg(unix)]
            _guard: options
                .stdout_guard
                .then(super::guard::StdoutGuard::new)
                .transpose()?,
            #[cfg(unix)]
            _signals: (options.signals && owner)
                .then(|| super::signals::Signals::new(session))
                .transpose()?,
        })
    }
}

/// Says on the standard error what its reader should know.
fn speak(server: &Server) {
    let identity = server.identity();
    let (name, version) = (&identity.name, &identity.version);
    let mut lines = Vec::new();
    if io::stdin().is_terminal() {
        lines.push(format!(
            "{name} {version} serves tools over the Model Context Protocol. A client usually starts it; it waits for \
             JSON-RPC messages on its standard input, one a line. To try it, paste this one (Ctrl-D ends the input):"
        ));
        lines.push(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned());
    }
    if server.aborts() || cfg!(panic = "abort") {
        lines.push(format!(
            "haft: {name} is built with panic = \"abort\": a panic in a tool ends the server, not just the call"
        ));
    }
    for line in lines {
        // Nobody has to read it.
        let _ = writeln!(io::stderr(), "{line}");
    }
}
