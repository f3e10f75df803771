//! Overlays on specs: what fixtures and their snapshots don't show.

use std::path::{Path, PathBuf};

use generator_spec::Spec;
use generator_spec::model::Api;
use tests::TempDir;

fn read(spec: &str, overlays: &[&str]) -> Vec<Api> {
    let overlays: Vec<PathBuf> = overlays.iter().map(PathBuf::from).collect();
    let spec = Spec::open_with(Path::new(spec), &overlays);
    spec.map_err(|errors| generator_spec::diagnostics::render(errors, tests::plain())).expect("no error").apis
}

fn surface(apis: &[Api]) -> Vec<String> {
    let files = tests::emitted(apis);
    let surface = files.iter().find(|file| file.path.starts_with("surface/")).expect("a surface");
    surface.text.lines().map(str::to_owned).collect()
}

/// A group can have operations of several files; an added one names it where its file has another.
#[test]
fn operations_move_and_are_added_to_any_group() {
    let folder = TempDir::new();
    let file = folder.write(
        "groups.yaml",
        "overlay: groups
api: backup-server
source: The console.
operations:
  AdminListUsers: {group: jobs}
add:
  operations:
    - group: backups
      after: AdminDispatcherRunBackup
      rows: [{operation: AdminTapeRun, summary: Runs a tape., path: /api/v1/admin/tape-run, returns: not_shown}]
",
    );
    let apis = read("../spec", &[file.to_str().expect("a path")]);
    let group = |name: &str| {
        let mut all = apis.iter().flat_map(Api::operations_in_groups);
        all.find(|(_, it)| it.name == name).map(|(group, _)| group).expect("the operation is there")
    };
    assert_eq!(group("AdminListUsers").rust, "jobs");
    let backups = group("AdminTapeRun");
    assert_eq!(backups.rust, "backups");
    let names: Vec<&str> = backups.operations().map(|it| it.name.as_str()).collect();
    let at = names.iter().position(|name| *name == "AdminTapeRun").expect("it is there");
    assert_eq!(names[at - 1], "AdminDispatcherRunBackup");
}

/// An overlay knows only the spec's names, whatever other overlays do.
#[test]
fn the_order_of_overlays_does_not_matter() {
    let folder = "data/fixtures/overlays";
    let [one, other] = ["building", "extension"].map(|name| format!("{folder}/{name}.yaml"));
    let sorted = |overlays: &[&str]| {
        let mut lines = surface(&read(folder, overlays));
        lines.sort();
        lines
    };
    assert_eq!(sorted(&[&one, &other]), sorted(&[&other, &one]));
}

/// Names on the wire are followed to where values of JSON are found: in pages, also through other
/// types, in messages, and where secrets are hidden.
#[test]
fn fields_are_found_by_their_names_on_the_wire() {
    let folder = TempDir::new();
    let emitted = |spec: &str, changes: &str, ending: &str| {
        let text = format!("overlay: office\napi: lamps\nsource: A test.\n{changes}");
        let file = folder.write("office.yaml", text);
        let files =
            tests::emitted(&read(&format!("data/fixtures/{spec}"), &[file.to_str().expect("a path")]));
        files.into_iter().find(|file| file.path.ends_with(ending)).expect("a file").text
    };
    let has = |text: &str, part: &str| assert!(text.contains(part), "{part} is not in\n{text}");
    let pages = "types:
  LampPage: {fields: {data: {sent_as: rows}, meta: {sent_as: more}}}
  PageMeta: {fields: {next: {sent_as: after}}}
";
    let operations = emitted("rest-pages", pages, "operations/lamps.rs");
    has(&operations, r#"next: &["more", "after"]"#);
    has(&operations, r#"items: &["rows"]"#);
    has(&operations, "output.data.unwrap_or_default()");
    let message = "types: {Glow: {fields: {Status: {sent_as: code}, Text: {sent_as: words}}}}\n";
    has(&emitted("overlays", message, "api.rs"), r#"status: Some("code"),"#);
    let secret = "types: {LampKey: {fields: {bits: {sent_as: pin}}}}\n";
    has(&emitted("secrets", secret, "api.rs"), r#".secret(&["pin"])"#);
}

/// Traffic shows what a result is, not that it is a secret.
#[test]
fn a_secret_result_stays_secret() {
    let folder = TempDir::new();
    let returned = |returns: &str| {
        let text = format!(
            "overlay: a\napi: lamps\nsource: A test.\noperations:\n  LampPaint: {{returns: {returns}}}\n"
        );
        let file = folder.write("a.yaml", &text);
        let lines = surface(&read("data/fixtures/secrets", &[file.to_str().expect("a path")]));
        lines.into_iter().find(|line| line.starts_with("LampPaint returns")).expect("a result")
    };
    assert_eq!(returned("{text: string}"), "LampPaint returns a secret: text as text/plain elsewhere");
    assert_eq!(returned("{text: string, secret: false}"), "LampPaint returns text as text/plain elsewhere");
}

/// A missing file is reported with the path that was given.
#[test]
fn an_overlay_that_is_not_there() {
    let errors = Spec::open_with(Path::new("data/fixtures/overlays"), &[PathBuf::from("nowhere.yaml")]);
    let errors = errors.expect_err("there is no such file").sorted();
    let titles: Vec<&str> = errors.iter().map(|error| error.title.as_str()).collect();
    assert_eq!(titles, ["cannot read nowhere.yaml: No such file or directory (os error 2)"]);
}
