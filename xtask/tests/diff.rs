//! `cargo xtask diff` as a user runs it, with folders.

#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a run gave.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

/// `tests/changes/base`, and the same with another path and one text less.
struct Pair {
    folder: PathBuf,
}

impl Pair {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("xtask-diff-test-{}-{name}", std::process::id()));
        let operations = "lamps/operations";
        for side in ["base", "head"] {
            fs::create_dir_all(folder.join(side).join(operations)).expect("a folder can be made");
            for file in ["lamps/api.yaml", "lamps/types.yaml"]
                .map(str::to_owned)
                .into_iter()
                .chain(["1-lamps.yaml", "2-wicks.yaml"].map(|file| format!("{operations}/{file}")))
            {
                let text =
                    fs::read_to_string(workspace().join("tests/changes/base").join(&file)).expect("base");
                let text = if side == "head" {
                    text.replace("From: int,", "From: int?,").replace("Lights a lamp.", "Lights it.")
                } else {
                    text
                };
                fs::write(folder.join(side).join(&file), text).expect("the file can be written");
            }
        }
        Self { folder }
    }

    fn diff(&self, args: &[&str]) -> Ran {
        let (base, head) = (self.folder.join("base"), self.folder.join("head"));
        xtask(Command::new(env!("CARGO_BIN_EXE_xtask")).arg("diff").args(args).arg(base).arg(head))
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn xtask(command: &mut Command) -> Ran {
    let command = command.current_dir(workspace()).env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("xtask starts");
    let text = |bytes| String::from_utf8(bytes).expect("xtask prints UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

#[test]
fn a_change_is_told_with_its_line() {
    let pair = Pair::new("line");
    let ran = pair.diff(&[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("lamps: major (1 breaking, 1 in texts only)\n"), "{}", ran.out);
    assert!(ran.out.contains("breaking  `WickTrim`: `From` became optional\n"));
    let place = format!("{}:11", pair.folder.join("head/lamps/operations/2-wicks.yaml").display());
    assert!(ran.out.contains(&place), "{}", ran.out);
    assert!(ran.out.contains("breaks callers, implementors"), "{}", ran.out);
}

#[test]
fn what_breaks_can_be_denied() {
    let pair = Pair::new("deny");
    let ran = pair.diff(&["--deny", "breaking"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("parameter-became-optional"), "it is told all the same: {}", ran.out);
    assert!(ran.err.contains("1 breaking"), "{}", ran.err);
    let same = pair.folder.join("base");
    let ran = xtask(
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["diff", "--deny=breaking"]).args([&same, &same]),
    );
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "The specs mean the same.\n"), "{}", ran.err);
}

#[test]
fn programs_get_json() {
    let ran = Pair::new("json").diff(&["--format", "json"]);
    let told: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(told[0]["api"], "lamps");
    assert_eq!(told[0]["step"], "major");
    let change = &told[0]["changes"][0];
    assert_eq!(change["rule"], "parameter-became-optional");
    assert_eq!(change["words"], "`From` became optional");
    assert_eq!(change["member"], "From");
    assert_eq!(change["subject"]["name"], "WickTrim");
    assert_eq!((&change["line"], &change["in"]), (&11.into(), &"head".into()));
    assert_eq!(change["effects"]["callers"], "breaks");
    assert_eq!(told[0]["changes"][1]["breaking"], false);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, says) in [
        (&["--deny", "all"][..], "breaking"),
        (&["--", "-x"], "begins with `-`"),
        (&["a", "b", "c"], "c"),
        (&["--format", "html"], "markdown"),
    ] {
        let ran = xtask(Command::new(env!("CARGO_BIN_EXE_xtask")).arg("diff").args(args));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains(says), "{args:?}: {}", ran.err);
    }
}
