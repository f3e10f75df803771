//! Texts that may be secrets that nothing marks. This is for a warning: nothing follows from it.

/// Words in the names of secrets.
const NAMES: &str = "password passwd passphrase secret token apikey privatekey accesskey credential session \
    authorization cookie recovery signature";

/// The beginnings of secrets.
const STARTS: [&str; 5] = ["eyJ", "-----BEGIN ", "Bearer ", "Basic ", "otpauth:"];

/// Characters of a random text.
const RANDOM: usize = 20;

/// Returns whether a text looks like a secret, by its name or by itself.
pub(super) fn is_suspect(name: &str, text: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    !text.is_empty() && NAMES.split_whitespace().any(|word| plain.contains(word)) || looks_secret(text)
}

/// Returns whether a text looks like a secret.
pub(super) fn looks_secret(text: &str) -> bool {
    let user = text.split_once("://").and_then(|(_, rest)| rest.split(['/', '?']).next()?.split_once('@'));
    STARTS.iter().any(|start| text.starts_with(start))
        || user.is_some_and(|(user, _)| user.contains(':'))
        || is_random(text)
}

/// Letters and digits, mixed, without spaces; a UUID is an identifier.
fn is_random(text: &str) -> bool {
    let is_in = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+/=.".contains(&byte);
    let is_uuid = text.len() == 36 && text.bytes().filter(|byte| *byte == b'-').count() == 4;
    let changes = text.as_bytes().windows(2).filter(|pair| {
        matches!(pair, [one, two] if one.is_ascii_alphanumeric() && two.is_ascii_alphanumeric()
            && one.is_ascii_digit() != two.is_ascii_digit())
    });
    text.len() >= RANDOM && text.bytes().all(is_in) && !is_uuid && changes.count() >= 4
}
