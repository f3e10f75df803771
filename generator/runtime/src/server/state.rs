//! The state that all endpoints of a server share.

use std::sync::Arc;

use http::request::Parts;
use tokio::sync::Semaphore;

use super::{Policy, Refusal, admission::Admission};
use crate::core::{ApiDescriptor, Descriptor, Version, call_info::CallInfo};

/// The HTTP status of messages that contain a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HttpStatus {
    /// The status of the message.
    #[default]
    Mirrors,
    /// Always 200: for clients that only read the body.
    AlwaysOk,
}

pub(super) struct ServerState {
    pub(super) api: &'static ApiDescriptor,
    pub(super) policy: Box<dyn Policy>,
    pub(super) http_status: HttpStatus,
    pub(super) version: Option<Version>,
    /// The requests before their callers are admitted.
    pub(super) admission: Admission,
    /// One for each handler that may run at the same time.
    pub(super) slots: Arc<Semaphore>,
    /// Sees refusals of requests that reach no handler, and their operations.
    pub(super) on_early_refusal: Option<OnRefusal>,
}

/// Sees the refusal of a call of an operation.
pub(super) type OnRefusal = Box<dyn Fn(&'static Descriptor, &Refusal) + Send + Sync>;

impl ServerState {
    /// Reports a refusal before a handler. A client in the same process says which operation it
    /// calls, whatever the path.
    pub(super) fn refused_early(
        &self,
        head: &Parts,
        operation: Option<&'static Descriptor>,
        refusal: &Refusal,
    ) {
        let called = head.extensions.get::<CallInfo>().map(|info| info.operation);
        if let (Some(report), Some(operation)) = (&self.on_early_refusal, called.or(operation)) {
            report(operation, refusal);
        }
    }
}
