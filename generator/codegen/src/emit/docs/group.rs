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
    let operations = group.operations().map(|it| operation::page(index, group, it));
    std::iter::once(page(index, group)).chain(operations).collect()
}

/// Its operations as a table, then the entries without a name.
fn page(index: &Index<'_>, group: &Group) -> File {
    let path = format!("{}/{}", index.api.name, group_page(group));
    let of_all = |status: fn(&Operation) -> Option<Status>| is_inferred(group.operations().map(status));
    let columns = [of_all(|it| it.path.origin()), of_all(|it| it.effect_status)];
    let table = table(
        ["Operation", "Summary", "Effect", "Since"],
        group.operations().map(|it| row(index, it, columns)),
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

/// Returns whether a column is mostly inferred: then a sentence says it, and the rest is marked.
fn is_inferred(statuses: impl Iterator<Item = Option<Status>>) -> bool {
    let (inferred, others): (Vec<_>, Vec<_>) = statuses.flatten().partition(|it| *it == Status::Inferred);
    inferred.len() > 3 * others.len()
}

/// The sentence about the columns that are mostly inferred.
fn usual(columns: [bool; 2]) -> String {
    let names = ["paths", "effects"].into_iter().zip(columns).filter(|(_, is_inferred)| *is_inferred);
    let names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    let inferred = link("inferred", &HERE.to(INFERRED));
    let sentence =
        format!("The {} below are {inferred}, unless marked otherwise.", enumerated(&names, "and"));
    if names.is_empty() { String::new() } else { sentence }
}

/// The mark of a fact, by what is usual in its column.
fn mark(status: Option<Status>, is_inferred: bool) -> String {
    match (status, is_inferred) {
        (Some(Status::Inferred), false) => format!(" ({})", link("inferred", &HERE.to(INFERRED))),
        (Some(Status::Documented), true) => " (documented)".to_owned(),
        (Some(Status::Elsewhere), _) => " (from an overlay)".to_owned(),
        (Some(Status::Inferred), true) | (Some(Status::Documented), false) | (None, _) => String::new(),
    }
}

/// The anchor is what links to the operation pointed to when it was a section.
fn row(index: &Index<'_>, it: &Operation, [paths, effects]: [bool; 2]) -> [String; 4] {
    let name = anchor(id(&it.name, &it.rust)) + &index.operation_link(HERE, &it.name);
    let method = it.http_method.name();
    let path = it.paths().next().map(|path| format!("**{method}** {}", code(path))).unwrap_or_default();
    let path = span("path", &(path + &mark(it.path.origin(), paths)));
    let effect = it.effect_status.map(|_| it.effect.name().to_owned() + &mark(it.effect_status, effects));
    let effect = effect.map(|words| badges::effect(it, &words)).unwrap_or_default();
    [format!("{name} {path}"), lists::summary(it), effect, lists::since_text(it)]
}
