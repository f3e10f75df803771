//! `cargo xtask diff`, with folders.

use std::fs;

use super::{Ran, TempDir, copy_folder, workspace, xtask};

/// `tests/data/changes` as `base`, and with another parameter and another text as `head`.
pub struct Pair(TempDir);

impl Pair {
    pub fn new() -> Self {
        let folder = TempDir::new();
        for side in ["base", "head"] {
            copy_folder(&workspace().join("tests/data/changes"), &folder.path().join(side));
        }
        for (file, from, to) in
            [("2-wicks", "From: int,", "From: int?,"), ("1-lamps", "Lights a lamp.", "Lights it.")]
        {
            let name = format!("head/lamps/operations/{file}.yaml");
            folder.write(&name, folder.read(&name).replace(from, to));
        }
        Self(folder)
    }

    pub fn diff(&self, args: &[&str]) -> Ran {
        let folders = ["base", "head"].map(|side| format!("{}/{side}", self.0.text()));
        xtask(&[&["diff"], args, &folders.each_ref().map(String::as_str)].concat())
    }
}

#[test]
fn a_change_is_reported_with_its_line() {
    let pair = Pair::new();
    let ran = pair.diff(&[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("lamps: major (1 breaking, 1 documentation-only)\n"), "{}", ran.out);
    assert!(ran.out.contains("breaking  `WickTrim`: `From` became optional\n"), "{}", ran.out);
    let place = format!("{}/head/lamps/operations/2-wicks.yaml:11 (", pair.0.text());
    assert!(ran.out.contains(&place), "{}", ran.out);
    assert!(ran.out.contains("breaks recompiled programs, server code"), "{}", ran.out);
}

#[test]
fn what_breaks_can_be_denied() {
    let pair = Pair::new();
    let ran = pair.diff(&["--deny", "breaking"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("parameter-became-optional"), "it is still reported: {}", ran.out);
    assert!(ran.err.contains("error: 1 breaking change, denied by"), "{}", ran.err);
    fs::remove_dir_all(pair.0.path().join("head")).expect("the folder can be removed");
    copy_folder(&pair.0.path().join("base"), &pair.0.path().join("head"));
    let ran = pair.diff(&["--deny=breaking"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "The specs mean the same.\n"), "{}", ran.err);
}

#[test]
fn programs_get_json() {
    let ran = Pair::new().diff(&["--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!((&found[0]["api"], &found[0]["step"]), (&"lamps".into(), &"major".into()));
    let change = &found[0]["changes"][0];
    assert_eq!(change["rule"], "parameter-became-optional");
    assert_eq!(change["words"], "`From` became optional");
    assert_eq!((&change["subject"]["name"], &change["member"]), (&"WickTrim".into(), &"From".into()));
    assert_eq!((&change["line"], &change["in"]), (&11.into(), &"head".into()));
    assert_eq!(change["effects"]["callers"], "breaks");
    assert_eq!(found[0]["changes"][1]["breaking"], false);
}
