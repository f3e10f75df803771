//! The command `profile`: which profiles there are, and what one says.

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use super::{
    names,
    options::{is_set, one},
    output,
    problem::Problem,
    profile::{self, File, Profile},
    screen::lines as harmless,
    secrets::profile_name,
    source::Source,
    table::Program,
};

/// Runs the command.
pub(super) fn run(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let path = profile::path(program.name)?;
    let Some((command, matches)) = matches.subcommand() else { return Ok(()) };
    let file = File::open(&path)?;
    let (json, text) = if command == "show" { show(program, &file, matches)? } else { list(&file)? };
    if is_set(matches, "json") { output::json(&json) } else { output::text(&text) }
}

/// The names of the profiles, for machines and for people.
fn list(file: &File<'_>) -> Result<(Value, String), Problem> {
    let (names, default) = file.names()?;
    if names.is_empty() {
        return Err(Problem::Local(format!("there is no profile in {}", file.path.display())));
    }
    let is_default = |name| default.as_ref() == Some(name);
    let json = names.iter().map(|name| json!({ "name": name, "default": is_default(name) }));
    let mark = |name| if is_default(name) { " (default)" } else { "" };
    let text = names.iter().map(|name| format!("{}{}\n", harmless(name), mark(name)));
    Ok((json.collect(), text.collect()))
}

/// Prints a profile without its commands, which may contain secrets.
fn show(
    program: &'static Program,
    file: &File<'_>,
    matches: &ArgMatches,
) -> Result<(Value, String), Problem> {
    let name = one(matches, "name").map_or_else(|| profile_name(program, matches), |name| Ok(Some(name)))?;
    let profile = file.profile(name.as_deref(), &names::fields(program))?;
    if profile == (Profile { name: profile.name.clone(), ..Profile::default() }) {
        let text = format!("there is no default profile in {}, or it is empty", file.path.display());
        return Err(Problem::Local(text));
    }
    let entries = entries(profile);
    let text = lines(&entries, "");
    Ok((Value::Object(entries), text))
}

fn entries(profile: Profile) -> Map<String, Value> {
    let Profile {
        name: _,
        url,
        fields,
        sources,
        paths,
        server_version,
        timeout,
        cacert,
        read_only,
        start_session,
        end_session,
        session: _,
    } = profile;
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
    entries.extend(read_only.then(|| ("read-only".to_owned(), json!(true))));
    entries.extend(start_session.map(|it| ("start-session".to_owned(), json!(it))));
    entries.extend(end_session.map(|it| ("end-session".to_owned(), json!(it))));
    entries.extend((!paths.is_empty()).then(|| ("paths".to_owned(), json!(paths))));
    entries
}

fn lines(entries: &Map<String, Value>, indent: &str) -> String {
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(inner) => format!("{indent}{}:\n{}", harmless(name), lines(inner, "  ")),
        Value::String(text) => format!("{indent}{}: {}\n", harmless(name), harmless(text)),
        other => format!("{indent}{}: {other}\n", harmless(name)),
    };
    entries.iter().map(line).collect()
}
