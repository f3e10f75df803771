//! A call on its way out.

use crate::{Body, Descriptor, FormWriter, Retry, reply::CallContext};

/// A request, and the context to read its response. Usually boxed: it is large
/// and often moved.
pub(crate) struct Call {
    pub(super) request: http::Request<Body>,
    pub(super) context: CallContext,
    /// The credential has a one-time code.
    pub(super) one_time: bool,
    pub(super) retry: Retry,
    /// How often it has been sent.
    pub(super) tries: u32,
}

/// A call whose form is being written.
pub(crate) struct Draft {
    pub(super) call: Box<Call>,
    pub(super) descriptor: &'static Descriptor,
    pub(super) form: FormWriter,
    /// The number of names in the form that belong to the credential.
    pub(super) credential_names: usize,
}
