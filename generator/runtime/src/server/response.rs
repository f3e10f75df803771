//! The outputs of handlers.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::File;
use crate::codec::returns::{self, Returns};
use crate::codec::{
    FormWriter, Headers, JsonValue, JsonWriter, Operation, OtherStatus, Results, WithHeaders, json::Sender,
};
use crate::core::{Json, Place, debug::shows};

/// The response of a handler that succeeded.
pub struct Success {
    pub(super) content: Content,
    /// The parts that are not as the operation's description says.
    pub(super) own: Option<Box<Own>>,
}

/// The status, the content type and the headers of one response.
#[derive(Clone, Default)]
pub(super) struct Own {
    /// Index of the result among those of the operation.
    pub(super) row: Option<usize>,
    pub(super) status: Option<StatusCode>,
    pub(super) content_type: Option<&'static str>,
    pub(super) headers: HeaderMap,
}

impl From<OtherStatus> for Success {
    fn from(other: OtherStatus) -> Self {
        let file = File { body: other.body().clone().into(), ..File::default() };
        let mut success = Self::from(Content::File(file)).status(other.http_status().as_u16());
        success.own.get_or_insert_default().headers = other.headers().clone();
        success
    }
}

impl From<Content> for Success {
    fn from(content: Content) -> Self {
        Self { content, own: None }
    }
}

pub(super) enum Content {
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

    /// Returns the response for what a client gets of it.
    fn respond_output(output: Self::Output) -> Success;
}

/// Outputs by status. [`results!`](crate::results!) implements it.
pub trait RespondByStatus: Results {
    /// Returns the response that is sent.
    fn respond(self) -> Success;
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

            fn respond_output(output: Self::Output) -> Success {
                Self::respond(output.into())
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

    fn respond_output(output: Self::Output) -> Success {
        R::respond_output(output.into_inner())
    }
}

impl<R: Respond, H: Headers> Respond for returns::WithHeaders<R, H> {
    type Given = WithHeaders<R::Given, H>;

    fn respond(given: Self::Given) -> Success {
        R::respond(given.value).with_headers(given.headers)
    }

    fn respond_output(output: Self::Output) -> Success {
        R::respond_output(output.value).with_headers(output.headers)
    }
}

impl<E: RespondByStatus> Respond for returns::ByStatus<E> {
    type Given = E;

    fn respond(given: E) -> Success {
        given.respond()
    }

    fn respond_output(output: E) -> Success {
        output.respond()
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

    /// Makes it the operation's result with this index: [`results!`](crate::results!) calls it.
    #[doc(hidden)]
    #[must_use]
    pub fn row(mut self, row: usize) -> Self {
        self.own.get_or_insert_default().row = Some(row);
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

    fn with_headers<H: Headers>(self, headers: H) -> Self {
        named_headers(headers).into_iter().fold(self, |it, (name, value)| it.header(&name, &value))
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
        let mut json = JsonWriter::of_body(Sender::Server);
        value.write_json(&mut json);
        Content::Json(json.text).into()
    }
}

/// The names and values of headers.
pub(super) fn named_headers<H: Headers>(headers: H) -> Vec<(String, String)> {
    let mut form = FormWriter::new(H::PARAMETERS);
    headers.encode(&mut form);
    let all = form.values.iter().flat_map(|placed| {
        let prefix = if let Place::Header { prefix } = placed.place { prefix } else { "" };
        let name = [prefix, placed.wire_name()].concat();
        let texts = || placed.texts().iter().map(|text| (name.clone(), text.clone())).collect();
        placed.object().unwrap_or_else(texts)
    });
    all.collect()
}
