//! Settings of a single call.

use std::time::Duration;

use http::{HeaderMap, header::CONTENT_LENGTH};

use super::retry::Retry;
use super::settings::{Settings, header};
use crate::core::ErrorKind;

/// The settings of a single call. Header values are marked as sensitive: `Debug` only shows their
/// names.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) timeout: Option<Option<Duration>>,
    pub(crate) read_timeout: Option<Option<Duration>>,
    pub(crate) max_body: Option<usize>,
    pub(crate) retry: Option<Retry>,
    pub(crate) path: Option<String>,
    /// True if the path may be one that the API doesn't have, in a client that only reads.
    pub(crate) trusts_path: bool,
    pub(super) headers: HeaderMap,
    /// True if the credential is sent even if the operation takes another.
    pub(super) takes_any_credential: bool,
    /// The first error; reported when the call is made. Boxed: an error is large, and rare.
    pub(super) error: Option<Box<ErrorKind>>,
}

impl Options {
    pub(crate) fn header(&mut self, name: &str, value: &str) {
        match header(name, value) {
            // The client computes it from the body.
            Ok((name, _)) if name == CONTENT_LENGTH => {}
            Ok((name, value)) => {
                self.headers.insert(name, value);
            }
            Err(error) => {
                self.error.get_or_insert(Box::new(error));
            }
        }
    }

    pub(super) fn timeout(&self, settings: &Settings) -> Option<Duration> {
        self.timeout.unwrap_or(settings.timeout)
    }

    pub(super) fn read_timeout(&self, settings: &Settings) -> Option<Duration> {
        self.read_timeout.unwrap_or(settings.read_timeout)
    }
}
