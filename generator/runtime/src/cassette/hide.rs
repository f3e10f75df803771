//! What is recorded of an exchange, without its secrets.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::{HeaderMap, HeaderName, StatusCode, header};

use super::{
    Redaction, bytes,
    exchange::Asked,
    names::Names,
    placeholders::{Found, Numbering, Origin, Placeholders},
    tokens,
    walker::{Walker, Whole},
};
use crate::{ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, Place, outcome, transport::CallInfo};

/// Headers that are secrets as a whole.
const HEADERS: &[HeaderName] =
    &[header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION, header::SET_COOKIE];

/// Headers that say nothing about an exchange, or nothing that stays true.
const NOISE: &[HeaderName] =
    &[header::CONNECTION, header::CONTENT_LENGTH, header::DATE, header::TRANSFER_ENCODING];

/// The secrets of a cassette, and what else it hides.
#[derive(Clone)]
pub(super) struct Secrets {
    pub(super) redaction: Redaction,
    placeholders: Arc<Mutex<Placeholders>>,
}

impl Secrets {
    pub(super) fn new(numbering: Numbering, redaction: Redaction) -> Self {
        Self { redaction, placeholders: Arc::new(Mutex::new(Placeholders::new(numbering))) }
    }
}

/// Hides the secrets of one exchange.
pub(super) struct Hider {
    api: &'static ApiDescriptor,
    operation: &'static Descriptor,
    /// The credentials that the request may carry.
    blocks: Vec<&'static AuthBlock>,
    names: Names,
    placeholders: Arc<Mutex<Placeholders>>,
}

impl Hider {
    pub(super) fn new(CallInfo { api, operation, .. }: CallInfo, secrets: &Secrets) -> Self {
        let all: Vec<_> = api.operations.iter().filter_map(|operation| block(operation.auth)).collect();
        let own = api.operations.iter().map(|operation| operation.parameters);
        let parameters = own.chain(all.iter().map(|block| block.parameters)).flatten();
        let secret = parameters.filter(|parameter| parameter.secret).map(|parameter| parameter.name);
        let names = Names::new(secret.chain(api.secret_fields.iter().copied()), secrets.redaction.clone());
        let blocks = match operation.auth {
            Auth::Required(block) | Auth::Optional(block) => vec![block],
            Auth::NotShown => all,
            Auth::None => Vec::new(),
        };
        Self { api, operation, blocks, names, placeholders: secrets.placeholders.clone() }
    }

    fn placeholders(&self) -> MutexGuard<'_, Placeholders> {
        self.placeholders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn walk<R>(&self, origin: Origin, walk: impl FnOnce(&mut Walker<'_>) -> R) -> R {
        let mut placeholders = self.placeholders();
        walk(&mut Walker { names: &self.names, placeholders: &mut placeholders, origin, depth: 0 })
    }

    /// What replaces a text that is a secret for sure.
    fn marked(&self, secret: &str, name: &str, origin: Origin) -> String {
        self.placeholders().text(secret, Found { name, origin, is_guessed: false })
    }

    /// A field of a form.
    pub(super) fn field(&self, name: &str, text: &str) -> String {
        let own = if self.operation.bearer_only { None } else { self.carried(|block| find(block, name)) };
        let known = self.operation.parameters.iter().find(|known| known.name == name);
        let is_secret = match (own, known) {
            // JSON in a credential is a signature.
            (Some(parameter), _) => parameter.secret || parameter.json,
            (None, Some(Parameter { secret: true, .. })) => true,
            (None, Some(_)) => self.names.are_marked(name),
            (None, None) => self.names.are_secret(name),
        };
        if is_secret {
            return self.marked(text, name, Origin::Caller);
        }
        // What the API describes as text, its description would mark.
        let is_json = known.is_some_and(|known| known.json);
        if is_json && self.names.are_secret(name) && tokens::is_json(text) {
            return self.walk(Origin::Caller, |walker| walker.json(text, Some(Whole { name, plain: &[] })));
        }
        self.repeated(text)
    }

    /// A text of a request.
    fn repeated(&self, text: &str) -> String {
        let hidden = self.walk(Origin::Caller, |walker| walker.text(text));
        let sought = self.placeholders().in_requests();
        sought.taken_out(&hidden)
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
        let parameter = self.carried(|block| in_header(block, name))?;
        Some(self.field(parameter.name, text))
    }

    /// A field of a credential.
    fn carried(
        &self,
        find: impl Fn(&'static AuthBlock) -> Option<&'static Parameter>,
    ) -> Option<&'static Parameter> {
        self.blocks.iter().find_map(|block| find(block))
    }

    /// What is not known before the whole request was read.
    pub(super) fn asked(&self, mut asked: Asked) -> Asked {
        asked.path = self.repeated(&asked.path);
        if let Some(file) = &mut asked.file {
            file.name = self.repeated(&file.name);
        }
        asked
    }

    /// A request of a cassette, hidden once more.
    pub(super) fn again(&self, asked: &Asked) -> Asked {
        let headers = asked.headers.iter().map(|(name, text)| {
            let header = HeaderName::try_from(name).ok();
            let shown = header.and_then(|name| self.carrier(&name, text));
            (name.clone(), shown.unwrap_or_else(|| text.clone()))
        });
        let form = asked.form.iter().map(|(name, text)| (name.clone(), self.field(name, text)));
        self.asked(Asked { headers: headers.collect(), form: form.collect(), ..asked.clone() })
    }

    /// The headers of a response.
    pub(super) fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let sought = self.placeholders().in_responses();
        let shown = headers.iter().filter(|(name, _)| !NOISE.contains(name));
        let shown = shown.map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes());
            let is_target = self.operation.secret_result && *name == header::LOCATION;
            let is_secret = HEADERS.contains(name) || self.names.are_secret(name.as_str());
            let value = match &*text {
                "true" | "false" => text.into_owned(),
                text if is_target => self.marked(text, self.operation.name, Origin::Server),
                text if is_secret => self.marked(text, name.as_str(), Origin::Server),
                text => sought.taken_out(&self.walk(Origin::Server, |walker| walker.free(text))),
            };
            (name.to_string(), value)
        });
        shown.collect()
    }

    /// The body of a response.
    pub(super) fn body(&self, status: StatusCode, body: &[u8]) -> Vec<u8> {
        let is_failure = status.as_u16() >= 400 || outcome::says_failure(self.api, body);
        bytes::map(body, |text| {
            let hidden = match self.operation.secret_result && !is_failure {
                true => self.result(text),
                false => self.walk(Origin::Server, |walker| walker.text(text)),
            };
            // Whatever the server repeats: of a request, or elsewhere in the body.
            let sought = self.placeholders().in_responses();
            sought.taken_out(&hidden)
        })
    }

    /// A result that is a secret.
    fn result(&self, text: &str) -> String {
        let name = self.operation.name;
        if !tokens::is_json(text) && !text.trim_start().starts_with(['{', '[']) {
            return self.marked(text, name, Origin::Server);
        }
        let message = self.api.message.map(|shape| [shape.status; 2]);
        let envelope = self.api.envelope.map(|shape| [shape.status, shape.code]);
        let plain: Vec<&str> = message.into_iter().chain(envelope).flatten().collect();
        self.walk(Origin::Server, |walker| walker.json(text, Some(Whole { name, plain: &plain })))
    }
}

fn block(auth: Auth) -> Option<&'static AuthBlock> {
    match auth {
        Auth::Required(block) | Auth::Optional(block) => Some(block),
        Auth::None | Auth::NotShown => None,
    }
}

fn find(block: &'static AuthBlock, name: &str) -> Option<&'static Parameter> {
    block.parameters.iter().find(|known| known.name == name)
}

/// The field of a credential that a header carries.
fn in_header(block: &'static AuthBlock, name: &HeaderName) -> Option<&'static Parameter> {
    let Place::Header { prefix } = block.place else { return None };
    let is_it = |known: &&Parameter| format!("{prefix}{}", known.name).eq_ignore_ascii_case(name.as_str());
    block.parameters.iter().find(is_it)
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

    fn of(operation: &'static Descriptor) -> Hider {
        let secrets = Secrets::new(Numbering::Numbered, Redaction::new());
        Hider::new(CallInfo { api: &API, operation, has_one_time_code: false }, &secrets)
    }

    fn hider() -> Hider {
        let hider = of(&FIND);
        hider.field("Word", "n<a/ry>");
        hider
    }

    fn body(bytes: &[u8]) -> String {
        String::from_utf8_lossy(&hider().body(StatusCode::OK, bytes)).into_owned()
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
        assert_eq!(shown(200, "{\"bits\":[\"k3y\", \"k"), "{\"bits\":[\"bits-1\", \"bits-2\"");
        let message = r#"{"Status":200,"Message":"k3y","Data":{"Status":7}}"#;
        assert_eq!(shown(200, message), r#"{"Status":200,"Message":"Message-1","Data":{"Status":2}}"#);
        assert_eq!(shown(500, "no k3y"), "no k3y");
        assert_eq!(shown(200, r#"{"Status":403,"Message":"no"}"#), r#"{"Status":403,"Message":"no"}"#);
    }

    #[test]
    fn urls_in_headers_hide_their_secret_parameters() {
        let shown = |name: &HeaderName, text: &str| {
            hider().headers(&HeaderMap::from_iter([(name.clone(), text.parse().unwrap())])).remove(0).1
        };
        for (text, expected) in [
            (
                "http://lamps.invalid/a?Pin=12&b=c&session_token=1#Pin=2",
                "http://lamps.invalid/a?Pin=Pin-1&b=c&session_token=session_token-1#Pin=Pin-2",
            ),
            ("//u:p@h/?a=b&%74oken=%20x;y", "//userinfo-1@h/?a=b&%74oken=token-1;y"),
            ("/reset/a1b2c3d4e5?next=%2Fa%3Ftoken%3Db", "/reset/reset-1?next=%2Fa%3Ftoken%3Dtoken-1"),
        ] {
            assert_eq!(shown(&header::LOCATION, text), expected);
        }
        assert_eq!(
            shown(&header::LINK, r#"</a?token=1&b=2>; rel="next", </c?token=2>; rel="last", </d>"#),
            r#"</a?token=token-1&b=2>; rel="next", </c?token=token-2>; rel="last", </d>"#
        );
    }
}
