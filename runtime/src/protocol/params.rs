//! Parameters of a request as they are read in passing: those of `tools/call`, and `_meta`.

use std::borrow::Cow;

use super::Revision;
use super::headers::{self, Header, Headers};
use crate::cursor::{Cursor, Mark, Next, Syntax};

/// Where a pass over the parameters of `tools/call` came to rest.
pub(crate) enum CallStop {
    /// The cursor stands on the value of `arguments`, and the name is known.
    Arguments(Next),
    /// The object has been read.
    End,
}

/// How far an object has been read: not begun, after its opening brace and perhaps some members, or past its end.
#[derive(Clone, Copy, Default)]
enum Stage {
    #[default]
    Before,
    Open,
    After,
}

/// The parameters of `tools/call` (server/tools, `CallToolRequest`), as far as they have been read.
#[derive(Default)]
pub(crate) struct CallParams<'de> {
    stage: Stage,
    /// The tool's name; `Err` when it is no string.
    name: Option<Result<Cow<'de, str>, ()>>,
    arguments: Option<(Next, Mark)>,
    meta: Option<(Next, &'de str)>,
    duplicate: Option<&'static str>,
}

impl<'de> CallParams<'de> {
    /// Reads members until the value of `arguments` when the name is known by then, or to the end of the object.
    ///
    /// After `CallStop::Arguments` the caller reads or skips that value and calls again.
    pub(crate) fn read(&mut self, cursor: &mut Cursor<'de>) -> Result<CallStop, Syntax> {
        match self.stage {
            Stage::Before => cursor.object()?,
            Stage::Open => {}
            Stage::After => return Ok(CallStop::End),
        }
        while let Some(key) = cursor.key(matches!(self.stage, Stage::Before))? {
            self.stage = Stage::Open;
            match &*key {
                "name" => {
                    self.once(self.name.is_some(), "name");
                    self.name = Some(if matches!(cursor.peek()?, Next::String) {
                        Ok(cursor.string()?)
                    } else {
                        cursor.skip()?;
                        Err(())
                    });
                }
                "arguments" => {
                    let again = self.arguments.is_some();
                    self.once(again, "arguments");
                    let next = cursor.peek()?;
                    if !again {
                        self.arguments = Some((next, cursor.mark()));
                        if self.name().is_some() {
                            return Ok(CallStop::Arguments(next));
                        }
                    }
                    cursor.skip()?;
                }
                "_meta" => {
                    self.once(self.meta.is_some(), "_meta");
                    let next = cursor.peek()?;
                    self.meta = Some((next, cursor.skip()?));
                }
                _ => {
                    cursor.skip()?;
                }
            }
        }
        self.stage = Stage::After;
        Ok(CallStop::End)
    }

    /// Whether the object has been begun and not ended.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open)
    }

    fn once(&mut self, again: bool, name: &'static str) {
        if again {
            self.duplicate = Some(name);
        }
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_ref()?.as_deref().ok()
    }

    /// What `arguments` begins with and where it stands.
    pub(crate) fn arguments(&self) -> Option<(Next, Mark)> {
        self.arguments
    }

    pub(crate) fn meta(&self) -> Result<Meta<'de>, MetaError> {
        self.meta
            .map_or(Ok(Meta::default()), |(next, text)| Meta::read(next, text))
    }

    /// What is wrong with the shape of the parameters, once all of them have been read.
    pub(crate) fn fault(&self) -> Option<String> {
        if let Some(name) = self.duplicate {
            return Some(format!("`{name}` stands twice in `params`; send it once"));
        }
        match &self.name {
            None => return Some("`params.name` is missing; send the name of a tool".into()),
            Some(Err(())) => {
                return Some("`params.name` must be a string, the name of a tool".into());
            }
            Some(Ok(_)) => {}
        }
        match self.arguments {
            None | Some((Next::Object | Next::Null, _)) => None,
            Some((next, _)) => Some(format!(
                "`params.arguments` must be an object, got {}",
                words(next)
            )),
        }
    }
}

fn words(next: Next) -> &'static str {
    match next {
        Next::Object => "an object",
        Next::Array => "an array",
        Next::String => "a string",
        Next::Number => "a number",
        Next::True | Next::False => "a boolean",
        Next::Null => "null",
    }
}

/// `params._meta` of a request (basic, § `_meta`; the three reserved keys since 2026-07-28).
#[derive(Default)]
pub(crate) struct Meta<'de> {
    pub(crate) text: Option<&'de str>,
    /// `io.modelcontextprotocol/protocolVersion`; `Err` when it is no string.
    pub(crate) version: Option<Result<Cow<'de, str>, ()>>,
    /// `io.modelcontextprotocol/clientCapabilities`; `Err` when it is no object.
    pub(crate) capabilities: Option<Result<&'de str, ()>>,
    /// `io.modelcontextprotocol/clientInfo`.
    pub(crate) client: Option<&'de str>,
    /// `progressToken`, a string or an integer as JSON text.
    pub(crate) token: Option<&'de str>,
}

/// Why `_meta` cannot be read.
pub(crate) enum MetaError {
    /// A sentence for the client.
    Wrong(&'static str),
    Syntax(Syntax),
}

impl From<Syntax> for MetaError {
    fn from(syntax: Syntax) -> Self {
        Self::Syntax(syntax)
    }
}

impl<'de> Meta<'de> {
    pub(crate) fn read(next: Next, text: &'de str) -> Result<Self, MetaError> {
        if !matches!(next, Next::Object) {
            return Err(MetaError::Wrong("`_meta` must be an object"));
        }
        let mut meta = Self {
            text: Some(text),
            ..Self::default()
        };
        let mut cursor = Cursor::new(text);
        cursor.object()?;
        let mut first = true;
        while let Some(key) = cursor.key(first)? {
            first = false;
            let next = cursor.peek()?;
            let again = match key.strip_prefix("io.modelcontextprotocol/") {
                Some("protocolVersion") => {
                    let version = if matches!(next, Next::String) {
                        Ok(cursor.string()?)
                    } else {
                        cursor.skip()?;
                        Err(())
                    };
                    meta.version.replace(version).is_some()
                }
                Some("clientCapabilities") => {
                    let text = cursor.skip()?;
                    let capabilities = if matches!(next, Next::Object) {
                        Ok(text)
                    } else {
                        Err(())
                    };
                    meta.capabilities.replace(capabilities).is_some()
                }
                Some("clientInfo") => meta.client.replace(cursor.skip()?).is_some(),
                None if key == "progressToken" => {
                    let Some(token) = crate::message::read_id(&mut cursor)? else {
                        return Err(MetaError::Wrong(
                            "`_meta.progressToken` must be a string or an integer",
                        ));
                    };
                    meta.token.replace(token).is_some()
                }
                _ => {
                    cursor.skip()?;
                    false
                }
            };
            if again {
                return Err(MetaError::Wrong(
                    "a member stands twice in `_meta`; send it once",
                ));
            }
        }
        Ok(meta)
    }

    /// Reads `_meta` out of a whole `params` object.
    pub(crate) fn of_params(params: &'de str) -> Result<Self, MetaError> {
        let mut cursor = Cursor::new(params);
        cursor.object()?;
        let (mut first, mut found) = (true, None);
        while let Some(key) = cursor.key(first)? {
            first = false;
            let next = cursor.peek()?;
            let text = cursor.skip()?;
            if key == "_meta" && found.replace((next, text)).is_some() {
                return Err(MetaError::Wrong(
                    "`_meta` stands twice in `params`; send it once",
                ));
            }
        }
        found.map_or(Ok(Self::default()), |(next, text)| Self::read(next, text))
    }
}

/// Why a request belongs to no revision that is served.
pub(crate) enum EraError {
    /// A member of `_meta` that every stateless request carries is missing or wrong; a sentence for the client.
    Meta(String),
    /// A header is missing or says something else than `_meta`; a sentence for the client.
    Header(String),
    /// The revision in `_meta` is not served; `legacy` when a header alone named it.
    Unsupported { requested: String, legacy: bool },
}

/// The revision to answer in: that of `_meta` when the request carries one or its method or headers say that it must,
/// else that of the headers, else the one agreed by `initialize` (basic/versioning, § Backward Compatibility, 2026-07-28).
pub(crate) fn era(
    meta: &Meta<'_>,
    method: &str,
    headers: Option<&dyn Headers>,
    agreed: Revision,
) -> Result<Revision, EraError> {
    const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    let missing = |key: &str, kind: &str| {
        EraError::Meta(format!("`params._meta[\"{key}\"]` is missing; send {kind}"))
    };
    let stateless = method == "server/discover" || headers.is_some_and(headers::name_stateless);
    let version = match &meta.version {
        None if !stateless => return headers.map_or(Ok(agreed), era_of_headers),
        None => {
            return Err(missing(
                VERSION,
                "the protocol revision, such as \"2026-07-28\"",
            ));
        }
        Some(Err(())) => {
            return Err(EraError::Meta(format!(
                "`params._meta[\"{VERSION}\"]` must be a string"
            )));
        }
        Some(Ok(version)) => version,
    };
    match meta.capabilities {
        None => return Err(missing(CAPABILITIES, "an object, `{}` when there are none")),
        Some(Err(())) => {
            return Err(EraError::Meta(format!(
                "`params._meta[\"{CAPABILITIES}\"]` must be an object"
            )));
        }
        Some(Ok(_)) => {}
    }
    if let Some(headers) = headers {
        headers::mirror(
            headers,
            "mcp-protocol-version",
            "MCP-Protocol-Version",
            version,
        )
        .map_err(EraError::Header)?;
    }
    Revision::parse(version)
        .filter(|revision| revision.is_stateless())
        .ok_or_else(|| EraError::Unsupported {
            requested: version.clone().into_owned(),
            legacy: false,
        })
}

/// The revision of a request that has headers and does not carry its own (basic/transports, § Protocol Version Header,
/// 2025-06-18): without a header it is of the time before that header.
fn era_of_headers(headers: &dyn Headers) -> Result<Revision, EraError> {
    match headers::version(headers) {
        Header::Absent => Ok(Revision::V2025_03_26),
        Header::Value(name) => Revision::parse(name).ok_or_else(|| EraError::Unsupported {
            requested: name.to_owned(),
            legacy: true,
        }),
        Header::Repeated => Err(EraError::Header(
            "the header MCP-Protocol-Version stands twice; send it once".into(),
        )),
        Header::Unreadable => Err(EraError::Header(
            "the header MCP-Protocol-Version is not visible ASCII".into(),
        )),
    }
}
