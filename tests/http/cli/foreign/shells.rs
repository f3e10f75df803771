//! Completions, in interactive shells. A shell that is not installed is a failure:
//! `.ci/run` installs all three.

use std::process::Command;

use super::terminal::Terminal;

/// The typed text before Tab, and the whole line after it.
const COMPLETED: [(&str, &str); 5] = [
    ("backup-server jo", "backup-server jobs"),
    ("backup-server jobs get-al", "backup-server jobs get-all"),
    ("backup-server jobs admin-get-jobs-all --server-v", "--server-version"),
    ("backup-server jobs admin-get-jobs-all --auth-type SessionK", "--auth-type SessionKey"),
    ("backup-server --tab", "backup-server --table"),
];

/// Types into an interactive shell, as a user would.
fn completes(shell: &str, setup: &str) {
    let program = shell.split(' ').next().unwrap();
    Command::new(program).arg("--version").output().expect("the shell is installed, as by `.ci/run`");
    let mut terminal = Terminal::run(shell, &[]);
    // The empty quotes keep the command from looking like its output.
    terminal.press(format!("{setup}; echo rea''dy\n"));
    terminal.wait_for("ready");
    for (number, (typed, line)) in COMPLETED.iter().enumerate() {
        // Ctrl-A goes to the beginning of the line.
        terminal.press(format!("{typed}\t\x01echo got''{number} \n"));
        terminal.wait_for(&format!("got{number} "));
        terminal.press(format!("echo next''{number}\n"));
        terminal.wait_for(&format!("next{number}"));
        let shown = terminal.shown();
        let got = shown.rsplit_once(&format!("got{number} ")).unwrap().1.lines().next().unwrap().trim_end();
        assert!(got.ends_with(line), "{shell}: {typed} became {got:?}:\n{shown}");
    }
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn bash_completes() {
    completes("bash --norc --noprofile -i", "source <(backup-server completions bash)");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn zsh_completes() {
    let setup = "PS1='% '; autoload -U compinit; compinit -u; source <(backup-server completions zsh)";
    completes("zsh -f -i", setup);
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn fish_completes() {
    completes("fish --no-config --private", "backup-server completions fish | source");
}
