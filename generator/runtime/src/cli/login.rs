//! `login` starts a session and saves its secret, and `logout` ends the session. A profile names the
//! operations, because no document says which ones they are.

use std::{ffi::OsString, fs};

use clap::ArgMatches;

use super::{
    call::{self, Session},
    names,
    problem::Problem,
    profile, session,
    sources::Sources,
    table::{Command, Program},
    usage,
};
use crate::codec::Api;

/// Runs `login`: starts a session, and saves its secret.
pub(super) fn login<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches, A::SERVERS)?;
    let start = command(&sources, "start-session")?;
    sources.prefer_profile()?;
    call::run::<A>(start, sources, Session::Start)
}

/// The command that starts a session, by the profile that these arguments name.
pub(super) fn start(program: &'static Program, words: &[OsString]) -> Option<&'static Command> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let after = words.iter().position(|word| *word == "--profile").and_then(|place| words.get(place + 1));
    let named = after.copied().or_else(|| words.iter().find_map(|word| word.strip_prefix("--profile=")));
    let variable = std::env::var(names::variable(program, "profile")).ok().filter(|name| !name.is_empty());
    let path = profile::path(program.name).ok()?;
    let fields = names::credentials_slots(program.credentials);
    let profile = profile::File::open(&path).ok()?.profile(named.or(variable.as_deref()), &fields).ok()?;
    let words: Vec<&str> = profile.values.get("start-session")?.split_whitespace().collect();
    Some(names::command(program, &words)?.1)
}

/// Runs `logout`: ends the session, and removes its secret.
pub(super) fn logout<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches, A::SERVERS)?;
    let end = command(&sources, "end-session")?;
    sources.prefer_profile()?;
    let kept = session::kept(program, sources.profile(), &sources.url()?)?;
    if kept.is_empty() {
        return Err(Problem::Local("there is no session: nothing was sent".to_owned()));
    }
    sources.resume()?;
    let is_dry = sources.is_dry();
    let ended = call::run::<A>(end, sources, Session::End);
    // A server that refuses the call has ended the session earlier.
    let is_over = match &ended {
        Ok(()) => !is_dry,
        Err(Problem::Call(error)) => error.failure().is_some(),
        Err(_) => false,
    };
    let removed = kept.iter().filter(|_| is_over).try_for_each(|(_, file)| fs::remove_file(file));
    removed.map_err(|error| Problem::local("the session", &error)).and(ended)
}

/// The command that a key of the profile names.
fn command(sources: &Sources<'_>, key: &str) -> Result<&'static Command, Problem> {
    let program = sources.program;
    let Some(words) = sources.profile().values.get(key) else {
        let path = profile::path(program.name)?;
        let text =
            format!("the profile has no session: write {key} = \"GROUP COMMAND\" into {}", path.display());
        return Err(Problem::Usage(text));
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    let found = names::command(program, &words).ok_or_else(|| usage::unknown_command(program, &words))?;
    Ok(found.1)
}
