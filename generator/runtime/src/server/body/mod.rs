//! The body of a request, or its query -> fields.

mod json;
mod media_type;

use std::{
    future::poll_fn,
    task::{Poll, ready},
};

use axum::body::Body;
use http::{
    HeaderMap, StatusCode,
    header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
    request::Parts,
};

use super::{
    Refusal,
    admission::Usage,
    body_timeout::TimedBody,
    headers,
    limits::{Limits, MAX_FIELDS},
    multipart,
};
use crate::codec::{FormReader, Upload, values::object};
use crate::core::{
    Body as Pieces, Descriptor, Encoding, Parameter, Place, buffer::Buffer, essence, stars, types_of,
};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// The kind of a body, by its headers.
pub(super) enum BodyKind<'a> {
    Empty,
    /// With these parameters.
    Form(&'static [Parameter]),
    Multipart {
        content_type: &'a str,
        operation: &'static Descriptor,
    },
    /// No body: this query has the fields.
    Query(&'a str, &'static [Parameter]),
    /// An object of JSON, whose fields are the parameters.
    Object,
    /// JSON or text: the value of this parameter.
    Value(&'static Parameter),
    /// A form: the value of this parameter.
    Fields {
        parameter: &'static Parameter,
        content_type: &'a str,
        operation: &'static Descriptor,
    },
    /// Bytes: the value of this parameter.
    Bytes {
        parameter: &'static Parameter,
        content_type: Option<&'a str>,
    },
}

impl<'a> BodyKind<'a> {
    /// # Errors
    /// If the headers already say that the body can't be read. One without its content type isn't: a
    /// page of another origin can send it without asking.
    pub(super) fn of(
        head: &'a Parts,
        operation: &'static Descriptor,
        limits: &Limits,
        has_body: bool,
    ) -> Result<Self, Refusal> {
        let fields = &head.headers;
        let size = fields.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse::<u64>().ok());
        let most = match operation.encoding {
            Encoding::Body if bodies_of(operation).any(|it| it.file) => limits.upload,
            Encoding::Form | Encoding::Query | Encoding::Json | Encoding::Body => limits.form,
            Encoding::Multipart => limits.form.saturating_add(limits.upload),
        };
        if size.is_some_and(|size| size > most) {
            return Err(Refusal::body_too_large());
        }
        let content_type = headers::only(fields, &CONTENT_TYPE, "Content-Type")?;
        let content_type = content_type.map(|value| value.to_str().unwrap_or_default());
        let content_type = content_type.or(has_body.then_some(""));
        refuse_encoded(fields)?;
        let known = operation.parameters;
        match (operation.encoding, content_type) {
            (Encoding::Json, given) => media_type::check(given, JSON, operation).map(|()| Self::Object),
            (Encoding::Body, given) => {
                media_type::check(given, operation.body_type, operation)?;
                Ok(match body_of(operation, given) {
                    Some(parameter) if parameter.object.is_some() => match given {
                        Some(content_type) => Self::Fields { parameter, content_type, operation },
                        None => Self::Empty,
                    },
                    Some(parameter) if parameter.file && !parameter.required && given.is_none() => {
                        Self::Empty
                    }
                    Some(parameter) if parameter.file => Self::Bytes { parameter, content_type: given },
                    Some(parameter) => Self::Value(parameter),
                    None => Self::Empty,
                })
            }
            (Encoding::Query, _) => Ok(Self::Query(head.uri.query().unwrap_or_default(), known)),
            (Encoding::Form, None) => Ok(Self::Form(known)),
            (Encoding::Form, Some(given)) if is_media_type(given, FORM) => Ok(Self::Form(known)),
            (Encoding::Form, Some(_)) => Err(unsupported(FORM)),
            (Encoding::Multipart, Some(content_type)) if is_media_type(content_type, MULTIPART) => {
                Ok(Self::Multipart { content_type, operation })
            }
            (Encoding::Multipart, None) => Ok(Self::Empty),
            (Encoding::Multipart, Some(_)) => Err(unsupported(MULTIPART)),
        }
    }

    /// The same body with the fields of its JSON.
    pub(super) fn with_fields(self) -> Self {
        match self {
            Self::Value(parameter) if parameter.json => Self::Object,
            other => other,
        }
    }

    /// Reads the fields. A file that is alone stays in the body: the handler reads it.
    pub(super) async fn read(
        self,
        body: Body,
        limits: &Limits,
        usage: &Usage,
    ) -> Result<FormReader, Refusal> {
        match self {
            Self::Empty => Ok(FormReader::default()),
            Self::Form(known) => fields(buffered(body, limits, usage).await?.as_slice(), known, usage),
            Self::Query(text, _) if text.len() as u64 > limits.form => {
                Err(Refusal::new(StatusCode::URI_TOO_LONG, "the query is too long"))
            }
            Self::Query(text, known) => fields(text.as_bytes(), known, usage),
            Self::Object => json::object(buffered(body, limits, usage).await?.as_slice()),
            Self::Value(parameter) => value(parameter, buffered(body, limits, usage).await?.as_slice()),
            Self::Bytes { parameter, content_type } => Ok(bytes(parameter, content_type, body, limits)),
            Self::Fields { parameter, content_type, operation } => {
                let kind = match is_media_type(content_type, MULTIPART) {
                    true => Self::Multipart { content_type, operation },
                    false => Self::Form(&[]),
                };
                let sent = Box::pin(kind.read(body, limits, usage)).await?;
                Ok(object::whole(parameter, sent))
            }
            Self::Multipart { content_type, operation } => {
                // Boxed, so that a form needs no space for it.
                Box::pin(multipart::read((content_type, operation), body, limits, usage)).await
            }
        }
    }
}

/// Refuses compressed bodies, because a few bytes could become any number.
fn refuse_encoded(headers: &HeaderMap) -> Result<(), Refusal> {
    let is_plain = headers.get_all(CONTENT_ENCODING).iter().all(|value| value == "identity");
    let refusal =
        || Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must have no `Content-Encoding`");
    if is_plain { Ok(()) } else { Err(refusal()) }
}

/// Returns whether a content type is this one, whatever its parameters.
fn is_media_type(given: &str, wanted: &str) -> bool {
    let essence = given.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(wanted)
}

fn unsupported(wanted: &str) -> Refusal {
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("the content type must be {wanted}"))
}

/// The parameters whose values can be the body.
fn bodies_of(operation: &'static Descriptor) -> impl Iterator<Item = &'static Parameter> {
    operation.parameters.iter().filter(|known| known.place == Place::Body)
}

/// The parameter whose value is the body: of several, the one with its content type, that is like it, or whose
/// range has it.
fn body_of(operation: &'static Descriptor, given: Option<&str>) -> Option<&'static Parameter> {
    let given = given.unwrap_or_default();
    let is_it = |known: &Parameter| types_of(known.content_type).any(|ty| is_media_type(given, essence(ty)));
    let is_like = |known: &Parameter| media_type::check(Some(given), known.content_type, operation).is_ok();
    bodies_of(operation).min_by_key(|known| match known {
        known if is_it(known) => 0,
        known if is_like(known) => 1 + stars(known.content_type),
        _ => usize::MAX,
    })
}

/// The value of a parameter. An optional one is absent if the body is empty.
fn value(parameter: &'static Parameter, body: &[u8]) -> Result<FormReader, Refusal> {
    let mut form = FormReader::default();
    let text = json::utf8(body)?;
    let is_absent = text.is_empty() && (parameter.json || !parameter.required);
    if parameter.json && !is_absent {
        return json::value(parameter, text);
    }
    if !is_absent {
        form.push(parameter.wire_name(), Some(text));
    }
    Ok(form)
}

/// A body that the handler reads, with its own limit.
fn bytes(
    parameter: &'static Parameter,
    content_type: Option<&str>,
    body: Body,
    limits: &Limits,
) -> FormReader {
    let mut pieces = TimedBody::new(body, limits.timeout());
    let mut left = limits.upload;
    let body = Pieces::polled(None, move |context| {
        let piece = ready!(pieces.poll_piece(context));
        Poll::Ready(piece.map(|piece| {
            let piece = piece?;
            left = left.checked_sub(piece.len() as u64).ok_or_else(Refusal::body_too_large)?;
            Ok(piece)
        }))
    });
    let upload = Upload::body(String::new(), body);
    let upload = match content_type {
        Some(content_type) => upload.content_type(content_type),
        None => upload,
    };
    FormReader::default().with_file(parameter.wire_name(), upload)
}

/// The whole body, within its limit.
pub(super) async fn buffered(body: Body, limits: &Limits, usage: &Usage) -> Result<Buffer, Refusal> {
    let mut pieces = TimedBody::new(body, limits.timeout());
    let mut buffer = Buffer::default();
    while let Some(piece) = poll_fn(|context| pieces.poll_piece(context)).await {
        buffer.push(piece.map_err(|error| Refusal::of_body(&*error, "the body ended too early"))?);
        usage.set(buffer.capacity());
        if buffer.as_slice().len() as u64 > limits.form {
            return Err(Refusal::body_too_large());
        }
    }
    Ok(buffer)
}

/// The fields of a form or a query.
pub(super) fn fields(text: &[u8], known: &[Parameter], usage: &Usage) -> Result<FormReader, Refusal> {
    // A short form can't have too many fields.
    if text.len() >= MAX_FIELDS && text.iter().filter(|byte| **byte == b'&').count() >= MAX_FIELDS {
        return Err(Refusal::bad_request(format!("the form has more than {MAX_FIELDS} fields")));
    }
    let form = FormReader::of_form(text, known);
    usage.set(form.capacity());
    Ok(form)
}
