//! The command line, taken apart option by option.

use std::ffi::{OsStr, OsString};

use generator::diagnostics::did_you_mean;
use generator::text::{self, any_of};

use crate::Failure;

/// What is left of a command line.
pub struct Args {
    rest: Vec<OsString>,
    /// What follows `--`: never an option.
    values: Vec<OsString>,
    /// The options that were asked for.
    known: Vec<&'static str>,
}

impl Args {
    pub fn new(args: &[OsString]) -> Self {
        let mut parts = args.splitn(2, |arg| arg == "--");
        let mut part = || parts.next().unwrap_or_default().to_vec();
        Self { rest: part(), values: part(), known: Vec::new() }
    }

    /// Whether a flag is given.
    pub fn flag(&mut self, name: &'static str) -> bool {
        self.known.push(name);
        let count = self.rest.len();
        self.rest.retain(|arg| arg != name);
        self.rest.len() < count
    }

    /// Every `--name VALUE` and `--name=VALUE`.
    pub fn options(&mut self, name: &'static str) -> Result<Vec<OsString>, Failure> {
        self.known.push(name);
        let mut found = Vec::new();
        let mut rest = std::mem::take(&mut self.rest).into_iter();
        while let Some(arg) = rest.next() {
            if arg == name {
                let value = rest.next().filter(|value| !is_option(value));
                found.push(value.ok_or_else(|| usage(format!("`{name}` needs a value")))?);
            } else if let Some(value) = arg.to_str().and_then(|arg| arg.strip_prefix(name)?.strip_prefix('='))
            {
                found.push(value.into());
            } else {
                self.rest.push(arg);
            }
        }
        Ok(found)
    }

    /// Every `--name TEXT`.
    pub fn texts(&mut self, name: &'static str) -> Result<Vec<String>, Failure> {
        self.options(name)?.into_iter().map(|value| text(value, name)).collect()
    }

    /// The last `--name TEXT`.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, Failure> {
        Ok(self.texts(name)?.pop())
    }

    /// What no option took, at most so many values.
    pub fn values(mut self, most: usize) -> Result<Vec<OsString>, Failure> {
        if let Some(option) = self.rest.iter().find(|arg| is_option(arg)) {
            let option = option.to_string_lossy();
            let expected = format!("expected {}", any_of(self.known.iter().copied()));
            let help = did_you_mean(&option, self.known, expected);
            return Err(usage(format!("unknown option `{option}`: {help}")));
        }
        self.rest.append(&mut self.values);
        match self.rest.get(most) {
            Some(value) => Err(usage(format!("unexpected argument `{}`", text::path(value)))),
            None => Ok(self.rest),
        }
    }

    /// The one value that no option took, if it is given.
    pub fn value(self, what: &str) -> Result<Option<String>, Failure> {
        self.values(1)?.pop().map(|value| text(value, what)).transpose()
    }

    /// Nothing else is taken.
    pub fn finish(self) -> Result<(), Failure> {
        self.values(0).map(drop)
    }
}

fn is_option(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"-") && arg != "-"
}

fn text(value: OsString, what: &str) -> Result<String, Failure> {
    value.into_string().map_err(|value| usage(format!("{what}: `{}` is not UTF-8", text::path(&value))))
}

/// A command line that makes no sense.
pub fn usage(reason: impl Into<String>) -> Failure {
    Failure::Usage(reason.into())
}

/// A name that nothing has: the closest one, or all.
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.into_iter().collect();
    let expected = format!("expected {}", any_of(known.iter().copied()));
    usage(format!("unknown {what} `{name}`: {}", did_you_mean(name, known, expected)))
}
