//! Secrets that are known by their shape, whatever they are called.

type Find = fn(&str) -> Option<(usize, usize)>;

/// Each with its name, and a function that finds where the first one of a text
/// begins and ends.
const SHAPES: &[(&str, Find)] = &[("private_key", private_key), ("bearer", bearer), ("jwt", web_token)];

/// The text with each of them replaced by what `replace` returns for it and its
/// name.
pub(super) fn replaced(text: &str, mut replace: impl FnMut(&str, &str) -> String) -> String {
    let mut text = text.to_owned();
    for (name, find) in SHAPES {
        let (mut out, mut rest) = (String::new(), text.as_str());
        while let Some((start, end)) = find(rest) {
            let Some((before, secret)) = rest.get(..start).zip(rest.get(start..end)) else { break };
            out.push_str(before);
            out.push_str(&replace(secret, name));
            rest = rest.get(end..).unwrap_or_default();
        }
        out.push_str(rest);
        text = out;
    }
    text
}

/// What is between the lines around a private key in PEM.
fn private_key(text: &str) -> Option<(usize, usize)> {
    const LABEL: &str = "PRIVATE KEY-----";
    let begin = text.find("-----BEGIN ")?;
    let start = begin + text.get(begin..)?.find(LABEL)? + LABEL.len();
    let end = text.get(start..)?.find("-----").map_or(text.len(), |length| start + length);
    Some((start, end))
}

/// What follows `Bearer`.
fn bearer(text: &str) -> Option<(usize, usize)> {
    let tokens = text.match_indices("earer ").filter_map(|(at, word)| {
        let start = at + word.len();
        let token =
            text.get(start..)?.split(|c: char| c.is_whitespace() || "\"'<>,;\\".contains(c)).next()?;
        let is_one = token.len() >= 16 || is_placeholder(token, "bearer-");
        is_one.then_some((start, start + token.len()))
    });
    { tokens }.next()
}

/// A JSON Web Token.
fn web_token(text: &str) -> Option<(usize, usize)> {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut start = 0;
    for word in text.split_inclusive(|c| !is_of_token(c)) {
        let token = word.trim_end_matches(|c| !is_of_token(c));
        let is_one = token.starts_with("eyJ") && token.matches('.').count() >= 2;
        if is_one || is_placeholder(token, "jwt-") {
            return Some((start, start + token.len()));
        }
        start += word.len();
    }
    None
}

/// A request that was recorded is hidden again before it is compared.
fn is_placeholder(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|number| number.parse::<usize>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_tokens_and_keys() {
        let shown = |text: &str| replaced(text, |secret, name| format!("{name}:{}", secret.len()));
        assert_eq!(shown("a eyJhbGci.eyJzdWIi.c2ln, b"), "a jwt:22, b");
        assert_eq!(shown("a Bearer 0123456789/+abcde, bearer of news"), "a Bearer bearer:17, bearer of news");
        assert_eq!(
            shown("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- x"),
            "-----BEGIN RSA PRIVATE KEY-----private_key:5-----END RSA PRIVATE KEY----- x"
        );
        assert_eq!(shown("-----BEGIN PUBLIC KEY-----\nabc"), "-----BEGIN PUBLIC KEY-----\nabc");
    }
}
