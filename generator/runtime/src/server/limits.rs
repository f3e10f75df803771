//! The limits of a server and their defaults.

use std::time::Duration;

use super::body_timeout::BodyTimeout;
use crate::core::{Descriptor, Encoding};

/// The default timeout for bodies, heads, readers of responses, and for
/// running requests when it stops.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum number of open connections: as many as handlers run at once.
pub(super) const MAX_CONNECTIONS: usize = MAX_CONCURRENT;

/// Maximum size of the head of a request, in bytes. Of a response, as many are
/// buffered.
pub(super) const MAX_HEAD: usize = 64 * 1024;

/// More fields than any operation has: only an attack has more.
pub(super) const MAX_FIELDS: usize = 10_000;

/// Maximum size of a path, in bytes.
pub(super) const MAX_PATH: usize = 8 * 1024;

/// Maximum number of handlers that run at once.
const MAX_CONCURRENT: usize = 1024;

/// The limits of a router that can be set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of a form with a JSON parameter or several files, of a multipart form
    /// without its only file, or of a body of JSON or text.
    pub(super) form: u64,
    /// Bytes of any other form.
    pub(super) plain_form: u64,
    /// Bytes of a file.
    pub(super) upload: u64,
    pub(super) body_timeout: Option<Duration>,
    /// Bytes per second.
    pub(super) body_rate: u64,
    /// Bytes of all requests whose callers are not admitted yet.
    pub(super) unadmitted: usize,
    /// Maximum number of handlers that run at once.
    pub(super) concurrent: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            form: 8 * 1024 * 1024,
            plain_form: 64 * 1024,
            upload: 1024 * 1024 * 1024,
            body_timeout: Some(TIMEOUT),
            body_rate: 1024,
            unadmitted: 64 * 1024 * 1024,
            concurrent: MAX_CONCURRENT,
        }
    }
}

impl Limits {
    /// The same for the forms of an operation.
    pub(super) fn of(self, operation: &Descriptor) -> Self {
        let is_body = matches!(operation.encoding, Encoding::Json | Encoding::Body);
        let has_json = is_body || operation.parameters.iter().any(|parameter| parameter.json);
        let is_large = has_json || operation.has_several_files();
        let form = if is_large { self.form } else { self.plain_form.min(self.form) };
        Self { form, ..self }
    }

    pub(super) fn timeout(&self) -> Option<BodyTimeout> {
        self.body_timeout.map(|longest| BodyTimeout::new(longest, self.body_rate))
    }
}
