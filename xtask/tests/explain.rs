//! `explain`: what it knows of an operation, and where that stands.

#![allow(clippy::expect_used)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// Exit code, standard output, standard error.
fn xtask(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(args).current_dir(workspace()).env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("xtask starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn printed(args: &[&str]) -> String {
    let (code, out, err) = xtask(args);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    out
}

fn json(name: &str) -> Value {
    serde_json::from_str(&printed(&["explain", name, "--format", "json"])).expect("it is JSON")
}

/// The line of a spec file that a fact points at.
fn line(fact: &Value) -> String {
    let file = fact["file"].as_str().expect("a file");
    let text = std::fs::read_to_string(workspace().join(file)).expect("the file can be read");
    let number = usize::try_from(fact["line"].as_u64().expect("a line")).expect("a small number");
    text.lines().nth(number - 1).expect("the line is there").to_owned()
}

#[test]
fn every_fact_points_at_the_line_that_says_it() {
    let all = json("DownloadsList_Legacy");
    let facts = all[0]["facts"].as_array().expect("a list");
    let fact = |what: &str| facts.iter().find(|fact| fact["what"] == what).expect("the fact is there");
    assert_eq!(line(fact("operation")), "  - operation: DownloadsList_Legacy");
    assert_eq!(line(fact("path")), "    path: /api/v1/downloads/list");
    assert!(line(fact("parameters")).starts_with("      format: "));
    assert!(line(fact("returns")).starts_with("    returns: {bytes: any"));
    assert!(fact("encoding")["file"].as_str().expect("a file").ends_with("account-portal/api.yaml"));
    assert_eq!(fact("rust")["line"], Value::Null, "the generator makes it");
}

#[test]
fn what_is_inherited_points_at_the_defaults() {
    let all = json("AdminAddUser");
    let gates = all[0]["facts"].as_array().expect("a list").iter().filter(|fact| fact["what"] == "gates");
    let owners: Vec<&str> = gates.clone().filter_map(|fact| fact["of"].as_str()).collect();
    assert_eq!(owners, ["defaults", "api", "defaults", "api"]);
    assert!(gates.clone().next().is_some_and(|fact| line(fact).trim() == "gates: [AA, AR]"));
    assert!(printed(&["explain", "AdminAddUser"]).contains("(inherited)"));
}

/// Also of an overlay: its own line.
#[test]
fn a_fact_of_an_overlay_points_at_the_overlay() {
    let overlay = "tests/overlays/paths-and-types.yaml";
    let out = printed(&["explain", "AdminGetUserProfile", "--overlay", overlay]);
    assert!(out.lines().any(|it| it.starts_with(overlay) && it.contains("  path  ")), "{out}");
}

#[test]
fn every_part_is_what_codegen_writes() {
    let all = json("AdminAddUser");
    for part in ["client", "server", "docs"] {
        let file = all[0][part]["file"].as_str().expect("a path").split('#').next().expect("a path");
        let written = std::fs::read_to_string(workspace().join("generated").join(file)).expect("the file");
        let shown = printed(&["explain", "AdminAddUser", "--show", part]);
        assert_eq!(all[0][part]["text"], shown.as_str());
        let missing = shown.lines().find(|line| !written.contains(line));
        assert_eq!(missing, None, "{part}");
    }
    let shown: Value =
        serde_json::from_str(&printed(&["explain", "AdminAddUser", "--show", "openapi"])).expect("JSON");
    let written = std::fs::read_to_string(workspace().join("generated/openapi/backup-server.json"));
    let written: Value = serde_json::from_str(&written.expect("the file")).expect("JSON");
    let path = "/api/v1/admin/add-user";
    assert_eq!(shown["paths"][path], written["paths"][path]);
}

#[test]
fn an_operation_is_found_by_alias_and_path() {
    for name in ["AdminOverseerLastReport", "/api/v1/admin/maintenance/last-report"] {
        assert_eq!(json(name)[0]["operation"]["name"], "AdminMaintenanceLastReport", "{name}");
    }
}

#[test]
fn what_is_unknown_is_refused_with_a_suggestion() {
    for (args, says) in [
        (&["explain", "AdminAdUser"][..], "did you mean `AdminAddUser`?"),
        (&["explain", "NothingLikeThisAtAllAnywhere!"], "cargo xtask list WORD"),
        (&["explain"], "which operation?"),
        (&["explain", "AdminAddUser", "--show", "swift"], "client, server, docs, openapi"),
    ] {
        let (code, out, err) = xtask(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
}
