//! Output for the user.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

use generator_spec::diagnostics::Color;
use generator_spec::text;

use crate::Failure;

/// Prints to standard output; a closed pipe is not a failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    match out.write_all(text::visible(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::of(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a line to standard error; unlike the macro, it does not panic if nobody reads it.
pub fn eprintln(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", text::visible(line));
}

/// Reports that another run holds the lock on a folder.
pub fn waiting(folder: &Path) {
    eprintln(&format!("waiting for another run that writes to {}", text::path(folder)));
}

/// Returns the color setting of standard error.
pub fn color() -> Color {
    color_of(&std::io::stderr())
}

/// Returns the color setting of standard output.
pub fn color_of_output() -> Color {
    color_of(&std::io::stdout())
}

fn color_of(stream: &impl IsTerminal) -> Color {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stream.is_terminal() && !is_plain { Color::Always } else { Color::Never }
}
