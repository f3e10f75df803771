//! Takes the secrets of a request out of what the server says.
//!
//! A server repeats a secret as it was sent, or encoded in another way. So the
//! text is not searched for a list of spellings: it is decoded in each way
//! that is known ([`reading`]), and the secret itself is looked for.
//!
//! What shows all the same: a secret in base64, hashed, in other letters
//! (upper case, without accents), with something inserted, or with fewer than
//! [`CUT`] bytes of it left.

mod reading;

use std::{ops::Range, sync::Arc};

use zeroize::Zeroizing;

use self::reading::{Reading, readings};
use crate::{JsonWriter, Secret, json, text::inert};

/// What replaces a secret.
const MARK: &str = "[secret]";

/// How much of a secret is taken out even if the rest does not follow, in
/// bytes. It also bounds the work: what agrees for longer is passed over.
const CUT: usize = 32;

/// How much of a text is looked at, in bytes.
const WINDOW: usize = 64 * 1024;

/// What is not shown of a longer text at the end of the window, in bytes: a
/// secret may begin there and end outside.
const MARGIN: usize = 2 * 1024;

/// Minimum length of a text that only may be a secret, in characters: shorter
/// ones occur in any message.
const SHORTEST: usize = 4;

/// Whether a text that may be a secret is long enough to be hidden.
pub(crate) fn is_long_enough(text: &str) -> bool {
    text.chars().nth(SHORTEST - 1).is_some()
}

/// `text` with names in place of secrets. `secrets` are sorted.
#[cfg(feature = "cassette")]
pub(crate) fn replaced(text: &str, secrets: &[(Zeroizing<String>, String)]) -> String {
    let (texts, names): (Vec<_>, Vec<_>) = secrets.iter().cloned().unzip();
    let mut readings = if texts.is_empty() { Vec::new() } else { readings(text) };
    let (mut out, mut place) = (String::new(), 0);
    while let Some(character) = text.get(place..).and_then(|rest| rest.chars().next()) {
        let found = readings.iter_mut().filter_map(|reading| {
            let end = hidden(reading, place, &texts)?;
            let beginning = reading.at(place)?.as_bytes();
            let agrees = |secret: &Zeroizing<String>| match common(beginning, secret) {
                length if length >= CUT.min(secret.len()) => Some(length),
                _ => None,
            };
            let name = names.iter().zip(&texts).max_by_key(|(_, secret)| agrees(secret))?.0;
            Some((end, name))
        });
        match found.max_by_key(|(end, _)| *end) {
            Some((end, name)) => {
                out.push_str(name);
                place = end;
            }
            None => {
                out.push(character);
                place += character.len_utf8();
            }
        }
    }
    out
}

/// The secrets of one request, and what may be one. They are only prepared when
/// something has to be scrubbed: most calls succeed.
#[derive(Default)]
pub(crate) struct Secrets {
    texts: Vec<Secret>,
    opaque: Vec<Opaque>,
    /// Values of headers, the same in all requests of a client.
    headers: Arc<[Secret]>,
}

/// JSON with parts of an unknown shape.
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

    /// Adds the secrets in JSON.
    pub(crate) fn add_json(&mut self, json: JsonWriter) {
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
    /// what controls a terminal or the direction of text.
    pub(crate) fn scrub(&self, text: &str, limit: usize) -> String {
        let secrets = self.sorted();
        let is_long = text.len() > WINDOW;
        let (window, end) = if is_long { (window(text), WINDOW - MARGIN) } else { (text, WINDOW) };
        let mut readings = readings(window);
        let (mut out, mut length, mut place) = (String::new(), 0, 0);
        while let Some(character) = window.get(place..).and_then(|rest| rest.chars().next()) {
            if length >= limit || place >= end {
                break;
            }
            let hidden = readings.iter_mut().filter_map(|reading| hidden(reading, place, &secrets)).max();
            if let Some(after) = hidden {
                out.push_str(MARK);
                length += MARK.len();
                place = after;
            } else {
                out.push(inert(character));
                length += 1;
                place += character.len_utf8();
            }
        }
        if place < text.len() {
            out.push('…');
        }
        out
    }

    /// All secrets and all texts in JSON of an unknown shape, sorted.
    fn sorted(&self) -> Vec<Zeroizing<String>> {
        let known = self.texts.iter().chain(&*self.headers);
        let known = known.map(|secret| Zeroizing::new(secret.expose().to_owned()));
        let mut all: Vec<_> = known.chain(self.opaque.iter().flat_map(Opaque::texts)).collect();
        all.retain(|text| !text.is_empty());
        all.sort_unstable_by(|one, two| one.as_str().cmp(two));
        all
    }
}

/// The beginning of a text.
fn window(text: &str) -> &str {
    let mut ends = (0..=WINDOW).rev();
    ends.find_map(|end| text.get(..end)).unwrap_or_default()
}

/// Where a secret that is read from this place on ends in the original.
fn hidden(reading: &mut Reading, place: usize, secrets: &[Zeroizing<String>]) -> Option<usize> {
    let length = known_length(reading.at(place)?.as_bytes(), secrets)?;
    reading.end(length)
}

/// How many bytes at the beginning of a text are a secret, or the beginning of
/// one that is cut off.
fn known_length(text: &[u8], secrets: &[Zeroizing<String>]) -> Option<usize> {
    let before = up_to(text, secrets);
    // Those on both sides of the text have most in common with it.
    let beside = before.last().into_iter().chain(secrets.get(before.len()));
    let longest = beside.map(|secret| common(text, secret)).max()?;
    if longest >= CUT { Some(longest) } else { whole_length(text, before) }
}

/// The length of the longest secret at the beginning of a text, given those
/// that are sorted before it.
fn whole_length(text: &[u8], mut before: &[Zeroizing<String>]) -> Option<usize> {
    while let Some(secret) = before.last() {
        let length = common(text, secret);
        if length == secret.len() {
            return Some(length);
        }
        before = up_to(text.get(..length)?, before);
    }
    None
}

/// How many bytes at the beginning of both are the same.
fn common(text: &[u8], secret: &str) -> usize {
    secret.bytes().zip(text).take_while(|(one, two)| one == *two).count()
}

/// The secrets up to a text, in ascending order.
fn up_to<'a>(text: &[u8], secrets: &'a [Zeroizing<String>]) -> &'a [Zeroizing<String>] {
    let count = secrets.partition_point(|secret| secret.as_bytes() <= text);
    secrets.get(..count).unwrap_or_default()
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
    fn takes_out_what_is_left_of_a_long_secret() {
        let secret = format!("{}é{}", "a".repeat(CUT), "b".repeat(200_000));
        let secrets = secrets(&[&secret, "short secret"]);
        let shown = |text: &str| secrets.scrub(text, 200);
        assert_eq!(shown(&format!("1 {}è 2 short secre", "a".repeat(CUT))), "1 [secret]è 2 short secre");
        assert_eq!(shown(&format!("1 {}…", "a".repeat(CUT - 1))), format!("1 {}…", "a".repeat(CUT - 1)));
        assert_eq!(shown(&format!("1 {secret} 2 {secret}")), "1 [secret]…");
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
