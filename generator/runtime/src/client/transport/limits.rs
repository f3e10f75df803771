//! The time limits of a call.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    time::{Sleep, sleep},
};

#[cfg(feature = "reqwest")]
use super::Outgoing;
use super::{ReadTimeout, Timeout, Until};
#[cfg(feature = "reqwest")]
use crate::core::defaults::PAUSES_TO_BEGIN;
use crate::core::{Body, BoxError, background::timers, body::poll_data, error::TimedOut};

pub(crate) type Timer = Pin<Box<Sleep>>;

/// The time limits of a request.
pub(crate) struct Limits {
    timeout: Option<Timeout>,
    pause: Option<ReadTimeout>,
    /// Until the head of the response is there.
    begin: Option<Duration>,
}

impl Limits {
    /// The limits in the extensions of a request.
    pub(crate) fn of(request: &http::Request<Body>) -> Self {
        let extensions = request.extensions();
        Self { timeout: extensions.get().copied(), pause: extensions.get().copied(), begin: None }
    }

    /// The limits of a request without extensions.
    #[cfg(feature = "reqwest")]
    pub(crate) fn of_outgoing(outgoing: &Outgoing) -> Self {
        Self { timeout: outgoing.timeout, pause: outgoing.read_timeout, begin: None }
    }

    /// Limits the time until the response begins, too: over a connection, a server can send interim
    /// responses forever. Streamed bodies have no such limit.
    #[cfg(feature = "reqwest")]
    pub(crate) fn over_connection(self, body: &Body) -> Self {
        let pause = self.pause.filter(|_| body.as_bytes().is_some());
        Self { begin: pause.map(|ReadTimeout(pause)| pause.saturating_mul(PAUSES_TO_BEGIN)), ..self }
    }

    /// Waits for a response, and limits its body. `runtime` returns a runtime with timers, if there is
    /// one; it is called only if a timer is needed.
    pub(crate) async fn keep<B>(
        self,
        runtime: impl Fn() -> Option<Handle> + Send + 'static,
        response: impl Future<Output = Result<http::Response<B>, BoxError>>,
    ) -> Result<http::Response<Body>, BoxError>
    where
        B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let (response, deadline) = self.wait(&runtime, pin!(response)).await?;
        Ok(response?.map(|body| self.limited(body, deadline, runtime)))
    }

    /// Waits for the head of a response. Returns the deadline of its body, too.
    pub(crate) async fn wait<F: Future>(
        &self,
        runtime: impl Fn() -> Option<Handle>,
        mut response: Pin<&mut F>,
    ) -> Result<(F::Output, Option<Timer>), TimedOut> {
        let mut deadline = self.timeout.and_then(|timeout| timer(timeout.left(), runtime()));
        let mut begin = None;
        poll_fn(|context| {
            if let Poll::Ready(response) = response.as_mut().poll(context) {
                return Poll::Ready(Ok((response, deadline.take())));
            }
            if begin.is_none() {
                // A connection that is flooded keeps its own runtime busy.
                let left = self.timeout.map(|timeout| timeout.left());
                begin = self.begin.into_iter().chain(left).min().and_then(|time| timer(time, timers()));
            }
            match is_over(&mut deadline, context) || is_over(&mut begin, context) {
                true => Poll::Ready(Err(TimedOut)),
                false => Poll::Pending,
            }
        })
        .await
    }

    /// A body that ends before the deadline, and doesn't pause for too long.
    pub(crate) fn limited<B>(
        &self,
        mut body: B,
        deadline: Option<Timer>,
        runtime: impl Fn() -> Option<Handle> + Send + 'static,
    ) -> Body
    where
        B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let pause = self.pause;
        let mut deadline =
            deadline.filter(|_| self.timeout.is_some_and(|timeout| timeout.until == Until::End));
        if body.is_end_stream() || deadline.is_none() && pause.is_none() {
            return Body::new(body);
        }
        let mut pausing: Option<Timer> = None;
        Body::polled(body.size_hint().exact(), move |context| {
            let piece = poll_data(&mut body, context);
            if piece.is_ready() {
                pausing = None;
                return piece;
            }
            if pausing.is_none() {
                pausing = pause.and_then(|ReadTimeout(longest)| timer(longest, runtime()));
            }
            if is_over(&mut deadline, context) || is_over(&mut pausing, context) {
                return Poll::Ready(Some(Err(TimedOut.into())));
            }
            piece
        })
    }
}

/// The current runtime, or one with timers.
#[cfg(feature = "reqwest")]
pub(crate) fn current_timers() -> Option<Handle> {
    Handle::try_current().ok().or_else(timers)
}

pub(crate) fn timer(time: Duration, runtime: Option<Handle>) -> Option<Timer> {
    let runtime = runtime?;
    let _inside = runtime.enter();
    Some(Box::pin(sleep(time)))
}

pub(crate) fn is_over(timer: &mut Option<Timer>, context: &mut Context<'_>) -> bool {
    timer.as_mut().is_some_and(|timer| timer.as_mut().poll(context).is_ready())
}
