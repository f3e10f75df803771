//! Outputs and refusals -> `http::Response`, in the API's shape.

use axum::body::Body as AxumBody;
use http::{
    HeaderValue, Response, StatusCode,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION},
};

use super::{File, HttpStatus, Refusal};
use crate::codec::returns::{self, Returns};
use crate::codec::{JsonReader, JsonValue, JsonWriter, Operation};
use crate::core::{ApiDescriptor, Descriptor, EnvelopeShape, Json, MessageShape, ReturnKind, debug::shows};

/// The response of a handler that succeeded.
pub struct Success(Content);

enum Content {
    Json(String),
    Text(String),
    File(File),
    Redirect(String),
    Nothing,
}

/// A kind of output that a server can return.
pub trait Respond: Returns {
    /// The value that a handler returns.
    type Given: Send + 'static;

    /// Returns the response that is sent.
    fn respond(given: Self::Given) -> Success;
}

/// The value that a handler of an operation returns.
pub type Given<O> = <<O as Operation>::Returns as Respond>::Given;

macro_rules! kinds {
    ($($kind:ident $(<$json:ident>)?: $given:ty => $success:expr;)*) => {$(
        impl $(<$json: JsonValue + Send + 'static>)? Respond for returns::$kind $(<$json>)? {
            type Given = $given;

            fn respond(given: $given) -> Success {
                $success(given)
            }
        }
    )*};
}
kinds! {
    Message<T>: T => Success::json;
    Json<T>: T => Success::json;
    Envelope<T>: T => Success::json;
    Described: Json => Success::json;
    Text: String => |text| Success(Content::Text(text));
    Redirect: String => |target| Success(Content::Redirect(target));
    Bytes: File => |file| Success(Content::File(file));
    Nothing: () => |()| Success(Content::Nothing);
}

impl<R: Respond> Respond for returns::Sensitive<R> {
    type Given = R::Given;

    fn respond(given: R::Given) -> Success {
        R::respond(given)
    }
}

shows!(Success, |it| Success {});

impl Success {
    /// Returns the response for a kind of output.
    #[must_use]
    pub fn of<K: Respond>(given: K::Given) -> Self {
        K::respond(given)
    }

    /// The same response once more; `None` if it is a stream.
    #[cfg(feature = "mock")]
    pub(crate) fn again(&self) -> Option<Self> {
        let content = match &self.0 {
            Content::Json(json) => Content::Json(json.clone()),
            Content::Text(text) => Content::Text(text.clone()),
            Content::Redirect(target) => Content::Redirect(target.clone()),
            Content::Nothing => Content::Nothing,
            Content::File(file) => Content::File(File {
                name: file.name.clone(),
                content_type: file.content_type.clone(),
                body: file.body.as_bytes()?.clone().into(),
            }),
        };
        Some(Self(content))
    }

    /// A response that breaks the connection: hyper sends no head before the
    /// first piece of a body.
    #[cfg(feature = "mock")]
    pub(crate) fn broken() -> Self {
        let broken = || std::io::Error::new(std::io::ErrorKind::ConnectionReset, "the mock broke it");
        let body =
            crate::core::Body::polled(None, move |_| std::task::Poll::Ready(Some(Err(broken().into()))));
        Self(Content::File(File { body, ..File::default() }))
    }

    fn json<T: JsonValue>(value: T) -> Self {
        // Enough for a message, as most responses are.
        let mut json = JsonWriter::with_capacity(128);
        value.write_json(&mut json);
        Self(Content::Json(json.text))
    }
}

/// The shapes of an API's responses.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    pub(super) api: &'static ApiDescriptor,
    pub(super) http_status: HttpStatus,
}

impl Shapes {
    /// The response to a call that succeeded.
    pub(super) fn succeeded(self, operation: &Descriptor, success: Success) -> Response<AxumBody> {
        match success.0 {
            Content::Json(json) => self.json(operation, json),
            Content::Text(text) => {
                typed(StatusCode::OK, HeaderValue::from_static(operation.content_type), text.into())
            }
            Content::File(file) => self::file(operation, file),
            Content::Nothing => {
                let mut response = Response::new(AxumBody::empty());
                *response.status_mut() = StatusCode::NO_CONTENT;
                response
            }
            Content::Redirect(target) => match HeaderValue::try_from(target) {
                Ok(target) => {
                    let mut response = Response::new(AxumBody::empty());
                    let status = StatusCode::from_u16(operation.returns.status());
                    *response.status_mut() = status.unwrap_or(StatusCode::FOUND);
                    response.headers_mut().insert(LOCATION, target);
                    response
                }
                Err(_) => self.refused(
                    Some(operation),
                    &Refusal::internal("the target of the redirect is not a valid header"),
                ),
            },
        }
    }

    fn json(self, operation: &Descriptor, json: String) -> Response<AxumBody> {
        let (status, json) = match (operation.returns, self.api.message, self.api.envelope) {
            (ReturnKind::Message, Some(shape), _) => (self.message_status(shape, &json), json),
            (ReturnKind::Envelope, _, Some(shape)) => {
                (StatusCode::OK, envelope(shape, shape.ok, StatusCode::OK, &json))
            }
            _ => (StatusCode::OK, json),
        };
        typed(status, HeaderValue::from_static(operation.content_type), json.into())
    }

    /// The HTTP status for a message that a handler made.
    fn message_status(self, shape: MessageShape, json: &str) -> StatusCode {
        let status = shape.status.and_then(|name| JsonReader::new(json).integer(name));
        let failure = status.filter(|status| (400..=599).contains(status));
        let failure = failure.filter(|_| self.http_status == HttpStatus::Mirrors);
        let failure = failure.and_then(|status| StatusCode::from_u16(status.try_into().ok()?).ok());
        failure.unwrap_or(StatusCode::OK)
    }

    /// The response to a refused request; the operation is `None` if the path is
    /// unknown.
    pub(super) fn refused(self, operation: Option<&Descriptor>, refusal: &Refusal) -> Response<AxumBody> {
        let is_enveloped = operation.is_some_and(|operation| operation.returns == ReturnKind::Envelope);
        let status = refusal.status();
        let text = quoted(refusal.message());
        match (self.api.message, self.api.envelope) {
            (_, Some(shape)) if is_enveloped || self.api.message.is_none() => {
                typed(status, JSON, envelope(shape, shape.error, status, &text).into())
            }
            (Some(shape), _) => {
                let http_status = match self.http_status {
                    HttpStatus::Mirrors => status,
                    HttpStatus::AlwaysOk => StatusCode::OK,
                };
                typed(http_status, JSON, message(shape, status, &text).into())
            }
            (None, _) => typed(status, TEXT, refusal.message().to_owned().into()),
        }
    }
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain;charset=UTF-8");

fn message(shape: MessageShape, status: StatusCode, text: &str) -> String {
    let text_name = quoted(shape.text);
    match shape.status.map(quoted) {
        Some(status_name) => format!("{{{status_name}:{},{text_name}:{text}}}", status.as_u16()),
        None => format!("{{{text_name}:{text}}}"),
    }
}

fn envelope(shape: EnvelopeShape, outcome: &str, status: StatusCode, data: &str) -> String {
    let [outcome_name, outcome, code, data_name] =
        [shape.status, outcome, shape.code, shape.data].map(quoted);
    format!("{{{outcome_name}:{outcome},{code}:{},{data_name}:{data}}}", status.as_u16())
}

fn quoted(text: &str) -> String {
    let mut json = JsonWriter::default();
    json.string(text);
    json.text
}

fn typed(status: StatusCode, content_type: HeaderValue, body: AxumBody) -> Response<AxumBody> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

fn file(operation: &Descriptor, file: File) -> Response<AxumBody> {
    let mut response =
        typed(StatusCode::OK, HeaderValue::from_static(operation.content_type), AxumBody::new(file.body));
    let headers = response.headers_mut();
    // What can't be a header is left out: the caller isn't to blame for it.
    if let Some(given) = file.content_type.and_then(|given| HeaderValue::try_from(given).ok()) {
        headers.insert(CONTENT_TYPE, given);
    }
    if let Some(name) = file.name.and_then(|name| HeaderValue::try_from(disposition(&name)).ok()) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    response
}

/// `attachment` with the name in ASCII, and in full if it isn't ASCII.
fn disposition(name: &str) -> String {
    let plain = |character: char| match character {
        '"' | '\\' | '%' => '_',
        other if other.is_ascii_graphic() || other == ' ' => other,
        _ => '_',
    };
    let ascii: String = name.chars().map(plain).collect();
    if ascii == name {
        return format!("attachment; filename=\"{ascii}\"");
    }
    let encoded = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{encoded}")
}
