//! Sends requests again: only those of listed operations.

use std::time::Duration;

use backup_server_api::runtime::http::{Request, Response, StatusCode};
use backup_server_api::runtime::transport::{CallInfo, try_clone};
use backup_server_api::{Body, BoxError, Descriptor};
use tokio::time::{Sleep, sleep};
use tower::retry::Policy;

/// How often a request was sent before, as an extension of the request.
#[derive(Clone, Copy, Debug)]
pub struct Repetition(pub u32);

/// Repeats a request whose connection failed or whose server is overloaded,
/// with growing pauses.
///
/// It only sees HTTP: a server that reports "overloaded" in a body with HTTP
/// status 200 is not asked again.
#[derive(Clone, Debug)]
pub struct Repeat {
    operations: Vec<&'static str>,
    left: u32,
    pause: Duration,
    done: u32,
}

impl Repeat {
    /// Repeats requests of these operations up to `times` times.
    pub fn only(operations: &[&'static Descriptor], times: u32, pause: Duration) -> Self {
        let operations = operations.iter().map(|operation| operation.name).collect();
        Self { operations, left: times, pause, done: 0 }
    }

    fn allows(&self, request: &Request<Body>) -> bool {
        let info = request.extensions().get::<CallInfo>();
        info.is_some_and(|info| self.operations.contains(&info.operation.name))
    }
}

impl<B> Policy<Request<Body>, Response<B>, BoxError> for Repeat {
    type Future = Sleep;

    fn retry(
        &mut self,
        request: &mut Request<Body>,
        result: &mut Result<Response<B>, BoxError>,
    ) -> Option<Sleep> {
        let may_pass = result.as_ref().map_or(true, |response| is_overloaded(response.status()));
        self.left = self.left.checked_sub(1).filter(|_| may_pass)?;
        let pause = self.pause.saturating_mul(2_u32.saturating_pow(self.done));
        self.done += 1;
        request.extensions_mut().insert(Repetition(self.done));
        Some(sleep(pause))
    }

    /// A request without a copy is sent once: it has a one-time code, or streams.
    fn clone_request(&mut self, request: &Request<Body>) -> Option<Request<Body>> {
        if self.allows(request) { try_clone(request) } else { None }
    }
}

fn is_overloaded(status: StatusCode) -> bool {
    [
        StatusCode::TOO_MANY_REQUESTS,
        StatusCode::BAD_GATEWAY,
        StatusCode::SERVICE_UNAVAILABLE,
        StatusCode::GATEWAY_TIMEOUT,
    ]
    .contains(&status)
}
