//! What a request calls, for middleware.

use std::fmt;

use crate::{ApiDescriptor, Descriptor};

/// What a request calls: an extension of every request of a client.
///
/// Middleware that treats operations differently decides by it. One that sends
/// requests again must leave those with a one-time code alone, and knows best
/// which operations may be repeated:
///
/// ```
/// use api_runtime::{Body, transport::CallInfo};
///
/// fn may_repeat(request: &http::Request<Body>, operations: &[&str]) -> bool {
///     let info = request.extensions().get::<CallInfo>();
///     info.is_some_and(|info| !info.has_one_time_code && operations.contains(&info.operation.name))
/// }
/// assert!(!may_repeat(&http::Request::default(), &["ListBeds"]));
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CallInfo {
    /// The API.
    pub api: &'static ApiDescriptor,
    /// The operation.
    pub operation: &'static Descriptor,
    /// Whether the request contains a code that works once, in its credential
    /// or in a parameter.
    pub has_one_time_code: bool,
}

impl fmt::Debug for CallInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallInfo")
            .field("operation", &self.operation.name)
            .field("has_one_time_code", &self.has_one_time_code)
            .finish()
    }
}
