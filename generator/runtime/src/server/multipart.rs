//! A multipart form -> fields, and one file that streams or several in memory.

use std::{
    future::{Future as _, poll_fn},
    mem,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
};

use axum::body::Body as AxumBody;
use bytes::Bytes;
use futures_core::Stream;

use super::{
    Refusal,
    admission::Usage,
    body_timeout::TimedBody,
    limits::{Limits, MAX_FIELDS},
};
use crate::codec::{FormReader, Upload};
use crate::core::{Body, BoxError, Descriptor};

/// The handling of files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Files {
    /// The first one streams. Parts after it are ignored: they are unknown until it has been read.
    Stream,
    /// They are read into memory, within the limit of the form.
    Hold,
}

impl Files {
    pub(super) fn of(operation: &Descriptor) -> Self {
        if operation.has_several_files() { Self::Hold } else { Self::Stream }
    }
}

/// Reads the parts of a form.
pub(super) async fn read(
    (content_type, files): (&str, Files),
    body: AxumBody,
    limits: &Limits,
    usage: &Usage,
) -> Result<FormReader, Refusal> {
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| Refusal::bad_request("the content type has no usable boundary"))?;
    let meter = Arc::new(Meter { came: AtomicU64::new(0), most: AtomicU64::new(limits.form) });
    let feed =
        Feed { body: TimedBody::new(body, limits.timeout()), meter: meter.clone(), has_yielded: false };
    let mut reading = pin!(fields(multer::Multipart::new(feed, boundary), files, limits, &meter));
    poll_fn(|context| {
        let read = reading.as_mut().poll(context);
        // The parser has the bytes once, and the fields have them again.
        usage.set(usize::try_from(2 * meter.came.load(Relaxed)).unwrap_or(usize::MAX));
        read
    })
    .await
}

async fn fields(
    mut parts: multer::Multipart<'static>,
    files: Files,
    limits: &Limits,
    meter: &Meter,
) -> Result<FormReader, Refusal> {
    let (mut form, mut size) = (FormReader::default(), 0_u64);
    for _ in 0..MAX_FIELDS {
        let Some(part) = parts.next_field().await.map_err(malformed)? else { return Ok(form) };
        let name = part.name().map(str::to_owned);
        let has_file = part.file_name().is_some();
        if has_file && files == Files::Stream {
            meter.most.store(u64::MAX, Relaxed);
            return Ok(form.with_file(name.unwrap_or_default(), upload(part, limits.upload)));
        }
        let head = Head::of(&part);
        let text = part.bytes().await.map_err(malformed)?;
        size += text.len() as u64;
        if size > limits.form {
            return Err(Refusal::body_too_large());
        }
        if has_file {
            form = form.with_file(name.unwrap_or_default(), head.file(Body::from(text)));
        } else if let Some(name) = name {
            form.push(&name, std::str::from_utf8(&text).ok());
        }
    }
    Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} parts")))
}

fn malformed(error: multer::Error) -> Refusal {
    Refusal::of_body(&error, "the multipart form is malformed or ended too early")
}

/// The file as the header of its part describes it.
struct Head {
    file_name: String,
    content_type: Option<String>,
}

impl Head {
    fn of(part: &multer::Field<'static>) -> Self {
        let file_name = part.file_name().unwrap_or_default().to_owned();
        Self { file_name, content_type: part.content_type().map(ToString::to_string) }
    }

    fn file(self, content: Body) -> Upload {
        let upload = Upload::body(self.file_name, content);
        match self.content_type {
            Some(content_type) => upload.content_type(content_type),
            None => upload,
        }
    }
}

/// The file, with its own limit, to the byte.
fn upload(mut part: multer::Field<'static>, limit: u64) -> Upload {
    let (head, mut left) = (Head::of(&part), limit);
    let body = Body::polled(None, move |context| {
        let piece = ready!(Pin::new(&mut part).poll_next(context));
        Poll::Ready(piece.map(|piece| {
            let piece = piece?;
            left = left.checked_sub(piece.len() as u64).ok_or_else(Refusal::body_too_large)?;
            Ok(piece)
        }))
    });
    head.file(body)
}

/// The number of bytes that have arrived, and of those that may arrive before the file.
struct Meter {
    came: AtomicU64,
    most: AtomicU64,
}

/// The input of the parser.
///
/// It yields one piece each time it is polled, even if more have come: the
/// parser reads all that it can get, which would be a whole file. The piece
/// that exceeds the limit still comes, since the file may begin in it.
struct Feed {
    body: TimedBody<AxumBody>,
    meter: Arc<Meter>,
    has_yielded: bool,
}

impl Stream for Feed {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if mem::take(&mut self.has_yielded) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.meter.came.load(Relaxed) > self.meter.most.load(Relaxed) {
            return Poll::Ready(Some(Err(Refusal::body_too_large().into())));
        }
        let piece = ready!(self.body.poll_piece(context));
        if let Some(Ok(piece)) = &piece {
            self.meter.came.fetch_add(piece.len() as u64, Relaxed);
        }
        self.has_yielded = piece.is_some();
        Poll::Ready(piece)
    }
}
