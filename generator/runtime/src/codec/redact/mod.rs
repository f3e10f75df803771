//! Takes the secrets of a request out of what the server says.
//!
//! A server repeats a secret as it was sent, or encoded in another way. So the
//! text is [`decoded`] in each known way, and the secret is looked for. It is not
//! found in base64, hashed, in other letters, with something inserted, or with fewer
//! than [`CUT`] bytes of it left.
//!
//! A short secret of letters only can be one of the server's own words. A reader
//! who knows the server's texts could tell it from what is missing, so all of the
//! text is [`WITHHELD`].

mod decoded;

use std::{iter, sync::Arc};

use zeroize::Zeroizing;

use self::decoded::decoded;
use super::json::{self, JsonWriter};
use super::values::{Placed, Value};
use crate::core::{Secret, text::inert};

/// The replacement of a secret.
const MARK: &str = "[secret]";

/// The replacement of a text that has a secret among its words.
const WITHHELD: &str = "[not shown: it repeats a secret]";

/// The length of a secret that is removed even if the rest does not follow, in
/// bytes.
const CUT: usize = 32;

/// Maximum number of bytes of a text that are searched.
const WINDOW: usize = 64 * 1024;

/// The length at the end of the window of a longer text that is not shown, in bytes: a
/// secret may begin there and end outside.
const MARGIN: usize = 2 * 1024;

/// Minimum length of a text that only may be a secret, in characters: shorter
/// ones occur in any message.
const SHORTEST: usize = 4;

/// Returns whether a text that may be a secret is long enough to be hidden.
pub(crate) fn is_long_enough(text: &str) -> bool {
    text.chars().nth(SHORTEST - 1).is_some()
}

/// A secret and what is shown instead.
pub(crate) type Hidden = (Zeroizing<String>, String);

/// `text` with names in place of secrets. `secrets` are sorted.
#[cfg(feature = "cassette")]
pub(crate) fn replaced(text: &str, secrets: &[Hidden]) -> String {
    let mut out = String::new();
    for (_, piece) in pieces(text, secrets) {
        match piece {
            Ok(character) => out.push(character),
            Err(name) => out.push_str(name),
        }
    }
    out
}

/// The pieces of a text, each with its end: a character, or what is shown in
/// place of a secret. `secrets` are sorted, without duplicates.
fn pieces<'a>(text: &'a str, secrets: &'a [Hidden]) -> impl Iterator<Item = (usize, Result<char, &'a str>)> {
    let decoded = if secrets.is_empty() { Vec::new() } else { decoded(text) };
    let mut place = 0;
    iter::from_fn(move || {
        let character = text.get(place..)?.chars().next()?;
        let found = decoded.iter().filter_map(|decoded| {
            let (start, rest) = decoded.at(place)?;
            let (length, name) = beginning(rest.as_bytes(), secrets)?;
            Some((decoded.origin(start + length)?, Err(name)))
        });
        let plain = (place + character.len_utf8(), Ok(character));
        let next = found.max_by_key(|(end, _)| *end).unwrap_or(plain);
        place = next.0;
        Some(next)
    })
}

/// Returns how many bytes at the beginning of a text are a secret, or the beginning of
/// one that is cut off, and what is shown instead.
fn beginning<'a>(text: &[u8], mut alike: &'a [Hidden]) -> Option<(usize, &'a str)> {
    let mut found = None;
    for (index, byte) in text.iter().enumerate() {
        let at = |(secret, _): &Hidden| secret.as_bytes().get(index).copied();
        alike = alike.get(alike.partition_point(|hidden| at(hidden) < Some(*byte))..)?;
        alike = alike.get(..alike.partition_point(|hidden| at(hidden) == Some(*byte)))?;
        let Some((secret, name)) = alike.first() else { break };
        if secret.len() == index + 1 || index + 1 >= CUT {
            found = Some((index + 1, name.as_str()));
        }
    }
    found
}

/// The values of one request, as they were sent. Their secrets are only looked for when something has
/// to be redacted: most calls succeed.
#[derive(Default)]
pub(crate) struct SentValues {
    /// The headers that the caller set, which may be secrets.
    pub(crate) headers: Arc<[Secret]>,
    /// Those of the credential, the same in all requests that have it.
    pub(crate) credential: Arc<[Placed]>,
    pub(crate) values: Vec<Placed>,
    /// True if the query is that of another page of a list, whose URL the server gave.
    #[cfg_attr(not(feature = "cassette"), expect(dead_code, reason = "only cassettes read requests"))]
    pub(crate) is_page: bool,
}

/// The parts of JSON that have an unknown shape, and the texts in them.
fn opaque_texts(json: &JsonWriter) -> impl Iterator<Item = Zeroizing<String>> {
    let parts = json.opaque.iter().filter_map(|part| json.text.get(part.clone()));
    let texts = parts.flat_map(|part| {
        let whole = (!["true", "false", "null"].contains(&part)).then(|| part.to_owned());
        json::texts(part).into_iter().chain(whole)
    });
    texts.filter(|text| is_long_enough(text)).map(Zeroizing::new)
}

impl SentValues {
    /// All values, those of the credential first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Placed> {
        self.credential.iter().chain(&self.values)
    }

    /// JSON without the secrets, and without the values of fields with these names.
    #[cfg(feature = "cli")]
    pub(crate) fn redacted_json(&self, json: serde_json::Value, fields: &[&str]) -> serde_json::Value {
        use serde_json::Value as Json;
        let redacted = |text: &str| self.redacted(text, usize::MAX);
        match json {
            Json::String(text) => redacted(&text).into(),
            Json::Number(number) if redacted(&number.to_string()) != number.to_string() => MARK.into(),
            Json::Array(items) => items.into_iter().map(|item| self.redacted_json(item, fields)).collect(),
            Json::Object(all) => {
                let all = all.into_iter().map(|(name, value)| match fields.contains(&name.as_str()) {
                    true => (name, MARK.into()),
                    false => (redacted(&name), self.redacted_json(value, fields)),
                });
                Json::Object(all.collect())
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => json,
        }
    }

    /// At most `limit` characters of `text`, without the secrets and without
    /// what controls a terminal or the direction of text.
    pub(crate) fn redacted(&self, text: &str, limit: usize) -> String {
        let secrets = self.sorted();
        let end = if text.len() > WINDOW { WINDOW - MARGIN } else { text.len() };
        let window = (0..=text.len().min(WINDOW)).rev().find_map(|end| text.get(..end)).unwrap_or(text);
        let (mut out, mut length, mut place) = (String::new(), 0, 0);
        let mut pieces = pieces(window, &secrets);
        while length < limit && place < end {
            let Some((after, piece)) = pieces.next() else { break };
            match piece {
                Err(WITHHELD) => return WITHHELD.to_owned(),
                Err(mark) => out.push_str(mark),
                Ok(character) => out.push(inert(character)),
            }
            length += if piece.is_ok() { 1 } else { MARK.len() };
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
        let named = |secret: &str| {
            let name = if is_word(secret) { WITHHELD } else { MARK };
            (Zeroizing::new(secret.to_owned()), name.to_owned())
        };
        let marked = |text| (text, MARK.to_owned());
        let headers = self.headers.iter().map(|secret| marked(Zeroizing::new(secret.expose().to_owned())));
        let json = self.all().filter_map(|placed| match &placed.value {
            Value::Json(json) => Some(json),
            Value::Text(_) | Value::List(_) | Value::Null | Value::File(_) => None,
        });
        let opaque = json.flat_map(|json| opaque_texts(json)).map(marked);
        let texts = self.all().flat_map(Placed::secrets).map(named);
        let mut all: Vec<_> = texts.chain(headers).chain(opaque).collect();
        all.retain(|(text, _)| !text.is_empty());
        // `WITHHELD` comes before `MARK`.
        all.sort_unstable_by(|(one, mark), (two, other)| (one.as_str(), mark).cmp(&(two.as_str(), other)));
        all.dedup_by(|(one, _), (two, _)| one == two);
        all
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::core::{Parameter, Place};

    fn sent(values: impl IntoIterator<Item = Value>) -> SentValues {
        const SECRET: &Parameter = &Parameter::required("Pin", "string").secret();
        let placed = |value: Value| {
            let parameter = Some(SECRET).filter(|_| matches!(value, Value::Text(_)));
            Placed { name: "Pin", parameter, place: Place::Form, value }
        };
        SentValues { values: values.into_iter().map(placed).collect(), ..SentValues::default() }
    }

    fn secrets(texts: &[&str]) -> SentValues {
        sent(texts.iter().map(|text| Value::Text((*text).to_owned())))
    }

    fn opaque(json: &str, opaque: Vec<Range<usize>>) -> Value {
        Value::Json(JsonWriter { text: json.to_owned(), opaque, ..JsonWriter::default() }.into())
    }

    #[test]
    fn takes_out_every_spelling_and_gives_no_word_away() {
        let all = "1 [secret] 2 [secret] 3 [secret] 4 [secret] 5 [secret] 6";
        for (texts, text, limit, expected) in [
            (
                &["a b&\"c", "a b", ""][..],
                "1 a b&\"c 2 a+b%26%22c 3 a%20b%26%22c 4 a b&\\\"c 5 a b 6",
                200,
                all,
            ),
            (&["wrong"], "wrong name, password or TOTP", 200, WITHHELD),
            (&["wrong"], "&#119;rong", 200, WITHHELD),
            (&["wrong"], "wr%6fng", 200, WITHHELD),
            (&["wrong1"], "wrong wrong1", 200, "wrong [secret]"),
            // What is cut off says nothing.
            (&["wrong"], "at the end: wrong", 10, "at the end…"),
            (&["canary1"], "ab\x1b[canary1", 4, "ab […"),
            (&["canary1"], "abcanary1", 4, "ab[secret]"),
            (&["canary1"], "abcanary1!", 4, "ab[secret]…"),
            (&["canary1"], "äöü", 3, "äöü"),
        ] {
            assert_eq!(secrets(texts).redacted(text, limit), expected);
        }
        // It may be a secret.
        let headers = SentValues { headers: Arc::new([Secret::from("wrong")]), ..SentValues::default() };
        assert_eq!(headers.redacted("wrong name", 200), "[secret] name");
    }

    #[test]
    fn takes_apart_what_nobody_knows() {
        let json = r#"{"name": ["canary\"", "abc", 12345, null]}"#;
        let secrets = sent([opaque(json, vec![0..json.len(), 5..1000])]);
        let text = r#"canary" canary\" canary%5C%22 canary%22 abc 12345 null name"#;
        let clean = "[secret] [secret] [secret] [secret] abc 12345 null name";
        assert_eq!(secrets.redacted(text, 200), clean);
        let literals = ["null", "true", "false", "1", "[]", "123456"];
        let secrets = sent(literals.map(|json| opaque(json, vec![0..json.len(), 0..0])));
        assert_eq!(secrets.redacted("null true false 1 [] 123456", 200), "null true false 1 [] [secret]");
    }

    #[test]
    fn takes_out_what_is_left_of_a_long_secret() {
        let secret = format!("{}é{}", "a".repeat(CUT), "b".repeat(200_000));
        let secrets = secrets(&[&secret, "short secret"]);
        let shown = |text: &str| secrets.redacted(text, 200);
        assert_eq!(shown(&format!("1 {}è 2 short secre", "a".repeat(CUT))), "1 [secret]è 2 short secre");
        assert_eq!(shown(&format!("1 {}…", "a".repeat(CUT - 1))), format!("1 {}…", "a".repeat(CUT - 1)));
        assert_eq!(shown(&format!("1 {secret} 2 {secret}")), "1 [secret]…");
    }
}
