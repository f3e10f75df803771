//! The command `profile`: which profiles there are, and what one says.

use std::path::Path;

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use super::{
    lines::Lines,
    names,
    options::{Options, is_set, one},
    output,
    problem::Problem,
    profile::{self, Profile},
    secrets::profile_name,
    source::Source,
    table::Program,
};

/// Runs the command.
pub(super) fn run(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let path = profile::path(program.name)?;
    let (shown, is_json) = match matches.subcommand() {
        Some(("show", matches)) => (show(program, &path, matches)?, is_set(matches, "json")),
        Some((_, matches)) => (list(&path)?, is_set(matches, "json")),
        None => return Ok(()),
    };
    output::text(&if is_json { format!("{shown:#}\n") } else { lines(&shown, "") })
}

/// The names of the profiles.
fn list(path: &Path) -> Result<Value, Problem> {
    let (names, default) = profile::names(path)?;
    if names.is_empty() {
        return Err(Problem::Local(format!("there is no profile in {}", path.display())));
    }
    Ok(names.iter().map(|name| json!({ "name": name, "default": default.as_ref() == Some(name) })).collect())
}

/// What a profile says, without commands: they may contain secrets.
fn show(program: &'static Program, path: &Path, matches: &ArgMatches) -> Result<Value, Problem> {
    let name = match one(matches, "name") {
        Some(name) => Some(name),
        None => profile_name(program, &Options::read(matches)?)?,
    };
    let slots: Vec<_> = program.credentials.iter().flat_map(names::of_credential).collect();
    let profile = Profile::load(path, name.as_deref(), &names::fields(&slots))?;
    if profile == Profile::default() {
        return Err(Problem::Local(format!(
            "there is no default profile in {}, or it is empty",
            path.display()
        )));
    }
    Ok(Value::Object(entries(profile)))
}

fn entries(profile: Profile) -> Map<String, Value> {
    let Profile { url, fields, sources, paths, server_version, timeout, cacert } = profile;
    let mut entries = Map::new();
    // A user in a URL comes with a password.
    entries
        .extend(url.map(|url| ("url".to_owned(), json!(if url.contains('@') { "[hidden]" } else { &url }))));
    entries.extend(fields.into_iter().map(|(name, value)| (name, json!(value))));
    entries.extend(sources.into_iter().map(|(name, source)| match source {
        Source::File(path) => (format!("{name}-file"), json!(path)),
        _ => (format!("{name}-command"), json!("[hidden]")),
    }));
    entries.extend(server_version.map(|it| ("server-version".to_owned(), json!(it.to_string()))));
    entries.extend(timeout.map(|it| ("timeout".to_owned(), json!(it.as_secs_f64()))));
    entries.extend(cacert.map(|path| ("cacert".to_owned(), json!(path))));
    entries.extend((!paths.is_empty()).then(|| ("paths".to_owned(), json!(paths))));
    entries
}

/// For people: a profile or a name a line.
fn lines(shown: &Value, indent: &str) -> String {
    let line = |name: &str, value: &Value| match value {
        Value::Object(_) => format!("{indent}{}:\n{}", Lines(name), lines(value, "  ")),
        Value::String(text) => format!("{indent}{}: {}\n", Lines(name), Lines(text)),
        other => format!("{indent}{}: {other}\n", Lines(name)),
    };
    match shown {
        Value::Object(entries) => entries.iter().map(|(name, value)| line(name, value)).collect(),
        Value::Array(all) => all
            .iter()
            .map(|profile| {
                let mark = if profile["default"] == true { " (default)" } else { "" };
                format!("{}{mark}\n", Lines(profile["name"].as_str().unwrap_or_default()))
            })
            .collect(),
        _ => String::new(),
    }
}
