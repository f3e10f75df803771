//! The layers in their order.

use std::time::Duration;

use backup_server_api::runtime::http::{Request, Response};
use backup_server_api::{Body, BoxError, Tower};
use tower::util::BoxCloneService;
use tower::{Service, ServiceBuilder};

use super::spans::Spans;

/// A transport made of layers.
pub type Layers = Tower<BoxCloneService<Request<Body>, Response<Body>, BoxError>>;

/// Limits that protect the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests whose response has not begun.
    pub at_once: usize,
    /// Requests that begin within a second.
    pub each_second: u64,
}

/// The requests that may wait for their turn.
const QUEUE: usize = 256;

/// Puts the layers over a service that sends. Needs a tokio runtime.
///
/// The outermost layer is the first. A client's retries are outside of the
/// limits, so that each of them counts. Its timeout is that of a call with all
/// of this: waiting, pauses, retries. (A limit of each request would be a layer
/// below.)
pub fn layers<S>(service: S, limits: Limits) -> Layers
where
    S: Service<Request<Body>, Response = Response<Body>, Error = BoxError> + Send + 'static,
    S::Future: Send + 'static,
{
    let stack = ServiceBuilder::new()
        // All clones of the client share the limits below: a rate limit can't be cloned.
        .buffer(QUEUE)
        .concurrency_limit(limits.at_once)
        .rate_limit(limits.each_second, Duration::from_secs(1))
        .layer_fn(Spans)
        .service(service);
    Tower::new(BoxCloneService::new(stack))
}
