//! Runs that write at the same time, and runs that are killed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::{TempDir, command, ran};

fn codegen(out: &TempDir) -> Command {
    command(&["codegen", "--api", "account-portal", "--out", out.text()])
}

fn spawn(out: &TempDir) -> Child {
    codegen(out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

fn assert_writes(out: &TempDir) {
    let ran = ran(&mut codegen(out));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

/// Every file below a folder, with its text.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let text = fs::read_to_string(&path).expect("the file can be read");
            found.insert(path, text);
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn a_run_waits_for_another() {
    let out = TempDir::new();
    let other = File::open(out.path()).expect("the folder opens");
    other.lock().expect("the folder can be locked");
    let mut child = spawn(&out);
    let mut said = String::new();
    let err = child.stderr.take().expect("a pipe");
    let mut err = BufReader::new(err);
    err.read_line(&mut said).expect("a line");
    assert!(said.starts_with("waiting for another run"), "{said}");
    assert_eq!(files(out.path()).len(), 0);
    drop(other);
    let rest: Vec<String> = err.lines().map(|line| line.expect("a line")).collect();
    assert!(child.wait().expect("it ends").success(), "{rest:?}");
    assert!(out.path().join("FILES").is_file());
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let (out, alone) = (TempDir::new(), TempDir::new());
    let children: Vec<Child> = (0..4).map(|_| spawn(&out)).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_writes(&alone);
    let texts = |folder: &TempDir| files(folder.path()).into_values().collect::<Vec<_>>();
    assert!(texts(&out) == texts(&alone));
}

/// Whatever the moment: each file is as before or as after, at most one is beside its place,
/// and the next run does the rest.
#[test]
fn a_killed_run_tears_no_file() {
    let out = TempDir::new();
    assert_writes(&out);
    let after = files(out.path());
    let before: BTreeMap<_, _> =
        after.iter().map(|(path, text)| (path.clone(), format!("{text}\n"))).collect();
    let mut killed = 0;
    for moved in [0, 1, 20] {
        for (path, text) in &before {
            fs::write(path, text).expect("the file can be written");
        }
        let mut child = spawn(&out);
        while child.try_wait().expect("it can be watched").is_none() {
            let is_new = |(path, text): &(&PathBuf, &String)| {
                fs::metadata(path).is_ok_and(|it| it.len() != text.len() as u64)
            };
            if before.iter().filter(is_new).count() >= moved {
                child.kill().expect("it can be killed");
            }
        }
        killed += usize::from(!child.wait().expect("it ends").success());
        let (beside, files_now): (BTreeMap<_, _>, _) =
            files(out.path()).into_iter().partition(|(path, _)| is_beside(path));
        assert!(beside.len() <= 1, "{beside:?}");
        beside.keys().for_each(|path| fs::remove_file(path).expect("the file can be removed"));
        for (path, text) in files_now {
            assert!([before.get(&path), after.get(&path)].contains(&Some(&text)), "{}", path.display());
        }
        assert_writes(&out);
        assert!(files(out.path()) == after, "{moved}");
    }
    assert!(killed > 0, "all runs ended before they could be killed");
}

fn is_beside(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".codegen-"))
}
