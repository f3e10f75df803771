//! Specs that are written here: large ones, and what OpenAPI has no word for.

use std::fs;
use std::time::{Duration, Instant};

use generator_codegen::Selection;
use generator_spec::Spec;
use serde_json::Value;
use tests::TempDir;

const API: &str = "title: X\nbase_url: \"{url}\"\ndocuments: {1: X}\nencoding: {kind: query}\n";
const HEAD: &str = "document: 1\npart: A\ntitle: A\ngroup: g\ndefaults: {auth: none}\noperations:\n";

/// The files of some targets, and the time that the generator takes for them.
fn emitted(types: &str, operations: &str, targets: &[&str]) -> (Vec<String>, Duration) {
    let folder = TempDir::new();
    fs::create_dir_all(folder.path().join("x/operations")).expect("a folder");
    let operations = format!("{HEAD}{operations}");
    for (file, text) in [("api.yaml", API), ("types.yaml", types), ("operations/1.yaml", &operations)] {
        fs::write(folder.path().join("x").join(file), text).expect("a file");
    }
    let start = Instant::now();
    let spec = Spec::open(folder.path()).unwrap_or_else(|errors| panic!("{:?}", errors.sorted()));
    let targets = targets.iter().map(|it| (*it).to_owned()).collect();
    let (written, _) =
        generator_codegen::emit(&spec.apis, "", &Selection { targets, ..Selection::default() });
    let files = written.into_iter().flat_map(|it| it.files()).map(|it| it.text).collect();
    (files, start.elapsed())
}

/// Types that refer to others, and to themselves, as fields, lists, maps, members and bases.
fn types(count: usize) -> String {
    let ty = |it: usize| {
        let (next, far) = (format!("T{}", (it + 1) % count), format!("T{}", (it * 7 + 3) % count));
        let same = format!("own: T{it} or null, a: {{type: {next}, doc: A}}, b: {{type: {far}, doc: B}}");
        let fields = format!(
            "fields: {{k{it}: string, n{it}: {next}, o{it}: {far} or null, l{it}: List<{next}>, \
             m{it}: 'Dictionary<string, {far}>', {same}}}, required: [k{it}, a, b]"
        );
        match it % 4 {
            0 => format!("T{it}: {{{fields}, additional: {next}}}\n"),
            2 => format!("T{it}: {{union: [{next}, T{}, 'List<T{it} or null>']}}\n", it - 1),
            _ => format!("T{it}: {{extends: T{}, {fields}}}\n", it / 4 * 4),
        }
    };
    (0..count).map(ty).collect()
}

#[test]
fn types_that_refer_to_each_other_take_linear_time() {
    let operation =
        |it| format!("  - {{operation: Get{it}, summary: A, path: GET /t{it}, returns: {{json: T{it}}}}}\n");
    let time = |count| {
        let operations: String = (0..count).map(operation).collect();
        emitted(&types(count), &operations, &["openapi", "docs", "surface"]).1
    };
    // Other tests run beside this one. Four times as many types would take 16 times as long.
    let is_linear = |_| time(2_000) < time(500) * 9;
    assert!((0..4).any(is_linear));
}

/// The last of four times as many types has four times as many fields.
#[test]
fn a_long_line_of_base_types_takes_as_long_as_its_fields() {
    let ty = |it: usize| format!("T{it}: {{extends: T{}, fields: {{f{it}: int}}}}\n", it - 1);
    let operation = "  - {operation: Get, summary: A, path: GET /t, returns: {json: T1}}\n";
    let time = |count| {
        let types = (1..count).map(ty).fold("T0: {fields: {f0: int}}\n".to_owned(), |all, it| all + &it);
        emitted(&types, operation, &["api"]).1
    };
    assert!((0..4).any(|_| time(800) < time(200) * 35));
}

#[test]
fn paths_and_patterns_are_those_that_openapi_can_say() {
    let types = "Thing: {fields: {a: {type: string, doc: A text., pattern: '(?i)^a'}}}\n";
    let operations = "  - {operation: A, summary: A, path: 'GET /a/{v}', parameters: {v: string}, returns: {json: Thing}}\n  \
                        - {operation: B, summary: B, path: 'PUT /a/{+w}', parameters: {w: string}, returns: nothing}\n";
    let (files, _) = emitted(types, operations, &["openapi"]);
    for file in files {
        let description: Value = serde_json::from_str(&file).expect("JSON");
        let methods: Vec<_> = super::entries(&description["paths"]["/a/{v}"]).keys().collect();
        assert_eq!(methods, ["get", "put"]);
        assert_eq!(super::entries(&description["paths"]).len(), 1);
        let field = &description["components"]["schemas"]["Thing"]["properties"]["a"];
        assert_eq!(field["description"], "A text.\n\nMatches `(?i)^a`.");
        assert!(field.get("pattern").is_none() && field["x-pattern"] == "(?i)^a");
    }
}
