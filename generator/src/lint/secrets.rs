//! Names that look like secrets.

use super::{Check, Findings, Rule, Severity, Subject};
use crate::naming;

pub const UNMARKED: Rule = Rule {
    name: "unmarked-secret",
    severity: Severity::Error,
    reason: "A parameter or a field whose name mentions a password, a token or a key is probably a secret. \
             Unless it has `secret: true`, its value appears in Debug output, errors and logs, which a \
             review does not show. Mark it, or allow it with the reason why anyone may see it.",
    check: Check::Api(unmarked),
};

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
const ABOUT: &[&str] = &["at", "count", "format", "id", "label", "name", "type", "url", "version"];

fn unmarked(subject: &Subject<'_>, findings: &mut Findings) {
    let parameters = subject.parameters().map(|(name, it, at)| (name, it.notation.as_str(), it.secret, at));
    let fields = subject.fields().map(|(name, it, at)| (name, it.notation.as_str(), it.secret, at));
    for (name, notation, is_secret, at) in parameters.chain(fields) {
        if !is_secret && is_text(notation) && names_a_secret(name) {
            let title = format!("`{name}` is probably a secret");
            findings.push(at.key(), title, "add `secret: true`, or allow it with the reason");
        }
    }
}

/// Whether values are strings or lists of strings; opaque values are never shown.
fn is_text(notation: &str) -> bool {
    let notation = notation.trim_end_matches('?').trim_end_matches(" or null").trim_end_matches(" (JSON)");
    notation == "string" || notation.ends_with("<string>")
}

fn names_a_secret(name: &str) -> bool {
    let words = naming::field(name);
    let is_about = words.rsplit('_').next().is_some_and(|last| ABOUT.contains(&last));
    !is_about && words.split('_').any(|word| WORDS.contains(&word))
}
