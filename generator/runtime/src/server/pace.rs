//! How long the server waits for the bytes of a body.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::fault::BodyFault;
use crate::{
    BoxError,
    transport::{Piece, poll_data},
};

/// How long a body may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// For the next bytes.
    pub(super) pause: Duration,
    /// In total it may wait as long, and a second more for each of that many
    /// bytes.
    pub(super) rate: u64,
}

impl Pace {
    /// How long the next wait may be.
    fn patience(self, came: u64, waited: Duration) -> Duration {
        // Without a rate only the single wait counts.
        let Some(earned) = came.saturating_mul(1000).checked_div(self.rate) else { return self.pause };
        let all = self.pause.saturating_add(Duration::from_millis(earned));
        all.saturating_sub(waited).min(self.pause)
    }
}

/// A body that ends with a fault if it comes too slowly.
///
/// Only time spent waiting counts: a handler that reads slowly doesn't make its
/// caller slow.
pub(super) struct Paced<B> {
    body: B,
    pace: Option<Pace>,
    came: u64,
    waited: Duration,
    /// Set while waiting.
    since: Option<Instant>,
    /// Only set once the server has to wait: it costs more than reading most
    /// bodies.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<B> Paced<B>
where
    B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Unpin,
{
    pub(super) fn new(body: B, pace: Option<Pace>) -> Self {
        Self { body, pace, came: 0, waited: Duration::ZERO, since: None, timer: None }
    }

    /// Ready when the wait has been too long.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(pace) = self.pace else { return Poll::Pending };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(pace.pause)));
        if self.since.is_none() {
            self.since = Some(Instant::now());
            timer.set(sleep(pace.patience(self.came, self.waited)));
        }
        timer.as_mut().poll(context)
    }

    /// The next bytes, `None` at the end.
    pub(super) fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        let Poll::Ready(piece) = poll_data(&mut self.body, context) else {
            return self.poll_late(context).map(|()| Some(Err(BodyFault::TooSlow.into())));
        };
        if let Some(since) = self.since.take() {
            self.waited += since.elapsed();
        }
        if let Some(Ok(data)) = &piece {
            self.came = self.came.saturating_add(data.len() as u64);
        }
        Poll::Ready(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_earn_time() {
        let seconds = Duration::from_secs;
        let pace = Pace { pause: seconds(30), rate: 100 };
        assert_eq!(pace.patience(0, seconds(0)), seconds(30));
        assert_eq!(pace.patience(99, seconds(29)), Duration::from_millis(1990));
        assert_eq!(pace.patience(1000, seconds(30)), seconds(10));
        assert_eq!(pace.patience(1000, seconds(41)), seconds(0));
        assert_eq!(pace.patience(u64::MAX, seconds(1000)), seconds(30), "no wait is longer");
        let no_rate = Pace { rate: 0, ..pace };
        assert_eq!(no_rate.patience(0, seconds(1000)), seconds(30));
    }
}
