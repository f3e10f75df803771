//! Responses that have no output, kept in full.

use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::{debug::shows, json::Json, misfit::Misfit};

/// A refusal by the server.
///
/// `Display` and `Debug` don't show the headers and the body, which may contain
/// anything.
#[derive(Clone, PartialEq)]
pub struct Failure {
    pub(crate) http_status: StatusCode,
    /// Boxed: an error is returned through many functions.
    pub(crate) headers: Box<HeaderMap>,
    pub(crate) status: Option<i64>,
    pub(crate) message: String,
    pub(crate) body: Bytes,
    /// The body as JSON without secrets, for the CLI.
    #[cfg(feature = "cli")]
    pub(crate) shown: Option<Box<serde_json::Value>>,
}

impl Failure {
    /// Returns the HTTP status.
    pub fn http_status(&self) -> StatusCode {
        self.http_status
    }

    /// Returns the headers of the response, such as `Retry-After`, which may contain
    /// secrets.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the status in the body. If it has none, the HTTP status, if that is one of a failure.
    pub fn status(&self) -> Option<i64> {
        let http_status = self.http_status.as_u16();
        self.status.or((http_status >= 400).then_some(http_status.into()))
    }

    /// Returns the server's message: its text, or the beginning of a
    /// plain text; empty if there is neither.
    ///
    /// Safe to print: control characters and marks that override text
    /// direction are replaced, and so are the secrets of the request, even if
    /// the server repeats them percent-encoded, with the escapes of JSON or HTML,
    /// or with the end cut off after 32 bytes. A secret that the server
    /// transformed in another way (base64, a hash, upper case, an excerpt from
    /// its middle) is not recognized.
    ///
    /// A short secret of letters only may be one of the server's own words. A
    /// gap in the text would give it away, so none of the text is shown.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns whether servers respond like this at unknown paths.
    pub(crate) fn may_be_of_an_unknown_path(&self) -> bool {
        self.is_one_of(&[404, 405])
    }

    /// Returns whether the HTTP status or the status in the body is among these.
    pub(crate) fn is_one_of(&self, statuses: &[u16]) -> bool {
        self.statuses().any(|status| statuses.iter().any(|known| i64::from(*known) == status))
    }

    /// The HTTP status and the status in the body.
    pub(crate) fn statuses(&self) -> impl Iterator<Item = i64> {
        [Some(i64::from(self.http_status.as_u16())), self.status].into_iter().flatten()
    }

    /// Returns the unchanged body, which may contain secrets.
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// Returns the body as JSON, if it is JSON. It may contain secrets.
    pub fn json(&self) -> Option<Json> {
        std::str::from_utf8(&self.body).ok()?.trim_start_matches('\u{feff}').parse().ok()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server refused")?;
        if let Some(status) = self.status {
            write!(f, " with status {status}")?;
        }
        write!(f, " (HTTP {})", self.http_status)?;
        match self.message.as_str() {
            "" => Ok(()),
            message => write!(f, ": {message}"),
        }
    }
}

shows!(Failure, |it| Failure {
    http_status: it.http_status,
    status: it.status,
    message: it.message,
    body: format_args!("{} bytes", it.body.len())
});

/// A response that doesn't fit the output type.
///
/// The operation was probably carried out. `Display` and `Debug` don't show the
/// body.
#[derive(Clone, PartialEq)]
pub struct Undecoded {
    pub(crate) misfit: Box<Misfit>,
    pub(crate) status: StatusCode,
    /// Its content type and encoding, unless they are those of plain JSON.
    pub(crate) content: Option<String>,
    pub(crate) body: Bytes,
}

impl Undecoded {
    /// Returns the field that doesn't match, and the reason.
    pub fn misfit(&self) -> &Misfit {
        &self.misfit
    }

    /// Returns the HTTP status.
    pub fn http_status(&self) -> StatusCode {
        self.status
    }

    /// Returns whether the body looks like a web page, such as the error page of a proxy or a login
    /// form.
    pub(crate) fn is_page(&self) -> bool {
        self.body.trim_ascii_start().starts_with(b"<")
    }

    /// Returns the unchanged body, which may contain secrets.
    pub fn body(&self) -> &Bytes {
        &self.body
    }
}

impl fmt::Display for Undecoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the response (HTTP {}, ", self.status)?;
        if let Some(content) = &self.content {
            write!(f, "{content}, ")?;
        }
        write!(f, "{} bytes) does not fit: {}", self.body.len(), self.misfit)
    }
}

shows!(Undecoded, |it| Undecoded {
    misfit: it.misfit,
    status: it.status,
    content: it.content,
    body: format_args!("{} bytes", it.body.len())
});
