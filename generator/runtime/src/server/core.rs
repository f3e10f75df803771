//! What all endpoints of a server share.

use std::{sync::Arc, time::Duration};

use tokio::sync::Semaphore;

use super::keeper::AnyKeeper;
use crate::{ApiDescriptor, Version};

/// How the status of an answer shows in HTTP, where the API's message has a
/// status of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HttpStatus {
    /// It is the status of HTTP too.
    #[default]
    Mirrors,
    /// HTTP always says 200: for clients that read the body only.
    AlwaysOk,
}

pub(super) struct Core {
    pub(super) api: &'static ApiDescriptor,
    pub(super) keeper: Box<dyn AnyKeeper>,
    pub(super) http_status: HttpStatus,
    pub(super) version: Option<Version>,
    pub(super) limits: Limits,
    /// One for each request that may be at work at the same time.
    pub(super) slots: Arc<Semaphore>,
}

/// How much of a request is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of a form, or of a multipart form without its file.
    pub(super) form: u64,
    /// Bytes of a file.
    pub(super) upload: u64,
    pub(super) body_timeout: Option<Duration>,
    pub(super) concurrent: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            form: 8 * 1024 * 1024,
            upload: 1024 * 1024 * 1024,
            body_timeout: Some(Duration::from_secs(30)),
            concurrent: 1024,
        }
    }
}
