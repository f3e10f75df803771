//! The command line.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};

use generator_spec::diagnostics::did_you_mean;
use generator_spec::text::{self, any_of};
use lexopt::{Arg, Parser};

use crate::Failure;

/// The arguments of a command.
#[derive(Default)]
pub struct Args {
    flags: Vec<&'static str>,
    options: Vec<(&'static str, OsString)>,
    values: Vec<OsString>,
}

impl Args {
    /// Reads a command line with these flags and options. The value of an option follows as `--name
    /// VALUE` or `--name=VALUE`.
    pub fn parse(
        args: &[OsString],
        flags: &[&'static str],
        options: &[&'static str],
    ) -> Result<Self, Failure> {
        let mut parser = Parser::from_args(args);
        let mut found = Self::default();
        while let Some(arg) = parser.next().map_err(|error| usage(error.to_string()))? {
            let name = match arg {
                Arg::Value(value) => {
                    found.values.push(value);
                    continue;
                }
                Arg::Long(name) => format!("--{name}"),
                Arg::Short(letter) => format!("-{letter}"),
            };
            let is_name = |known: &&&'static str| **known == name;
            if let Some(flag) = flags.iter().find(is_name) {
                found.flags.push(flag);
            } else if let Some(option) = options.iter().find(is_name) {
                found.options.push((option, value(&mut parser, option)?));
            } else {
                return Err(unknown("option", &name, flags.iter().chain(options).copied()));
            }
        }
        Ok(found)
    }

    /// Returns whether a flag is given.
    pub fn flag(&self, name: &str) -> bool {
        self.flags.contains(&name)
    }

    /// The values of an option that can be repeated.
    pub fn options(&self, name: &str) -> Vec<OsString> {
        let found = self.options.iter().filter(|(option, _)| *option == name);
        found.map(|(_, value)| value.clone()).collect()
    }

    /// The last value of an option.
    pub fn option(&self, name: &str) -> Option<OsString> {
        self.options(name).pop()
    }

    /// The values of an option that can be repeated, as UTF-8.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, Failure> {
        self.options(name).into_iter().map(|value| text(value, name)).collect()
    }

    /// The last value of an option, as UTF-8.
    pub fn text(&self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.texts(name)?.pop())
    }

    /// The arguments that are not options; more than `max` are an error.
    pub fn values(self, max: usize) -> Result<Vec<OsString>, Failure> {
        match self.values.get(max) {
            Some(value) => Err(usage(format!("unexpected argument `{}`", text::path(value)))),
            None => Ok(self.values),
        }
    }

    /// The one argument that is not an option, if it is given.
    pub fn value(self, what: &str) -> Result<Option<String>, Failure> {
        self.values(1)?.pop().map(|value| text(value, what)).transpose()
    }

    /// Refuses arguments that are not options.
    pub fn finish(self) -> Result<(), Failure> {
        self.values(0).map(drop)
    }
}

/// The value of an option. A value that looks like an option needs a `=` before it.
fn value(parser: &mut Parser, option: &str) -> Result<OsString, Failure> {
    let value = parser.optional_value().or_else(|| parser.value().ok().filter(|value| !is_option(value)));
    value.filter(|value| !value.is_empty()).ok_or_else(|| usage(format!("`{option}` needs a value")))
}

fn is_option(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"-") && arg != "-"
}

fn text(value: OsString, what: &str) -> Result<String, Failure> {
    value.into_string().map_err(|value| usage(format!("{what}: `{}` is not UTF-8", text::path(&value))))
}

pub fn check_name(name: &str) -> Result<(), Failure> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if name.split('-').all(is_word) {
        return Ok(());
    }
    Err(usage(format!("invalid API name `{name}`: write lowercase words joined by `-`, such as `my-garden`")))
}

/// The failure of an invalid command line.
pub fn usage(reason: impl Into<String>) -> Failure {
    Failure::Usage(reason.into())
}

/// The failure of an unknown name. Suggests the closest known name, or lists all.
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    // Two APIs can have groups or gates of the same name.
    let mut seen = HashSet::new();
    let known: Vec<&str> = known.into_iter().filter(|name| seen.insert(*name)).collect();
    let expected = format!("expected {}", any_of(known.iter().copied()));
    usage(format!("unknown {what} `{name}`: {}", did_you_mean(name, known, expected)))
}
