//! Descriptions and the specs that they become.

#![allow(missing_docs, clippy::expect_used)]

use std::fs;
use std::path::PathBuf;

use generator_import::{Files, Imported, import};
use generator_spec::model::{Auth, Operation};
use serde_json::json;

const LAMPS: &str = include_str!("data/lamps.yaml");

fn imported(text: &str) -> Imported {
    import(text, "lamps", "lamps.yaml", None).expect("it is a description")
}

fn file<'i>(imported: &'i Imported, name: &str) -> &'i str {
    let found = imported.files.iter().find(|(path, _)| path == name);
    found.map_or("", |(_, text)| text)
}

fn operation<'i>(imported: &'i Imported, name: &str) -> &'i Operation {
    let api = imported.api.as_ref().expect("it has operations");
    api.operations().find(|it| it.name == name).expect("the operation is there")
}

fn reasons(imported: &Imported) -> Vec<(&str, &str)> {
    imported.left_out.iter().map(|it| (it.pointer.as_str(), it.reason.as_str())).collect()
}

#[test]
fn a_description_becomes_a_spec() {
    let lamps = imported(LAMPS);
    let get = operation(&lamps, "getLamp");
    assert_eq!(get.path.text(), Some("/lamps/{lamp-id}"));
    assert_eq!(get.summary, "Returns a lamp.");
    assert_eq!(get.parameters[1].wire_name(), "filter[color]");
    assert_eq!(get.auth, Auth::Required("key".to_owned()));
    assert_eq!(get.failures.len(), 1);
    let types = file(&lamps, "types.yaml");
    assert!(types.contains("Lamp:\n  extends: Device\n"), "{types}");
    assert!(types.contains("state: DeviceState or null"), "{types}");
    assert!(types.contains("tags: \"Dictionary<string, string>\""), "{types}");
    assert!(types.contains("\"<65\": {type: int, rust: n_65}"), "{types}");
    assert_eq!((lamps.total, lamps.operations), (3, 3));
}

#[test]
fn a_title_that_repeats_a_name_is_no_description() {
    let parameter =
        json!({"name": "item_id", "in": "query", "schema": {"type": "integer", "title": "Item Id"}});
    let item = json!({"type": "object", "title": "Item", "properties": {
        "price": {"type": "number", "title": "Price"}, "tax": {"type": "number", "title": "In per cent"}}});
    let result = json!({"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}});
    let get = json!({"operationId": "get", "parameters": [parameter], "responses": {"200": result}});
    let text = json!({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": get}},
        "components": {"schemas": {"Item": item}}});
    let all = imported(&text.to_string());
    assert_eq!(operation(&all, "get").parameters[0].doc, None);
    let docs = all.files.iter().map(|(_, text)| text.matches("doc:").count()).sum::<usize>();
    assert_eq!((docs, file(&all, "types.yaml").contains("doc: In per cent")), (1, true));
}

#[test]
fn what_is_added_is_said() {
    let lamps = imported(LAMPS);
    assert!(operation(&lamps, "PutLampsLampId").auth == Auth::Optional("token".to_owned()));
    let api = file(&lamps, "api.yaml");
    assert!(api.contains("1 operation without operationId"), "{api}");
    assert!(file(&lamps, "operations/1-lamps.yaml").contains("inferred_effect: reads"));
}

#[test]
fn what_is_left_out_has_its_place_and_a_reason() {
    let lamps = imported(LAMPS);
    let tuple = "#/paths/~1pictures/post/responses/201/content/application~1json/schema";
    assert!(reasons(&lamps).contains(&(tuple, "a tuple")), "{:?}", lamps.left_out);
    assert!(file(&lamps, "operations/2-other.yaml").contains("A tuple."));
}

#[test]
fn files_are_formatted() {
    for (path, text) in &imported(LAMPS).files {
        assert_eq!(&generator_fmt::format(path, text).expect("it can be formatted"), text, "{path}");
    }
}

#[test]
fn texts_are_plain() {
    let lamps = imported(LAMPS);
    assert!(file(&lamps, "api.yaml").contains("title: Lamp Service\n"));
    assert!(!lamps.files.iter().any(|(_, text)| text.contains("<script>")));
}

#[test]
fn references_stay_in_the_folder() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("references");
    fs::create_dir_all(folder.join("api")).expect("a folder");
    fs::write(folder.join("secret.yaml"), "type: string").expect("a file");
    fs::write(
        folder.join("api/lamp.yaml"),
        "{type: object, properties: {id: {$ref: 'lamp.yaml#/id'}}, id: {type: string}}",
    )
    .expect("a file");
    let text = |to: &str| {
        format!(
            "{{openapi: 3.0.0, info: {{title: T}}, paths: {{/a: {{get: {{operationId: a, responses: {{200: {{description: D, \
             content: {{application/json: {{schema: {{$ref: '{to}'}}}}}}}}}}}}}}}}}}"
        )
    };
    let read =
        |to: &str| import(&text(to), "lamps", "a.yaml", Some(&folder.join("api"))).expect("a description");
    let beside = read("lamp.yaml");
    assert!(beside.left_out.is_empty() && beside.types == 1, "{:?}", beside.left_out);
    assert!(file(&beside, "types.yaml").starts_with("lamp:\n"), "{}", file(&beside, "types.yaml"));
    assert!(read("gone.yaml#/Lamp").left_out.iter().any(|it| it.detail == "gone.yaml#/Lamp"));
    fs::write(folder.join("api/lamp.yaml"), "{type: object}").expect("a file");
    assert_ne!(read("lamp.yaml").sha256, beside.sha256);
    for (to, why) in
        [("../secret.yaml", "leads out of the folder"), ("https://example.com/x.yaml", "network")]
    {
        let found = read(to);
        assert!(found.left_out.iter().any(|it| it.detail.contains(why)), "{:?}", found.left_out);
    }
}

#[test]
fn a_file_may_refer_back_to_the_description() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("back");
    fs::create_dir_all(&folder).expect("a folder");
    let shelf = "{Shelf: {type: object, properties: {lamp: {$ref: './a.yaml#/components/schemas/Lamp'}}}}";
    fs::write(folder.join("shelf.yaml"), shelf).expect("a file");
    let text = LAMPS.replacen(r##""#/components/schemas/Lamp""##, r#""shelf.yaml#/Shelf""#, 1);
    assert_ne!(text, LAMPS);
    let types = import(&text, "lamps", "../a.yaml", Some(&folder)).expect("a description");
    let types = file(&types, "types.yaml");
    assert!(types.contains("Shelf:\n  fields:\n    lamp: Lamp\n") && !types.contains("Lamp2"), "{types}");
}

#[test]
fn an_edit_is_seen() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("edited");
    let lamps = imported(LAMPS);
    for (path, text) in &lamps.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let files = || Files::of(&folder).expect("they are read").expect("they are there");
    assert!(files().is_untouched() && files().is_from(&lamps));
    fs::write(folder.join("types.yaml"), "A: opaque\n").expect("a file");
    assert!(!files().is_untouched());
    fs::remove_dir_all(folder).expect("it is removed");
}

#[test]
fn an_integer_of_yaml_that_64_bits_cannot_have_is_a_number() {
    let text = "openapi: 3.0.0\ninfo: {title: Lamps, version: '1'}\npaths:\n  /lamps:\n    get:\n      operationId: list\n      parameters: [{name: most, in: query, schema: {type: number, maximum: 9223372036854775807000}}]\n      responses: {'204': {description: Done.}}\n";
    assert!(file(&imported(text), "operations/1-main.yaml").contains("max: 9.223372036854776e+21"));
}

/// As texts, the numbers of these two are in the other order.
#[test]
fn only_the_operations_that_are_refused_go() {
    let is_refused = |index: &usize| [9, 10].contains(index);
    let responses = json!({"204": {"description": "Done."}});
    let named =
        |name: &str| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
    let path = |index: usize| {
        let get = json!({"operationId": format!("get{index}"), "responses": responses});
        match is_refused(&index) {
            true => {
                (format!("/{{a}}{{b}}/{index}"), json!({"get": get, "parameters": [named("a"), named("b")]}))
            }
            false => (format!("/{index}"), json!({"get": get})),
        }
    };
    let paths: serde_json::Map<_, _> = (0..12).map(path).collect();
    let text = json!({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths});
    let all = imported(&text.to_string());
    let names = all.api.iter().flat_map(|api| api.operations()).map(|it| it.name.clone());
    let kept = (0..12).filter(|index| !is_refused(index)).map(|index| format!("get{index}"));
    assert_eq!(names.collect::<Vec<_>>(), kept.collect::<Vec<_>>());
}
