//! Outputs and refusals -> `http::Response`, in the API's shape.

use axum::body::Body as AxumBody;
use http::{
    HeaderMap, HeaderName, HeaderValue, Response, StatusCode,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION},
};

use super::{File, HttpStatus, Refusal, credential};
use crate::codec::returns::{self, Returns};
use crate::codec::{JsonReader, JsonValue, JsonWriter, Operation};
use crate::core::{
    ApiDescriptor, Descriptor, EnvelopeShape, Json, MessageShape, ReturnKind, StatusResult, debug::shows,
};

/// The response of a handler that succeeded.
pub struct Success {
    content: Content,
    /// What is not as the operation's description says.
    own: Option<Box<Own>>,
}

/// The status, the content type and the headers of one response.
#[derive(Clone, Default)]
struct Own {
    status: Option<StatusCode>,
    content_type: Option<&'static str>,
    headers: HeaderMap,
}

impl From<Content> for Success {
    fn from(content: Content) -> Self {
        Self { content, own: None }
    }
}

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
    Text: String => |text| Success::from(Content::Text(text));
    Redirect: String => |target| Success::from(Content::Redirect(target));
    Bytes: File => |file| Success::from(Content::File(file));
    Nothing: () => |()| Success::from(Content::Nothing);
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

    /// Sets its HTTP status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.own.get_or_insert_default().status = StatusCode::from_u16(status).ok();
        self
    }

    /// Sets its content type.
    #[must_use]
    pub fn content_type(mut self, content_type: &'static str) -> Self {
        self.own.get_or_insert_default().content_type = Some(content_type);
        self
    }

    /// Adds a header. One that isn't valid is left out: the caller isn't to blame for it.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            self.own.get_or_insert_default().headers.append(name, value);
        }
        self
    }

    /// The same response once more; `None` if it is a stream.
    #[cfg(feature = "mock")]
    pub(crate) fn again(&self) -> Option<Self> {
        let content = match &self.content {
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
        Some(Self { content, own: self.own.clone() })
    }

    /// A response that breaks the connection: hyper sends no head before the
    /// first piece of a body.
    #[cfg(feature = "mock")]
    pub(crate) fn broken() -> Self {
        let broken = || std::io::Error::new(std::io::ErrorKind::ConnectionReset, "the mock broke it");
        let body =
            crate::core::Body::polled(None, move |_| std::task::Poll::Ready(Some(Err(broken().into()))));
        Content::File(File { body, ..File::default() }).into()
    }

    fn json<T: JsonValue>(value: T) -> Self {
        // Enough for a message, as most responses are.
        let mut json = JsonWriter::with_capacity(128);
        value.write_json(&mut json);
        Content::Json(json.text).into()
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
        let Success { content, own } = success;
        let own = own.map(|own| *own);
        let set = own.as_ref().and_then(|own| own.status);
        let usual = set.or_else(|| StatusCode::from_u16(operation.status?).ok());
        let ok = usual.unwrap_or(StatusCode::OK);
        let mut response = match content {
            Content::Json(json) => self.json(operation, ok, json),
            Content::Text(text) => typed(ok, HeaderValue::from_static(operation.content_type), text.into()),
            Content::File(file) => self::file(operation, ok, file),
            Content::Nothing => empty(usual.unwrap_or(StatusCode::NO_CONTENT)),
            Content::Redirect(target) => match HeaderValue::try_from(target) {
                Ok(target) => {
                    let status = StatusCode::from_u16(operation.returns.status());
                    let mut response = empty(set.or(status.ok()).unwrap_or(StatusCode::FOUND));
                    response.headers_mut().insert(LOCATION, target);
                    response
                }
                Err(_) => {
                    let refusal = Refusal::internal("the target of the redirect is not a valid header");
                    return self.refused(Some(operation), &refusal);
                }
            },
        };
        if let Some(own) = own {
            let headers = response.headers_mut();
            if let (Some(content_type), true) = (own.content_type, headers.contains_key(CONTENT_TYPE)) {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
            }
            headers.extend(own.headers);
        }
        response
    }

    fn json(self, operation: &Descriptor, ok: StatusCode, json: String) -> Response<AxumBody> {
        let (status, json) = match (operation.returns, self.api.message, self.api.envelope) {
            (ReturnKind::Message, Some(shape), _) => (self.message_status(shape, &json).unwrap_or(ok), json),
            (ReturnKind::Envelope, _, Some(shape)) => (ok, envelope(shape, shape.ok, ok, &json)),
            _ => (ok, json),
        };
        typed(status, HeaderValue::from_static(operation.content_type), json.into())
    }

    /// The HTTP status for a message that a handler made, if it is that of a failure.
    fn message_status(self, shape: MessageShape, json: &str) -> Option<StatusCode> {
        let status = shape.status.and_then(|name| JsonReader::new(json).integer(name));
        let failure = status.filter(|status| (400..=599).contains(status));
        let failure = failure.filter(|_| self.http_status == HttpStatus::Mirrors);
        failure.and_then(|status| StatusCode::from_u16(status.try_into().ok()?).ok())
    }

    /// The response to a refused request; the operation is `None` if the path is
    /// unknown.
    pub(super) fn refused(self, operation: Option<&Descriptor>, refusal: &Refusal) -> Response<AxumBody> {
        let mut response = self.refusal(operation, refusal);
        if let (Some(operation), StatusCode::UNAUTHORIZED) = (operation, refusal.status()) {
            credential::challenge(self.api, operation, response.headers_mut());
        }
        response
    }

    fn refusal(self, operation: Option<&Descriptor>, refusal: &Refusal) -> Response<AxumBody> {
        let is_enveloped = operation.is_some_and(|operation| operation.returns == ReturnKind::Envelope);
        let status = refusal.status();
        let failure = operation.and_then(|operation| failure(operation, status));
        if let Some(json) = refusal.as_json() {
            let content_type = failure.filter(|failure| failure.kind == ReturnKind::Json);
            let content_type = content_type.map(|failure| HeaderValue::from_static(failure.content_type));
            return typed(status, content_type.unwrap_or(JSON), json.to_owned().into());
        }
        if let Some(StatusResult { kind: ReturnKind::Text, content_type, .. }) = failure {
            let text = refusal.message().to_owned();
            return typed(status, HeaderValue::from_static(content_type), text.into());
        }
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

/// The failure of an operation that has a status.
fn failure(operation: &Descriptor, status: StatusCode) -> Option<&StatusResult> {
    operation.failures.iter().find(|failure| (failure.from..=failure.to).contains(&status.as_u16()))
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

/// A response without a body.
pub(super) fn empty(status: StatusCode) -> Response<AxumBody> {
    let mut response = Response::new(AxumBody::empty());
    *response.status_mut() = status;
    response
}

fn file(operation: &Descriptor, ok: StatusCode, file: File) -> Response<AxumBody> {
    let mut response = typed(ok, HeaderValue::from_static(operation.content_type), AxumBody::new(file.body));
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
