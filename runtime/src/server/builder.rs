//! The builder: tools and settings are gathered, and everything that is wrong with them is said at once.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::change::{Changing, Workshop};
use super::subscriptions::Audiences;
use super::table::{Listing, Table};
use super::{Discovery, Inner, Server, Shelf, capabilities};
use crate::output::Policy;
use crate::protocol::{Implementation, Revision};
use crate::tool::{Define, DefineAll, IntoState, Tool};

/// A server in the making: see [`Server::builder`].
#[must_use = "a builder does nothing until `build` or one of the `serve` functions is called"]
pub struct Builder {
    identity: Implementation,
    instructions: Option<String>,
    tools: Vec<Tool>,
    mask_errors: bool,
    argument_faults: ArgumentFaults,
    lenient: bool,
    time_to_live: Duration,
    scope: CacheScope,
    timeout: Option<Duration>,
    page_size: Option<usize>,
    may_change: bool,
    options: Options,
}

/// What whoever carries the bytes keeps to.
#[cfg_attr(not(all(unix, feature = "stdio")), allow(dead_code))]
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// What calls that still run have left at the end of the input.
    pub(crate) grace: Duration,
    /// The most bytes of a message.
    pub(crate) max_message: usize,
    /// The most calls at once.
    pub(crate) max_in_flight: usize,
    /// The most subscriptions of one transport.
    pub(crate) max_subscriptions: usize,
    pub(crate) stdout_guard: bool,
    pub(crate) signals: bool,
}

impl Default for Options {
    fn default() -> Self {
        let grace = Duration::from_secs(5);
        Self {
            grace,
            max_message: 4 << 20,
            max_in_flight: 64,
            max_subscriptions: 256,
            stdout_guard: true,
            signals: true,
        }
    }
}

/// How arguments that do not decode are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArgumentFaults {
    /// With the JSON-RPC error -32602: the tool did not run.
    #[default]
    ProtocolError,
    /// With a result that says `isError`, for hosts that hide protocol errors from the model; the text is the same,
    /// and the data stands in `_meta["haft/faults"]`.
    ToolError,
}

/// Who may share a cached list (server/utilities/caching, since 2026-07-28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheScope {
    /// The client that asked.
    #[default]
    Private,
    /// Everyone: the list is the same for all.
    Public,
}

impl Builder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            identity: Implementation {
                name,
                version,
                title: None,
            },
            instructions: None,
            tools: Vec::new(),
            mask_errors: false,
            argument_faults: ArgumentFaults::default(),
            lenient: false,
            time_to_live: Duration::ZERO,
            scope: CacheScope::default(),
            timeout: None,
            page_size: None,
            may_change: false,
            options: Options::default(),
        }
    }

    /// Registers a free function under `#[tool]`.
    pub fn tool<T: Define>(self) -> Self {
        self.row(Tool::of::<T>())
    }

    /// Registers the tools of an `impl` block under `#[tools]`, with the value (or an `Arc` of it) that their `&self` is.
    pub fn tools<S: IntoState>(mut self, state: S) -> Self {
        self.tools.extend(definitions(state));
        self
    }

    /// Registers a row: edited after [`Tool::of`], or written by hand.
    pub fn row(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Sets the server's name for people. Published since 2025-06-18.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into());
        self
    }

    /// Sets what the model reads about the server as a whole.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Hides the text of errors that tools return behind a generic sentence, but for [`ToolError`](crate::ToolError);
    /// the text goes to stderr with the tool's name and the request's id.
    pub fn mask_errors(mut self) -> Self {
        self.mask_errors = true;
        self
    }

    /// Sets how arguments that do not decode are answered.
    pub fn argument_faults(mut self, faults: ArgumentFaults) -> Self {
        self.argument_faults = faults;
        self
    }

    /// Says how long, and for whom, clients of 2026-07-28 may keep the list; unset, they ask each time.
    pub fn cache(mut self, time_to_live: Duration, scope: CacheScope) -> Self {
        self.time_to_live = time_to_live;
        self.scope = scope;
        self
    }

    /// Sets how long calls that still run may take when the input has ended; 5 seconds unless set.
    pub fn grace(mut self, time: Duration) -> Self {
        self.options.grace = time;
        self
    }

    /// Limits the time of every call of a tool that has no limit of its own: see [`Tool::timeout`]. Unset, a call takes
    /// the time it takes.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Sets how many bytes a message may have; 4 MiB unless set. A longer one is passed over, without being kept in
    /// memory, and refused.
    pub fn max_message(mut self, bytes: usize) -> Self {
        self.options.max_message = bytes;
        self
    }

    /// Sets how many calls may be in flight at once; 64 unless set. Further calls wait, and when some megabytes of them
    /// wait, nothing more is read.
    pub fn max_in_flight(mut self, calls: usize) -> Self {
        self.options.max_in_flight = calls.max(1);
        self
    }

    /// Sets how many subscriptions may be open at once on the standard streams, and as many by HTTP; 256 unless set.
    ///
    /// Since 2026-07-28 a client that wants to be told of changes keeps a request open, `subscriptions/listen`
    /// (basic/patterns/subscriptions). These do not count among the calls in flight, so that listening never stands in
    /// the way of calling. One too many is refused with the code -32603, by HTTP with the status 503.
    pub fn max_subscriptions(mut self, subscriptions: usize) -> Self {
        self.options.max_subscriptions = subscriptions;
        self
    }

    /// Sets how many tools stand in one page of the list, at least 1; unset, all of them stand in one.
    ///
    /// A page that is not the last says by `nextCursor` where the next one begins (server/utilities/pagination). A client
    /// that goes on after a change still meets each tool once that was there all along; a cursor that this server never
    /// gave is refused with the code -32602. Not every client asks for a second page.
    ///
    /// ```
    /// use haft::{Server, tool};
    ///
    /// /// Add two integers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// /// Subtract an integer from another.
    /// #[tool]
    /// fn subtract(a: i64, b: i64) -> i64 {
    ///     a - b
    /// }
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let server = Server::builder("calculator", "1.0.0").tool::<add>().tool::<subtract>().page_size(1).build()?;
    /// let page = server.handle(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    /// assert!(page[0].contains(r#""name":"add""#) && page[0].contains("nextCursor"));
    /// # Ok::<(), haft::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub fn page_size(mut self, tools: usize) -> Self {
        self.page_size = Some(tools.max(1));
        self
    }

    /// Lets the tools of the server change while it runs, by [`Server::add`], [`Server::remove`] and [`Server::change`],
    /// and tells clients so: the capability `tools.listChanged` (server/tools, § Capabilities).
    ///
    /// It is told wherever a client can hear of a change: over stdio in every revision, by HTTP since 2026-07-28.
    ///
    /// ```
    /// use haft::{Server, Tool, json};
    ///
    /// let server = Server::builder("shop", "1.0.0").tools_may_change().build()?;
    /// let schema = json!({"type": "object"});
    /// server.add(Tool::new("open", "Open the shop.", schema, |_: haft::Map, _| "open"))?;
    ///
    /// let fixed = Server::builder("shop", "1.0.0").build()?;
    /// assert!(fixed.remove("open").is_err());
    /// # Ok::<(), haft::BuildError>(())
    /// ```
    pub fn tools_may_change(mut self) -> Self {
        self.may_change = true;
        self
    }

    /// Puts values in odd forms right before they are judged, for clients that send them so; a tool may say otherwise by
    /// [`Tool::lenient`].
    ///
    /// Where the schema of a tool leaves no other reading, a string becomes the number or boolean (`"5"`, `"false"`), the
    /// array or the object that it spells exactly; `arguments` that are such a string become the object; and `""` is left out
    /// where it stands for no string and may be left out. Nothing is lost or guessed: `"5x"` and `" 5"` stay strings, `1` is
    /// no boolean, and what is declared as a string is taken as it came.
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Makes the server.
    ///
    /// # Errors
    /// Every name that two tools share, every illegal name and every schema that cannot be published, all at once.
    pub fn build(self) -> Result<Server, BuildError> {
        let mut problems: Vec<String> = Vec::new();
        if self.identity.name.trim().is_empty() {
            problems.push("the server has no name".to_owned());
        }
        let info = json!({"io.modelcontextprotocol/serverInfo": self.identity.to_json()});
        let modern_meta = info.as_object().cloned().unwrap_or_default();
        let modern_end = format!(",\"resultType\":\"complete\",\"_meta\":{info}}}");
        let policy = Arc::new(Policy {
            mask_errors: self.mask_errors,
            modern_end: modern_end.clone(),
            modern_meta,
        });
        let workshop = Workshop {
            policy,
            timeout: self.timeout,
            lenient: self.lenient,
        };
        let rows = workshop.rows(self.tools, &mut problems);
        if !problems.is_empty() {
            return Err(BuildError {
                what: "the server cannot be built",
                problems,
            });
        }
        let table = Table::default().changed(|_| true, rows);
        let cache_hints = cache_hints(self.time_to_live, self.scope);
        let discovery = |may_change| {
            let instructions = self.instructions.as_deref();
            discovery(may_change, instructions, &cache_hints, &modern_end)
        };
        let discovery = Discovery {
            told: discovery(self.may_change),
            untold: discovery(false),
        };
        let listing = Listing::new(self.page_size, cache_hints, modern_end, &table);
        Ok(Server(Arc::new(Inner {
            identity: self.identity,
            instructions: self.instructions,
            listing,
            shelf: if self.may_change {
                Shelf::Changing(Changing::new(table))
            } else {
                Shelf::Fixed(Arc::new(table))
            },
            discovery,
            argument_faults: self.argument_faults,
            workshop,
            options: self.options,
            audiences: Audiences::default(),
        })))
    }
}

/// The tools of an `impl` block, with the value that their `&self` is.
pub(super) fn definitions<S: IntoState>(state: S) -> impl Iterator<Item = Tool> {
    let state: Arc<dyn Any + Send + Sync> = state.into_state();
    let definitions = S::State::define_all();
    definitions
        .into_iter()
        .map(move |one| Tool::from_definition(&one, Some(Arc::clone(&state))))
}

#[cfg(feature = "stdio")]
impl Builder {
    /// Sets whether the standard output is guarded while the standard streams are served; it is unless this says no.
    ///
    /// Under the guard, what the program prints (`println!` in a tool, `printf` in a C library, a child process that
    /// inherits the stream) goes to the standard error instead of between the messages. Unix only: elsewhere there is no
    /// guard, and a tool must not print to the standard output.
    pub fn stdout_guard(mut self, on: bool) -> Self {
        self.options.stdout_guard = on;
        self
    }

    /// Sets whether SIGTERM and SIGINT end serving the standard streams as the end of the input does; they do unless
    /// this says no, for a program that handles them itself.
    ///
    /// The first of them has the server read no more and gives calls that still run the grace period; one more, or one
    /// after the end of the input, ends serving at once. Once nothing is served any more they end the program as they do
    /// by default.
    ///
    /// Unix only, and only under `serve_stdio`: inside a runtime, signals are the program's. They are blocked for the
    /// threads that the server starts; one that reaches a thread from before ends the program.
    pub fn signals(mut self, on: bool) -> Self {
        self.options.signals = on;
        self
    }

    /// Builds the server and serves the process's standard streams until the input ends.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`Server::serve_stdio`].
    pub fn serve_stdio(self) -> crate::Result {
        self.build()?.serve_stdio()
    }

    /// The same inside a tokio runtime.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`Server::stdio`].
    pub async fn stdio(self) -> crate::Result {
        self.build()?.stdio().await
    }
}

#[cfg(feature = "http")]
impl Builder {
    /// Builds the server and serves it over HTTP until the process is told to end: see [`Server::serve_http`].
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`Server::serve_http`].
    pub fn serve_http(self, address: impl Into<crate::Address>) -> crate::Result {
        self.build()?.serve_http(address)
    }

    /// The same inside a tokio runtime.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`Server::http`].
    pub async fn http(self, address: impl Into<crate::Address>) -> crate::Result {
        self.build()?.http(address).await
    }
}

/// The result of `server/discover`.
fn discovery(
    may_change: bool,
    instructions: Option<&str>,
    cache_hints: &str,
    modern_end: &str,
) -> String {
    let supported: Value = Revision::ALL
        .into_iter()
        .filter(|revision| revision.is_stateless())
        .map(Revision::as_str)
        .collect();
    let mut rest = Map::new();
    rest.insert("supportedVersions".into(), supported);
    rest.insert("capabilities".into(), capabilities(may_change));
    if let Some(text) = instructions {
        rest.insert("instructions".into(), text.into());
    }
    let members = Value::Object(rest).to_string();
    let members = members.strip_suffix('}').unwrap_or(&members);
    format!("{members},{cache_hints}{modern_end}")
}

fn cache_hints(time_to_live: Duration, scope: CacheScope) -> String {
    let scope = match scope {
        CacheScope::Private => "private",
        CacheScope::Public => "public",
    };
    let millis = time_to_live.as_millis();
    format!("\"ttlMs\":{millis},\"cacheScope\":\"{scope}\"")
}

/// Why a server could not be built, or its tools not be changed: every reason at once.
#[derive(Clone)]
pub struct BuildError {
    what: &'static str,
    problems: Vec<String>,
}

impl BuildError {
    pub(super) fn of_change(problems: Vec<String>) -> Self {
        Self {
            what: "the tools of the server cannot be changed",
            problems,
        }
    }

    /// The reasons, a sentence each.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.what)?;
        self.problems
            .iter()
            .try_for_each(|problem| write!(f, "\n- {problem}"))
    }
}

impl fmt::Debug for BuildError {
    /// As `Display`: this is what `main` shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}
