//! The guide about a new operation: its entry is added to the spec, its commands (`console`) print
//! what it shows, and its program is compiled with the crate that they make.

use std::fs;

use tests::compile::{Crate, Output};

use crate::commands::Copy;
use crate::{command, ran, workspace};

const GUIDE: &str = include_str!("../../../spec/backup-server/guides/12-new-operation.md");
const FILE: &str = "spec/backup-server/operations/e-jobs.yaml";
const PATH: &str = "/api/v1/admin/external-auth-sources/test";
const WRONG: &str = "/api/v1/admin/externalauthsources/test";

/// The first line of what is shown that a command doesn't print in this order.
fn missing<'t>(shown: &'t str, printed: &str) -> Option<&'t str> {
    let mut printed = printed.lines();
    shown.lines().find(|line| !printed.any(|it| it.ends_with(line)))
}

/// Follows the guide.
pub fn new_operation() {
    let copy = Copy::new();
    let folder = copy.0.path().join("workspace");
    let block = |language| {
        let [block] = &tests::blocks(GUIDE, language)[..] else { panic!("the guide has one of {language}") };
        block.clone()
    };
    assert!(GUIDE.contains(FILE));
    let spec = fs::read_to_string(workspace().join(FILE)).expect("the spec") + "\n" + &block("yaml");
    for session in tests::blocks(GUIDE, "console") {
        let (line, shown) = session.split_once('\n').expect("a command and what it prints");
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["$", "cargo", "xtask", words @ ..] = &words[..] else { panic!("{line}") };
        let spec = if shown.contains(WRONG) { spec.replace(PATH, WRONG) } else { spec.clone() };
        fs::write(folder.join(FILE), spec).expect("the spec is written");
        let mut xtask = command(words);
        let ran = ran(xtask.current_dir(&folder).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
        let printed = ran.out + &ran.err;
        assert_eq!(missing(shown, &printed), None, "{line} prints\n{printed}");
    }
    let library = folder.join("generated/backup-server/src/lib.rs");
    let library = Crate::library("backup_server_api", library, &["client", "tls"]);
    let library = Crate { output: Output::CheckedLibrary, ..library }.compiled(copy.0.path());
    let uses = [("backup_server_api", Some(library.as_path())), ("serde_json", None), ("tokio", None)];
    let program = Crate::program("guide", copy.0.write("guide.rs", block("rust")), &uses);
    drop(Crate { output: Output::CheckedProgram, ..program }.compiled(copy.0.path()));
}
