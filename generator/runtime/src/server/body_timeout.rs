//! Body timeouts: how long the server waits for the bytes of a body.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::StatusCode;
use tokio::time::{Instant, Sleep, sleep};

use super::Refusal;
use crate::core::BoxError;
use crate::core::body::{Piece, poll_data};

/// The time that a body may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyTimeout {
    /// For the next bytes.
    longest: Duration,
    /// Bytes per second: that many earn it a second more.
    rate: u64,
    /// In total, from now on.
    left: Duration,
}

impl BodyTimeout {
    pub(super) fn new(longest: Duration, rate: u64) -> Self {
        Self { longest, rate, left: longest }
    }

    fn next_wait(&self) -> Duration {
        self.left.min(self.longest)
    }

    fn waited(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    fn received(&mut self, bytes: u64) {
        let earned = bytes.saturating_mul(1_000_000_000).checked_div(self.rate);
        // Without a rate only the single wait counts.
        self.left = self.left.saturating_add(earned.map_or(Duration::MAX, Duration::from_nanos));
    }
}

/// A body that ends with an error if it comes too slowly.
///
/// Only time spent waiting counts: a handler that reads slowly doesn't make its
/// caller slow.
pub(super) struct TimedBody<B> {
    body: B,
    timeout: Option<BodyTimeout>,
    /// Only set once the server has to wait: a timer costs more than reading
    /// most bodies.
    wait: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<B> TimedBody<B>
where
    B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Unpin,
{
    pub(super) fn new(body: B, timeout: Option<BodyTimeout>) -> Self {
        Self { body, timeout, wait: None }
    }

    /// The next bytes, `None` at the end.
    pub(super) fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        let polled = poll_data(&mut self.body, context);
        let Some(timeout) = &mut self.timeout else { return polled };
        let Poll::Ready(piece) = polled else {
            let start = || (Instant::now(), Box::pin(sleep(timeout.next_wait())));
            let (_, timer) = self.wait.get_or_insert_with(start);
            return timer.as_mut().poll(context).map(|()| Some(Err(too_slow().into())));
        };
        if let Some((since, _)) = self.wait.take() {
            timeout.waited(since.elapsed());
        }
        if let Some(Ok(data)) = &piece {
            timeout.received(data.len() as u64);
        }
        Poll::Ready(piece)
    }
}

fn too_slow() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_earn_time() {
        let next_wait = |rate, received, waited| {
            let mut timeout = BodyTimeout::new(Duration::from_secs(30), rate);
            timeout.received(received);
            timeout.waited(Duration::from_secs(waited));
            timeout.next_wait().as_millis()
        };
        assert_eq!(next_wait(100, 0, 0), 30_000);
        assert_eq!(next_wait(100, 99, 29), 1990);
        assert_eq!(next_wait(100, 1000, 30), 10_000);
        assert_eq!(next_wait(100, 1000, 41), 0);
        assert_eq!(next_wait(100, u64::MAX, 1000), 30_000, "no wait is longer");
        assert_eq!(next_wait(0, 0, 1000), 30_000);
    }
}
