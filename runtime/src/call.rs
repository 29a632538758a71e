//! The call being served: what a tool may ask about it, and the way from its arguments to its answer.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arguments;
use crate::cursor::{Cursor, Syntax};
use crate::decode;
use crate::fault::{Faults, Problem, What};
use crate::message::{Envelope, ErrorResponse, Kind, Stop, open_result};
use crate::output::{Lowered, Origin, Output};
use crate::parameter::{About, AnySlot};
use crate::protocol::{CallParams, CallStop, Connection, EraError, Implementation, Meta, MetaError, Revision, era};
use crate::tool::Row;

/// The call being served: who asks, in which revision, with which `_meta`.
///
/// A parameter of this type, `Call` or `&Call`, is supplied by the server and never published.
///
/// ```
/// use haft::{Call, tool};
///
/// /// Say who is asking.
/// #[tool]
/// fn whoami(call: &Call) -> String {
///     match call.client() {
///         Some(client) => format!("{} {}", client.name, client.version),
///         None => "a client that did not say".to_owned(),
///     }
/// }
/// # let _ = whoami;
/// ```
#[derive(Clone)]
pub struct Call(Arc<Particulars>);

struct Particulars {
    row: Arc<Row>,
    id: String,
    revision: Revision,
    client: Option<Arc<Implementation>>,
    meta: Option<String>,
}

impl Call {
    /// The name under which the tool was called.
    pub fn tool(&self) -> &str {
        &self.0.row.tool.name
    }

    /// The request's id as JSON text, such as `7` or `"a"`.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The protocol revision that the answer will be written in.
    pub fn revision(&self) -> Revision {
        self.0.revision
    }

    /// The client by its own, unverified words: of the request since 2026-07-28, before that of `initialize`.
    pub fn client(&self) -> Option<&Implementation> {
        self.0.client.as_deref()
    }

    /// The request's `_meta`; `None` when it has none.
    pub fn meta(&self) -> Option<Value> {
        decode::decode(&mut Cursor::new(self.0.meta.as_deref()?)).ok()
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("tool", &self.tool()).field("id", &self.id()).finish_non_exhaustive()
    }
}

/// What the server needs of whoever carries the bytes.
pub(crate) trait Host {
    /// Sends one whole message, which `write` appends; the framing is the host's.
    fn send(&mut self, write: &mut dyn FnMut(&mut Vec<u8>));
    /// Whether a tool may start now. If not, nothing is answered: the host keeps the message and brings it again.
    fn may_run(&mut self) -> bool {
        true
    }
    /// Runs the body of a sync tool and answers with what it comes to.
    fn run(&mut self, job: Job<'_>, body: &mut dyn FnMut() -> Output);
    /// Polls the body of an async tool and answers when it is done.
    fn start(&mut self, job: Job<'_>, work: Work);
    /// What `initialize` agreed on this stream.
    fn connection(&mut self) -> &mut Connection;
}

/// A request that is owed an answer.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) id: &'a str,
    pub(crate) revision: Revision,
    pub(crate) row: &'a Arc<Row>,
}

/// A [`Job`] that outlives its message.
pub(crate) struct KeptJob {
    id: String,
    revision: Revision,
    row: Arc<Row>,
}

impl Job<'_> {
    pub(crate) fn keep(&self) -> KeptJob {
        KeptJob { id: self.id.to_owned(), revision: self.revision, row: Arc::clone(self.row) }
    }

    /// Writes the response.
    pub(crate) fn answer(&self, output: Output, out: &mut Vec<u8>) {
        let wraps = self.row.output.as_ref().is_some_and(|output| !output.is_object);
        let origin = Origin { tool: &self.row.tool.name, id: self.id, wraps, policy: &self.row.policy };
        open_result(out, self.id);
        output.write(out, self.revision, &origin);
        out.push(b'}');
    }
}

impl KeptJob {
    pub(crate) fn job(&self) -> Job<'_> {
        Job { id: &self.id, revision: self.revision, row: &self.row }
    }
}

/// Runs a body; a panic in it is an output like any other.
///
/// The payload has been printed by the panic hook, on stderr, and goes nowhere else.
pub(crate) fn guarded(body: &mut dyn FnMut() -> Output) -> Output {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // A payload may panic again when it is dropped.
        std::mem::forget(payload);
        Output(Lowered::Panicked)
    })
}

/// The body of an async tool: a future in its one box, in which a panic is an output like any other.
pub(crate) struct Work(Option<Pin<Box<dyn Future<Output = Output> + Send>>>);

impl Future for Work {
    type Output = Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Output> {
        let Some(future) = self.0.as_mut() else { return Poll::Ready(Output(Lowered::Panicked)) };
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => {
                self.discard();
                Poll::Ready(output)
            }
            Err(payload) => {
                std::mem::forget(payload);
                self.discard();
                Poll::Ready(Output(Lowered::Panicked))
            }
        }
    }
}

impl Work {
    fn discard(&mut self) {
        let future = self.0.take();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(future))) {
            std::mem::forget(payload);
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.discard();
    }
}

/// A `tools/call` as far as it has been read.
pub(crate) struct Incoming<'de> {
    pub(crate) envelope: Envelope<'de>,
    pub(crate) params: CallParams<'de>,
}

/// Why a call is not made.
pub(crate) enum Refusal {
    /// Nothing is to be said: the message was a notification or a response.
    Silent,
    Syntax(Syntax),
    /// The answer is at hand.
    Message(ErrorResponse),
    /// The parameters have the wrong shape; a sentence for the client.
    Params { id: String, why: String },
    Era { id: String, error: EraError },
    UnknownTool { id: String, name: String },
    Faults { id: String, revision: Revision, row: Arc<Row>, faults: Faults },
}

impl From<Syntax> for Refusal {
    fn from(syntax: Syntax) -> Self {
        Self::Syntax(syntax)
    }
}

/// A call whose message is sound.
struct Admitted<'de> {
    id: &'de str,
    revision: Revision,
    meta: Meta<'de>,
}

impl<'de> Incoming<'de> {
    /// Reads what is left of the message after `arguments`.
    pub(crate) fn finish(&mut self, cursor: &mut Cursor<'de>) -> Result<(), Syntax> {
        while self.params.is_open()
            && let CallStop::Arguments(_) = self.params.read(cursor)?
        {
            cursor.skip()?;
        }
        while let Stop::Params(_) = self.envelope.read(cursor)? {
            cursor.skip()?;
        }
        Ok(())
    }

    /// Judges the whole message but for its arguments, in the order of the specification.
    fn admit(&self, connection: &Connection) -> Result<Admitted<'de>, Refusal> {
        let id = match self.envelope.judge().map_err(Refusal::Message)? {
            Kind::Request { id, .. } => id,
            Kind::Notification { .. } | Kind::Response => return Err(Refusal::Silent),
        };
        let refuse = |why: String| Refusal::Params { id: id.to_owned(), why };
        let meta = self.params.meta().map_err(|error| match error {
            MetaError::Wrong(why) => refuse(why.to_owned()),
            MetaError::Syntax(syntax) => Refusal::Syntax(syntax),
        })?;
        let revision = era(&meta, false, connection).map_err(|error| Refusal::Era { id: id.to_owned(), error })?;
        match self.params.fault() {
            Some(why) => Err(refuse(why)),
            None => Ok(Admitted { id, revision, meta }),
        }
    }

    /// Why a call without a row is refused.
    pub(crate) fn refuse(&self, connection: &Connection) -> Refusal {
        match self.admit(connection) {
            Err(refusal) => refusal,
            Ok(admitted) => Refusal::UnknownTool {
                id: admitted.id.to_owned(),
                name: self.params.name().unwrap_or_default().to_owned(),
            },
        }
    }
}

/// One use of a tool's body: a call, or the question what its parameters are.
#[doc(hidden)]
pub struct Invocation<'i, 'de>(Mode<'i, 'de>);

enum Mode<'i, 'de> {
    Describe(&'i mut Vec<About>),
    Serve(Serving<'i, 'de>),
}

struct Serving<'i, 'de> {
    row: &'i Arc<Row>,
    cursor: &'i mut Cursor<'de>,
    incoming: &'i mut Incoming<'de>,
    host: &'i mut dyn Host,
    job: Option<Job<'i>>,
    refusal: Option<Refusal>,
    answered: bool,
}

impl<'i, 'de: 'i> Invocation<'i, 'de> {
    /// Asks for the parameters.
    pub(crate) fn describe(parameters: &'i mut Vec<About>) -> Self {
        Self(Mode::Describe(parameters))
    }

    /// Serves a call whose arguments the cursor stands on.
    pub(crate) fn serve(
        row: &'i Arc<Row>,
        cursor: &'i mut Cursor<'de>,
        incoming: &'i mut Incoming<'de>,
        host: &'i mut dyn Host,
    ) -> Self {
        Self(Mode::Serve(Serving { row, cursor, incoming, host, job: None, refusal: None, answered: false }))
    }

    /// What became of it: `Ok(true)` when an answer is given or on its way, `Ok(false)` when the body did nothing.
    pub(crate) fn outcome(self) -> Result<bool, Refusal> {
        match self.0 {
            Mode::Describe(_) => Ok(false),
            Mode::Serve(serving) => serving.refusal.map_or(Ok(serving.answered), Err),
        }
    }

    /// Fills the slots; false when the call is refused or only the parameters were asked for, and the body must return.
    pub fn decode(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) -> bool {
        match &mut self.0 {
            Mode::Describe(parameters) => {
                parameters.extend(slots.iter().filter(|slot| !slot.head().injected).map(|slot| slot.about().0));
                false
            }
            Mode::Serve(serving) => match serving.decode(slots) {
                Ok(()) => true,
                Err(refusal) => {
                    serving.refusal = Some(refusal);
                    false
                }
            },
        }
    }

    /// Decodes all arguments as one value, for a row that was written by hand.
    pub(crate) fn decode_whole<T: DeserializeOwned>(&mut self) -> Option<(T, Call)> {
        let Mode::Serve(serving) = &mut self.0 else { return None };
        match serving.decode_whole() {
            Ok(decoded) => Some(decoded),
            Err(refusal) => {
                serving.refusal = Some(refusal);
                None
            }
        }
    }

    /// The state that a method's `&self` is, lent for the call.
    pub fn state<T: 'static>(&self) -> Option<&'i T> {
        match &self.0 {
            Mode::Describe(_) => None,
            Mode::Serve(serving) => serving.row.tool.state.as_ref()?.downcast_ref(),
        }
    }

    /// The state that a method's `&self` is, for a body that may outlive the call's message.
    pub fn shared<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        match &self.0 {
            Mode::Describe(_) => None,
            Mode::Serve(serving) => Arc::clone(serving.row.tool.state.as_ref()?).downcast().ok(),
        }
    }

    /// Runs the body of a sync tool.
    pub fn run(&mut self, body: impl FnOnce() -> Output) {
        let mut body = Some(body);
        self.run_body(&mut || body.take().map_or(Output(Lowered::Panicked), |body| body()));
    }

    fn run_body(&mut self, body: &mut dyn FnMut() -> Output) {
        if let Mode::Serve(serving) = &mut self.0
            && let Some(job) = serving.job
        {
            serving.answered = true;
            serving.host.run(job, body);
        }
    }

    /// Starts the body of an async tool.
    pub fn future(&mut self, body: impl Future<Output = Output> + Send + 'static) {
        self.start(Work(Some(Box::pin(body))));
    }

    fn start(&mut self, work: Work) {
        if let Mode::Serve(serving) = &mut self.0
            && let Some(job) = serving.job
        {
            serving.answered = true;
            serving.host.start(job, work);
        }
    }
}

impl<'i, 'de: 'i> Serving<'i, 'de> {
    fn decode(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) -> Result<(), Refusal> {
        let problems = arguments::read(self.cursor, slots, self.row.tool.ignore_unknown)?;
        let admitted = self.conclude(problems)?;
        if slots.iter().any(|slot| slot.head().injected) {
            let call = self.call(&admitted);
            for slot in slots.iter_mut().filter(|slot| slot.head().injected) {
                slot.inject(&call);
            }
        }
        Ok(())
    }

    fn decode_whole<T: DeserializeOwned>(&mut self) -> Result<(T, Call), Refusal> {
        let mark = self.cursor.mark();
        let is_null = self.cursor.null().is_ok();
        if !is_null {
            self.cursor.reset(mark);
        }
        let decoded = if is_null { decode::decode(&mut Cursor::new("{}")) } else { decode::decode(self.cursor) };
        let mut problems = Vec::new();
        let value = match decoded {
            Ok(value) => Some(value),
            Err(error) => {
                self.cursor.reset(mark);
                let text = self.cursor.skip()?;
                problems.push(Problem { at: 0, name: "".into(), parameter: None, what: What::Refused(error, text) });
                None
            }
        };
        let admitted = self.conclude(problems)?;
        let call = self.call(&admitted);
        // Without a value there was a problem, and `conclude` has refused.
        value.map(|value| (value, call)).ok_or(Refusal::Silent)
    }

    /// Reads the rest of the message and judges all of it: nothing runs before the whole message is known to be good.
    fn conclude(&mut self, problems: Vec<Problem<'de>>) -> Result<Admitted<'de>, Refusal> {
        self.incoming.finish(self.cursor)?;
        let admitted = self.incoming.admit(self.host.connection())?;
        if !problems.is_empty() {
            let faults = Faults::explain(&self.row.tool.name, &self.row.input_schema, problems);
            let row = Arc::clone(self.row);
            return Err(Refusal::Faults { id: admitted.id.to_owned(), revision: admitted.revision, row, faults });
        }
        self.job = Some(Job { id: admitted.id, revision: admitted.revision, row: self.row });
        Ok(admitted)
    }

    fn call(&mut self, admitted: &Admitted<'de>) -> Call {
        let own = admitted.meta.client.and_then(|text| {
            let client: Value = decode::decode(&mut Cursor::new(text)).ok()?;
            Implementation::from_json(&client).map(Arc::new)
        });
        Call(Arc::new(Particulars {
            row: Arc::clone(self.row),
            id: admitted.id.to_owned(),
            revision: admitted.revision,
            client: own.or_else(|| self.host.connection().client.clone()),
            meta: admitted.meta.text.map(str::to_owned),
        }))
    }
}
