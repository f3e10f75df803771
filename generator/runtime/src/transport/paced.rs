//! A body that may not pause for too long.

use std::future::Future as _;

use bytes::Bytes;
use tokio::time::{Instant, sleep};

use super::{Body, BoxError, ReadTimeout, TimedOut, body::poll_data};

/// Limits the pauses of a body, if there is a limit. Needs a tokio runtime.
pub(super) fn paced<B>(mut body: B, limit: Option<ReadTimeout>) -> Body
where
    B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
    B::Error: Into<BoxError>,
{
    let Some(ReadTimeout(longest)) = limit else { return Body::new(body) };
    // Made where the request is sent: the reader may be in no runtime.
    let mut end = Box::pin(sleep(longest));
    // Data that is there at once needs no clock.
    let mut is_running = false;
    Body::polled(body.size_hint().exact(), move |context| {
        let piece = poll_data(&mut body, context);
        if piece.is_ready() {
            is_running = false;
            return piece;
        }
        if !is_running {
            is_running = true;
            end.as_mut().reset(Instant::now() + longest);
        }
        end.as_mut().poll(context).map(|()| Some(Err(TimedOut.into())))
    })
}
