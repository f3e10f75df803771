//! The commands in the book's table of tools, run as they are printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::foreign::{folder, generated, run};

const TABLE: &str = include_str!("../../generated/docs/src/other-languages.md");

/// The commands of the row that contains a text.
fn commands(part: &str) -> Vec<String> {
    let mut rows = TABLE.lines().filter(|line| line.starts_with('|') && line.contains(part));
    let row = rows.next().unwrap_or_else(|| panic!("the table has no row with {part}"));
    assert!(rows.next().is_none(), "the table has several rows with {part}");
    // A bar within a cell is escaped.
    let row = row.replace("\\|", "\0");
    let cell = row.split('|').nth(4).unwrap().replace('\0', "|");
    // What follows is about configuration.
    let commands = cell.split(", with ").next().unwrap();
    commands.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Runs the commands of a row in an empty folder below `clients/`, with both
/// descriptions of an API. The last command gets more options: a program that uses
/// the clients of two APIs must be able to tell them apart.
pub fn generate(part: &str, client: &str, api: &str, options: &str) {
    let place = Path::new(&folder()).join("clients").join(client).join(api);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    for version in ["json", "3.0.json"] {
        fs::copy(generated(&format!("{api}.{version}")), place.join(format!("api.{version}"))).unwrap();
    }
    run_in(&place, part, options);
}

/// Runs the commands of a row in a folder.
pub fn run_in(place: &Path, part: &str, options: &str) {
    let commands = commands(part).join(" && ");
    assert!(!commands.is_empty(), "the row with {part} has no command");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{commands} {options}")).current_dir(place).env("PATH", path());
    // Java programs that end after seconds take half as much CPU if little is optimized.
    run(shell.env("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"));
}

/// The tools of this folder before those of the system.
fn path() -> std::ffi::OsString {
    let installed =
        ["node_modules/.bin", "venv/bin", "progenitor/bin"].map(|it| Path::new(&folder()).join(it));
    let system = std::env::var_os("PATH").unwrap_or_default();
    let all = installed.into_iter().chain(std::env::split_paths(&system).collect::<Vec<PathBuf>>());
    std::env::join_paths(all).unwrap()
}
