//! The example responses are what the OpenAPI descriptions say of them.

use std::collections::BTreeMap;
use std::fs;

use boon::Draft;
use serde_json::{Value, json};

use crate::docs::links::book;
use crate::json_schema::JsonSchema;
use tests::book::pages::{Page, examples};

/// The schema of what each operation's success holds, by the operation's id.
fn schemas(document: &Value) -> BTreeMap<&str, Value> {
    let paths = document["paths"].as_object().expect("paths").values();
    let operations = paths.flat_map(|path| path.as_object().into_iter().flat_map(|path| path.values()));
    let schema = |operation: &Value| {
        let schema = operation.pointer("/responses/200/content/application~1json/schema")?;
        Some(json!({ "allOf": [schema], "components": document["components"] }))
    };
    operations.filter_map(|it| Some((it["operationId"].as_str()?, schema(it)?))).collect()
}

#[test]
fn every_example_response_fits_its_schema() {
    let mut checked = 0;
    for spec in tests::specs() {
        let apis = tests::read(&spec);
        let files = tests::emitted_of(&spec);
        let pages = book(&spec);
        for api in &apis {
            let path = format!("openapi/{}.json", api.name);
            let file = files.iter().find(|file| file.path == path).expect("a description");
            let document: Value = serde_json::from_str(&file.text).expect("JSON");
            let schemas = schemas(&document);
            for (group, it) in api.operations_in_groups() {
                let path = format!("{}/operations/{}/{}.md", api.name, group.rust, it.method);
                let text = pages[&path].text.clone();
                for example in examples(&Page { path, text }, "json") {
                    let schema = schemas.get(it.rust.as_str()).or_else(|| schemas.get(it.name.as_str()));
                    let schema = schema.expect("a response of JSON");
                    let response: Value = serde_json::from_str(&example.code).expect("JSON");
                    let errors = JsonSchema::new(schema, Draft::V2020_12).errors(&response);
                    assert_eq!(errors, None, "{spec}: {}: {response}", it.name);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 80, "many types are known, not those of {checked} operations");
}

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
