//! `docs/`: a book of all APIs for mdBook, which reads well as plain Markdown.
//!
//! ```text
//! page, markdown      how a page is written, and how texts are escaped
//! index               lookups, made once for an API
//! words               facts in Markdown
//! pages, book         which pages there are, and what they share
//! introduction, credentials, states, diagram, operation, parameters, types,
//! lists, versions, not_shown        the pages
//! curl                examples
//! ```

mod book;
mod credentials;
mod curl;
mod diagram;
mod index;
mod introduction;
mod lists;
pub(super) mod markdown;
mod not_shown;
mod operation;
mod page;
mod pages;
mod parameters;
mod states;
mod types;
mod versions;
mod words;

pub use book::emit as emit_book;

use std::slice::from_ref;
use std::sync::Arc;

use self::index::{Index, group_page};
use self::page::Page;
use super::{File, Part};
use crate::model::{Api, Group, Operation};

/// The pages of one API.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    let index = Arc::new(Index::new(api));
    let groups = Part::per_group(api, {
        let index = index.clone();
        move |group| self::group(&index, group)
    });
    groups.chain([Part::of(from_ref(api), move || pages(&index))]).collect()
}

/// The pages that are not a group's.
fn pages(index: &Index<'_>) -> Vec<File> {
    let introduction = introduction::page(index, format!("{}/{}", index.api.name, pages::INTRODUCTION));
    let lists = pages::LISTS.iter().map(|list| list.page(index));
    std::iter::once(introduction).chain(lists).chain(states::diagrams(index)).collect()
}

/// The section of one operation.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let index = Index::new(api);
    let id = index::id(&operation.name, &operation.rust);
    let path = format!("{}/{}/{}#{id}", page::SOURCE, api.name, group_page(group));
    File { path, text: markdown::blocks(operation::named(&index, group, operation)) + "\n" }
}

fn group(index: &Index<'_>, group: &Group) -> File {
    let source = format!("{}/operations/{}", index.api.name, group.file);
    let page = Page::new(
        format!("{}/{}", index.api.name, group_page(group)),
        &source,
        &markdown::text(&group.title),
    );
    let contents = group.operations().map(|it| {
        format!("{}: {}", index.operation_link(index::Place::Group, &it.name), markdown::text(&it.summary))
    });
    let page = page.block(&markdown::list(contents));
    page.blocks(group.rows.iter().flat_map(|row| operation::row(index, group, row))).finish()
}
