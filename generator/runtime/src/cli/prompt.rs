//! Asks the user for a secret, without echo.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::{
    process::{Signal, getpid, kill_process},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};
use zeroize::Zeroizing;

/// The longest line that a terminal hands over, in bytes.
const LONGEST: usize = 4096;

const CTRL_C: u8 = 3;

/// Asks on the terminal, also if the program is in a pipe. Ctrl-C ends the
/// program as usual, but only when the terminal has its settings again;
/// rpassword would leave it without echo.
///
/// # Errors
/// If there is no terminal, or the input ends.
pub(super) fn ask(prompt: &str) -> io::Result<Zeroizing<String>> {
    let terminal = File::options().read(true).write(true).open("/dev/tty")?;
    let silent = Silent::new(&terminal)?;
    write!(&terminal, "{prompt}: ")?;
    let line = read_line(&terminal);
    drop(silent);
    writeln!(&terminal)?;
    let line = line?;
    match line.last() {
        Some(&CTRL_C) => {
            kill_process(getpid(), Signal::INT)?;
            Err(io::ErrorKind::Interrupted.into())
        }
        None => Err(io::ErrorKind::UnexpectedEof.into()),
        Some(_) => {
            let not_text = |_| io::ErrorKind::InvalidData;
            let text = std::str::from_utf8(&line).map_err(not_text)?;
            Ok(Zeroizing::new(text.to_owned()))
        }
    }
}

/// A line, with the byte that ends it.
fn read_line(mut terminal: &File) -> io::Result<Zeroizing<Vec<u8>>> {
    // The whole size at once: a buffer that grows leaves copies behind.
    let mut line = Zeroizing::new(Vec::with_capacity(LONGEST));
    let mut byte = Zeroizing::new([0]);
    while terminal.read(&mut *byte)? == 1 {
        line.push(byte[0]);
        if [b'\n', CTRL_C].contains(&byte[0]) {
            break;
        }
    }
    Ok(line)
}

/// A terminal without echo, until this is dropped.
struct Silent<'a> {
    terminal: &'a File,
    usual: Termios,
}

impl<'a> Silent<'a> {
    /// Ctrl-C becomes the end of a line, so that no signal ends the program
    /// before the settings are restored.
    fn new(terminal: &'a File) -> io::Result<Self> {
        let usual = tcgetattr(terminal)?;
        let mut silent = usual.clone();
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL | LocalModes::ISIG);
        silent.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
        tcsetattr(terminal, OptionalActions::Now, &silent)?;
        Ok(Self { terminal, usual })
    }
}

impl Drop for Silent<'_> {
    fn drop(&mut self) {
        // A terminal that is gone needs no settings.
        let _ = tcsetattr(self.terminal, OptionalActions::Now, &self.usual);
    }
}
