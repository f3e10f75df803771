//! Keeps the session that a call issues.

use std::{
    io,
    path::{Path, PathBuf},
};

#[cfg(unix)]
use super::profile::trust;
use super::{
    names::{self, Slot},
    problem::Problem,
    request::Prepared,
    session::file,
    source::is_blank,
};
use crate::core::{Parameter, partial::Partial};

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
        let sent = call.credential.as_ref().map_or(&[][..], |form| &form.values);
        let is_sent = |it: &Parameter| sent.iter().any(|placed| placed.name == it.name);
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
