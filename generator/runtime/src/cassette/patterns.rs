//! Patterns of secrets in texts that aren't JSON: forms, URLs, headers, logs,
//! XML.

use std::{io, ops::Range, sync::LazyLock};

use percent_encoding::percent_decode_str;
use regex::{Captures, Regex};

use super::{
    names::{Names, Words, plain},
    placeholders,
};

/// The characters that end a value without quotes, as a class.
const END: &str = r#"\s"'<>`;\\|"#;

/// The characters of a name.
const NAME: &str = r"[\w.%+\[\]-]";

/// Names whose value is the rest of the line.
const WHOLE_LINE: [&str; 4] = ["authorization", "cookie", "proxyauthorization", "setcookie"];

/// Folders of URLs whose next part may be a secret.
const FOLDERS: [&str; 8] =
    ["activate", "confirm", "invitation", "invite", "magic", "reset", "unsubscribe", "verify"];

/// The name of a secret and where it is.
type Secret = (String, Range<usize>);

/// The secret in what a pattern has found, if there is one.
type Check = fn(&Search<'_>, &Captures<'_>) -> Option<Secret>;

/// A kind of secret: texts of which at least one is there if it is, its pattern, and a further check.
type Pattern = (&'static [&'static str], Regex, Check);

/// All patterns, compiled.
pub(super) struct Patterns {
    pub(super) words: Words,
    /// A piece of JSON: a string with the colon after it, a number, marks, or
    /// anything else.
    pub(super) json: Regex,
    /// Texts that may be percent-encoded.
    pub(super) encoded: Regex,
    /// Possible secrets, in the order of the search.
    secrets: Vec<Pattern>,
    quoted: Regex,
    next_pair: Regex,
}

/// # Errors
/// If a pattern is invalid: a test compiles all.
pub(super) fn patterns() -> io::Result<&'static Patterns> {
    static PATTERNS: LazyLock<Result<Patterns, regex::Error>> = LazyLock::new(Patterns::new);
    PATTERNS.as_ref().map_err(io::Error::other)
}

impl Patterns {
    fn new() -> Result<Self, regex::Error> {
        let assigned = format!(
            r#"(?<url>[?&#])?(?:(?<before>{NAME}+) )?(?<name>{NAME}+)(?<quote>["'`\\]*)[ \t]*(?<mark>[=:])"#
        );
        let quoted = r#"^(?:\\"([^\n]*?)(?:\\"|\n|$)|"((?s:[^"\\]|\\.)*)|'([^'\n]*))"#;
        // Placeholders, too: a recorded request is hidden again before it is compared.
        let secrets: [(&[&str], &str, Check); 7] = [
            (&["PRIVATE KEY"], r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:(.*?))(?:-----|$)", |_, found| {
                shape("private_key", found)
            }),
            (&["earer "], r#"earer ([^\s"'<>,;\\]{16,}|bearer-\d+)"#, |_, found| shape("bearer", found)),
            (&["eyJ", "jwt-"], r"\b(eyJ[\w-]*\.[\w-]*\.[\w.-]*|jwt-\d+)", |_, found| shape("jwt", found)),
            (&["//"], &format!("//([^{END}/?#]+)@"), |_, found| shape("userinfo", found)),
            (&["<"], r"<(?<name>[^\s<>/][^\s<>]*)(?:\s[^<>]*)?>(?<secret>[^<]+)", |it, found| {
                it.in_element(found)
            }),
            (&["/"], &format!("/(?<name>[^{END}/?#&)]+)/(?<secret>[^{END}/?#&)]+)"), |it, found| {
                it.in_path(found)
            }),
            (&["=", ":"], &assigned, |it, found| it.assigned(found)),
        ];
        let secrets =
            secrets.into_iter().map(|(in_all, pattern, check)| Ok((in_all, Regex::new(pattern)?, check)));
        Ok(Self {
            words: Words::new()?,
            json: Regex::new(
                r#""(?s:[^"\\]|\\.)*(?:"(?:\s*:)?)?|-?\d[\d.eE+-]*|[\[\]{},]+|[^"\d\[\]{},-]+|-"#,
            )?,
            encoded: Regex::new(&format!("[^{END}&=?#]*%[^{END}&=?#]*"))?,
            secrets: secrets.collect::<Result<_, _>>()?,
            quoted: Regex::new(quoted)?,
            next_pair: Regex::new(&format!("&{NAME}+="))?,
        })
    }

    /// The text without what looks secret: `hide` returns what replaces the secret
    /// with a name. `None` if the text can't be taken apart.
    pub(super) fn replaced(
        &self,
        names: &Names,
        text: &str,
        mut hide: impl FnMut(&str, &str) -> String,
    ) -> Option<String> {
        let mut text = text.to_owned();
        for (in_all, regex, check) in &self.secrets {
            if !in_all.iter().any(|it| text.contains(it)) {
                continue;
            }
            let (mut out, mut done, mut at) = (String::new(), 0, 0);
            while let Some(found) = regex.captures_at(&text, at) {
                let place = check(&Search { patterns: self, names, text: &text }, &found);
                at = found.name("name").or(found.get(0))?.end();
                let Some((name, place)) = place else { continue };
                out.push_str(text.get(done..place.start)?);
                out.push_str(&hide(&name, text.get(place.clone())?));
                (done, at) = (place.end, place.end);
            }
            if done > 0 {
                text = out + text.get(done..)?;
            }
        }
        Some(text)
    }
}

/// A secret that is known by its shape, whatever it is called.
fn shape(name: &str, found: &Captures<'_>) -> Option<Secret> {
    Some((name.to_owned(), found.get(1)?.range()))
}

/// A text that is searched.
struct Search<'a> {
    patterns: &'a Patterns,
    names: &'a Names,
    text: &'a str,
}

impl Search<'_> {
    /// `<Password>…</Password>`
    fn in_element(&self, found: &Captures<'_>) -> Option<Secret> {
        let name = found.name("name")?.as_str();
        self.names.are_secret(name).then_some((name.to_owned(), found.name("secret")?.range()))
    }

    /// `/token/…`
    fn in_path(&self, found: &Captures<'_>) -> Option<Secret> {
        let (folder, part) = (found.name("name")?.as_str(), found.name("secret")?);
        let has_digit = part.as_str().contains(|c: char| c.is_ascii_digit());
        let is_placeholder = placeholders::number(part.as_str()).is_some_and(|(name, _)| name == folder);
        let is_random = part.len() >= 24 || (part.len() >= 8 && has_digit) || is_placeholder;
        let is_secret = is_random && (self.names.are_secret(folder) || FOLDERS.contains(&&*plain(folder)));
        is_secret.then(|| (folder.to_owned(), part.range()))
    }

    /// `password=…`, `Recovery code: …`, `?token=…`
    fn assigned(&self, found: &Captures<'_>) -> Option<Secret> {
        let text = |group| found.name(group).map(|it| it.as_str());
        let name = percent_decode_str(text("name")?).decode_utf8_lossy().replace('+', " ");
        let is_in_url = text("url").is_some();
        let is_secret = match is_in_url {
            true => self.names.are_secret_in_urls(&name),
            false => self.names.are_secret(&name),
        };
        let phrase = || text("before").map(|before| format!("{before} {name}"));
        let name = if is_secret { name.clone() } else { phrase().filter(|it| self.names.are_secret(it))? };

        let rest = self.text.get(found.get(0)?.end()..)?;
        let value = if is_in_url { rest } else { rest.trim_start_matches([' ', '\t', '=', '>']) };
        let quoted = self.patterns.quoted.captures(value);
        let quoted = quoted.iter().find_map(|quoted| quoted.iter().skip(1).flatten().next());
        let place = match quoted {
            Some(quoted) => quoted.range(),
            // A URL, or JSON whose numbers are hidden already.
            None if text("mark") == Some(":") && (rest.starts_with("//") || text("quote") != Some("")) => {
                return None;
            }
            None if WHOLE_LINE.contains(&&*plain(&name)) => {
                0..value.find(['\r', '\n', '"', '<']).unwrap_or(value.len())
            }
            None => 0..self.unquoted(value, is_in_url).len(),
        };
        let is_word =
            ["", "true", "false", "null", "none"].contains(&&*value.get(place.clone())?.to_lowercase());
        let start = self.text.len() - value.len();
        (!is_word).then_some((name, start + place.start..start + place.end))
    }

    /// The value at the beginning of a text.
    fn unquoted<'t>(&self, text: &'t str, is_in_url: bool) -> &'t str {
        let is_end =
            |c: char| c.is_whitespace() || "\"'<>`;\\|".contains(c) || (is_in_url && "&#".contains(c));
        let value = text.split(is_end).next().unwrap_or(text);
        if is_in_url {
            return value;
        }
        let value = self.patterns.next_pair.splitn(value, 2).next().unwrap_or(value);
        value.trim_end_matches([',', '.', ')', ']', '}', ':'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cassette::Redaction;

    #[test]
    fn secrets_are_found_in_texts_of_any_kind() {
        let patterns = patterns().unwrap();
        let names = Names::new(["Pin"].into_iter(), Redaction::new(), &patterns.words);
        let shown = |text| {
            patterns.replaced(&names, text, |name, secret| format!("{name}~{}", secret.len())).unwrap()
        };
        for (text, expected) in [
            ("a eyJhbGci.eyJzdWIi.c2ln, b", "a jwt~22, b"),
            ("a Bearer 0123456789/+abcde, bearer of news", "a Bearer bearer~17, bearer of news"),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- x",
                "-----BEGIN RSA PRIVATE KEY-----private_key~5-----END RSA PRIVATE KEY----- x",
            ),
            ("-----BEGIN PUBLIC KEY-----\nabc", "-----BEGIN PUBLIC KEY-----\nabc"),
            ("Recovery code: 'a b' x", "Recovery code: 'Recovery code~3' x"),
            ("password = abc, pin=true", "password = password~3, pin=true"),
            ("Cookie: a=b; c=d\nx: y", "Cookie: Cookie~8\nx: y"),
            ("a=b&Pin=1&2&c=d", "a=b&Pin=Pin~1&2&c=d"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
