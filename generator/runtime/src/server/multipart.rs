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
use crate::core::{Body, BoxError, Descriptor, Parameter, Place, buffer::Buffer, text::Inert};

/// Reads the parts of a form.
pub(super) async fn read(
    (content_type, operation): (&str, &'static Descriptor),
    body: AxumBody,
    limits: &Limits,
    usage: &Usage,
) -> Result<FormReader, Refusal> {
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| Refusal::bad_request("the content type has no usable boundary"))?;
    let meter = Arc::new(Meter { came: AtomicU64::new(0), most: AtomicU64::new(limits.form) });
    let feed =
        Feed { body: TimedBody::new(body, limits.timeout()), meter: meter.clone(), has_yielded: false };
    let mut reading = pin!(fields(multer::Multipart::new(feed, boundary), operation, limits, &meter));
    poll_fn(|context| {
        let read = reading.as_mut().poll(context);
        // The parser has the bytes once, and the fields have them again.
        usage.set(usize::try_from(2 * meter.came.load(Relaxed)).unwrap_or(usize::MAX));
        read
    })
    .await
}

/// An only file streams once nothing that may come is missing, or it is longer than a form.
async fn fields(
    mut parts: multer::Multipart<'static>,
    operation: &'static Descriptor,
    limits: &Limits,
    meter: &Arc<Meter>,
) -> Result<FormReader, Refusal> {
    let (mut form, mut left) = (FormReader::default(), limits.form);
    for _ in 0..MAX_FIELDS {
        let Some(mut part) = parts.next_field().await.map_err(malformed)? else { return Ok(form) };
        let name = part.name().map(str::to_owned).unwrap_or_default();
        let head = Head::of(&part);
        // Browsers give a name to JSON in parts, too, and a file needs none.
        let parameter = known(operation, &name);
        let has_file = parameter.map_or(part.file_name().is_some(), |known| known.file);
        let streams = has_file && parameter.is_some() && !operation.has_several_files();
        if streams {
            meter.most.store(u64::MAX, Relaxed);
        }
        let is_last = streams && awaited(operation, &form).next().is_none();
        let (content, is_whole) = held(&mut part, if is_last { None } else { Some(left) }).await?;
        if !is_whole && streams {
            if let Some(late) = awaited(operation, &form).find(|it| it.required) {
                return Err(too_late(late.wire_name()));
            }
            let meter = meter.clone();
            let rest = Rest { start: content, part: Some(part), parts, operation, meter, left };
            return Ok(form.with_file(name, head.file(rest.into_body(limits.upload))));
        }
        left = left
            .checked_sub(content.len() as u64)
            .filter(|_| is_whole)
            .ok_or_else(Refusal::body_too_large)?;
        meter.most.store(meter.came.load(Relaxed) + left, Relaxed);
        if has_file {
            form = form.with_file(name, head.file(content.into()));
        } else if !name.is_empty() {
            form.push(&name, std::str::from_utf8(&content).ok());
        }
    }
    Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} parts")))
}

/// The parameter that a part is.
fn known(operation: &'static Descriptor, name: &str) -> Option<&'static Parameter> {
    let mut parts = operation.parameters.iter().filter(|known| known.place == Place::Form);
    parts.find(|known| [known.wire_name(), known.name].contains(&name.trim_end_matches("[]")))
}

/// The parameters that may still come.
fn awaited<'a>(
    operation: &'static Descriptor,
    form: &'a FormReader,
) -> impl Iterator<Item = &'static Parameter> + use<'a> {
    let parts = operation.parameters.iter().filter(|known| known.place == Place::Form && !known.file);
    parts.filter(|known| !form.has(known.wire_name()))
}

fn too_late(name: &str) -> Refusal {
    Refusal::bad_request(format!("{}: it must come before a file of this size", Inert(name)))
}

/// Reads a part, as long as it has at most so many bytes. Returns whether this is all of it.
async fn held(part: &mut multer::Field<'static>, most: Option<u64>) -> Result<(Bytes, bool), Refusal> {
    let mut content = Buffer::default();
    while most.is_some_and(|most| content.as_slice().len() as u64 <= most) {
        match part.chunk().await.map_err(malformed)? {
            Some(piece) => content.push(piece),
            None => return Ok((content.into_bytes(), true)),
        }
    }
    Ok((content.into_bytes(), false))
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

/// The rest of a form, from its file on.
struct Rest {
    /// The beginning of the file, which was read.
    start: Bytes,
    part: Option<multer::Field<'static>>,
    parts: multer::Multipart<'static>,
    operation: &'static Descriptor,
    meter: Arc<Meter>,
    /// The bytes that may come after the file.
    left: u64,
}

impl Rest {
    /// The file, with its own limit, to the byte. A parameter after it is an error, as the handler has the
    /// others already.
    fn into_body(mut self, mut left: u64) -> Body {
        Body::polled(None, move |context| {
            let piece = ready!(self.poll_piece(context));
            Poll::Ready(piece.map(|piece| {
                let piece = piece?;
                left = left.checked_sub(piece.len() as u64).ok_or_else(Refusal::body_too_large)?;
                Ok(piece)
            }))
        })
    }

    fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, BoxError>>> {
        if !self.start.is_empty() {
            return Poll::Ready(Some(Ok(mem::take(&mut self.start))));
        }
        if let Some(part) = &mut self.part {
            if let Some(piece) = ready!(Pin::new(part).poll_next(context)) {
                return Poll::Ready(Some(piece.map_err(Into::into)));
            }
            self.part = None;
            let most = self.meter.came.load(Relaxed).saturating_add(self.left);
            self.meter.most.store(most, Relaxed);
        }
        loop {
            return Poll::Ready(match ready!(self.parts.poll_next_field(context)) {
                Ok(None) => None,
                Ok(Some(part)) => match part.name().filter(|name| known(self.operation, name).is_some()) {
                    Some(name) => Some(Err(too_late(name).into())),
                    None => continue,
                },
                Err(error) => Some(Err(error.into())),
            });
        }
    }
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
