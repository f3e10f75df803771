//! Features of APIs that the spec language can't describe: if a spec tries to, diagnostics say so.

/// Words that other languages have for something, and what that is.
const LIMITS: &[(&[&str], &str)] = &[
    (&["body", "json", "request_body", "requestBody", "xml"], "request bodies that are not forms"),
    (&["cookie", "cookies", "header", "headers", "in"], "parameters in headers, cookies or the path"),
    (&["allOf", "all_of", "anyOf", "any_of", "discriminator", "oneOf", "one_of", "union"], "unions of types"),
    (&["max", "maximum", "min", "minimum", "range"], "ranges of values"),
    (&["maxLength", "max_length", "minLength", "pattern", "regex"], "patterns and lengths of values"),
    (&["errors", "failures", "responses", "status_codes", "statuses"], "results or failures by HTTP status"),
    (&["HEAD", "OPTIONS", "TRACE"], "other HTTP methods"),
    (&["callbacks", "websocket", "webhooks"], "webhooks and WebSockets"),
];

/// The remedy for a key or a value that the language doesn't have, if it is one of these.
pub fn beyond(word: &str) -> Option<String> {
    let (_, what) = LIMITS.iter().find(|(words, _)| words.contains(&word))?;
    Some(help(what))
}

/// The remedy for something that the language doesn't have.
pub fn help(what: &str) -> String {
    format!(
        "the spec language can't describe {what}; see \"Limits of the language\" in the language reference"
    )
}
