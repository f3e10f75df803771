//! Asks the user for a secret, without echo.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::{
    process::{Signal, getpid, kill_current_process_group, kill_process},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};
use zeroize::Zeroizing;

use crate::text::Inert;

/// The longest line that a terminal hands over, in bytes.
const LONGEST: usize = 4096;

/// Asks on the terminal, also if the program is in a pipe. Ctrl-C ends and
/// Ctrl-Z stops the program as usual, but only when the terminal has its settings
/// again.
///
/// # Errors
/// If there is no terminal, or the input ends.
pub(super) fn ask(prompt: &str) -> io::Result<Zeroizing<String>> {
    let terminal = File::options().read(true).write(true).open("/dev/tty")?;
    loop {
        let silent = Silent::new(&terminal)?;
        write!(&terminal, "{}", Inert(prompt))?;
        let line = silent.read_line();
        drop(silent);
        writeln!(&terminal)?;
        match line? {
            Line::Text(bytes) => {
                let text = std::str::from_utf8(&bytes).map_err(|_| io::ErrorKind::InvalidData)?;
                return Ok(Zeroizing::new(text.to_owned()));
            }
            // All programs of a pipe, as a terminal does. Continued, it asks again.
            Line::Stop => kill_current_process_group(Signal::TSTP)?,
            Line::Interrupt => {
                kill_process(getpid(), Signal::INT)?;
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
    }
}

/// What the user typed.
enum Line {
    Text(Zeroizing<Vec<u8>>),
    Stop,
    Interrupt,
}

/// A terminal without echo, until this is dropped.
struct Silent<'a> {
    terminal: &'a File,
    usual: Termios,
}

impl<'a> Silent<'a> {
    /// Ctrl-C and Ctrl-Z become ends of a line, so that no signal ends or stops
    /// the program before the settings are restored.
    fn new(terminal: &'a File) -> io::Result<Self> {
        let usual = tcgetattr(terminal)?;
        let mut silent = usual.clone();
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL | LocalModes::ISIG);
        silent.special_codes[SpecialCodeIndex::VEOL] = usual.special_codes[SpecialCodeIndex::VINTR];
        silent.special_codes[SpecialCodeIndex::VEOL2] = usual.special_codes[SpecialCodeIndex::VSUSP];
        tcsetattr(terminal, OptionalActions::Now, &silent)?;
        Ok(Self { terminal, usual })
    }

    fn read_line(&self) -> io::Result<Line> {
        let key = |index| self.usual.special_codes[index];
        let (mut terminal, mut byte) = (self.terminal, Zeroizing::new([0]));
        // The whole size at once: a buffer that grows leaves copies behind.
        let mut line = Zeroizing::new(Vec::with_capacity(LONGEST));
        while terminal.read(&mut *byte)? == 1 {
            match byte[0] {
                it if it == key(SpecialCodeIndex::VSUSP) => return Ok(Line::Stop),
                it if [key(SpecialCodeIndex::VINTR), key(SpecialCodeIndex::VQUIT)].contains(&it) => {
                    return Ok(Line::Interrupt);
                }
                b'\n' => return Ok(Line::Text(line)),
                other => line.push(other),
            }
        }
        match line.is_empty() {
            true => Err(io::ErrorKind::UnexpectedEof.into()),
            false => Ok(Line::Text(line)),
        }
    }
}

impl Drop for Silent<'_> {
    fn drop(&mut self) {
        // A terminal that is gone needs no settings.
        let _ = tcsetattr(self.terminal, OptionalActions::Now, &self.usual);
    }
}
