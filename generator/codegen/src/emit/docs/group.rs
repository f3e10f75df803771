//! The page of a group and those of its operations.

use super::index::{Index, PageFolder, group_page, id};
use super::page::Page;
use super::words::INFERRED;
use super::{lists, operation};
use crate::emit::File;
use crate::emit::common::markdown::{anchor, code, link, span, table, text};
use generator_spec::facts::{self, Key};
use generator_spec::model::{Group, Operation, Path, Row};

const HERE: PageFolder = PageFolder::Group;

pub fn pages(index: &Index<'_>, group: &Group) -> Vec<File> {
    let operations = group.operations().map(|it| operation::page(index, group, it));
    std::iter::once(page(index, group)).chain(operations).collect()
}

/// Its operations as a table, then the entries without a name.
fn page(index: &Index<'_>, group: &Group) -> File {
    let path = format!("{}/{}", index.api.name, group_page(group));
    let table = table(
        ["Operation", "Summary", "Effect", "Since"],
        group.operations().map(|it| row(index, group, it)),
    );
    let unnamed = group.rows.iter().filter_map(|row| match row {
        Row::Unnamed(row) => Some(operation::unnamed(index, group, row)),
        Row::Named(_) => None,
    });
    let page =
        Page::of(path, &format!("{}/{}", index.api.name, group.source())).block(&index.above(HERE, None));
    let about = group.about.as_ref().map(|about| index.prose(HERE, about));
    page.title(&text(&group.title)).blocks(about).block(&table).blocks(unnamed.flatten()).finish()
}

/// The anchor is what links to the operation pointed to when it was a section.
fn row(index: &Index<'_>, group: &Group, it: &Operation) -> [String; 4] {
    let (words, facts) = (index.words(HERE), facts::of_operation(index.api, group, it));
    let name = anchor(id(&it.name, &it.rust)) + &index.operation_link(HERE, &it.name);
    let method = it.http_method.name();
    let path = it.paths().next().map(|path| format!("**{method}** {}", code(path))).unwrap_or_default();
    let mark = if matches!(it.path, Path::Inferred(_)) {
        format!(" ({})", link("inferred", &HERE.to(INFERRED)))
    } else {
        String::new()
    };
    let path = span("path", &format!("{path}{mark}"));
    let effect = it.effect_status.map(|_| words.cell(&facts, Key::Effect)).unwrap_or_default();
    [format!("{name} {path}"), lists::summary(it), effect, lists::since_text(it)]
}
