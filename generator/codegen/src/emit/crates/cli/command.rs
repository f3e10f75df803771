//! The commands of a group: one per operation.

use syn::{Expr, ExprCall, Item, ItemStatic, parse_quote};

use super::{body, words::Words};
use crate::emit::File;
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::tree::{call, list, method, record, text};
use generator_spec::facts::{self, Fact, Key, Part, Print};
use generator_spec::model::{Api, Group, Operation, Parameter};
use generator_spec::text::plain;

/// The table of a group.
pub fn file(api: &Api, group: &Group) -> File {
    let (name, about) = (group.command(), plain(&group.in_a_sentence()));
    let commands = list(group.operations().map(|it| command(api, group, it)));
    let fields = [("name", text(&name)), ("title", text(&about)), ("commands", commands)];
    let mut table: ItemStatic = parse_quote! { pub(super) static GROUP: rt::cli::Group = (); };
    *table.expr = record(&["rt", "cli", "Group"], fields);
    rust::group_file(api, "cli", group, vec![Printed::item(Item::Static(table))])
}

/// `rt::cli::Command::of::<crate::AddLamp>("add-lamp", "Adds …").short("add")…`
fn command(api: &Api, group: &Group, operation: &Operation) -> Expr {
    let facts = facts::of_operation(api, group, operation);
    let sentences = |parts| Words(api).sentences(&facts, parts);
    let ty = ident(&operation.rust);
    let name = operation.command();
    let summary = sentences(&[Part::Summary]).concat();
    let mut command: ExprCall = parse_quote! { rt::cli::Command::of::<crate::#ty>() };
    command.args.extend([text(&name), text(&summary)]);
    let lists = [
        ("deprecated", sentences(&[Part::Deprecation])),
        ("rules", sentences(&[Part::Text])),
        ("also", operation.also.clone()),
        ("facts", sentences(&[Part::Address, Part::Plain, Part::Result])),
        ("notes", sentences(&[Part::Note, Part::Source])),
    ];
    let lists = lists.into_iter().filter(|(_, lines)| !lines.is_empty());
    let command = Expr::Call(command);
    let command = match &operation.short_command {
        Some(short) => method(command, "short", [text(short)]),
        None => command,
    };
    let command = lists.fold(command, |command, (name, lines)| {
        method(command, name, [list(lines.iter().map(|line| text(line)))])
    });
    let parameters: Vec<Expr> = operation.parameters.iter().map(|it| parameter(api, it)).collect();
    let command =
        if parameters.is_empty() { command } else { method(command, "parameters", [list(parameters)]) };
    match body::of(api, operation) {
        Some(ty) => body::method(command, ty),
        None => command,
    }
}

/// `rt::cli::Help::new("room", &["Where the lamp is."])`
pub fn parameter(api: &Api, parameter: &Parameter) -> Expr {
    help(api, &parameter.name, &parameter.option(), facts::of_parameter(api, parameter))
}

/// The help of an option, from what is known of its parameter or its field.
pub fn help(api: &Api, name: &str, option: &str, facts: Vec<Fact<'_>>) -> Expr {
    let words = Words(api);
    let kind = |key| facts.iter().find(|fact| fact.key == key).map(|fact| words.value(fact));
    let kind: Vec<String> = [Key::Type, Key::Required].into_iter().filter_map(kind).collect();
    let mut lines = words.sentences(&facts, &[Part::Summary]);
    lines.push(plain(&format!("{name}: {}.", kind.join(", "))));
    // The program lists the values themselves.
    let rest: Vec<_> = facts.into_iter().filter(|fact| fact.key != Key::Values).collect();
    lines.extend(words.sentences(&rest, &[Part::Plain, Part::Text]));
    call(&["rt", "cli", "Help", "new"], [text(option), list(lines.iter().map(|line| text(line)))])
}
