//! `cargo xtask diff` reads revisions of git.

use std::fs;
use std::path::Path;

use tests::TempDir;

use crate::{Ran, command, git, ran};

fn diff(folder: &Path, args: &[&str]) -> Ran {
    ran(command(&["diff", "--spec"]).arg(folder.join("deep/spec")).args(args))
}

fn out(ran: &Ran) -> &str {
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    &ran.out
}

/// A repository with the spec of `base`, below a folder of it, since its second commit.
fn repository() -> TempDir {
    let folder = TempDir::new();
    git(folder.path(), &["init", "--quiet"]);
    git(folder.path(), &["commit", "--quiet", "--allow-empty", "--message", "Nothing"]);
    let spec = folder.path().join("deep/spec");
    tests::copy_specs(Path::new("../tests/data/changes"), &spec, str::to_owned);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "--quiet", "--message", "Lamps"]);
    folder
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("deep/spec/lamps/operations/2-wicks.yaml");
    let text = fs::read_to_string(&path).expect("the file can be read");
    fs::write(&path, text.replace(from, to)).expect("the file can be written");
}

#[test]
fn the_working_tree_is_compared_with_the_last_commit() {
    let repository = repository();
    assert_eq!(out(&diff(repository.path(), &[])), "The specs mean the same.\n");
    edit(repository.path(), "From: int,", "From: int?,");
    assert!(out(&diff(repository.path(), &[])).contains("parameter-became-optional"));
    git(repository.path(), &["commit", "--quiet", "--all", "--message", "Optional"]);
    assert!(out(&diff(repository.path(), &["HEAD~1", "HEAD"])).contains("parameter-became-optional"));
}

/// `..` names the folder as well as its name does.
#[test]
fn the_folder_may_be_named_from_inside() {
    let repository = repository();
    let inside = repository.path().join("deep/spec/lamps/..");
    let inside = inside.to_str().expect("a text");
    assert_eq!(out(&diff(repository.path(), &["HEAD", "--spec", inside])), "The specs mean the same.\n");
}

#[test]
fn a_revision_without_the_folder_has_no_api() {
    let repository = repository();
    let told = &diff(repository.path(), &["HEAD~1"]);
    let told = out(told);
    assert!(told.contains("api-added"), "{told}");
    let told = &diff(repository.path(), &["HEAD", "HEAD~1"]);
    let told = out(told);
    assert!(told.contains("api-removed"), "{told}");
    assert!(told.contains("deep/spec/lamps/api.yaml:1 "), "the place is in the working tree: {told}");
}

#[test]
fn a_revision_that_cannot_be_read_says_why() {
    let repository = repository();
    edit(repository.path(), "summary: Trims a wick.", "headline: Trims a wick.");
    git(repository.path(), &["commit", "--quiet", "--all", "--message", "Another language"]);
    edit(repository.path(), "headline:", "summary:");
    let ran = diff(repository.path(), &["HEAD"]);
    assert_eq!(ran.code, Some(1));
    for says in ["cannot read the spec of `HEAD`", "deep/spec/lamps/operations/2-wicks.yaml:9:", "headline"] {
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    let ran = diff(repository.path(), &["no-such-branch"]);
    assert!(ran.err.contains("neither a folder nor a git revision"), "{}", ran.err);
}
