//! Schemas as many tools need them: they look at one schema, and not at those that it combines or
//! refers to.

use super::{all, entries, list, media, operations, text, walk};

#[test]
fn a_form_is_one_object() {
    for (_, description) in all() {
        for ((_, path), operation) in operations(description) {
            let Some((_, media)) = media(description, operation) else { continue };
            assert_eq!(media["schema"]["type"], "object", "{path}");
            let properties = entries(&media["schema"]["properties"]);
            for name in list(&media["schema"]["required"]) {
                assert!(properties.contains_key(text(name)), "{path} requires {name}");
            }
        }
    }
}

#[test]
fn every_operation_has_a_description() {
    for (_, description) in all() {
        for ((_, path), operation) in operations(description) {
            assert!(operation["description"].as_str().is_some_and(|it| !it.is_empty()), "{path}");
        }
    }
}

#[test]
fn a_header_has_a_schema() {
    let mut count = 0;
    for (_, description) in all() {
        walk("", description, &mut |_, value| {
            // The scheme of a key has no schema.
            if value["in"] == "header" && value["type"] != "apiKey" {
                count += 1;
                assert!(value["schema"].is_object() && value.get("content").is_none(), "{value}");
            }
        });
    }
    assert!(count > 6, "there are headers");
}

/// Generated clients have classes of their own.
#[test]
fn a_schema_is_not_called_like_a_part_of_a_client() {
    let folder = tests::TempDir::new();
    let rename = |text: &str| text.replace("Bulb", "ApiResponse");
    tests::copy_specs("data/fixtures/type-with-fields".as_ref(), folder.path(), rename);
    for (_, description) in super::descriptions(folder.text()) {
        let schemas = &description["components"]["schemas"];
        assert!(schemas.get("ApiResponse").is_none() && schemas["ApiResponseModel"].is_object(), "{schemas}");
    }
}
