//! JSON-RPC 2.0 alone: the four shapes as types to build, encode and decode, and the envelope read in one pass.

mod envelope;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::cursor::{Cursor, Next, Syntax};
pub(crate) use envelope::{Envelope, Kind, Stop, id as read_id};

/// Code of an answer to bytes that are no JSON text.
///
/// From JSON-RPC 2.0, section 5.1; the same in every revision of MCP.
pub const PARSE_ERROR: i64 = -32700;
/// Code of an answer to JSON that is no request (JSON-RPC 2.0, section 5.1).
pub const INVALID_REQUEST: i64 = -32600;
/// Code of an answer to a method that does not exist (JSON-RPC 2.0, section 5.1).
pub const METHOD_NOT_FOUND: i64 = -32601;
/// Code of an answer to parameters that do not fit the method (JSON-RPC 2.0, section 5.1).
pub const INVALID_PARAMS: i64 = -32602;
/// Code of an answer when the server itself failed (JSON-RPC 2.0, section 5.1).
pub const INTERNAL_ERROR: i64 = -32603;

/// The id that pairs a request with its response: a string or an integer, kept digit for digit as it was sent.
///
/// Two ids are equal when type and value are equal: `1` is not `"1"`, and `"a"` is `"\u0061"`.
/// From JSON-RPC 2.0, section 4, narrowed by MCP (basic, § Requests, every revision): never `null`, never a fraction.
///
/// ```
/// use haft::message::Id;
///
/// assert_eq!(Id::from(7).to_string(), "7");
/// assert_eq!(Id::from("7").to_string(), r#""7""#);
/// assert_ne!(Id::from(7), Id::from("7"));
/// assert_eq!(Id::parse("18446744073709551616").unwrap().to_string(), "18446744073709551616");
/// assert!(Id::parse("1.5").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Id {
    raw: String,
}

impl Id {
    /// Reads an id from its JSON text; `None` when the text is no string and no integer.
    pub fn parse(json: &str) -> Option<Self> {
        let mut cursor = Cursor::new(json);
        let raw = read_id(&mut cursor).ok()??;
        cursor.end().ok()?;
        Some(Self::from_raw(raw))
    }

    /// The id as JSON text, exactly as it was sent.
    pub fn as_json(&self) -> &str {
        &self.raw
    }

    /// Takes a text that is known to be a JSON string or integer.
    pub(crate) fn from_raw(raw: &str) -> Self {
        Self {
            raw: raw.to_owned(),
        }
    }

    /// What equality compares: the unescaped text of a string, the token of a number.
    fn value(&self) -> (bool, std::borrow::Cow<'_, str>) {
        match Cursor::new(&self.raw).string() {
            Ok(text) => (true, text),
            Err(_) => (false, self.raw.as_str().into()),
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw || self.value() == other.value()
    }
}

impl Eq for Id {}

impl std::hash::Hash for Id {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Self {
            raw: number.to_string(),
        }
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self { raw: quoted(text) }
    }
}

/// The id of a request; `None` when the text is no sound request.
#[cfg(feature = "stdio")]
pub(crate) fn request_id(text: &str) -> Option<Id> {
    let mut envelope = Envelope::default();
    envelope.read_whole(&mut Cursor::new(text)).ok()?;
    match envelope.judge() {
        Ok(Kind::Request { id, .. }) => Some(Id::from_raw(id)),
        _ => None,
    }
}

/// A call that wants an answer.
///
/// ```
/// use haft::message::Request;
///
/// let request = Request::new(3, "tools/call").params(&serde_json::json!({"name": "add"}))?;
/// assert_eq!(request.encode(), r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add"}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// What the response will echo.
    pub id: Id,
    /// The method's name.
    pub method: String,
    /// The parameters as JSON text; an object where MCP is spoken.
    pub params: Option<Box<RawValue>>,
}

impl Request {
    /// A request without parameters.
    pub fn new(id: impl Into<Id>, method: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            method: method.into(),
            params: None,
        }
    }

    /// Sets the parameters.
    ///
    /// # Errors
    /// When `params` does not serialise to JSON.
    pub fn params<T: Serialize + ?Sized>(mut self, params: &T) -> Result<Self, serde_json::Error> {
        self.params = Some(serde_json::value::to_raw_value(params)?);
        Ok(self)
    }

    /// The request as one line of JSON, without the newline.
    pub fn encode(&self) -> String {
        encode_call(Some(&self.id), &self.method, self.params.as_deref())
    }
}

/// A call that wants no answer, and gets none.
///
/// ```
/// use haft::message::Notification;
///
/// let initialized = Notification::new("notifications/initialized");
/// assert_eq!(initialized.encode(), r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
/// ```
#[derive(Clone, Debug)]
pub struct Notification {
    /// The method's name.
    pub method: String,
    /// The parameters as JSON text; an object where MCP is spoken.
    pub params: Option<Box<RawValue>>,
}

impl Notification {
    /// A notification without parameters.
    pub fn new(method: impl Into<String>) -> Self {
        Self {
            method: method.into(),
            params: None,
        }
    }

    /// Sets the parameters.
    ///
    /// # Errors
    /// When `params` does not serialise to JSON.
    pub fn params<T: Serialize + ?Sized>(mut self, params: &T) -> Result<Self, serde_json::Error> {
        self.params = Some(serde_json::value::to_raw_value(params)?);
        Ok(self)
    }

    /// The notification as one line of JSON, without the newline.
    pub fn encode(&self) -> String {
        encode_call(None, &self.method, self.params.as_deref())
    }
}

/// The answer to a request that was carried out.
///
/// ```
/// use haft::message::Response;
///
/// let response = Response::new("a", &serde_json::json!({}))?;
/// assert_eq!(response.encode(), r#"{"jsonrpc":"2.0","id":"a","result":{}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Response {
    /// The request's id.
    pub id: Id,
    /// The result as JSON text.
    pub result: Box<RawValue>,
}

impl Response {
    /// A success.
    ///
    /// # Errors
    /// When `result` does not serialise to JSON.
    pub fn new<T: Serialize + ?Sized>(
        id: impl Into<Id>,
        result: &T,
    ) -> Result<Self, serde_json::Error> {
        Ok(Self {
            id: id.into(),
            result: serde_json::value::to_raw_value(result)?,
        })
    }

    /// The response as one line of JSON, without the newline.
    pub fn encode(&self) -> String {
        let mut out = Vec::new();
        open_result(&mut out, self.id.as_json());
        write_raw(&mut out, self.result.get());
        out.push(b'}');
        text(out)
    }
}

/// The answer to a request that was not carried out.
///
/// `id` is `None` when the request's own could not be read; it is then written as `null` (JSON-RPC 2.0, section 5).
///
/// ```
/// use haft::message::{ErrorObject, ErrorResponse, METHOD_NOT_FOUND};
///
/// let error = ErrorObject::new(METHOD_NOT_FOUND, "Method not found");
/// let response = ErrorResponse { id: Some(5.into()), error };
/// assert_eq!(
///     response.encode(),
///     r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"Method not found"}}"#,
/// );
/// ```
#[derive(Clone, Debug)]
pub struct ErrorResponse {
    /// The request's id, where it could be read.
    pub id: Option<Id>,
    /// What went wrong.
    pub error: ErrorObject,
}

impl ErrorResponse {
    /// The response as one line of JSON, without the newline.
    pub fn encode(&self) -> String {
        let mut out = Vec::new();
        write_error(&mut out, self.id.as_ref().map(Id::as_json), &self.error);
        text(out)
    }
}

/// What an error response says: a code for programs, a sentence for people, data for either.
#[derive(Clone, Debug)]
pub struct ErrorObject {
    /// One of the constants of this module, or a code of the protocol above.
    pub code: i64,
    /// One sentence.
    pub message: String,
    /// Details as JSON text.
    pub data: Option<Box<RawValue>>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Sets the details.
    ///
    /// # Errors
    /// When `data` does not serialise to JSON.
    pub fn data<T: Serialize + ?Sized>(mut self, data: &T) -> Result<Self, serde_json::Error> {
        self.data = Some(serde_json::value::to_raw_value(data)?);
        Ok(self)
    }
}

impl fmt::Display for ErrorObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for ErrorObject {}

/// Any of the four shapes.
///
/// ```
/// use haft::message::Message;
///
/// let Ok(Message::Request(request)) = Message::decode(r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#) else {
///     panic!("a request");
/// };
/// assert_eq!(request.id, 0.into());
///
/// let refused = Message::decode(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#).unwrap_err();
/// assert_eq!(refused.error.code, haft::message::INVALID_REQUEST);
/// ```
#[derive(Clone, Debug)]
pub enum Message {
    /// Wants an answer.
    Request(Request),
    /// Wants none.
    Notification(Notification),
    /// An answer: done.
    Response(Response),
    /// An answer: not done.
    ErrorResponse(ErrorResponse),
}

impl Message {
    /// Reads one message from its JSON text.
    ///
    /// Unknown members are ignored, as JSON-RPC leaves them open; a member of the envelope that stands twice is refused
    /// (RFC 8259, section 4: two readers could see two different requests).
    ///
    /// # Errors
    /// The response that such a text deserves: [`PARSE_ERROR`] when it is no JSON, [`INVALID_REQUEST`] when it is JSON
    /// but none of the four shapes (also for a batch), [`INVALID_PARAMS`] when `params` is no object.
    pub fn decode(json: &str) -> Result<Self, ErrorResponse> {
        let mut cursor = Cursor::new(json);
        let mut envelope = Envelope::default();
        envelope
            .read_whole(&mut cursor)
            .map_err(|syntax| parse_error(&syntax))?;
        let raw = |span: Option<&str>| {
            span.map(|text| RawValue::from_string(text.to_owned()))
                .transpose()
        };
        let unreadable = |_| ErrorResponse {
            id: None,
            error: ErrorObject::new(PARSE_ERROR, "Parse error"),
        };
        match envelope.judge()? {
            Kind::Request { id, method } => Ok(Self::Request(Request {
                id: Id::from_raw(id),
                method: method.to_owned(),
                params: raw(envelope.params_text(&cursor)).map_err(unreadable)?,
            })),
            Kind::Notification { method } => Ok(Self::Notification(Notification {
                method: method.to_owned(),
                params: raw(envelope.params_text(&cursor)).map_err(unreadable)?,
            })),
            Kind::Response => envelope.response(),
        }
    }

    /// The message as one line of JSON, without the newline.
    pub fn encode(&self) -> String {
        match self {
            Self::Request(request) => request.encode(),
            Self::Notification(notification) => notification.encode(),
            Self::Response(response) => response.encode(),
            Self::ErrorResponse(response) => response.encode(),
        }
    }
}

/// The answer to a text that is no JSON.
#[cold]
pub(crate) fn parse_error(syntax: &Syntax) -> ErrorResponse {
    ErrorResponse {
        id: None,
        error: ErrorObject::new(PARSE_ERROR, format!("Parse error: {syntax}")),
    }
}

/// Writes `{"jsonrpc":"2.0","id":…,"result":`; the result and a closing brace follow.
pub(crate) fn open_result(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"result\":");
}

/// Writes a whole error response.
#[cold]
pub(crate) fn write_error(out: &mut Vec<u8>, id: Option<&str>, error: &ErrorObject) {
    open_error(out, id, error.code, &error.message);
    if let Some(data) = &error.data {
        out.extend_from_slice(b",\"data\":");
        write_raw(out, data.get());
    }
    out.extend_from_slice(b"}}");
}

/// Writes an error response up to its data: `,"data":…` may follow, and two closing braces.
pub(crate) fn open_error(out: &mut Vec<u8>, id: Option<&str>, code: i64, message: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.unwrap_or("null").as_bytes());
    out.extend_from_slice(b",\"error\":{\"code\":");
    out.extend_from_slice(code.to_string().as_bytes());
    out.extend_from_slice(b",\"message\":");
    write_string(out, message);
}

fn encode_call(id: Option<&Id>, method: &str, params: Option<&RawValue>) -> String {
    let mut out = Vec::new();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",");
    if let Some(id) = id {
        out.extend_from_slice(b"\"id\":");
        out.extend_from_slice(id.as_json().as_bytes());
        out.push(b',');
    }
    out.extend_from_slice(b"\"method\":");
    write_string(&mut out, method);
    if let Some(params) = params {
        out.extend_from_slice(b",\"params\":");
        write_raw(&mut out, params.get());
    }
    out.push(b'}');
    text(out)
}

/// JSON text as it is, but on one line: a newline is white space there, never part of a string.
pub(crate) fn write_raw(out: &mut Vec<u8>, json: &str) {
    let mut lines = json.split(['\n', '\r']);
    if let Some(first) = lines.next() {
        out.extend_from_slice(first.as_bytes());
    }
    for line in lines {
        out.push(b' ');
        out.extend_from_slice(line.as_bytes());
    }
}

/// Writes a JSON string: `"`, `\` and control characters escaped, all else as it is.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        // Eight bytes at a time: a byte below 0x20, a quote or a backslash raises its high bit in `hit`.
        let mut plain = 0;
        for block in rest.chunks_exact(8) {
            let word = u64::from_le_bytes(block.try_into().unwrap_or([0; 8]));
            let zero = |w: u64| w.wrapping_sub(ONES) & !w;
            let hit = (word.wrapping_sub(ONES * 0x20) & !word
                | zero(word ^ (ONES * 0x22))
                | zero(word ^ (ONES * 0x5c)))
                & HIGH;
            if hit != 0 {
                plain += (hit.trailing_zeros() / 8) as usize;
                break;
            }
            plain += 8;
        }
        while rest
            .get(plain)
            .is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
        {
            plain += 1;
        }
        let Some((clean, tail)) = rest.split_at_checked(plain) else {
            break;
        };
        out.extend_from_slice(clean);
        let Some((&byte, tail)) = tail.split_first() else {
            break;
        };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
        }
        rest = tail;
    }
    out.push(b'"');
}

/// A text as a JSON string.
pub(crate) fn quoted(string: &str) -> String {
    let mut out = Vec::with_capacity(string.len() + 2);
    write_string(&mut out, string);
    text(out)
}

/// What was built from `&str` pieces alone is UTF-8.
fn text(out: Vec<u8>) -> String {
    String::from_utf8(out).unwrap_or_default()
}
