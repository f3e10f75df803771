//! One line of a cassette.

use std::io;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A request and what came of it: a line of a cassette.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub(super) request: RecordedRequest,
    pub(super) response: RecordedResponse,
}

impl Exchange {
    /// Returns the name of the operation.
    pub fn operation(&self) -> &str {
        &self.request.operation
    }

    /// Returns the parameters with their texts, and the fields of a credential in the
    /// form.
    pub fn parameters(&mut self) -> &mut Vec<(String, String)> {
        &mut self.request.form
    }

    /// Returns the headers of the response, if there is a response.
    pub fn response_headers(&mut self) -> Option<&mut Vec<(String, String)>> {
        match &mut self.response {
            RecordedResponse::Message(message) => Some(&mut message.headers),
            RecordedResponse::Failed(_) => None,
        }
    }

    /// Returns the body of the response, if it is text.
    pub fn body(&self) -> Option<&str> {
        match &self.response {
            RecordedResponse::Message(Message { body: Content::Json(json), .. }) => Some(json.get()),
            RecordedResponse::Message(Message { body: Content::Text(text), .. }) => Some(text),
            RecordedResponse::Message(_) | RecordedResponse::Failed(_) => None,
        }
    }

    /// Replaces the body of the response, if there is a response.
    pub fn set_body(&mut self, body: impl Into<Vec<u8>>) {
        if let RecordedResponse::Message(message) = &mut self.response {
            message.body = Content::of(body.into());
        }
    }
}

/// A recorded request.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordedRequest {
    pub(super) operation: String,
    /// The HTTP method, unless it is POST.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<String>,
    /// For people: another server may have another.
    pub(super) path: String,
    /// Headers that carry a credential.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headers: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) form: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<File>,
}

/// An uploaded file, without its content.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) media_type: String,
    pub(super) bytes: u64,
}

/// The recorded outcome of a request.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RecordedResponse {
    /// A response.
    Message(Message),
    /// The transport failed.
    Failed(Failure),
}

/// A response.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Content,
}

/// The body of a response.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    /// JSON, as it came.
    Json(Box<RawValue>),
    Text(String),
    Base64(String),
    /// The part that arrived before the connection broke.
    Broken(String),
    /// Too large, or not read to its end.
    LeftOut,
}

/// The recorded failure of a transport.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Failure {
    TimedOut,
    NotSent,
    Broken,
}

impl Content {
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Self::Base64(STANDARD.encode(error.as_bytes())),
        };
        // One exchange a line.
        if text.is_empty() || text.contains(['\n', '\r']) {
            return Self::Text(text);
        }
        // Surrounding white space would be lost.
        match RawValue::from_string(text.clone()) {
            Ok(json) if json.get() == text => Self::Json(json),
            _ => Self::Text(text),
        }
    }

    pub(super) fn broken(bytes: &[u8]) -> Self {
        Self::Broken(STANDARD.encode(bytes))
    }

    /// The bytes, and whether the connection breaks after them; `None` if they
    /// were left out.
    pub(super) fn bytes(&self) -> io::Result<Option<(Bytes, bool)>> {
        let decoded = |text: &String| STANDARD.decode(text).map_err(io::Error::other);
        Ok(Some(match self {
            Self::Json(json) => (json.get().to_owned().into(), false),
            Self::Text(text) => (text.clone().into(), false),
            Self::Base64(text) => (decoded(text)?.into(), false),
            Self::Broken(text) => (decoded(text)?.into(), true),
            Self::LeftOut => return Ok(None),
        }))
    }
}
