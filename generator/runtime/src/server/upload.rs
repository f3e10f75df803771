//! The bytes of a multipart form, within limits.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_core::Stream;

use super::fault::BodyFault;
use crate::BoxError;

/// How many bytes of a form have come, and how many may come before its file.
#[derive(Clone)]
pub(super) struct Meter(Arc<(AtomicU64, AtomicU64)>);

impl Meter {
    pub(super) fn new(most: u64) -> Self {
        Self(Arc::new((AtomicU64::new(0), AtomicU64::new(most))))
    }

    pub(super) fn came(&self) -> u64 {
        self.0.0.load(Relaxed)
    }

    /// The file begins: it has its own limit.
    pub(super) fn lift(&self) {
        self.0.1.store(u64::MAX, Relaxed);
    }
}

/// What the parser of a multipart form reads.
///
/// It yields one piece each time it is polled, even if more have come: the
/// parser reads all that it can get, which would be a whole file. The piece
/// that exceeds the limit still comes, since the file may begin in it.
pub(super) struct Feed<S> {
    stream: S,
    meter: Meter,
    has_yielded: bool,
}

impl<S> Feed<S> {
    pub(super) fn new(stream: S, meter: Meter) -> Self {
        Self { stream, meter, has_yielded: false }
    }
}

impl<S> Stream for Feed<S>
where
    S: Stream<Item = Result<Bytes, BoxError>> + Unpin,
{
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        if std::mem::take(&mut self.has_yielded) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let (came, most) = &*self.meter.0;
        if came.load(Relaxed) > most.load(Relaxed) {
            return Poll::Ready(Some(Err(BodyFault::TooLarge.into())));
        }
        let item = ready!(Pin::new(&mut self.stream).poll_next(context));
        if let Some(Ok(piece)) = &item {
            self.meter.0.0.fetch_add(piece.len() as u64, Relaxed);
        }
        self.has_yielded = item.is_some();
        Poll::Ready(item)
    }
}

/// A file with its own limit, to the byte.
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
