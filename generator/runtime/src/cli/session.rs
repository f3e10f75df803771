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
    source::Source,
    table::{Command, Program},
    usage,
};
use crate::{Api, partial::Partial, percent};

/// Runs `login`: calls what starts a session, and keeps its secret.
pub(super) fn login<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let profile = Sources::new(program, matches)?.into_profile();
    let start = command(program, "start-session", profile.start_session.as_deref())?;
    call::run::<A>(program, start, matches, Session::Start)
}

/// Runs `logout`: calls what ends the session, and forgets its secret.
pub(super) fn logout<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let profile = Sources::new(program, matches)?.into_profile();
    let end = command(program, "end-session", profile.end_session.as_deref())?;
    let files: Vec<PathBuf> = kept(program, &profile).into_iter().map(|(_, file)| file).collect();
    if files.is_empty() {
        return Err(Problem::Local("there is no session: nothing was sent".to_owned()));
    }
    let ended = call::run::<A>(program, end, matches, Session::End);
    // A server that refuses it has ended the session before.
    let is_over = match &ended {
        Ok(()) => !is_set(matches, "dry-run"),
        Err(Problem::Call(error)) => error.failure().is_some(),
        Err(_) => false,
    };
    let removed = files.iter().filter(|_| is_over).try_for_each(fs::remove_file);
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

/// Lets a profile use what is kept in place of its other secrets.
pub(super) fn resume(program: &'static Program, profile: &mut Profile) {
    let kept = kept(program, profile);
    if !kept.is_empty() {
        profile.sources = kept.into_iter().map(|(option, file)| (option, Source::File(file))).collect();
    }
}

/// The options of secrets that are kept, and their files.
fn kept(program: &'static Program, profile: &Profile) -> Vec<(String, PathBuf)> {
    let Some(session) = &profile.session else { return Vec::new() };
    let secrets = names::fields(program).into_iter().filter(|field| field.secret);
    let files = secrets.map(|field| (file(session, &field.name), field.name));
    files.filter(|(file, _)| file.exists()).map(|(file, option)| (option, file)).collect()
}

fn file(session: &Path, option: &str) -> PathBuf {
    let mut name = session.as_os_str().to_owned();
    name.extend([".", option].map(OsStr::new));
    name.into()
}

/// Keeps what a call issues.
pub(super) struct Keeper {
    /// The secrets that may be issued: those of the credential that the call doesn't send.
    slots: Vec<Slot>,
    session: PathBuf,
}

impl Keeper {
    pub(super) fn new(prepared: &Prepared, session: &Path) -> Self {
        let sent = prepared.credential.iter().flat_map(|chosen| &chosen.given);
        let sent: Vec<&str> = sent.map(|given| given.parameter.name).collect();
        let credentials = names::credentials(prepared.program, prepared.command);
        let mut slots = names::of_credentials(credentials);
        slots
            .retain(|it| it.parameter.secret && !it.parameter.one_time && !sent.contains(&it.parameter.name));
        Self { slots, session: session.to_owned() }
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
        let path = file(&self.session, &slot.name);
        let secret = value[slot.parameter.name].as_str().unwrap_or_default();
        write(&path, secret).map_err(|error| Problem::local(path.display(), &error))?;
        output::text(&format!("the {} is kept in {}\n", slot.name, path.display()))
    }
}

/// Writes the file, which only its owner can read.
fn write(path: &Path, secret: &str) -> io::Result<()> {
    let mut file = Partial::new(path)?;
    file.write(secret.as_bytes())?;
    file.finish()
}
