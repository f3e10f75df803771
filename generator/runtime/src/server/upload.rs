//! The bytes of a request, within limits.

use std::{
    error, fmt,
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use futures_core::Stream;
use http_body::Body as _;
use tokio::time::{Instant, Sleep, sleep};

use super::Refusal;
use crate::{Body, BoxError};

/// Why the rest of a body does not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFault {
    TooLarge,
    TooSlow,
}

impl BodyFault {
    /// The fault at the root of an error.
    pub(super) fn find(error: &(dyn error::Error + 'static)) -> Option<Self> {
        let mut next = Some(error);
        while let Some(error) = next {
            if let Some(fault) = error.downcast_ref() {
                return Some(*fault);
            }
            next = match error.downcast_ref() {
                // Whether it is its own source is up to its version.
                Some(multer::Error::StreamReadFailed(cause)) => Some(&**cause),
                _ => error.source(),
            };
        }
        None
    }

    pub(super) fn refusal(self) -> Refusal {
        match self {
            Self::TooLarge => Refusal::too_large("the body is larger than this server takes"),
            Self::TooSlow => Refusal::new(http::StatusCode::REQUEST_TIMEOUT, "the body did not come in time"),
        }
    }
}

impl fmt::Display for BodyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the body is too large",
            Self::TooSlow => "the body did not come in time",
        })
    }
}

impl error::Error for BodyFault {}

/// How many bytes of a body may come; it can be lifted while the body comes.
#[derive(Clone, Debug)]
pub(super) struct Limit(Arc<AtomicU64>);

impl Limit {
    pub(super) fn new(bytes: u64) -> Self {
        Self(Arc::new(AtomicU64::new(bytes)))
    }

    pub(super) fn lift(&self) {
        self.0.store(u64::MAX, Ordering::Relaxed);
    }
}

/// A body as a stream that ends with a fault when it is too large, or when
/// its next piece does not come in time.
///
/// The piece that goes beyond the limit still comes: only who reads it knows
/// what is in it.
pub(super) struct Metered {
    body: Body,
    came: u64,
    limit: Limit,
    patience: Option<(Duration, Pin<Box<Sleep>>)>,
}

impl Metered {
    pub(super) fn new(body: Body, limit: Limit, patience: Option<Duration>) -> Self {
        let patience = patience.map(|patience| (patience, Box::pin(sleep(patience))));
        Self { body, came: 0, limit, patience }
    }

    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        let timer = self.patience.as_mut();
        timer.is_some_and(|(_, sleep)| sleep.as_mut().poll(context).is_ready())
    }

    fn wait_anew(&mut self) {
        if let Some((patience, sleep)) = &mut self.patience {
            sleep.as_mut().reset(Instant::now() + *patience);
        }
    }
}

impl Stream for Metered {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.came > self.limit.0.load(Ordering::Relaxed) {
            return Poll::Ready(Some(Err(BodyFault::TooLarge.into())));
        }
        loop {
            let frame = match Pin::new(&mut self.body).poll_frame(context) {
                Poll::Pending if self.is_over(context) => {
                    return Poll::Ready(Some(Err(BodyFault::TooSlow.into())));
                }
                other => ready!(other),
            };
            self.wait_anew();
            let data = match frame {
                None => return Poll::Ready(None),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(frame)) => frame.into_data(),
            };
            if let Ok(data) = data {
                self.came = self.came.saturating_add(data.len() as u64);
                return Poll::Ready(Some(Ok(data)));
            }
        }
    }
}

/// Gives one piece whenever it is asked, however many there are: a reader
/// that takes all that it can get would take a whole file into memory.
pub(super) struct OneByOne<S> {
    stream: S,
    has_given: bool,
}

impl<S> OneByOne<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, has_given: false }
    }
}

impl<S: Stream + Unpin> Stream for OneByOne<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        if self.has_given {
            self.has_given = false;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let item = ready!(Pin::new(&mut self.stream).poll_next(context));
        self.has_given = item.is_some();
        Poll::Ready(item)
    }
}

/// A file with a limit of its own, to the byte.
pub(super) struct Counted<S> {
    stream: S,
    left: u64,
}

impl<S> Counted<S> {
    pub(super) fn new(stream: S, limit: u64) -> Self {
        Self { stream, left: limit }
    }
}

impl<S, E> Stream for Counted<S>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
    E: Into<BoxError>,
{
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let item = ready!(Pin::new(&mut self.stream).poll_next(context));
        Poll::Ready(item.map(|item| {
            let data = item.map_err(Into::into)?;
            let left = self.left.checked_sub(data.len() as u64);
            self.left = left.ok_or(BodyFault::TooLarge)?;
            Ok(data)
        }))
    }
}
