//! One small spec per feature of the spec language and what comes out of it.
//!
//! `fixtures/<feature>/` is a spec folder; the snapshot holds the written files
//! whose path ends as listed here. To add one: a folder, a line, and
//! `INSTA_UPDATE=always cargo test -p tests --test generator -- fixtures`.

use std::path::Path;

use tests::{GENERATOR, TempDir, Words};

macro_rules! fixtures {
    ($($name:ident: $($file:literal),+;)*) => {
        const FIXTURES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                check(stringify!($name), &[$($file),+]);
            }
        )*
    };
}

fixtures! {
    alias_only: "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    aliases: "operations/lamps.rs", "lamps.txt", "by-path.md", "openapi/lamps.json";
    another_api: "api.rs", "auth.rs", "cli/mod.rs", "cli/beds.rs", "src/main.rs", "operations/beds.rs", "garden.txt", "operations/beds.md", "operations/beds/bed_plant.md", "SUMMARY.md";
    bearer: "auth.rs", "lamps.txt", "openapi/lamps.json";
    constants_enum: "api.rs", "types.rs", "lamps.txt";
    crate_package: "Cargo.toml", "README.md", "CHANGELOG.md";
    credential_places: "mock.rs", "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    defaults_and_limits: "operations/lamps.rs", "lamps.txt", "operations/lamps/lamp_dim.md", "openapi/lamps.json";
    deprecation: "api.rs", "cli/lamps.rs", "lamps.txt", "deprecated.md", "openapi/lamps.json";
    device_since: "lamps.txt", "operations/lamps.rs", "by-version.md";
    documented_path: "lib.rs", "guide/mod.rs", "operations/mod.rs", "operations/lamps.rs", "lamps.txt";
    envelope: "api.rs", "lamps.txt", "openapi/lamps.json";
    gate_questions: "server/mod.rs", "server/lamps.rs", "lamps.txt";
    gates_and_auth: "auth.rs", "guide/errors.rs", "guide/transports.rs", "lamps.txt", "lamps/index.md", "gates.md", "openapi/lamps.json";
    groups: "operations/mod.rs", "operations/light.rs", "server/light.rs", "lamps.txt", "operations/colour.md", "openapi/lamps.json";
    guides: "guides/index.md", "guides/light-a-lamp.md", "guides/more.md", "SUMMARY.md", "docs/src/index.md";
    header_block: "auth.rs", "lamps.txt", "openapi/lamps.json";
    hostile_text: "Cargo.toml", "cli/mod.rs", "cli/lamps.rs", "README.md", "lib.rs", "types.rs", "operations/lamps.rs", "lamps.txt", "operations/lamps/lamp_evil.md", "openapi/lamps.json";
    http_methods: "operations/lamps.rs", "lamps.txt", "operations/lamps/lamp_find.md", "operations/lamps/lamp_replace.md", "openapi/lamps.json";
    inferred_path_and_convention: "lamps.txt";
    inheritance: "operations/lamps.rs", "lamps.txt";
    json_parameters: "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    listed_values: "types.rs", "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    message: "types.rs", "lamps.txt";
    multipart: "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    names_in_texts: "operations/lamps.rs", "types.rs", "server/lamps.rs";
    notes_and_not_shown: "lib.rs", "operations/lamps.rs", "not-shown.md", "ambiguities.md";
    opaque_type: "types.rs", "lamps.txt";
    optional_and_nullable: "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    overlays: "lib.rs", "operations/house.rs", "lamps.txt";
    rest_overlays: "lamps.txt";
    rest_pages: "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    rest_places: "operations/lamps.rs", "lamps.txt", "operations/lamps/lamp_find.md", "openapi/lamps.json";
    rest_results: "operations/lamps.rs", "types.rs", "lamps.txt", "operations/lamps/lamp_put.md", "server/lamps.rs";
    rest_shared: "src/api.rs", "operations/lamps.rs", "lamps.txt", "not-shown.md", "src/index.md", "openapi/lamps.json";
    rest_types: "types.rs", "lamps.txt", "types.md", "openapi/lamps.json";
    returns: "lamps.txt", "openapi/lamps.json";
    rust_names: "types.rs", "operations/lamps.rs", "lamps.txt", "operations/lamps/context.md";
    secrets: "types.rs", "operations/lamps.rs", "lamps.txt";
    see_also: "operations/lamps.rs", "lamps.txt", "operations/lamps/lamp_off.md", "openapi/lamps.json";
    shared_paths: "lamps.txt", "openapi/lamps.json";
    states: "states.md", "states-1.svg";
    text_forms: "types.rs", "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    type_limits: "types.rs", "operations/lamps.rs", "lamps.txt", "types.md", "openapi/lamps.json", "openapi/lamps.3.0.json";
    type_with_fields: "types.rs", "lamps.txt", "types.md", "openapi/lamps.json";
    types_in_themselves: "types.rs";
    types_told_apart: "types.rs", "operations/lamps.rs", "lamps.txt", "openapi/lamps.json";
    unnamed_row: "lamps.txt", "operations/lamps.md", "openapi/lamps.json";
    values: "types.rs", "operations/lamps.rs", "cli/mod.rs", "lib.rs", "lamps.txt", "types.md", "lamp_put.md", "openapi/lamps.json";
}

fn check(name: &str, endings: &[&str]) {
    let name = name.replace('_', "-");
    let files = tests::emitted_of(&format!("data/fixtures/{name}"));
    let texts = endings.iter().map(|ending| {
        let file = files
            .iter()
            .find(|file| format!("/{}", file.path).ends_with(&format!("/{ending}")))
            .expect("a file");
        format!("==> {} <==\n{}", file.path, file.text)
    });
    tests::snapshot("fixtures", &name, &texts.collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_fixture_is_listed() {
    let listed: Vec<String> = FIXTURES.iter().map(|name| name.replace('_', "-")).collect();
    assert_eq!(listed, tests::names_in("data/fixtures"));
}

/// Whatever a text of a spec holds, what is written is Rust.
#[test]
fn every_file_is_rust() {
    for name in tests::names_in("data/fixtures") {
        let files = tests::emitted_of(&format!("data/fixtures/{name}"));
        for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
            assert!(syn::parse_file(&file.text).is_ok(), "{name}: {} is no Rust:\n{}", file.path, file.text);
        }
    }
}

/// Words that only somebody who knows one of the two real APIs would write.
const REAL_WORDS: &str = "backup portal comet x-service serviceapi adminauth userauth tokenauth targetuser \
     targetorganization authtype sessionkey hosted dispatcher branding vault /api/v1";

#[test]
fn the_generator_knows_no_api() {
    let apis = tests::read("../spec");
    let known: Vec<&str> = apis
        .iter()
        .flat_map(|api| api.operations().map(|it| &*it.name).chain(api.types.iter().map(|it| &*it.name)))
        .collect();
    let crates = ["spec", "codegen", "review", "learn"].map(|name| Path::new(GENERATOR).join(name));
    for (path, code) in crates.iter().flat_map(|folder| tests::rust_files(folder)) {
        let Words { idents, texts } = Words::of(&code);
        for word in idents.iter().chain(&texts) {
            let lower = word.to_lowercase();
            let real = REAL_WORDS.split_whitespace().find(|real| lower.contains(real));
            assert_eq!(real, None, "{} says {word:?}", path.display());
            assert!(!known.contains(&word.as_str()), "{} names {word:?}", path.display());
        }
    }
}

/// A type can't have a name that the root of its crate has already.
#[test]
fn every_exported_name_is_reserved() {
    let files = tests::emitted_of("data/fixtures/documented-path");
    let root = files.iter().find(|file| file.path.ends_with("/lib.rs")).expect("the root is there");
    let list = root.text.split("pub use api_runtime::{").nth(1).and_then(|rest| rest.split('}').next());
    let names = list.expect("it exports a list").split(',').map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<&str> =
        names.chain(["Client", "BlockingClient", "Decode", "OPERATIONS", "Reqwest"]).collect();
    assert!(names.contains(&"Secret"), "{names:?}");
    let dir = TempDir::new();
    tests::copy_specs(Path::new("data/bad/rust-name-reserved"), dir.path(), str::to_owned);
    let types: String =
        names.iter().map(|name| format!("Own{name}: {{rust: {name}, opaque: true}}\n")).collect();
    dir.write("lamps/types.yaml", types);
    let errors = tests::open(dir.text()).expect_err("the names are reserved");
    let told = generator_spec::diagnostics::render(errors, tests::plain());
    for name in names {
        assert!(
            told.contains(&format!("the Rust type name `{name}` is reserved")),
            "{name} is free:\n{told}"
        );
    }
}
