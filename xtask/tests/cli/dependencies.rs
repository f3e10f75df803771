//! The tables of direct dependencies in ARCHITECTURE.md have a row for each, and no other.

use std::collections::BTreeSet;

use serde_json::Value;
use tests::table;

use crate::commands::packages;
use crate::workspace;

/// The dependencies of packages, under the names that their code uses; not those in this workspace.
fn dependencies(packages: &[Value], is_one: impl Fn(&str) -> bool, kinds: &[&str]) -> BTreeSet<String> {
    let packages = packages.iter().filter(|it| it["name"].as_str().is_some_and(&is_one));
    let all = packages.flat_map(|it| it["dependencies"].as_array().into_iter().flatten());
    let others = all.filter(|it| it["path"].is_null());
    let others = others.filter(|it| kinds.contains(&it["kind"].as_str().unwrap_or("normal")));
    others.map(|it| it["rename"].as_str().or(it["name"].as_str()).expect("a name").to_owned()).collect()
}

fn rows(heading: &str) -> BTreeSet<String> {
    let text = include_str!("../../../ARCHITECTURE.md");
    table(text, heading).into_iter().map(|row| row[0].to_owned()).collect()
}

#[test]
fn every_direct_dependency_has_its_row() {
    let packages = [".", "tests/examples/database", "tests/fuzz"].map(packages).concat();
    let built = ["normal", "build"];
    let generator = |name: &str| name.starts_with("generator-") || ["api-codegen", "xtask"].contains(&name);
    let generator = dependencies(&packages, generator, &built);
    let runtime = dependencies(&packages, |name| name == "api-runtime", &built);
    let all = dependencies(&packages, |_| true, &["normal", "build", "dev"]);
    let known: BTreeSet<String> = generator.union(&runtime).cloned().collect();
    assert_eq!(rows("### Generator and xtask"), generator);
    assert_eq!(rows("### Runtime"), runtime);
    assert_eq!(rows("### Tests only"), all.difference(&known).cloned().collect());
}

/// The packages of a lock file: name, the part of the version that compatible ones share, and the version.
fn locked(file: &str) -> BTreeSet<(String, String, String)> {
    let text = std::fs::read_to_string(workspace().join(file)).expect("the lock file");
    let packages = text.split("[[package]]").skip(1).map(|package| {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key));
            line.unwrap_or_default().trim_matches('"').to_owned()
        };
        let (name, version) = (value("name = "), value("version = "));
        let numbers: Vec<&str> = version.split('.').collect();
        let shared = if numbers[0] == "0" { numbers[..2].join(".") } else { numbers[0].to_owned() };
        (name, shared, version)
    });
    packages.collect()
}

/// Otherwise `.ci/run` builds a dependency, and all that uses it, once more for each of these.
#[test]
fn what_is_outside_of_the_workspace_has_its_versions() {
    let ours = locked("Cargo.lock");
    for folder in
        ["tests/examples/database", "tests/fuzz", "tests/services/spector", "tests/services/syncthing"]
    {
        let theirs = locked(&format!("{folder}/Cargo.lock"));
        let is_known = |package: &&(String, String, String)| {
            ours.iter().any(|our| our.0 == package.0 && our.1 == package.1)
        };
        let others: Vec<_> = theirs.difference(&ours).filter(is_known).collect();
        assert!(
            others.is_empty(),
            "{folder}: `cargo update NAME --precise VERSION` of Cargo.lock's: {others:?}"
        );
    }
}
