//! Secrets -> names of their fields.

use std::collections::HashSet;

use http::{HeaderMap, HeaderName, header};
use zeroize::Zeroizing;

use super::hide_json;
use crate::{Auth, AuthBlock, Descriptor, JsonWriter, Parameter, Place, percent, scrub, transport::CallInfo};

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
    /// Secrets of the request, with the name that replaces them.
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
            let value = if is_secret {
                name.as_str().as_bytes().to_vec()
            } else {
                self.echo(value.as_bytes().to_vec())
            };
            (name.to_string(), String::from_utf8_lossy(&value).into_owned())
        });
        shown.collect()
    }

    /// The body of a response. In JSON only strings are searched for what the
    /// server repeats: a number may have the digits of a code by chance.
    pub(super) fn body(&mut self, bytes: &[u8]) -> Vec<u8> {
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok();
        match std::str::from_utf8(bytes) {
            Ok(text) if is_json => {
                let hidden = self.json(text);
                let echo = |inner: &str| String::from_utf8_lossy(&self.echo(inner.into())).into_owned();
                hide_json::map_strings(&hidden, echo).into_bytes()
            }
            _ => self.echo(bytes.to_vec()),
        }
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

    /// Whatever the server repeats of the request, in the spellings of a form and
    /// of JSON.
    fn echo(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for (secret, name) in &self.learnt {
            for spelling in spellings(secret) {
                bytes = replaced(bytes, spelling.as_bytes(), name.as_bytes());
            }
        }
        bytes
    }

    fn is_secret(&self, name: &str) -> bool {
        let plain = name.replace(['_', '-'], "").to_lowercase();
        self.names.contains(name) || ENDS.iter().any(|end| plain.ends_with(end))
    }

    fn learn(&mut self, text: &str, name: &str) {
        if scrub::is_long_enough(text) && text != name {
            self.learnt.push((text.to_owned().into(), name.to_owned()));
            // The longest first: one may be the beginning of another.
            self.learnt.sort_by_key(|(secret, _)| std::cmp::Reverse(secret.len()));
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

fn spellings(secret: &str) -> [Zeroizing<String>; 3] {
    let (mut form, mut json) = (String::new(), JsonWriter::default());
    percent::encode_into(&mut form, secret);
    json.string(secret);
    let inner = json.text.get(1..json.text.len() - 1).unwrap_or_default();
    [secret.to_owned(), form, inner.to_owned()].map(Zeroizing::new)
}

fn replaced(bytes: Vec<u8>, what: &[u8], by: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), bytes.as_slice());
    while let Some(place) = rest.windows(what.len()).position(|window| window == what) {
        let (before, after) = rest.split_at(place);
        out.extend_from_slice(before);
        out.extend_from_slice(by);
        rest = after.get(what.len()..).unwrap_or_default();
    }
    if out.is_empty() && rest.len() == bytes.len() {
        return bytes;
    }
    out.extend_from_slice(rest);
    out
}
