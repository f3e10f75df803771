//! Standard output: a terminal, or anything else.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

use crate::text::inert;

/// The properties of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    /// Columns of the terminal; `None` if the output is not a terminal.
    pub(super) width: Option<u16>,
    /// True if it uses colors.
    pub(super) colors: bool,
}

impl Screen {
    /// A pipe or a file.
    pub(super) const NONE: Self = Self { width: None, colors: false };

    /// Standard output. Colors are off with `NO_COLOR` and with `TERM=dumb`.
    pub(super) fn of_stdout() -> Self {
        let terminal = console::Term::stdout();
        let width = terminal.is_term().then(|| terminal.size().1);
        // <https://no-color.org>: an empty value does not count.
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        Self { width, colors: width.is_some() && !refused && !dumb }
    }

    pub(super) fn is_terminal(self) -> bool {
        self.width.is_some()
    }
}

/// A text of several lines that controls neither a terminal nor text direction.
pub(super) fn lines(text: &str) -> String {
    let harmless = |character| if matches!(character, '\n' | '\t') { character } else { inert(character) };
    text.replace("\r\n", "\n").chars().map(harmless).collect()
}

/// Prints a line to standard error. Unlike `eprintln!`, this doesn't panic if
/// that is gone or full: the exit status still says what happened.
pub(super) fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
