//! Sessions: what a server issues in place of a password, in a file for each server.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

#[cfg(unix)]
use super::profile::trust;
use super::{
    names::{self, Slot},
    problem::Problem,
    profile::{self, Profile},
    request::Prepared,
    server,
    source::{Source, is_blank},
    table::Program,
};
use crate::codec::percent;
use crate::core::{Parameter, partial::Partial};

/// Lets a profile use what is kept for this server in place of its other secrets, and of the
/// scheme that those have.
pub(super) fn resume(program: &'static Program, url: &str, profile: &mut Profile) -> Result<(), Problem> {
    let kept = kept(program, profile, url)?;
    if !kept.is_empty() {
        profile.sources = kept.into_iter().map(|(option, file)| (option, Source::File(file))).collect();
        for credential in program.credentials {
            let is_scheme = |slot: &&Slot| credential.scheme == Some(slot.parameter.name);
            let slots = names::of_credential(credential);
            slots.iter().filter(is_scheme).for_each(|slot| drop(profile.values.remove(&slot.name)));
        }
    }
    Ok(())
}

/// The options of secrets that are kept for a server, and their files.
///
/// # Errors
/// If another user could have written one, or it is a link.
pub(super) fn kept(
    program: &'static Program,
    profile: &Profile,
    url: &str,
) -> Result<Vec<(String, PathBuf)>, Problem> {
    let Some(session) = &profile.session else { return Ok(Vec::new()) };
    let secrets = profile::fields(program).into_iter().filter(|field| field.secret);
    let files = secrets.map(|field| (file(session, url, &field.name), field.name));
    let files = files.filter(|(file, _)| file.symlink_metadata().is_ok());
    files.map(|(file, option)| check(&file).map(|()| (option, file))).collect()
}

/// Refuses a file that another user could have written, or that is a link.
fn check(path: &Path) -> Result<(), Problem> {
    if path.is_symlink() {
        let text = format!("{} is a link, not a session: remove it, and log in again", path.display());
        return Err(Problem::Usage(text));
    }
    #[cfg(unix)]
    trust::check(path)?;
    Ok(())
}

/// The file of a secret. A server has its own, so that none gets the session of another.
fn file(session: &Path, url: &str, option: &str) -> PathBuf {
    let mut name = session.as_os_str().to_owned();
    let mut server = String::new();
    percent::encode_into(&mut server, &server::canonical(url));
    name.extend(["@", &server, ".", option].map(OsStr::new));
    name.into()
}

/// Keeps what a call issues.
pub(super) struct Keeper {
    /// The secrets that may be issued: those of the credential that the call doesn't send.
    slots: Vec<Slot>,
    session: PathBuf,
    url: String,
}

impl Keeper {
    /// Finds out what may be issued by a call, and where it is kept; `None` if the profile keeps
    /// nothing.
    ///
    /// # Errors
    /// If another user can create files there: a session would be lost that nobody can use.
    pub(super) fn new(call: &Prepared<'_>) -> Result<Option<Self>, Problem> {
        let Some(session) = call.sources.profile().session.clone() else { return Ok(None) };
        #[cfg(unix)]
        trust::check_folder(&session)?;
        let sent = call.credential.as_ref().map_or(&[][..], |chosen| &chosen.given);
        let is_sent = |it: &Parameter| sent.iter().any(|given| given.parameter.name == it.name);
        let mut slots = names::of_credentials(names::credentials(call.sources.program, call.command));
        slots.retain(|Slot { parameter: it, .. }| it.secret && !it.one_time && !is_sent(it));
        Ok(Some(Self { slots, session, url: call.url.clone() }))
    }

    /// Keeps the field of a result that is called like one of the secrets; returns what to print.
    pub(super) fn keep(&self, result: &serde_json::Value) -> Result<String, Problem> {
        let issued = |slot: &&Slot| result.get(slot.parameter.name).is_some_and(serde_json::Value::is_string);
        let Some(slot) = self.slots.iter().find(issued) else {
            let names: Vec<String> = self.slots.iter().map(|it| format!("`{}`", it.parameter.name)).collect();
            let text = format!("the result has no field {}: nothing is kept", names.join(" or "));
            return Err(Problem::Local(text));
        };
        let name = slot.parameter.name;
        let secret = result[name].as_str().unwrap_or_default();
        if is_blank(secret) {
            let text = format!("the `{name}` in the result is empty or blank: nothing is kept");
            return Err(Problem::Local(text));
        }
        let path = file(&self.session, &self.url, &slot.name);
        write(&path, secret).map_err(|error| Problem::local(path.display(), &error))?;
        Ok(format!("the {} is kept in {}\n", slot.name, path.display()))
    }
}

/// Writes a new file, which only its owner can read. What has the name is replaced, also if it
/// is a link.
fn write(path: &Path, secret: &str) -> io::Result<()> {
    let mut file = Partial::private(path)?;
    file.write(secret.as_bytes())?;
    file.finish()
}
