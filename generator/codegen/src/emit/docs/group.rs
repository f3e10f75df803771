//! The page of a group and those of its operations.

use super::index::{Index, PageFolder, group_page, id};
use super::page::Page;
use super::words::INFERRED;
use super::{badges, lists, operation};
use crate::emit::File;
use crate::emit::common::markdown::{anchor, code, enumerated, link, span, table, text};
use generator_spec::facts::{self, Key};
use generator_spec::model::{Group, Operation, Row, Status};

const HERE: PageFolder = PageFolder::Group;

pub fn pages(index: &Index<'_>, group: &Group) -> Vec<File> {
    let operations = group.operations().map(|it| operation::page(index, group, it));
    std::iter::once(page(index, group)).chain(operations).collect()
}

/// Its operations as a table, then the entries without a name.
fn page(index: &Index<'_>, group: &Group) -> File {
    let path = format!("{}/{}", index.api.name, group_page(group));
    let of_all = |status: fn(&Operation) -> Option<Status>| Marks::of(group.operations().map(status));
    let marks = [of_all(|it| it.path.origin()), of_all(|it| it.effect_status)];
    let table = table(
        ["Operation", "Summary", "Effect", "Since"],
        group.operations().map(|it| row(index, group, it, &marks)),
    );
    let unnamed = group.rows.iter().filter_map(|row| match row {
        Row::Unnamed(row) => Some(operation::unnamed(index, group, row)),
        Row::Named(_) => None,
    });
    let page =
        Page::of(path, &format!("{}/{}", index.api.name, group.source())).block(&index.above(HERE, None));
    let about = group.about.as_ref().map(|about| index.prose(HERE, about));
    let page = page.title(&text(&group.title)).blocks(about).block(&usual(&marks)).block(&table);
    page.blocks(unnamed.flatten()).finish()
}

/// The marked facts of a column: the inferred ones, or the documented ones if they are few.
#[derive(PartialEq)]
enum Marks {
    Inferred,
    Documented,
    /// All are inferred.
    None,
}

impl Marks {
    fn of(statuses: impl Iterator<Item = Option<Status>>) -> Self {
        let (mut inferred, mut documented) = (0, 0);
        for status in statuses.flatten() {
            match status {
                Status::Inferred => inferred += 1,
                Status::Documented | Status::Elsewhere => documented += 1,
            }
        }
        match (inferred > 3 * documented, documented) {
            (true, 0) => Self::None,
            (true, _) => Self::Documented,
            (false, _) => Self::Inferred,
        }
    }

    fn mark(&self, status: Option<Status>) -> String {
        match (self, status) {
            (Self::Inferred, Some(Status::Inferred)) => {
                format!(" ({})", link("inferred", &HERE.to(INFERRED)))
            }
            (Self::Documented, Some(Status::Documented)) => " (*documented*)".to_owned(),
            _ => String::new(),
        }
    }
}

/// The sentence about the columns whose inferred facts have no marks.
fn usual(marks: &[Marks; 2]) -> String {
    let columns = ["paths", "effects"].into_iter().zip(marks).filter(|(_, it)| **it != Marks::Inferred);
    let names: Vec<String> = columns.map(|(name, _)| name.to_owned()).collect();
    let unless = if marks.contains(&Marks::Documented) { ", unless marked *documented*" } else { "" };
    let are = link("inferred", &HERE.to(INFERRED));
    if names.is_empty() {
        String::new()
    } else {
        format!("The {} below are {are}{unless}.", enumerated(&names, "and"))
    }
}

/// The anchor is what links to the operation pointed to when it was a section.
fn row(index: &Index<'_>, group: &Group, it: &Operation, [paths, effects]: &[Marks; 2]) -> [String; 4] {
    let name = anchor(id(&it.name, &it.rust)) + &index.operation_link(HERE, &it.name);
    let method = it.http_method.name();
    let path = it.paths().next().map(|path| format!("**{method}** {}", code(path))).unwrap_or_default();
    let path = span("path", &(path + &paths.mark(it.path.origin())));
    let effect = it.effect_status.map(|status| match status {
        Status::Elsewhere => index.words(HERE).cell(&facts::of_operation(index.api, group, it), Key::Effect),
        status => it.effect.name().to_owned() + &effects.mark(Some(status)),
    });
    let effect = effect.map(|words| badges::effect(it, &words)).unwrap_or_default();
    [format!("{name} {path}"), lists::summary(it), effect, lists::since_text(it)]
}
