//! Transports, which carry requests to the server.

#[cfg(any(feature = "reqwest", feature = "mock"))]
mod limits;
mod outgoing;
mod repeat;
#[cfg(feature = "reqwest")]
mod reqwest;
mod tower;

use std::{future::Future, time::Duration};
// The clock of tokio can be paused in tests.
#[cfg(not(any(feature = "reqwest", feature = "mock")))]
use std::time::Instant;

#[cfg(any(feature = "reqwest", feature = "mock"))]
use tokio::time::Instant;

#[cfg(any(feature = "reqwest", feature = "mock"))]
pub(crate) use self::limits::Limits;
#[cfg(feature = "reqwest")]
pub(crate) use self::limits::{current_timers, is_over, timer};
pub(crate) use self::outgoing::Outgoing;
pub use self::repeat::try_clone;
#[cfg(feature = "reqwest")]
pub use self::reqwest::Reqwest;
pub use self::tower::Tower;
#[cfg(feature = "mock")]
pub(crate) use self::tower::send;
pub use crate::core::{
    Body, BoxError,
    call_info::CallInfo,
    error::{NotSent, TimedOut},
};

/// Carries requests to the server.
///
/// A transport must not follow redirects, must not send a request twice, and
/// must not show bodies or headers in its errors. If it can measure time, it
/// respects the `Timeout` and the `ReadTimeout` in the extensions of the
/// request and fails with `TimedOut`; [`Tower`] does so for any service. If it knows that nothing was
/// sent, it fails with `NotSent`. The call is described by a `CallInfo`, which is an extension of the
/// request, too. These types are in `runtime`.
pub trait Transport: Clone + Send + Sync + 'static {
    /// Sends the request and waits for the head of the response.
    fn call(
        &self,
        request: http::Request<Body>,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send;

    /// Sends the request of a call: by [`call`](Self::call), unless the transport needs no extensions.
    #[doc(hidden)]
    fn send_outgoing(
        &self,
        outgoing: Outgoing,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send {
        self.call(outgoing.into_request())
    }
}

/// The timeout of a call: an extension of the request.
///
/// The time starts when the request is built and is that of the whole call: a
/// copy of the request has what is [left](Self::left) of it, not all of it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timeout {
    /// The limit.
    pub duration: Duration,
    /// The event that must happen in time.
    pub until: Until,
    start: Instant,
}

impl Timeout {
    /// A limit whose time starts now.
    pub(crate) fn new(duration: Duration, until: Until) -> Self {
        Self { duration, until, start: Instant::now() }
    }

    /// Returns the time that is left.
    pub fn left(&self) -> Duration {
        self.duration.saturating_sub(self.start.elapsed())
    }
}

/// The longest pause within the body of a response: an extension of every request,
/// unless the client's `read_timeout` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadTimeout(pub Duration);

/// The event that ends a `Timeout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The head of the response has arrived: a download may take longer.
    Head,
    /// The whole response has arrived.
    End,
}
