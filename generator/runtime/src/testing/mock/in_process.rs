//! A transport that calls a mock in the same process, without a socket.

use std::time::Duration;

use axum::Router;
use tokio::runtime::Handle;

use crate::client::Transport;
use crate::client::transport::{Limits, send};
use crate::core::{Body, BoxError, background, debug::shows};

/// The transport of [`Mock::client`](super::Mock::client). It keeps the client's time limits, by
/// tokio's clock, which a test may have paused.
#[derive(Clone)]
pub struct InProcess(Router);

impl InProcess {
    pub(super) const fn new(router: Router) -> Self {
        Self(router)
    }
}

impl Transport for InProcess {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let limits = Limits::of(&request);
        limits.keep(runtime, send(self.0.clone(), request)).await
    }
}

shows!(InProcess, |it| InProcess {});

/// The current runtime, or one with timers.
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
