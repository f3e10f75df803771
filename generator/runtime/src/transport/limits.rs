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

use super::{Body, BoxError, ReadTimeout, TimedOut, Timeout, Until, body::poll_data};

type Timer = Pin<Box<Sleep>>;

/// The limits in the extensions of a request.
pub(crate) struct Limits {
    timeout: Option<Timeout>,
    pause: Option<ReadTimeout>,
}

impl Limits {
    pub(crate) fn of(request: &http::Request<Body>) -> Self {
        let extensions = request.extensions();
        Self { timeout: extensions.get().copied(), pause: extensions.get().copied() }
    }

    /// Waits for a response, and limits its body. `runtime` returns one with
    /// timers, if there is one; it is only called where there is something to
    /// wait for.
    pub(crate) async fn keep<B>(
        self,
        runtime: impl Fn() -> Option<Handle> + Send + 'static,
        response: impl Future<Output = Result<http::Response<B>, BoxError>>,
    ) -> Result<http::Response<Body>, BoxError>
    where
        B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let mut deadline = self.timeout.and_then(|timeout| timer(timeout.left(), runtime()));
        let mut response = pin!(response);
        let response = poll_fn(|context| match response.as_mut().poll(context) {
            Poll::Pending if is_over(&mut deadline, context) => Poll::Ready(Err(TimedOut.into())),
            polled => polled,
        });
        let response = response.await?;
        let deadline = deadline.filter(|_| self.timeout.is_some_and(|timeout| timeout.until == Until::End));
        Ok(response.map(|body| limited(body, deadline, self.pause, runtime)))
    }
}

/// A body that ends before the deadline, and doesn't pause for too long.
fn limited<B>(
    mut body: B,
    mut deadline: Option<Timer>,
    pause: Option<ReadTimeout>,
    runtime: impl Fn() -> Option<Handle> + Send + 'static,
) -> Body
where
    B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
    B::Error: Into<BoxError>,
{
    if deadline.is_none() && pause.is_none() {
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

fn timer(time: Duration, runtime: Option<Handle>) -> Option<Timer> {
    let runtime = runtime?;
    let _inside = runtime.enter();
    Some(Box::pin(sleep(time)))
}

fn is_over(timer: &mut Option<Timer>, context: &mut Context<'_>) -> bool {
    timer.as_mut().is_some_and(|timer| timer.as_mut().poll(context).is_ready())
}
