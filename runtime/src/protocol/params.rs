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
    meta: Option<Result<Meta<'de>, &'static str>>,
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
                    self.meta = Some(Meta::read(cursor)?);
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

    /// `_meta`, handed over once; what is wrong with it is a sentence for the client.
    pub(crate) fn take_meta(&mut self) -> Result<Meta<'de>, &'static str> {
        self.meta.take().unwrap_or_else(|| Ok(Meta::default()))
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

impl<'de> Meta<'de> {
    /// Reads the value of `_meta`, on which the cursor stands; what is wrong with it is a sentence for the client.
    fn read(cursor: &mut Cursor<'de>) -> Result<Result<Self, &'static str>, Syntax> {
        if !matches!(cursor.peek()?, Next::Object) {
            cursor.skip()?;
            return Ok(Err("`_meta` must be an object"));
        }
        let (mut meta, mut fault) = (Self::default(), None);
        let start = cursor.offset();
        cursor.object()?;
        let mut first = true;
        while let Some(key) = cursor.key(first)? {
            first = false;
            let again = match key.strip_prefix("io.modelcontextprotocol/") {
                Some("protocolVersion") => {
                    let version = if matches!(cursor.peek()?, Next::String) {
                        Ok(cursor.string()?)
                    } else {
                        cursor.skip()?;
                        Err(())
                    };
                    meta.version.replace(version).is_some()
                }
                Some("clientCapabilities") => {
                    let is_object = matches!(cursor.peek()?, Next::Object);
                    let text = cursor.skip()?;
                    let capabilities = if is_object { Ok(text) } else { Err(()) };
                    meta.capabilities.replace(capabilities).is_some()
                }
                Some("clientInfo") => meta.client.replace(cursor.skip()?).is_some(),
                None if key == "progressToken" => match crate::message::read_id(cursor)? {
                    Some(token) => meta.token.replace(token).is_some(),
                    None => {
                        fault =
                            fault.or(Some("`_meta.progressToken` must be a string or an integer"));
                        false
                    }
                },
                _ => {
                    cursor.skip()?;
                    false
                }
            };
            if again {
                fault = fault.or(Some("a member stands twice in `_meta`; send it once"));
            }
        }
        meta.text = cursor.text().get(start..cursor.offset());
        Ok(fault.map_or(Ok(meta), Err))
    }
}

/// What a client wants to be told of (schema `SubscriptionFilter`, 2026-07-28), as far as a server of tools has it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Filter {
    pub(crate) tools: bool,
}

impl Filter {
    /// Reads the value of `notifications`, on which the cursor stands; what is wrong with it is a sentence for the client.
    fn read(cursor: &mut Cursor<'_>) -> Result<Result<Self, &'static str>, Syntax> {
        if !matches!(cursor.peek()?, Next::Object) {
            cursor.skip()?;
            return Ok(Err(
                "`notifications` must be an object such as {\"toolsListChanged\": true}",
            ));
        }
        let (mut tools, mut fault) = (None, None);
        cursor.object()?;
        let mut first = true;
        while let Some(key) = cursor.key(first)? {
            first = false;
            if key != "toolsListChanged" {
                cursor.skip()?;
                continue;
            }
            let again = match cursor.peek()? {
                Next::True | Next::False => tools.replace(cursor.boolean()?).is_some(),
                _ => {
                    cursor.skip()?;
                    fault = Some("`notifications.toolsListChanged` must be a boolean");
                    false
                }
            };
            if again {
                fault = Some("`notifications.toolsListChanged` stands twice; send it once");
            }
        }
        let tools = tools.unwrap_or_default();
        Ok(fault.map_or(Ok(Self { tools }), Err))
    }
}

/// The parameters of every request but `tools/call`, as far as a method looks at them; what is wrong with one is a
/// sentence for the client.
#[derive(Default)]
pub(crate) struct Params<'de> {
    /// All of them, an object.
    text: Option<&'de str>,
    meta: Option<Result<Meta<'de>, &'static str>>,
    cursor: Option<Result<Cow<'de, str>, &'static str>>,
    notifications: Option<Result<Filter, &'static str>>,
}

impl<'de> Params<'de> {
    /// Reads the object on which the cursor stands.
    pub(crate) fn read(cursor: &mut Cursor<'de>) -> Result<Self, Syntax> {
        let mut params = Self::default();
        cursor.peek()?;
        let start = cursor.offset();
        cursor.object()?;
        let mut first = true;
        while let Some(key) = cursor.key(first)? {
            first = false;
            match &*key {
                "_meta" => {
                    let meta = Meta::read(cursor)?;
                    params.meta = Some(match params.meta {
                        None => meta,
                        Some(_) => Err("`_meta` stands twice in `params`; send it once"),
                    });
                }
                "cursor" => {
                    let value = if matches!(cursor.peek()?, Next::String) {
                        Ok(cursor.string()?)
                    } else {
                        cursor.skip()?;
                        Err("`cursor` must be a string")
                    };
                    params.cursor = Some(match params.cursor {
                        None => value,
                        Some(_) => Err("`cursor` stands twice in `params`; send it once"),
                    });
                }
                "notifications" => {
                    let filter = Filter::read(cursor)?;
                    params.notifications = Some(match params.notifications {
                        None => filter,
                        Some(_) => Err("`notifications` stands twice in `params`; send it once"),
                    });
                }
                _ => {
                    cursor.skip()?;
                }
            }
        }
        params.text = cursor.text().get(start..cursor.offset());
        Ok(params)
    }

    /// The whole object.
    pub(crate) fn text(&self) -> &'de str {
        self.text.unwrap_or("{}")
    }

    /// `_meta`, handed over once.
    pub(crate) fn take_meta(&mut self) -> Result<Meta<'de>, &'static str> {
        self.meta.take().unwrap_or_else(|| Ok(Meta::default()))
    }

    /// Where a list goes on (server/utilities/pagination).
    pub(crate) fn cursor(&self) -> Result<Option<&str>, &'static str> {
        match &self.cursor {
            None => Ok(None),
            Some(Ok(cursor)) => Ok(Some(cursor)),
            Some(Err(why)) => Err(why),
        }
    }

    /// What `subscriptions/listen` asks for (basic/patterns/subscriptions, 2026-07-28).
    pub(crate) fn notifications(&self) -> Result<Filter, &'static str> {
        self.notifications.unwrap_or(Err(
            "`notifications` is missing; send an object such as {\"toolsListChanged\": true}",
        ))
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
