//! A transport that calls a mock in the same process, without a socket.

use std::{
    convert::Infallible,
    fmt,
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body as AxumBody};
use bytes::Bytes;
use http::Method;
use http_body_util::BodyExt as _;
use tokio::runtime::Handle;
use tower_service::Service;

use super::plan::Plan;
use crate::{
    ApiDescriptor, Body, BoxError, Transport, background,
    transport::{CallInfo, Limits, send},
};

/// The transport of [`Mock::client`](super::Mock::client). It keeps the client's time limits, by
/// tokio's clock, which a test may have paused.
#[derive(Clone)]
pub struct InProcess(Watched);

impl InProcess {
    pub(super) const fn new(service: Watched) -> Self {
        Self(service)
    }
}

impl Transport for InProcess {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let limits = Limits::of(&request);
        limits.keep(runtime, send(self.0.clone(), request)).await
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InProcess")
    }
}

/// The runtime around this, else one of its own.
fn runtime() -> Option<Handle> {
    Handle::try_current().ok().or_else(background::timers)
}

/// Sleeps in any runtime; in tokio's, by its clock, which a test may have paused.
pub(super) async fn sleep(time: Duration) {
    let Some(runtime) = runtime() else { return };
    let sleep = {
        let _inside = runtime.enter();
        tokio::time::sleep(time)
    };
    sleep.await;
}

/// Whether a request has reached the handler: an extension of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached(Arc<AtomicBool>);

impl Reached {
    pub(super) fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

/// A router that remembers which requests were refused before a handler.
#[derive(Clone)]
pub(super) struct Watched {
    pub(super) router: Router,
    pub(super) plan: Arc<Plan>,
    pub(super) api: &'static ApiDescriptor,
}

impl<B> Service<http::Request<B>> for Watched
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = http::Response<AxumBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: http::Request<B>) -> Self::Future {
        let reached = Reached::default();
        request.extensions_mut().insert(reached.clone());
        // Only clients without a socket say what they call.
        let operation = match request.extensions().get::<CallInfo>() {
            Some(info) => info.operation.name,
            None => operation_at(self.api, request.method(), request.uri().path()),
        };
        let answered = self.router.call(request);
        let plan = self.plan.clone();
        Box::pin(async move {
            let response = answered.await?;
            if reached.0.load(Relaxed) {
                return Ok(response);
            }
            let (head, body) = response.into_parts();
            // A refusal is in memory.
            let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
            plan.refused(operation, format!("HTTP {} {}", head.status, String::from_utf8_lossy(&body)));
            Ok(http::Response::from_parts(head, body.into()))
        })
    }
}

/// The name of the operation with a method and path; empty if no operation has them.
fn operation_at(api: &'static ApiDescriptor, method: &Method, path: &str) -> &'static str {
    let has = |known: &str| known == path;
    let mut operations = api.operations.iter();
    let found = operations.find(|operation| {
        operation.method == method.as_str()
            && (operation.path.is_some_and(has) || operation.aliases.iter().any(|alias| has(alias.path)))
    });
    found.map_or("", |operation| operation.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Descriptor;

    #[test]
    fn operations_at_one_path_differ_by_method() {
        static FIND: Descriptor = Descriptor::new("LampFind").method("GET").documented_path("/lamps");
        static ADD: Descriptor = Descriptor::new("LampAdd").documented_path("/lamps");
        static API: ApiDescriptor = ApiDescriptor { operations: &[&FIND, &ADD], ..ApiDescriptor::EMPTY };
        assert_eq!(operation_at(&API, &Method::GET, "/lamps"), "LampFind");
        assert_eq!(operation_at(&API, &Method::POST, "/lamps"), "LampAdd");
        assert_eq!(operation_at(&API, &Method::PUT, "/lamps"), "");
    }
}
