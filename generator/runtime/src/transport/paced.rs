//! A body that may not pause for too long.

use std::{future::Future as _, pin::Pin};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    time::{Instant, Sleep, sleep_until},
};

use super::{Body, BoxError, ReadTimeout, TimedOut, body::poll_data};

/// Limits the pauses of a body, if there is a limit and a tokio runtime.
pub(super) fn paced<B>(mut body: B, limit: Option<ReadTimeout>) -> Body
where
    B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
    B::Error: Into<BoxError>,
{
    // The runtime that sends the request: the reader may be in none.
    let (Some(ReadTimeout(longest)), Ok(runtime)) = (limit, Handle::try_current()) else {
        return Body::new(body);
    };
    let mut timer: Option<Pin<Box<Sleep>>> = None;
    let mut is_running = false;
    Body::polled(body.size_hint().exact(), move |context| {
        let piece = poll_data(&mut body, context);
        if piece.is_ready() {
            is_running = false;
            return piece;
        }
        // Made only now: most bodies never pause.
        let timer = timer.get_or_insert_with(|| {
            let _context = runtime.enter();
            Box::pin(sleep_until(Instant::now()))
        });
        if !is_running {
            is_running = true;
            timer.as_mut().reset(Instant::now() + longest);
        }
        timer.as_mut().poll(context).map(|()| Some(Err(TimedOut.into())))
    })
}
