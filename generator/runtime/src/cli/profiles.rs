//! The command `profile`: lists the profiles, and shows one.

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use super::{
    names,
    options::{Kind, is_set, keys as settings, one},
    output,
    problem::Problem,
    profile::{self, File, Profile},
    screen::lines as harmless,
    source::Source,
    sources::profile_name,
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

/// The names of the profiles, for programs and for people.
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
    let profile = file.profile(name.as_deref(), &names::credentials_slots(program.credentials))?;
    if profile == (Profile { name: profile.name.clone(), ..Profile::default() }) {
        let text = format!("there is no default profile in {}, or it is empty", file.path.display());
        return Err(Problem::Local(text));
    }
    let entries = entries(profile);
    let text = lines(&entries, "");
    Ok((Value::Object(entries), text))
}

fn entries(profile: Profile) -> Map<String, Value> {
    let value = |name: &String, text: String| match settings()
        .find(|(setting, _)| setting.name == name)
        .map(|setting| setting.0.kind)
    {
        Some(Kind::Flag | Kind::Seconds) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        // A user in a URL comes with a password.
        Some(Kind::Url) if text.contains('@') => json!("[hidden]"),
        _ => Value::String(text),
    };
    let values = profile.values.into_iter().map(|(name, text)| (name.clone(), value(&name, text)));
    let sources = profile.sources.into_iter().map(|(name, source)| match source {
        Source::File(path) => (format!("{name}-file"), json!(path)),
        _ => (format!("{name}-command"), json!("[hidden]")),
    });
    let paths = (!profile.paths.is_empty()).then(|| ("paths".to_owned(), json!(profile.paths)));
    values.chain(sources).chain(paths).collect()
}

fn lines(entries: &Map<String, Value>, indent: &str) -> String {
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(inner) => format!("{indent}{}:\n{}", harmless(name), lines(inner, "  ")),
        Value::String(text) => format!("{indent}{}: {}\n", harmless(name), harmless(text)),
        other => format!("{indent}{}: {other}\n", harmless(name)),
    };
    entries.iter().map(line).collect()
}
