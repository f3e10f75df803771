//! The descriptions in OpenAPI 3.0 say what those in 3.1 say, in its keywords.

use std::sync::LazyLock;

use serde_json::Value;

use super::{all, entries, files, list, media, operations, resolved, text, walk};

/// Each API and fixture in 3.1 and in 3.0.
fn pairs() -> impl Iterator<Item = (&'static Value, &'static Value, &'static Value)> {
    static OLDER: LazyLock<Vec<(Value, Value)>> =
        LazyLock::new(|| tests::specs().iter().flat_map(|spec| files(spec, "3.0.json")).collect());
    all().iter().zip(&*OLDER).map(|((api, exact), (_, older))| (api, exact, older))
}

/// Every schema of a 3.0 description: what a `schema`, `properties`, `items`, … holds.
fn schemas(description: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    walk("", description, &mut |key, value| match key {
        "schema" | "items" | "additionalProperties" => found.push(value.clone()),
        "properties" | "schemas" => found.extend(entries(value).values().cloned()),
        "allOf" | "anyOf" | "oneOf" => found.extend(list(value).iter().cloned()),
        _ => {}
    });
    found.into_iter().filter(Value::is_object).collect()
}

const KNOWN: &str = "$ref additionalProperties allOf anyOf default deprecated description discriminator enum exclusiveMaximum \
     exclusiveMinimum format items maxItems maxLength maxProperties maximum minItems minLength minProperties \
     minimum multipleOf nullable oneOf pattern properties readOnly required type uniqueItems writeOnly";

#[test]
fn a_schema_has_only_keywords_of_3_0() {
    for (api, _, older) in pairs() {
        assert_eq!(older["openapi"], "3.0.3");
        for schema in schemas(older) {
            let is_known = |key: &str| key.starts_with("x-") || KNOWN.split(' ').any(|known| known == key);
            let unknown = entries(&schema).keys().find(|key| !is_known(key));
            assert_eq!(unknown, None, "{} {schema}", api["name"]);
            assert!(schema.get("type").is_none_or(|it| it.is_string() && it != "null"), "{schema}");
            let is_alone = schema.get("$ref").is_none() || entries(&schema).len() == 1;
            assert!(is_alone, "3.0 ignores what is beside a reference: {schema}");
            assert!(schema.get("nullable").is_none() || schema.get("type").is_some(), "{schema}");
        }
    }
}

#[test]
fn every_reference_resolves() {
    for description in pairs().flat_map(|(_, exact, older)| [exact, older]) {
        walk("", description, &mut |key, value| {
            if key == "$ref" {
                assert!(description.pointer(text(value).trim_start_matches('#')).is_some(), "no {value}");
            }
        });
    }
}

/// The same operations, properties, required ones and responses.
#[test]
fn the_operations_are_the_same() {
    for (_, exact, older) in pairs() {
        let older_operations = operations(older);
        for ((method, path), operation) in operations(exact) {
            let lagging = older_operations[&(method, path)];
            let names =
                |it: &Value| list(&it["parameters"]).iter().map(|it| it["name"].clone()).collect::<Vec<_>>();
            assert_eq!(names(lagging), names(operation), "{path}");
            for key in ["operationId", "tags", "summary", "description", "deprecated", "security"] {
                assert_eq!(lagging[key], operation[key], "{path} {key}");
            }
            let [form, older_form] =
                [(&exact, operation), (&older, lagging)].map(|(it, operation)| media(it, operation));
            assert_eq!(form.map(|it| it.0), older_form.map(|it| it.0), "{path}");
            if let (Some((_, form)), Some((_, lagging))) = (form, older_form) {
                same_form(path, form, lagging);
            }
            let [responses, lagging] = [operation, lagging].map(|it| entries(&it["responses"]));
            let success = responses.keys().find(|it| *it != "default");
            assert!(success.is_some_and(|it| lagging.contains_key(it)), "{path}");
            if responses.contains_key("default") {
                let failure = |it| resolved(older, &lagging[it]).get("content");
                assert!(failure("4XX").is_some() && failure("4XX") == failure("5XX"), "{path}");
            }
        }
    }
}

fn same_form(path: &str, form: &Value, lagging: &Value) {
    assert_eq!(form["schema"]["required"], lagging["schema"]["required"], "{path}");
    let names = |it: &Value| entries(&it["schema"]["properties"]).keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(form), names(lagging), "{path}");
    for (name, property) in entries(&lagging["schema"]["properties"]) {
        assert!(property.get("allOf").is_none(), "{path} {name}");
        if form["encoding"][name].get("contentType").is_some() {
            assert_eq!(property["type"], "string", "{path} {name}");
            assert!(text(&property["description"]).contains("as JSON text"), "{path} {name}");
        }
    }
}

/// Facts without a keyword are in words.
#[test]
fn what_3_0_cannot_express_is_in_the_descriptions() {
    let words = |api: &str, pointer: &str| {
        let (_, _, older) = pairs().into_iter().find(|it| it.0["name"] == api).expect("an API");
        let value = older.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        text(&value["description"]).to_owned()
    };
    let listed = words("account-portal", "/components/schemas/HostedRegion");
    assert!(listed.contains("Listed values: `us-west-1`, "), "{listed}");
    let form = "/paths/~1api~1v1~1hosted_server~1create/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties";
    let required = words("account-portal", &format!("{form}/target_storage_bucket_name"));
    assert!(required.contains("Required when `target_storage_type` is"), "{required}");
}
