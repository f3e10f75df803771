//! Secrets in texts that aren't JSON: forms, URLs, headers, logs, XML.

use std::ops::Range;

use percent_encoding::percent_decode_str;

use super::{names::plain, shapes, walker::Walker};
use crate::{json::split_string, percent};

/// How far before a mark a name is looked for, in bytes.
const REACH: usize = 256;

/// What ends a value without quotes.
const ENDS: [char; 8] = ['"', '\'', '<', '>', '`', ';', '\\', '|'];

/// Names whose value is the rest of the line.
const WHOLE_LINE: &[&str] = &["authorization", "cookie", "proxyauthorization", "setcookie"];

/// Folders of URLs whose next part may be a secret.
const FOLDERS: &[&str] =
    &["activate", "confirm", "invitation", "invite", "magic", "reset", "unsubscribe", "verify"];

/// What is found at a mark.
struct Secret {
    name: String,
    place: Range<usize>,
}

/// What is before a mark.
struct Before {
    /// Decoded.
    name: String,
    /// The same with the word before it.
    phrase: Option<String>,
    is_quoted: bool,
    /// A parameter of a URL.
    is_in_url: bool,
}

impl Walker<'_> {
    /// A text that isn't JSON, without what looks secret.
    pub(super) fn free(&mut self, text: &str) -> String {
        let (mut out, mut done) = (String::with_capacity(text.len()), 0);
        for (at, mark) in text.match_indices(['=', ':', '>', '/']) {
            if at < done {
                continue;
            }
            let Some(Secret { name, place }) =
                self.at_mark(text, at, mark).filter(|it| it.place.start >= done)
            else {
                continue;
            };
            out.push_str(&self.between(text.get(done..place.start).unwrap_or_default()));
            let secret = text.get(place.clone()).unwrap_or_default();
            let found = self.of(&name);
            out.push_str(&self.placeholders.text(secret, found));
            done = place.end;
        }
        out + &self.between(text.get(done..).unwrap_or_default())
    }

    /// What is between secrets with a name: secrets that are known by their
    /// shape, and texts in percent-encoding.
    fn between(&mut self, text: &str) -> String {
        let text = shapes::replaced(text, |secret, name| {
            let found = self.of(name);
            self.placeholders.text(secret, found)
        });
        if !text.contains('%') {
            return text;
        }
        let is_end = |c: char| c.is_whitespace() || ENDS.contains(&c) || matches!(c, '&' | '=' | '?' | '#');
        let parts = text.split_inclusive(is_end).map(|part| {
            let encoded = part.trim_end_matches(is_end);
            let decoded = percent_decode_str(encoded).decode_utf8_lossy();
            let hidden = if encoded.contains('%') { self.inner(&decoded) } else { encoded.to_owned() };
            if !encoded.contains('%') || hidden == decoded {
                return part.to_owned();
            }
            let mut out = String::new();
            percent::encode_into(&mut out, &hidden);
            out + part.strip_prefix(encoded).unwrap_or_default()
        });
        parts.collect()
    }

    /// A secret that a mark separates from its name.
    fn at_mark(&self, text: &str, at: usize, mark: &str) -> Option<Secret> {
        let (before, after) = (text.get(..at)?, text.get(at + mark.len()..)?);
        let start = at + mark.len();
        match mark {
            "/" if after.starts_with('/') => user_info(after, start),
            "/" => self.in_path(before, after, start),
            ">" => self.in_element(before, after, start),
            ":" if after.starts_with("//") => None,
            _ => self.assigned(before, after, start, mark),
        }
    }

    /// `password=…`, `Recovery code: …`, `?token=…`
    fn assigned(&self, before: &str, after: &str, start: usize, mark: &str) -> Option<Secret> {
        let before = name_before(before)?;
        let is_secret = |name: &str| match before.is_in_url {
            true => self.names.are_secret_in_urls(name),
            false => self.names.are_secret(name),
        };
        let phrase = before.phrase.as_deref().filter(|phrase| self.names.are_secret(phrase));
        let name = if is_secret(&before.name) { before.name.as_str() } else { phrase? };
        let name = name.to_owned();
        let spaces = if before.is_in_url { &[][..] } else { &[' ', '\t', '=', '>'] };
        let rest = after.trim_start_matches(spaces);
        let place = value(rest, &before, WHOLE_LINE.contains(&&*plain(&name)))?;
        // JSON whose numbers are hidden already.
        if mark == ":" && before.is_quoted && place.start == 0 {
            return None;
        }
        let start = start + after.len() - rest.len();
        let text = rest.get(place.clone())?;
        let is_word = ["true", "false", "null", "none"].contains(&&*text.to_lowercase());
        let place = start + place.start..start + place.end;
        (!place.is_empty() && !is_word).then_some(Secret { name, place })
    }

    /// `<Password>…</Password>`
    fn in_element(&self, before: &str, after: &str, start: usize) -> Option<Secret> {
        let (_, tag) = tail(before).rsplit_once('<')?;
        let name = tag.split(char::is_whitespace).next()?;
        let end = after.find('<')?;
        let is_secret = self.names.are_secret(name) && !name.starts_with('/') && end > 0;
        is_secret.then(|| Secret { name: name.to_owned(), place: start..start + end })
    }

    /// `/token/…`
    fn in_path(&self, before: &str, after: &str, start: usize) -> Option<Secret> {
        let is_end =
            |c: char| c.is_whitespace() || ENDS.contains(&c) || matches!(c, '/' | '?' | '#' | '&' | ')');
        let (_, folder) = tail(before).rsplit_once('/')?;
        let is_folder = !folder.is_empty() && !folder.contains(is_end);
        let folder = folder.to_owned();
        let is_secret = self.names.are_secret(&folder) || FOLDERS.contains(&&*plain(&folder));
        if !is_folder || !is_secret {
            return None;
        }
        let part = after.split(is_end).next()?;
        let has_digit = part.contains(|c: char| c.is_ascii_digit());
        let is_random = (part.len() >= 8 && has_digit) || part.len() >= 24 || is_numbered(part, &folder);
        is_random.then(|| Secret { place: start..start + part.len(), name: folder })
    }
}

/// Whether a text is a placeholder of an earlier cassette.
fn is_numbered(text: &str, name: &str) -> bool {
    text.strip_prefix(name)
        .and_then(|end| end.strip_prefix('-'))
        .is_some_and(|end| end.parse::<usize>().is_ok())
}

/// `https://user:password@host`
fn user_info(after: &str, start: usize) -> Option<Secret> {
    let authority = after.strip_prefix('/')?;
    let is_end = |c: char| c.is_whitespace() || ENDS.contains(&c) || matches!(c, '/' | '?' | '#');
    let authority = authority.split(is_end).next()?;
    let (user, _) = authority.rsplit_once('@').filter(|(user, _)| !user.is_empty())?;
    Some(Secret { name: "userinfo".to_owned(), place: start + 1..start + 1 + user.len() })
}

/// The end of a text.
fn tail(text: &str) -> &str {
    let start = (text.len().saturating_sub(REACH)..=text.len()).find(|start| text.is_char_boundary(*start));
    start.and_then(|start| text.get(start..)).unwrap_or_default()
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '%' | '[' | ']' | '+')
}

/// The name at the end of a text.
fn name_before(text: &str) -> Option<Before> {
    let text = tail(text).trim_end_matches([' ', '\t']);
    let unquoted = text.trim_end_matches(['"', '\'', '`', '\\']);
    let rest = unquoted.trim_end_matches(is_of_name);
    let name = unquoted.strip_prefix(rest).filter(|name| !name.is_empty())?;
    let name = percent_decode_str(name).decode_utf8_lossy().replace('+', " ");
    let is_in_url = rest.ends_with(['?', '&', '#']);
    let before = rest.strip_suffix(' ').filter(|before| before.ends_with(is_of_name));
    let word = before.and_then(|before| before.strip_prefix(before.trim_end_matches(is_of_name)));
    let phrase = word.map(|word| format!("{word} {name}"));
    Some(Before { name, phrase, is_quoted: unquoted.len() < text.len(), is_in_url })
}

/// Where the value at the beginning of a text is.
fn value(text: &str, before: &Before, is_whole_line: bool) -> Option<Range<usize>> {
    for quote in ["\\\"", "\"", "'"] {
        if let Some(string) = text.strip_prefix(quote) {
            let length = match quote {
                "\"" => split_string(string).0.len(),
                quote => string.find(quote).or_else(|| string.find('\n')).unwrap_or(string.len()),
            };
            return Some(quote.len()..quote.len() + length);
        }
    }
    if is_whole_line {
        return Some(0..text.find(['\r', '\n', '"', '<']).unwrap_or(text.len()));
    }
    let is_end = |(index, c): (usize, char)| match c {
        '&' => before.is_in_url || begins_with_pair(text.get(index + 1..).unwrap_or_default()),
        '#' => before.is_in_url,
        c => c.is_whitespace() || ENDS.contains(&c),
    };
    let end = text.char_indices().find(|it| is_end(*it)).map_or(text.len(), |(end, _)| end);
    let value = text.get(..end)?;
    let value = if before.is_in_url { value } else { value.trim_end_matches([',', '.', ')', ']', '}', ':']) };
    Some(0..value.len())
}

/// Whether a text begins with `name=`.
fn begins_with_pair(text: &str) -> bool {
    let rest = text.trim_start_matches(is_of_name);
    rest.len() < text.len() && rest.starts_with('=')
}
