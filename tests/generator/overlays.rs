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

/// The Rust names of a crate stay when names on the wire change.
#[test]
fn rust_names_stay_where_names_change() {
    let folder = "data/fixtures/overlays";
    let names = |apis: &[Api]| -> Vec<(String, Vec<String>)> {
        let operations = apis.iter().flat_map(Api::operations);
        let fields =
            |it: &generator_spec::model::Operation| it.parameters.iter().map(|it| it.rust.clone()).collect();
        operations.map(|it| (it.rust.clone(), fields(it))).collect()
    };
    let folder_of_one = TempDir::new();
    let text = "\
overlay: renames
api: lamps
source: A test.
operations:
  HouseOn: {rename: On, parameters: {Floor: {rename: Storey}, Colour: {rename: Tint}}}
  HouseDim: {rename: Dim, parameters: {Room: {rename: Chamber}}}
  HouseFlash: {rename: Flash}
types: {Bulb: {rename: Lamp}, Glow: {rename: Light2}}
";
    let file = folder_of_one.write("renames.yaml", text);
    let before = read(folder, &[]);
    let after = read(folder, &[file.to_str().expect("a path")]);
    assert_eq!(names(&before), names(&after));
    let types =
        |apis: &[Api]| apis.iter().flat_map(|api| &api.types).map(|ty| ty.rust.clone()).collect::<Vec<_>>();
    assert_eq!(types(&before), types(&after));
    let lines = surface(&after);
    for line in [
        "On parameter Storey int optional rust floor source Changed elsewhere",
        "On path /lamps/on inferred",
        "Dim path /lamps/house/dim",
        "HouseOut replacement Dim",
        "api message Light2 with its status in Status and its text in Text",
    ] {
        assert!(lines.iter().any(|it| it == line), "{line} is not in\n{}", lines.join("\n"));
    }
}

/// Pages and results by status name fields, parameters and types, and so may another overlay.
#[test]
fn renamed_things_are_renamed_in_pages_and_results() {
    let folder = TempDir::new();
    let renames = "\
overlay: renames
api: lamps
source: A test.
operations:
  LampCursors: {parameters: {after: {rename: from}}}
  LampWaits: {parameters: {timeout: {rename: patience}}}
types:
  Lamp: {rename: Bulb}
  LampPage: {rename: Sheet, fields: {data: {rename: rows}, meta: {rename: more}}}
";
    let results = "\
overlay: results
api: lamps
source: A test.
operations: {LampLinks: {returns: {200: {json: List<Lamp>}, 4xx: {json: LampPage}}}}
";
    let files =
        [("renames.yaml", renames), ("results.yaml", results)].map(|(name, text)| folder.write(name, text));
    let files = files.each_ref().map(|file| file.to_str().expect("a path"));
    let lines = surface(&read("data/fixtures/rest-pages", &files));
    for line in [
        "LampCursors pages from, which is more.next of the page before; the items are in rows",
        "LampLinks failures Sheet as application/json (status 400 to 499) elsewhere",
        "LampLinks returns List<Bulb> as application/json (status 200) elsewhere",
        "LampWaits waits as many seconds as patience says",
    ] {
        assert!(lines.iter().any(|it| it == line), "{line} is not in\n{}", lines.join("\n"));
    }
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
