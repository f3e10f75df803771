//! The commands of README, of the guides and of the front page exist. Those of the generated
//! programs are run up to the point where they would send something.

use std::fs;
use std::process::Command;

use crate::guides::guides;

/// A program of an API and what it needs in the environment.
const PROGRAMS: [(&str, &str, &[&str]); 2] = [
    (
        "backup-server",
        env!("CARGO_BIN_EXE_backup-server-cli"),
        &["BACKUP_SERVER_USERNAME", "BACKUP_SERVER_PASSWORD", "BACKUP_SERVER_TOTP"],
    ),
    ("account-portal", env!("CARGO_BIN_EXE_account-portal-cli"), &["ACCOUNT_PORTAL_TOKEN"]),
];

/// The lines of shell code in README, in the guides and on the front page.
pub fn lines() -> Vec<String> {
    let read = |path| crate::guides::blocks(&fs::read_to_string(path).expect("the text is there"));
    let mut blocks: Vec<_> =
        ["../README.md", "../generated/docs/src/index.md"].into_iter().flat_map(read).collect();
    blocks.extend(guides().into_iter().flat_map(|(_, _, blocks)| blocks));
    let shell = blocks.iter().filter(|block| block.language == "sh");
    shell
        .flat_map(|block| block.code.replace("\\\n", "").lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn every_call_of_a_program_is_valid() {
    let folder = tests::TempDir::new();
    folder.write("logo.png", "12345");
    folder.write("token.txt", "secret");
    folder.write("new.txt", "correct horse");
    let mut count = 0;
    // The other command calls many operations: tests/http/cli/conformance.rs.
    for line in lines().into_iter().filter(|line| !line.contains(" conformance ")) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some((_, program, secrets)) = PROGRAMS.iter().find(|(it, ..)| *it == name) else { continue };
        count += 1;
        // These ask a terminal.
        let words = words.filter(|word| !matches!(*word, "--password" | "--totp"));
        let mut command = Command::new(program);
        command.args(words.take_while(|word| *word != "#")).current_dir(folder.path());
        command.env_clear().env("HOME", folder.path());
        let calls = !line.contains(" find ") && !line.contains("--help");
        if calls {
            command.args(["--url", "http://127.0.0.1:1"].iter().filter(|_| !line.contains("--url")));
            command.arg("--dry-run");
        }
        for secret in *secrets {
            command.env(secret, "secret");
        }
        let output = command.output().expect("the program runs");
        let (out, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && (!calls || out.contains("curl ")), "{line}\n{out}\n{errors}");
    }
    assert!(count >= 7, "{count} calls");
}
