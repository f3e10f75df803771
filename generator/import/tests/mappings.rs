//! `data/mappings.yaml`: what descriptions say, and what their specs say of it.

#![allow(missing_docs, clippy::expect_used)]

use serde_json::{Value, json};

const MAPPINGS: &str = include_str!("data/mappings.yaml");

#[test]
fn what_a_description_says_is_in_the_spec() {
    let cases: Vec<Value> = serde_yaml::from_str(MAPPINGS).expect("a list");
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["case"].as_str().expect("a name");
        let text = described(&case).to_string();
        let imported = generator_import::import(&text, "lamps", "lamps.json", None).expect(name);
        let spec: String = imported.files.iter().map(|(_, text)| text.as_str()).collect();
        for line in case["spec"].as_array().into_iter().flatten() {
            let line = line.as_str().expect("a text");
            wrong.extend((!spec.contains(line)).then(|| format!("{name}: `{line}` is not in\n{spec}")));
        }
        let left: Vec<Value> =
            imported.left_out.iter().map(|it| json!(format!("{}: {}", it.pointer, it.reason))).collect();
        let expected = case.get("left_out").cloned().unwrap_or(json!([]));
        wrong.extend((Value::Array(left.clone()) != expected).then(|| format!("{name}: {left:#?}\n{spec}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The whole description: a GET of `/lamps`, with what the case says of it, and other keys.
fn described(case: &Value) -> Value {
    let mut operation = json!({"operationId": "get", "responses": {"204": {"description": "Done."}}});
    let mut description = json!({"openapi": "3.0.0", "info": {"title": "Lamps", "version": "1"}});
    let keys = |it: &Value| it.as_object().cloned().unwrap_or_default();
    operation.as_object_mut().expect("a map").extend(keys(&case["operation"]));
    let method = case["method"].as_str().unwrap_or("get");
    description["paths"] = json!({"/lamps": {method: operation}});
    description.as_object_mut().expect("a map").extend(keys(&case["description"]));
    description
}
