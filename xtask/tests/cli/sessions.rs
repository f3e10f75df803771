//! The sessions of the guide about a new operation (`console`): its commands are run, with the
//! operation taken out of the spec first, and print what the guide shows.

use std::fs;

use crate::commands::Copy;
use crate::{command, git, ran, workspace};

const GUIDE: &str = include_str!("../../../spec/backup-server/guides/12-new-operation.md");
const FILE: &str = "spec/backup-server/operations/e-jobs.yaml";
const PATH: &str = "/api/v1/admin/external-auth-sources/new";
const WRONG: &str = "/api/v1/admin/externalauthsources/new";

/// The first line of what is shown that a command doesn't print in this order.
fn missing<'t>(shown: &'t str, printed: &str) -> Option<&'t str> {
    let mut printed = printed.lines();
    shown.lines().find(|line| !printed.any(|it| it.ends_with(line)))
}

/// Follows the guide.
pub fn new_operation() {
    let copy = Copy::new();
    let folder = copy.0.path().join("workspace");
    let [entry] = &tests::blocks(GUIDE, "yaml")[..] else { panic!("the guide has an entry") };
    let with = fs::read_to_string(workspace().join(FILE)).expect("the spec");
    let without = with.replacen(&format!("{entry}\n"), "", 1);
    assert_ne!(with, without, "{FILE} has the guide's entry");
    let run = |words: &[&str]| {
        let mut xtask = command(words);
        let ran = ran(xtask.current_dir(&folder).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
        ran.out + &ran.err
    };
    let write = |text: &str| fs::write(folder.join(FILE), text).expect("the spec is written");
    write(&without);
    run(&["codegen"]);
    git(&folder, &["commit", "--quiet", "--all", "--message", "Without it"]);
    for session in tests::blocks(GUIDE, "console") {
        let (line, shown) = session.split_once('\n').expect("a command and what it prints");
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["$", "cargo", "xtask", words @ ..] = &words[..] else { panic!("{line}") };
        write(&if shown.contains(WRONG) { with.replace(PATH, WRONG) } else { with.clone() });
        let printed = run(words);
        assert_eq!(missing(shown, &printed), None, "{line} prints\n{printed}");
    }
}
