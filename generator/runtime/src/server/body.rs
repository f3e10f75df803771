//! The body of a request -> fields, and at most one file that streams.

use std::{
    future::{Future as _, poll_fn},
    pin::Pin,
};

use axum::body::Body;
use futures_core::Stream as _;
use http::{StatusCode, header::CONTENT_LENGTH, header::CONTENT_TYPE};

use super::{
    Call, Refusal,
    core::BodyLimits,
    fault::BodyFault,
    intake::Held,
    pace::Paced,
    upload::{Counted, Feed, Meter},
};
use crate::{Encoding, FormReader, Upload, buffer::Buffer};

/// More fields than any operation has: only an attack has more.
const MAX_FIELDS: usize = 10_000;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// What a body is, by its headers.
pub(super) enum Kind<'a> {
    Empty,
    Form,
    Multipart { content_type: &'a str },
}

impl<'a> Kind<'a> {
    /// # Errors
    /// If the headers already say that the body can't be read.
    pub(super) fn of(call: &'a Call, limits: &BodyLimits) -> Result<Self, Refusal> {
        let headers = &call.head.headers;
        let size = headers.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse::<u64>().ok());
        let most = match call.operation.encoding {
            Encoding::Form => limits.form,
            Encoding::Multipart => limits.form.saturating_add(limits.upload),
        };
        if size.is_some_and(|size| size > most) {
            return Err(BodyFault::TooLarge.into());
        }
        let content_type = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
        match (call.operation.encoding, content_type) {
            (Encoding::Form, None) => Ok(Self::Form),
            (Encoding::Form, Some(given)) if is_media_type(given, FORM) => Ok(Self::Form),
            (Encoding::Form, Some(_)) => Err(unsupported(FORM)),
            (Encoding::Multipart, Some(content_type)) if is_media_type(content_type, MULTIPART) => {
                Ok(Self::Multipart { content_type })
            }
            (Encoding::Multipart, None) if size == Some(0) => Ok(Self::Empty),
            (Encoding::Multipart, _) => Err(unsupported(MULTIPART)),
        }
    }

    /// Reads the fields. A file stays in the body: the handler reads it.
    pub(super) async fn read(
        self,
        body: Body,
        limits: &BodyLimits,
        held: &Held,
    ) -> Result<FormReader, Refusal> {
        match self {
            Self::Empty => Ok(FormReader::default()),
            Self::Form => form(body, limits, held).await,
            Self::Multipart { content_type } => {
                let meter = Meter::new(limits.form);
                // Boxed, so that a form needs no space for it.
                let mut reading = Box::pin(multipart(content_type, body, limits, meter.clone()));
                poll_fn(|context| {
                    let read = reading.as_mut().poll(context);
                    // The parser has the bytes once, and the fields have them again.
                    held.set(usize::try_from(2 * meter.came()).unwrap_or(usize::MAX));
                    read
                })
                .await
            }
        }
    }
}

/// Whether a content type is this one, whatever its parameters.
fn is_media_type(given: &str, wanted: &str) -> bool {
    let essence = given.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(wanted)
}

fn unsupported(wanted: &str) -> Refusal {
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("the content type must be {wanted}"))
}

async fn form(body: Body, limits: &BodyLimits, held: &Held) -> Result<FormReader, Refusal> {
    let mut pieces = Paced::new(body, limits.pace);
    let mut buffer = Buffer::default();
    while let Some(piece) = poll_fn(|context| Pin::new(&mut pieces).poll_next(context)).await {
        let ended = || Refusal::bad_request("the body ended too early");
        buffer.push(piece.map_err(|error| BodyFault::find(&*error).map_or_else(ended, Refusal::from))?);
        held.set(buffer.capacity());
        if buffer.as_slice().len() as u64 > limits.form {
            return Err(BodyFault::TooLarge.into());
        }
    }
    let text = buffer.as_slice();
    // A short form can't have too many fields.
    if text.len() >= MAX_FIELDS && text.iter().filter(|byte| **byte == b'&').count() >= MAX_FIELDS {
        return Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} fields")));
    }
    let form = FormReader::new(text);
    held.set(form.capacity());
    Ok(form)
}

/// Reads the parts before the first file. Parts after it are ignored: they are
/// unknown until the file has been read.
async fn multipart(
    content_type: &str,
    body: Body,
    limits: &BodyLimits,
    meter: Meter,
) -> Result<FormReader, Refusal> {
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| Refusal::bad_request("the content type has no usable boundary"))?;
    let feed = Feed::new(Paced::new(body, limits.pace), meter.clone());
    let mut parts = multer::Multipart::new(feed, boundary);
    let (mut form, mut size) = (FormReader::default(), 0_u64);
    for _ in 0..MAX_FIELDS {
        let Some(part) = parts.next_field().await.map_err(malformed)? else { return Ok(form) };
        let name = part.name().map(str::to_owned);
        if part.file_name().is_some() {
            meter.lift();
            return Ok(form.with_file(name.unwrap_or_default(), upload(part, limits.upload)));
        }
        let text = part.bytes().await.map_err(malformed)?;
        size += text.len() as u64;
        if size > limits.form {
            return Err(BodyFault::TooLarge.into());
        }
        if let Some(name) = name {
            form.push(&name, std::str::from_utf8(&text).ok());
        }
    }
    Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} parts")))
}

fn malformed(error: multer::Error) -> Refusal {
    let fault = BodyFault::find(&error).map(Refusal::from);
    fault.unwrap_or_else(|| Refusal::bad_request("the multipart form is malformed or ended too early"))
}

fn upload(part: multer::Field<'static>, limit: u64) -> Upload {
    let file_name = part.file_name().unwrap_or_default().to_owned();
    let content_type = part.content_type().map(ToString::to_string);
    let upload = Upload::stream(file_name, Counted::new(part, limit));
    match content_type {
        Some(content_type) => upload.content_type(content_type),
        None => upload,
    }
}
