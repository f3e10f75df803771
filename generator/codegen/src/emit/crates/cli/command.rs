//! The commands of a group: one per operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::{body, words::Words};
use crate::emit::File;
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::sample_body;
use crate::emit::crates::operations::descriptor::Chain;
use generator_spec::facts::{self, Part};
use generator_spec::model::{Api, Group, Operation, Parameter, Place, Wire};
use generator_spec::text::plain;

/// The table of a group.
pub fn file(api: &Api, group: &Group) -> File {
    let (name, title) = (group.command(), plain(&group.in_a_sentence()));
    let commands = group.operations().map(|it| command(api, group, it));
    let table = quote! {
        pub(super) static GROUP: rt::cli::Group = rt::cli::Group {
            name: #name,
            title: #title,
            commands: &[#(#commands),*],
        };
    };
    rust::group_file(api, "cli", group, vec![Printed::items(table)])
}

/// `rt::cli::Command::of::<crate::AddLamp>("add-lamp", "Adds …").short("add")…`
fn command(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let facts = facts::of_operation(api, group, operation);
    let sentences = |parts| Words(api).sentences(&facts, parts);
    let (ty, name) = (ident(&operation.rust), operation.command());
    let summary = sentences(&[Part::Summary]).concat();
    let body = body::of(api, operation).map(body::method);
    let command = Chain(quote! { rt::cli::Command::of::<crate::#ty>(#name, #summary) })
        .add_if("short", operation.short_command.as_ref())
        .add_list("deprecated", sentences(&[Part::Deprecation]))
        .add_list("rules", sentences(&[Part::Text]))
        .add_list("also", api.phrases_of(&operation.name))
        .add_list("facts", sentences(&[Part::Address, Part::Plain, Part::Result]))
        .add_list("notes", sentences(&[Part::Note, Part::Source]))
        .add_list("parameters", operation.parameters.iter().map(|it| parameter(api, operation, it)))
        .0;
    quote! { #command #body }
}

/// `rt::cli::Help::new("room", &["Where the lamp is."])`, with an example of a JSON body whose fields
/// are no options.
fn parameter(api: &Api, operation: &Operation, parameter: &Parameter) -> TokenStream {
    let (option, words) = (parameter.option(), Words(api));
    let mut lines = words.lines(&parameter.name, facts::of_parameter(api, parameter));
    let is_whole = parameter.place == Place::Body && parameter.wire == Wire::Json;
    let is_whole = is_whole && body::of(api, operation).is_none();
    lines.extend(is_whole.then(|| body::alternatives(api, parameter)).into_iter().flatten());
    let example = is_whole.then(|| sample_body::value(api, parameter).to_string());
    Chain(quote! { rt::cli::Help::new(#option, &[#(#lines),*]) }).add_if("example", example).0
}
