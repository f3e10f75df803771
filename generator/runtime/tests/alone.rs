//! Tests that read what is traced run alone: tracing asks only once, for all
//! threads, who wants a span or an event, and may ask a thread without a subscriber.

use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use tempfile::NamedTempFile;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// The spans and events of all threads.
#[derive(Debug)]
pub struct Log(NamedTempFile);

impl Log {
    #[allow(clippy::expect_used)]
    fn start() -> Self {
        let file = NamedTempFile::new().expect("a temporary file");
        let writer = Arc::new(file.reopen().expect("the file is there"));
        let all = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE);
        all.with_span_events(FmtSpan::FULL).with_ansi(false).with_writer(writer).init();
        Self(file)
    }

    /// Everything up to now.
    ///
    /// # Panics
    /// If the file can't be read.
    #[must_use]
    #[allow(clippy::expect_used)]
    pub fn text(&self) -> String {
        fs::read_to_string(self.0.path()).expect("the file is there")
    }
}

/// Runs the test with this path in a separate process and returns `None`; in that process,
/// returns the log from now on.
///
/// # Panics
/// If it fails there.
#[must_use]
#[allow(clippy::expect_used)]
pub fn log_alone(test: &str) -> Option<Log> {
    const ALONE: &str = "RUNS_ALONE";
    if env::var_os(ALONE).is_some() {
        return Some(Log::start());
    }
    let program = env::current_exe().expect("this program has a path");
    let output = Command::new(program).args(["--exact", test]).env(ALONE, "1").output();
    let output = output.expect("this program can be run");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    None
}
