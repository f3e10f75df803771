//! Names that say that a value is a secret.

use crate::naming;

/// Words in the names of secrets.
const WORDS: &[&str] = &[
    "credential",
    "credentials",
    "key",
    "keys",
    "otp",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "secret",
    "secrets",
    "token",
    "tokens",
    "totp",
];

/// Last words of names that are about a secret but not secret.
const ABOUT: &[&str] = &[
    "algorithm",
    "at",
    "count",
    "format",
    "id",
    "ids",
    "label",
    "name",
    "names",
    "size",
    "type",
    "types",
    "url",
    "version",
];

/// Words before `key` in names of keys that open nothing.
const OPEN_KEYS: &[&str] = &["foreign", "partition", "primary", "properties", "public", "routing", "sort"];

/// Returns whether a name mentions a password, a token or a key.
#[must_use]
pub fn names_a_secret(name: &str) -> bool {
    let name = naming::field(name);
    let words: Vec<&str> = name.split('_').collect();
    let is_about = words.last().is_some_and(|last| ABOUT.contains(last));
    let opens_nothing = |at: usize| {
        words[at].starts_with("key")
            && at.checked_sub(1).is_some_and(|before| OPEN_KEYS.contains(&words[before]))
    };
    !is_about && (0..words.len()).any(|at| WORDS.contains(&words[at]) && !opens_nothing(at))
}
