//! Any tower service as a transport.

use std::{
    future::poll_fn,
    sync::{Mutex, PoisonError},
};

use super::Transport;
use crate::core::{Body, BoxError, debug::shows};

use bytes::Bytes;
use tower_service::Service;

/// A transport that calls a tower service: a stack of middleware, or a router
/// in the same process, without a socket.
///
/// The service is cloned for every call and called when it is ready. The time
/// limits of the call are those of all that the service does, the waiting and
/// the repeated requests of its layers included (feature `reqwest`). They are
/// extensions of the request, [`Timeout`](super::Timeout) and
/// [`ReadTimeout`](super::ReadTimeout), as is [`CallInfo`](super::CallInfo), which
/// says which operation is called.
///
/// [`Reqwest`](crate::Reqwest) is a service, too, for middleware over real connections.
pub struct Tower<S>(Mutex<S>); // Only locked to clone: the service need not be `Sync`.

impl<S> Tower<S> {
    /// Creates a transport that calls `service`.
    pub const fn new(service: S) -> Self {
        Self(Mutex::new(service))
    }
}

impl<S: Clone> Tower<S> {
    fn service(&self) -> S {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<S: Clone> Clone for Tower<S> {
    fn clone(&self) -> Self {
        Self::new(self.service())
    }
}

shows!([S] Tower<S>, |it| Tower {});

impl<S, B> Transport for Tower<S>
where
    S: Service<http::Request<Body>, Response = http::Response<B>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        #[cfg(any(feature = "reqwest", feature = "mock"))]
        let limits = super::Limits::of(&request);
        let response = send(self.service(), request);
        // Timers need tokio.
        #[cfg(any(feature = "reqwest", feature = "mock"))]
        let response = limits.keep(crate::core::background::timers, response);
        response.await
    }
}

/// Calls a service when it is ready.
pub(crate) async fn send<S, B>(
    mut service: S,
    request: http::Request<Body>,
) -> Result<http::Response<Body>, BoxError>
where
    S: Service<http::Request<Body>, Response = http::Response<B>>,
    S::Error: Into<BoxError>,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let ready = poll_fn(|context| service.poll_ready(context)).await;
    ready.map_err(Into::into)?;
    let response = service.call(request).await.map_err(Into::into)?;
    Ok(response.map(Body::new))
}
