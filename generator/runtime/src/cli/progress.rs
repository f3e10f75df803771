//! A progress bar on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar, which disappears when it is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar, or a count if the size is unknown.
    pub(super) fn new(size: Option<u64>) -> Self {
        match size {
            Some(size) => Self::with(
                ProgressBar::new(size),
                "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            ),
            None => Self::with(ProgressBar::no_length(), "{spinner} {bytes}, {bytes_per_sec}"),
        }
    }

    /// Shows how many operations are done.
    pub(super) fn of_operations(number: usize) -> Self {
        Self::with(ProgressBar::new(number as u64), "{bar:30} {pos} of {len} operations, {eta} left")
    }

    fn with(bar: ProgressBar, template: &str) -> Self {
        // A template without an unknown key is always valid.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Returns a function that sets the bar to a number.
    pub(super) fn position(&self) -> impl Fn(usize) + Send + Sync + use<> {
        let bar = self.0.clone();
        move |done| bar.set_position(done as u64)
    }

    /// Returns a function that advances the bar of an upload or a download.
    pub(super) fn counter(&self) -> impl FnMut(u64, Option<u64>) + Send + use<> {
        let (bar, mut before) = (self.0.clone(), 0);
        move |bytes, _| {
            bar.inc(bytes - before);
            before = bytes;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
