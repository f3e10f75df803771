//! Sources of secrets: files, environment variables, commands and prompts.

use std::{
    fmt, fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use zeroize::Zeroizing;

#[cfg(unix)]
use super::{prompt, screen::complain};
use crate::core::Secret;

/// Maximum size of a secret, in bytes: a file that is larger is the wrong one.
const LARGEST: usize = 64 * 1024;

const TOO_LARGE: &str = "it is larger than 64 KiB";
const BLANK: &str = "it is empty or blank";
const NOT_TEXT: &str = "it is not UTF-8 text";

/// The source of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// In an environment variable.
    Variable(String),
    /// On the standard output of a command: a program and its arguments.
    Command(Vec<String>),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) if path == Path::new("-") => f.write_str("standard input"),
            Self::File(path) => write!(f, "the file {}", path.display()),
            Self::Variable(variable) => write!(f, "the environment variable `{variable}`"),
            Self::Command(_) => f.write_str("its command"),
        }
    }
}

impl Source {
    /// An open file descriptor. Reading it fails on systems without `/dev/fd`.
    pub(super) fn descriptor(number: u32) -> Self {
        Self::File(format!("/dev/fd/{number}").into())
    }

    /// Reads the secret, without one line break at the end.
    ///
    /// # Errors
    /// The reason why it can't be read, without the text.
    pub(super) fn read(&self) -> Result<Secret, String> {
        let text = match self {
            Self::File(path) if path == Path::new("-") => read(io::stdin().lock()),
            Self::File(path) => fs::File::open(path).map_err(shown).and_then(|file| {
                #[cfg(unix)]
                warn_if_others_can_read(path, &file).map_err(shown)?;
                read(file)
            }),
            Self::Variable(name) => std::env::var(name).map(Zeroizing::new).map_err(|_| NOT_TEXT.to_owned()),
            Self::Command(words) => run(words),
        };
        line(&text?)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn shown(error: io::Error) -> String {
    error.to_string()
}

/// A text without its line break.
fn line(text: &str) -> Result<Secret, String> {
    let line = text.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    match line.unwrap_or(text) {
        blank if is_blank(blank) => Err(BLANK.to_owned()),
        line => Ok(line.into()),
    }
}

/// Returns whether there is nothing in a text that could be a secret.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn read(from: impl Read) -> Result<Zeroizing<String>, String> {
    // The whole size at once: a buffer that grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(LARGEST + 1));
    from.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(shown)?;
    match std::str::from_utf8(&bytes) {
        _ if bytes.len() > LARGEST => Err(TOO_LARGE.to_owned()),
        Ok(text) => Ok(Zeroizing::new(text.to_owned())),
        Err(_) => Err(NOT_TEXT.to_owned()),
    }
}

/// Warns if other users can read the file. Pipes, such as `<(pass show office)`, belong to the user.
#[cfg(unix)]
fn warn_if_others_can_read(path: &Path, file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.permissions().mode() & 0o044 != 0 {
        let path = path.display();
        complain(format_args!("warning: other users can read {path}; run `chmod 600 {path}`"));
    }
    Ok(())
}

fn run(words: &[String]) -> Result<Zeroizing<String>, String> {
    let (program, arguments) = words.split_first().ok_or("it is empty")?;
    let mut command = Command::new(program);
    // A password manager may ask for its own password.
    command.args(arguments).stdin(Stdio::inherit()).stderr(Stdio::inherit()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("`{program}` could not be started: {error}"))?;
    let text = child.stdout.take().ok_or("it is empty").map(read)?;
    let status = child.wait().map_err(shown)?;
    match text {
        // The command was ended by the closed pipe.
        Err(what) if what == TOO_LARGE => Err(what),
        _ if !status.success() => Err(format!("the command failed ({status})")),
        text => text,
    }
}

/// A text for the shell, as a program and its arguments.
pub(super) fn shell(text: &str) -> Vec<String> {
    let [program, flag] = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    [program, flag, text].map(str::to_owned).into()
}

/// Asks the user for a secret.
pub(super) fn ask(prompt: &str) -> Result<Secret, String> {
    #[cfg(unix)]
    let typed = prompt::secret(prompt);
    #[cfg(not(unix))]
    let typed = rpassword::prompt_password(prompt).map(Zeroizing::new);
    line(&typed.map_err(|error| no_input(&error))?)
}

/// Asks the user for a text that is not a secret.
pub(super) fn ask_openly(prompt: &str) -> Result<Zeroizing<String>, String> {
    #[cfg(unix)]
    let typed = prompt::line(prompt);
    #[cfg(not(unix))]
    let typed = {
        use io::Write as _;
        let mut line = String::new();
        let written = write!(io::stderr(), "{}", super::screen::lines(prompt));
        written.and_then(|()| io::stdin().read_line(&mut line)).map(|_| Zeroizing::new(line))
    };
    typed.map_err(|error| no_input(&error))
}

fn no_input(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::UnexpectedEof => error.to_string(),
        io::ErrorKind::InvalidData => NOT_TEXT.to_owned(),
        _ => "there is no terminal to prompt for it".to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of_command(text: &str) -> Result<Secret, String> {
        Source::Command(shell(text)).read()
    }

    #[test]
    fn one_line_break_is_not_part_of_it() {
        for (command, secret) in
            [("printf 'a b\\n'", "a b"), ("printf 'a\\n\\r\\n'", "a\n"), ("printf ' a \\r'", " a \r")]
        {
            assert_eq!(of_command(command).unwrap().expose(), secret);
        }
        let words = ["printf", "%s", "$HOME"].map(str::to_owned);
        assert_eq!(Source::Command(words.into()).read().unwrap().expose(), "$HOME", "there is no shell");
    }

    #[test]
    fn errors_do_not_show_what_was_read() {
        for (command, error) in [
            ("echo canary; exit 3", "the command failed (exit status: 3)"),
            ("printf 'canary\\377'", NOT_TEXT),
            ("true", BLANK),
            ("printf ' \\t\\n'", BLANK),
            ("yes canary", TOO_LARGE),
        ] {
            assert_eq!(of_command(command).unwrap_err(), error);
        }
        let words = ["/no/such/program", "x"].map(str::to_owned);
        let error = Source::Command(words.into()).read().unwrap_err();
        assert!(error.starts_with("`/no/such/program` could not be started"), "{error}");
        assert!(Source::descriptor(9999).read().is_err());
    }
}
