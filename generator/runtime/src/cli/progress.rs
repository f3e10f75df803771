//! A progress bar on standard error, if that is a terminal.

use std::io::Read;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that disappears when this is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar, or a count if the size is unknown.
    pub(super) fn new(size: Option<u64>) -> Self {
        let bar = size.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let template = match size {
            Some(_) => "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {bytes_per_sec}",
        };
        // A template without an unknown key is always valid.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub(super) fn advance(&self, bytes: usize) {
        self.0.inc(bytes as u64);
    }

    /// Advances with what is read.
    pub(super) fn with<R: Read + Send + 'static>(&self, reader: R) -> impl Read + Send + 'static {
        self.0.wrap_read(reader)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
