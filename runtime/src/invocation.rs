//! One use of a tool's body: the way from the arguments of a call to its job.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::Map;
use crate::arguments;
use crate::call::{Call, Particulars, Reports, Ticket};
use crate::check::Findings;
use crate::cursor::{Cursor, Syntax};
use crate::decode;
use crate::fault::{Faults, Problem, What};
use crate::host::{Host, Job, Work, dismiss};
use crate::message::{Envelope, ErrorResponse, Kind, Stop};
use crate::output::{Lowered, Output};
use crate::parameter::{About, AnySlot};
use crate::protocol::{
    CallParams, CallStop, EraError, Implementation, Meta, Mirrored, Revision, era, mirror,
};
use crate::tool::Row;
use crate::trace::{Began, Span};

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
    Params {
        id: String,
        why: String,
    },
    Era {
        id: String,
        error: EraError,
    },
    /// A header does not say what the message says; a sentence for the client.
    Header {
        id: String,
        why: String,
    },
    UnknownTool {
        id: String,
        name: String,
    },
    /// The client lacks capabilities that the tool requires.
    Capabilities {
        id: String,
        missing: Vec<String>,
    },
    Faults {
        id: String,
        revision: Revision,
        row: Arc<Row>,
        faults: Faults,
    },
    /// What decodes the arguments, a user's type or a default, panicked.
    Panicked {
        id: String,
        row: Arc<Row>,
    },
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

impl Admitted<'_> {
    /// Which of these capabilities the client does not declare; only a stateless request says what it has.
    fn missing(&self, required: &[String]) -> Vec<String> {
        if required.is_empty() || !self.revision.is_stateless() {
            return Vec::new();
        }
        let declared = self.meta.capabilities.and_then(Result::ok);
        let declared = declared
            .and_then(|text| decode::decode::<Map>(&mut Cursor::new(text)).ok())
            .unwrap_or_default();
        required
            .iter()
            .filter(|name| !declared.contains_key(*name))
            .cloned()
            .collect()
    }
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
    fn admit(&mut self, host: &mut dyn Host) -> Result<Admitted<'de>, Refusal> {
        let meta = self.params.take_meta();
        let id = match self.envelope.judge().map_err(Refusal::Message)? {
            Kind::Request { id, .. } => id,
            Kind::Notification { .. } | Kind::Response => return Err(Refusal::Silent),
        };
        let refuse = |why: String| Refusal::Params {
            id: id.to_owned(),
            why,
        };
        let meta = meta.map_err(|why| refuse(why.to_owned()))?;
        let agreed = host.connection().revision();
        let headers = host.headers();
        let revision = era(&meta, "tools/call", headers, agreed).map_err(|error| Refusal::Era {
            id: id.to_owned(),
            error,
        })?;
        if let Some(headers) = headers.filter(|_| revision.is_stateless()) {
            let refuse = |why| Refusal::Header {
                id: id.to_owned(),
                why,
            };
            mirror(headers, "mcp-method", "Mcp-Method", "tools/call").map_err(refuse)?;
            if let Some(name) = self.params.name() {
                mirror(headers, "mcp-name", "Mcp-Name", name).map_err(refuse)?;
            }
        }
        match self.params.fault() {
            Some(why) => Err(refuse(why)),
            None => Ok(Admitted { id, revision, meta }),
        }
    }

    /// Why a call without a row is refused.
    pub(crate) fn refuse(&mut self, host: &mut dyn Host) -> Refusal {
        match self.admit(host) {
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

// Either lives on the stack, for the time of one use.
#[allow(clippy::large_enum_variant)]
enum Mode<'i, 'de> {
    Describe(&'i mut Vec<About>),
    Serve(Serving<'i, 'de>),
}

struct Serving<'i, 'de> {
    row: &'i Arc<Row>,
    cursor: &'i mut Cursor<'de>,
    incoming: &'i mut Incoming<'de>,
    host: &'i mut dyn Host,
    admitted: Option<Admitted<'de>>,
    ticket: Option<Arc<Ticket>>,
    began: Began,
    span: Span,
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
        Self(Mode::Serve(Serving {
            row,
            cursor,
            incoming,
            host,
            admitted: None,
            ticket: None,
            began: Began::now(),
            span: Span::none(),
            refusal: None,
            answered: false,
        }))
    }

    /// The span of the call, if its message was sound.
    pub(crate) fn span(&self) -> Span {
        match &self.0 {
            Mode::Describe(_) => Span::none(),
            Mode::Serve(serving) => serving.span.clone(),
        }
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
                parameters.extend(
                    slots
                        .iter_mut()
                        .filter(|slot| !slot.head().injected)
                        .map(|slot| slot.describe()),
                );
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
        let Mode::Serve(serving) = &mut self.0 else {
            return None;
        };
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
            && let Some((job, host)) = serving.job()
        {
            host.run(job, &mut || job.span.run(body));
        }
    }

    /// Starts the body of an async tool.
    pub fn future(&mut self, body: impl Future<Output = Output> + Send + 'static) {
        self.start(Work::new(body));
    }

    fn start(&mut self, work: Work) {
        if let Mode::Serve(serving) = &mut self.0
            && let Some((job, host)) = serving.job()
        {
            host.start(job, work.inside(job.span));
        }
    }
}

impl<'i, 'de: 'i> Serving<'i, 'de> {
    fn decode(&mut self, slots: &mut [&mut dyn AnySlot<'de>]) -> Result<(), Refusal> {
        let ignore_unknown = self.row.tool.ignore_unknown;
        let checks = &self.row.checks;
        let problems =
            self.guarded(|cursor| arguments::read(cursor, slots, checks, ignore_unknown))?;
        let admitted = self.conclude(problems)?;
        if slots.iter().any(|slot| slot.head().injected) {
            let call = self.call(&admitted);
            for slot in slots.iter_mut().filter(|slot| slot.head().injected) {
                slot.inject(&call);
            }
        }
        self.admitted = Some(admitted);
        Ok(())
    }

    fn decode_whole<T: DeserializeOwned>(&mut self) -> Result<(T, Call), Refusal> {
        let mut value = None;
        let problems = self.guarded(|cursor| {
            let mark = cursor.mark();
            let is_null = cursor.null().is_ok();
            if !is_null {
                cursor.reset(mark);
            }
            let decoded = if is_null {
                decode::decode(&mut Cursor::new("{}"))
            } else {
                decode::decode(cursor)
            };
            let error = match decoded {
                Ok(decoded) => {
                    value = Some(decoded);
                    return Ok(Vec::new());
                }
                Err(error) => error,
            };
            cursor.reset(mark);
            let what = What::Refused {
                error,
                text: cursor.skip()?,
                findings: Findings::default(),
            };
            Ok(vec![Problem::new(mark.offset, None, what)])
        })?;
        let admitted = self.conclude(problems)?;
        let call = self.call(&admitted);
        self.admitted = Some(admitted);
        // Without a value there was a problem, and `conclude` has refused.
        value.map(|value| (value, call)).ok_or(Refusal::Silent)
    }

    /// Lets users' types decode the arguments; `None` when one of them panicked.
    fn guarded(
        &mut self,
        read: impl FnOnce(&mut Cursor<'de>) -> Result<Vec<Problem<'de>>, Syntax>,
    ) -> Result<Option<Vec<Problem<'de>>>, Syntax> {
        let mark = self.cursor.mark();
        match catch_unwind(AssertUnwindSafe(|| read(self.cursor))) {
            Ok(problems) => problems.map(Some),
            Err(payload) => {
                dismiss(payload);
                self.cursor.reset(mark);
                self.cursor.skip()?;
                Ok(None)
            }
        }
    }

    /// Reads the rest of the message and judges all of it: nothing runs before the whole message is known to be good.
    fn conclude(&mut self, problems: Option<Vec<Problem<'de>>>) -> Result<Admitted<'de>, Refusal> {
        self.incoming.finish(self.cursor)?;
        let admitted = self.incoming.admit(self.host)?;
        self.span = Span::begin(
            self.row,
            admitted.id,
            admitted.revision,
            admitted.meta.text,
            self.began,
        );
        self.compare_headers(&admitted)?;
        let Some(problems) = problems else {
            return Err(Refusal::Panicked {
                id: admitted.id.to_owned(),
                row: Arc::clone(self.row),
            });
        };
        let missing = admitted.missing(&self.row.tool.requires);
        if !missing.is_empty() {
            return Err(Refusal::Capabilities {
                id: admitted.id.to_owned(),
                missing,
            });
        }
        if !problems.is_empty() {
            let faults = Faults::explain(
                &self.row.tool.name,
                &self.row.input_schema,
                &self.row.checks,
                problems,
            );
            let row = Arc::clone(self.row);
            return Err(Refusal::Faults {
                id: admitted.id.to_owned(),
                revision: admitted.revision,
                row,
                faults,
            });
        }
        Ok(admitted)
    }

    /// Compares the arguments that the row wants repeated in headers.
    fn compare_headers(&self, admitted: &Admitted<'de>) -> Result<(), Refusal> {
        if self.row.mirrored.is_empty() || !admitted.revision.is_stateless() {
            return Ok(());
        }
        let Some(headers) = self.host.headers() else {
            return Ok(());
        };
        let arguments = match self.incoming.params.arguments() {
            None => "{}",
            Some((_, mark)) => {
                let mut again = Cursor::new(self.cursor.text());
                again.reset(mark);
                again.skip()?
            }
        };
        let compare = |mirrored: &Mirrored| mirrored.check(headers, arguments);
        self.row
            .mirrored
            .iter()
            .try_for_each(compare)
            .map_err(|why| Refusal::Header {
                id: admitted.id.to_owned(),
                why,
            })
    }

    /// The call for a tool that asked for it, and with it the ticket that its host keeps.
    fn call(&mut self, admitted: &Admitted<'de>) -> Call {
        let Admitted { id, revision, meta } = admitted;
        let reports = meta
            .token
            .map(|token| Reports::new(token, *revision, self.host.outlet()));
        let ticket = Arc::new(Ticket::new(reports));
        self.ticket = Some(Arc::clone(&ticket));
        let extensions = self.host.extensions();
        // A stateless request speaks for itself, whatever was said on its connection before.
        let connection = self.host.connection();
        let (client, capabilities) = if revision.is_stateless() {
            (
                meta.client
                    .and_then(Implementation::from_text)
                    .map(Arc::new),
                meta.capabilities.and_then(Result::ok).map(Into::into),
            )
        } else {
            (connection.client.clone(), connection.capabilities.clone())
        };
        let meta = meta.text.map(str::to_owned);
        let (row, id, revision) = (Arc::clone(self.row), (*id).to_owned(), *revision);
        Call(Arc::new(Particulars {
            row,
            id,
            revision,
            client,
            capabilities,
            meta,
            extensions,
            ticket,
        }))
    }

    /// What the host is handed, once.
    fn job(&mut self) -> Option<(Job<'_>, &mut dyn Host)> {
        let admitted = self.admitted.as_ref()?;
        self.answered = true;
        let job = Job {
            id: admitted.id,
            revision: admitted.revision,
            row: self.row,
            ticket: self.ticket.as_ref(),
            span: &self.span,
        };
        Some((job, &mut *self.host))
    }
}
