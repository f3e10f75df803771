//! The commands as a user runs them: what they print, where, and the exit code.

#![allow(clippy::expect_used)]

mod fmt;
mod lint;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const COMMANDS: &[&str] =
    &["codegen", "fmt", "lint", "diff", "export", "list", "add", "explain", "gaps", "docs", "new", "bench"];

/// What a run of xtask gave.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn xtask(args: &[&str]) -> Ran {
    xtask_in(workspace(), args)
}

fn xtask_in(folder: &Path, args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(args)
        .current_dir(folder)
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("xtask starts");
    let text = |bytes| String::from_utf8(bytes).expect("xtask prints UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// A folder of its own; it goes with the value.
struct TempDir(PathBuf);

impl TempDir {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("xtask-tests-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a text")
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A command line that makes no sense: exit code 2, and what would make sense.
fn assert_usage(args: &[&str], says: &[&str]) {
    let ran = xtask(args);
    assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{args:?}");
    assert!(ran.err.starts_with("error: "), "{args:?}: {}", ran.err);
    assert!(ran.err.contains("--help"), "{args:?}: {}", ran.err);
    for text in says {
        assert!(ran.err.contains(text), "{args:?}: {}", ran.err);
    }
}

#[test]
fn every_command_has_a_help() {
    for args in [&["--help"][..], &["-h"], &["help"]] {
        let ran = xtask(args);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
        for command in COMMANDS {
            assert!(ran.out.contains(command), "{args:?}: {}", ran.out);
        }
    }
    for command in COMMANDS {
        let ran = xtask(&[command, "--help"]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command}");
        assert!(ran.out.contains(&format!("cargo xtask {command}")), "{}", ran.out);
    }
}

#[test]
fn the_help_of_codegen_names_every_target() {
    let help = xtask(&["codegen", "--help"]).out;
    for target in generator::emit::TARGETS {
        assert!(help.contains(target.name), "{}", target.name);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert_usage(&[], &["which command?"]);
    assert_usage(&["codgen"], &["codgen"]);
    assert_usage(&["--version"], &["--version"]);
    assert_usage(&["codegen", "--chek"], &["--chek"]);
    assert_usage(&["codegen", "--only"], &["--only"]);
    assert_usage(&["codegen", "--spec", "tests/fixtures/another-api"], &["`--spec` needs `--out`"]);
    assert_usage(&["codegen", "extra"], &["extra"]);
    assert_usage(&["codegen", "--overlay", PATHS_AND_TYPES], &["`--overlay`", "need `--out`"]);
    assert_usage(&["codegen", "--crate-name", "x-api"], &["need `--out`"]);
    assert_usage(&["codegen", "--out", "x", "--crate-name", "X"], &["`X` is no name of a crate"]);
    assert_usage(&["codegen", "--out", "x", "--crate-name", "x"], &["would write 2", "--api"]);
    assert_usage(&["codegen", "--out", "x", "--crate-version", "1.02.0"], &["`1.02.0` is no version"]);
    assert_usage(&["list", "--overlay"], &["--overlay"]);
    assert_usage(&["codegen", "--only", "swift"], &["swift", "operations", "surface"]);
    assert_usage(&["codegen", "--check", "--api", "garden"], &["garden", "backup-server", "account-portal"]);
    assert_usage(&["export"], &["backup-server", "account-portal"]);
    assert_usage(&["export", "garden"], &["garden", "backup-server"]);
    assert_usage(&["list", "--api", "garden"], &["garden", "backup-server"]);
    assert_usage(&["list", "--path", "guessed"], &["guessed"]);
    assert_usage(&["codgen"], &["did you mean `codegen`?"]);
    assert_usage(&["list", "--spec"], &["--spec"]);
    assert_usage(&["list", "--format", "xml"], &["xml", "json", "github"]);
    assert_usage(&["bench", "--spec", "spec"], &["--spec"]);
}

const PATHS_AND_TYPES: &str = "tests/overlays/paths-and-types.yaml";

/// The commands work on a spec that overlays change.
#[test]
fn overlays_change_what_commands_say() {
    let overlays = ["--overlay", PATHS_AND_TYPES, "--overlay=tests/overlays/more-operations.yaml"];
    let list = |args: &[&str]| xtask(&[args, &overlays].concat()).out;
    let row = list(&["list", "--path", "elsewhere"]);
    assert!(row.contains("/api/v2/users/profile"), "{row}");
    assert!(list(&["list", "ReportInvoices"]).contains("/api/v1/report/invoices"));
    let exported = list(&["export", "backup-server"]);
    for text in ["\"office-server\"", "\"path_status\": \"elsewhere\"", "\"X-Office-Admin-\""] {
        assert!(exported.contains(text), "{text}");
    }
}

/// The advice of a failed check is the command that mends it.
#[test]
fn a_crate_of_its_own_is_checked_too() {
    let out = TempDir::new();
    let command = ["codegen", "--overlay", PATHS_AND_TYPES, "--crate-name", "x-api", "--out", out.text()];
    let check = [&command[..], &["--check"]].concat();
    let before = xtask(&check);
    assert_eq!(before.code, Some(1), "{}", before.err);
    let advice = format!("--out {} --overlay {PATHS_AND_TYPES} --crate-name x-api`", out.text());
    assert!(before.err.contains(&advice), "{}", before.err);
    assert_eq!(xtask(&command).code, Some(0));
    assert_eq!(xtask(&check).code, Some(0));
    let written = |path: &str| Path::new(out.text()).join(path).exists();
    assert!(written("api-runtime/src/lib.rs") && written("backup-server/Cargo.toml"));
    assert!(!written("account-portal"), "no overlay changes it");
}

#[test]
fn check_tells_whether_codegen_would_change_anything() {
    let out = TempDir::new();
    let check = ["codegen", "--check", "--out", out.text()];
    let before = xtask(&check);
    assert_eq!(before.code, Some(1));
    let advice = format!("run `cargo xtask codegen --out {}`", out.text());
    assert!(before.err.contains(&advice), "{}", before.err);
    assert!(before.err.contains("would write FILES"), "{}", before.err);
    assert_eq!(fs::read_dir(&out.0).expect("the folder is there").count(), 0, "a check writes nothing");

    let run = xtask(&["codegen", "--out", out.text()]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    let after = xtask(&check);
    assert_eq!(after.code, Some(0), "{}", after.err);
    assert!(after.err.contains("up to date"), "{}", after.err);
}

#[test]
fn the_advice_of_a_check_repeats_the_selection() {
    let out = TempDir::new();
    let select = ["--spec", "spec", "--out", out.text(), "--api", "account-portal", "--only", "surface"];
    let ran = xtask(&[&["codegen", "--check"][..], &select].concat());
    assert!(ran.err.contains(&format!("run `cargo xtask codegen {}`", select.join(" "))), "{}", ran.err);
}

/// `codegen 2>&1 | true`
#[test]
fn a_closed_standard_error_is_no_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let out = TempDir::new();
    let status = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["codegen", "--out", out.text()])
        .current_dir(workspace())
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .stderr(writer)
        .status()
        .expect("xtask starts");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_selection_writes_only_that() {
    let out = TempDir::new();
    let select = ["codegen", "--out", out.text(), "--api", "account-portal", "--only", "surface"];
    assert_eq!(xtask(&select).code, Some(0));
    let list = fs::read_to_string(out.0.join("FILES")).expect("the list is there");
    let paths: Vec<&str> = list.lines().skip(1).collect();
    assert_eq!(paths, ["surface/account-portal.txt account-portal surface"]);
}

#[test]
fn a_bad_spec_writes_nothing_and_prints_no_colours_into_a_pipe() {
    let out = TempDir::new();
    let ran = xtask(&["codegen", "--spec", "tests/bad/many", "--out", out.text()]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("tests/bad/many/lamps/operations/1-lamps.yaml:"), "{}", ran.err);
    assert!(ran.err.contains(" errors in tests/bad/many: nothing was written"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    assert_eq!(fs::read_dir(&out.0).expect("the folder is there").count(), 0);
}

#[test]
fn help_is_that_of_the_command() {
    assert_eq!(xtask(&["help", "list"]).out, xtask(&["list", "--help"]).out);
    assert_usage(&["help", "lists"], &["did you mean `list`?"]);
    assert_usage(&["list", "--lsit"], &["See `cargo xtask list --help`."]);
    assert_usage(&["lsit"], &["See `cargo xtask --help`."]);
}

#[test]
fn faults_are_told_to_programs_too() {
    let bad = ["list", "--spec=tests/bad/many", "--format"];
    let json = xtask(&[&bad[..], &["json"]].concat());
    assert_eq!((json.code, json.err.as_str()), (Some(1), ""));
    let faults: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    let first = &faults[0];
    assert_eq!(first["file"], "tests/bad/many/candles/api.yaml");
    assert!(first["line"].is_u64() && first["end_column"].is_u64() && first["help"].is_string(), "{first}");

    let github = xtask(&[&bad[..], &["github"]].concat());
    assert_eq!((github.code, github.err.as_str()), (Some(1), ""));
    let count = faults.as_array().map(Vec::len);
    assert_eq!(Some(github.out.lines().count()), count);
    let place = format!("::error file=tests/bad/many/candles/api.yaml,line={},col=", first["line"]);
    assert!(github.out.starts_with(&place), "{}", github.out);
}

#[test]
fn an_export_is_json() {
    let ran = xtask(&["export", "account-portal"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(json["operations"].as_array().map(Vec::len), Some(50));
}

#[test]
fn an_export_of_the_only_api_needs_no_name() {
    let ran = xtask(&["export", "--spec", "tests/fixtures/another-api"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Garden API"));
}

#[test]
fn list_prints_a_line_per_operation() {
    let all = xtask(&["list"]);
    assert_eq!((all.code, all.err.as_str()), (Some(0), ""));
    assert_eq!(all.out.lines().count(), 223 + 50);
    assert!(!all.out.contains('\u{1b}'));
    assert!(all.out.lines().all(|line| line == line.trim_end()));
}

#[test]
fn list_filters() {
    let count = |args: &[&str]| {
        let ran = xtask(&[&["list"], args].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran.out.lines().count()
    };
    assert_eq!(count(&["--api", "account-portal"]), 50);
    assert_eq!(count(&["--group", "viewer"]), 6);
    assert_eq!(count(&["--api", "backup-server", "--path", "alias_only"]), 2);
    let [documented, inferred] = ["documented", "inferred"].map(|status| count(&["--path", status]));
    assert_eq!(documented + inferred + 2, 223 + 50);
    assert_eq!(count(&["ADMINADDUSER"]), count(&["adminadduser"]));
    assert_eq!(count(&["AdminAccount", "totp"]), 2);
    assert_eq!(count(&["no-such-operation"]), 0);
    let gated = count(&["--gate", "SR"]);
    assert!(gated > 0 && gated < 223, "{gated}");
    let deprecated = count(&["--deprecated"]);
    assert!(deprecated > 0 && deprecated < 50, "{deprecated}");
}

#[test]
fn gaps_are_counted_and_listed() {
    let counts = xtask(&["gaps", "account-portal"]);
    assert_eq!((counts.code, counts.err.as_str()), (Some(0), ""));
    assert!(
        counts.out.starts_with("account-portal: ") && !counts.out.contains("backup-server"),
        "{}",
        counts.out
    );
    let details = xtask(&["gaps", "backup-server", "--details"]).out;
    assert!(details.contains(" -> /api/v1/admin/add-user\n"), "{details}");
    let json: serde_json::Value =
        serde_json::from_str(&xtask(&["gaps", "--format", "json"]).out).expect("the gaps are JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_usage(&["gaps", "garden"], &["garden", "backup-server"]);
}

#[test]
fn docs_say_how_mdbook_is_installed() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("docs")
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .env("PATH", "")
        .output()
        .expect("xtask starts");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("`cargo install mdbook --locked --version "), "{error}");
}

/// The folder of the specs is found from everywhere, also from inside.
#[test]
fn every_folder_of_the_workspace_will_do() {
    for folder in ["spec", "spec/backup-server", "generator/src"] {
        for command in ["lint", "list", "gaps"] {
            let ran = xtask_in(&workspace().join(folder), &[command]);
            assert_eq!(ran.code, Some(0), "{command} in {folder}: {}", ran.err);
        }
    }
}

#[test]
fn list_tells_programs_too() {
    let ran = xtask(&["list", "--format", "json", "--api", "backup-server", "--path", "alias_only"]);
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(found[0]["path"], serde_json::Value::Null);
    assert_eq!(found[0]["path_status"], "alias_only");
    assert!(found[0]["aliases"][0].as_str().is_some_and(|path| path.starts_with('/')), "{}", ran.out);
}
