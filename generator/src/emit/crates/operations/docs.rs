//! What the docs of an operation and its parameters say.

use crate::emit::common::doc::{Doc, code, escape};
use crate::emit::common::file::part;
use crate::model::{
    Api, Auth, Deprecation, Format, Group, Note, Operation, Parameter, Path, ReturnKind, Returns,
};

/// Docs of an operation's struct.
pub fn operation(api: &Api, group: &Group, operation: &Operation) -> Doc {
    let doc = Doc::default()
        .text(&operation.summary)
        .markdown(request_line(api, operation))
        .markdown_list(aliases(operation))
        .list(operation.rules.iter().map(String::as_str))
        .markdown_list(facts(api, operation))
        .markdown(returned(operation))
        .markdown_list(told_elsewhere(&operation.returns));
    let doc = operation.notes.iter().fold(doc, |doc, note| doc.markdown(self::note(note)));
    doc.markdown(match &operation.source {
        Some(source) => format!("*Not in the documents. From: {}.*", escape(source.trim_end_matches('.'))),
        None => format!("*Document {}, {}.*", group.document, escape(&part(group))),
    })
}

fn request_line(api: &Api, operation: &Operation) -> String {
    let since = operation.since.map(|version| format!(" Since server {version}.")).unwrap_or_default();
    match &operation.path {
        Path::Documented(path) => format!("{}{since}", code(&format!("{} {path}", api.method))),
        Path::Inferred(path) => {
            let shown = match operation.aliases.len() {
                0 => "",
                1 => " The documents show only the alias below; `ClientBuilder::prefer_alias` uses it.",
                _ => " The documents show only the aliases below; `ClientBuilder::prefer_alias` uses one.",
            };
            let path = code(&format!("{} {path}", api.method));
            format!("{path} *(inferred: the documents do not show this path)*{since}{shown}")
        }
        Path::Elsewhere { path, source } => {
            let (path, source) = (code(&format!("{} {path}", api.method)), escape(source));
            format!("{path} *(not from the documents but from: {source})*{since}")
        }
        Path::AliasOnly => "There is no primary path, only an alias.".to_owned(),
    }
}

fn aliases(operation: &Operation) -> impl Iterator<Item = String> {
    operation.aliases.iter().map(|alias| {
        let name = alias.name.as_ref().map(|name| format!(" ({})", escape(name))).unwrap_or_default();
        let since = alias.since.map(|version| format!(", since server {version}")).unwrap_or_default();
        format!("Alias {}{name}{since}.", code(&alias.path))
    })
}

/// Authentication, gates, versions and whatever else the spec says in keys.
fn facts(api: &Api, operation: &Operation) -> Vec<String> {
    let mut facts = vec![auth(api, operation)];
    facts.extend(operation.gates.iter().filter_map(|code| {
        let gate = api.gate(code)?;
        Some(format!("Gate {}: {}", self::code(code), escape(&gate.doc)))
    }));
    facts.extend(operation.permission.as_ref().map(|name| format!("Token action {}.", code(name))));
    facts.extend(operation.device_since.map(|version| format!("Needs a device client since {version}.")));
    facts.extend(operation.swapped_if_reversed.as_ref().map(|(first, second)| {
        format!("If {} is later than {} they are swapped.", code(first), code(second))
    }));
    facts.extend(operation.matches.as_ref().map(|name| format!("Behaves like {}.", link(api, name))));
    let changes = api.version_changes.iter().filter(|change| change.operations.contains(&operation.name));
    facts.extend(
        changes.map(|change| format!("Changed in server {}: {}", change.version, escape(&change.change))),
    );
    facts.extend(
        operation.not_shown.iter().map(|what| format!("Not shown in the documents: {}", escape(what))),
    );
    facts
}

fn auth(api: &Api, operation: &Operation) -> String {
    let title = |name: &str| {
        let block = api.block(name);
        block.map_or_else(
            || escape(name),
            |block| format!("[{}](crate::auth::{})", escape(&block.title), block.rust),
        )
    };
    match &operation.auth {
        Auth::Required(name) if operation.bearer_only => {
            format!("Credentials: {}, always in the bearer header.", title(name))
        }
        Auth::Required(name) => format!("Credentials: {}.", title(name)),
        Auth::Optional(name) => format!("Credentials: {}, where the server asks for it.", title(name)),
        Auth::None => "Credentials: none.".to_owned(),
        Auth::NotShown => "Credentials: not shown in the documents; those of the client are sent.".to_owned(),
    }
}

fn link(api: &Api, name: &str) -> String {
    let operation = api.operation(name);
    operation
        .map_or_else(|| code(name), |operation| format!("[`{}`](crate::{})", operation.rust, operation.rust))
}

fn told_elsewhere(returns: &Returns) -> Option<String> {
    Some(format!("What it returns is not from the documents but from: {}", escape(returns.source.as_ref()?)))
}

fn returned(operation: &Operation) -> String {
    let ty = operation.returns.ty.as_ref().map(|ty| code(&ty.notation)).unwrap_or_default();
    let words = operation.returns.doc.as_ref().map(|words| format!(" {}", escape(words))).unwrap_or_default();
    match operation.returns.kind {
        ReturnKind::Message => format!("Returns a message, {ty}.{words}"),
        ReturnKind::Json => format!("Returns {ty} as JSON.{words}"),
        ReturnKind::Envelope => format!("Returns {ty} in the API's envelope.{words}"),
        ReturnKind::Text => format!("Returns text.{words}"),
        ReturnKind::Bytes => {
            format!("Returns a body of {}, as a stream.{words}", code(&operation.returns.content_type))
        }
        ReturnKind::Redirect(status) => {
            format!("Answers with a redirect (HTTP {status}); its target is returned.{words}")
        }
        ReturnKind::Described if words.is_empty() => "The documents do not show what it returns.".to_owned(),
        ReturnKind::Described => format!("Returns, in the documents' words:{words}"),
    }
}

fn note(note: &Note) -> String {
    format!(
        "**Ambiguous.** Read: {} Decided: {} Why: {}",
        escape(&note.read),
        escape(&note.decided),
        escape(&note.why)
    )
}

/// What `#[deprecated]` says.
pub fn deprecation(api: &Api, deprecation: &Deprecation) -> String {
    let replacement = deprecation.replacement.as_ref().map(|name| {
        let operation = api.operation(name);
        format!("use {}", operation.map_or(name, |operation| &operation.rust))
    });
    let removal = deprecation.removed_after.as_ref().map(|month| format!("removed after {month}"));
    let parts: Vec<String> = replacement.into_iter().chain(removal).collect();
    if parts.is_empty() { "deprecated by the documents".to_owned() } else { parts.join("; ") }
}

/// Docs of a parameter's field.
pub fn parameter(api: &Api, parameter: &Parameter) -> Doc {
    let values = parameter.values.and_then(|id| api.ty(id));
    let values = values.map(|ty| format!(" Listed values: [`{}`].", ty.rust));
    let facts = parameter_facts(parameter) + &values.unwrap_or_default();
    Doc::default().maybe(parameter.doc.as_deref()).markdown(facts)
}

fn parameter_facts(parameter: &Parameter) -> String {
    let json = if parameter.json { " (JSON)" } else { "" };
    let mut facts = format!("{}: {}{json}.", code(&parameter.name), code(&parameter.ty.notation));
    let mut add = |fact: String| {
        facts.push(' ');
        facts.push_str(&fact);
    };
    if parameter.nullable {
        add("Can be null.".to_owned());
    }
    if let Some(version) = parameter.since {
        add(format!("Since server {version}."));
    }
    if let Some(default) = &parameter.default {
        add(format!("Default {}.", code(&default.text())));
    }
    if let Some(condition) = &parameter.required_when {
        let values: Vec<String> = condition.values.iter().map(|value| code(value)).collect();
        add(format!("Required when {} is {}.", code(&condition.parameter), values.join(" or ")));
    }
    if parameter.top_level_only {
        add("Only for administrators of the top-level organization.".to_owned());
    }
    if let Some(format) = &parameter.format {
        add(self::format(format));
    }
    facts
}

/// A format in words.
pub fn format(format: &Format) -> String {
    match format {
        Format::SixDigits => "Six digits.".to_owned(),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let needs = [
                (*uppercase, "an uppercase letter"),
                (*lowercase, "a lowercase letter"),
                (*digit, "a number"),
            ];
            let needs: Vec<&str> =
                needs.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, need)| need).collect();
            let with = match needs.split_last() {
                None => String::new(),
                Some((only, [])) => format!(", with {only}"),
                Some((last, others)) => format!(", with {} and {last}", others.join(", ")),
            };
            format!("At least {min_length} characters{with}.")
        }
    }
}
