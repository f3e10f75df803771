//! Sessions: `login` keeps what a server issues in place of a password, and `logout` ends
//! that. A profile names the operations, because no document says which ones they are.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use clap::ArgMatches;

use super::{
    call::{self, Session},
    names::{self, Slot},
    options::is_set,
    output,
    print::Output,
    problem::Problem,
    profile::{self, Profile},
    request::Prepared,
    response::Received,
    secrets::Sources,
    server,
    source::{Source, is_blank},
    table::{Command, Program},
    usage,
};
#[cfg(unix)]
use crate::cli::profile::trust;
use crate::{Api, partial::Partial, percent};

/// Runs `login`: calls what starts a session, and keeps its secret.
pub(super) fn login<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let sources = Sources::new(program, matches)?;
    let start = command(program, "start-session", sources.profile().start_session.as_deref())?;
    call::run::<A>(program, start, matches, Session::Start)
}

/// Runs `logout`: calls what ends the session, and forgets its secret.
pub(super) fn logout<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches)?;
    let end = command(program, "end-session", sources.profile().end_session.as_deref())?;
    sources.prefer_profile()?;
    let kept = kept(program, sources.profile(), &sources.url()?)?;
    if kept.is_empty() {
        return Err(Problem::Local("there is no session: nothing was sent".to_owned()));
    }
    let ended = call::run::<A>(program, end, matches, Session::End);
    // A server that refuses it has ended the session before.
    let is_over = match &ended {
        Ok(()) => !is_set(matches, "dry-run"),
        Err(Problem::Call(error)) => error.failure().is_some(),
        Err(_) => false,
    };
    let removed = kept.iter().filter(|_| is_over).try_for_each(|(_, file)| fs::remove_file(file));
    removed.map_err(|error| Problem::local("the session", &error)).and(ended)
}

fn command(program: &'static Program, key: &str, words: Option<&str>) -> Result<&'static Command, Problem> {
    let Some(words) = words else {
        let path = profile::path(program.name)?;
        let text =
            format!("the profile has no session: write {key} = \"GROUP COMMAND\" into {}", path.display());
        return Err(Problem::Usage(text));
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    let found = names::command(program, &words).ok_or_else(|| usage::unknown_command(program, &words))?;
    Ok(found.1)
}

/// The start of the names of a profile's files.
pub(super) fn files(profiles: &Path, profile: &str) -> PathBuf {
    let mut name = "session-".to_owned();
    percent::encode_into(&mut name, profile);
    profiles.with_file_name(name)
}

/// Lets a profile use what is kept for this server in place of its other secrets, and of the
/// scheme that those have.
pub(super) fn resume(program: &'static Program, url: &str, profile: &mut Profile) -> Result<(), Problem> {
    let kept = kept(program, profile, url)?;
    if !kept.is_empty() {
        profile.sources = kept.into_iter().map(|(option, file)| (option, Source::File(file))).collect();
        for credential in program.credentials {
            let is_scheme = |slot: &&Slot| credential.scheme == Some(slot.parameter.name);
            let slots = names::of_credential(credential);
            slots.iter().filter(is_scheme).for_each(|slot| drop(profile.fields.remove(&slot.name)));
        }
    }
    Ok(())
}

/// The options of secrets that are kept for a server, and their files.
///
/// # Errors
/// If another user could have written one, or it is a link.
fn kept(program: &'static Program, profile: &Profile, url: &str) -> Result<Vec<(String, PathBuf)>, Problem> {
    let Some(session) = &profile.session else { return Ok(Vec::new()) };
    let secrets = names::fields(program).into_iter().filter(|field| field.secret);
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
    /// Finds out what may be issued, and where it is kept.
    ///
    /// # Errors
    /// If another user can create files there: a session would be lost that nobody can use.
    pub(super) fn new(prepared: &Prepared, session: &Path, url: &str) -> Result<Self, Problem> {
        #[cfg(unix)]
        trust::check_folder(session)?;
        let sent = prepared.credential.iter().flat_map(|chosen| &chosen.given);
        let sent: Vec<&str> = sent.map(|given| given.parameter.name).collect();
        let credentials = names::credentials(prepared.program, prepared.command);
        let mut slots = names::of_credentials(credentials);
        slots
            .retain(|it| it.parameter.secret && !it.parameter.one_time && !sent.contains(&it.parameter.name));
        Ok(Self { slots, session: session.to_owned(), url: url.to_owned() })
    }

    /// Keeps the field of a result that is called like one of the secrets.
    pub(super) fn keep(&self, received: Received) -> Result<(), Problem> {
        let value = match received {
            Received::Output(Output::Json(json) | Output::Message(json, _)) => {
                json.to_value().unwrap_or_default()
            }
            Received::Output(Output::Text(_)) | Received::File(..) => serde_json::Value::Null,
        };
        let issued =
            |slot: &'_ &Slot| value.get(slot.parameter.name).is_some_and(serde_json::Value::is_string);
        let Some(slot) = self.slots.iter().find(issued) else {
            let names: Vec<String> = self.slots.iter().map(|it| format!("`{}`", it.parameter.name)).collect();
            let text = format!("the result has no field {}: nothing is kept", names.join(" or "));
            return Err(Problem::Local(text));
        };
        let secret = value[slot.parameter.name].as_str().unwrap_or_default();
        if is_blank(secret) {
            let text =
                format!("the `{}` in the result is empty or blank: nothing is kept", slot.parameter.name);
            return Err(Problem::Local(text));
        }
        let path = file(&self.session, &self.url, &slot.name);
        write(&path, secret).map_err(|error| Problem::local(path.display(), &error))?;
        output::text(&format!("the {} is kept in {}\n", slot.name, path.display()))
    }
}

/// Writes a new file, which only its owner can read. What has the name is replaced, also if it
/// is a link.
fn write(path: &Path, secret: &str) -> io::Result<()> {
    let mut file = Partial::private(path)?;
    file.write(secret.as_bytes())?;
    file.finish()
}
