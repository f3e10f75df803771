//! An output folder that an attacker prepared: nothing outside is read, written
//! or removed, and nothing blocks the run.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator_codegen::write::{self, Accept};
use tests::TempDir;

use super::{KNOWN, assert_fails, owners, put, run, tree, two_apis, written};

/// An output folder with two APIs and a folder next to it that is not ours.
fn prepared() -> (TempDir, PathBuf, PathBuf) {
    let dir = TempDir::new();
    let (out, outside) = (dir.path().join("out"), dir.path().join("outside"));
    two_apis(&out);
    // As if codegen had written it: only its place says that it is not ours.
    two_apis(&outside);
    (dir, out, outside)
}

/// Replaces a file or folder with a link.
fn link(out: &Path, path: &str, target: &Path) {
    let place = out.join(path);
    let _ = fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place));
    symlink(target, place).expect("a link can be made");
}

/// A run and a check are refused; neither changes anything, inside or outside.
fn assert_refused(dir: &TempDir, out: &Path, says: &str) {
    let before = tree(dir.path());
    let outputs = || vec![written("b/code", &[("b/deep/new.rs", "1"), ("b/one.rs", "changed")])];
    let error = assert_fails(out, outputs()).to_string();
    assert!(error.contains(says), "{error}");
    let error =
        write::check(out, &outputs(), &owners(KNOWN), Accept::All, &|_| {}).expect_err("the check fails");
    assert!(error.to_string().contains(says), "{error}");
    assert!(before == tree(dir.path()));
}

#[test]
fn links_in_the_place_of_files_and_folders_are_refused() {
    for (path, target) in [
        ("b", "b"),
        ("b/deep", "a"),
        ("b/one.rs", "b/one.rs"),
        ("b/one.rs", "gone"),
        ("b", "gone"),
        ("FILES", "FILES"),
    ] {
        let (dir, out, outside) = prepared();
        link(&out, path, &outside.join(target));
        assert_refused(&dir, &out, &format!("{path} is a link\nhelp: "));
    }
}

#[test]
fn what_is_not_a_regular_file_is_refused_at_once() {
    for path in ["b/one.rs", "FILES"] {
        let (dir, out, _) = prepared();
        let place = out.join(path);
        fs::remove_file(&place).expect("the file can be removed");
        // To open it would block.
        let made = Command::new("mkfifo").arg(&place).status().expect("mkfifo starts");
        assert!(made.success());
        assert_refused(&dir, &out, &format!("{path} is not a regular file"));
        fs::remove_file(&place).expect("the FIFO can be removed");
        let _socket = UnixListener::bind(&place).expect("a socket can be made");
        assert_refused(&dir, &out, &format!("{path} is not a regular file"));
    }
}

/// A file that the list names below a link stays, even if it looks like ours.
#[test]
fn stale_files_behind_links_stay() {
    let (_dir, out, outside) = prepared();
    let before = tree(&outside);
    link(&out, "a", &outside.join("a"));
    link(&out, "docs/a.md", &outside.join("docs/a.md"));
    let changes = run(&out, Vec::new(), &["b/code"]).expect("the run succeeds");
    assert_eq!(changes, ["write FILES"]);
    let changes = run(&out, vec![written("a/code", &[]), written("a/docs", &[])], &["a/code", "a/docs"]);
    assert_eq!(changes.expect("the run succeeds"), ["write FILES", "remove b/one.rs"]);
    assert!(before == tree(&outside));
}

/// The user names the output folder: it may be a link.
#[test]
fn the_output_folder_may_be_a_link() {
    let (dir, out, _) = prepared();
    let linked = dir.path().join("linked");
    symlink(&out, &linked).expect("a link can be made");
    run(&linked, vec![written("b/code", &[("b/one.rs", "changed")])], KNOWN).expect("the run succeeds");
    assert!(fs::read_to_string(out.join("b/one.rs")).expect("a file").contains("changed"));
    link(dir.path(), "linked", Path::new("gone"));
    let error =
        run(&linked, vec![written("b/code", &[("b/one.rs", "1")])], KNOWN).expect_err("the run fails");
    assert!(error.to_string().contains("linked"), "{error}");
}

#[test]
fn an_emitter_cannot_name_a_path_outside() {
    for path in ["../x", "/x", "b/../../x", "./x", "b//x", "", "b\\x", "c:x", "b/x\ny", "b/"] {
        let (dir, out, _) = prepared();
        let before = tree(dir.path());
        let error = assert_fails(&out, vec![written("b/code", &[(path, "1")])]);
        assert!(error.to_string().contains("is not a path below"), "{path}: {error}");
        assert!(before == tree(dir.path()));
    }
}

/// Replaces all of the list but its first line, which says whose it is.
fn tamper(out: &Path, lines: &str) {
    let list = fs::read_to_string(out.join("FILES")).expect("there is a list");
    put(out, "FILES", &format!("{}\n{lines}", list.lines().next().unwrap_or_default()));
}

#[test]
fn a_tampered_list_cannot_name_a_path_outside() {
    let (dir, out, outside) = prepared();
    let absolute = outside.join("b/one.rs").display().to_string();
    let lines = [
        "../outside/b/one.rs",
        "a/../../outside/b/one.rs",
        "./../outside/b/one.rs",
        &absolute,
        "..\\outside\\b\\one.rs",
        "",
    ];
    let lines: String = lines.iter().map(|path| format!("{path} gone code\n")).collect();
    tamper(&out, &format!("{lines}nonsense\n\u{0}\n"));
    let before = tree(&outside);
    assert_eq!(run(&out, Vec::new(), KNOWN).expect("the run succeeds"), ["write FILES"]);
    assert!(before == tree(&outside) && dir.path().exists());
}

/// Neither can it name a folder or the list itself.
#[test]
fn a_tampered_list_cannot_stop_a_run() {
    let (_dir, out, _) = prepared();
    put(&out, "mine/mine.txt", "mine");
    tamper(&out, "mine gone code\nFILES gone code\n. gone code\n");
    assert_eq!(run(&out, Vec::new(), KNOWN).expect("the run succeeds"), ["write FILES"]);
    assert!(out.join("mine/mine.txt").exists() && out.join("FILES").exists());
}

/// Files keep their permissions; new ones have those of all new files.
#[test]
fn permissions_stay() {
    let (_dir, out, outside) = prepared();
    let mode = |path: &Path| fs::metadata(path).expect("a mode").permissions().mode() & 0o777;
    let place = out.join("b/one.rs");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o640)).expect("a mode can be set");
    let files = [("b/new.rs", "1"), ("b/one.rs", "changed")];
    run(&out, vec![written("b/code", &files)], KNOWN).expect("the run succeeds");
    put(&outside, "usual", "");
    assert_eq!([mode(&place), mode(&out.join("b/new.rs"))], [0o640, mode(&outside.join("usual"))]);
}
