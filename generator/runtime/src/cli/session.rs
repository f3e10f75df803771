//! Sessions: what a server issues in place of a password, in a file for each server.

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

/// Lets a profile use what is kept for this server in place of its other secrets. It names the scheme,
/// too. Returns whether there is a session.
pub(super) fn resume(program: &'static Program, url: &str, profile: &mut Profile) -> Result<bool, Problem> {
    let kept = kept(program, profile, url)?;
    if kept.is_empty() {
        return Ok(false);
    }
    profile.sources = kept.into_iter().map(|(option, file)| (option, Source::File(file))).collect();
    for credential in program.credentials {
        let (named, secrets): (Vec<Slot>, Vec<Slot>) = names::of_credential(credential)
            .into_iter()
            .partition(|slot| credential.scheme == Some(slot.parameter.name));
        let is_kept = |name: &&str| {
            secrets
                .iter()
                .any(|slot| slot.parameter.name == *name && profile.sources.contains_key(&slot.name))
        };
        let scheme = credential.schemes.iter().find(|scheme| scheme.takes.iter().any(is_kept));
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
    let secrets = names::of_credentials(program.credentials).into_iter().filter(|slot| slot.parameter.secret);
    let files = secrets.map(|slot| (file(session, url, &slot.name), slot.name));
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
pub(super) fn file(session: &Path, url: &str, option: &str) -> PathBuf {
    let mut name = session.as_os_str().to_owned();
    let mut server = String::new();
    percent::encode_into(&mut server, &server::canonical(url));
    name.extend(["@", &server, ".", option].map(OsStr::new));
    name.into()
}
