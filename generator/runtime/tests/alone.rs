//! Tests that read what is traced run alone: tracing asks only once, for all
//! threads, who wants a span or an event, and may ask a thread without a subscriber.

use std::env;
use std::process::Command;

/// Runs this test, whose path is given, in a process of its own, and returns
/// whether it did: there it returns false.
///
/// # Panics
/// If it fails there.
#[must_use]
#[allow(clippy::expect_used)]
pub fn passes_alone(test: &str) -> bool {
    const ALONE: &str = "RUNS_ALONE";
    if env::var_os(ALONE).is_some() {
        return false;
    }
    let program = env::current_exe().expect("this program has a path");
    let output = Command::new(program).args(["--exact", test]).env(ALONE, "1").output();
    let output = output.expect("this program can be run");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    true
}
