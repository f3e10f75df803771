//! The encoding of operations that the spec lacks.

use serde_json::{Value, json};

use crate::learn::archive::{ADMIN, CANARY, post};
use crate::learn::learning::{learned, message, yaml};

/// A request with a body of JSON.
fn in_json(method: &str, mut body: Value) -> Value {
    let mut entry = post("/api/v1/admin/guests/find", &[], &message());
    if let Some(fields) = body.as_object_mut() {
        fields.extend(ADMIN.iter().map(|(name, value)| ((*name).to_owned(), json!(value))));
    }
    entry["request"]["method"] = json!(method);
    entry["request"]["postData"] = json!({ "mimeType": "application/json", "text": body.to_string() });
    entry
}

#[test]
fn only_objects_in_bodies_are_fields_of_json() {
    let text = yaml(&learned(&[in_json("POST", json!({ "tags": [CANARY] }))]));
    assert!(text.contains("encoding: json\n"), "{text}");
    for (method, body) in [("POST", json!([CANARY])), ("DELETE", json!({ "limit": 5 }))] {
        let text = yaml(&learned(&[in_json(method, body)]));
        assert!(!text.contains("encoding:"), "{text}");
    }
}
