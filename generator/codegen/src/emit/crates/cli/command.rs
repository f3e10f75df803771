//! The commands of a group: one per operation.

use syn::{Expr, ExprCall, Item, ItemStatic, parse_quote};

use super::{body, words::Words};
use crate::emit::File;
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::tree::{list, method, record, text};
use generator_spec::facts::{self, Part};
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
    Words(api).help(&parameter.name, &parameter.option(), facts::of_parameter(api, parameter))
}
