//! The guide: its lesson is a spec that is valid after each step, its other examples belong to
//! that spec, and its server works.

use std::path::Path;

use generator_spec::Spec;
use generator_spec::model::Api;
use tests::compile::{Crate, run};
use tests::{TempDir, blocks, guide, write_if_changed, write_texts, written};

/// The steps of the lesson, each with the texts that it adds to files.
fn steps() -> Vec<Vec<(String, String)>> {
    guide("lesson.md")
        .split("\n## ")
        .skip(1)
        .map(|step| written(step, "yaml"))
        .filter(|it| !it.is_empty())
        .collect()
}

/// The lesson's spec, as a folder.
fn spec() -> TempDir {
    let folder = TempDir::new();
    write_texts(&folder, steps().into_iter().flatten());
    folder
}

/// The spec of the page about REST APIs: each path has its method, and effects follow from these.
pub fn rooms() -> TempDir {
    let folder = TempDir::new();
    write_texts(&folder, written(&guide("rest.md"), "yaml"));
    folder
}

/// The API of a folder, with these overlays.
fn read(folder: &TempDir, overlays: &[std::path::PathBuf]) -> Api {
    let spec = Spec::open_with(&folder.path().join("spec"), overlays);
    let spec = spec
        .unwrap_or_else(|errors| panic!("{}", generator_spec::diagnostics::render(errors, tests::plain())));
    spec.apis.into_iter().next().expect("one API")
}

#[test]
fn the_lesson_is_formatted() {
    let folder = spec();
    for (path, text) in tests::files(folder.path(), "yaml") {
        let name = path.display().to_string();
        assert_eq!(generator_fmt::format(&name, &text).expect("it is YAML"), text);
    }
}

#[test]
fn every_step_is_valid() {
    let steps = steps();
    let count = |count| {
        let folder = TempDir::new();
        write_texts(&folder, steps[..count].iter().flatten().cloned());
        read(&folder, &[]).operations().count()
    };
    assert_eq!((1..=steps.len()).map(count).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

/// The table that is checked is the one that is taught.
#[test]
fn keys_that_belong_together_are_in_the_guide() {
    let table = generator_spec::keys_together();
    assert!(guide("language.md").contains(&table), "{table}");
}

/// The only block of code of a page, or the first.
fn example(page: &str, language: &str) -> String {
    blocks(&guide(page), language).into_iter().next().expect("an example")
}

/// Operations that the reference names and doesn't write.
const OTHERS: &str = "document: 1
part: A
title: Others
group: others
operations:
  - {operation: LampList, summary: Lists., path: /api/lamp/list, effect: reads, returns: not_shown}
  - {operation: LampSet, summary: Sets., path: /api/lamp/set, effect: changes, returns: {json: Lamp}}
  - {operation: LampSwitch, summary: Switches., path: /api/lamp/switch, effect: changes, returns: {json: Wiring}}
  - {operation: LampOld, summary: Is old., path: /v1/lamp, effect: reads, returns: {envelope: Scene}}
  - {operation: LampRemove, summary: Removes., path: /api/lamp/remove, effect: destroys, returns: message}
  - {operation: LampDeleteMark, summary: Marks., path: /api/lamp/delete-mark, effect: changes, returns: {json: Plan}}
";

#[test]
fn the_examples_of_the_reference_are_a_spec() {
    let folder = TempDir::new();
    let api = ["api.md", "credentials.md", "gates.md"].map(|page| example(page, "yaml")).concat();
    folder.write("spec/lamps/api.yaml", api);
    folder.write("spec/lamps/types.yaml", example("types.md", "yaml"));
    folder.write("spec/lamps/operations/1-lamps.yaml", blocks(&guide("operations.md"), "yaml")[..2].concat());
    folder.write("spec/lamps/operations/2-others.yaml", OTHERS);
    assert_eq!(read(&folder, &[]).operations().count(), 7);
}

/// The page about types has a second example, with an operation.
#[test]
fn the_defaults_of_the_reference_are_a_spec() {
    let folder = TempDir::new();
    let api = "title: Greenhouse\nbase_url: x\ndocuments: {1: Plants}\nencoding: {kind: json}\n";
    folder.write(
        "spec/greenhouse/api.yaml",
        format!("{api}groups: {{plants: {{title: Plants, about: Plants.}}}}\n"),
    );
    write_texts(&folder, written(&guide("types.md"), "yaml"));
    let api = read(&folder, &[]);
    let defaults = api.types.iter().flat_map(|ty| ty.fields()).filter(|field| field.default.is_some());
    assert_eq!((api.operations().count(), defaults.count()), (1, 6));
}

/// Its blocks are parts of one spec, in the order of the page.
#[test]
fn the_page_about_rest_is_a_spec() {
    let folder = rooms();
    let api = read(&folder, &[]);
    assert_eq!(api.operations().count(), 28);
    assert!(!tests::emitted(&[api]).is_empty());
}

#[test]
fn the_overlay_that_teaches_is_sound() {
    let folder = spec();
    let overlay = folder.write("office.yaml", example("overlays.md", "yaml"));
    let api = read(&folder, &[overlay]);
    let names = ["LampRepair", "LampTest", "LampCount"];
    assert!(names.iter().all(|name| api.operations().any(|it| it.name == *name)));
    assert!(api.operations().all(|it| it.name != "LampSwitch"));
}

/// For a reader who has only traffic.
#[test]
fn a_spec_can_be_almost_empty() {
    let folder = TempDir::new();
    write_texts(&folder, written(&guide("learning.md"), "yaml"));
    assert_eq!(read(&folder, &[]).operations().count(), 0);
}

/// Its test of the gates passes, and what it says to type is what it serves.
#[test]
fn the_server_of_the_guide_works() {
    let (spec, folder) = (spec(), Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide-server"));
    for file in tests::emitted(&[read(&spec, &[])]) {
        write_if_changed(&folder.join(&file.path), &file.text);
    }
    let features = ["client", "mock", "server"];
    let library = Crate::library("lamps_api", folder.join("lamps/src/lib.rs"), &features).compiled(&folder);
    let code = blocks(&guide("server.md"), "rust").concat();
    let code =
        code.replace("async fn main", "#[expect(dead_code)]\nasync fn serve").replace("#[tokio::main]", "");
    let code = code
        .replace("#[tokio::test]", "#[tokio::main]")
        .replace("async fn refuses_every_caller_that_it_must", "async fn main");
    write_if_changed(&folder.join("program.rs"), &code);
    let uses = [("lamps_api", Some(&*library)), ("tokio", None)];
    let program = Crate::program("lamp_server", folder.join("program.rs"), &uses);
    let _ = run(&Crate { warnings: "deny", ..program }.compiled(&folder), &[]);
}

/// The example in README, word for word.
#[test]
fn the_example_of_the_readme_is_in_the_spec() {
    let readme = std::fs::read_to_string("../README.md").expect("the file is there");
    for (path, example) in written(&readme, "yaml") {
        let file = std::fs::read_to_string(format!("../{path}")).expect("the file is there");
        assert!(file.contains(&example), "{path} has no\n{example}");
    }
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

#[test]
fn links_of_the_texts_lead_somewhere() {
    let folder = Path::new("..").join(tests::GUIDE);
    let pages = tests::names_in(&folder).into_iter().map(|name| folder.join(name));
    let texts = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "FORMATS.md", "spec/README.md"];
    let mut broken = Vec::new();
    for path in pages.chain(texts.map(|name| Path::new("..").join(name))) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let prose: String = text.split("```").step_by(2).collect();
        for target in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, name) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let has = |text: String| {
                text.lines().any(|it| it.starts_with('#') && anchor(it.trim_start_matches('#')) == name)
            };
            let leads = match name {
                "" => file.exists(),
                _ => std::fs::read_to_string(file).is_ok_and(has),
            };
            if !leads && !target.contains("://") {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}
