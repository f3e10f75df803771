//! The operation of a request, for middleware.

use crate::{ApiDescriptor, Descriptor, debug::shows};

/// The operation that a request calls: an extension of every request of a client.
///
/// Middleware that treats operations differently decides by it. One that sends
/// requests again knows best which operations may be repeated;
/// [`try_clone`](super::try_clone) copies what can be sent more than once:
///
/// ```
/// use api_runtime::{Body, transport::{CallInfo, try_clone}};
///
/// /// A copy to send again, if the operation is one of these.
/// fn again(request: &http::Request<Body>, operations: &[&str]) -> Option<http::Request<Body>> {
///     let info = request.extensions().get::<CallInfo>()?;
///     operations.contains(&info.operation.name).then(|| try_clone(request))?
/// }
/// assert!(again(&http::Request::default(), &["ListBeds"]).is_none());
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

shows!(CallInfo, |it| CallInfo { operation: it.operation.name, has_one_time_code: it.has_one_time_code });
