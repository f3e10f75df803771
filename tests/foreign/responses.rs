//! The example responses of the book are what the OpenAPI descriptions say of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::TempDir;
use tests::book::pages::{Page, examples};

use crate::foreign::{run, tool};

/// The schema of what each operation's success holds, by the operation's id.
fn schemas(document: &Value) -> BTreeMap<&str, &Value> {
    let paths = document["paths"].as_object().expect("paths").values();
    let entries = paths.flat_map(|path| path.as_object().into_iter().flat_map(|path| path.values()));
    // What operations that share a path and a method are alone.
    let operations = entries.flat_map(|entry| match entry["x-operations"].as_object() {
        Some(all) => all.values().collect(),
        None => vec![entry],
    });
    let schema = "/responses/200/content/application~1json/schema";
    operations.filter_map(|it| Some((it["operationId"].as_str()?, it.pointer(schema)?))).collect()
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn every_example_response_fits_its_schema() {
    let (mut documents, mut count) = (Vec::new(), 0);
    for spec in tests::specs() {
        let files = tests::emitted_of(&spec);
        let text = |path: String| files.iter().find(|file| file.path == path).expect("a file").text.clone();
        for api in tests::read(&spec) {
            let document: Value =
                serde_json::from_str(&text(format!("openapi/{}.json", api.name))).expect("JSON");
            let schemas = schemas(&document);
            let mut responses = Vec::new();
            for (group, it) in api.operations_in_groups() {
                let path = format!("docs/src/{}/operations/{}/{}.md", api.name, group.rust, it.method);
                let page = Page { text: text(path.clone()), path };
                for example in examples(&page, "json") {
                    let schema = schemas.get(it.rust.as_str()).or_else(|| schemas.get(it.name.as_str()));
                    let response: Value = serde_json::from_str(&example.code).expect("JSON");
                    responses.push(json!([page.path, schema.expect("a response of JSON"), response]));
                }
            }
            count += responses.len();
            documents.push(json!({ "components": document["components"], "responses": responses }));
        }
    }
    assert!(count > 80, "many types are known, not those of {count} operations");
    let folder = TempDir::new();
    let file = folder.write("responses.json", Value::from(documents).to_string());
    run(tool("venv/bin/python").arg("responses.py").arg(file));
}
