//! Media types: what a request is, and what its client accepts (RFC 9110, sections 8.3 and 12.5.1).

use http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use mediatype::{MediaType, MediaTypeList, ReadParams, names};

use super::refusal::Refusal;

/// Which answers a client can read; at least one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) json: bool,
    pub(super) events: bool,
}

const ANYTHING: Accepted = Accepted {
    json: true,
    events: true,
};

/// Refuses a body that is not JSON as it stands.
pub(super) fn check_content(headers: &HeaderMap) -> Result<(), Refusal> {
    let unsupported = |why: &str| Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    let coded = headers
        .get_all(CONTENT_ENCODING)
        .iter()
        .any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if coded {
        return unsupported("the body is compressed; send it without `Content-Encoding`");
    }
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    match (values.next(), values.next()) {
        (Some(value), None) if value == "application/json" || is_json(value.as_bytes()) => Ok(()),
        (None, _) => unsupported("`Content-Type` is missing; send `application/json`"),
        (Some(_), Some(_)) => unsupported("`Content-Type` stands twice; send it once"),
        _ => unsupported("`Content-Type` must be `application/json`"),
    }
}

fn is_json(value: &[u8]) -> bool {
    let media = std::str::from_utf8(value)
        .ok()
        .and_then(|text| MediaType::parse(text.trim()).ok());
    media.is_some_and(|media| {
        media.ty == names::APPLICATION && media.subty == names::JSON && media.suffix.is_none()
    })
}

/// What the client accepts; refused when it is neither of the two kinds of answer.
pub(super) fn accepted(headers: &HeaderMap) -> Result<Accepted, Refusal> {
    let mut quality = [Quality::default(); 2];
    let mut readable = false;
    for value in headers.get_all(ACCEPT) {
        if matches!(
            value.as_bytes(),
            b"application/json, text/event-stream" | b"*/*"
        ) {
            return Ok(ANYTHING);
        }
        let Ok(text) = value.to_str() else { continue };
        for range in MediaTypeList::new(text).flatten() {
            readable = true;
            let [json, events] = &mut quality;
            json.consider(&range, names::APPLICATION, names::JSON);
            events.consider(&range, names::TEXT, names::EVENT_STREAM);
        }
    }
    if !readable {
        return Ok(ANYTHING);
    }
    let [json, events] = quality.map(|quality| quality.accepts);
    if json || events {
        return Ok(Accepted { json, events });
    }
    Err(Refusal::new(
        StatusCode::NOT_ACCEPTABLE,
        "answers are `application/json` or `text/event-stream`, and `Accept` allows neither",
    ))
}

/// What the most specific range so far says of a media type.
#[derive(Clone, Copy, Default)]
struct Quality {
    /// 1 for `*/*`, 2 for a type, 3 for a type and a subtype.
    specific: u8,
    accepts: bool,
}

impl Quality {
    fn consider(
        &mut self,
        range: &MediaType<'_>,
        kind: mediatype::Name<'_>,
        subtype: mediatype::Name<'_>,
    ) {
        let specific = match (range.ty.as_str(), range.subty.as_str()) {
            ("*", "*") => 1,
            (_, "*") if range.ty == kind => 2,
            _ if range.ty == kind && range.subty == subtype && range.suffix.is_none() => 3,
            _ => return,
        };
        let weight = range
            .params()
            .find(|(name, _)| name.as_str().eq_ignore_ascii_case("q"));
        let accepts = weight.is_none_or(|(_, weight)| weight.as_str().parse() != Ok(0.0));
        // A range that stands twice accepts if either does: its parameters, which would tell them apart, mean nothing here.
        match specific.cmp(&self.specific) {
            std::cmp::Ordering::Greater => *self = Self { specific, accepts },
            std::cmp::Ordering::Equal => self.accepts |= accepts,
            std::cmp::Ordering::Less => {}
        }
    }
}
