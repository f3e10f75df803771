//! A reader as a body.

use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Poll, ready},
};

use bytes::Bytes;

use crate::core::{Body, body::Piece, unblock::unblock};

/// The number of bytes that are read at a time.
const CHUNK: usize = 64 * 1024;

/// A reader after its next chunk.
type Reading<R> = Pin<Box<dyn Future<Output = (Option<R>, Piece)> + Send>>;

/// A body of what a reader reads.
pub(super) fn body<R: io::Read + Send + 'static>(reader: R) -> Body {
    let mut idle = Some(reader);
    let mut reading: Option<Reading<R>> = None;
    Body::polled(None, move |context| {
        let chunk = reading.get_or_insert_with(|| Box::pin(next(idle.take())));
        let (reader, piece) = ready!(chunk.as_mut().poll(context));
        (idle, reading) = (reader, None);
        Poll::Ready(piece)
    })
}

async fn next<R: io::Read + Send + 'static>(reader: Option<R>) -> (Option<R>, Piece) {
    let Some(mut reader) = reader else { return (None, None) };
    let read = unblock(move || {
        let chunk = read_chunk(&mut reader);
        (Some(reader), chunk)
    });
    read.await.unwrap_or_else(|panicked| (None, Some(Err(panicked.into()))))
}

/// The next chunk, `None` at the end.
fn read_chunk(reader: &mut impl io::Read) -> Piece {
    let mut chunk = vec![0; CHUNK];
    let read = loop {
        match reader.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    chunk.truncate(*read.as_ref().unwrap_or(&0));
    let chunk = read.map(|_| Bytes::from(chunk)).map_err(Into::into);
    Some(chunk).filter(|chunk| !chunk.as_ref().is_ok_and(Bytes::is_empty))
}
