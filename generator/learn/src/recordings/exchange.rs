//! A request and its answer, as shapes.

use indexmap::IndexMap;

use crate::recordings::shape::Shape;
use crate::recordings::value::Written;

/// Parameters by name.
pub type Parameters = IndexMap<String, Written>;

/// A request and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The HTTP method, in capitals.
    pub method: String,
    /// The path; what is hidden has a number.
    pub path: String,
    /// The parameters in the query.
    pub query: Parameters,
    /// The parameters in the body.
    pub body: Parameters,
    /// How the body is encoded.
    pub encoding: Encoding,
    /// The body is cut off, so parameters may be missing.
    pub is_cut: bool,
    /// Names of the request's headers.
    pub headers: Vec<String>,
    /// The HTTP status; 0 if there was no answer.
    pub status: u16,
    /// Type and subtype of the answer, without parameters but `charset=utf-8`.
    pub content_type: Option<String>,
    /// What was answered.
    pub answer: Answer,
    /// How many names had no place.
    pub refused: u64,
}

/// How a request's body is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The request has no body.
    #[default]
    Empty,
    /// A form.
    Form,
    /// A form of parts.
    Multipart,
    /// A JSON object, with the parameters as its fields.
    Json,
    /// Anything else.
    Other,
}

impl Encoding {
    /// Its content type, or words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "no body",
            Self::Form => "application/x-www-form-urlencoded",
            Self::Multipart => "multipart/form-data",
            Self::Json => "application/json",
            Self::Other => "another content type",
        }
    }
}

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The recording doesn't show it.
    #[default]
    NotRecorded,
    /// No body.
    Empty,
    /// A redirect.
    Redirect,
    /// JSON.
    Json(Box<Shape>),
    /// Text.
    Text,
    /// Anything else.
    Bytes,
}

impl Exchange {
    /// The field that holds the status of a failure, if the answer may be one that
    /// its HTTP status doesn't show: a small object with such a number and a text.
    #[must_use]
    pub fn doubtful(&self) -> Option<&str> {
        let Answer::Json(shape) = &self.answer else { return None };
        let is_small = shape.objects == 1 && shape.fields.len() <= 6 && shape.others.is_none();
        let has_text = shape.fields.values().any(|field| field.texts > field.empty);
        let mut failures = shape.fields.iter().filter(|(_, field)| field.failures > 0);
        let (name, _) = failures.next()?;
        (is_small && has_text && failures.next().is_none()).then_some(name)
    }
}
