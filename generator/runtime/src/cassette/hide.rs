//! Secrets -> names of their fields.

use std::collections::HashSet;

use http::{HeaderMap, HeaderName, header};
use zeroize::Zeroizing;

use super::hide_json;
use crate::{Auth, AuthBlock, Descriptor, Parameter, Place, scrub, transport::CallInfo};

/// Ends of names, in lower case and without `_` and `-`, of JSON fields that hold
/// secrets, even where the documents don't show the field.
const ENDS: &[&str] = &["apikey", "password", "passphrase", "privatekey", "secret", "sessionkey", "token"];

/// Headers of responses that are replaced by their names.
const HEADERS: &[HeaderName] =
    &[header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION, header::SET_COOKIE];

/// Headers that say nothing about an exchange, or nothing that stays true.
const NOISE: &[HeaderName] =
    &[header::CONNECTION, header::CONTENT_LENGTH, header::DATE, header::TRANSFER_ENCODING];

/// Hides the secrets of one exchange, and remembers those of the request.
pub(super) struct Hider {
    operation: &'static Descriptor,
    /// The credentials that the request may carry.
    blocks: Vec<&'static AuthBlock>,
    /// Names of secrets anywhere in the API.
    names: HashSet<&'static str>,
    /// Secrets of the request, with the names that replace them, sorted.
    learnt: Vec<(Zeroizing<String>, String)>,
}

impl Hider {
    pub(super) fn new(CallInfo { api, operation, .. }: CallInfo) -> Self {
        let all: Vec<_> = api.operations.iter().filter_map(|operation| block(operation.auth)).collect();
        let own = api.operations.iter().map(|operation| operation.parameters);
        let parameters = own.chain(all.iter().map(|block| block.parameters)).flatten();
        let secret = parameters.filter(|parameter| parameter.secret).map(|parameter| parameter.name);
        let names = secret.chain(api.secret_fields.iter().copied()).collect();
        let blocks = match operation.auth {
            Auth::Required(block) | Auth::Optional(block) => vec![block],
            Auth::NotShown => all,
            Auth::None => Vec::new(),
        };
        Self { operation, blocks, names, learnt: Vec::new() }
    }

    /// A field of a form.
    pub(super) fn field(&mut self, name: &str, text: &str) -> String {
        let own = if self.operation.bearer_only { None } else { self.carried(|block| find(block, name)) };
        let is_secret = match (own, self.operation.parameters.iter().find(|known| known.name == name)) {
            // JSON in a credential is a signature.
            (Some(parameter), _) => parameter.secret || parameter.json,
            (None, Some(parameter)) => parameter.secret,
            (None, None) => self.is_secret(name),
        };
        if is_secret {
            self.learn(text, name);
            return name.to_owned();
        }
        self.json(text)
    }

    /// The headers of a request that carry a credential.
    pub(super) fn credential(&mut self, headers: &HeaderMap) -> Vec<(String, String)> {
        let mut shown = Vec::new();
        for (name, value) in headers {
            let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
            let own = self.carried(|block| in_header(block, name));
            if *name == header::AUTHORIZATION {
                let token = text.split_once(' ').map_or(text.as_str(), |(_, token)| token.trim());
                self.learn(token, name.as_str());
                shown.push((name.to_string(), name.to_string()));
            } else if let Some(parameter) = own {
                shown.push((name.to_string(), self.field(parameter.name, &text)));
            } else if value.is_sensitive() {
                // Set by the program: it stays out of the cassette.
                self.learn(&text, name.as_str());
            }
        }
        shown.sort();
        shown
    }

    /// A field of a credential.
    fn carried(
        &self,
        find: impl Fn(&'static AuthBlock) -> Option<&'static Parameter>,
    ) -> Option<&'static Parameter> {
        self.blocks.iter().find_map(|block| find(block))
    }

    /// The headers of a response.
    pub(super) fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let shown = headers.iter().filter(|(name, _)| !NOISE.contains(name));
        let shown = shown.map(|(name, value)| {
            let is_secret = HEADERS.contains(name) || self.is_secret(name.as_str());
            let text = String::from_utf8_lossy(value.as_bytes());
            let value = if is_secret { name.to_string() } else { self.echo(&self.url(&text)) };
            (name.to_string(), value)
        });
        shown.collect()
    }

    /// A URL, such as that of a redirect, may have secrets among its parameters.
    fn url(&self, text: &str) -> String {
        let parts = text.split_inclusive(['?', '&', '#']).map(|part| match part.split_once('=') {
            Some((name, value)) if self.is_secret(name) => {
                let end = value.find(['?', '&', '#']).and_then(|end| value.get(end..));
                format!("{name}={name}{}", end.unwrap_or_default())
            }
            _ => part.to_owned(),
        });
        parts.collect()
    }

    /// The body of a response. In JSON only strings are searched for what the
    /// server repeats: a number may have the digits of a code by chance.
    pub(super) fn body(&mut self, bytes: &[u8]) -> Vec<u8> {
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok();
        match std::str::from_utf8(bytes) {
            Ok(text) if is_json => {
                hide_json::map_strings(&self.json(text), |text| self.echo(text)).into_bytes()
            }
            // JSON that broke off.
            Ok(text) => {
                let hidden = self.json(text);
                self.echo(&hidden).into_bytes()
            }
            Err(_) => self.binary(bytes),
        }
    }

    fn binary(&self, bytes: &[u8]) -> Vec<u8> {
        let chunks = bytes.utf8_chunks();
        chunks.flat_map(|chunk| [self.echo(chunk.valid()).as_bytes(), chunk.invalid()].concat()).collect()
    }

    /// Text that may be JSON.
    fn json(&mut self, text: &str) -> String {
        if !text.trim_start().starts_with(['{', '[']) {
            return text.to_owned();
        }
        let mut learnt = Vec::new();
        let shown = hide_json::hide(
            text,
            |name| self.is_secret(name),
            |secret, name| learnt.push((secret.to_owned(), name.to_owned())),
        );
        learnt.iter().for_each(|(secret, name)| self.learn(secret, name));
        shown
    }

    /// Whatever the server repeats of the request, in every encoding that is
    /// known.
    fn echo(&self, text: &str) -> String {
        scrub::replaced(text, &self.learnt)
    }

    fn is_secret(&self, name: &str) -> bool {
        let plain = name.replace(['_', '-'], "").to_lowercase();
        self.names.contains(name) || ENDS.iter().any(|end| plain.ends_with(end))
    }

    fn learn(&mut self, text: &str, name: &str) {
        if scrub::is_long_enough(text) && text != name {
            self.learnt.push((text.to_owned().into(), name.to_owned()));
            self.learnt.sort_unstable_by(|(one, _), (two, _)| one.as_str().cmp(two));
        }
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
    use crate::ApiDescriptor;

    static API: ApiDescriptor = ApiDescriptor { secret_fields: &["Pin"], ..ApiDescriptor::EMPTY };
    static FIND: Descriptor =
        Descriptor::new("LampFind").parameters(&[Parameter::required("Word", "string").secret()]);

    fn hider() -> Hider {
        let mut hider = Hider::new(CallInfo { api: &API, operation: &FIND, has_one_time_code: false });
        hider.field("Word", "n<a/ry>");
        hider
    }

    fn body(bytes: &[u8]) -> String {
        String::from_utf8_lossy(&hider().body(bytes)).into_owned()
    }

    #[test]
    fn what_the_server_repeats_is_found_in_every_encoding() {
        assert_eq!(body(b"n<a/ry> n%3ca%2fry%3E n&lt;a&#47;ry&gt;"), "Word Word Word");
        assert_eq!(
            body(br#"["n<a\/ry>","\u006e\u003ca/ry\u003e","\/"]"#.as_slice()),
            r#"["Word","Word","\/"]"#
        );
        assert_eq!(body(br#"["\n<a/ry>"]"#), r#"["\n<a/ry>"]"#, "an escape stays whole");
        assert_eq!(body(b"\xffn<a/ry>\xfe"), "\u{fffd}Word\u{fffd}");
    }

    #[test]
    fn json_that_broke_off_hides_its_secret_fields() {
        assert_eq!(body(br#"{"Name":"a","Pin":"12"#), r#"{"Name":"a","Pin":"Pin""#);
    }

    #[test]
    fn urls_in_headers_hide_their_secret_parameters() {
        let mut headers = HeaderMap::new();
        let url = "http://lamps.invalid/a?Pin=12&b=c&session_token=1#Pin=2";
        headers.insert(header::LOCATION, url.parse().unwrap());
        let shown = hider().headers(&headers).remove(0).1;
        assert_eq!(shown, "http://lamps.invalid/a?Pin=Pin&b=c&session_token=session_token#Pin=Pin");
    }
}
