//! Help, and command lines that make no sense.

use super::{TempDir, printed, workspace, xtask, xtask_in};

const COMMANDS: &[&str] = &[
    "codegen", "fmt", "lint", "diff", "export", "list", "explain", "gaps", "learn", "docs", "new", "schema",
];

#[test]
fn every_command_has_a_help() {
    for args in [&["--help"][..], &["-h"], &["help"]] {
        let help = printed(args);
        for command in COMMANDS {
            assert!(help.contains(command), "{args:?}: {help}");
        }
    }
    for command in COMMANDS {
        let help = printed(&[command, "--help"]);
        assert!(help.contains(&format!("cargo xtask {command}")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        assert_eq!(printed(&["help", command]), help);
    }
}

#[test]
fn the_version_is_printed() {
    let version = concat!("cargo xtask ", env!("CARGO_PKG_VERSION"), " (spec language 1)\n");
    assert_eq!([printed(&["--version"]), printed(&["-V"])], [version; 2]);
}

#[test]
fn the_help_of_codegen_names_every_target() {
    let help = printed(&["codegen", "--help"]);
    for target in generator_codegen::targets::TARGETS {
        assert!(help.contains(target.name), "{}", target.name);
    }
}

/// A command line that makes no sense, and what its error says.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&[], &["missing command", "See `cargo xtask --help`."]),
    (&["codgen"], &["unknown command `codgen`: did you mean `codegen`?", "See `cargo xtask --help`."]),
    (&["--versions"], &["unknown command `--versions`: expected `codegen`, "]),
    (&["help", "lists"], &["did you mean `list`?"]),
    (&["codegen", "--chek"], &["unknown option `--chek`: did you mean `--check`?"]),
    (&["codegen", "--only"], &["`--only` needs a value"]),
    (&["codegen", "--out="], &["`--out` needs a value"]),
    (&["codegen", "--only", "--check"], &["`--only` needs a value"]),
    (&["codegen", "--only", "swift"], &["unknown target `swift`: expected `manifest`, ", "`surface`"]),
    (&["codegen", "--spec", "tests/data/fixtures/another-api"], &["`--spec` needs `--out`"]),
    (&["codegen", "extra"], &["unexpected argument `extra`", "See `cargo xtask codegen --help`."]),
    (&["codegen", "--overlay", super::PATHS_AND_TYPES], &["`--overlay`", "need `--out`"]),
    (&["codegen", "--crate-name", "x-api"], &["need `--out`"]),
    (&["codegen", "--out", "x", "--crate-name", "X"], &["`X`"]),
    (
        &["codegen", "--out", "x", "--crate-name", "fn"],
        &["a crate cannot be called `fn`: it is a keyword of Rust"],
    ),
    (&["codegen", "--out", "x", "--crate-name", "api_runtime"], &["`api_runtime`"]),
    (&["codegen", "--out", "x", "--crate-name", "x"], &["would write 2", "--api"]),
    (&["codegen", "--out", "x", "--crate-version", "1.02.0"], &["`1.02.0`"]),
    (
        &["codegen", "--check", "--api", "garden"],
        &["unknown API `garden`: expected `account-portal` or `backup-server`"],
    ),
    (&["docs", "--serve", "--rustdoc"], &["`--rustdoc` can't be combined with `--serve`"]),
    (&["list", "--lsit"], &["unknown option `--lsit`", "See `cargo xtask list --help`."]),
    (&["list", "--overlay"], &["`--overlay` needs a value"]),
    (&["list", "--spec"], &["`--spec` needs a value"]),
    (&["list", "--api", "backup-sever"], &["unknown API `backup-sever`: did you mean `backup-server`?"]),
    (&["list", "--group", "none"], &["`system` or `self_service`"]),
    (&["list", "--path", "guessed"], &["unknown path status `guessed`: expected `documented`, `inferred`, "]),
    (&["list", "--format", "xml"], &["unknown format `xml`: expected `text`, `json` or `github`"]),
    (&["export"], &["missing API: expected `account-portal` or `backup-server`"]),
    (&["export", "garden"], &["unknown API `garden`"]),
    (&["gaps", "garden"], &["unknown API `garden`"]),
    (&["lint", "--explain", "gate-odrer"], &["unknown rule `gate-odrer`: did you mean `gate-order`?"]),
    (&["lint", "--deny", "errors"], &["unknown level `errors`: expected `warnings`"]),
    (&["lint", "--api", "garden"], &["unknown API `garden`"]),
    (&["explain"], &["missing OPERATION"]),
    (&["explain", "AdminAdUser"], &["unknown operation `AdminAdUser`: did you mean `AdminAddUser`?"]),
    (&["explain", "NothingLikeThisAtAllAnywhere!"], &["cargo xtask list WORD"]),
    (&["explain", "AdminAddUser", "--show", "swift"], &["expected `client`, `server`, `docs` or `openapi`"]),
    (&["diff", "--deny", "all"], &["unknown level `all`: expected `breaking`"]),
    (&["diff", "--", "-x"], &["invalid revision `-x`: it starts with `-`"]),
    (&["diff", "a", "b", "c"], &["unexpected argument `c`"]),
    (&["diff", "--format", "html"], &["`markdown`"]),
    (&["new"], &["missing API"]),
    (&["new", "Garden"], &["invalid API name `Garden`"]),
    (&["new", "../garden"], &["invalid API name `../garden`"]),
    (&["new", "garden-"], &["invalid API name `garden-`"]),
    (&["new", "garden", "shed"], &["unexpected argument `shed`"]),
];

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, says) in REFUSED {
        let ran = xtask(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: ") && ran.err.contains("--help"), "{args:?}: {}", ran.err);
        for text in *says {
            assert!(ran.err.contains(text), "{args:?}: {}", ran.err);
        }
    }
}

/// Arguments after `--` are never options; `--name=VALUE` can start with `-`.
#[test]
fn values_can_look_like_options() {
    let folder = TempDir::new();
    folder.write("-x.yaml", "a: 1\n");
    assert_eq!(xtask_in(folder.path(), &["fmt", "--check", "--", "-x.yaml"]).code, Some(0));
    assert_eq!(xtask_in(workspace(), &["list", "--spec=-missing"]).code, Some(1));
}
