//! The values of a run: from options, the environment, a profile and prompts.
//!
//! Only the URL, the profile, fields of credentials and secrets can come from elsewhere than the
//! command line, in this order: a profile that the user named, the environment, the default
//! profile. The URL is then the API's, if it has one server. Secrets can also come from a prompt. If the
//! source of a secret names a server, the secret is sent only to that server.

use std::{
    any::Any,
    env,
    io::{self, IsTerminal as _},
    path::PathBuf,
    str::FromStr,
};

use clap::{ArgMatches, parser::ValueSource};

use super::{
    marks::Marks,
    names::{self, Slot},
    options::{is_set, one},
    print::Style,
    problem::Problem,
    profile::{self, File, Profile},
    server, session,
    source::{self, Source},
    table::Program,
    urls::{DEFAULT_PROFILE, NAMED_PROFILE, Origin, Urls},
};
use crate::core::{Descriptor, Secret, ServerUrl};

/// The sources of a run.
pub(super) struct Sources<'a> {
    pub(super) program: &'static Program,
    pub(super) matches: &'a ArgMatches,
    profile: Profile,
    urls: Urls,
    servers: &'static [ServerUrl],
    stdin_is_taken: bool,
    /// Placeholders for the secrets of a call that is not sent.
    pub(super) marks: Marks,
}

impl<'a> Sources<'a> {
    /// Reads the profile.
    ///
    /// # Errors
    /// If it is invalid, if no profile has the name that the user gave, or if the environment
    /// names a profile and another server.
    pub(super) fn new(
        program: &'static Program,
        matches: &'a ArgMatches,
        servers: &'static [ServerUrl],
    ) -> Result<Self, Problem> {
        let name = profile_name(program, matches)?;
        let profile = match profile::path(program.name) {
            Ok(path) => {
                File::open(&path)?.profile(name.as_deref(), &names::credentials_slots(program.credentials))?
            }
            // A service may have no home folder.
            Err(_) if name.is_none() => Profile::default(),
            Err(problem) => return Err(problem),
        };
        let urls = [
            (Origin::Option, one(matches, "url")),
            (Origin::Variable, variable(program, "url").map_err(Problem::Usage)?),
            (Origin::Profile, profile.values.get("url").cloned()),
            (Origin::Api, only(&server::usual(program.api, servers))),
        ];
        let order = if name.is_some() { NAMED_PROFILE } else { DEFAULT_PROFILE };
        let sources = Self {
            program,
            matches,
            profile,
            urls: Urls::new(order, urls, servers)?,
            servers,
            stdin_is_taken: false,
            marks: Marks::new(program),
        };
        match name.is_some() && one::<String>(matches, "profile").is_none() {
            true => sources.check_environment(),
            false => Ok(sources),
        }
    }

    /// Checks that the environment, which names the profile, doesn't name another server.
    fn check_environment(self) -> Result<Self, Problem> {
        let [variable, own] = [Origin::Variable, Origin::Profile].map(|origin| self.urls.of(origin));
        match (variable, own, self.urls.of(Origin::Option)) {
            (Some(variable), Some(own), None) if !server::is_same(variable, own) => {
                let [name, other] = ["profile", "url"].map(|option| names::variable(self.program, option));
                let (profile, own, variable) =
                    (&self.profile.name, server::shown(own), server::shown(variable));
                Err(Problem::Usage(format!(
                    "`{name}` names the profile `{profile}` for {own}, but `{other}` is {variable}: unset one, or \
                     pass --profile or --url"
                )))
            }
            _ => Ok(self),
        }
    }

    /// Puts the profile first, as if the user had named it, for `login` and `logout`, which start and
    /// end its session.
    ///
    /// # Errors
    /// If the user named another server than the profile.
    pub(super) fn prefer_profile(&mut self) -> Result<(), Problem> {
        self.urls.order = NAMED_PROFILE;
        match (self.urls.called(), self.urls.of(Origin::Profile)) {
            (Some(called), Some(own)) if self.urls.is_foreign(Origin::Profile) => {
                let (by, profile) = (self.named_by(called.origin), &self.profile.name);
                let (own, url) = (server::shown(own), server::shown(&called.url));
                Err(Problem::Usage(format!(
                    "the profile `{profile}` keeps sessions of {own}, but {by} is {url}: leave it out, or add a \
                     profile for it"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the call is only shown, so that secrets aren't needed.
    pub(super) fn is_dry(&self) -> bool {
        self.has("dry-run")
    }

    /// Uses the session that the profile keeps for the server of the call.
    ///
    /// # Errors
    /// If another user could have written it.
    pub(super) fn resume(&mut self) -> Result<bool, Problem> {
        match self.urls.called().filter(|_| !self.urls.is_foreign(Origin::Profile)) {
            Some(called) => session::resume(self.program, &called.url, &mut self.profile),
            None => Ok(false),
        }
    }

    /// The command that starts the session again.
    pub(super) fn login(&self) -> String {
        let name = one::<String>(self.matches, "profile").map(|name| format!(" --profile {name}"));
        format!("{} login{}", self.program.name, name.unwrap_or_default())
    }

    /// The value of an option.
    pub(super) fn get<T: Any + Clone + Send + Sync + FromStr>(&self, name: &str) -> Option<T> {
        one(self.matches, name).or_else(|| self.profile.values.get(name)?.parse().ok())
    }

    /// Returns whether a flag is set.
    pub(super) fn has(&self, name: &str) -> bool {
        is_set(self.matches, name) || self.profile.values.get(name).is_some_and(|value| value == "true")
    }

    pub(super) fn style(&self) -> Style {
        match self.has("json") {
            true => Style::Json,
            false if self.has("table") => Style::Table,
            false => Style::Usual,
        }
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The base URL.
    ///
    /// # Errors
    /// If none is named.
    pub(super) fn url(&self) -> Result<String, Problem> {
        self.urls.called().map(|it| it.url.clone()).ok_or_else(|| {
            let variable = names::variable(self.program, "url");
            let file = profile::path(self.program.name).map(|path| path.display().to_string());
            let file = file.unwrap_or_default();
            let choice = match &*server::usual(self.program.api, self.servers) {
                [] => String::new(),
                servers => format!(" with {} or a URL", server::names(servers.iter().copied())),
            };
            Problem::Usage(format!(
                "no server: pass --url{choice}, set {variable}, or write url = \"…\" into {file}"
            ))
        })
    }

    /// The base URL of an operation. If the user names a server of the API, and the operation is at
    /// another one, that server's URL.
    ///
    /// # Errors
    /// If none is named.
    pub(super) fn url_for(&self, operation: &Descriptor) -> Result<String, Problem> {
        let own = operation.server.and_then(|own| self.urls.at_server(own));
        own.unwrap_or_else(|| self.url())
    }

    fn named_by(&self, origin: Origin) -> String {
        match origin {
            Origin::Option => "`--url`".to_owned(),
            Origin::Variable => format!("`{}`", names::variable(self.program, "url")),
            Origin::Profile => format!("the profile `{}`", self.profile.name),
            Origin::Api => "the server of the API".to_owned(),
        }
    }

    /// Returns whether a value is given as an option.
    pub(super) fn is_option(&self, slot: &Slot) -> bool {
        self.has_at(Origin::Option, slot)
    }

    /// Returns whether there is a value, or an option to be asked for it.
    pub(super) fn has_value(&self, slot: &Slot) -> bool {
        self.origin(slot).is_some()
    }

    /// The origin of a credential's field or a secret.
    fn origin(&self, slot: &Slot) -> Option<Origin> {
        let is_usable = |origin: &Origin| !(slot.parameter.secret && self.urls.is_foreign(*origin));
        self.urls.order.into_iter().filter(is_usable).find(|origin| self.has_at(*origin, slot))
    }

    fn has_at(&self, origin: Origin, slot: &Slot) -> bool {
        let name = &slot.name;
        // `login` has no options for the parameters of its operation.
        let is_known = |option: &String| self.matches.try_contains_id(option).is_ok();
        let is_given = |option: String| {
            is_known(&option) && self.matches.value_source(&option) == Some(ValueSource::CommandLine)
        };
        match origin {
            Origin::Option => names::option_names(name, slot.parameter).any(is_given),
            Origin::Variable => env::var_os(self.variable_of(slot)).is_some_and(|value| !value.is_empty()),
            Origin::Profile => {
                self.profile.values.contains_key(name) || self.profile.sources.contains_key(name)
            }
            Origin::Api => false,
        }
    }

    /// The error of a secret that is not sent, because its origin names another server.
    pub(super) fn clash(&self, slot: &Slot) -> Option<String> {
        if !slot.parameter.secret || self.origin(slot).is_some() {
            return None;
        }
        let origin = self
            .urls
            .order
            .into_iter()
            .find(|origin| self.urls.is_foreign(*origin) && self.has_at(*origin, slot))?;
        let called = self.urls.called()?;
        Some(format!(
            "{what} is for {own} ({own_origin}), but the call goes to {url} ({url_origin}): pass --{name}-file, \
             or --{name} to be asked for it",
            what = self.place_at(origin, slot),
            own = server::shown(self.urls.of(origin)?),
            own_origin = self.named_by(origin),
            url = server::shown(&called.url),
            url_origin = self.named_by(called.origin),
            name = slot.name
        ))
    }

    /// The place of a value in words, if there is a value.
    pub(super) fn place(&self, slot: &Slot) -> Option<String> {
        Some(self.place_at(self.origin(slot)?, slot))
    }

    fn place_at(&self, origin: Origin, slot: &Slot) -> String {
        match origin {
            Origin::Option => format!("`--{}`", slot.name),
            Origin::Variable => format!("`{}`", self.variable_of(slot)),
            Origin::Profile => format!("`{}` of the profile", slot.name),
            Origin::Api => self.named_by(origin),
        }
    }

    /// The text of a credential's field that is not secret.
    pub(super) fn plain(&self, slot: &Slot) -> Result<Option<String>, String> {
        match self.origin(slot) {
            Some(Origin::Option) => Ok(one(self.matches, &slot.name)),
            Some(Origin::Variable) => variable(self.program, &slot.name),
            Some(Origin::Profile) => Ok(self.profile.values.get(&slot.name).cloned()),
            Some(Origin::Api) | None => Ok(None),
        }
    }

    /// The environment variable of an option.
    pub(super) fn variable_of(&self, slot: &Slot) -> String {
        names::variable(self.program, &slot.name)
    }

    /// Reads a secret from its source, if it has one. It has none if the user passed its option, to be
    /// prompted for it.
    pub(super) fn secret(&mut self, slot: &Slot) -> Result<Option<Secret>, String> {
        match self.source(slot)? {
            Some(_) if self.is_dry() => Ok(Some(self.marks.variable(&slot.name).into())),
            Some(source) => {
                let secret = source.read();
                secret.map(Some).map_err(|error| format!("`{}` from {source}: {error}", slot.name))
            }
            None => self.clash(slot).map_or(Ok(None), Err),
        }
    }

    fn source(&mut self, slot: &Slot) -> Result<Option<Source>, String> {
        let option = &slot.name;
        match self.origin(slot) {
            Some(Origin::Option) => {}
            Some(Origin::Variable) => return Ok(Some(Source::Variable(self.variable_of(slot)))),
            Some(Origin::Profile) => return Ok(self.profile.sources.get(option).cloned()),
            Some(Origin::Api) | None => return Ok(None),
        }
        if let Some(path) = one::<PathBuf>(self.matches, &format!("{option}-file")) {
            if path.as_os_str() == "-" {
                self.claim_stdin()?;
            }
            return Ok(Some(Source::File(path)));
        }
        Ok(one(self.matches, &format!("{option}-fd")).map(Source::descriptor))
    }

    /// Checks that only one value is read from standard input.
    pub(super) fn claim_stdin(&mut self) -> Result<(), String> {
        match std::mem::replace(&mut self.stdin_is_taken, true) {
            false => Ok(()),
            true => Err("standard input is already used for another value".to_owned()),
        }
    }

    /// Returns whether the user can be asked, which a program in a pipe can still do.
    pub(super) fn can_ask(&self) -> bool {
        self.is_dry() || io::stdin().is_terminal() || io::stderr().is_terminal()
    }

    /// Prompts for a secret; the prompt shows its `account`. A new secret is asked for twice, since a
    /// typing error would go unnoticed.
    pub(super) fn ask(&mut self, slot: &Slot, account: &str, is_new: bool) -> Result<Secret, String> {
        if self.is_dry() {
            return Ok(self.marks.variable(&slot.name).into());
        }
        let ask = |again| source::ask(&format!("[{account}] {}{again}: ", slot.name));
        let secret = ask("")?;
        match is_new && ask(" again")? != secret {
            true => Err("the two entries differ".to_owned()),
            false => Ok(secret),
        }
    }
}

/// The name of a server without alternatives.
fn only(servers: &[&ServerUrl]) -> Option<String> {
    match servers {
        [server] => Some(server.name.to_owned()),
        _ => None,
    }
}

/// The profile that the user chose.
pub(super) fn profile_name(program: &Program, matches: &ArgMatches) -> Result<Option<String>, Problem> {
    match one(matches, "profile") {
        Some(name) => Ok(Some(name)),
        None => variable(program, "profile").map_err(Problem::Usage),
    }
}

/// The environment variable of an option, unless it is empty.
fn variable(program: &Program, option: &str) -> Result<Option<String>, String> {
    let name = names::variable(program, option);
    let text = env::var_os(&name).filter(|text| !text.is_empty()).map(std::ffi::OsString::into_string);
    text.transpose().map_err(|_| format!("the environment variable `{name}` is not UTF-8 text"))
}
