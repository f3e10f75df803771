//! Where values come from that are not on the command line, in this order: an
//! option that names the place, the environment, the profile, the user.

use std::{
    env,
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use clap::{ArgMatches, parser::ValueSource};

use super::{
    names::{self, Slot},
    options::{Options, is_set, one},
    problem::Problem,
    profile::{self, Profile},
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
    /// If it is faulty, or if no profile has the name that the user gave.
    pub(super) fn new(
        program: &'static Program,
        matches: &'a ArgMatches,
        options: &Options,
    ) -> Result<Self, Problem> {
        let slots: Vec<Slot> = program.credentials.iter().flat_map(names::of_credential).collect();
        let name = profile_name(program, options)?;
        let profile = match profile::path(program.name) {
            Ok(path) => Profile::load(&path, name.as_deref(), &names::fields(&slots))?,
            // A service may have no home folder.
            Err(_) if name.is_none() => Profile::default(),
            Err(problem) => return Err(problem),
        };
        Ok(Self { program, matches, profile, stdin_is_taken: false, is_dry: options.dry_run })
    }

    pub(super) fn is_dry(&self) -> bool {
        self.is_dry
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The base URL.
    ///
    /// # Errors
    /// If none is named.
    pub(super) fn url(&self) -> Result<String, Problem> {
        let url = match one(self.matches, "url") {
            Some(url) => Some(url),
            None => variable(self.program, "url").map_err(Problem::Usage)?,
        };
        url.or_else(|| self.profile.url.clone()).ok_or_else(|| {
            let variable = names::variable(self.program, "url");
            let file = profile::path(self.program.name).map(|path| path.display().to_string());
            let file = file.unwrap_or_default();
            Problem::Usage(format!("no server: pass --url, set {variable}, or write url = \"…\" into {file}"))
        })
    }

    /// Whether the user gave an option for it.
    pub(super) fn is_option(&self, slot: &Slot) -> bool {
        let names = names::all(&slot.name, slot.parameter);
        let mut sources = names.map(|name| self.matches.value_source(&name));
        sources.any(|source| source == Some(ValueSource::CommandLine))
    }

    /// Whether anything gives a value for a credential's field.
    pub(super) fn has(&self, slot: &Slot) -> bool {
        self.is_option(slot)
            || self.is_variable(slot)
            || self.profile.fields.contains_key(&slot.name)
            || self.profile.sources.contains_key(&slot.name)
    }

    /// Whether the environment gives a value for a credential's field.
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
            Some(source) => self.read(&source, slot).map(Some),
            None => Ok(None),
        }
    }

    fn source(&mut self, slot: &Slot) -> Result<Option<Source>, String> {
        let name = |ending: &str| format!("{}-{ending}", slot.name);
        let file = self.matches.try_get_one::<PathBuf>(&name("file")).ok().flatten();
        let descriptor = self.matches.try_get_one::<u32>(&name("fd")).ok().flatten();
        if let Some(path) = file {
            if path.as_os_str() == "-" {
                self.claim_stdin()?;
            }
            return Ok(Some(Source::File(path.clone())));
        }
        if let Some(number) = descriptor {
            return Ok(Some(Source::Descriptor(*number)));
        }
        if is_set(self.matches, &slot.name) {
            return Ok(None);
        }
        let source = self.is_variable(slot).then(|| Source::Variable(self.variable_of(slot)));
        Ok(source.or_else(|| self.profile.sources.get(&slot.name).cloned()))
    }

    fn read(&self, source: &Source, slot: &Slot) -> Result<Secret, String> {
        source.read().map_err(|fault| format!("{}: {fault}", source.describe(&slot.name)))
    }

    /// Makes sure that only one value is read from standard input.
    pub(super) fn claim_stdin(&mut self) -> Result<(), String> {
        match std::mem::replace(&mut self.stdin_is_taken, true) {
            false => Ok(()),
            true => Err("standard input is already used for another value".to_owned()),
        }
    }

    /// Whether the user can be asked. A program in a pipe can still ask.
    pub(super) fn can_ask(&self) -> bool {
        self.is_dry || io::stdin().is_terminal() || io::stderr().is_terminal()
    }

    /// Asks the user, who is shown `whom` the secret is for.
    pub(super) fn ask(&self, slot: &Slot, whom: &str, entries: Entries) -> Result<Secret, String> {
        if self.is_dry {
            return Ok(Secret::from(PLACEHOLDER));
        }
        let ask = |again| {
            let secret = source::ask(&format!("[{whom}] {}{again}: ", slot.name));
            secret.map_err(|fault| fault.to_string())
        };
        let secret = ask("")?;
        match entries {
            Entries::Two if ask(" again")? != secret => Err("the two entries differ".to_owned()),
            Entries::One | Entries::Two => Ok(secret),
        }
    }
}

/// How often the user has to type a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entries {
    One,
    /// A typing error would go unnoticed.
    Two,
}

/// The profile that the user chose.
pub(super) fn profile_name(program: &Program, options: &Options) -> Result<Option<String>, Problem> {
    match &options.profile {
        Some(name) => Ok(Some(name.clone())),
        None => variable(program, "profile").map_err(Problem::Usage),
    }
}

/// The environment variable of an option, unless it is empty.
fn variable(program: &Program, option: &str) -> Result<Option<String>, String> {
    let name = names::variable(program, option);
    match env::var(&name) {
        Ok(text) => Ok(Some(text).filter(|text| !text.is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => {
            Err(format!("the environment variable `{name}` is not UTF-8 text"))
        }
    }
}
