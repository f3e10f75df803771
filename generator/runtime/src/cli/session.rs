//! Sessions: secrets that a server issues in place of a password, in files for each server.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

#[cfg(unix)]
use super::profile::trust;
use super::{
    names::{self, Slot},
    problem::Problem,
    profile::Profile,
    server,
    source::Source,
    table::Program,
};
use crate::codec::percent;

/// Replaces the secrets of a profile by those of the session with this server, and sets the scheme.
/// Returns whether there is a session.
pub(super) fn resume(program: &'static Program, url: &str, profile: &mut Profile) -> Result<bool, Problem> {
    let kept = kept(program, profile, url)?;
    if kept.is_empty() {
        return Ok(false);
    }
    profile.sources = kept.into_iter().map(|(option, file)| (option, Source::File(file))).collect();
    for credential in program.credentials {
        let (named, secrets): (Vec<Slot>, Vec<Slot>) = names::credential_slots(credential)
            .into_iter()
            .partition(|slot| credential.scheme == Some(slot.parameter.name));
        let kept: Vec<&str> = secrets
            .iter()
            .filter(|slot| profile.sources.contains_key(&slot.name))
            .map(|slot| slot.parameter.name)
            .collect();
        let scheme =
            credential.schemes.iter().find(|scheme| scheme.takes.iter().any(|name| kept.contains(name)));
        for slot in named {
            profile.values.remove(&slot.name);
            let name = scheme.and_then(|scheme| scheme.value).map(str::to_owned);
            profile.values.extend(name.map(|name| (slot.name, name)));
        }
    }
    Ok(true)
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
    names::credentials_slots(program.credentials)
        .into_iter()
        .filter(|slot| slot.parameter.secret)
        .map(|slot| (file(session, url, &slot.name), slot.name))
        .filter(|(file, _)| file.symlink_metadata().is_ok())
        .map(|(file, option)| check(&file).map(|()| (option, file)))
        .collect()
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

/// The file of a secret. Each server has its own, so that no server gets another's session.
pub(super) fn file(session: &Path, url: &str, option: &str) -> PathBuf {
    let mut name = session.as_os_str().to_owned();
    let mut server = String::new();
    percent::encode_into(&mut server, &server::canonical(url));
    name.extend(["@", &server, ".", option].map(OsStr::new));
    name.into()
}
