//! Takes the secrets of a request out of what the server says.
//!
//! A server repeats a secret as it was sent, or encoded in another way. So the
//! text is not searched for a list of spellings: it is decoded in each way
//! that is known ([`reading`]), and the secret itself is looked for.
//!
//! What shows all the same: a secret in base64, hashed, with HTML's names of
//! characters other than those of XML, in other letters (upper case, without
//! accents), with something inserted, or with fewer than [`CUT`] bytes of it
//! left.
//!
//! A short secret of letters only can be one of the server's own words. Whoever knows
//! what the server says would read it from what is missing, so all of the text
//! is [`WITHHELD`].

mod reading;

use std::{iter, ops::Range, sync::Arc};

use zeroize::Zeroizing;

use self::reading::readings;
use crate::{JsonWriter, Secret, json, text::inert};

/// What replaces a secret.
const MARK: &str = "[secret]";

/// What replaces a text that has a secret among its words.
const WITHHELD: &str = "[not shown: it repeats a secret]";

/// How much of a secret is taken out even if the rest does not follow, in
/// bytes.
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

/// A secret, and what is shown instead.
type Hidden = (Zeroizing<String>, String);

/// A text decoded in each way in which a server may have encoded it.
#[cfg(feature = "cassette")]
pub(crate) fn spellings(text: &str) -> impl Iterator<Item = String> {
    readings(text).into_iter().map(|reading| reading.text)
}

/// `text` with names in place of secrets. `secrets` are sorted.
#[cfg(feature = "cassette")]
pub(crate) fn replaced(text: &str, secrets: &[Hidden]) -> String {
    let mut out = String::new();
    for (_, piece) in pieces(text, secrets) {
        match piece {
            Piece::Plain(character) => out.push(character),
            Piece::Secret(name) => out.push_str(name),
        }
    }
    out
}

enum Piece<'a> {
    Plain(char),
    /// What is shown instead.
    Secret(&'a str),
}

/// The pieces of a text, each with its end. `secrets` are sorted.
fn pieces<'a>(text: &'a str, secrets: &'a [Hidden]) -> impl Iterator<Item = (usize, Piece<'a>)> {
    let readings = if secrets.is_empty() { Vec::new() } else { readings(text) };
    let mut place = 0;
    iter::from_fn(move || {
        let character = text.get(place..)?.chars().next()?;
        let found = readings.iter().filter_map(|reading| {
            let (start, rest) = reading.at(place)?;
            let (length, name) = beginning(rest.as_bytes(), secrets)?;
            Some((reading.origin(start + length)?, Piece::Secret(name)))
        });
        let plain = (place + character.len_utf8(), Piece::Plain(character));
        let next = found.max_by_key(|(end, _)| *end).unwrap_or(plain);
        place = next.0;
        Some(next)
    })
}

/// How many bytes at the beginning of a text are a secret, or the beginning of
/// one that is cut off, and what is shown instead.
fn beginning<'a>(text: &[u8], secrets: &'a [Hidden]) -> Option<(usize, &'a str)> {
    let first = text.first();
    let from = secrets.partition_point(|(secret, _)| secret.as_bytes().first() < first);
    let alike = secrets.get(from..)?.iter().take_while(|(secret, _)| secret.as_bytes().first() == first);
    let found = alike.filter_map(|(secret, name)| {
        let length = secret.bytes().zip(text).take_while(|(one, two)| one == *two).count();
        (length >= CUT.min(secret.len())).then_some((length, name.as_str()))
    });
    found.max_by_key(|(length, _)| *length)
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
        let (window, end) =
            if text.len() > WINDOW { (window(text), WINDOW - MARGIN) } else { (text, text.len()) };
        let (mut out, mut length, mut place) = (String::new(), 0, 0);
        let mut pieces = pieces(window, &secrets);
        while length < limit && place < end {
            let Some((after, piece)) = pieces.next() else { break };
            match piece {
                Piece::Secret(WITHHELD) => return WITHHELD.to_owned(),
                Piece::Secret(mark) => out.push_str(mark),
                Piece::Plain(character) => out.push(inert(character)),
            }
            length += if matches!(piece, Piece::Plain(_)) { 1 } else { MARK.len() };
            place = after;
        }
        if place < text.len() {
            out.push('…');
        }
        out
    }

    /// All secrets and all texts in JSON of an unknown shape, sorted.
    fn sorted(&self) -> Vec<Hidden> {
        let is_word = |text: &str| text.len() < CUT && text.chars().all(char::is_alphabetic);
        let named = |secret: &Secret| {
            let name = if is_word(secret.expose()) { WITHHELD } else { MARK };
            (Zeroizing::new(secret.expose().to_owned()), name.to_owned())
        };
        let marked = |text| (text, MARK.to_owned());
        let headers = self.headers.iter().map(|secret| marked(Zeroizing::new(secret.expose().to_owned())));
        let opaque = self.opaque.iter().flat_map(Opaque::texts).map(marked);
        let mut all: Vec<_> = self.texts.iter().map(named).chain(headers).chain(opaque).collect();
        all.retain(|(text, _)| !text.is_empty());
        // Of two that are the same, the last counts.
        all.sort_unstable_by(|(one, mark), (two, other)| one.as_str().cmp(two).then(other.cmp(mark)));
        all
    }
}

/// The beginning of a text.
fn window(text: &str) -> &str {
    let mut ends = (0..=WINDOW).rev();
    ends.find_map(|end| text.get(..end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(texts: &[&str]) -> Secrets {
        let texts = texts.iter().map(|text| Secret::from(*text)).collect();
        Secrets { texts, ..Secrets::default() }
    }

    #[test]
    fn a_word_is_not_given_away_by_its_absence() {
        let texts = ["wrong name, password or TOTP", "&#119;rong", "wr%6fng"];
        for text in texts {
            assert_eq!(secrets(&["wrong"]).scrub(text, 200), WITHHELD);
        }
        assert_eq!(secrets(&["wrong1"]).scrub("wrong wrong1", 200), "wrong [secret]");
        let headers = Arc::new([Secret::from("wrong")]);
        assert_eq!(
            Secrets::of_headers(headers).scrub("wrong name", 200),
            "[secret] name",
            "it may be a secret"
        );
        assert_eq!(
            secrets(&["wrong"]).scrub("at the end: wrong", 10),
            "at the end…",
            "what is cut off says nothing"
        );
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
        let secrets = secrets(&["canary1"]);
        assert_eq!(secrets.scrub("ab\x1b[canary1", 4), "ab […");
        assert_eq!(secrets.scrub("abcanary1", 4), "ab[secret]");
        assert_eq!(secrets.scrub("abcanary1!", 4), "ab[secret]…");
        assert_eq!(secrets.scrub("äöü", 3), "äöü");
    }
}
