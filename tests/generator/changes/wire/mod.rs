//! Proves the column `http` of types by bytes: a server of the new spec takes what clients of the old
//! one send, and a client of the old spec reads what that server returns, or they don't, as `diff` says.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use generator_review::diff::{Effect, diff};
use generator_spec::Spec;
use tests::compile::{Crate, run};
use tests::{TempDir, write_if_changed};

/// Types before and after, and what has been sent of the first. `$` is the name of the one that is sent; a body
/// is partial where `%` comes first.
type Case = (&'static str, &'static str, &'static str);

const A: &str = "$: {fields: {a: string}, required: [a]}";
const PART: &str = "%$: {fields: {a: string}, required: [a]}";
const OPTIONAL: &str = "$: {fields: {a: string}}";
const INT: &str = "$: {fields: {a: int}}";
const NUMBER: &str = "$: {fields: {a: number}}";
const BASE: &str = "$: {extends: $Base, fields: {z: string}}\n$Base: {fields: {a: string}}";
const EXTENDED: &str =
    "$: {extends: $Base, fields: {z: string}}\n$Base: {fields: {a: string}, required: [a]}";
const NULL: &str = "$: {fields: {a: string or null}, required: [a]}";
const RENAMED: &str = "$: {fields: {b: string}, required: [b]}";
const SENT_AS: &str = "$: {fields: {b: {type: string, rust: a, sent_as: a}}, required: [b]}";
const TWO: &str = "$: {fields: {a: string, b: string}, required: [a, b]}";
const CONSTANT: &str = "$: {fields: {a: string, b: {type: string, value: c}}, required: [a, b]}";
const CLOSED: &str = "$: {fields: {a: $Kind}}\n$Kind: {of: string, values: [x], closed: true}";
const WIDER: &str = "$: {fields: {a: $Kind}}\n$Kind: {of: string, values: [x, y], closed: true}";
const SEALED: &str = "$: {fields: {a: string}, closed: true}";
const MORE: &str = "$: {fields: {a: string, b: string}, closed: true}";
const WHOLE: &str = "$: {fields: {a: $Kind}}\n$Kind: {of: int, values: {ONE: 1}}";
const LISTED: &str = "$: {fields: {a: $Kind}}\n$Kind: {of: number, values: {ONE: 1}}";
const LEAST: &str = "$: {fields: {a: {type: int, min: 2}}}";

#[rustfmt::skip]
const REQUESTS: &[Case] = &[
    (A, TWO, r#"{"a": "x"}"#),
    (A, CONSTANT, r#"{"a": "x"}"#),
    (BASE, EXTENDED, r#"{"z": "x"}"#),
    (EXTENDED, BASE, r#"{"a": "x"}"#),
    (A, OPTIONAL, r#"{"a": "x"}"#),
    (OPTIONAL, A, "{}"),
    (A, PART, r#"{"a": "x"}"#),
    (PART, A, "{}"),
    (INT, NUMBER, r#"{"a": 1}"#),
    (NUMBER, INT, r#"{"a": 1.5}"#),
    (A, SENT_AS, r#"{"a": "x"}"#),
    (A, RENAMED, r#"{"a": "x"}"#),
    (A, NULL, r#"{"a": "x"}"#),
    (NULL, A, r#"{"a": null}"#),
    (CLOSED, WIDER, r#"{"a": "x"}"#),
    (WIDER, CLOSED, r#"{"a": "y"}"#),
    (INT, LEAST, r#"{"a": 1}"#),
    (LEAST, INT, r#"{"a": 2}"#),
    (OPTIONAL, SEALED, r#"{"a": "x", "b": "y"}"#),
    (SEALED, MORE, r#"{"a": "x"}"#),
    (MORE, SEALED, r#"{"b": "x"}"#),
    (LISTED, WHOLE, r#"{"a": 1.5}"#),
];

#[rustfmt::skip]
const RESULTS: &[Case] = &[
    (A, TWO, r#"{"a": "x", "b": "y"}"#),
    (OPTIONAL, A, r#"{"a": "x"}"#),
    (BASE, EXTENDED, r#"{"a": "x"}"#),
    (EXTENDED, BASE, "{}"),
    (A, OPTIONAL, "{}"),
    (INT, NUMBER, r#"{"a": 1.5}"#),
    (A, SENT_AS, r#"{"a": "x"}"#),
    (A, RENAMED, r#"{"b": "x"}"#),
    (A, NULL, r#"{"a": null}"#),
    (NULL, A, r#"{"a": "x"}"#),
    (INT, LEAST, r#"{"a": 2}"#),
];

/// The name of a case's type.
fn name(at: usize) -> String {
    match at.checked_sub(REQUESTS.len()) {
        None => format!("In{at}"),
        Some(at) => format!("Out{at}"),
    }
}

fn cases() -> impl Iterator<Item = (usize, &'static Case)> {
    REQUESTS.iter().chain(RESULTS).enumerate()
}

/// The spec before or after.
fn spec(types: fn(&Case) -> &'static str) -> Spec {
    let folder = TempDir::new();
    let api = "title: Things\nbase_url: \"{things}\"\ndocuments: {1: A}\nencoding: {kind: json}\n";
    folder.write("things/api.yaml", api);
    let mut operations =
        "document: 1\npart: A\ntitle: Things\ngroup: all\ndefaults: {auth: none}\noperations:\n".to_owned();
    let mut all = String::new();
    for (at, case) in cases() {
        let name = name(at);
        let types = types(case);
        let partial = types.starts_with('%');
        let sent = match at < REQUESTS.len() {
            true => format!("path: PUT /{at}, body: {{json: {name}, partial: {partial}}}, returns: nothing"),
            false => format!("path: GET /{at}, returns: {{json: {name}}}"),
        };
        let _ = writeln!(operations, "  - {{operation: Do{name}, summary: Does., effect: changes, {sent}}}");
        all += &(types.trim_start_matches('%').replace('$', &name) + "\n");
    }
    folder.write("things/operations/1-all.yaml", operations);
    folder.write("things/types.yaml", all);
    tests::open(folder.text())
        .unwrap_or_else(|errors| panic!("{}", generator_spec::diagnostics::render(errors, tests::plain())))
}

fn library(name: &str, spec: &Spec, feature: &str, folder: &Path) -> PathBuf {
    let source = folder.join(name);
    for file in tests::emitted(&spec.apis) {
        write_if_changed(&source.join(&file.path), &file.text);
    }
    Crate::library(name, source.join("things/src/lib.rs"), &[feature]).compiled(folder)
}

#[test]
fn bytes_agree() {
    let [base, head] = [|case: &Case| case.0, |case: &Case| case.1].map(spec);
    let changes = diff(&base, &head);
    let breaks = |at: usize| {
        let names = ["", "Base", "Kind"].map(|part| name(at) + part);
        let operation = format!("Do{}", name(at));
        let mut own =
            changes.iter().filter(|it| names.contains(&it.subject.name) || it.subject.name == operation);
        own.any(|it| it.effects()[3] == Effect::Breaks)
    };
    let said: String = cases().map(|(at, _)| format!("{} {}\n", name(at), breaks(at))).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wire");
    let old = library("old", &base, "client", &folder);
    let new = library("new", &head, "server", &folder);
    let mut sent = String::new();
    for (at, (.., body)) in cases() {
        let test = match at < REQUESTS.len() {
            true => format!("refuses({at}, BODIES[{at}]).await"),
            false => format!("client.send(old::Do{}::new()).await.is_err()", name(at)),
        };
        let _ = writeln!(sent, "    println!(\"{} {{}}\", {test}); // {body}", name(at));
    }
    let bodies: Vec<&str> = cases().map(|(_, case)| case.2).collect();
    let program = include_str!("program.rs")
        .replace("BODIES: &[&str] = &[]", &format!("BODIES: &[&str] = &{bodies:?}"))
        .replace("    // Each case.\n", &sent);
    write_if_changed(&folder.join("program.rs"), &program);
    let uses = [("old", Some(&*old)), ("new", Some(&*new)), ("tokio", None), ("tower_service", None)];
    let found = run(&Crate::program("wire", folder.join("program.rs"), &uses).compiled(&folder), &[]);
    assert_eq!(found, said);
}
