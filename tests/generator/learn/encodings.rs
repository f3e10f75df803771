//! Encodings that differ from the documents'.

use generator_learn::report::Section;
use serde_json::{Value, json};
use tests::TempDir;

use crate::learn::archive::{ADMIN, CANARY, post};
use crate::learn::learning::{learned, learned_with, message, yaml};

/// The same request in parts; one of them can be a file.
fn in_parts(path: &str, names: &[&str], file: Option<&str>) -> Value {
    let mut entry = post(path, &[], &message());
    let part =
        |name: &&str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{CANARY}\r\n");
    let file = file.map(|name| {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{CANARY}\"\r\n\r\n{CANARY}\r\n")
    });
    let admin = ADMIN.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let body: String =
        admin.iter().chain(names).map(part).chain(file).chain(["--x--\r\n".to_owned()]).collect();
    entry["request"]["postData"] = json!({ "mimeType": "multipart/form-data; boundary=x", "text": body });
    entry
}

#[test]
fn requests_in_parts() {
    let path = "/api/v1/admin/delete-user";
    let form = || post(path, &[("TargetUser", CANARY)], &message());
    let parts = || in_parts(path, &["TargetUser"], None);
    let of_delete = |text: &str| text.contains("    encoding: multipart # 2 of 2 requests\n");
    assert!(of_delete(&yaml(&learned(&[parts(), parts()]))));

    let folder = TempDir::new();
    // What is posted with a file is a valid overlay.
    let file = || in_parts(path, &["TargetUser"], Some("photo"));
    let text = yaml(&learned(&[file(), file()]));
    assert!(of_delete(&text) && text.contains("photo: {add: file}"), "{text}");
    let overlay = folder.write("learned.yaml", &text);
    let again = learned_with(&[file(), file()], std::slice::from_ref(&overlay));
    assert!(again.draft.is_empty(), "{}", yaml(&again));
    let back = learned_with(&[form(), form()], &[overlay]);
    let lines = back.report.lines(Section::Contradictions).join("\n");
    assert!(
        lines.contains("x-www-form-urlencoded (2 of 2 requests); the spec says multipart/form-data"),
        "{lines}"
    );

    // Both encodings, and an upload without a file, are only reported.
    let upload = "/api/v1/admin/meta/resource/new";
    let forms = [post(upload, &[], &message()), post(upload, &[], &message())];
    for entries in [[form(), parts()], forms] {
        let learned = learned(&entries);
        assert!(!yaml(&learned).contains("encoding:"), "{}", yaml(&learned));
        let lines = learned.report.lines(Section::Contradictions).join("\n");
        assert!(lines.contains(": body: "), "{lines}");
    }
}

#[test]
fn a_new_operation_with_a_file() {
    let folder = TempDir::new();
    let entry = || in_parts("/api/v1/admin/guests/photo", &["Guest"], Some("photo"));
    let text = yaml(&learned(&[entry(), entry()]));
    assert!(text.contains("encoding: multipart\n") && text.contains("photo: file"), "{text}");
    let overlay = folder.write("learned.yaml", text);
    let again = learned_with(&[entry(), entry()], &[overlay]);
    assert!(again.draft.is_empty(), "{}", yaml(&again));
}

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
fn a_new_operation_with_an_object_of_json() {
    let folder = TempDir::new();
    let entry = || in_json("POST", json!({ "tags": [CANARY], "limit": 5 }));
    let found = learned(&[entry(), entry()]);
    let text = yaml(&found);
    assert!(text.contains("encoding: json\n") && text.contains("tags: List<string> #"), "{text}");
    let overlay = folder.write("learned.yaml", text);
    let again = learned_with(&[entry(), entry()], &[overlay]);
    assert!(again.draft.is_empty(), "{}", yaml(&again));
    // It can't be said of other bodies.
    for (method, body) in [("POST", json!([CANARY])), ("DELETE", json!({ "limit": 5 }))] {
        let text = yaml(&learned(&[in_json(method, body)]));
        assert!(!text.contains("encoding:"), "{text}");
    }
}
