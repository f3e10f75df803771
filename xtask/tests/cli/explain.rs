//! `cargo xtask explain`

use serde_json::Value;

use super::{printed, workspace};

fn json(name: &str) -> Value {
    super::json(&["explain", name, "--format", "json"])
}

/// The line of the spec that a fact points to.
fn line(fact: &Value) -> String {
    let file = fact["file"].as_str().expect("a file");
    let text = std::fs::read_to_string(workspace().join(file)).expect("the file can be read");
    let number = usize::try_from(fact["line"].as_u64().expect("a line")).expect("a small number");
    text.lines().nth(number - 1).expect("the line is there").to_owned()
}

#[test]
fn every_fact_points_to_its_line() {
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
fn an_inherited_fact_points_to_the_defaults() {
    let all = json("AdminAddUser");
    let gates = all[0]["facts"].as_array().expect("a list").iter().filter(|fact| fact["what"] == "gates");
    let owners: Vec<&str> = gates.clone().filter_map(|fact| fact["of"].as_str()).collect();
    assert_eq!(owners, ["defaults", "api", "defaults", "api"]);
    assert!(gates.clone().next().is_some_and(|fact| line(fact).trim() == "gates: [AA, AR]"));
    assert!(printed(&["explain", "AdminAddUser"]).contains("(inherited)"));
}

#[test]
fn a_fact_of_an_overlay_points_to_the_overlay() {
    let overlay = "tests/data/overlays/paths-and-types.yaml";
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
    let shown = super::json(&["explain", "AdminAddUser", "--show", "openapi"]);
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
