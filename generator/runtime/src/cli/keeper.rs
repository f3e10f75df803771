//! Keeps the session that a call issues.

use std::{
    collections::BTreeSet,
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

/// Saves the secret that a call issues.
pub(super) struct Keeper {
    /// The secrets that may be issued: those of the credential that the call doesn't send.
    slots: Vec<Slot>,
    /// The field of the result, if the profile names it.
    field: Option<String>,
    session: PathBuf,
    url: String,
}

impl Keeper {
    /// Determines the secrets that a call may issue, and the file for them; `None` if the profile has
    /// no sessions.
    ///
    /// # Errors
    /// If another user can create files there: the session that the server starts could not be used.
    pub(super) fn new(call: &Prepared<'_>) -> Result<Option<Self>, Problem> {
        let Some(session) = call.sources.profile().session.clone() else { return Ok(None) };
        #[cfg(unix)]
        trust::check_folder(&session)?;
        let sent = call.credential.as_ref().map_or(&[][..], |(_, values)| values);
        let is_sent = |parameter: &Parameter| sent.iter().any(|placed| placed.name == parameter.name);
        let program = call.sources.program;
        let mut slots = names::credentials_slots(names::credentials(program, call.command));
        if slots.is_empty() {
            // A login that takes no credential issues one of those that other operations take.
            slots = names::credentials_slots(program.credentials);
        }
        slots.retain(|Slot { parameter, .. }| parameter.secret && !parameter.one_time && !is_sent(parameter));
        let field = call.sources.profile().values.get("session-field").cloned();
        Ok(Some(Self { slots, field, session, url: call.url.clone() }))
    }

    /// Saves the field of a result that the profile names, or that has the name of one of the secrets.
    /// Returns a message.
    pub(super) fn keep(&self, result: &serde_json::Value) -> Result<String, Problem> {
        let named =
            self.slots.iter().map(|slot| (slot, self.field.as_deref().unwrap_or(slot.parameter.name)));
        let issued = named.clone().find_map(|(slot, name)| Some((slot, name, text(result, name)?)));
        let Some((slot, name, secret)) = issued else {
            let names: BTreeSet<String> = named.map(|(_, name)| format!("`{name}`")).collect();
            let names = names.into_iter().collect::<Vec<_>>().join(" or ");
            let what = format!("the result has no field {names}: no session was saved");
            return Err(Problem::Local(format!(
                "{what}; set `session-field` in the profile to name another field"
            )));
        };
        if is_blank(secret) {
            let text = format!("the `{name}` in the result is empty or blank: no session was saved");
            return Err(Problem::Local(text));
        }
        let path = file(&self.session, &self.url, &slot.name);
        write(&path, secret).map_err(|error| Problem::local(path.display(), &error))?;
        Ok(format!("the {} is kept in {}\n", slot.name, path.display()))
    }
}

/// The text of a field; a name with dots may be a nested field.
fn text<'j>(result: &'j serde_json::Value, name: &str) -> Option<&'j str> {
    let inside = || name.split('.').try_fold(result, |json, name| json.get(name));
    result.get(name).or_else(inside)?.as_str()
}

/// Writes a new file, which only its owner can read. It replaces any file or link with that name.
fn write(path: &Path, secret: &str) -> io::Result<()> {
    let mut file = Partial::private(path)?;
    file.write(secret.as_bytes())?;
    file.finish()
}
