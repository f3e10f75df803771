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

/// The origin of a value: the first one that has it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Option,
    Variable,
    Profile,
}

/// The sources of a run.
pub(super) struct Sources<'a> {
    pub(super) program: &'static Program,
    pub(super) matches: &'a ArgMatches,
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

    /// The origin of a value that isn't only an option's: a credential's field, or a secret.
    pub(super) fn origin(&self, slot: &Slot) -> Option<Origin> {
        let name = &slot.name;
        // `login` has no options for the parameters of its operation.
        let is_known = |option: &String| self.matches.try_contains_id(option).is_ok();
        let is_given = |option: String| {
            is_known(&option) && self.matches.value_source(&option) == Some(ValueSource::CommandLine)
        };
        if names::all(name, slot.parameter).any(is_given) {
            return Some(Origin::Option);
        }
        if env::var_os(self.variable_of(slot)).is_some_and(|value| !value.is_empty()) {
            return Some(Origin::Variable);
        }
        let is_kept = self.profile.fields.contains_key(name) || self.profile.sources.contains_key(name);
        is_kept.then_some(Origin::Profile)
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
    /// instead: it is an option then.
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
        match self.origin(slot) {
            Some(Origin::Option) => {}
            Some(Origin::Variable) => return Ok(Some(Source::Variable(self.variable_of(slot)))),
            Some(Origin::Profile) | None => return Ok(self.profile.sources.get(option).cloned()),
        }
        if let Some(path) = one::<PathBuf>(self.matches, &format!("{option}-file")) {
            if path.as_os_str() == "-" {
                self.claim_stdin()?;
            }
            return Ok(Some(Source::File(path)));
        }
        Ok(one(self.matches, &format!("{option}-fd")).map(Source::descriptor))
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
