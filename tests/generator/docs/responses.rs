//! The example responses and bodies. That responses fit their schemas, a test in `tests/foreign` checks.

use std::fs;

/// A schema whose fields are all optional accepts few and many.
#[test]
fn an_example_response_is_complete() {
    let page =
        |path: &str| fs::read_to_string(format!("{}/{path}", tests::book::pages::SOURCE)).expect("a page");
    let download = page("account-portal/operations/downloads/downloads_get_metadata.md");
    assert!(download.contains("\"platforms\": [\n      {\n"), "{download}");
    let credentials = page("account-portal/operations/viewer/viewer_generate_login_credentials.md");
    assert!(credentials.contains("\"login_url\": \"<secret>\""), "{credentials}");
    let message = page("backup-server/operations/sign_in/admin_external_auth_sources_delete.md");
    assert!(message.contains("{\n  \"Status\": 200,\n  \"Message\": \"OK\"\n}"), "{message}");
}

/// Curl and the CLI send the value of a union beside its tag, as Rust does.
#[test]
fn the_body_of_an_example_has_the_value_beside_its_tag() {
    let files = tests::emitted_of("data/fixtures/types-told-apart");
    let page = files.iter().find(|file| file.path.ends_with("lamp_add.md")).expect("the page");
    let body = r#"'{"make":"old","fuel":{"kind":"oil","fuel":{"liters":1}},"room":"room"}'"#;
    assert_eq!(page.text.matches(body).count(), 2, "{}", page.text);
}
