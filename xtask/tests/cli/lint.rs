//! `cargo xtask lint`

use super::{TempDir, copy_folder, json, printed, workspace, xtask};

#[test]
fn it_reports_in_every_format_and_fails_by_severity() {
    let clean = xtask(&["lint", "--deny", "warnings"]);
    assert_eq!((clean.code, clean.out.as_str()), (Some(0), ""), "{}", clean.err);

    let warnings = ["lint", "--spec", "tests/data/lint/summary-verb"];
    let text = xtask(&warnings);
    assert_eq!((text.code, text.out.as_str()), (Some(0), ""), "{}", text.err);
    assert!(text.err.contains("warning[summary-verb]: "), "{}", text.err);
    assert!(text.err.contains("0 errors, 1 warning"), "{}", text.err);
    assert_eq!(xtask(&[&warnings[..], &["--deny", "warnings"]].concat()).code, Some(1));
    assert_eq!(xtask(&["lint", "--spec", "tests/data/lint/malformed-allow"]).code, Some(1));

    let found = json(&[&warnings[..], &["--format", "json"]].concat());
    assert_eq!(found[0]["rule"], "summary-verb");
    assert_eq!((&found[0]["level"], &found[0]["line"]), (&"warning".into(), &8.into()));
    let github = xtask(&[&warnings[..], &["--format", "github"]].concat());
    assert!(github.out.starts_with("::warning file=tests/data/lint/summary-verb/lamps/"), "{}", github.out);
}

#[test]
fn it_explains_its_rules() {
    let help = printed(&["lint", "--help"]);
    for rule in generator_review::lint::RULES {
        assert!(help.contains(rule.name), "{}", rule.name);
        let reason = printed(&["lint", "--explain", rule.name]);
        assert!(reason.starts_with(rule.name) && reason.lines().all(|line| line.len() <= 80), "{reason}");
    }
}

/// `tests/data/lint/summary-full-stop`, with changes to its operations.
fn copied(change: fn(&str) -> String) -> TempDir {
    let folder = TempDir::new();
    copy_folder(&workspace().join("tests/data/lint/summary-full-stop"), folder.path());
    folder.write(OPERATIONS, change(&folder.read(OPERATIONS)));
    folder
}

const OPERATIONS: &str = "lamps/operations/1-lamps.yaml";

#[test]
fn it_fixes_what_needs_no_decision() {
    let folder = copied(str::to_owned);
    let ran = xtask(&["lint", "--fix", "--deny", "warnings", "--spec", folder.text()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("fixed ") && ran.err.contains("no findings"), "{}", ran.err);
    let text = folder.read(OPERATIONS);
    assert!(text.contains("summary: Turns a lamp on. # remark\n"), "{text}");
}

/// A malformed allowance is reported, not ignored.
#[test]
fn it_reports_allowances_without_a_space() {
    let folder = copied(|text| text.replace("# lint:", "#lint:"));
    let ran = xtask(&["lint", "--spec", folder.text()]);
    assert!(ran.err.contains("error[malformed-allow]: "), "{}", ran.err);
}
