//! Copies of requests, for layers that retry.

use crate::core::{Body, call_info::CallInfo};

/// Returns a copy of a request, for a layer that may have to send it again. `None` if it
/// can be sent only once: its body is a stream, or it contains a one-time code.
///
/// Whether the operation may be repeated is another question: see
/// [`Descriptor::repeatable`](crate::Descriptor::repeatable).
#[must_use]
pub fn try_clone(request: &http::Request<Body>) -> Option<http::Request<Body>> {
    if request.extensions().get().is_some_and(|info: &CallInfo| info.has_one_time_code) {
        return None;
    }
    let mut copy = http::Request::new(request.body().try_clone()?);
    copy.method_mut().clone_from(request.method());
    copy.uri_mut().clone_from(request.uri());
    *copy.version_mut() = request.version();
    copy.headers_mut().clone_from(request.headers());
    copy.extensions_mut().clone_from(request.extensions());
    Some(copy)
}
