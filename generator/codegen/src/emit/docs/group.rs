//! The page of a group and those of its operations.

use super::index::{Index, Place, group_page, id};
use super::page::Page;
use super::{lists, operation};
use crate::emit::File;
use crate::emit::common::markdown::{anchor, table, text};
use generator_spec::model::{Group, Operation, Row};

const HERE: Place = Place::Group;

pub fn pages(index: &Index<'_>, group: &Group) -> Vec<File> {
    let operations = group.operations().map(|it| operation::page(index, group, it));
    std::iter::once(page(index, group)).chain(operations).collect()
}

/// Its operations as a table, then the entries without a name.
fn page(index: &Index<'_>, group: &Group) -> File {
    let path = format!("{}/{}", index.api.name, group_page(group));
    let table = table(["Operation", "Summary", "Since"], group.operations().map(|it| row(index, it)));
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
fn row(index: &Index<'_>, it: &Operation) -> [String; 3] {
    let name = anchor(id(&it.name, &it.rust)) + &index.operation_link(HERE, &it.name);
    [name, lists::summary(it), lists::since_text(it)]
}
