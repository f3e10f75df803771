//! The tables of direct dependencies in ARCHITECTURE.md have a row for each, and no other.

use std::collections::BTreeSet;

use serde_json::Value;
use tests::table;

use crate::commands::packages;

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
