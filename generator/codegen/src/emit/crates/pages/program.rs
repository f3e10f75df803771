//! The README of the CLI.

use super::template::{Values, mark, markdown};
use crate::emit::common::doc::escape;
use crate::emit::common::markdown::{code, enumerated};
use crate::emit::common::rust_example::address;
use crate::emit::common::rust_example::first_call::first_call;
use crate::emit::common::sample_request::{SamplePart, SampleRequest, SampleValue};
use crate::emit::common::shell::word;
use generator_spec::model::Api;
use generator_spec::naming;

/// The page, if there is an operation to call first.
pub fn program(api: &Api) -> Option<String> {
    let (operation, block) = first_call(api)?;
    let group = api.groups.iter().find(|group| group.operations().any(|it| it.name == operation.name))?;
    let command = operation.short_command.clone().unwrap_or_else(|| operation.command());
    let request = SampleRequest::of(api, operation);
    let (program, fields) = (api.rust.program(), &request.credential);
    let options = samples(&request.parameters).map(|(name, value)| format!(" --{name} {}", word(value)));
    let export =
        |(name, value): (&str, &str)| format!("export {}={}", naming::variable(program, name), word(value));
    let (server, address) = (api.usual_server(), address(api));
    let url = server.is_none().then_some(("url", address.as_str()));
    let exports = url.into_iter().chain(samples(fields)).map(export);
    let of_profile = samples(fields).map(|(name, value)| format!("{name} = {value:?}"));
    let of_profile = of_profile
        .chain(secrets(fields).map(|(name, _)| format!("{name}-command = \"pass show {}\"", api.name)));
    let asks: Vec<String> = secrets(fields).map(|(name, _)| code(&format!("--{name}"))).collect();
    let words: Vec<String> = naming::path_words(&operation.name);
    let words = words.get(words.len().saturating_sub(2)..).unwrap_or_default();
    let values: Values<'_> = &[
        ("program", program.to_owned()),
        ("title", escape(api.title.trim_end_matches('.'))),
        ("count", api.operations().count().to_string()),
        ("url", naming::variable(program, "url")),
        ("address", address.clone()),
        ("profile", naming::variable(program, "profile")),
        ("exports", exports.collect::<Vec<_>>().join("\n")),
        ("server", server.map(|server| code(&server.url)).unwrap_or_default()),
        ("words", words.join(" ")),
        ("group", group.command()),
        ("call", format!("{} {command}{}", group.command(), options.collect::<String>())),
        ("files", secrets(fields).map(|(name, _)| format!(" --{name}-file {name}.txt")).collect()),
        ("variable", secrets(fields).map(|(_, variable)| variable).next().unwrap_or_default().to_owned()),
        ("asks", enumerated(&asks, "and")),
        ("fields", of_profile.collect::<Vec<_>>().join("\n")),
        ("sessions", mark(block.is_some_and(|block| block.schemes.len() > 1))),
    ];
    Some(markdown(include_str!("cli.md"), values))
}

/// The options of values that aren't secret, and those.
fn samples<'p>(parts: &'p [SamplePart<'_>]) -> impl Iterator<Item = (&'p str, &'p str)> {
    parts.iter().filter_map(|part| match &part.value {
        SampleValue::Sample(text) => Some((part.option.as_str(), text.as_str())),
        SampleValue::Fixed(_) | SampleValue::Secret(_) | SampleValue::File => None,
    })
}

/// The options of secrets, and their variables.
fn secrets<'p>(parts: &'p [SamplePart<'_>]) -> impl Iterator<Item = (&'p str, &'p str)> {
    parts.iter().filter_map(|part| match &part.value {
        SampleValue::Secret(variable) => Some((part.option.as_str(), variable.as_str())),
        SampleValue::Fixed(_) | SampleValue::Sample(_) | SampleValue::File => None,
    })
}
