//! An output with the response that it was read from.

use std::time::Duration;

use crate::core::debug::shows;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

/// The output of an operation and the response that it was read from.
///
/// `Debug` shows neither the output, nor the headers, nor the text: all may
/// contain secrets.
pub struct FullResponse<T> {
    /// The output.
    pub value: T,
    pub(crate) http_status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) elapsed: Duration,
}

impl<T> FullResponse<T> {
    /// Returns the HTTP status.
    pub fn http_status(&self) -> StatusCode {
        self.http_status
    }

    /// Returns the headers, which may contain secrets.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the time from sending the request to the end of the response; to its
    /// beginning if the output is a [`Download`](crate::Download).
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the unchanged body from which the output was read, which may contain
    /// secrets. It is empty for a [`Download`](crate::Download), which reads the body
    /// itself, and for a redirect, whose body is ignored.
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// Returns [`FullResponse::body`] as text, if it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.body).ok()
    }
}

shows!([T] FullResponse<T>, |it| FullResponse {
    http_status: it.http_status,
    body: format_args!("{} bytes", it.body.len()),
    elapsed: it.elapsed
});
