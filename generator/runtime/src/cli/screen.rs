//! Standard output: a terminal, or anything else.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

use crate::core::text::inert;

/// The properties of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    /// Columns of the terminal; `None` if the output is not a terminal.
    pub(super) width: Option<u16>,
}

impl Screen {
    /// A pipe or a file.
    pub(super) const NONE: Self = Self { width: None };

    /// Standard output.
    pub(super) fn of_stdout() -> Self {
        let terminal = console::Term::stdout();
        Self { width: terminal.is_term().then(|| terminal.size().1) }
    }

    pub(super) fn is_terminal(self) -> bool {
        self.width.is_some()
    }
}

/// Removes characters that control a terminal or the direction of text; keeps line breaks and tabs.
pub(super) fn lines(text: &str) -> String {
    let harmless = |character| if matches!(character, '\n' | '\t') { character } else { inert(character) };
    text.replace("\r\n", "\n").chars().map(harmless).collect()
}

/// Prints a line to standard error. Unlike `eprintln!`, this doesn't panic if standard error is closed
/// or full, so that the exit status is kept.
pub(super) fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
