//! The page of a group and those of its operations.

use super::index::{Index, PageFolder, group_page, id};
use super::page::Page;
use super::words::INFERRED;
use super::{badges, lists, operation};
use crate::emit::File;
use crate::emit::common::markdown::{anchor, code, enumerated, link, span, table, text};
use generator_spec::model::{Group, Operation, Row, Status};

const HERE: PageFolder = PageFolder::Group;

pub fn pages(index: &Index<'_>, group: &Group) -> Vec<File> {
    let operations = group.operations().map(|operation| operation::page(index, group, operation));
    std::iter::once(page(index, group)).chain(operations).collect()
}

/// A table of the group's operations, then the entries without a name.
fn page(index: &Index<'_>, group: &Group) -> File {
    let path = format!("{}/{}", index.api.name, group_page(group));
    let columns = [
        is_inferred(group.operations().map(|operation| operation.path.origin())),
        is_inferred(group.operations().map(|operation| operation.effect_status)),
    ];
    let table = table(
        ["Operation", "Summary", "Effect", "Since"],
        group.operations().map(|operation| row(index, operation, columns)),
    );
    let unnamed = group.rows.iter().filter_map(|row| match row {
        Row::Unnamed(row) => Some(operation::unnamed(index, group, row)),
        Row::Named(_) => None,
    });
    let page =
        Page::of(path, &format!("{}/{}", index.api.name, group.source())).block(&index.above(HERE, None));
    let about = group.about.as_ref().map(|about| index.prose(HERE, about));
    let page = page.title(&text(&group.title)).blocks(about).block(&usual(columns)).block(&table);
    page.blocks(unnamed.flatten()).finish()
}

/// Returns whether a column is mostly inferred. If so, a sentence says it, and the others are marked.
fn is_inferred(statuses: impl Iterator<Item = Option<Status>>) -> bool {
    let (inferred, others): (Vec<_>, Vec<_>) =
        statuses.flatten().partition(|status| *status == Status::Inferred);
    inferred.len() > 3 * others.len()
}

/// The sentence about the columns that are mostly inferred.
fn usual(columns: [bool; 2]) -> String {
    let names: Vec<String> = ["paths", "effects"]
        .into_iter()
        .zip(columns)
        .filter(|(_, is_inferred)| *is_inferred)
        .map(|(name, _)| name.to_owned())
        .collect();
    if names.is_empty() {
        return String::new();
    }
    let inferred = link("inferred", &HERE.to(INFERRED));
    format!("The {} below are {inferred}, unless marked otherwise.", enumerated(&names, "and"))
}

/// The mark of a fact whose origin is not the usual one of its column.
fn mark(status: Option<Status>, is_inferred: bool) -> String {
    match (status, is_inferred) {
        (Some(Status::Inferred), false) => format!(" ({})", link("inferred", &HERE.to(INFERRED))),
        (Some(Status::Documented), true) => " (documented)".to_owned(),
        (Some(Status::Elsewhere), _) => " (from an overlay)".to_owned(),
        (Some(Status::Inferred), true) | (Some(Status::Documented), false) | (None, _) => String::new(),
    }
}

/// The row of an operation. Its anchor keeps old links working: operations used to be sections of this
/// page.
fn row(index: &Index<'_>, operation: &Operation, [paths, effects]: [bool; 2]) -> [String; 4] {
    let name = anchor(id(&operation.name, &operation.rust)) + &index.operation_link(HERE, &operation.name);
    let method = operation.http_method.name();
    let path =
        operation.paths().next().map(|path| format!("**{method}** {}", code(path))).unwrap_or_default();
    let path = span("path", &(path + &mark(operation.path.origin(), paths)));
    let effect = operation
        .effect_status
        .map(|_| operation.effect.name().to_owned() + &mark(operation.effect_status, effects));
    let effect = effect.map(|words| badges::effect(operation, &words)).unwrap_or_default();
    [format!("{name} {path}"), lists::summary(operation), effect, lists::since_text(operation)]
}
