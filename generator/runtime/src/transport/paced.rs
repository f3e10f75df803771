//! A body that may not pause for too long.

use std::{
    future::Future as _,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::{Body, BoxError, ReadTimeout, TimedOut};

/// A body that fails with [`TimedOut`] when its next piece takes too long.
struct Paced<B> {
    body: B,
    longest: Duration,
    /// Made where the request is sent: the reader may be in no runtime.
    end: Pin<Box<Sleep>>,
    /// Data that is there at once needs no clock.
    is_running: bool,
}

/// Limits the pauses of a body, if there is a limit. Needs a tokio runtime.
pub(super) fn paced<B>(body: B, limit: Option<ReadTimeout>) -> Body
where
    B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
    B::Error: Into<BoxError>,
{
    match limit {
        Some(ReadTimeout(longest)) => {
            Body::new(Paced { body, longest, end: Box::pin(sleep(longest)), is_running: false })
        }
        None => Body::new(body),
    }
}

impl<B> http_body::Body for Paced<B>
where
    B: http_body::Body<Data = Bytes> + Unpin,
    B::Error: Into<BoxError>,
{
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            this.is_running = false;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        if !this.is_running {
            this.is_running = true;
            this.end.as_mut().reset(Instant::now() + this.longest);
        }
        this.end.as_mut().poll(context).map(|()| Some(Err(TimedOut.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
