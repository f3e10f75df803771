//! The OpenAPI descriptions say everything that the specs say, and hold
//! together. `foreign` checks them with third-party tools.
//!
//! ```text
//! here       facts of the specs, references, texts
//! forms      what tools need that don't look far
//! older      what 3.0 has and has not
//! places     parameters, bodies, statuses and credentials of ordinary REST
//! tools      the table of them
//! written    large specs, and what OpenAPI has no word for
//! ```

mod forms;
mod older;
mod places;
mod tools;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use generator_review::export::export;
use pulldown_cmark::{Event, Parser, Tag};
use serde_json::{Map, Value};

/// The descriptions of the APIs of a folder.
fn descriptions(spec: &str) -> Vec<(Value, Value)> {
    files(spec, "json")
}

/// The same, of the files with that ending.
fn files(spec: &str, ending: &str) -> Vec<(Value, Value)> {
    let (apis, files) = (tests::read(spec), tests::emitted_of(spec));
    let pairs = apis.iter().map(|api| {
        let path = format!("openapi/{}.{ending}", api.name);
        let file = files.iter().find(|file| file.path == path).expect("a description");
        (export(api), serde_json::from_str(&file.text).expect("the description is JSON"))
    });
    pairs.collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn entries(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

/// The target of a reference.
fn resolved<'a>(description: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(path) => {
            description.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("no {path}"))
        }
        None => value,
    }
}

/// The operations by HTTP method and path.
fn operations(description: &Value) -> BTreeMap<(&str, &str), &Value> {
    let items = entries(&description["paths"]).iter();
    let all =
        items.flat_map(|(path, item)| entries(item).iter().map(move |(method, it)| ((method, path), it)));
    all.map(|((method, path), it)| ((method.as_str(), path.as_str()), it)).collect()
}

/// The one media type of a body whose parts are parameters, with its schema.
fn media<'a>(description: &'a Value, operation: &'a Value) -> Option<(&'a str, &'a Value)> {
    let body = resolved(description, operation.get("requestBody")?);
    let content = entries(&body["content"]);
    // Another body is one value: its schema can be a reference, and it can have several types.
    let is_form = |kind: &str| ["application/x-www-form-urlencoded", "multipart/form-data"].contains(&kind);
    if operation.get("x-body").is_some() || !content.keys().all(|kind| is_form(kind)) {
        return None;
    }
    assert_eq!(content.len(), 1);
    content.iter().next().map(|(kind, media)| (kind.as_str(), media))
}

#[test]
fn every_operation_and_alias_is_there() {
    for (api, description) in descriptions("../spec") {
        let operations = operations(&description);
        let mut expected = 0;
        for known in list(&api["operations"]).iter().filter(|known| !known["name"].is_null()) {
            let own = known["path"].as_str().map(|path| (path, &known["path_status"], &known["since"]));
            let documented = Value::from("documented");
            let aliases = list(&known["aliases"]);
            let aliases = aliases.iter().map(|alias| (text(&alias["path"]), &documented, &alias["since"]));
            for (index, (path, status, since)) in own.into_iter().chain(aliases).enumerate() {
                let found = operations.get(&("post", path)).unwrap_or_else(|| panic!("no {path}"));
                let is_alias = index > 0;
                assert_eq!(found["x-path-status"], *status, "{path}");
                assert_eq!(found["x-since"], *since, "{path}");
                assert_eq!(found["x-alias-of"], if is_alias { known["name"].clone() } else { Value::Null });
                assert_eq!(found["operationId"] == known["name"], !is_alias, "{path}");
                let is_deprecated = known["deprecated"] == true || is_alias && known["path"].is_string();
                assert_eq!(found["deprecated"] == true, is_deprecated, "{path}");
                holds_all_facts(&description, known, found);
                expected += 1;
            }
        }
        assert_eq!(operations.len(), expected);
    }
}

fn holds_all_facts(description: &Value, known: &Value, found: &Value) {
    let name = &known["name"];
    let summary = text(&known["summary"]);
    let about = match found["x-alias-of"].as_str() {
        Some(own) => format!("Alias of {own}: {summary}"),
        None => summary.to_owned(),
    };
    assert_eq!(found["summary"], about, "{name}");
    let first = text(&found["description"]).replace('\\', "");
    assert!(first.starts_with(summary), "{name}: {first}");
    assert_eq!(found["tags"][0], known["group"], "{name}");
    assert_eq!(found["x-source"]["document"], known["document"], "{name}");
    assert_eq!(found["x-source"]["part"], known["part"], "{name}");
    for (key, fact) in [
        ("x-permission", "permission"),
        ("x-device-since", "device_since"),
        ("x-effect", "effect"),
        ("x-matches", "matches"),
        ("x-replacement", "replacement"),
        ("x-deprecated-since", "deprecated_since"),
        ("x-removed-after", "removed_after"),
        ("x-removed-in", "removed_in"),
    ] {
        assert_eq!(found[key], known[fact], "{name} {key}");
    }
    for (key, fact) in [("x-gates", "gates"), ("x-not-shown", "not_shown"), ("x-notes", "notes")] {
        assert_eq!(list(&found[key]), list(&known[fact]), "{name} {key}");
    }
    let credential = &known["auth"]["block"];
    assert_eq!(found["x-credential"]["block"], *credential, "{name}");
    has_parameters(description, known, found);
    has_responses(description, known, found);
}

fn has_parameters(description: &Value, known: &Value, found: &Value) {
    let name = text(&known["name"]);
    let parameters = list(&known["parameters"]);
    let Some((kind, media)) = media(description, found) else {
        assert!(parameters.is_empty(), "{name} has no body");
        return;
    };
    let is_multipart = known["encoding"] == "multipart";
    assert_eq!(kind, if is_multipart { "multipart/form-data" } else { "application/x-www-form-urlencoded" });
    let schema = &media["schema"];
    for parameter in parameters {
        let wire = text(&parameter["name"]);
        let property = &schema["properties"][wire];
        assert!(property.is_object(), "{name} has no {wire}");
        let is_required = list(&schema["required"]).contains(&parameter["name"]);
        assert_eq!(is_required, parameter["required"] == true, "{name} {wire}");
        assert_eq!(property["x-since"], parameter["since"], "{name} {wire}");
        assert_eq!(property["default"], parameter["default"], "{name} {wire}");
        assert_eq!(property["x-secret"] == true, parameter["secret"] == true, "{name} {wire}");
        assert_eq!(
            property["x-top-level-only"] == true,
            parameter["top_level_only"] == true,
            "{name} {wire}"
        );
        assert_eq!(media["encoding"].get(wire).is_some(), is_json(parameter), "{name} {wire}");
        if !parameter["required_when"].is_null() {
            let mut conditions = list(&schema["allOf"]).iter().chain([schema]);
            assert!(conditions.any(|it| it["then"]["required"][0] == wire), "{name} {wire}");
        }
    }
}

fn is_json(parameter: &Value) -> bool {
    let is_scalar =
        ["string", "int", "number", "bool", "boolean", "file"].contains(&text(&parameter["type"]));
    parameter["json"] == true || !is_scalar
}

fn has_responses(description: &Value, known: &Value, found: &Value) {
    let returns = &known["returns"];
    let success = if returns["kind"] == "redirect" { "301" } else { "200" };
    let success = &found["responses"][success];
    assert!(success.is_object(), "{} has no success", known["name"]);
    if returns["kind"] != "redirect" {
        let content = entries(&success["content"]).keys().next().expect("a content type");
        assert_eq!(returns["content_type"], content.as_str(), "{}", known["name"]);
    }
    let failure = resolved(description, &found["responses"]["default"]);
    assert!(failure["content"]["application/json"]["schema"].is_object(), "{}", known["name"]);
}

#[test]
fn every_type_is_there() {
    for (api, description) in descriptions("../spec") {
        let schemas = &description["components"]["schemas"];
        for ty in list(&api["types"]) {
            let name = text(&ty["name"]);
            let schema = [name, text(&ty["rust"])].into_iter().find_map(|name| schemas.get(name));
            let schema = schema.unwrap_or_else(|| panic!("no {name}"));
            match text(&ty["kind"]) {
                "opaque" => assert_eq!(schema["additionalProperties"], true, "{name}"),
                "fields" => {
                    let known: Vec<&str> = list(&ty["fields"]).iter().map(|it| text(&it["name"])).collect();
                    let found: Vec<&String> = entries(&schema["properties"]).keys().collect();
                    assert_eq!(found, known, "{name}");
                }
                _ => {
                    let known: Vec<&Value> = list(&ty["values"]).iter().map(|it| &it["value"]).collect();
                    let listed = schema.get("enum").unwrap_or(&schema["anyOf"][0]["enum"]);
                    assert_eq!(list(listed).iter().collect::<Vec<_>>(), known, "{name}");
                }
            }
        }
    }
}

/// Every value, with its key.
fn walk<'a>(key: &'a str, value: &'a Value, visit: &mut dyn FnMut(&'a str, &'a Value)) {
    visit(key, value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk("", item, visit)),
        Value::Object(entries) => entries.iter().for_each(|(key, entry)| walk(key, entry, visit)),
        _ => {}
    }
}

/// Characters that control text direction or a terminal are escaped; a reader of the JSON still
/// gets them.
#[test]
fn no_text_overrides_direction() {
    let folder = tests::TempDir::new();
    tests::copy_specs("data/fixtures/device-since".as_ref(), folder.path(), |text| {
        text.replace("summary: Twists a lamp.", r#"summary: "Twists \u202ea\x7f lamp.""#)
    });
    let apis = tests::read(folder.text());
    let files = tests::emitted(&apis).into_iter();
    let openapi = files.filter(|file| file.path.ends_with(".json")).map(|file| file.text);
    let exported = apis.iter().map(|api| generator_review::report::json(export(api)));
    for json in openapi.chain(exported) {
        assert!(json.lines().all(|line| generator_spec::text::inert(line) == line), "in {json}");
        let mut summaries = 0;
        let value: Value = serde_json::from_str(&json).expect("it is JSON");
        walk("", &value, &mut |key, value| {
            summaries += usize::from(key == "summary" && value == "Twists \u{202e}a\u{7f} lamp.");
        });
        assert_eq!(summaries, 1, "in {json}");
    }
}

/// All fixtures and both APIs.
fn all() -> &'static [(Value, Value)] {
    static ALL: LazyLock<Vec<(Value, Value)>> =
        LazyLock::new(|| tests::specs().iter().flat_map(|spec| descriptions(spec)).collect());
    &ALL
}

#[test]
fn a_description_has_what_it_refers_to() {
    for (_, description) in all() {
        let tags: Vec<&Value> = list(&description["tags"]).iter().map(|tag| &tag["name"]).collect();
        for ((_, path), operation) in operations(description) {
            assert!(list(&operation["tags"]).iter().all(|tag| tags.contains(&tag)), "{path}");
            for scheme in list(&operation["security"]).iter().flat_map(|it| entries(it).keys()) {
                assert!(description["components"]["securitySchemes"].get(scheme).is_some(), "{path}");
            }
            let Some((_, media)) = media(description, operation) else { continue };
            for name in media["encoding"].as_object().into_iter().flat_map(Map::keys) {
                assert!(media["schema"]["properties"].get(name).is_some(), "{path} {name}");
            }
        }
    }
}

/// Many languages change the case of a name and drop its punctuation; some have
/// names, or files, for which the case doesn't matter.
#[test]
fn no_names_differ_only_in_case_or_punctuation() {
    let folded = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let check = |names: Vec<&str>| {
        let all: BTreeSet<String> = names.iter().map(|name| folded(name)).collect();
        assert_eq!(all.len(), names.len(), "{names:?}");
    };
    let folder = tests::TempDir::new();
    let rename = |text: &str| text.replace("name: LampLight", "name: LAMP-ON");
    tests::copy_specs("data/fixtures/aliases".as_ref(), folder.path(), rename);
    let descriptions = descriptions(folder.text());
    for (_, description) in all().iter().chain(&descriptions) {
        let operations = operations(description);
        check(operations.values().map(|it| text(&it["operationId"])).collect());
        check(list(&description["tags"]).iter().map(|it| text(&it["name"])).collect());
        for components in entries(&description["components"]).values() {
            check(entries(components).keys().map(String::as_str).collect());
        }
        for operation in operations.values() {
            let form = media(description, operation).map(|(_, media)| &media["schema"]["properties"]);
            check(form.into_iter().flat_map(|it| entries(it).keys()).map(String::as_str).collect());
        }
    }
}

/// Few tools accept a variable that holds a whole address.
#[test]
fn the_server_is_an_address() {
    for (api, description) in descriptions("../spec") {
        let server = &description["servers"][0];
        assert_eq!(server["url"], "http://localhost");
        assert!(server.get("variables").is_none(), "{server}");
        assert!(text(&server["description"]).contains(text(&api["base_url"])), "{server}");
    }
}

#[test]
fn the_documented_extensions_are_those_that_are_used() {
    let mut used = BTreeSet::new();
    for (_, description) in all() {
        walk("", description, &mut |key, _| {
            if key.starts_with("x-") {
                used.insert(key.to_owned());
            }
        });
    }
    let rows = include_str!("../../../FORMATS.md").lines().filter_map(|line| line.strip_prefix("| `x-"));
    let rows = rows.filter(|row| !row.starts_with("` and any other key"));
    let names = rows.filter_map(|row| row.split(" |").next()).flat_map(|cell| cell.split(", "));
    let documented = names.map(|name| format!("x-{}", name.trim_start_matches("`x-").trim_end_matches('`')));
    let documented: BTreeSet<String> = documented.collect();
    let keys = ["operations.md", "parameters.md"].into_iter().flat_map(tests::spec_keys);
    let keys: BTreeSet<String> = keys.map(|key| format!("x-{}", key.replace('_', "-"))).collect();
    assert_eq!(documented.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "not used");
    let known: BTreeSet<String> = documented.union(&keys).cloned().collect();
    assert_eq!(used.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new(), "not documented");
}

/// A text of a spec is not markup where a tool shows a `description` as Markdown.
#[test]
fn no_text_becomes_markup() {
    for ending in ["json", "3.0.json"] {
        for (_, description) in files("data/fixtures/hostile-text", ending) {
            let mut count = 0;
            walk("", &description, &mut |key, value| {
                let Some(shown) = value.as_str().filter(|_| key == "description") else { return };
                count += usize::from(shown.contains("script"));
                Parser::new(shown).for_each(|event| is_ours(&event, shown));
            });
            assert!(count > 3, "the texts are there");
        }
    }
}

/// The markup that the generator writes itself: headings, lists and code.
fn is_ours(event: &Event<'_>, shown: &str) {
    match event {
        Event::Start(Tag::Heading { .. }) => {
            let headings = shown.lines().filter(|line| line.starts_with('#'));
            let ours = ["## Responses", "## Credentials", "## Gates"];
            headings.for_each(|it| assert!(ours.contains(&it), "{it} in {shown}"));
        }
        Event::Start(tag) => assert!(
            matches!(tag, Tag::Paragraph | Tag::List(None) | Tag::Item | Tag::Emphasis),
            "{tag:?} in {shown}"
        ),
        Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak => {}
        other => panic!("{other:?} in {shown}"),
    }
}
