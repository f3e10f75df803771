//! The server that the CLI calls: the user's, or the one of the spec.

use std::process::Command;

/// The first line of what `--dry-run` prints, or the error.
fn dry(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_shelf-cli"));
    command.env_clear().env("HOME", folder.path()).envs(variables.iter().copied());
    let output = command.args(arguments).arg("--dry-run").output().unwrap();
    let text = if output.status.success() { output.stdout } else { output.stderr };
    String::from_utf8(text).unwrap().lines().find(|line| !line.starts_with('#')).unwrap().to_owned()
}

#[test]
fn the_server_of_the_spec_is_called_unless_another_is_named() {
    let list = |arguments: &[&str], variables| {
        dry(&[&["loans", "list", "--book", "a"], arguments].concat(), variables)
    };
    assert!(list(&[], &[]).contains("https://rome.example.com/shelf/loans"), "{}", list(&[], &[]));
    let oslo = "https://oslo.example.com/shelf/loans";
    assert!(list(&["--url", "shelves,city=oslo"], &[]).contains(oslo));
    assert!(list(&[], &[("SHELF_URL", "shelves,city=oslo")]).contains(oslo));
    assert!(list(&[], &[("SHELF_URL", "http://localhost:1")]).contains("http://localhost:1/loans"));
}

#[test]
fn values_of_variables_count_for_the_server_of_an_operation_too() {
    let add = |arguments: &[&str]| dry(&[&["loans", "add", "--book", "a"], arguments].concat(), &[]);
    assert!(add(&[]).contains("https://desk.rome.example.com/loans"), "{}", add(&[]));
    assert!(add(&["--url", "shelves,city=oslo"]).contains("https://desk.oslo.example.com/loans"));
    assert!(add(&["--url", "http://localhost:1"]).contains("http://localhost:1/loans"));
    let error = add(&["--url", "shelves,zone=a"]);
    assert!(error.contains("the server `shelves`: unknown `zone`: expected `city`"), "{error}");
}
