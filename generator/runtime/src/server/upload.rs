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
            Self::TooSlow => {
                Refusal::new(http::StatusCode::REQUEST_TIMEOUT, "the body did not come in time")
            }
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

/// How many bytes a body may have; it can be raised while the body comes.
#[derive(Clone, Debug)]
pub(super) struct Allowance(Arc<AtomicU64>);

impl Allowance {
    pub(super) fn new(bytes: u64) -> Self {
        Self(Arc::new(AtomicU64::new(bytes)))
    }

    pub(super) fn raise(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Takes from what is left; `false` if it is not enough.
    fn take(&self, bytes: u64) -> bool {
        let left = |left: u64| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok()
    }
}

/// A body as a stream that ends with a fault when it is too large, or when
/// its next piece does not come in time.
pub(super) struct Metered {
    body: Body,
    allowance: Allowance,
    patience: Option<(Duration, Pin<Box<Sleep>>)>,
}

impl Metered {
    pub(super) fn new(body: Body, allowance: Allowance, patience: Option<Duration>) -> Self {
        let patience = patience.map(|patience| (patience, Box::pin(sleep(patience))));
        Self { body, allowance, patience }
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
            let Ok(data) = data else { continue };
            if !self.allowance.take(data.len() as u64) {
                return Poll::Ready(Some(Err(BodyFault::TooLarge.into())));
            }
            return Poll::Ready(Some(Ok(data)));
        }
    }
}
