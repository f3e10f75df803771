//! Removes the secrets of an exchange before it is recorded.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use http::{HeaderMap, HeaderName, StatusCode, header};

use super::{
    Redaction,
    exchange::RecordedRequest,
    names::Names,
    patterns::{Patterns, patterns},
    placeholders::{Found, Numbering, Origin, Placeholders},
    walker::{Walker, Whole, is_json},
};
use crate::{ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, Place, outcome, transport::CallInfo};

/// Headers that are secrets as a whole.
const HEADERS: &[HeaderName] =
    &[header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION, header::SET_COOKIE];

/// Headers that say nothing about an exchange, or nothing that stays true.
const NOISE: &[HeaderName] =
    &[header::CONNECTION, header::CONTENT_LENGTH, header::DATE, header::TRANSFER_ENCODING];

/// Stands for bytes that aren't UTF-8: private-use characters, from this one on.
const BYTES: u32 = 0x0010_f700;

/// The secrets of a cassette and what else it hides.
#[derive(Clone)]
pub(super) struct Secrets {
    pub(super) redaction: Redaction,
    patterns: &'static Patterns,
    placeholders: Arc<Mutex<Placeholders>>,
}

impl Secrets {
    pub(super) fn new(numbering: Numbering, redaction: Redaction) -> io::Result<Self> {
        let placeholders = Arc::new(Mutex::new(Placeholders::new(numbering)));
        Ok(Self { redaction, patterns: patterns()?, placeholders })
    }
}

/// Hides the secrets of one exchange.
pub(super) struct Redactor {
    api: &'static ApiDescriptor,
    operation: &'static Descriptor,
    /// The credentials that the request may carry.
    blocks: Vec<&'static AuthBlock>,
    names: Names,
    patterns: &'static Patterns,
    placeholders: Arc<Mutex<Placeholders>>,
}

impl Redactor {
    pub(super) fn new(CallInfo { api, operation, .. }: CallInfo, secrets: &Secrets) -> Self {
        let Secrets { redaction, patterns, placeholders } = secrets.clone();
        let all: Vec<_> = api.operations.iter().filter_map(|operation| block(operation.auth)).collect();
        let own = api.operations.iter().map(|operation| operation.parameters);
        let parameters = own.chain(all.iter().map(|block| block.parameters)).flatten();
        let secret = parameters.filter(|parameter| parameter.secret).map(|parameter| parameter.name);
        let marked = secret.chain(api.secret_fields.iter().copied());
        let names = Names::new(marked, redaction, &patterns.words);
        let blocks = match operation.auth {
            Auth::NotShown => all,
            auth => block(auth).into_iter().collect(),
        };
        Self { api, operation, blocks, names, patterns, placeholders }
    }

    fn walk<R>(&self, origin: Origin, walk: impl FnOnce(&mut Walker<'_>) -> R) -> R {
        let placeholders = &mut *self.placeholders.lock().unwrap_or_else(PoisonError::into_inner);
        walk(&mut Walker { patterns: self.patterns, names: &self.names, placeholders, origin, depth: 0 })
    }

    /// Returns the placeholder of a text that is certainly a secret.
    fn marked(&self, secret: &str, name: &str, origin: Origin) -> String {
        self.walk(origin, |walker| {
            walker.placeholders.text(secret, Found { name, origin, is_guessed: false })
        })
    }

    /// A field of a form.
    pub(super) fn field(&self, name: &str, text: &str) -> String {
        let own = self.carried(|known| !self.operation.bearer_only && known.name == name);
        let known = self.operation.parameters.iter().find(|known| known.name == name);
        let is_secret = match (own, known) {
            // JSON in a credential is a signature.
            (Some(parameter), _) => parameter.secret || parameter.json,
            (None, Some(parameter)) => parameter.secret || self.names.are_marked(name),
            (None, None) => self.names.are_secret(name),
        };
        if is_secret {
            return self.marked(text, name, Origin::Caller);
        }
        // What the API describes as text, its description would mark.
        if known.is_some_and(|known| known.json) && self.names.are_secret(name) && is_json(text) {
            return self.walk(Origin::Caller, |walker| walker.json(text, Some(Whole { name, plain: &[] })));
        }
        self.repeated(text)
    }

    /// A text of a request.
    fn repeated(&self, text: &str) -> String {
        self.walk(Origin::Caller, |walker| {
            let hidden = walker.text(text);
            walker.without_known(&hidden)
        })
    }

    /// The headers of a request that carry a credential.
    pub(super) fn credential(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let mut shown = Vec::new();
        for (name, value) in headers {
            let text = String::from_utf8_lossy(value.as_bytes());
            match self.carrier(name, &text) {
                Some(text) => shown.push((name.to_string(), text)),
                // Set by the program: it stays out of the cassette.
                None if value.is_sensitive() => drop(self.marked(&text, name.as_str(), Origin::Caller)),
                None => {}
            }
        }
        shown.sort();
        shown
    }

    /// A header, if it carries a credential.
    fn carrier(&self, name: &HeaderName, text: &str) -> Option<String> {
        if *name == header::AUTHORIZATION {
            let token = text.split_once(' ').map_or(text, |(_, token)| token.trim());
            return Some(self.marked(token, name.as_str(), Origin::Caller));
        }
        let own = self.blocks.iter().find_map(|block| {
            let Place::Header { prefix } = block.place else { return None };
            let header = |known: &Parameter| format!("{prefix}{}", known.name);
            block.parameters.iter().find(|known| header(known).eq_ignore_ascii_case(name.as_str()))
        });
        Some(self.field(own?.name, text))
    }

    /// A field of a credential.
    fn carried(&self, is_it: impl Fn(&Parameter) -> bool) -> Option<&'static Parameter> {
        self.blocks.iter().flat_map(|block| block.parameters).find(|known| is_it(known))
    }

    /// Adds the parts that are known only after the whole request was read.
    pub(super) fn complete(&self, mut request: RecordedRequest) -> RecordedRequest {
        request.path = self.repeated(&request.path);
        if let Some(file) = &mut request.file {
            file.name = self.repeated(&file.name);
        }
        request
    }

    /// A request of a cassette, hidden once more.
    pub(super) fn again(&self, request: &RecordedRequest) -> RecordedRequest {
        let mut again = request.clone();
        for (name, text) in &mut again.headers {
            let header = HeaderName::try_from(&*name).ok();
            *text = header.and_then(|name| self.carrier(&name, text)).unwrap_or_else(|| text.clone());
        }
        for (name, text) in &mut again.form {
            *text = self.field(name, text);
        }
        self.complete(again)
    }

    /// The headers of a response.
    pub(super) fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let shown = headers.iter().filter(|(name, _)| !NOISE.contains(name));
        let shown = shown.map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes());
            let is_target = self.operation.secret_result && *name == header::LOCATION;
            let is_secret = HEADERS.contains(name) || self.names.are_secret(name.as_str());
            let value = match &*text {
                "true" | "false" => text.into_owned(),
                text if is_target => self.marked(text, self.operation.name, Origin::Server),
                text if is_secret => self.marked(text, name.as_str(), Origin::Server),
                text => self.walk(Origin::Server, |walker| {
                    let hidden = walker.free(text);
                    walker.without_known(&hidden)
                }),
            };
            (name.to_string(), value)
        });
        shown.collect()
    }

    /// The body of a response.
    pub(super) fn body(&self, status: StatusCode, body: &[u8]) -> Vec<u8> {
        let is_failure = status.as_u16() >= 400 || outcome::says_failure(self.api, body);
        let text = text_of(body);
        let is_result = self.operation.secret_result && !is_failure;
        let is_text = !is_json(&text) && !text.trim_start().starts_with(['{', '[']);
        if is_result && is_text {
            return self.marked(&text, self.operation.name, Origin::Server).into_bytes();
        }
        let message = self.api.message.map(|shape| [shape.status; 2]);
        let envelope = self.api.envelope.map(|shape| [shape.status, shape.code]);
        let plain: Vec<&str> = message.into_iter().chain(envelope).flatten().collect();
        let whole = Whole { name: self.operation.name, plain: &plain };
        let hidden = self.walk(Origin::Server, |walker| {
            let hidden = if is_result { walker.json(&text, Some(whole)) } else { walker.text(&text) };
            // Whatever the server repeats: of a request, or elsewhere in the body.
            walker.without_known(&hidden)
        });
        if std::str::from_utf8(body).is_ok() { hidden.into_bytes() } else { bytes_of(&hidden) }
    }
}

fn block(auth: Auth) -> Option<&'static AuthBlock> {
    match auth {
        Auth::Required(block) | Auth::Optional(block) => Some(block),
        Auth::None | Auth::NotShown => None,
    }
}

fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(BYTES + u32::from(*byte))));
    }
    text
}

fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match u32::from(character).checked_sub(BYTES).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReturnKind;

    static API: ApiDescriptor = ApiDescriptor {
        secret_fields: &["Pin"],
        message: Some(crate::MessageShape { status: "Status", text: "Message" }),
        ..ApiDescriptor::EMPTY
    };
    static FIND: Descriptor =
        Descriptor::new("LampFind").parameters(&[Parameter::required("Word", "string").secret()]);
    static KEY: Descriptor = Descriptor::new("LampKey").secret_result().returns(ReturnKind::Text, "string");

    fn of(operation: &'static Descriptor) -> Redactor {
        let secrets = Secrets::new(Numbering::Numbered, Redaction::new()).unwrap();
        Redactor::new(CallInfo { api: &API, operation, has_one_time_code: false, tries: 1 }, &secrets)
    }

    fn redactor() -> Redactor {
        let redactor = of(&FIND);
        redactor.field("Word", "n<a/ry>");
        redactor
    }

    fn body(bytes: &[u8]) -> String {
        String::from_utf8_lossy(&redactor().body(StatusCode::OK, bytes)).into_owned()
    }

    #[test]
    fn what_the_server_repeats_is_found_in_every_encoding() {
        assert_eq!(body(b"n<a/ry> n%3ca%2fry%3E n&lt;a&#47;ry&gt;"), "Word-1 Word-1 Word-1");
        assert_eq!(
            body(br#"["n<a\/ry>","\u006e\u003ca/ry\u003e","\/"]"#.as_slice()),
            r#"["Word-1","Word-1","\/"]"#
        );
        assert_eq!(body(br#"["\n<a/ry>"]"#), r#"["\n<a/ry>"]"#, "an escape stays whole");
        assert_eq!(body(b"\xffn<a/ry>\xfe"), "\u{fffd}Word-1\u{fffd}");
        assert_eq!(body(b"{\"Pin\":\"\xff7\"}"), "{\"Pin\":\"Pin-1\"}");
    }

    #[test]
    fn a_result_that_is_a_secret_is_hidden_unless_it_is_a_failure() {
        let shown = |status: u16, body: &str| {
            let status = StatusCode::from_u16(status).unwrap();
            String::from_utf8(of(&KEY).body(status, body.as_bytes())).unwrap()
        };
        assert_eq!(shown(200, "k3y"), "LampKey-1");
        assert_eq!(shown(200, "\"k3y\""), "\"LampKey-1\"");
        assert_eq!(shown(200, "1234"), "1");
        assert_eq!(shown(200, "{\"bits\":[\"k3y\", \"k"), "{\"bits\":[\"bits-1\", \"bits-2");
        let message = r#"{"Status":200,"Message":"k3y","Data":{"Status":7}}"#;
        assert_eq!(shown(200, message), r#"{"Status":200,"Message":"Message-1","Data":{"Status":2}}"#);
        assert_eq!(shown(500, "no k3y"), "no k3y");
        assert_eq!(shown(200, r#"{"Status":403,"Message":"no"}"#), r#"{"Status":403,"Message":"no"}"#);
    }

    #[test]
    fn urls_in_headers_hide_their_secret_parameters() {
        for (text, expected) in [
            (
                "http://lamps.invalid/a?Pin=12&b=c&session_token=1#Pin=2",
                "http://lamps.invalid/a?Pin=Pin-1&b=c&session_token=session_token-1#Pin=Pin-2",
            ),
            (
                r#"</a?token=1&b=2>; rel="next", </c?token=2>; rel="last", </d>"#,
                r#"</a?token=token-1&b=2>; rel="next", </c?token=token-2>; rel="last", </d>"#,
            ),
        ] {
            let headers = HeaderMap::from_iter([(header::LINK, text.parse().unwrap())]);
            assert_eq!(redactor().headers(&headers), [("link".to_owned(), expected.to_owned())]);
        }
    }

    #[test]
    fn bytes_stay_what_they_are() {
        let all: Vec<u8> = (0..=255).chain("aé😀".bytes()).collect();
        assert_eq!(bytes_of(&text_of(&all)), all);
    }
}
