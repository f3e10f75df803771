//! An output with the response that it was read from.

use std::{fmt, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

/// The output of an operation, and the response that it was read from.
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
    /// The HTTP status.
    #[must_use]
    pub fn http_status(&self) -> StatusCode {
        self.http_status
    }

    /// The headers, which may contain secrets.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The time from sending the request to the end of the response; to its
    /// beginning if the output is a [`Download`](crate::Download).
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The unchanged body from which the output was read, which may contain
    /// secrets. It is empty for a [`Download`](crate::Download), which reads the body
    /// itself, and for a redirect, whose body is ignored.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// [`FullResponse::body`] as text, if it is UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.body).ok()
    }
}

impl<T> fmt::Debug for FullResponse<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FullResponse")
            .field("http_status", &self.http_status)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}
