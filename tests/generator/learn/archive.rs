//! HTTP Archives for tests.

use serde_json::{Value, json};

/// A text that is part of every value and of no name.
pub const CANARY: &str = "CaNaRy";

/// The credential of an administrator.
pub const ADMIN: &[(&str, &str)] =
    &[("Username", "CaNaRy"), ("AuthType", "Password"), ("Password", "CaNaRy")];

/// An entry of an archive: a form and its response.
pub fn post(path: &str, parameters: &[(&str, &str)], answer: &Value) -> Value {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(ADMIN).extend_pairs(parameters);
    json!({
        "startedDateTime": "2026-01-01T00:00:00Z",
        "request": {
            "method": "POST",
            "url": format!("https://{CANARY}:{CANARY}@{CANARY}.example.com{path}"),
            "headers": [{ "name": "Cookie", "value": CANARY }, { "name": ":authority", "value": CANARY }],
            "cookies": [{ "name": CANARY, "value": CANARY }],
            "postData": { "mimeType": "application/x-www-form-urlencoded", "text": form.finish() },
        },
        "response": {
            "status": 200,
            "statusText": CANARY,
            "headers": [{ "name": "Set-Cookie", "value": CANARY }],
            "content": { "size": 1, "mimeType": "application/json", "text": answer.to_string() },
            "redirectURL": "",
        },
    })
}

/// An archive of entries.
pub fn archive(entries: &[Value]) -> String {
    json!({ "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": entries } })
        .to_string()
}
