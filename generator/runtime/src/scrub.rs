//! Takes the secrets of a request out of what the server says.

use std::{ops::Range, sync::Arc};

use zeroize::Zeroizing;

use crate::{
    Secret,
    json::{self, WrittenJson},
    percent,
};

/// What stands in place of a secret.
const MARK: &str = "[secret]";

/// How long a text is that may be a secret, in characters: shorter ones stand
/// in any message.
const SHORTEST: usize = 4;

/// Whether a text of which nobody knows whether it is a secret is taken out.
pub(crate) fn is_long_enough(text: &str) -> bool {
    text.chars().nth(SHORTEST - 1).is_some()
}

/// The secrets that one request carries, and what may be one. It is looked
/// into only when something has to be scrubbed: most answers are no errors.
#[derive(Default)]
pub(crate) struct Secrets {
    texts: Vec<Secret>,
    opaque: Vec<Opaque>,
    /// Values of headers, the same for all requests of a client.
    headers: Arc<[Secret]>,
}

/// JSON, of which nobody knows these parts.
struct Opaque {
    json: Secret,
    parts: Vec<Range<usize>>,
}

impl Opaque {
    /// The parts and the texts in them.
    fn texts(&self) -> impl Iterator<Item = Zeroizing<String>> {
        let parts = self.parts.iter().filter_map(|part| self.json.expose().get(part.clone()));
        let texts = parts.flat_map(|part| {
            let whole = (!["true", "false", "null"].contains(&part)).then(|| part.to_owned());
            json::string_leaves(part).into_iter().chain(whole)
        });
        texts.filter(|text| is_long_enough(text)).map(Zeroizing::new)
    }
}

impl Secrets {
    pub(crate) fn of_headers(headers: Arc<[Secret]>) -> Self {
        Self { headers, ..Self::default() }
    }

    pub(crate) fn push(&mut self, secret: Secret) {
        self.texts.push(secret);
    }

    /// Adds what is secret in JSON.
    pub(crate) fn add_json(&mut self, json: WrittenJson) {
        self.texts.extend(json.secrets);
        if !json.opaque.is_empty() {
            self.opaque.push(Opaque { json: json.text.into(), parts: json.opaque });
        }
    }

    /// Adds the secrets of a form or of headers.
    pub(crate) fn add(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.opaque.extend(other.opaque);
    }

    /// At most `limit` characters of `text`, without the secrets and without
    /// control characters: the text may end up on a terminal.
    pub(crate) fn scrub(&self, text: &str, limit: usize) -> String {
        let spellings = self.spellings();
        let (mut out, mut length, mut rest) = (String::new(), 0, text);
        while let Some(character) = rest.chars().next() {
            if length >= limit {
                out.push('…');
                break;
            }
            let hidden = spellings.iter().find_map(|secret| rest.strip_prefix(secret.as_str()));
            if let Some(after) = hidden {
                out.push_str(MARK);
                length += MARK.len();
                rest = after;
                continue;
            }
            out.push(if character.is_control() { ' ' } else { character });
            length += 1;
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
        }
        out
    }

    /// Each secret as it is, as it stands in a form, as it stands in JSON and
    /// as that stands in a form, the longest first: one may begin with another.
    fn spellings(&self) -> Vec<Zeroizing<String>> {
        let mut all = Vec::new();
        for secret in self.texts.iter().chain(&*self.headers) {
            push_spellings(&mut all, secret.expose());
        }
        for text in self.opaque.iter().flat_map(Opaque::texts) {
            push_spellings(&mut all, &text);
        }
        all.retain(|text| !text.is_empty());
        all.sort_unstable_by(|one, two| two.len().cmp(&one.len()).then_with(|| one.cmp(two)));
        all.dedup();
        all
    }
}

fn push_spellings(all: &mut Vec<Zeroizing<String>>, secret: &str) {
    let mut in_json = String::new();
    json::push_escaped(&mut in_json, secret);
    for text in [secret, &in_json] {
        let mut in_form = String::new();
        percent::encode_into(&mut in_form, text);
        all.extend([in_form.replace('+', "%20"), in_form].map(Zeroizing::new));
    }
    all.extend([secret.to_owned(), in_json].map(Zeroizing::new));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(texts: &[&str]) -> Secrets {
        let texts = texts.iter().map(|text| Secret::from(*text)).collect();
        Secrets { texts, ..Secrets::default() }
    }

    #[test]
    fn takes_out_every_spelling() {
        let secrets = secrets(&["a b&\"c", "a b", ""]);
        let text = "1 a b&\"c 2 a+b%26%22c 3 a%20b%26%22c 4 a b&\\\"c 5 a b 6";
        let mark = "[secret]";
        let clean = format!("1 {mark} 2 {mark} 3 {mark} 4 {mark} 5 {mark} 6");
        assert_eq!(secrets.scrub(text, 200), clean);
    }

    #[test]
    fn takes_apart_what_nobody_knows() {
        let json = r#"{"name": ["canary\"", "abc", 12345, null]}"#;
        let (parts, json) = (vec![0..json.len(), 5..1000], Secret::from(json));
        let opaque = vec![Opaque { json, parts }];
        let secrets = Secrets { opaque, ..Secrets::default() };
        let text = r#"canary" canary\" canary%5C%22 canary%22 abc 12345 null name"#;
        let clean = "[secret] [secret] [secret] [secret] abc 12345 null name";
        assert_eq!(secrets.scrub(text, 200), clean);
        let literal = |json: &str| Opaque { json: json.into(), parts: vec![0..json.len(), 0..0] };
        let opaque = ["null", "true", "false", "1", "[]", "123456"].map(literal).into();
        let secrets = Secrets { opaque, ..Secrets::default() };
        assert_eq!(secrets.scrub("null true false 1 [] 123456", 200), "null true false 1 [] [secret]");
    }

    #[test]
    fn cuts_after_scrubbing_and_drops_control_characters() {
        let secrets = secrets(&["canary"]);
        assert_eq!(secrets.scrub("ab\x1b[canary", 4), "ab […");
        assert_eq!(secrets.scrub("abcanary", 4), "ab[secret]");
        assert_eq!(secrets.scrub("abcanary!", 4), "ab[secret]…");
        assert_eq!(secrets.scrub("äöü", 3), "äöü");
    }
}
