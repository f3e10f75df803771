//! What all endpoints of a server share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::{Policy, admission::Admission};
use crate::{ApiDescriptor, Version};

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
    pub(super) policy: Box<dyn Policy>,
    pub(super) http_status: HttpStatus,
    pub(super) version: Option<Version>,
    /// The requests before their callers are admitted.
    pub(super) admission: Admission,
    /// One for each handler that may run at the same time.
    pub(super) slots: Arc<Semaphore>,
}
