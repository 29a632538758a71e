//! Requests that are refused before their message is read.

use bytes::Bytes;
use http::header::{ALLOW, CONNECTION, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};

use super::body::HttpBody;
use crate::message::{ErrorObject, ErrorResponse, INVALID_REQUEST};
use crate::trace;

pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Why a request is refused, as a status and a sentence for the client.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    why: String,
    /// Whether the rest of the request is not worth reading.
    closes: bool,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self {
            status,
            why: why.into(),
            closes: false,
        }
    }

    /// The connection ends with the answer, since what is left of the request has not been read.
    pub(super) fn closing(mut self) -> Self {
        self.closes = true;
        self
    }

    #[cold]
    pub(super) fn into_response(self) -> Response<HttpBody> {
        let error = ErrorObject::new(INVALID_REQUEST, format!("Invalid Request: {}", self.why));
        let error = ErrorResponse { id: None, error };
        trace::protocol_error(&error);
        let mut response = Response::new(HttpBody::whole(Bytes::from(error.encode())));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, JSON);
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("POST"));
        }
        if self.closes {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
