//! The envelope of one message, read in a single forward pass that stops at `params`.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::{
    Cursor, ErrorObject, ErrorResponse, INVALID_PARAMS, INVALID_REQUEST, Id, Message, Next,
    Response, Syntax,
};
use crate::cursor::Mark;

/// A member of which presence, absence and a wrong type are three cases.
#[derive(Default)]
enum Member<T> {
    #[default]
    Absent,
    Wrong,
    Good(T),
}

impl<T> Member<T> {
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}

/// Where a pass over the envelope came to rest.
pub(crate) enum Stop {
    /// The cursor stands on the value of `params`.
    Params(Next),
    /// The whole text has been read.
    End,
}

/// What has been read of a message so far.
#[derive(Default)]
pub(crate) struct Envelope<'de> {
    opened: bool,
    later: bool,
    ended: bool,
    shape: Option<Next>,
    duplicate: Option<&'static str>,
    version: Member<()>,
    id: Member<&'de str>,
    method: Member<Cow<'de, str>>,
    params: Option<(Next, Mark)>,
    result: Option<&'de str>,
    error: Option<&'de str>,
}

/// What a message turned out to be.
pub(crate) enum Kind<'e, 'de> {
    Request { id: &'de str, method: &'e str },
    Notification { method: &'e str },
    Response,
}

impl<'de> Envelope<'de> {
    /// Reads members until the value of `params`, or to the end of the text.
    ///
    /// After `Stop::Params` the caller reads or skips that value and calls again.
    pub(crate) fn read(&mut self, cursor: &mut Cursor<'de>) -> Result<Stop, Syntax> {
        if self.ended {
            return Ok(Stop::End);
        }
        if !self.opened {
            self.opened = true;
            let shape = cursor.peek()?;
            if !matches!(shape, Next::Object) {
                self.shape = Some(shape);
                cursor.skip()?;
                cursor.end()?;
                self.ended = true;
                return Ok(Stop::End);
            }
            cursor.object()?;
        }
        while let Some(key) = cursor.key(!self.later)? {
            self.later = true;
            match &*key {
                "jsonrpc" => {
                    self.once(!self.version.is_absent(), "jsonrpc");
                    self.version = if cursor.exactly("\"2.0\"") {
                        Member::Good(())
                    } else {
                        match text(cursor)? {
                            Some(version) if version == "2.0" => Member::Good(()),
                            _ => Member::Wrong,
                        }
                    };
                }
                "id" => {
                    self.once(!self.id.is_absent(), "id");
                    self.id = id(cursor)?.map_or(Member::Wrong, Member::Good);
                }
                "method" => {
                    self.once(!self.method.is_absent(), "method");
                    self.method = text(cursor)?.map_or(Member::Wrong, Member::Good);
                }
                "params" => {
                    let again = self.params.is_some();
                    self.once(again, "params");
                    let next = cursor.peek()?;
                    if !again {
                        self.params = Some((next, cursor.mark()));
                        return Ok(Stop::Params(next));
                    }
                    cursor.skip()?;
                }
                "result" => {
                    self.once(self.result.is_some(), "result");
                    self.result = Some(cursor.skip()?);
                }
                "error" => {
                    self.once(self.error.is_some(), "error");
                    self.error = Some(cursor.skip()?);
                }
                _ => {
                    cursor.skip()?;
                }
            }
        }
        cursor.end()?;
        self.ended = true;
        Ok(Stop::End)
    }

    /// Reads to the end, skipping (but checking) the value of `params`.
    pub(crate) fn read_whole(&mut self, cursor: &mut Cursor<'de>) -> Result<(), Syntax> {
        while let Stop::Params(_) = self.read(cursor)? {
            cursor.skip()?;
        }
        Ok(())
    }

    fn once(&mut self, again: bool, name: &'static str) {
        if again {
            self.duplicate = Some(name);
        }
    }

    /// The method, when it has been read already.
    pub(crate) fn method(&self) -> Option<&str> {
        match &self.method {
            Member::Good(method) => Some(method),
            _ => None,
        }
    }

    /// What `params` begins with and where it stands.
    pub(crate) fn params(&self) -> Option<(Next, Mark)> {
        self.params
    }

    /// The text of `params`, read once more.
    pub(super) fn params_text(&self, cursor: &Cursor<'de>) -> Option<&'de str> {
        let (_, mark) = self.params?;
        let mut again = Cursor::new(cursor.text());
        again.reset(mark);
        again.skip().ok()
    }

    /// Decides what the message is, once all of it has been read.
    ///
    /// The rules, in order, are those of JSON-RPC 2.0 (sections 4, 4.1, 5 and 6) as MCP narrows them. A response is
    /// recognised first and never answered: two peers that answer each other's broken responses would never stop.
    pub(crate) fn judge(&self) -> Result<Kind<'_, 'de>, ErrorResponse> {
        if let Some(shape) = self.shape {
            return Err(refusal(
                None,
                match shape {
                    Next::Array => "batches are not supported; send each message on its own",
                    _ => "a message is a JSON object",
                },
            ));
        }
        if let Some(name) = self.duplicate {
            return Err(refusal(
                None,
                &format!("`{name}` stands twice; send it once"),
            ));
        }
        let answers = self.result.is_some() || self.error.is_some();
        if answers && self.method.is_absent() {
            return Ok(Kind::Response);
        }
        let id = match &self.id {
            Member::Wrong => {
                return Err(refusal(
                    None,
                    "`id` must be a string or an integer; omit it for a notification",
                ));
            }
            Member::Absent => None,
            Member::Good(id) => Some(*id),
        };
        if !matches!(self.version, Member::Good(())) {
            return Err(refusal(id, "`jsonrpc` must be \"2.0\""));
        }
        if answers {
            return Err(refusal(
                id,
                "`method` and a result or error cannot stand in one message",
            ));
        }
        let method = match &self.method {
            Member::Absent => return Err(refusal(id, "`method` is missing")),
            Member::Wrong => return Err(refusal(id, "`method` must be a string")),
            Member::Good(method) => method,
        };
        let Some(id) = id else {
            return Ok(Kind::Notification { method });
        };
        match self.params {
            None | Some((Next::Object, _)) => Ok(Kind::Request { id, method }),
            Some(_) => {
                let error =
                    ErrorObject::new(INVALID_PARAMS, "Invalid params: `params` must be an object");
                Err(ErrorResponse {
                    id: Some(Id::from_raw(id)),
                    error,
                })
            }
        }
    }

    /// The response that this envelope holds.
    pub(super) fn response(&self) -> Result<Message, ErrorResponse> {
        if !matches!(self.version, Member::Good(())) {
            return Err(refusal(None, "`jsonrpc` must be \"2.0\""));
        }
        let id = match self.id {
            Member::Good(id) => Some(Id::from_raw(id)),
            _ => None,
        };
        match (self.result, self.error, id) {
            (Some(result), None, Some(id)) => {
                let result = RawValue::from_string(result.to_owned())
                    .map_err(|_| refusal(None, "`result` cannot be read"))?;
                Ok(Message::Response(Response { id, result }))
            }
            (Some(_), None, None) => Err(refusal(
                None,
                "a response with a `result` needs the `id` of its request",
            )),
            (None, Some(error), id) => match error_object(error) {
                Some(error) => Ok(Message::ErrorResponse(ErrorResponse { id, error })),
                None => Err(refusal(
                    None,
                    "`error` must be an object with an integer `code` and a string `message`",
                )),
            },
            _ => Err(refusal(
                None,
                "a response has either a `result` or an `error`",
            )),
        }
    }
}

#[cold]
fn refusal(id: Option<&str>, why: &str) -> ErrorResponse {
    let error = ErrorObject::new(INVALID_REQUEST, format!("Invalid Request: {why}"));
    ErrorResponse {
        id: id.map(Id::from_raw),
        error,
    }
}

/// A string, or `None` after some other value.
fn text<'de>(cursor: &mut Cursor<'de>) -> Result<Option<Cow<'de, str>>, Syntax> {
    if matches!(cursor.peek()?, Next::String) {
        return cursor.string().map(Some);
    }
    cursor.skip()?;
    Ok(None)
}

/// The token of a string or an integer, or `None` after some other value.
pub(crate) fn id<'de>(cursor: &mut Cursor<'de>) -> Result<Option<&'de str>, Syntax> {
    match cursor.peek()? {
        Next::String => cursor.skip().map(Some),
        Next::Number => {
            // Most ids are a few digits, which need no closer look.
            let start = cursor.offset();
            if cursor.small_integer().is_some() {
                return Ok(cursor.text().get(start..cursor.offset()));
            }
            cursor
                .number()
                .map(|token| is_integral(token).then_some(token))
        }
        _ => cursor.skip().map(|_| None),
    }
}

/// Whether a JSON number denotes an integer, as JSON Schema defines it: `1.0` and `1e2` do, `1.5` does not.
fn is_integral(token: &str) -> bool {
    let (mantissa, exponent) = match token.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent),
        None => (token, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let significant = fraction.trim_end_matches('0');
    if significant.is_empty()
        && whole
            .trim_start_matches('-')
            .bytes()
            .all(|digit| digit == b'0')
    {
        return true;
    }
    // What does not fit in an i64 has more digits than any text can hold: only the sign counts then.
    let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    });
    if significant.is_empty() {
        let zeros = whole.len() - whole.trim_end_matches('0').len();
        exponent >= -i64::try_from(zeros).unwrap_or(i64::MAX)
    } else {
        exponent >= i64::try_from(significant.len()).unwrap_or(i64::MAX)
    }
}

fn error_object(json: &str) -> Option<ErrorObject> {
    #[derive(serde::Deserialize)]
    struct Parts {
        code: i64,
        message: String,
        data: Option<Box<RawValue>>,
    }
    let parts: Parts = crate::decode::decode(&mut Cursor::new(json)).ok()?;
    Some(ErrorObject {
        code: parts.code,
        message: parts.message,
        data: parts.data,
    })
}
