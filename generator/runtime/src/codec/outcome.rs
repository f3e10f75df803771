//! Is this response a failure?
//!
//! Only the shapes in the API's description decide:
//!
//! | response | failure if |
//! |---|---|
//! | any | the HTTP status is 400 or more |
//! | message | its status is 400 or more |
//! | envelope | its status says so |
//! | anything else | it is a small JSON object: a message with a status from 400 to 599 and a text, or an envelope whose status says so, with such a code and a text |

use http::header::{CONTENT_ENCODING, HeaderValue, LOCATION};

#[cfg(feature = "cli")]
use super::reply::CallContext;
use super::{
    json::{self, JsonReader, JsonValue},
    reply::{Reply, can_be_failure, western},
};
#[cfg(feature = "cassette")]
use crate::core::ApiDescriptor;
use crate::core::{
    EnvelopeShape, Error, ErrorKind, Failure, MessageShape, Misfit, ReturnKind, defaults::MAX_FAILURE,
};

/// Maximum number of characters of a plain text that become the message.
const EXCERPT: usize = 200;

/// Maximum number of characters of a message's text that are kept.
const LONGEST_TEXT: usize = 2000;

/// The content of a failure.
#[derive(Default)]
struct Said {
    status: Option<i64>,
    text: Option<String>,
}

/// Rejects a response that is not an output of the operation.
pub(crate) fn check(reply: &Reply) -> Result<(), ErrorKind> {
    let status = reply.head.status;
    if status.as_u16() >= 400 {
        let said = reply.json().ok().map(|json| said(reply, json));
        return Err(failure(reply, said.unwrap_or_default()));
    }
    if status.is_redirection() {
        let is_result =
            reply.arm().is_some() || matches!(reply.call.descriptor.returns, ReturnKind::Redirect(_));
        return if is_result { Ok(()) } else { Err(redirected(reply)) };
    }
    check_encoding(reply)?;
    if reply.rest.is_some() {
        return Ok(());
    }
    hidden(reply).map_or(Ok(()), |said| Err(failure(reply, said)))
}

/// Rejects a body with an encoding that wasn't asked for: nothing undoes it.
fn check_encoding(reply: &Reply) -> Result<(), ErrorKind> {
    let is_plain =
        |value: &HeaderValue| value.is_empty() || value.as_bytes().eq_ignore_ascii_case(b"identity");
    let is_empty = reply.start.is_empty() && reply.rest.is_none();
    match is_empty
        || reply.call.takes_encoded
        || reply.head.headers.get_all(CONTENT_ENCODING).iter().all(is_plain)
    {
        true => Ok(()),
        false => Err(reply.undecoded(Misfit::new("it is encoded, which wasn't asked for"))),
    }
}

/// Returns whether a body is a message or an envelope whose status is that of a failure.
#[cfg(feature = "cassette")]
pub(crate) fn says_failure(api: &ApiDescriptor, json: JsonReader<'_>) -> bool {
    let status = api.message.and_then(|shape| status(shape, json));
    status.is_some_and(|status| status >= 400) || api.envelope.is_some_and(|shape| is_error(shape, json))
}

/// A failure that its HTTP status doesn't show.
fn hidden(reply: &Reply) -> Option<Said> {
    let kind = reply.kind();
    let expected = matches!(kind, ReturnKind::Message | ReturnKind::Envelope);
    if !expected && reply.start.len() > MAX_FAILURE {
        return None;
    }
    let api = reply.call.api;
    if api.message.is_none_or(|shape| shape.status.is_none()) && api.envelope.is_none() {
        return None;
    }
    let json = object(reply)?;
    // The text is only read if the status says so: most responses are fine.
    let refused = |shape: &MessageShape| status(*shape, json).is_some_and(|status| status >= 400);
    let message = api.message.filter(refused).map(|shape| message(shape, json));
    let message = message.filter(|said| kind == ReturnKind::Message || is_failure(said));
    message.or_else(|| {
        let shape = api.envelope.filter(|shape| is_error(*shape, json))?;
        let said = envelope(shape, json);
        (kind == ReturnKind::Envelope || is_failure(&said)).then_some(said)
    })
}

fn is_failure(said: &Said) -> bool {
    let status = said.status.is_some_and(|status| (400..=599).contains(&status));
    status && said.text.as_ref().is_some_and(|text| !text.is_empty())
}

fn is_error(shape: EnvelopeShape, json: JsonReader<'_>) -> bool {
    field::<String>(json, shape.status).is_some_and(|status| status == shape.error)
}

/// The content of a body whose HTTP status is that of a failure.
fn said(reply: &Reply, json: JsonReader<'_>) -> Said {
    let api = reply.call.api;
    let message = api.message.map(|shape| message(shape, json));
    let message = message.filter(|said| said.status.is_some() || said.text.is_some());
    let said = message.or_else(|| api.envelope.map(|shape| envelope(shape, json)));
    let said = said.unwrap_or_default();
    Said { text: said.text.or_else(|| usual_text(json)), ..said }
}

/// The fields in which most servers say what went wrong, the plainest first.
const USUAL: [&str; 5] = ["message", "detail", "error_description", "error", "title"];

/// The fields in which such texts are, in one object or several.
const AROUND: [&str; 2] = ["error", "errors"];

/// The text of a failure whose documents don't say which field has it; the failure may be a text, too.
fn usual_text(json: JsonReader<'_>) -> Option<String> {
    let own =
        |json| USUAL.iter().filter_map(|name| field::<String>(json, name)).find(|text| !text.is_empty());
    let object = first(json);
    let around = || AROUND.iter().find_map(|name| own(first(object.field(name)?)));
    own(object).or_else(around).or_else(|| json.read().ok())
}

/// The first item of a list, or the value itself.
fn first(json: JsonReader<'_>) -> JsonReader<'_> {
    json.items().and_then(|mut items| items.next()).unwrap_or(json)
}

fn message(shape: MessageShape, json: JsonReader<'_>) -> Said {
    // Of a list around the text, the first item counts.
    let inner = |json, name| first(json).field(name);
    let text = shape.text.split('.').try_fold(json, inner).and_then(|text| text.read().ok());
    Said { status: status(shape, json), text: text.or_else(|| field(json, shape.text)) }
}

/// The status of a message; `None` if it has none.
fn status(shape: MessageShape, json: JsonReader<'_>) -> Option<i64> {
    field(json, shape.status?)
}

fn envelope(shape: EnvelopeShape, json: JsonReader<'_>) -> Said {
    Said { status: field(json, shape.code), text: field(json, shape.data) }
}

/// The body, if it can be a failure in JSON.
fn object(reply: &Reply) -> Option<JsonReader<'_>> {
    can_be_failure(&reply.start).then(|| reply.json().ok())?
}

/// The last field with that name, if it has that type.
pub(crate) fn field<T: JsonValue>(json: JsonReader<'_>, name: &str) -> Option<T> {
    json.field(name)?.read().ok()
}

fn failure(reply: &Reply, said: Said) -> ErrorKind {
    let sent = &reply.call.sent;
    let message = match said.text {
        Some(text) => sent.redacted(&text, LONGEST_TEXT),
        None => {
            sent.redacted(plain_text(&reply.text().unwrap_or_else(|| western(&reply.start).into())), EXCERPT)
        }
    };
    ErrorKind::Failure(Failure {
        http_status: reply.head.status,
        headers: Box::new(reply.head.headers.clone()),
        status: said.status,
        message,
        body: reply.start.clone(),
        #[cfg(feature = "cli")]
        shown: shown(reply).map(Box::new),
    })
}

/// The body as JSON without secrets.
#[cfg(feature = "cli")]
fn shown(reply: &Reply) -> Option<serde_json::Value> {
    let CallContext { api, descriptor, sent, .. } = &*reply.call;
    let json = serde_json::from_slice(&reply.start).ok()?;
    let blocks = descriptor.auth_blocks().flat_map(|block| block.parameters);
    let secret = descriptor.parameters.iter().chain(blocks).filter(|it| it.secret);
    let secret = secret.map(|it| it.wire_name()).chain(api.types.iter().flat_map(|ty| ty.secret).copied());
    Some(sent.redacted_json(json, &secret.collect::<Vec<_>>()))
}

impl Failure {
    /// Reads the body as JSON of a type: the one that the documents have for its status.
    ///
    /// # Errors
    /// Says which field doesn't fit the type.
    pub fn read<T: JsonValue>(&self) -> Result<T, Misfit> {
        json::read(json::utf8(&self.body)?)
    }
}

impl Error {
    /// Returns the body of the server's refusal as a type: the one that the documents have for its status.
    /// `None` if the server didn't refuse, or the body is of another type.
    ///
    /// ```
    /// # #[derive(Clone)]
    /// # pub struct Problem { pub code: Option<String>, pub extra: api_runtime::Extra }
    /// # api_runtime::object! { Problem { code: "code" } }
    /// # fn is_gone(error: &api_runtime::Error) -> bool {
    /// let problem = error.failure_as::<Problem>();
    /// problem.is_some_and(|problem| problem.code.as_deref() == Some("GONE"))
    /// # }
    /// ```
    #[must_use]
    pub fn failure_as<T: JsonValue>(&self) -> Option<T> {
        self.failure()?.read().ok()
    }
}

fn redirected(reply: &Reply) -> ErrorKind {
    let location = reply.head.headers.get(LOCATION).map(|target| String::from_utf8_lossy(target.as_bytes()));
    let host = location.as_deref().and_then(host);
    ErrorKind::Redirected {
        status: reply.head.status,
        host: host.map(|host| reply.call.sent.redacted(&host, EXCERPT)),
        target: location.map(|target| target.into_owned().into()),
    }
}

/// Returns what comes before the path, without a user: a path may hold a ticket.
fn host(location: &str) -> Option<String> {
    let (scheme, rest) = location.split_once("//")?;
    if !["", "http:", "https:"].contains(&scheme) {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next().filter(|host| !host.is_empty())?;
    Some(format!("{scheme}//{host}"))
}

/// The body, if it is text for people: of a web page, its title. JSON of an unknown shape may contain
/// secrets.
fn plain_text(text: &str) -> &str {
    let text = text.trim();
    if text.starts_with(['{', '[', '"']) {
        return "";
    }
    let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.filter(|_| text.starts_with('<')).map_or(text, |(title, _)| title.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::Tape;

    #[test]
    fn a_web_page_says_its_title() {
        let page = "\n<html><head><title> 502 Bad Gateway</title></head><body>nginx</body></html>";
        assert_eq!(plain_text(page), "502 Bad Gateway");
        assert_eq!(
            plain_text("<Error><Code>NoSuchKey</Code></Error>"),
            "<Error><Code>NoSuchKey</Code></Error>"
        );
        assert_eq!(plain_text("no <title> here</title>"), "no <title> here</title>");
    }

    #[test]
    fn the_field_of_the_text_may_be_in_others() {
        for (field, body) in [
            ("error.message", r#"{"error":{"message":"no"}}"#),
            ("errors.text", r#"{"errors":[{"text":"no"},{"text":"other"}]}"#),
            ("error.message", r#"{"error.message":"no"}"#),
            ("text", r#"{"text":"no"}"#),
        ] {
            let shape = MessageShape { status: None, text: field };
            let tape = Tape::of(body).unwrap();
            assert_eq!(message(shape, JsonReader::new(body, &tape)).text.as_deref(), Some("no"), "{body}");
        }
    }
}
