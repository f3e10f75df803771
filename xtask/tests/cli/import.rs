//! `cargo xtask import` and `new --openapi`

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::new::{folder, xtask};
use crate::{Ran, command};

const LAMPS: &str = "\
openapi: 3.0.3
info: {title: Lamps, version: '1'}
tags: [{name: rooms, description: Rooms.}]
paths:
  /lamps/{id}:
    get:
      operationId: getLamp
      tags: [lamps]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: A lamp., content: {application/json: {schema: {$ref: '#/components/schemas/Lamp'}}}}
  /rooms:
    post:
      operationId: addRoom
      tags: [rooms]
      requestBody: {content: {application/xml: {schema: {type: object, xml: {name: room}}}}}
      responses: {'204': {description: Added.}}
components:
  schemas:
    Lamp: {type: object, required: [id], properties: {id: {type: string}, level: {type: integer}}}
";

/// A repository with the description, and the import of it.
fn imported(name: &str) -> (std::path::PathBuf, Ran) {
    let root = folder(name, &[("lamps.yaml", LAMPS)]);
    let ran = again(&root);
    (root, ran)
}

fn again(root: &Path) -> Ran {
    xtask(root, &["import", "lamps.yaml", "--name", "lamps"])
}

fn edit(root: &Path, path: &str, from: &str, to: &str) {
    let text = fs::read_to_string(root.join(path)).expect("the file is there");
    assert!(text.contains(from), "{path}: {text}");
    fs::write(root.join(path), text.replace(from, to)).expect("the file can be written");
}

fn spec(root: &Path) -> Vec<(String, String)> {
    let files = tests::files(&root.join("spec/lamps"), "yaml").into_iter();
    files.map(|(path, text)| (path.display().to_string(), text)).collect()
}

#[track_caller]
fn succeeds(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

#[track_caller]
fn fails(ran: &Ran, code: i32, why: &str) {
    assert!(ran.code == Some(code) && ran.err.contains(why), "{why}: {:?} {}{}", ran.code, ran.out, ran.err);
}

#[test]
fn what_is_left_out_is_listed_and_the_rest_is_a_spec() {
    let (root, ran) = imported("import");
    succeeds(&ran);
    let place =
        "#/paths/~1rooms/post/requestBody/content/application~1xml/schema/xml: a key that isn't read: `xml`";
    assert!(ran.out.contains(place), "{}", ran.out);
    let summary = "write spec/lamps: 2 operations of 2, 2 of them as described, and 1 type\n";
    assert!(ran.err.contains(summary) && ran.err.contains("1  a key that isn't read: `xml`"), "{}", ran.err);
    assert!(ran.err.ends_with("\nNext:\n  cargo xtask codegen\n"), "{}", ran.err);
    for next in [&["fmt", "--check"][..], &["codegen"], &["codegen", "--check"], &["gaps"]] {
        succeeds(&xtask(&root, next));
    }
    assert_eq!(tests::names_in(root.join("spec/lamps")), ["api.yaml", "operations", "types.yaml"]);
}

#[test]
fn importing_again_replaces_what_nobody_edited() {
    let (root, _) = imported("import-again");
    let before = spec(&root);
    let check = ["import", "lamps.yaml", "--name", "lamps", "--check"];
    succeeds(&xtask(&root, &check));
    succeeds(&again(&root));
    assert_eq!(spec(&root), before);

    // What an import doesn't write stays; the file of a tag that is gone doesn't.
    fs::write(root.join("spec/lamps/search.yaml"), "{}\n").expect("a file");
    edit(&root, "lamps.yaml", "tags: [rooms]", "tags: [lamps]");
    fails(
        &xtask(&root, &check),
        1,
        "run `cargo xtask import lamps.yaml --name lamps`, then `cargo xtask diff`",
    );
    assert_eq!(spec(&root).len(), before.len() + 1, "a check writes nothing");
    succeeds(&again(&root));
    assert_eq!(tests::names_in(root.join("spec/lamps/operations")), ["1-lamps.yaml"]);
    assert!(root.join("spec/lamps/search.yaml").exists());
    succeeds(&xtask(&root, &check));
}

#[test]
fn what_somebody_wrote_is_not_replaced() {
    let (root, _) = imported("import-edited");
    let (file, was, is) = ("spec/lamps/types.yaml", "level: int", "level: number");
    edit(&root, file, was, is);
    let before = spec(&root);
    fails(
        &again(&root),
        1,
        "spec/lamps was not imported, or was edited since: nothing was written\nhelp: write",
    );
    assert_eq!(spec(&root), before);
    edit(&root, file, is, was);
    succeeds(&again(&root));

    succeeds(&xtask(&root, &["new", "by-hand"]));
    fails(&xtask(&root, &["import", "lamps.yaml", "--name", "by-hand"]), 1, "was not imported");
}

#[test]
fn standard_input_is_a_description_too() {
    let root = folder("import-input", &[("lamps.yaml", LAMPS)]);
    let mut command = command(&["import", "-", "--name", "lamps"]);
    let input = fs::File::open(root.join("lamps.yaml")).expect("the file is there");
    let manifest = root.join("xtask");
    succeeds(&crate::ran(
        command.current_dir(&root).env("CARGO_MANIFEST_DIR", manifest).stdin(Stdio::from(input)),
    ));
    succeeds(&xtask(&root, &["import", "lamps.yaml", "--name", "lamps", "--check"]));
}

#[test]
fn what_cannot_be_imported_is_refused() {
    let nothing =
        "{openapi: 3.0.0, info: {title: T}, paths: {/a//b: {get: {responses: {'200': {description: D}}}}}}";
    let webhooks =
        "{openapi: 3.1.0, info: {title: T}, webhooks: {on: {post: {responses: {'200': {description: D}}}}}}";
    let files = [
        ("list.yaml", "[a, b]"),
        ("words.txt", "a: [b"),
        ("nothing.yaml", nothing),
        ("webhooks.yaml", webhooks),
    ];
    let root = folder("import-refused", &files);
    fs::write(root.join("bytes.yaml"), b"openapi: \xff").expect("a file");
    let import = |file: &str, name: &str| xtask(&root, &["import", file, "--name", name]);
    for (file, name, code, why) in [
        (
            "list.yaml",
            "lamps",
            1,
            "list.yaml is not a description that this program reads: `swagger: \"2.0\"`",
        ),
        ("words.txt", "lamps", 1, "words.txt is neither JSON nor YAML: "),
        ("bytes.yaml", "lamps", 1, "bytes.yaml is not UTF-8"),
        ("none.yaml", "lamps", 1, "cannot read none.yaml: "),
        (".", "lamps", 1, ". is not a file"),
        (
            "nothing.yaml",
            "lamps",
            1,
            "nothing.yaml has no operation that can be described: nothing was written",
        ),
        ("webhooks.yaml", "lamps", 1, "webhooks.yaml has no operations in `paths`: nothing was written"),
        ("list.yaml", "../lamps", 2, "invalid API name `../lamps`: write lowercase words"),
        ("list.yaml", "/lamps", 2, "invalid API name"),
    ] {
        fails(&import(file, name), code, why);
    }
    assert!(
        import("nothing.yaml", "lamps").out.contains("#/paths/~1a~1~1b/get"),
        "what is left out is listed"
    );
    fails(&xtask(&root, &["import", "list.yaml"]), 2, "missing `--name`");
    fails(
        &xtask(&root, &["import", "list.yaml", "--name", "lamps", "--check"]),
        1,
        "import it without `--check`",
    );
    assert!(!root.join("spec").exists());
}

#[test]
fn a_repository_begins_with_a_description() {
    let root = folder("import-new", &[("lamps.yaml", LAMPS)]);
    let new = ["new", "lamps", "--openapi", "lamps.yaml"];
    fails(&xtask(&root, &[&new[..], &["--title", "T"]].concat()), 2, "remove `--title`");
    let made = xtask(&root, &new);
    succeeds(&made);
    assert!(made.err.ends_with("\nNext:\n  cargo xtask codegen\n  cargo test\n"), "{}", made.err);
    assert!(made.out.contains("a key that isn't read: `xml`"), "{}", made.out);
    for next in [&["codegen"][..], &["lint"]] {
        succeeds(&xtask(&root, next));
    }
    edit(&root, "spec/lamps/types.yaml", "level: int", "level: number");
    fails(&xtask(&root, &new), 1, "edited since");
}
