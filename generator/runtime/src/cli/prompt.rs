//! Prompts on the terminal, even if the program is in a pipe.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::{
    process::{Signal, getpid, kill_current_process_group, kill_process},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};
use zeroize::Zeroizing;

use super::screen::lines;
use crate::core::text::Inert;

/// The longest line that a terminal can have, in bytes.
const LONGEST: usize = 4096;

/// Asks for a line.
///
/// # Errors
/// If there is no terminal, or the input ends.
pub(super) fn line(prompt: &str) -> io::Result<Zeroizing<String>> {
    let terminal = terminal()?;
    write!(&terminal, "{}", lines(prompt))?;
    text(&read_line(&terminal, |_| false)?)
}

fn terminal() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/tty")
}

fn text(line: &[u8]) -> io::Result<Zeroizing<String>> {
    let text = std::str::from_utf8(line).map_err(|_| io::ErrorKind::InvalidData)?;
    Ok(Zeroizing::new(text.to_owned()))
}

/// Asks for a secret, without echo. Ctrl-C ends and Ctrl-Z stops the program as usual, but only after
/// the settings of the terminal are restored: rpassword and dialoguer leave it without echo, and
/// inquire reads Ctrl-Z as a letter.
///
/// # Errors
/// If there is no terminal, or the input ends.
pub(super) fn secret(prompt: &str) -> io::Result<Zeroizing<String>> {
    let terminal = terminal()?;
    loop {
        let silent = Silent::new(&terminal)?;
        let key = |index| silent.usual.special_codes[index];
        let (stop, ends) =
            (key(SpecialCodeIndex::VSUSP), [SpecialCodeIndex::VINTR, SpecialCodeIndex::VQUIT].map(key));
        write!(&terminal, "{}", Inert(prompt))?;
        let line = read_line(&terminal, |byte| byte == stop || ends.contains(&byte));
        drop(silent);
        writeln!(&terminal)?;
        let line = line?;
        match line.last() {
            // Stops all programs of the pipe, as a terminal does. When continued, asks again.
            Some(last) if *last == stop => kill_current_process_group(Signal::TSTP)?,
            Some(last) if ends.contains(last) => {
                kill_process(getpid(), Signal::INT)?;
                return Err(io::ErrorKind::Interrupted.into());
            }
            _ => return text(&line),
        }
    }
}

/// Reads a line without its end, or up to a byte that ends it early.
fn read_line(mut terminal: &File, ends: impl Fn(u8) -> bool) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut byte = Zeroizing::new([0]);
    // The whole size at once: a buffer that grows leaves copies behind.
    let mut line = Zeroizing::new(Vec::with_capacity(LONGEST));
    while terminal.read(&mut *byte)? == 1 {
        if byte[0] == b'\n' {
            return Ok(line);
        }
        line.push(byte[0]);
        if ends(byte[0]) {
            return Ok(line);
        }
    }
    if line.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(line) }
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
}

impl Drop for Silent<'_> {
    fn drop(&mut self) {
        // It fails only if the terminal is gone.
        let _ = tcsetattr(self.terminal, OptionalActions::Now, &self.usual);
    }
}
