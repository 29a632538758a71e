//! The server: its builder, its table of tools, and the way of a message through it. The only place that picks a code.

mod builder;
mod change;
mod direct;
mod local;
mod subscriptions;
mod table;

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;
use std::ops::Deref;
use std::sync::{Arc, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use builder::Options;
pub use builder::{ArgumentFaults, BuildError, Builder, CacheScope};
pub use change::Change;
pub use local::{CallError, CallResult, Fault};
#[cfg(any(feature = "stdio", feature = "http"))]
pub(crate) use subscriptions::Audience;
pub(crate) use subscriptions::Listener;
#[cfg(feature = "stdio")]
pub(crate) use subscriptions::TOOLS_CHANGED;

use crate::cursor::{Cursor, Mark, Next, Syntax};
use crate::fault::{Faults, nearest, one_line};
use crate::host::{Host, Job, Layer};
use crate::invocation::{Incoming, Invocation, Refusal};
use crate::message::{
    Envelope, ErrorObject, ErrorResponse, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, Id,
    Kind, METHOD_NOT_FOUND, PARSE_ERROR, Stop, open_error, open_result, parse_error, quoted,
    read_id, write_error,
};
use crate::output::{Lowered, Output};
use crate::protocol::{
    CallParams, CallStop, EraError, Implementation, Params, Revision, era, mirror, name_stateless,
};
use crate::tool::Row;
use crate::trace::{self, Span};
use change::{Changing, Workshop};
use subscriptions::Audiences;
use table::{Listing, Table};

/// The code for headers that do not say what the message says (streamable-http, § Server Validation, 2026-07-28).
const HEADER_MISMATCH: i64 = -32020;
/// The code for a call whose client lacks what the tool needs (basic, § `_meta`, 2026-07-28).
const MISSING_CAPABILITY: i64 = -32021;
/// The code for a revision that is not served (basic/versioning, 2026-07-28).
const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// A set of tools under a name, ready to be served; cheap to clone.
///
/// # With the feature `tracing`
///
/// | target | what |
/// |---|---|
/// | `haft::call` | a span `call` for each call, around the tool and, at each poll, around its future: `tool`, `request` (the id as JSON), `revision`, `traceparent` and `tracestate` from `_meta`, and when it ends `outcome` (`ok`, `tool_error`, `fault`, `panic`, `timeout` or `cancelled`) and `duration_ms` |
/// | `haft::protocol` | an event for each message or call that is refused before a tool runs: `request`, `code` |
/// | `haft::tool` | an event for each tool that ran and failed: `tool`, `request`, `outcome`, and its text even where [`Builder::mask_errors`] hides it from the client |
///
/// Without a subscriber, and without the feature, what is masked goes to the standard error.
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
/// let server = Server::builder("calculator", "1.0.0").tool::<add>().build()?;
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # let answers = runtime.block_on(async {
/// let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
/// let answers = server.handle(call.as_bytes()).await;
/// # answers
/// # });
/// assert_eq!(
///     answers,
///     [r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#],
/// );
/// # Ok::<(), haft::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    identity: Implementation,
    instructions: Option<String>,
    shelf: Shelf,
    listing: Listing,
    /// The result of `server/discover`, for who can be told of changes at any time and for who cannot.
    discovery: Discovery,
    argument_faults: ArgumentFaults,
    workshop: Workshop,
    options: Options,
    audiences: Audiences,
}

/// Where the tools stand.
enum Shelf {
    Fixed(Arc<Table>),
    Changing(Changing),
}

struct Discovery {
    told: String,
    untold: String,
}

/// The table, or a row of it, for a while.
pub(crate) enum Lent<'s, T> {
    Fixed(&'s Arc<T>),
    Changing(Arc<T>),
}

impl<T> Deref for Lent<'_, T> {
    type Target = Arc<T>;

    #[inline]
    fn deref(&self) -> &Arc<T> {
        match self {
            Self::Fixed(one) => one,
            Self::Changing(one) => one,
        }
    }
}

impl Lent<'_, Row> {
    /// Gives it back: it may have been removed meanwhile, and this be its end.
    fn release(self, host: &mut dyn Host) {
        if let Self::Changing(row) = self {
            host.release(row);
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.0.identity.name)
            .field("tools", &self.table().rows().len())
            .finish()
    }
}

impl Server {
    /// Begins a server; name and version are your program's, not this crate's: `env!("CARGO_PKG_VERSION")`.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> Builder {
        Builder::new(name.into(), version.into())
    }

    /// What whoever carries the bytes keeps to.
    #[cfg_attr(not(feature = "stdio"), allow(dead_code))]
    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    pub(crate) fn identity(&self) -> &Implementation {
        &self.0.identity
    }

    pub(crate) fn instructions(&self) -> Option<&str> {
        self.0.instructions.as_deref()
    }

    /// The tools as they are now.
    pub(crate) fn table(&self) -> Lent<'_, Table> {
        match &self.0.shelf {
            Shelf::Fixed(table) => Lent::Fixed(table),
            Shelf::Changing(changing) => Lent::Changing(changing.read()),
        }
    }

    /// Whether a tool's crate is built so that a panic ends the program.
    #[cfg(feature = "stdio")]
    pub(crate) fn aborts(&self) -> bool {
        self.table().rows().iter().any(|row| row.tool.aborts)
    }

    /// Refuses a message that is longer than the limit and has been passed over.
    #[cfg(feature = "stdio")]
    pub(crate) fn receive_oversized(&self, host: &mut dyn Host) {
        let limit = self.0.options.max_message;
        let why = format!(
            "Invalid Request: the message is longer than {limit} bytes, the limit of this server"
        );
        let error = ErrorObject::new(INVALID_REQUEST, why);
        send_error(host, Layer::Message, &ErrorResponse { id: None, error });
    }

    /// Serves one message that may be no text.
    pub(crate) fn receive_bytes(&self, message: &[u8], host: &mut dyn Host) {
        match std::str::from_utf8(message) {
            Ok(text) => self.receive(text, host),
            Err(_) => {
                let error = ErrorObject::new(PARSE_ERROR, "Parse error: the message is not UTF-8");
                send_error(host, Layer::Message, &ErrorResponse { id: None, error });
            }
        }
    }

    /// Serves one message: reads it in one pass, and answers through the host if an answer is due.
    pub(crate) fn receive(&self, message: &str, host: &mut dyn Host) {
        if let Err(syntax) = self.read(message, host) {
            send_error(host, Layer::Message, &parse_error(&syntax));
        }
    }

    fn read(&self, message: &str, host: &mut dyn Host) -> Result<(), Syntax> {
        let mut cursor = Cursor::new(message);
        let mut incoming = Incoming {
            envelope: Envelope::default(),
            params: CallParams::default(),
        };
        while let Stop::Params(next) = incoming.envelope.read(&mut cursor)? {
            if matches!(next, Next::Object)
                && let Some(method) = incoming.envelope.method()
            {
                if method == "tools/call" {
                    return self.call_in_passing(&mut cursor, incoming, host);
                }
                let params = Params::read(&mut cursor)?;
                incoming.envelope.read_whole(&mut cursor)?;
                self.dispatch(&incoming.envelope, params, &mut cursor, host);
                return Ok(());
            }
            cursor.skip()?;
        }
        if incoming.envelope.method() == Some("tools/call") {
            return self.call_afterwards(&mut cursor, incoming, host);
        }
        let params = match incoming.envelope.params() {
            Some((Next::Object, mark)) => {
                cursor.reset(mark);
                Params::read(&mut cursor)?
            }
            _ => Params::default(),
        };
        self.dispatch(&incoming.envelope, params, &mut cursor, host);
        Ok(())
    }

    /// `tools/call` with its method first, standing on `params`: arguments are decoded in passing when the name is first.
    fn call_in_passing<'de>(
        &self,
        cursor: &mut Cursor<'de>,
        mut incoming: Incoming<'de>,
        host: &mut dyn Host,
    ) -> Result<(), Syntax> {
        while let CallStop::Arguments(next) = incoming.params.read(cursor)? {
            if let Some(row) = incoming.params.name().and_then(|name| self.row(name)) {
                if let Some(message) = put_right(&row, cursor)? {
                    return self.read(&message, host);
                }
                if matches!(next, Next::Object | Next::Null) {
                    self.invoke(row, cursor, &mut incoming, host);
                    return Ok(());
                }
            }
            cursor.skip()?;
        }
        incoming.finish(cursor)?;
        self.call_read(cursor, incoming, host)
    }

    /// `tools/call` of which the whole message has been read, but not yet its parameters.
    fn call_afterwards<'de>(
        &self,
        cursor: &mut Cursor<'de>,
        mut incoming: Incoming<'de>,
        host: &mut dyn Host,
    ) -> Result<(), Syntax> {
        if let Some((Next::Object, mark)) = incoming.envelope.params() {
            cursor.reset(mark);
            while let CallStop::Arguments(_) = incoming.params.read(cursor)? {
                cursor.skip()?;
            }
        }
        self.call_read(cursor, incoming, host)
    }

    /// `tools/call` of which everything has been read: the arguments are decoded where they were passed over.
    fn call_read<'de>(
        &self,
        cursor: &mut Cursor<'de>,
        mut incoming: Incoming<'de>,
        host: &mut dyn Host,
    ) -> Result<(), Syntax> {
        let row = incoming.params.name().and_then(|name| self.row(name));
        if let (Some(row), Some((_, mark))) = (&row, incoming.params.arguments()) {
            cursor.reset(mark);
            if let Some(message) = put_right(row, cursor)? {
                return self.read(&message, host);
            }
        }
        let place: Option<Option<Mark>> = match incoming.params.arguments() {
            None => Some(None),
            Some((Next::Object | Next::Null, mark)) => Some(Some(mark)),
            Some(_) => None,
        };
        match (row, place) {
            (Some(row), Some(Some(mark))) => {
                cursor.reset(mark);
                self.invoke(row, cursor, &mut incoming, host);
            }
            (Some(row), Some(None)) => {
                self.invoke(row, &mut Cursor::new("{}"), &mut incoming, host);
            }
            _ => {
                let refusal = incoming.refuse(host);
                self.refuse(refusal, host);
            }
        }
        Ok(())
    }

    #[inline]
    fn row(&self, name: &str) -> Option<Lent<'_, Row>> {
        match &self.0.shelf {
            Shelf::Fixed(table) => table.row(name).map(Lent::Fixed),
            Shelf::Changing(changing) => {
                let table = changing.table.read();
                let table = table.unwrap_or_else(PoisonError::into_inner);
                table.row(name).map(Arc::clone).map(Lent::Changing)
            }
        }
    }

    fn invoke<'de>(
        &self,
        row: Lent<'_, Row>,
        cursor: &mut Cursor<'de>,
        incoming: &mut Incoming<'de>,
        host: &mut dyn Host,
    ) {
        if host.may_run(&row) {
            self.begin(&row, cursor, incoming, host);
        }
        row.release(host);
    }

    fn begin<'de>(
        &self,
        row: &Arc<Row>,
        cursor: &mut Cursor<'de>,
        incoming: &mut Incoming<'de>,
        host: &mut dyn Host,
    ) {
        let mut invocation = Invocation::serve(row, cursor, incoming, host);
        row.invoke(&mut invocation);
        let span = invocation.span();
        match invocation.outcome() {
            Ok(true) => {}
            // A body that neither decoded nor ran: a fault of this crate, which still owes the client an answer.
            Ok(false) => {
                if let Ok(Kind::Request { id, .. }) = incoming.envelope.judge() {
                    send_error(host, Layer::Server, &error_response(id, not_started(row)));
                }
            }
            Err(refusal) => {
                span.refuse(&refusal);
                span.enter(|| self.refuse(refusal, host));
            }
        }
    }

    /// Answers a call that is not made.
    #[cold]
    fn refuse(&self, refusal: Refusal, host: &mut dyn Host) {
        match refusal {
            Refusal::Silent => {}
            Refusal::Syntax(syntax) => send_error(host, Layer::Message, &parse_error(&syntax)),
            Refusal::Message(response) => send_error(host, Layer::Message, &response),
            Refusal::Params { id, why } => {
                send_error(
                    host,
                    Layer::Message,
                    &error_response(&id, invalid_params(&why)),
                );
            }
            Refusal::Era { id, error } => {
                send_error(host, Layer::Message, &error_response(&id, era_error(error)));
            }
            Refusal::Header { id, why } => {
                send_error(
                    host,
                    Layer::Message,
                    &error_response(&id, header_mismatch(&why)),
                );
            }
            Refusal::UnknownTool { id, name } => {
                let error = self.unknown_tool(&name);
                send_error(host, Layer::Tool, &error_response(&id, error));
            }
            Refusal::Capabilities { id, missing } => {
                let needed = missing.join(", ");
                let error = ErrorObject::new(
                    MISSING_CAPABILITY,
                    format!(
                        "Missing client capability: this tool needs a client that declares {needed}"
                    ),
                );
                let required: Value = missing.into_iter().map(|name| (name, json!({}))).collect();
                let error = with_data(error, &json!({"requiredCapabilities": required}));
                send_error(host, Layer::Message, &error_response(&id, error));
            }
            Refusal::Panicked { id, row } => {
                send_error(host, Layer::Server, &error_response(&id, not_started(&row)));
            }
            Refusal::Faults {
                id,
                revision,
                row,
                faults,
            } => {
                trace::fault(&id, &faults);
                let job = Job {
                    id: &id,
                    revision,
                    row: &row,
                    ticket: None,
                    span: &Span::none(),
                };
                self.refuse_arguments(job, faults, host);
            }
        }
    }

    /// Answers a call whose arguments are at fault, in the layer that the server has for them.
    fn refuse_arguments(&self, job: Job<'_>, faults: Faults, host: &mut dyn Host) {
        match self.0.argument_faults {
            ArgumentFaults::ProtocolError => host.send(Layer::Tool, &mut |out| {
                open_error(out, Some(job.id), INVALID_PARAMS, faults.text());
                out.extend_from_slice(b",\"data\":");
                out.extend_from_slice(faults.data());
                out.extend_from_slice(b"}}");
            }),
            ArgumentFaults::ToolError => {
                let (text, data) = faults.into_parts();
                let mut output = Some(Output(Lowered::Faults { text, data }));
                host.send(Layer::Tool, &mut |out| {
                    if let Some(output) = output.take() {
                        job.answer(output, out);
                    }
                });
            }
        }
    }

    fn unknown_tool(&self, name: &str) -> ErrorObject {
        let short: String = name.chars().take(80).collect();
        let ellipsis = if short.len() < name.len() { "…" } else { "" };
        let shown = quoted(&format!("{short}{ellipsis}"));
        let mut message = format!("Unknown tool: {}", one_line(&shown));
        let table = self.table();
        let names = table.rows().iter().map(|row| row.tool.name.as_ref());
        if let Some(near) = nearest(name, names) {
            let _ = write!(message, " (did you mean \"{near}\"?)");
        }
        ErrorObject::new(INVALID_PARAMS, message)
    }

    /// Every method but `tools/call`.
    fn dispatch(
        &self,
        envelope: &Envelope<'_>,
        mut params: Params<'_>,
        cursor: &mut Cursor<'_>,
        host: &mut dyn Host,
    ) {
        let (id, method) = match envelope.judge() {
            Ok(Kind::Request { id, method }) => (id, method),
            Ok(Kind::Notification { method }) => {
                return Self::notified(method, envelope.params(), cursor, host);
            }
            Ok(Kind::Response) => return refuse_response(host),
            Err(response) => return send_error(host, Layer::Message, &response),
        };
        let table = self.table();
        let answer = admit(method, &mut params, host).and_then(|revision| {
            if method == "subscriptions/listen" && revision.is_stateless() {
                let filter = params
                    .notifications()
                    .map_err(|why| (Layer::Message, invalid_params(why)))?;
                self.listen(id, filter, host);
                return Ok(None);
            }
            self.answer(&table, method, revision, &params, host)
                .map(Some)
        });
        match answer {
            Ok(None) => {}
            Ok(Some(result)) => host.send(Layer::Tool, &mut |out| {
                open_result(out, id);
                out.extend_from_slice(result.as_bytes());
                out.push(b'}');
            }),
            Err((layer, error)) => send_error(host, layer, &error_response(id, error)),
        }
    }

    /// A notification, which is never answered, whatever is wrong with it (JSON-RPC 2.0, section 4.1).
    fn notified(
        method: &str,
        params: Option<(Next, Mark)>,
        cursor: &mut Cursor<'_>,
        host: &mut dyn Host,
    ) {
        match (method, params) {
            ("notifications/cancelled", Some((Next::Object, mark))) => {
                cursor.reset(mark);
                if let Ok(Some(id)) = cancelled_id(cursor) {
                    host.cancel(&Id::from_raw(id));
                }
            }
            ("notifications/initialized", _) => host.initialized(),
            _ => {}
        }
    }

    /// The result of a method, as JSON text.
    fn answer<'t>(
        &'t self,
        table: &'t Table,
        method: &str,
        revision: Revision,
        params: &Params<'_>,
        host: &mut dyn Host,
    ) -> Result<Cow<'t, str>, (Layer, ErrorObject)> {
        match (method, revision.is_stateless()) {
            ("tools/list", _) => params
                .cursor()
                .and_then(|cursor| table.page(cursor, revision, &self.0.listing))
                .map_err(|why| (Layer::Tool, invalid_params(why))),
            ("server/discover", true) => Ok(if host.can_notify(true) {
                self.0.discovery.told.as_str().into()
            } else {
                self.0.discovery.untold.as_str().into()
            }),
            ("ping", false) => Ok("{}".into()),
            ("initialize", false) => self
                .initialize(params.text(), host)
                .map(Into::into)
                .map_err(|error| (Layer::Message, error)),
            _ => Err((Layer::Method, method_not_found(method))),
        }
    }

    /// The handshake of the revisions before 2026-07-28 (basic/lifecycle, § Version Negotiation): a revision that is
    /// not served is answered with the latest that is.
    fn initialize(&self, params: &str, host: &mut dyn Host) -> Result<String, ErrorObject> {
        let params = read_params(params)?;
        let Some(requested) = params.get("protocolVersion").and_then(Value::as_str) else {
            return Err(invalid_params(
                "`protocolVersion` must be a string such as \"2025-11-25\"",
            ));
        };
        let revision = Revision::parse(requested)
            .filter(|revision| !revision.is_stateless())
            .unwrap_or(Revision::LAST_WITH_HANDSHAKE);
        let told = host.can_notify(false);
        let connection = host.connection();
        connection.revision = Some(revision);
        connection.initialized = false;
        connection.capabilities = params
            .get("capabilities")
            .map(|value| value.to_string().into());
        connection.client = params
            .get("clientInfo")
            .and_then(Implementation::from_json)
            .map(Arc::new);
        let mut identity = self.0.identity.clone();
        if revision < Revision::V2025_06_18 {
            identity.title = None;
        }
        let mut result = json!({
            "protocolVersion": revision.as_str(),
            "capabilities": capabilities(told && self.may_change()),
            "serverInfo": identity.to_json(),
        });
        if let (Some(text), Some(members)) = (&self.0.instructions, result.as_object_mut()) {
            members.insert("instructions".into(), text.as_str().into());
        }
        Ok(result.to_string())
    }
}

/// The revision in which a request is answered, if it is sound as such.
fn admit(
    method: &str,
    params: &mut Params<'_>,
    host: &mut dyn Host,
) -> Result<Revision, (Layer, ErrorObject)> {
    let refuse = |error| (Layer::Message, error);
    let meta = params
        .take_meta()
        .map_err(|why| refuse(invalid_params(why)))?;
    let agreed = host.connection().revision();
    let headers = host.headers();
    let revision = era(&meta, method, headers, agreed).map_err(|error| refuse(era_error(error)))?;
    if let Some(headers) = headers.filter(|_| revision.is_stateless()) {
        mirror(headers, "mcp-method", "Mcp-Method", method)
            .map_err(|why| refuse(header_mismatch(&why)))?;
    }
    Ok(revision)
}

/// What a server can do (server/tools, § Capabilities); that the list may change only to who can be told when it does.
fn capabilities(may_change: bool) -> Value {
    if may_change {
        json!({"tools": {"listChanged": true}})
    } else {
        json!({"tools": {}})
    }
}

/// `requestId` of `notifications/cancelled` (basic/utilities/cancellation), if it can be one.
fn cancelled_id<'de>(cursor: &mut Cursor<'de>) -> Result<Option<&'de str>, Syntax> {
    let (mut first, mut found) = (true, None);
    cursor.object()?;
    while let Some(key) = cursor.key(first)? {
        first = false;
        if key == "requestId" {
            let id = read_id(cursor)?;
            if std::mem::replace(&mut found, id).is_some() {
                return Ok(None);
            }
        } else {
            cursor.skip()?;
        }
    }
    Ok(found)
}

/// A response needs no answer; but from 2026-07-28 on there is nothing that it could be an answer to (basic, § Patterns),
/// and where there are statuses the client is told so.
fn refuse_response(host: &mut dyn Host) {
    if host.headers().is_some_and(name_stateless) {
        let why = "Invalid Request: this server asks nothing of a client, so there is nothing to respond to";
        let error = ErrorObject::new(INVALID_REQUEST, why);
        send_error(host, Layer::Message, &ErrorResponse { id: None, error });
    }
}

fn send_error(host: &mut dyn Host, layer: Layer, response: &ErrorResponse) {
    trace::protocol_error(response);
    host.send(layer, &mut |out| {
        write_error(out, response.id.as_ref().map(Id::as_json), &response.error);
    });
}

fn error_response(id: &str, error: ErrorObject) -> ErrorResponse {
    ErrorResponse {
        id: Some(Id::from_raw(id)),
        error,
    }
}

fn invalid_params(why: &str) -> ErrorObject {
    ErrorObject::new(INVALID_PARAMS, format!("Invalid params: {why}"))
}

/// The whole of `params`; an error when a member of it stands twice.
fn read_params(params: &str) -> Result<Value, ErrorObject> {
    crate::decode::decode(&mut Cursor::new(params))
        .map_err(|error| invalid_params(&error.to_string()))
}

fn not_started(row: &Row) -> ErrorObject {
    ErrorObject::new(
        INTERNAL_ERROR,
        format!(
            "Internal error: the tool {} could not be started",
            row.tool.name
        ),
    )
}

fn method_not_found(method: &str) -> ErrorObject {
    let short: String = method.chars().take(80).collect();
    with_data(
        ErrorObject::new(METHOD_NOT_FOUND, "Method not found"),
        &json!({"method": short}),
    )
}

fn header_mismatch(why: &str) -> ErrorObject {
    ErrorObject::new(HEADER_MISMATCH, format!("Header mismatch: {why}"))
}

fn era_error(error: EraError) -> ErrorObject {
    match error {
        EraError::Meta(why) => invalid_params(&why),
        EraError::Header(why) => header_mismatch(&why),
        EraError::Unsupported { requested, legacy } => {
            // To a request with a handshake's shape the revisions with a handshake are of use too.
            let served = Revision::ALL
                .into_iter()
                .filter(|revision| legacy || revision.is_stateless());
            let supported: Vec<&str> = served.map(Revision::as_str).collect();
            let requested: String = requested.chars().take(80).collect();
            let message = format!(
                "Unsupported protocol version: use {}",
                supported.join(" or ")
            );
            let data = json!({"supported": supported, "requested": requested});
            with_data(
                ErrorObject::new(UNSUPPORTED_PROTOCOL_VERSION, message),
                &data,
            )
        }
    }
}

/// The message with arguments, on which the cursor stands, that were put right; if the tool is lenient, and they had to be.
fn put_right(row: &Row, cursor: &mut Cursor<'_>) -> Result<Option<String>, Syntax> {
    if row.tool.lenient != Some(true) {
        return Ok(None);
    }
    let mark = cursor.mark();
    let arguments = cursor.skip()?;
    let end = cursor.offset();
    cursor.reset(mark);
    let Some(repaired) = row.checks.repaired(arguments) else {
        return Ok(None);
    };
    let (before, behind) = (
        cursor.text().get(..end - arguments.len()),
        cursor.text().get(end..),
    );
    let message: String = [before, Some(&repaired.text), behind]
        .into_iter()
        .flatten()
        .collect();
    // What a string held stands deeper than the string did.
    if Cursor::new(&message).skip().is_err() {
        return Ok(None);
    }
    trace::repaired(&row.tool.name, &repaired.places);
    Ok(Some(message))
}

/// Data made of plain JSON serialises; without it the message still says everything.
fn with_data(error: ErrorObject, data: &impl Serialize) -> ErrorObject {
    let plain = error.clone();
    error.data(data).unwrap_or(plain)
}
