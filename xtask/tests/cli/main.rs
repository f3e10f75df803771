//! The commands as a user runs them: what they print, where, and the exit code.

#![allow(clippy::expect_used, clippy::panic)]

mod commands;
mod dependencies;
mod diff;
mod docs;
mod explain;
mod fmt;
mod formats;
mod git;
mod import;
mod learn;
mod lint;
mod new;
mod sessions;
mod settings;
mod standalone;
mod ten_minutes;
mod texts;
mod usage;
mod versions;
mod writing;

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use serde_json::Value;
use tests::TempDir;
use tests::sample::sample;

/// The result of running xtask.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn xtask(args: &[&str]) -> Ran {
    xtask_in(workspace(), args)
}

/// Runs it in a folder, with the specs of this workspace.
fn xtask_in(folder: &Path, args: &[&str]) -> Ran {
    ran(command(args).current_dir(folder))
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(args).current_dir(workspace()).env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"));
    without_git(&mut command);
    command
}

/// Keeps git from the user's settings, and from the repository whose hook runs the tests.
fn without_git(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        command.env_remove(name);
    }
    command.env("GIT_CONFIG_GLOBAL", "").env("GIT_CONFIG_NOSYSTEM", "1")
}

/// Returns the output of git, which succeeds in that folder.
fn git(folder: &Path, args: &[&str]) -> String {
    let identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    let ran = ran(without_git(&mut Command::new("git")).current_dir(folder).args(identity).args(args));
    assert_eq!(ran.code, Some(0), "git {args:?}: {}", ran.err);
    ran.out
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Returns the output of a run without errors.
fn printed(args: &[&str]) -> String {
    let ran = xtask(args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
    ran.out
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).expect("it is JSON")
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// Keeps the time of the last change: cargo builds only what has changed since.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    fs::File::options().append(true).open(to)?.set_modified(fs::metadata(from)?.modified()?)
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy_folder(&path, &to),
            false => copy_file(&path, &to).expect("a file"),
        }
    }
}

const PATHS_AND_TYPES: &str = "tests/data/overlays/paths-and-types.yaml";

/// The commands work on a spec that overlays change.
#[test]
fn overlays_change_what_commands_say() {
    let overlays = ["--overlay", PATHS_AND_TYPES, "--overlay=tests/data/overlays/more-operations.yaml"];
    let list = |args: &[&str]| xtask(&[args, &overlays].concat()).out;
    let row = list(&["list", "--path", "elsewhere"]);
    assert!(row.contains("/api/v2/users/profile"), "{row}");
    assert!(list(&["list", "ReportInvoices"]).contains("/api/v1/report/invoices"));
    let exported = list(&["export", "backup-server"]);
    for text in ["\"office-server\"", "\"path_status\": \"elsewhere\"", "\"X-Office-Admin-\""] {
        assert!(exported.contains(text), "{text}");
    }
}

/// In other repositories, what is generated there is built and called; in this one, an operation is
/// added as its guide shows.
#[test]
fn procedures_of_the_texts_work() {
    let all: [fn(); 3] = [ten_minutes::steps, standalone::program_outside, sessions::new_operation];
    sample("procedures of the texts", all.to_vec(), 1).into_iter().for_each(|procedure| procedure());
}

/// A failed check names the command that fixes it.
#[test]
fn a_standalone_crate_is_checked_too() {
    let out = TempDir::new();
    let command = ["codegen", "--overlay", PATHS_AND_TYPES, "--crate-name", "x-api", "--out", out.text()];
    let check = [&command[..], &["--check"]].concat();
    let before = xtask(&check);
    assert_eq!(before.code, Some(1), "{}", before.err);
    let advice = format!("run `cargo xtask {}`", command.join(" "));
    assert!(before.err.contains(&advice), "{}", before.err);
    assert_eq!(xtask(&command).code, Some(0));
    assert_eq!(xtask(&check).code, Some(0));
    let written = |path: &str| Path::new(out.text()).join(path).exists();
    assert!(written("api-runtime/src/lib.rs") && written("backup-server/Cargo.toml"));
    assert!(!written("account-portal"), "no overlay changes it");
}

#[test]
fn a_check_fails_if_codegen_would_change_anything() {
    let out = TempDir::new();
    let check = ["codegen", "--check", "--out", out.text()];
    let before = xtask(&check);
    assert_eq!(before.code, Some(1));
    let advice = format!("run `cargo xtask codegen --out {}`", out.text());
    assert!(before.err.contains(&advice), "{}", before.err);
    assert!(before.err.contains("would write FILES"), "{}", before.err);
    assert_eq!(tests::names_in(out.path()).len(), 0, "a check writes nothing");

    let run = xtask(&["codegen", "--out", out.text()]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    assert!(run.err.contains("write docs/ (") && run.err.lines().count() < 20, "{}", run.err);
    let after = xtask(&check);
    assert_eq!(after.code, Some(0), "{}", after.err);
    assert!(after.err.contains("up to date"), "{}", after.err);
}

#[test]
fn the_advice_of_a_check_repeats_the_selection() {
    let out = TempDir::new();
    let odd = format!("{}/a b", out.text());
    let select = ["--spec", "spec", "--api", "account-portal", "--only", "surface", "--out"];
    let ran = xtask(&[&["codegen", "--check"][..], &select, &[&odd]].concat());
    assert!(
        ran.err.contains(&format!("run `cargo xtask codegen {} '{odd}'`", select.join(" "))),
        "{}",
        ran.err
    );
}

/// `codegen 2>&1 | true`
#[test]
fn a_closed_standard_error_does_not_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let out = TempDir::new();
    let status = command(&["codegen", "--out", out.text()]).stderr(writer).status();
    assert_eq!(status.expect("xtask starts").code(), Some(0));
}

#[test]
fn a_selection_writes_only_that() {
    let out = TempDir::new();
    let select = ["codegen", "--out", out.text(), "--api", "account-portal", "--only", "surface"];
    assert_eq!(xtask(&select).code, Some(0));
    let list = out.read("FILES");
    let paths: Vec<&str> = list.lines().skip(1).collect();
    assert_eq!(paths, ["surface/account-portal.txt account-portal surface"]);
}

#[test]
fn a_bad_spec_writes_nothing_and_prints_no_colors_into_a_pipe() {
    let out = TempDir::new();
    let ran = xtask(&["codegen", "--spec", "tests/data/bad/many", "--out", out.text()]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("tests/data/bad/many/lamps/operations/1-lamps.yaml:"), "{}", ran.err);
    assert!(ran.err.contains(" errors: nothing was written"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    assert_eq!(tests::names_in(out.path()).len(), 0);
}

#[test]
fn errors_in_a_spec_are_reported_to_programs_too() {
    let bad = ["list", "--spec=tests/data/bad/many", "--format"];
    let json = xtask(&[&bad[..], &["json"]].concat());
    assert_eq!((json.code, json.err.as_str()), (Some(1), ""));
    let errors: Value = serde_json::from_str(&json.out).expect("it is JSON");
    let first = &errors[0];
    assert_eq!(first["file"], "tests/data/bad/many/candles/api.yaml");
    assert!(first["line"].is_u64() && first["end_column"].is_u64() && first["help"].is_string(), "{first}");

    let github = xtask(&[&bad[..], &["github"]].concat());
    assert_eq!((github.code, github.err.as_str()), (Some(1), ""));
    let count = errors.as_array().map(Vec::len);
    assert_eq!(Some(github.out.lines().count()), count);
    let place = format!("::error file=tests/data/bad/many/candles/api.yaml,line={},col=", first["line"]);
    assert!(github.out.starts_with(&place), "{}", github.out);
}

#[test]
fn an_export_is_json() {
    assert_eq!(json(&["export", "account-portal"])["operations"].as_array().map(Vec::len), Some(50));
}

#[test]
fn an_export_of_the_only_api_needs_no_name() {
    let ran = xtask(&["export", "--spec", "tests/data/fixtures/another-api"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Garden API"));
}

#[test]
fn list_prints_a_line_per_operation() {
    let all = printed(&["list"]);
    assert_eq!(all.lines().count(), 223 + 50);
    assert!(!all.contains('\u{1b}'));
    assert!(all.lines().all(|line| line == line.trim_end()));
}

#[test]
fn list_filters() {
    let count = |args: &[&str]| printed(&[&["list"], args].concat()).lines().count();
    assert_eq!(count(&["--api", "account-portal"]), 50);
    assert_eq!(count(&["--group", "viewer"]), 6);
    assert_eq!(count(&["--api", "backup-server", "--path", "alias_only"]), 2);
    let [documented, inferred] = ["documented", "inferred"].map(|status| count(&["--path", status]));
    assert_eq!(documented + inferred + 2, 223 + 50);
    assert_eq!(count(&["ADMINADDUSER"]), count(&["adminadduser"]));
    assert_eq!(count(&["AdminAccount", "totp"]), 2);
    let none = xtask(&["list", "no-such-operation"]);
    assert_eq!((none.code, none.err.as_str()), (Some(1), "error: no operation matches\n"));
    let gated = count(&["--gate", "SR"]);
    assert!(gated > 0 && gated < 223, "{gated}");
    let deprecated = count(&["--deprecated"]);
    assert!(deprecated > 0 && deprecated < 50, "{deprecated}");
}

#[test]
fn gaps_prints_counts_and_details() {
    let counts = printed(&["gaps", "account-portal"]);
    assert!(counts.starts_with("account-portal: ") && !counts.contains("backup-server"), "{counts}");
    let details = xtask(&["gaps", "backup-server", "--details"]).out;
    assert!(details.contains(" -> /api/v1/admin/add-user\n"), "{details}");
    assert_eq!(json(&["gaps", "--format", "json"]).as_array().map(Vec::len), Some(2));
}

/// The folder of the specs is found from everywhere, even from inside.
#[test]
fn commands_run_in_every_folder_of_the_workspace() {
    for folder in ["spec", "spec/backup-server", "generator/spec"] {
        for command in ["lint", "list", "gaps"] {
            let ran = xtask_in(&workspace().join(folder), &[command]);
            assert_eq!(ran.code, Some(0), "{command} in {folder}: {}", ran.err);
        }
    }
}

#[test]
fn list_prints_json_too() {
    let found = json(&["list", "--format", "json", "--api", "backup-server", "--path", "alias_only"]);
    assert_eq!(found[0]["path"], Value::Null);
    assert_eq!(found[0]["path_status"], "alias_only");
    assert!(found[0]["aliases"][0].as_str().is_some_and(|path| path.starts_with('/')), "{found}");
}
