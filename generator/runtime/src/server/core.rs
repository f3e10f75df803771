//! What all endpoints of a server share.

use std::{sync::Arc, time::Duration};

use tokio::sync::Semaphore;

use super::{intake::Intake, keeper::AnyKeeper, pace::Pace};
use crate::{ApiDescriptor, Descriptor, Version};

/// The HTTP status of messages that contain a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HttpStatus {
    /// The status of the message.
    #[default]
    Mirrors,
    /// Always 200: for clients that only read the body.
    AlwaysOk,
}

pub(super) struct Core {
    pub(super) api: &'static ApiDescriptor,
    pub(super) keeper: Box<dyn AnyKeeper>,
    pub(super) http_status: HttpStatus,
    pub(super) version: Option<Version>,
    /// The requests before their callers are admitted.
    pub(super) intake: Intake,
    /// One for each handler that may run at the same time.
    pub(super) slots: Arc<Semaphore>,
}

/// The limits that can be set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of a form with a JSON parameter.
    pub(super) form: u64,
    /// Bytes of any other form.
    pub(super) plain_form: u64,
    /// Bytes of a file.
    pub(super) upload: u64,
    pub(super) body_timeout: Option<Duration>,
    /// Bytes per second.
    pub(super) body_rate: u64,
    /// Bytes of all requests whose callers are not admitted yet.
    pub(super) intake: usize,
    pub(super) concurrent: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            form: 8 * 1024 * 1024,
            plain_form: 64 * 1024,
            upload: 1024 * 1024 * 1024,
            body_timeout: Some(Duration::from_secs(30)),
            body_rate: 1024,
            intake: 64 * 1024 * 1024,
            concurrent: 1024,
        }
    }
}

/// The limits of the bodies of one operation.
#[derive(Clone, Copy)]
pub(super) struct BodyLimits {
    /// Bytes of a form, or of a multipart form without its file.
    pub(super) form: u64,
    pub(super) upload: u64,
    pub(super) pace: Option<Pace>,
}

impl Limits {
    pub(super) fn of(&self, operation: &Descriptor) -> BodyLimits {
        let has_json = operation.parameters.iter().any(|parameter| parameter.json);
        let form = if has_json { self.form } else { self.plain_form.min(self.form) };
        let pace = self.body_timeout.map(|pause| Pace { pause, rate: self.body_rate });
        BodyLimits { form, upload: self.upload, pace }
    }
}
