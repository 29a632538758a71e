//! MCP's words as data: revisions, method names, and what a request says about itself.

mod content;
mod headers;
mod params;

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

pub use content::{Annotations, Content, Role};
#[cfg(feature = "http")]
pub(crate) use headers::Header;
pub(crate) use headers::{Headers, Mirrored, mirror, name_stateless};
pub(crate) use params::{CallParams, CallStop, EraError, Filter, Meta, Params, era};

/// A revision of the Model Context Protocol.
///
/// ```
/// use haft::Revision;
///
/// assert_eq!(Revision::parse("2025-11-25"), Some(Revision::V2025_11_25));
/// assert_eq!(Revision::V2026_07_28.to_string(), "2026-07-28");
/// assert!(Revision::V2026_07_28.is_stateless());
/// ```
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// 2024-11-05, the first.
    V2024_11_05,
    /// 2025-03-26: annotations, audio.
    V2025_03_26,
    /// 2025-06-18: structured content, output schemas, titles, resource links.
    V2025_06_18,
    /// 2025-11-25: icons. The last with a handshake.
    V2025_11_25,
    /// 2026-07-28: stateless, each request carries its revision in `_meta`.
    V2026_07_28,
}

impl Revision {
    /// Every revision that is served, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// What a client gets that asks for a revision of its own invention, and one that never said `initialize`.
    pub(crate) const LAST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// The revision of that name, a date; `None` when it is not served.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == name)
    }

    /// The name, a date.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether requests stand on their own, without `initialize`.
    pub fn is_stateless(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// This revision's place in [`Revision::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A client or server by name, as it says of itself (basic, `Implementation`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The name to show to people, since 2025-06-18.
    pub title: Option<String>,
}

impl Implementation {
    /// Reads what a client says of itself; `None` unless name and version are there.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Self {
            name: text("name")?,
            version: text("version")?,
            title: text("title"),
        })
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        Self::from_json(&crate::decode::decode(&mut crate::cursor::Cursor::new(text)).ok()?)
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("name".into(), self.name.as_str().into());
        if let Some(title) = &self.title {
            members.insert("title".into(), title.as_str().into());
        }
        members.insert("version".into(), self.version.as_str().into());
        Value::Object(members)
    }
}

/// What `initialize` agreed with the client at the other end of one stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection {
    pub(crate) revision: Option<Revision>,
    pub(crate) client: Option<Arc<Implementation>>,
    /// The client's capabilities as JSON text.
    pub(crate) capabilities: Option<Arc<str>>,
    /// Whether the client has said that it is ready (basic/lifecycle, § Initialization).
    pub(crate) initialized: bool,
}

impl Connection {
    /// The revision to answer a request in that does not carry its own.
    pub(crate) fn revision(&self) -> Revision {
        self.revision.unwrap_or(Revision::LAST_WITH_HANDSHAKE)
    }
}
