//! Tools added to a server that runs, and removed from it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::builder::{BuildError, definitions};
use super::table::Table;
use super::{Server, Shelf};
use crate::fault::nearest;
use crate::output::Policy;
use crate::tool::{Define, IntoState, Row, Tool};

const FIXED: &str = "its tools are fixed, and clients have been told so: write `.tools_may_change()` before `.build()`";

/// The tools of a server that may change.
pub(super) struct Changing {
    pub(super) table: RwLock<Arc<Table>>,
    /// Held from reading the table to putting another in its place.
    turn: Mutex<()>,
}

impl Changing {
    pub(super) fn new(table: Table) -> Self {
        Self {
            table: RwLock::new(Arc::new(table)),
            turn: Mutex::new(()),
        }
    }

    pub(super) fn read(&self) -> Arc<Table> {
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a server's own settings make of tools.
pub(super) struct Workshop {
    pub(super) policy: Arc<Policy>,
    pub(super) timeout: Option<std::time::Duration>,
    pub(super) lenient: bool,
}

impl Workshop {
    /// The rows of tools; what is wrong with them, a sentence each, goes to `problems`.
    pub(super) fn rows(&self, tools: Vec<Tool>, problems: &mut Vec<String>) -> Vec<Row> {
        let mut rows = Vec::with_capacity(tools.len());
        let mut counts: HashMap<String, usize> = HashMap::with_capacity(tools.len());
        let mut shared = Vec::new();
        for mut tool in tools {
            tool.timeout = tool.timeout.or(self.timeout);
            tool.lenient = tool.lenient.or(Some(self.lenient));
            let name = tool.name.clone().into_owned();
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            if *count == 2 {
                shared.push(name.clone());
            }
            match Row::new(tool, Arc::clone(&self.policy)) {
                Ok(row) => rows.push(row),
                Err(more) => {
                    for problem in more
                        .into_iter()
                        .map(|problem| format!("tool `{name}`: {problem}"))
                    {
                        if !problems.contains(&problem) {
                            problems.push(problem);
                        }
                    }
                }
            }
        }
        problems.extend(shared.into_iter().map(|name| {
            let count = counts.get(&name).copied().unwrap_or_default();
            format!("tool `{name}`: {count} tools have this name; rename all but one with `#[tool(name = \"…\")]` or `Tool::renamed`")
        }));
        rows
    }
}

impl Server {
    /// Begins a change of the tools of a server that runs: see [`Change`].
    pub fn change(&self) -> Change<'_> {
        Change {
            server: self,
            removed: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Adds a tool, and tells the clients that want to know: a [`change`](Self::change) of one tool.
    ///
    /// # Errors
    /// Those of [`Change::apply`].
    ///
    /// ```
    /// use haft::{Server, Tool, tool};
    ///
    /// /// Add two integers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let server = Server::builder("calculator", "1.0.0").tools_may_change().build()?;
    /// server.add(Tool::of::<add>())?;
    /// assert_eq!(server.list()[0]["name"], "add");
    /// # Ok::<(), haft::BuildError>(())
    /// ```
    pub fn add(&self, tool: Tool) -> Result<(), BuildError> {
        self.change().row(tool).apply()
    }

    /// Removes the tool of that name, and tells the clients that want to know; `false` when there is none, and nothing
    /// changes. Its calls in flight end as they would have.
    ///
    /// # Errors
    /// When the server was not built with [`Builder::tools_may_change`](crate::Builder::tools_may_change).
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
    /// let server = Server::builder("calculator", "1.0.0").tool::<add>().tools_may_change().build()?;
    /// assert!(server.remove("add")?);
    /// assert!(!server.remove("add")?);
    /// # Ok::<(), haft::BuildError>(())
    /// ```
    pub fn remove(&self, name: &str) -> Result<bool, BuildError> {
        let found = |table: &Table| Ok(table.row(name).is_some());
        let removed = self.exchange(found, |row| row.tool.name != name, Vec::new())?;
        Ok(removed)
    }

    /// Whether clients are told that the tools may change.
    pub(crate) fn may_change(&self) -> bool {
        matches!(self.0.shelf, Shelf::Changing(_))
    }

    /// Puts another table in the place of the one that is there, if `judge` says so, and tells who wants to know.
    fn exchange(
        &self,
        judge: impl FnOnce(&Table) -> Result<bool, Vec<String>>,
        stays: impl Fn(&Row) -> bool,
        added: Vec<Row>,
    ) -> Result<bool, BuildError> {
        let Shelf::Changing(changing) = &self.0.shelf else {
            return Err(BuildError::of_change(vec![FIXED.to_owned()]));
        };
        let turn = changing.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let before = changing.read();
        if !judge(&before).map_err(BuildError::of_change)? {
            return Ok(false);
        }
        let after = Arc::new(before.changed(stays, added));
        let place = changing.table.write();
        *place.unwrap_or_else(PoisonError::into_inner) = after;
        // What goes with a row, its state above all, is anybody's: nothing is held while it is dropped.
        drop(turn);
        drop(before);
        self.0.audiences.tell();
        Ok(true)
    }
}

/// A change of the tools of a server that runs, made by [`Server::change`] and done by [`apply`](Self::apply).
///
/// However many tools it adds and removes, no client ever sees a part of it, and each that wants to know is told once:
/// over stdio whoever said `initialize`, and since 2026-07-28, on either transport, whoever has a `subscriptions/listen`
/// open that asks for `toolsListChanged` (server/tools, § List Changed Notification; basic/patterns/subscriptions).
/// Notifications that a client has not yet been sent become one.
///
/// Calls in flight end with the tool that they began with. What is removed goes first, so a tool may take the name of
/// one that goes with the same change; it then also takes its place in the list. Others follow at the end.
///
/// ```
/// use haft::{Server, Tool, tool};
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
/// let server = Server::builder("calculator", "1.0.0").tool::<add>().tools_may_change().build()?;
/// server
///     .change()
///     .remove("add")
///     .row(Tool::of::<add>().title("Addition"))
///     .tool::<subtract>()
///     .apply()?;
/// assert_eq!(server.list()[0]["title"], "Addition");
///
/// let error = server.change().tool::<add>().remove("multiply").apply().unwrap_err();
/// assert_eq!(error.problems().len(), 2);
/// # Ok::<(), haft::BuildError>(())
/// ```
#[must_use = "a change does nothing until `apply` is called"]
pub struct Change<'s> {
    server: &'s Server,
    removed: Vec<String>,
    added: Vec<Tool>,
}

impl Change<'_> {
    /// Removes the tool of that name.
    pub fn remove(mut self, name: impl Into<String>) -> Self {
        self.removed.push(name.into());
        self
    }

    /// Adds a free function under `#[tool]`, as [`Builder::tool`](crate::Builder::tool) does.
    pub fn tool<T: Define>(self) -> Self {
        self.row(Tool::of::<T>())
    }

    /// Adds the tools of an `impl` block under `#[tools]`, as [`Builder::tools`](crate::Builder::tools) does.
    pub fn tools<S: IntoState>(mut self, state: S) -> Self {
        self.added.extend(definitions(state));
        self
    }

    /// Adds a row, as [`Builder::row`](crate::Builder::row) does.
    pub fn row(mut self, tool: Tool) -> Self {
        self.added.push(tool);
        self
    }

    /// Makes the change, all of it or none.
    ///
    /// # Errors
    /// When the server was not built with [`Builder::tools_may_change`](crate::Builder::tools_may_change). Else every
    /// name that is taken, every name to be removed that no tool has, and what
    /// [`Builder::build`](crate::Builder::build) finds in the tools that are added, all at once; then nothing has changed.
    pub fn apply(self) -> Result<(), BuildError> {
        let Self {
            server,
            removed,
            added,
        } = self;
        if removed.is_empty() && added.is_empty() && server.may_change() {
            return Ok(());
        }
        let mut problems = Vec::new();
        // Made before anything is held: this runs code of the tools' authors.
        let names: Vec<_> = added.iter().map(|tool| tool.name.clone()).collect();
        let rows = if server.may_change() {
            server.0.workshop.rows(added, &mut problems)
        } else {
            Vec::new()
        };
        let gone: HashSet<&str> = removed.iter().map(String::as_str).collect();
        let judge = |table: &Table| {
            let known = || table.rows().iter().map(|row| row.tool.name.as_ref());
            let mut missing: Vec<&str> = Vec::new();
            for name in &removed {
                if table.row(name).is_none() && !missing.contains(&name.as_str()) {
                    missing.push(name);
                }
            }
            problems.extend(missing.into_iter().map(|name| {
                let near = nearest(name, known());
                let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
                format!("tool `{name}`: there is no tool of this name to remove{hint}")
            }));
            let mut taken: Vec<&str> = Vec::new();
            for name in &names {
                let name = name.as_ref();
                if table.row(name).is_some() && !gone.contains(name) && !taken.contains(&name) {
                    taken.push(name);
                }
            }
            problems.extend(taken.into_iter().map(|name| {
                format!("tool `{name}`: the server has a tool of this name; remove that one in the same change, or rename this one with `#[tool(name = \"…\")]` or `Tool::renamed`")
            }));
            if problems.is_empty() {
                Ok(true)
            } else {
                Err(problems)
            }
        };
        let stays = |row: &Row| !gone.contains(row.tool.name.as_ref());
        server.exchange(judge, stays, rows).map(drop)
    }
}

impl std::fmt::Debug for Change<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let added: Vec<&str> = self.added.iter().map(|tool| tool.name.as_ref()).collect();
        f.debug_struct("Change")
            .field("removed", &self.removed)
            .field("added", &added)
            .finish_non_exhaustive()
    }
}
