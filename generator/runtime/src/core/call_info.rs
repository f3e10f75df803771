//! The operation of a request, for middleware.

use super::debug::shows;
use super::descriptor::{ApiDescriptor, Descriptor};

/// The operation that a request calls: an extension of every request of a client.
///
/// Middleware that treats operations differently decides by it: the descriptor has
/// the [`effect`](Descriptor::effect) of the operation, and says whether it is
/// [`repeatable`](Descriptor::repeatable). For retries there is
/// [`ClientBuilder::retry`](crate::ClientBuilder::retry); a layer of your own can
/// do them differently, and [`try_clone`](crate::transport::try_clone) copies what can be sent
/// more than once:
///
/// ```
/// use api_runtime::{Body, transport::{CallInfo, try_clone}};
///
/// /// A copy to send again, if that does no harm.
/// fn again(request: &http::Request<Body>) -> Option<http::Request<Body>> {
///     let info = request.extensions().get::<CallInfo>()?;
///     info.operation.repeatable.then(|| try_clone(request))?
/// }
/// assert!(again(&http::Request::default()).is_none());
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CallInfo {
    /// The API.
    pub api: &'static ApiDescriptor,
    /// The operation.
    pub operation: &'static Descriptor,
    /// True if the request contains a code that works once, in its credential or in a parameter.
    pub has_one_time_code: bool,
    /// The number of times that the client has sent the call, this time included.
    pub tries: u32,
}

shows!(CallInfo, |it| CallInfo { operation: it.operation.name, has_one_time_code: it.has_one_time_code });
