//! Edits of hand-written files, as `fmt`, `lint --fix` and `add` make them.

use std::fs;
use std::path::{Path, PathBuf};

use generator_codegen::write::{Edit, replace};
use tests::TempDir;

use super::{put, tree};

/// Files in two folders, all with the text `before`.
fn files(dir: &TempDir) -> Vec<PathBuf> {
    let paths = ["a.yaml", "deep/b.yaml", "deep/c.yaml"];
    paths.iter().for_each(|path| put(dir.path(), path, "before"));
    paths.iter().map(|path| dir.path().join(path)).collect()
}

fn edit<'a>(path: &'a Path, before: &'a str) -> Edit<'a> {
    Edit { path, before, after: "after" }
}

#[test]
fn all_files_are_edited() {
    let dir = TempDir::new();
    let files = files(&dir);
    let edits: Vec<_> = files.iter().map(|path| edit(path, "before")).collect();
    replace(&edits, &|_| {}).expect("the edits are made");
    assert!(files.iter().all(|path| fs::read_to_string(path).expect("a file") == "after"));
    assert_eq!(tree(dir.path()).len(), 4, "nothing is left behind");
}

/// If a file changed after it was read, it and the others keep what they hold.
#[test]
fn what_someone_else_wrote_stays() {
    let dir = TempDir::new();
    let files = files(&dir);
    let before = tree(dir.path());
    let edits = [edit(&files[0], "before"), edit(&files[1], "before"), edit(&files[2], "as it was")];
    let error = replace(&edits, &|_| {}).expect_err("the edits fail").to_string();
    assert!(error.contains("c.yaml changed after it was read\nhelp: run the command again"), "{error}");
    assert!(before == tree(dir.path()));
}

/// Specs are read without a byte order mark, so the text of an edit has none.
#[test]
fn a_byte_order_mark_is_not_a_change() {
    let dir = TempDir::new();
    let files = files(&dir);
    fs::write(&files[0], "\u{feff}before").expect("a file");
    replace(&[edit(&files[0], "before")], &|_| {}).expect("the edit is made");
    assert_eq!(fs::read_to_string(&files[0]).expect("a file"), "after");
}

/// The file that a link leads to is edited, and the link stays.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let dir = TempDir::new();
    let files = files(&dir);
    let link = dir.path().join("link.yaml");
    std::os::unix::fs::symlink(&files[1], &link).expect("a link can be made");
    replace(&[edit(&link, "before")], &|_| {}).expect("the edit is made");
    assert_eq!(fs::read_to_string(&files[1]).expect("a file"), "after");
    assert!(link.is_symlink());
}

#[cfg(unix)]
#[test]
fn a_fifo_is_refused_at_once() {
    let dir = TempDir::new();
    let fifo = dir.path().join("fifo.yaml");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().expect("mkfifo starts").success());
    let error = replace(&[edit(&fifo, "")], &|_| {}).expect_err("the edit fails").to_string();
    assert!(error.contains("fifo.yaml is not a regular file"), "{error}");
}
