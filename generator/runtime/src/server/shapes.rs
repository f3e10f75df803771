//! Outputs and refusals -> `http::Response`, in the API's shape.

use axum::body::Body as AxumBody;
use http::{
    HeaderValue, Response, StatusCode,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION},
};

use super::{File, HttpStatus, Refusal, Success, accept::Accepted, credential, response::Content};
use crate::codec::{JsonReader, JsonWriter, json::Tape};
use crate::core::{
    ApiDescriptor, Descriptor, EnvelopeShape, MessageShape, ReturnKind, StatusResult, first_of, types_of,
};

/// The shapes of an API's responses.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    pub(super) api: &'static ApiDescriptor,
    pub(super) http_status: HttpStatus,
}

impl Shapes {
    /// The response to a call that succeeded.
    pub(super) fn succeeded(
        self,
        operation: &Descriptor,
        accepted: &Accepted,
        success: Success,
    ) -> Response<AxumBody> {
        let Success { content, own } = success;
        let own = own.map(|own| *own);
        let row = own.as_ref().and_then(|own| operation.results.get(own.row?));
        let set = own.as_ref().and_then(|own| own.status);
        let set = set.or_else(|| StatusCode::from_u16(row?.from).ok());
        let usual = set.or_else(|| StatusCode::from_u16(operation.status?).ok());
        let ok = usual.unwrap_or(StatusCode::OK);
        let mut result = row.map_or_else(|| Shape::of(operation, ok), Shape::from);
        if !matches!(content, Content::Nothing | Content::Redirect(_)) {
            result.content_type = accepted.chosen(types_of(result.content_type));
        }
        let mut response = match content {
            Content::Json(json) => self.json(&result, ok, json),
            Content::Text(text) => typed(ok, HeaderValue::from_static(result.content_type), text.into()),
            Content::File(file) => self::file(result.content_type, ok, file),
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

    fn json(self, result: &Shape, ok: StatusCode, json: String) -> Response<AxumBody> {
        let (status, json) = match (result.kind, self.api.message, self.api.envelope) {
            (ReturnKind::Message, Some(shape), _) => (self.message_status(shape, &json).unwrap_or(ok), json),
            (ReturnKind::Envelope, _, Some(shape)) => (ok, envelope(shape, shape.ok, ok, &json)),
            _ => (ok, json),
        };
        typed(status, HeaderValue::from_static(result.content_type), json.into())
    }

    /// The HTTP status for a message that a handler made, if it is that of a failure.
    fn message_status(self, shape: MessageShape, json: &str) -> Option<StatusCode> {
        let status = shape.status.and_then(|name| {
            let tape = Tape::of(json).ok()?;
            JsonReader::new(json, &tape).field(name)?.read::<i64>().ok()
        });
        let failure = status.filter(|status| (400..=599).contains(status));
        let failure = failure.filter(|_| self.http_status == HttpStatus::Mirrors);
        failure.and_then(|status| StatusCode::from_u16(status.try_into().ok()?).ok())
    }

    /// The response to a refused request; the operation is `None` if the path is
    /// unknown.
    pub(super) fn refused(self, operation: Option<&Descriptor>, refusal: &Refusal) -> Response<AxumBody> {
        let mut response = self.refusal(operation, refusal);
        response.headers_mut().extend(refusal.headers().cloned().unwrap_or_default());
        if let (Some(operation), StatusCode::UNAUTHORIZED) = (operation, refusal.status()) {
            credential::challenge(self.api, operation, response.headers_mut());
        }
        response
    }

    fn refusal(self, operation: Option<&Descriptor>, refusal: &Refusal) -> Response<AxumBody> {
        let is_enveloped = operation.is_some_and(|operation| operation.returns == ReturnKind::Envelope);
        let status = refusal.status();
        let failure = operation.and_then(|operation| operation.failure_of(status.as_u16(), None));
        if let Some(json) = refusal.as_json() {
            let content_type = failure.filter(|failure| failure.kind == ReturnKind::Json);
            let content_type = content_type.and_then(|failure| usual(failure.content_type));
            return typed(status, content_type.unwrap_or(JSON), json.to_owned().into());
        }
        if let Some(StatusResult { kind: ReturnKind::Text, content_type, .. }) = failure {
            let text = refusal.message().to_owned();
            return typed(status, usual(content_type).unwrap_or(TEXT), text.into());
        }
        let text = quoted(refusal.message());
        let declared = failure.or_else(|| self.declared(operation));
        let declared = declared.filter(|failure| failure.kind == ReturnKind::Json);
        let json_type = declared.and_then(|failure| usual(failure.content_type)).unwrap_or(JSON);
        match (self.api.message, self.api.envelope) {
            (_, Some(shape)) if is_enveloped || self.api.message.is_none() => {
                typed(status, JSON, envelope(shape, shape.error, status, &text).into())
            }
            (Some(shape), _) => {
                let http_status = match self.http_status {
                    HttpStatus::Mirrors => status,
                    HttpStatus::AlwaysOk => StatusCode::OK,
                };
                typed(http_status, json_type, message(shape, status, &text).into())
            }
            // Clients look for it there if the documents don't say where the text is.
            (None, _) if declared.is_some() => {
                typed(status, json_type, format!("{{\"message\":{text}}}").into())
            }
            (None, _) => typed(status, TEXT, refusal.message().to_owned().into()),
        }
    }
}

impl Shapes {
    /// A failure of other statuses: of the operation, or of any.
    fn declared(self, operation: Option<&Descriptor>) -> Option<&'static StatusResult> {
        let own = operation.into_iter().flat_map(|operation| operation.failures);
        own.chain(self.api.operations.iter().flat_map(|operation| operation.failures)).next()
    }
}

/// The kind and the content type of a result.
struct Shape {
    kind: ReturnKind,
    content_type: &'static str,
}

impl Shape {
    /// That of a status; of an operation with one result, that.
    fn of(operation: &Descriptor, status: StatusCode) -> Self {
        match operation.result_of(status.as_u16(), None) {
            Some(row) => Self::from(&operation.results[row]),
            None => Self { kind: operation.returns, content_type: operation.content_type },
        }
    }
}

impl From<&StatusResult> for Shape {
    fn from(row: &StatusResult) -> Self {
        Self { kind: row.kind, content_type: row.content_type }
    }
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain;charset=UTF-8");

/// The first of some content types.
fn usual(types: &'static str) -> Option<HeaderValue> {
    first_of(types).map(HeaderValue::from_static)
}

fn message(shape: MessageShape, status: StatusCode, text: &str) -> String {
    // The fields around it are objects.
    let (outer, inner) =
        shape.text.split_once('.').map_or((shape.text, None), |(outer, inner)| (outer, Some(inner)));
    let inner = inner.into_iter().flat_map(|names| names.rsplit('.'));
    let text = inner.fold(text.to_owned(), |json, name| format!("{{{}:{json}}}", quoted(name)));
    let text_name = quoted(outer);
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

fn file(content_type: &'static str, ok: StatusCode, file: File) -> Response<AxumBody> {
    let mut response = typed(ok, HeaderValue::from_static(content_type), AxumBody::new(file.body));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_in_the_fields_around_it() {
        let of = |status, text| message(MessageShape { status, text }, StatusCode::NOT_FOUND, "\"no\"");
        assert_eq!(of(Some("code"), "text"), r#"{"code":404,"text":"no"}"#);
        assert_eq!(of(None, "error.inner.message"), r#"{"error":{"inner":{"message":"no"}}}"#);
    }
}
