//! Refusals.

use std::{borrow::Cow, error, fmt};

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::response::named_headers;
use crate::codec::{Headers, JsonValue, JsonWriter, ParameterError, json::Sender};
use crate::core::{BoxError, Error, ErrorKind};

/// A refusal: a status and a message, sent in the API's error shape.
///
/// The caller reads the message: put no secrets into it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a refusal is only sent if it is returned"]
pub struct Refusal {
    status: StatusCode,
    message: Cow<'static, str>,
    /// The body, if it is not the API's shape with the message.
    json: Option<Box<str>>,
    headers: Option<Box<HeaderMap>>,
}

/// Constructors for the common ones.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:ident),* $(,)?) => {
        impl Refusal {
            $(
                $(#[$doc])*
                pub fn $name(message: impl Into<Cow<'static, str>>) -> Self {
                    Self::new(StatusCode::$status, message)
                }
            )*
        }
    };
}
refusals! {
    /// 400: the request is invalid.
    bad_request = BAD_REQUEST,
    /// 401: the caller is unknown.
    unauthorized = UNAUTHORIZED,
    /// 403: the caller isn't allowed to do that.
    forbidden = FORBIDDEN,
    /// 404: it doesn't exist.
    not_found = NOT_FOUND,
    /// 409: it conflicts with the current state.
    conflict = CONFLICT,
    /// 413: larger than the server accepts.
    too_large = PAYLOAD_TOO_LARGE,
    /// 500: an internal error.
    internal = INTERNAL_SERVER_ERROR,
    /// 501: not implemented.
    not_implemented = NOT_IMPLEMENTED,
    /// 502: an upstream server failed.
    bad_gateway = BAD_GATEWAY,
}

impl Refusal {
    /// Creates a refusal with any status. A status below 400 becomes 500: a client would
    /// take it for success.
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let is_failure = status.is_client_error() || status.is_server_error();
        let status = if is_failure { status } else { StatusCode::INTERNAL_SERVER_ERROR };
        Self { status, message: message.into(), json: None, headers: None }
    }

    /// Creates a refusal whose body is this value, as the operation's failures describe it. A
    /// status below 400 becomes 500.
    pub fn json<T: JsonValue>(status: StatusCode, body: &T) -> Self {
        let mut json = JsonWriter::of_body(Sender::Server);
        body.write_json(&mut json);
        Self { json: Some(json.text.into()), ..Self::new(status, "refused with JSON") }
    }

    /// Returns the body, if it was made of a value.
    pub fn as_json(&self) -> Option<&str> {
        self.json.as_deref()
    }

    /// Adds a header. One that isn't valid is left out: the caller isn't to blame for it.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            self.headers.get_or_insert_default().append(name, value);
        }
        self
    }

    /// Adds the headers that the operation's failures describe.
    pub fn with_headers<H: Headers>(self, headers: H) -> Self {
        named_headers(headers).into_iter().fold(self, |it, (name, value)| it.header(&name, &value))
    }

    /// The headers that were added.
    pub(super) fn headers(&self) -> Option<&HeaderMap> {
        self.headers.as_deref()
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the refusal of an upload that fails while a handler reads it: 413 if it
    /// is too large, 408 if it is too slow, otherwise 400.
    pub fn of_upload(error: &BoxError) -> Self {
        Self::of_body(&**error, "the upload ended too early or is malformed")
    }

    /// The refusal of a body that is larger than its limit.
    pub(super) fn body_too_large() -> Self {
        Self::too_large("the body is larger than this server accepts")
    }

    /// The refusal at the root of a body's error, or else 400 with this message.
    pub(super) fn of_body(error: &(dyn error::Error + 'static), otherwise: &'static str) -> Self {
        let mut next = Some(error);
        while let Some(error) = next {
            if let Some(refusal) = error.downcast_ref::<Self>() {
                return refusal.clone();
            }
            next = match error.downcast_ref() {
                // Whether it is its own source depends on multer's version.
                Some(multer::Error::StreamReadFailed(cause)) => Some(&**cause),
                _ => error.source(),
            };
        }
        Self::bad_request(otherwise)
    }

    /// Lists every invalid parameter.
    pub(super) fn of_errors(errors: &[ParameterError]) -> Self {
        let list: Vec<String> = errors.iter().map(ParameterError::to_string).collect();
        Self::bad_request(format!("invalid parameters: {}", list.join("; ")))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status, self.message)
    }
}

impl error::Error for Refusal {}

/// For servers that forward calls: a failure keeps its status and message, a
/// timeout is 504, everything else is 502. The error is logged: the caller
/// doesn't learn more of it.
impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::Failure(failure) => {
                let said = failure.status().and_then(|status| u16::try_from(status).ok());
                let said = said.and_then(|status| StatusCode::from_u16(status).ok());
                Self::new(said.unwrap_or(failure.http_status()), failure.message().to_owned())
            }
            kind => {
                tracing::warn!(error = &error as &dyn error::Error, "the upstream server failed");
                match kind {
                    ErrorKind::TimedOut => {
                        Self::new(StatusCode::GATEWAY_TIMEOUT, "the upstream server did not respond in time")
                    }
                    _ => Self::bad_gateway("the upstream server did not respond correctly"),
                }
            }
        }
    }
}
