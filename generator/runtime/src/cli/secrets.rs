//! Values that are not on the command line come from, in this order: an
//! option that names the place, the environment, the profile, the user.

use std::{
    env,
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use clap::{ArgMatches, parser::ValueSource};

use super::{
    names::{self, Slot},
    options::{is_set, one},
    problem::Problem,
    profile::{self, File, Profile},
    session,
    source::{self, Source},
    table::Program,
};
use crate::Secret;

/// Stands for a secret that is not sent.
const PLACEHOLDER: &str = "secret";

/// The sources of a run.
pub(super) struct Sources<'a> {
    program: &'static Program,
    matches: &'a ArgMatches,
    profile: Profile,
    stdin_is_taken: bool,
    /// Nothing is sent: no secret has to be known.
    is_dry: bool,
}

impl<'a> Sources<'a> {
    /// Reads the profile.
    ///
    /// # Errors
    /// If it is invalid, or if no profile has the name that the user gave.
    pub(super) fn new(program: &'static Program, matches: &'a ArgMatches) -> Result<Self, Problem> {
        let name = profile_name(program, matches)?;
        let profile = match profile::path(program.name) {
            Ok(path) => File::open(&path)?.profile(name.as_deref(), &names::fields(program))?,
            // A service may have no home folder.
            Err(_) if name.is_none() => Profile::default(),
            Err(problem) => return Err(problem),
        };
        Ok(Self { program, matches, profile, stdin_is_taken: false, is_dry: is_set(matches, "dry-run") })
    }

    pub(super) fn is_dry(&self) -> bool {
        self.is_dry
    }

    /// Uses the session that the profile keeps.
    pub(super) fn resume(&mut self) {
        session::resume(self.program, &mut self.profile);
    }

    pub(super) fn into_profile(self) -> Profile {
        self.profile
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The base URL.
    ///
    /// # Errors
    /// If none is named.
    pub(super) fn url(&self) -> Result<String, Problem> {
        let given = option_or_variable(self.program, self.matches, "url")?;
        given.or_else(|| self.profile.url.clone()).ok_or_else(|| {
            let variable = names::variable(self.program, "url");
            let file = profile::path(self.program.name).map(|path| path.display().to_string());
            let file = file.unwrap_or_default();
            Problem::Usage(format!("no server: pass --url, set {variable}, or write url = \"…\" into {file}"))
        })
    }

    /// Returns whether the user gave an option for it.
    pub(super) fn is_option(&self, slot: &Slot) -> bool {
        let names = names::all(&slot.name, slot.parameter);
        let mut sources = names.map(|name| self.matches.value_source(&name));
        sources.any(|source| source == Some(ValueSource::CommandLine))
    }

    /// Returns whether anything gives a value for a credential's field.
    pub(super) fn has(&self, slot: &Slot) -> bool {
        self.is_option(slot)
            || self.is_variable(slot)
            || self.profile.fields.contains_key(&slot.name)
            || self.profile.sources.contains_key(&slot.name)
    }

    /// Returns whether the environment gives a value for a credential's field.
    pub(super) fn is_variable(&self, slot: &Slot) -> bool {
        env::var_os(self.variable_of(slot)).is_some_and(|value| !value.is_empty())
    }

    /// The value of a credential's field that is not an option.
    pub(super) fn plain(&self, slot: &Slot) -> Result<Option<String>, String> {
        let text = variable(self.program, &slot.name)?;
        Ok(text.or_else(|| self.profile.fields.get(&slot.name).cloned()))
    }

    /// The environment variable of an option.
    pub(super) fn variable_of(&self, slot: &Slot) -> String {
        names::variable(self.program, &slot.name)
    }

    /// A secret, if anything says where it is. The user may ask for a prompt
    /// instead: see [`Sources::is_option`].
    pub(super) fn secret(&mut self, slot: &Slot) -> Result<Option<Secret>, String> {
        match self.source(slot)? {
            Some(_) if self.is_dry => Ok(Some(Secret::from(PLACEHOLDER))),
            Some(source) => {
                let secret = source.read();
                secret.map(Some).map_err(|error| format!("`{}` from {source}: {error}", slot.name))
            }
            None => Ok(None),
        }
    }

    fn source(&mut self, slot: &Slot) -> Result<Option<Source>, String> {
        let option = &slot.name;
        if let Some(path) = one::<PathBuf>(self.matches, &format!("{option}-file")) {
            if path.as_os_str() == "-" {
                self.claim_stdin()?;
            }
            return Ok(Some(Source::File(path)));
        }
        if let Some(number) = one(self.matches, &format!("{option}-fd")) {
            return Ok(Some(Source::descriptor(number)));
        }
        if is_set(self.matches, option) {
            return Ok(None);
        }
        let source = self.is_variable(slot).then(|| Source::Variable(self.variable_of(slot)));
        Ok(source.or_else(|| self.profile.sources.get(option).cloned()))
    }

    /// Makes sure that only one value is read from standard input.
    pub(super) fn claim_stdin(&mut self) -> Result<(), String> {
        match std::mem::replace(&mut self.stdin_is_taken, true) {
            false => Ok(()),
            true => Err("standard input is already used for another value".to_owned()),
        }
    }

    /// Returns whether the user can be asked. A program in a pipe can still ask.
    pub(super) fn can_ask(&self) -> bool {
        self.is_dry || io::stdin().is_terminal() || io::stderr().is_terminal()
    }

    /// Asks the user, who is shown the `account` that the secret is for. A new secret is asked for
    /// twice: a typing error would go unnoticed.
    pub(super) fn ask(&self, slot: &Slot, account: &str, is_new: bool) -> Result<Secret, String> {
        if self.is_dry {
            return Ok(Secret::from(PLACEHOLDER));
        }
        let ask = |again| source::ask(&format!("[{account}] {}{again}: ", slot.name));
        let secret = ask("")?;
        match is_new && ask(" again")? != secret {
            true => Err("the two entries differ".to_owned()),
            false => Ok(secret),
        }
    }
}

/// The profile that the user chose.
pub(super) fn profile_name(program: &Program, matches: &ArgMatches) -> Result<Option<String>, Problem> {
    option_or_variable(program, matches, "profile")
}

fn option_or_variable(
    program: &Program,
    matches: &ArgMatches,
    name: &str,
) -> Result<Option<String>, Problem> {
    match one(matches, name) {
        Some(text) => Ok(Some(text)),
        None => variable(program, name).map_err(Problem::Usage),
    }
}

/// The environment variable of an option, unless it is empty.
fn variable(program: &Program, option: &str) -> Result<Option<String>, String> {
    let name = names::variable(program, option);
    let text = env::var_os(&name).filter(|text| !text.is_empty()).map(std::ffi::OsString::into_string);
    text.transpose().map_err(|_| format!("the environment variable `{name}` is not UTF-8 text"))
}
