//! A body that may not pause for too long.

use std::pin::Pin;

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    time::{Sleep, sleep},
};

use super::{Body, BoxError, ReadTimeout, TimedOut, body::poll_data};

/// Limits the pauses of a body, if there is a limit and a runtime with timers,
/// which is only asked for when the body pauses: most bodies never do.
pub(super) fn paced<B>(
    mut body: B,
    limit: Option<ReadTimeout>,
    runtime: impl Fn() -> Option<Handle> + Send + 'static,
) -> Body
where
    B: http_body::Body<Data = Bytes> + Unpin + Send + 'static,
    B::Error: Into<BoxError>,
{
    let Some(ReadTimeout(longest)) = limit else { return Body::new(body) };
    let mut timer: Option<Pin<Box<Sleep>>> = None;
    Body::polled(body.size_hint().exact(), move |context| {
        let piece = poll_data(&mut body, context);
        if piece.is_ready() {
            timer = None;
            return piece;
        }
        if timer.is_none() {
            timer = runtime().map(|runtime| {
                let _inside = runtime.enter();
                Box::pin(sleep(longest))
            });
        }
        let Some(timer) = &mut timer else { return piece };
        timer.as_mut().poll(context).map(|()| Some(Err(TimedOut.into())))
    })
}
