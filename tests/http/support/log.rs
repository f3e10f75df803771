//! Traces of a test that runs alone.

use std::fs;
use std::sync::Arc;

use tempfile::NamedTempFile;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// The spans and events of all threads.
pub struct Log(NamedTempFile);

impl Log {
    pub fn start(level: LevelFilter) -> Self {
        let file = NamedTempFile::new().unwrap();
        let all = tracing_subscriber::fmt().with_max_level(level).with_span_events(FmtSpan::FULL);
        all.with_ansi(false).with_writer(Arc::new(file.reopen().unwrap())).init();
        Self(file)
    }

    pub fn text(&self) -> String {
        fs::read_to_string(self.0.path()).unwrap()
    }
}
