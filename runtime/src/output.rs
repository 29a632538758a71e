//! Lowering: what a tool returned becomes a result, and an `Err` a result that says `isError`.

mod json;
pub mod tier;

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::time::Duration;

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::message::{write_raw, write_string};
use crate::protocol::{Content, Revision};
use crate::schema;
use crate::trace;

/// What a call came to, ready to be written in the words of any revision.
#[doc(hidden)]
#[derive(Debug)]
pub struct Output(pub(crate) Lowered);

#[derive(Debug)]
pub(crate) enum Lowered {
    Text(Cow<'static, str>),
    /// Structured content as JSON text, and a text for people if there is one.
    Json {
        json: String,
        text: Option<String>,
    },
    Result(Box<ToolResult>),
    /// The text of an `Err`.
    Failed(String),
    ToolError(Box<ToolError>),
    /// The tool ran, but what it returned cannot be written.
    Unwritable(String),
    Panicked,
    /// The call took longer than this, its limit.
    TimedOut(Duration),
    /// Arguments that did not decode, as a result (`ArgumentFaults::ToolError`).
    Faults {
        text: String,
        /// What is wrong as data: JSON text on one line.
        data: Vec<u8>,
    },
}

impl Output {
    fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self(Lowered::Text(text.into()))
    }
}

/// A type that a tool may return.
///
/// Implemented for `()` (the text `ok`), text, numbers, `bool`, [`Content`], `Vec<Content>`, [`Json`](struct@crate::Json), [`ToolResult`],
/// an `Option` of the plain ones (`None` is the text `none`), and a `Result` of any of these with an error that
/// implements `Display`. Not to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not text, a number, `bool`, `()`, `Content`, `Json<…>` or `ToolResult`, nor a `Result` of these",
    note = "for structured content, return `haft::Json<…>` around a type that implements `serde::Serialize` and `schemars::JsonSchema`",
    note = "in a `Result`, the error needs to implement `Display`",
    note = "a `JsonSchema` of another major version of schemars is another trait: derive that of `haft::schemars`"
)]
pub trait Return {
    #[doc(hidden)]
    fn lower(self) -> Output;

    #[doc(hidden)]
    fn output() -> Option<OutputSchema> {
        None
    }
}

/// The schema of structured content, or why there is none.
#[doc(hidden)]
pub struct OutputSchema(pub(crate) Result<schema::OutputSchema, Vec<String>>);

/// The output schema of a return type.
#[doc(hidden)]
pub fn output<T: Return>() -> Option<OutputSchema> {
    T::output()
}

/// A type whose `Option` a tool may return.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be the result of a tool",
    note = "for structured content that may be absent, return `Json<Option<…>>`"
)]
pub trait Plain: Return {}

impl Return for () {
    fn lower(self) -> Output {
        Output::text("ok")
    }
}

macro_rules! plain {
    ($($type:ty: $value:ident => $text:expr;)*) => {$(
        impl Return for $type {
            fn lower(self) -> Output {
                let $value = self;
                Output::text($text)
            }
        }
        impl Plain for $type {}
    )*};
}

plain! {
    String: text => text;
    &str: text => text.to_owned();
    &String: text => text.clone();
    Cow<'_, str>: text => text.into_owned();
    Box<str>: text => text.into_string();
    Arc<str>: text => text.to_string();
    char: character => character.to_string();
    bool: value => if value { "true" } else { "false" };
    i8: number => number.to_string();
    i16: number => number.to_string();
    i32: number => number.to_string();
    i64: number => number.to_string();
    i128: number => number.to_string();
    isize: number => number.to_string();
    u8: number => number.to_string();
    u16: number => number.to_string();
    u32: number => number.to_string();
    u64: number => number.to_string();
    u128: number => number.to_string();
    usize: number => number.to_string();
}

macro_rules! float {
    ($($type:ty)*) => {$(
        impl Return for $type {
            fn lower(self) -> Output {
                if self.is_finite() {
                    // `Debug` keeps the point of a whole number and writes a huge one with an exponent.
                    Output::text(format!("{self:?}"))
                } else {
                    Output(Lowered::Unwritable(json::NOT_FINITE.to_owned()))
                }
            }
        }
        impl Plain for $type {}
    )*};
}

float! { f32 f64 }

impl<T: Plain> Return for Option<T> {
    fn lower(self) -> Output {
        self.map_or(Output::text("none"), T::lower)
    }
}

impl Return for Content {
    fn lower(self) -> Output {
        vec![self].lower()
    }
}

impl Plain for Content {}

impl Return for Vec<Content> {
    fn lower(self) -> Output {
        Output(Lowered::Result(Box::new(ToolResult {
            content: self,
            ..ToolResult::default()
        })))
    }
}

impl Plain for Vec<Content> {}

impl Return for ToolResult {
    fn lower(self) -> Output {
        Output(Lowered::Result(Box::new(self)))
    }
}

/// What the error of a tool can be: anything that implements `Display`, since its text is what the model reads. Not to be
/// implemented by hand.
///
/// ```
/// use std::fmt;
///
/// use haft::{json, testing, tool};
///
/// /// Why a number was not halved.
/// struct Odd(u32);
///
/// impl fmt::Display for Odd {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{} is odd; send an even number", self.0)
///     }
/// }
///
/// /// Halve an even number.
/// #[tool]
/// fn halve(number: u32) -> Result<u32, Odd> {
///     if number.is_multiple_of(2) { Ok(number / 2) } else { Err(Odd(number)) }
/// }
///
/// let answer = testing::call::<halve>(json!({"number": 3}))?;
/// assert!(answer.is_error());
/// assert_eq!(answer.text(), "3 is odd; send an even number");
/// # Ok::<(), haft::CallError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "the error of this `Result` does not implement `Display`",
    note = "implement `std::fmt::Display` for `{Self}`: its text is what the model reads; or return a `String` or `haft::ToolError`"
)]
pub trait Failure: Display {}

#[diagnostic::do_not_recommend]
impl<E: Display> Failure for E {}

impl<T: Return, E: Failure> Return for Result<T, E> {
    fn lower(self) -> Output {
        self.map_or_else(|error| failed(&error, None), T::lower)
    }

    fn output() -> Option<OutputSchema> {
        T::output()
    }
}

/// The text of an error and of its sources, each once.
fn failed(error: &dyn Display, mut source: Option<&(dyn std::error::Error + 'static)>) -> Output {
    let mut text = error.to_string();
    while let Some(error) = source {
        let more = error.to_string();
        // Many errors print their source themselves.
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        source = error.source();
    }
    Output(Lowered::Failed(text))
}

/// Structured content: published with an output schema, and sent as JSON and as the same JSON in text.
///
/// The schema is that of serialising `T`. Before 2026-07-28 a root that is no object is wrapped as `{"result": …}` in
/// schema and value alike (server/tools, § Structured Content). A value that JSON cannot hold, such as a number that
/// is not finite, becomes a result with `isError`.
///
/// ```
/// use haft::{Json, tool};
///
/// /// The limits of a list.
/// #[tool]
/// fn limits(values: &[i64]) -> Result<Json<Vec<i64>>, &'static str> {
///     let (Some(low), Some(high)) = (values.iter().min(), values.iter().max()) else {
///         return Err("an empty list has no limits");
///     };
///     Ok(Json(vec![*low, *high]))
/// }
/// # let _ = limits;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Json<T> {
    value: T,
    text: Option<String>,
}

/// Structured content whose text is its JSON.
#[allow(non_snake_case)]
pub fn Json<T>(value: T) -> Json<T> {
    Json { value, text: None }
}

impl<T> Json<T> {
    /// Structured content with a text of its own for people.
    pub fn with_text(value: T, text: impl Into<String>) -> Self {
        Self {
            value,
            text: Some(text.into()),
        }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> std::ops::Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Return for Json<T> {
    fn lower(self) -> Output {
        Output(match json::to_string(&self.value) {
            Ok(json) => Lowered::Json {
                json,
                text: self.text,
            },
            Err(error) => Lowered::Unwritable(error.to_string()),
        })
    }

    fn output() -> Option<OutputSchema> {
        Some(OutputSchema(schema::output(
            SchemaGenerator::subschema_for::<T>,
        )))
    }
}

/// A result put together by hand: blocks of content, structured content, `_meta`.
///
/// ```
/// use haft::{Content, ToolResult, tool};
///
/// /// Look at a picture.
/// #[tool]
/// fn look() -> ToolResult {
///     ToolResult::new().content("Two cats.").content(Content::image(b"...", "image/png"))
/// }
/// # let _ = look;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    content: Vec<Content>,
    structured: Option<Value>,
    is_error: bool,
    meta: Map<String, Value>,
}

impl ToolResult {
    /// A success without content.
    pub fn new() -> Self {
        Self::default()
    }

    /// A success that is one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().content(Content::text(text))
    }

    /// Adds a block.
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }

    /// Sets the structured content; when there is no block, its JSON is added as text. An error is sent with the text alone.
    pub fn structured(mut self, value: impl Into<Value>) -> Self {
        self.structured = Some(value.into());
        self
    }

    /// Says that the tool ran and failed.
    pub fn error(mut self) -> Self {
        self.is_error = true;
        self
    }

    #[cfg(feature = "tracing")]
    pub(crate) fn is_error(&self) -> bool {
        self.is_error
    }

    /// The text of the first block that has one.
    #[cfg(feature = "tracing")]
    pub(crate) fn first_text(&self) -> &str {
        self.content
            .iter()
            .find_map(Content::as_text)
            .unwrap_or_default()
    }

    /// Adds a member to `_meta` of the result.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

/// An error that says more than a text: details as JSON, further blocks of content.
///
/// It is shown as it is even where `mask_errors` hides others. There is no blanket `From`: turning an error into a
/// `ToolError` is a decision.
///
/// ```
/// use haft::{Content, ToolError, tool};
///
/// /// Merge a branch.
/// #[tool]
/// fn merge(branch: &str) -> Result<(), ToolError> {
///     Err(ToolError::new(format!("{branch} has conflicts"))
///         .details(serde_json::json!({"conflicts": ["src/lib.rs"]}))
///         .content(Content::resource_link("file:///src/lib.rs", "src/lib.rs")))
/// }
/// # let _ = merge;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    message: String,
    details: Option<Value>,
    content: Vec<Content>,
}

impl ToolError {
    /// An error with what the model shall read.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            details: None,
            content: Vec::new(),
        }
    }

    /// Details for the model or its program, sent as a block of JSON text.
    ///
    /// They are no structured content: that would have to fit the tool's output schema.
    pub fn details(mut self, details: impl Into<Value>) -> Self {
        self.details = Some(details.into());
        self
    }

    /// Adds a block after the message.
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }
}

impl Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

/// How results are written: what the server decided once for all of its tools.
pub(crate) struct Policy {
    pub(crate) mask_errors: bool,
    /// `,"resultType":"complete","_meta":{…}}`: how every result ends since 2026-07-28.
    pub(crate) modern_end: String,
    /// The members of `_meta` of every result since 2026-07-28.
    pub(crate) modern_meta: Map<String, Value>,
}

impl Policy {
    /// Writes what stands in `_meta` since 2026-07-28, behind something else.
    pub(crate) fn write_meta(&self, out: &mut Vec<u8>) {
        for (key, value) in &self.modern_meta {
            out.push(b',');
            write_string(out, key);
            out.push(b':');
            out.extend_from_slice(value.to_string().as_bytes());
        }
    }
}

/// Which tool a result is of, and how it declared its structured content.
pub(crate) struct Origin<'a> {
    pub(crate) tool: &'a str,
    pub(crate) id: &'a str,
    /// Whether a value has to be wrapped as `{"result": …}` before 2026-07-28.
    pub(crate) wraps: bool,
    pub(crate) policy: &'a Policy,
}

impl Output {
    /// Writes the result object of `tools/call`.
    pub(crate) fn write(self, out: &mut Vec<u8>, revision: Revision, origin: &Origin<'_>) {
        match self.0 {
            Lowered::Text(text) => write_text(out, &text, false, revision, origin.policy),
            Lowered::Json { json, text } => {
                write_json(out, &json, text.as_deref(), revision, origin);
            }
            Lowered::Result(result) => result.write(out, revision, origin),
            Lowered::ToolError(error) => error.into_result(origin).write(out, revision, origin),
            Lowered::Faults { text, data } => {
                write_faults(out, &text, &data, revision, origin.policy);
            }
            // What begins with a letter is not blank, and goes out as it is.
            Lowered::Failed(text)
                if !origin.policy.mask_errors
                    && text.starts_with(|first: char| first.is_ascii_graphic()) =>
            {
                write_text(out, &text, true, revision, origin.policy);
            }
            other => write_text(out, &other.failure(origin), true, revision, origin.policy),
        }
    }
}

impl Lowered {
    /// The text of whatever is no success and no more than a text.
    #[cold]
    fn failure(self, origin: &Origin<'_>) -> String {
        let tool = origin.tool;
        let masked = origin.policy.mask_errors;
        match self {
            Self::Failed(text) if masked => {
                origin.log("failed", &text);
                format!("The tool {tool} failed.")
            }
            Self::Failed(text) if text.trim().is_empty() => origin.no_reason(),
            Self::Failed(text) => text,
            Self::Unwritable(text) => {
                origin.log("returned what cannot be sent", &text);
                // The words may be those of the tool's own `Serialize`.
                let why = if masked {
                    String::new()
                } else {
                    format!(": {text}")
                };
                format!("The tool {tool} ran, but its result cannot be sent{why}")
            }
            Self::TimedOut(limit) => format!(
                "The tool {tool} did not finish within {} s.",
                limit.as_secs_f64()
            ),
            _ => format!("The tool {tool} failed unexpectedly. Its other calls are not affected."),
        }
    }
}

impl ToolError {
    fn into_result(self, origin: &Origin<'_>) -> ToolResult {
        let blank = self.message.trim().is_empty();
        let mut result = ToolResult::text(if blank {
            origin.no_reason()
        } else {
            self.message
        })
        .error();
        result.content.extend(
            self.details
                .map(|details| Content::text(details.to_string())),
        );
        result.content.extend(self.content);
        result
    }
}

impl Origin<'_> {
    fn no_reason(&self) -> String {
        format!("The tool {} failed and gave no reason.", self.tool)
    }

    fn log(&self, what: &str, text: &str) {
        trace::tool_error(format_args!(
            "{} (request {}) {what}: {text}",
            self.tool, self.id
        ));
    }
}

fn write_text(out: &mut Vec<u8>, text: &str, is_error: bool, revision: Revision, policy: &Policy) {
    out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
    write_string(out, text);
    out.extend_from_slice(b"}]");
    write_end(out, is_error, revision, policy);
}

fn write_faults(out: &mut Vec<u8>, text: &str, data: &[u8], revision: Revision, policy: &Policy) {
    out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
    write_string(out, text);
    out.extend_from_slice(b"}],\"isError\":true");
    if revision.is_stateless() {
        out.extend_from_slice(b",\"resultType\":\"complete\"");
    }
    out.extend_from_slice(b",\"_meta\":{\"haft/faults\":");
    out.extend_from_slice(data);
    if revision.is_stateless() {
        policy.write_meta(out);
    }
    out.extend_from_slice(b"}}");
}

fn write_json(
    out: &mut Vec<u8>,
    json: &str,
    text: Option<&str>,
    revision: Revision,
    origin: &Origin<'_>,
) {
    out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
    write_string(out, text.unwrap_or(json));
    out.extend_from_slice(b"}]");
    if revision >= Revision::V2025_06_18 {
        write_structured(out, json, origin.wraps && !revision.is_stateless());
    }
    write_end(out, false, revision, origin.policy);
}

fn write_structured(out: &mut Vec<u8>, json: &str, wrap: bool) {
    out.extend_from_slice(b",\"structuredContent\":");
    if wrap {
        out.extend_from_slice(b"{\"result\":");
    }
    write_raw(out, json);
    if wrap {
        out.push(b'}');
    }
}

fn write_end(out: &mut Vec<u8>, is_error: bool, revision: Revision, policy: &Policy) {
    out.extend_from_slice(if is_error {
        b",\"isError\":true"
    } else {
        b",\"isError\":false"
    });
    if revision.is_stateless() {
        out.extend_from_slice(policy.modern_end.as_bytes());
    } else {
        out.push(b'}');
    }
}

impl ToolResult {
    fn write(mut self, out: &mut Vec<u8>, revision: Revision, origin: &Origin<'_>) {
        let policy = origin.policy;
        let structured = self
            .structured
            .take()
            .map(|value| (value.is_object(), value.to_string()));
        if self.content.is_empty() {
            match &structured {
                Some((_, json)) => self.content.push(Content::text(json)),
                None if self.is_error => self.content.push(Content::text(origin.no_reason())),
                None => {}
            }
        }
        // An error need not fit the output schema, and clients have taken one that does not for their own failure.
        let structured = structured.filter(|_| !self.is_error && revision >= Revision::V2025_06_18);
        let blocks: Value = self
            .content
            .iter()
            .map(|block| block.to_json(revision))
            .collect();
        out.extend_from_slice(b"{\"content\":");
        out.extend_from_slice(blocks.to_string().as_bytes());
        if let Some((is_object, json)) = structured {
            write_structured(
                out,
                &json,
                (origin.wraps || !is_object) && !revision.is_stateless(),
            );
        }
        if self.meta.is_empty() {
            return write_end(out, self.is_error, revision, policy);
        }
        out.extend_from_slice(if self.is_error {
            b",\"isError\":true"
        } else {
            b",\"isError\":false"
        });
        if revision.is_stateless() {
            out.extend_from_slice(b",\"resultType\":\"complete\"");
            for (key, value) in &policy.modern_meta {
                self.meta.insert(key.clone(), value.clone());
            }
        }
        out.extend_from_slice(b",\"_meta\":");
        out.extend_from_slice(Value::Object(self.meta).to_string().as_bytes());
        out.push(b'}');
    }
}
