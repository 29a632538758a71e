//! A tool's row: what is published about it, and the one function that serves it.

use std::any::Any;
use std::borrow::Cow;
use std::future::Future;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::call::Call;
use crate::check::Checks;
use crate::invocation::Invocation;
use crate::message::write_string;
use crate::output::{OutputSchema, Policy, Return};
use crate::parameter::About;
use crate::protocol::{Mirrored, Revision};
use crate::schema::{self, Kept, Property};

/// The companion type that `#[tool]` puts beside a free function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    label = "not the name of a function under `#[tool]`",
    note = "put `#[tool]` on the function; methods are registered with `.tools(state)`"
)]
pub trait Define {
    #[doc(hidden)]
    fn define() -> Definition;
}

/// A type whose `impl` block stands under `#[tools]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "no `impl` block of this type stands under `#[tools]`",
    note = "put `#[tools]` on its `impl` block and `#[tool]` on the methods in it; a free function is registered with `.tool::<name>()`"
)]
pub trait DefineAll: Send + Sync + 'static {
    #[doc(hidden)]
    fn define_all() -> Vec<Definition>;
}

/// What `.tools(…)` takes: a value whose type has tools, or an `Arc` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "no `impl` block of this type stands under `#[tools]`",
    note = "put `#[tools]` on its `impl` block and `#[tool]` on the methods in it; a free function is registered with `.tool::<name>()`"
)]
pub trait IntoState {
    /// The type that has the tools.
    type State: DefineAll;

    #[doc(hidden)]
    fn into_state(self) -> Arc<Self::State>;
}

#[diagnostic::do_not_recommend]
impl<T: DefineAll> IntoState for T {
    type State = T;

    fn into_state(self) -> Arc<T> {
        Arc::new(self)
    }
}

impl<T: DefineAll> IntoState for Arc<T> {
    type State = T;

    fn into_state(self) -> Self {
        self
    }
}

/// What the macro writes about one tool.
#[doc(hidden)]
#[allow(missing_docs)]
pub struct Definition {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
    pub icon: Option<&'static str>,
    pub meta: fn() -> Option<Value>,
    pub ignore_unknown: bool,
    pub lenient: Option<bool>,
    pub timeout: Option<Duration>,
    pub output: fn() -> Option<OutputSchema>,
    /// Whether the tool's crate is built with `panic = "abort"`.
    pub aborts: bool,
    pub body: Body,
}

/// Decodes the arguments, runs the function, lowers what it returns.
#[doc(hidden)]
pub(crate) type Body = for<'i, 'de> fn(&mut Invocation<'i, 'de>);

/// A tool as the server keeps it: made from a function by `#[tool]`, or by hand.
///
/// By hand it takes a schema that is known only at run time, as a proxy does; the arguments are not checked against
/// it beyond being an object, they are decoded as the handler's first parameter.
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
/// let schema = haft::json!({"type": "object", "properties": {"text": {"type": "string"}}});
/// let server = Server::builder("two", "1.0.0")
///     .row(Tool::of::<add>().renamed("plus"))
///     .row(Tool::new("shout", "Repeat a text in capitals.", schema, |arguments: haft::Map, _call| {
///         arguments["text"].as_str().map(str::to_uppercase).ok_or("text must be a string")
///     }))
///     .build()?;
/// # Ok::<(), haft::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Tool {
    pub(crate) name: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    description: Cow<'static, str>,
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
    icon: Option<Cow<'static, str>>,
    meta: Map<String, Value>,
    pub(crate) ignore_unknown: bool,
    /// Whether odd forms of values are put right; the server's own setting unless set.
    pub(crate) lenient: Option<bool>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) requires: Vec<String>,
    input: Option<Value>,
    output: Output,
    #[cfg_attr(not(feature = "stdio"), allow(dead_code))]
    pub(crate) aborts: bool,
    pub(crate) state: Option<Arc<dyn Any + Send + Sync>>,
    handler: Handler,
}

#[derive(Clone)]
enum Output {
    Declared(fn() -> Option<OutputSchema>),
    Given(Value),
}

#[derive(Clone)]
enum Handler {
    Generated(Body),
    Written(Arc<dyn Fn(&mut Invocation<'_, '_>) + Send + Sync>),
}

impl Tool {
    /// The row of a free function under `#[tool]`, to be edited before it is registered.
    pub fn of<T: Define>() -> Self {
        Self::from_definition(&T::define(), None)
    }

    pub(crate) fn from_definition(
        definition: &Definition,
        state: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Self {
        Self {
            name: definition.name.into(),
            title: definition.title.map(Into::into),
            description: definition.description.into(),
            read_only: definition.read_only,
            destructive: definition.destructive,
            idempotent: definition.idempotent,
            open_world: definition.open_world,
            icon: definition.icon.map(Into::into),
            meta: (definition.meta)()
                .and_then(|meta| meta.as_object().cloned())
                .unwrap_or_default(),
            ignore_unknown: definition.ignore_unknown,
            lenient: definition.lenient,
            timeout: definition.timeout,
            requires: Vec::new(),
            input: None,
            output: Output::Declared(definition.output),
            aborts: definition.aborts,
            state,
            handler: Handler::Generated(definition.body),
        }
    }

    fn written(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
        output: fn() -> Option<OutputSchema>,
        handler: impl Fn(&mut Invocation<'_, '_>) + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
            icon: None,
            meta: Map::new(),
            ignore_unknown: false,
            lenient: None,
            timeout: None,
            requires: Vec::new(),
            input: Some(input_schema),
            output: Output::Declared(output),
            aborts: false,
            state: None,
            handler: Handler::Written(Arc::new(handler)),
        }
    }

    /// A tool that is a closure, with the input schema as given: its root must be an object's.
    ///
    /// The closure may block. It gets the whole `arguments` decoded as `A` (a [`Map`](crate::Map), say) and the call.
    pub fn new<A, R, F>(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
        handler: F,
    ) -> Self
    where
        A: DeserializeOwned,
        R: Return,
        F: Fn(A, Call) -> R + Send + Sync + 'static,
    {
        Self::written(
            name,
            description,
            input_schema,
            R::output,
            move |invocation| {
                if let Some((arguments, call)) = invocation.decode_whole() {
                    invocation.run(|| handler(arguments, call).lower());
                }
            },
        )
    }

    /// The same for a closure that returns a future.
    pub fn new_async<A, R, F, W>(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
        handler: F,
    ) -> Self
    where
        A: DeserializeOwned + Send + 'static,
        R: Return,
        F: Fn(A, Call) -> W + Send + Sync + 'static,
        W: Future<Output = R> + Send + 'static,
    {
        let handler = Arc::new(handler);
        Self::written(
            name,
            description,
            input_schema,
            R::output,
            move |invocation| {
                if let Some((arguments, call)) = invocation.decode_whole() {
                    let handler = Arc::clone(&handler);
                    invocation.future(async move { handler(arguments, call).await.lower() });
                }
            },
        )
    }

    /// Changes the name: 1 to 128 of `A-Z a-z 0-9 _ - .` (server/tools, § Tool Names).
    pub fn renamed(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = name.into();
        self
    }

    /// Changes what people see instead of the name. Published since 2025-06-18.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Changes what a model reads about the tool.
    pub fn description(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = text.into();
        self
    }

    /// Says whether the tool leaves its surroundings as they are.
    pub fn read_only(mut self, is: bool) -> Self {
        self.read_only = Some(is);
        self
    }

    /// Says whether the tool may destroy something.
    pub fn destructive(mut self, is: bool) -> Self {
        self.destructive = Some(is);
        self
    }

    /// Says whether a second call with the same arguments changes nothing more.
    pub fn idempotent(mut self, is: bool) -> Self {
        self.idempotent = Some(is);
        self
    }

    /// Says whether the tool deals with a world that is not its own, such as the web.
    pub fn open_world(mut self, is: bool) -> Self {
        self.open_world = Some(is);
        self
    }

    /// Sets an icon by its address, `https:` or `data:`. Published since 2025-11-25.
    pub fn icon(mut self, url: impl Into<Cow<'static, str>>) -> Self {
        self.icon = Some(url.into());
        self
    }

    /// Adds a member to the tool's `_meta`. Published since 2025-06-18.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Sets the output schema; structured content that the tool returns must fit it. Published since 2025-06-18.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output = Output::Given(schema);
        self
    }

    /// Whether values in odd forms are put right, as [`Builder::lenient`](crate::Builder::lenient) says for all tools.
    pub fn lenient(mut self, is: bool) -> Self {
        self.lenient = Some(is);
        self
    }

    /// Ignores arguments that the tool does not know instead of refusing them.
    pub fn ignore_unknown(mut self) -> Self {
        self.ignore_unknown = true;
        self
    }

    /// Limits the time of a call, in place of the server's limit for all of its tools.
    ///
    /// When it is over, the call is answered by a result that says so, with `isError`. An async tool is dropped; a
    /// plain `fn` runs to its end unheard, which [`Call::is_cancelled`] tells it to hasten.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Refuses calls of clients that do not declare a capability, such as `sampling`, with the code -32021.
    ///
    /// Since 2026-07-28, where each request says what its client can do (basic, § `_meta`); before that a tool may look at
    /// [`Call::capabilities`].
    pub fn requires(mut self, capability: impl Into<String>) -> Self {
        self.requires.push(capability.into());
        self
    }

    fn invoke(&self, invocation: &mut Invocation<'_, '_>) {
        match &self.handler {
            Handler::Generated(body) => body(invocation),
            Handler::Written(handler) => handler(invocation),
        }
    }

    /// What is wrong with the words of the row.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if self.name.is_empty() || self.name.len() > 128 || !self.name.bytes().all(legal) {
            problems.push("its name must be 1 to 128 characters of A-Z a-z 0-9 _ - .".to_owned());
        }
        if self.description.trim().is_empty() {
            problems.push("it has no description; a model chooses by this text".to_owned());
        }
        if self.read_only == Some(true) && self.destructive == Some(true) {
            problems.push("it cannot be both read-only and destructive".to_owned());
        }
        if self.timeout == Some(Duration::ZERO) {
            problems.push("its time limit is zero: no call could finish".to_owned());
        }
        if self
            .icon
            .as_ref()
            .is_some_and(|icon| !icon.starts_with("https://") && !icon.starts_with("data:"))
        {
            problems.push("its icon must be an `https:` or `data:` address".to_owned());
        }
        problems
    }
}

/// A registered tool: the row, its schemas, and what it shares with its server.
pub(crate) struct Row {
    pub(crate) tool: Tool,
    pub(crate) input_schema: Kept,
    pub(crate) checks: Checks,
    output_schema: Option<Kept>,
    /// Whether structured content is wrapped before 2026-07-28, since it need not be an object.
    pub(crate) wraps: bool,
    /// The arguments that clients repeat in headers.
    pub(crate) mirrored: Vec<Mirrored>,
    pub(crate) policy: Arc<Policy>,
    /// How the tool has kept its time, for the transport that runs it.
    #[cfg_attr(not(feature = "stdio"), allow(dead_code))]
    pub(crate) pace: AtomicU32,
    #[cfg(feature = "http")]
    pub(crate) habit: crate::http::Habit,
    /// What [`listed`](Self::listed) has made.
    listed: [OnceLock<String>; Revision::ALL.len()],
}

impl Row {
    /// Makes the schemas; every problem is a sentence.
    pub(crate) fn new(tool: Tool, policy: Arc<Policy>) -> Result<Self, Vec<String>> {
        let mut problems = tool.problems();
        let parameters = tool.parameters();
        let input_schema = match &tool.input {
            Some(schema) => schema::input_of_value(schema.clone()),
            None => tool.declared_input(&parameters),
        };
        let mut input_schema = input_schema.map_err(|more| problems.extend(more)).ok();
        // A schema that was written by hand is its author's own to enforce; it directs what is put right.
        let unused = tool.input.is_some() && tool.lenient != Some(true);
        let judged = input_schema
            .as_ref()
            .filter(|_| !unused)
            .unwrap_or(&Value::Null);
        let (mut checks, more) = Checks::new(judged);
        if tool.input.is_none() {
            problems.extend(more);
            checks.enforce(&parameters);
            if let Some(schema) = &mut input_schema {
                problems.extend(checks.illustrate(&parameters, schema));
            }
        }
        let output = match &tool.output {
            Output::Given(schema) if schema.is_object() => {
                let is_object = schema.get("type").is_some_and(|kind| kind == "object");
                Some(schema::OutputSchema {
                    schema: schema.clone(),
                    is_object,
                })
            }
            Output::Given(_) => {
                problems.push("the output schema is not a JSON object: write one such as `{\"type\": \"object\"}`".to_owned());
                None
            }
            Output::Declared(output) => {
                output().and_then(|output| output.0.map_err(|more| problems.extend(more)).ok())
            }
        };
        let mirrored = Mirrored::of_schema(input_schema.as_ref().unwrap_or(&Value::Null));
        let mirrored = mirrored
            .map_err(|more| problems.extend(more))
            .unwrap_or_default();
        match input_schema {
            Some(input_schema) if problems.is_empty() => Ok(Self {
                tool,
                input_schema: Kept::new(input_schema),
                checks,
                wraps: output.as_ref().is_some_and(|output| !output.is_object),
                output_schema: output.map(|output| Kept::new(output.schema)),
                mirrored,
                policy,
                pace: AtomicU32::new(0),
                #[cfg(feature = "http")]
                habit: crate::http::Habit::default(),
                listed: Default::default(),
            }),
            _ => Err(problems),
        }
    }

    /// Serves one call.
    pub(crate) fn invoke(&self, invocation: &mut Invocation<'_, '_>) {
        self.tool.invoke(invocation);
    }

    /// The same as [`listing`](Self::listing) as JSON text, kept for lists that are put together again and again.
    pub(crate) fn listed(&self, revision: Revision) -> &str {
        let text = || self.listing_text(revision);
        let kept = self.listed.get(revision.index());
        kept.map_or("{}", |kept| kept.get_or_init(text))
    }

    /// The tool as `tools/list` shows it to a client of `revision` (server/tools, `Tool`).
    pub(crate) fn listing(&self, revision: Revision) -> Value {
        let members = self.members(revision).into_iter();
        let member = |(name, part): (&str, Part<'_>)| {
            let value = match part {
                Part::Text(text) => text.into(),
                Part::Schema(schema) => schema.tree().clone(),
                Part::Value(value) => value,
            };
            (name.to_owned(), value)
        };
        members.map(member).collect()
    }

    /// The same as JSON text.
    pub(crate) fn listing_text(&self, revision: Revision) -> String {
        let mut out = Vec::with_capacity(self.input_schema.text().len() + 256);
        let mut before = b'{';
        for (name, part) in self.members(revision) {
            out.push(before);
            before = b',';
            write_string(&mut out, name);
            out.push(b':');
            match part {
                Part::Text(text) => write_string(&mut out, text),
                Part::Schema(schema) => out.extend_from_slice(schema.text().as_bytes()),
                Part::Value(value) => out.extend_from_slice(value.to_string().as_bytes()),
            }
        }
        out.push(b'}');
        // Made of texts, it is one.
        String::from_utf8(out).unwrap_or_default()
    }

    fn members(&self, revision: Revision) -> Vec<(&'static str, Part<'_>)> {
        let tool = &self.tool;
        let mut members = vec![("name", Part::Text(&tool.name))];
        let since = |first: Revision| revision >= first;
        if let Some(title) = tool
            .title
            .as_deref()
            .filter(|_| since(Revision::V2025_06_18))
        {
            members.push(("title", Part::Text(title)));
        }
        members.push(("description", Part::Text(&tool.description)));
        if let Some(icon) = tool
            .icon
            .as_deref()
            .filter(|_| since(Revision::V2025_11_25))
        {
            members.push(("icons", Part::Value(crate::json!([{"src": icon}]))));
        }
        members.push(("inputSchema", Part::Schema(&self.input_schema)));
        if let Some(output) = self
            .output_schema
            .as_ref()
            .filter(|_| since(Revision::V2025_06_18))
        {
            let part = if self.wraps && !revision.is_stateless() {
                Part::Value(schema::wrap(output.tree()))
            } else {
                Part::Schema(output)
            };
            members.push(("outputSchema", part));
        }
        let annotations = tool.annotations();
        if !annotations.is_empty() && since(Revision::V2025_03_26) {
            members.push(("annotations", Part::Value(annotations.into())));
        }
        if !tool.meta.is_empty() && since(Revision::V2025_06_18) {
            members.push(("_meta", Part::Value(tool.meta.clone().into())));
        }
        members
    }
}

/// The value of a member of a tool's entry in the list.
enum Part<'r> {
    Text(&'r str),
    Schema(&'r Kept),
    Value(Value),
}

impl Tool {
    fn parameters(&self) -> Vec<About> {
        let mut parameters = Vec::new();
        if self.input.is_none() {
            self.invoke(&mut Invocation::describe(&mut parameters));
        }
        parameters
    }

    fn declared_input(&self, parameters: &[About]) -> Result<Value, Vec<String>> {
        let properties: Vec<Property<'_>> = parameters
            .iter()
            .map(|about| Property {
                name: about.head.name,
                description: about.head.description,
                schema: about.schema,
                required: about.required,
                default: about.default.clone(),
                flatten: about.head.flatten,
                keywords: about.head.keywords,
            })
            .collect();
        let schema = schema::input(&properties, self.ignore_unknown)?;
        // The macro sees the names of parameters, not those of a flattened one's members.
        let members = schema.get("properties").and_then(Value::as_object);
        let is_taken = |alias: &&str| members.is_some_and(|members| members.contains_key(*alias));
        let clashes: Vec<String> = parameters
            .iter()
            .flat_map(|about| about.head.aliases.iter().copied().filter(is_taken).map(|alias| (about.head.name, alias)))
            .map(|(name, alias)| {
                format!("the alias `{alias}` of `{name}` is the name of another argument: remove the alias, or rename the member of a flattened parameter")
            })
            .collect();
        if clashes.is_empty() {
            Ok(schema)
        } else {
            Err(clashes)
        }
    }

    /// What was said, and nothing that was not: an unset hint is left to the client's own default.
    fn annotations(&self) -> Map<String, Value> {
        [
            ("readOnlyHint", self.read_only),
            ("destructiveHint", self.destructive),
            ("idempotentHint", self.idempotent),
            ("openWorldHint", self.open_world),
        ]
        .into_iter()
        .filter_map(|(key, hint)| Some((key.to_owned(), hint?.into())))
        .collect()
    }
}
