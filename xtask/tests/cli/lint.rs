//! `cargo xtask lint`

use std::fs;

use super::{TempDir, assert_usage, workspace, xtask};

#[test]
fn it_tells_in_every_format_and_fails_by_severity() {
    let clean = xtask(&["lint", "--deny", "warnings"]);
    assert_eq!((clean.code, clean.out.as_str()), (Some(0), ""), "{}", clean.err);

    let warnings = ["lint", "--spec", "tests/lint/summary-verb"];
    let text = xtask(&warnings);
    assert_eq!((text.code, text.out.as_str()), (Some(0), ""), "{}", text.err);
    assert!(text.err.contains("warning[summary-verb]: "), "{}", text.err);
    assert!(text.err.contains("0 errors, 1 warning"), "{}", text.err);
    assert_eq!(xtask(&[&warnings[..], &["--deny", "warnings"]].concat()).code, Some(1));
    assert_eq!(xtask(&["lint", "--spec", "tests/lint/unmarked-secret"]).code, Some(1));

    let json = xtask(&[&warnings[..], &["--format", "json"]].concat());
    let found: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(found[0]["rule"], "summary-verb");
    assert_eq!((&found[0]["level"], &found[0]["line"]), (&"warning".into(), &8.into()));
    let github = xtask(&[&warnings[..], &["--format", "github"]].concat());
    assert!(github.out.starts_with("::warning file=tests/lint/summary-verb/lamps/"), "{}", github.out);
}

#[test]
fn it_explains_its_rules() {
    let help = xtask(&["lint", "--help"]).out;
    for rule in generator::lint::RULES {
        assert!(help.contains(rule.name), "{}", rule.name);
        let ran = xtask(&["lint", "--explain", rule.name]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert!(
            ran.out.starts_with(rule.name) && ran.out.lines().all(|line| line.len() <= 80),
            "{}",
            ran.out
        );
    }
    assert_usage(&["lint", "--explain", "gate-odrer"], &["did you mean `gate-order`?"]);
    assert_usage(&["lint", "--deny", "errors"], &["errors", "warnings"]);
    assert_usage(&["lint", "--api", "garden"], &["garden", "backup-server"]);
}

#[test]
fn it_mends_what_needs_no_decision() {
    let folder = TempDir::new();
    let operations = folder.0.join("lamps/operations");
    fs::create_dir_all(&operations).expect("the folder can be made");
    let source = workspace().join("tests/lint/summary-full-stop/lamps");
    for name in ["api.yaml", "operations/1-lamps.yaml"] {
        fs::copy(source.join(name), folder.0.join("lamps").join(name)).expect("the file can be copied");
    }
    let mended = xtask(&["lint", "--fix", "--deny", "warnings", "--spec", folder.text()]);
    assert_eq!(mended.code, Some(0), "{}", mended.err);
    assert!(mended.err.contains("mended ") && mended.err.contains("no findings"), "{}", mended.err);
    let text = fs::read_to_string(operations.join("1-lamps.yaml")).expect("the file is there");
    assert!(text.contains("summary: Turns a lamp on.  # remark\n"), "{text}");
}

/// An allowance that is not written as it should be is told, not passed over.
#[test]
fn it_tells_of_allowances_without_a_blank() {
    let folder = TempDir::new();
    let operations = folder.0.join("lamps/operations");
    fs::create_dir_all(&operations).expect("the folder can be made");
    let source = workspace().join("tests/lint/summary-full-stop/lamps");
    fs::copy(source.join("api.yaml"), folder.0.join("lamps/api.yaml")).expect("the file can be copied");
    let text = fs::read_to_string(source.join("operations/1-lamps.yaml")).expect("a file");
    let text = text.replace("# lint:", "#lint:");
    fs::write(operations.join("1-lamps.yaml"), text).expect("the file can be written");
    let ran = xtask(&["lint", "--spec", folder.text()]);
    assert!(ran.err.contains("error[malformed-allow]: this is no allowance"), "{}", ran.err);
}
