//! Reads a secret from one place.

use std::{
    fmt, fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use zeroize::Zeroizing;

#[cfg(unix)]
use super::{prompt, screen::complain};
use crate::Secret;

/// Maximum size of a secret, in bytes: a file that is larger is the wrong one.
const LARGEST: u64 = 64 * 1024;

/// Where a secret is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// In an open file descriptor.
    Descriptor(u32),
    /// In an environment variable.
    Variable(String),
    /// On the standard output of a command: a program and its arguments.
    Command(Vec<String>),
}

impl Source {
    /// Reads the secret. One line break at the end is not part of it.
    pub(super) fn read(&self) -> Result<Secret, Fault> {
        let text = match self {
            Self::File(path) if path == Path::new("-") => read(io::stdin().lock())?,
            Self::File(path) => read_file(path)?,
            Self::Descriptor(number) => read_descriptor(*number)?,
            Self::Variable(name) => std::env::var(name).map(Zeroizing::new).map_err(|_| Fault::NotText)?,
            Self::Command(words) => run(words)?,
        };
        line(&text)
    }

    /// The source in words, for errors.
    pub(super) fn describe(&self, name: &str) -> String {
        match self {
            Self::File(path) if path == Path::new("-") => format!("`{name}` from standard input"),
            Self::File(path) => format!("`{name}` from the file {}", path.display()),
            Self::Descriptor(number) => format!("`{name}` from file descriptor {number}"),
            Self::Variable(variable) => format!("`{name}` from the environment variable `{variable}`"),
            Self::Command(_) => format!("`{name}` from its command"),
        }
    }
}

/// Why a secret can't be read.
#[derive(Debug)]
pub(super) enum Fault {
    Io(io::Error),
    NotText,
    Empty,
    TooLarge,
    CommandFailed(std::process::ExitStatus),
    NoCommand(String, io::Error),
    NoTerminal,
    #[cfg_attr(unix, allow(dead_code))]
    NoDescriptors,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotText => f.write_str("it is not UTF-8 text"),
            Self::Empty => f.write_str("it is empty"),
            Self::TooLarge => write!(f, "it is larger than {} KiB", LARGEST / 1024),
            Self::CommandFailed(status) => write!(f, "the command failed ({status})"),
            Self::NoCommand(program, error) => write!(f, "`{program}` could not be started: {error}"),
            Self::NoTerminal => f.write_str("there is no terminal to prompt for it"),
            Self::NoDescriptors => f.write_str("this system has no numbered file descriptors"),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A text without its line break.
fn line(text: &str) -> Result<Secret, Fault> {
    let line = text.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let line = line.unwrap_or(text);
    if line.is_empty() { Err(Fault::Empty) } else { Ok(line.into()) }
}

fn read(from: impl Read) -> Result<Zeroizing<String>, Fault> {
    // The whole size at once: a buffer that grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(LARGEST as usize + 1));
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Fault::TooLarge);
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| Fault::NotText)?;
    Ok(Zeroizing::new(text.to_owned()))
}

fn read_file(path: &Path) -> Result<Zeroizing<String>, Fault> {
    let file = fs::File::open(path)?;
    #[cfg(unix)]
    warn_if_others_can_read(path, &file)?;
    read(file)
}

/// Pipes such as `<(pass show backup)` belong to the user in any case.
#[cfg(unix)]
fn warn_if_others_can_read(path: &Path, file: &fs::File) -> Result<(), Fault> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.permissions().mode() & 0o044 != 0 {
        let path = path.display();
        complain(format_args!("warning: other users can read {path}; run `chmod 600 {path}`"));
    }
    Ok(())
}

#[cfg(unix)]
fn read_descriptor(number: u32) -> Result<Zeroizing<String>, Fault> {
    read(fs::File::open(format!("/dev/fd/{number}"))?)
}

#[cfg(not(unix))]
fn read_descriptor(_: u32) -> Result<Zeroizing<String>, Fault> {
    Err(Fault::NoDescriptors)
}

fn run(words: &[String]) -> Result<Zeroizing<String>, Fault> {
    let Some((program, arguments)) = words.split_first() else { return Err(Fault::Empty) };
    let mut command = Command::new(program);
    // A password manager may ask for its own password.
    command.args(arguments).stdin(Stdio::inherit()).stderr(Stdio::inherit()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| Fault::NoCommand(program.clone(), error))?;
    let text = child.stdout.take().map_or(Err(Fault::Empty), read);
    let status = child.wait()?;
    match text {
        Err(Fault::TooLarge) => text,
        _ if !status.success() => Err(Fault::CommandFailed(status)),
        text => text,
    }
}

/// A text for the shell, as a program and its arguments.
pub(super) fn shell(text: &str) -> Vec<String> {
    let [program, flag] = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    [program, flag, text].map(str::to_owned).into()
}

/// Asks the user.
pub(super) fn ask(prompt: &str) -> Result<Secret, Fault> {
    #[cfg(unix)]
    let answer = prompt::ask(prompt);
    #[cfg(not(unix))]
    let answer = rpassword::prompt_password(prompt).map(Zeroizing::new);
    let answer = answer.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::UnexpectedEof => Fault::Io(error),
        io::ErrorKind::InvalidData => Fault::NotText,
        _ => Fault::NoTerminal,
    });
    line(&answer?)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of_command(text: &str) -> Result<Secret, String> {
        Source::Command(shell(text)).read().map_err(|fault| fault.to_string())
    }

    #[test]
    fn one_line_break_is_not_part_of_it() {
        assert_eq!(of_command("printf 'a b\\n'").unwrap().expose(), "a b");
        assert_eq!(of_command("printf 'a\\n\\r\\n'").unwrap().expose(), "a\n");
        assert_eq!(of_command("printf ' a \\r'").unwrap().expose(), " a \r");
    }

    #[test]
    fn a_list_of_words_has_no_shell() {
        let words = ["printf", "%s", "$HOME"].map(str::to_owned);
        assert_eq!(Source::Command(words.into()).read().unwrap().expose(), "$HOME");
        let words = ["/no/such/program", "x"].map(str::to_owned);
        let fault = Source::Command(words.into()).read().unwrap_err().to_string();
        assert!(fault.starts_with("`/no/such/program` could not be started"), "{fault}");
    }

    #[test]
    fn faults_do_not_show_what_was_read() {
        assert_eq!(of_command("echo canary; exit 3").unwrap_err(), "the command failed (exit status: 3)");
        assert_eq!(of_command("printf 'canary\\377'").unwrap_err(), "it is not UTF-8 text");
        assert_eq!(of_command("true").unwrap_err(), "it is empty");
        assert_eq!(of_command("yes canary").unwrap_err(), "it is larger than 64 KiB");
    }

    #[test]
    fn reads_a_descriptor() {
        use std::os::fd::AsRawFd;
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, "from fd\n").unwrap();
        let number = file.as_file().as_raw_fd() as u32;
        assert_eq!(Source::Descriptor(number).read().unwrap().expose(), "from fd");
        assert!(Source::Descriptor(9999).read().is_err());
    }
}
