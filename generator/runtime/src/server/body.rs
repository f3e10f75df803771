//! The body of a request -> fields, and at most one file that streams.

use std::{
    future::{Future as _, poll_fn},
    pin::pin,
    task::Poll,
    time::Duration,
};

use axum::body::Body as AxumBody;
use http::{StatusCode, header::CONTENT_LENGTH, header::CONTENT_TYPE};
use http_body_util::BodyExt as _;

use super::{
    Call, Refusal,
    core::Limits,
    upload::{BodyFault, Counted, Limit, Metered, OneByOne},
};
use crate::{Body, Encoding, FormReader, Upload, buffer::Buffer};

/// More fields than any operation has: what goes beyond is an attack.
const MAX_FIELDS: usize = 10_000;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// Reads the fields. A file is left in the body, to be read by the handler.
pub(super) async fn read(call: &Call, body: AxumBody, limits: &Limits) -> Result<FormReader, Refusal> {
    let headers = &call.head.headers;
    let size = headers.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse::<u64>().ok());
    let most = match call.operation.encoding {
        Encoding::Form => limits.form,
        Encoding::Multipart => limits.form.saturating_add(limits.upload),
    };
    if size.is_some_and(|size| size > most) {
        return Err(BodyFault::TooLarge.refusal());
    }
    let content_type = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
    let reading = async {
        match (call.operation.encoding, content_type) {
            (Encoding::Form, None) => form(body, limits).await,
            (Encoding::Form, Some(given)) if media_type(given, FORM) => form(body, limits).await,
            (Encoding::Form, Some(_)) => Err(unsupported(FORM)),
            (Encoding::Multipart, Some(given)) if media_type(given, MULTIPART) => {
                // Boxed, so that a form needs no space for it.
                Box::pin(multipart(given, Body::new(body), limits)).await
            }
            (Encoding::Multipart, None) if size == Some(0) => Ok(FormReader::default()),
            (Encoding::Multipart, _) => Err(unsupported(MULTIPART)),
        }
    };
    let mut reading = pin!(reading);
    // Most forms are there at once, and need no clock.
    if let Poll::Ready(form) = poll_fn(|context| Poll::Ready(reading.as_mut().poll(context))).await {
        return form;
    }
    // The fields have to come in that time; a file only has to keep coming.
    let time = limits.body_timeout.unwrap_or(Duration::MAX);
    tokio::time::timeout(time, reading).await.unwrap_or_else(|_| Err(BodyFault::TooSlow.refusal()))
}

/// Whether a content type is this one, whatever its parameters.
fn media_type(given: &str, wanted: &str) -> bool {
    let essence = given.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(wanted)
}

fn unsupported(wanted: &str) -> Refusal {
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("the content type must be {wanted}"))
}

async fn form(mut body: AxumBody, limits: &Limits) -> Result<FormReader, Refusal> {
    let mut buffer = Buffer::default();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::bad_request("the body ended too early"))?;
        let Ok(piece) = frame.into_data() else { continue };
        buffer.push(piece);
        if buffer.as_slice().len() as u64 > limits.form {
            return Err(BodyFault::TooLarge.refusal());
        }
    }
    let text = buffer.as_slice();
    // A short form need not be counted.
    if text.len() >= MAX_FIELDS && text.iter().filter(|byte| **byte == b'&').count() >= MAX_FIELDS {
        return Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} fields")));
    }
    Ok(FormReader::new(text))
}

/// Reads the parts before the first file. What stands behind the file is not
/// known before the file is read, and does not count.
async fn multipart(content_type: &str, body: Body, limits: &Limits) -> Result<FormReader, Refusal> {
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| Refusal::bad_request("the content type has no usable boundary"))?;
    let limit = Limit::new(limits.form);
    let pieces = Metered::new(body, limit.clone(), limits.body_timeout);
    let mut parts = multer::Multipart::new(OneByOne::new(pieces), boundary);
    let (mut form, mut size) = (FormReader::default(), 0_u64);
    for _ in 0..MAX_FIELDS {
        let Some(part) = parts.next_field().await.map_err(malformed)? else { return Ok(form) };
        let name = part.name().map(str::to_owned);
        if part.file_name().is_some() {
            limit.lift();
            return Ok(form.with_file(name.unwrap_or_default(), upload(part, limits.upload)));
        }
        let text = part.bytes().await.map_err(malformed)?;
        size += text.len() as u64;
        if size > limits.form {
            return Err(BodyFault::TooLarge.refusal());
        }
        if let Some(name) = name {
            form.push(&name, std::str::from_utf8(&text).ok());
        }
    }
    Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} parts")))
}

fn malformed(error: multer::Error) -> Refusal {
    let fault = BodyFault::find(&error).map(BodyFault::refusal);
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
