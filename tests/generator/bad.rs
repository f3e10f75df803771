//! One bad spec per diagnostic: where it points, what it says, what would be right.
//!
//! To add one: a folder `data/bad/<diagnostic>/`, and
//! `INSTA_UPDATE=always cargo test -p tests --test generator -- bad`.

use std::path::Path;

use generator_spec::Spec;
use generator_spec::diagnostics::{self, Diagnostic, Errors};
use tests::{GENERATOR, Words};

fn errors(name: &str) -> Errors {
    match tests::open(&format!("data/bad/{name}")) {
        Ok(_) => panic!("data/bad/{name} has no error"),
        Err(errors) => errors,
    }
}

fn check(name: &str) {
    let text = diagnostics::render(errors(name), tests::plain());
    tests::snapshot("bad", name, &text.replace(&format!("data/bad/{name}/"), ""));
}

#[test]
fn every_fixture_is_reported_as_in_its_snapshot() {
    let fails = |name: &String| std::panic::catch_unwind(|| check(name)).is_err();
    let failed: Vec<String> = tests::names_in("data/bad").into_iter().filter(fails).collect();
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn a_missing_folder() {
    let errors = Spec::open(Path::new("data/bad/nowhere")).expect_err("there is no such folder");
    let titles: Vec<String> = errors.sorted().iter().map(ToString::to_string).collect();
    let [title] = titles.as_slice() else { panic!("one error, not {titles:?}") };
    assert!(title.starts_with("cannot read the spec folder data/bad/nowhere: "), "{title}");
}

/// One run reports the errors of every file of every API, by file and position.
#[test]
fn many_errors_come_at_once_and_sorted() {
    let errors = errors("many");
    let count = errors.len();
    let errors = errors.sorted();
    assert_eq!(errors.len(), count);
    let place = |error: &Diagnostic| (error.file.as_ref().map(|file| file.path.clone()), error.position());
    let places: Vec<_> = errors.iter().map(place).collect();
    assert!(places.is_sorted(), "{places:#?}");
    let mut files: Vec<_> = places.into_iter().filter_map(|(file, _)| file).collect();
    files.dedup();
    let files: Vec<&str> = files.iter().map(|file| file.trim_start_matches("data/bad/many/")).collect();
    assert_eq!(
        files,
        [
            "candles/api.yaml",
            "candles/operations/1-candles.yaml",
            "lamps/api.yaml",
            "lamps/operations/1-lamps.yaml",
            "lamps/operations/2-more.yaml",
            "lamps/types.yaml"
        ]
    );
}

/// Messages in the generator's source that something other than a fixture here produces.
const NOT_IN_A_FIXTURE: &[&str] = &[
    "cannot read the spec folder {}: {error}",
    "recursion limit exceeded",
    "there is no value",
    "a list of {length}",
    // The suite `errors` makes a FIFO and a large file.
    "{shown} is larger than {} MiB",
    "shorten it; operations and types can be in several files",
    "{shown} is not a regular file",
    "write a text file in its place",
    "{shown} is a link that leads out of the repository",
    "write the file here, or link to one of the repository",
    // A text of this length would fill the snapshot.
    "it is longer than {LONGEST} bytes",
    "The documents do not show the name.",
    "It is called {name}.",
    // Names of things and what is not an error.
    "a result, or results by status",
    "partial content",
    "not modified",
    "parameter `{name}` of `{operation}`",
    "unnamed entry `{place}`",
    "externally sourced",
    "Dictionary<string, {value}>",
    r"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$",
    r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$",
];

/// Each message of `load` and `resolve` is produced by a fixture.
#[test]
fn every_diagnostic_has_a_fixture() {
    let said: Vec<String> = tests::names_in("data/bad")
        .iter()
        .flat_map(|name| errors(name).sorted())
        .flat_map(|error| [error.title, error.help])
        .collect();
    let files = ["spec/src/load", "spec/src/resolve"]
        .map(|folder| tests::rust_files(&Path::new(GENERATOR).join(folder)));
    let texts = files.into_iter().flatten().flat_map(|(_, code)| Words::of(&code).texts);
    let unsaid: Vec<String> = texts
        .filter(|text| text.contains(' ') && !NOT_IN_A_FIXTURE.contains(&text.as_str()))
        .filter(|text| !said.iter().any(|said| matches(text, said)))
        .collect();
    assert_eq!(unsaid, Vec::<String>::new());
}

/// Returns whether a format string can give a text, or a part of it.
fn matches(format: &str, text: &str) -> bool {
    let escaped = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let pieces = escaped.split('{').enumerate().map(|(index, piece)| match piece.split_once('}') {
        Some((_, rest)) if index > 0 => rest,
        _ => piece,
    });
    let mut rest = text;
    pieces.map(|piece| piece.replace('\u{1}', "{").replace('\u{2}', "}")).all(|piece| {
        let found = rest.find(&piece).map(|at| at + piece.len());
        rest = found.and_then(|end| rest.get(end..)).unwrap_or(rest);
        found.is_some()
    })
}
