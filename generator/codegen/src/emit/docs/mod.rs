//! `docs/`: a book of all APIs for mdBook, which reads well as plain Markdown.
//!
//! ```text
//! page                a page, block by block
//! index               lookups, made once for an API
//! words               facts in Markdown
//! pages, book         the list of pages, and the files that they share
//! front, about, introduction, credentials, guides, gates, states, diagram, group,
//! operation, badges, related, parameters, types, lists, versions, not_shown,
//! ambiguities         the pages
//! sources             links to the spec and to the crate
//! examples, curl, cli           examples that call and implement an operation
//! language            the guide to the language of the spec
//! search              the search index
//! ```
//!
//! Anchors are `<a id="Name">`, because mdBook and forges derive those of headings
//! differently, and links to a folder's page say `index.md`, because mdBook resolves
//! `README.md` to nothing. Links to the spec are relative paths with the operation as
//! fragment, which `cargo xtask docs` turns into lines. The search is ours, because
//! mdBook's takes a name for one word; its index is a script, because a page opened as a
//! file can load nothing else.

mod about;
mod ambiguities;
mod badges;
mod book;
mod cli;
mod credentials;
mod curl;
mod diagram;
mod examples;
mod front;
mod gates;
mod group;
mod guides;
mod index;
pub mod introduction;
mod language;
mod lists;
mod not_shown;
mod operation;
mod page;
mod pages;
mod parameters;
mod related;
mod search;
mod sources;
mod states;
mod types;
mod versions;
mod words;

pub use book::emit as emit_book;

use std::sync::Arc;

use self::index::Index;
use super::common::markdown;
use super::{File, Part};
use generator_spec::model::{Api, Group, Operation};

/// The pages of one API.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    let index = Arc::new(Index::new(api));
    let of_group = {
        let index = index.clone();
        move |group| group::pages(&index, group)
    };
    Part::per_group(api, move || pages(&index), of_group)
}

/// The pages that are not a group's.
fn pages(index: &Index<'_>) -> Vec<File> {
    let introduction = introduction::page(index, format!("{}/{}", index.api.name, pages::INTRODUCTION));
    let mut files: Vec<File> = std::iter::once(introduction)
        .chain(guides::pages(index))
        .chain(pages::lists(index.api).chain(pages::OPEN).map(|list| list.page(index)))
        .chain(not_shown::pages(index))
        .collect();
    files.push(search::of_api(index, &files));
    files.extend(states::diagrams(index));
    files
}

/// The page of one operation, without its banner.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let index = Index::new(api);
    let path = format!("{}/{}/{}", page::SOURCE, api.name, index::operation_page(group, operation));
    File { path, text: markdown::blocks(operation::blocks(&index, group, operation)) + "\n" }
}
