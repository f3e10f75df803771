//! Takes the secrets of a request out of what the server says.

use crate::{Secret, form, json};

/// What stands in place of a secret.
const MARK: &str = "[secret]";

/// The secrets that one request carries.
#[derive(Default)]
pub(crate) struct Secrets(Vec<Secret>);

impl Secrets {
    pub(crate) fn add(&mut self, secrets: Vec<Secret>) {
        self.0.extend(secrets);
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
            let hidden = spellings.iter().find_map(|secret| rest.strip_prefix(&**secret));
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

    /// Each secret as it is, as it stands in a form and as it stands in JSON,
    /// the longest first: one may begin with another.
    fn spellings(&self) -> Vec<zeroize::Zeroizing<String>> {
        let mut all = Vec::new();
        for secret in self.0.iter().map(Secret::expose) {
            let (mut in_form, mut in_json) = (String::new(), String::new());
            form::encode_into(&mut in_form, secret);
            json::push_escaped(&mut in_json, secret);
            all.extend([secret.to_owned(), in_form.replace('+', "%20"), in_form, in_json]);
        }
        all.retain(|text| !text.is_empty());
        all.sort_by_key(|text| std::cmp::Reverse(text.len()));
        all.dedup();
        all.into_iter().map(zeroize::Zeroizing::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(texts: &[&str]) -> Secrets {
        Secrets(texts.iter().map(|text| Secret::from(*text)).collect())
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
    fn cuts_after_scrubbing_and_drops_control_characters() {
        let secrets = secrets(&["canary"]);
        assert_eq!(secrets.scrub("ab\x1b[canary", 4), "ab […");
        assert_eq!(secrets.scrub("abcanary", 4), "ab[secret]");
        assert_eq!(secrets.scrub("abcanary!", 4), "ab[secret]…");
        assert_eq!(secrets.scrub("äöü", 3), "äöü");
    }
}
