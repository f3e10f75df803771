//! One struct per operation, with its descriptor and its two halves.

pub mod descriptor;
pub mod docs;
pub mod request;

use quote::quote;

use crate::emit::File;
use crate::emit::common::doc::Doc;
use crate::emit::common::file::part;
use crate::emit::common::rust::{self, Home, ident};
use crate::model::{Api, Group, Operation};
use crate::parallel;

/// A module per group, and the one that holds them.
pub fn emit(api: &Api) -> Vec<File> {
    let groups = parallel::map(&api.groups, |group| module(api, group));
    std::iter::once(index(api)).chain(groups).collect()
}

fn index(api: &Api) -> File {
    let docs = Doc::default()
        .markdown("The operations, by the parts of the documents. All are at the crate's root too.")
        .inner();
    let groups: Vec<_> = api.groups.iter().map(|group| ident(&group.rust)).collect();
    let modules = quote! { #(pub mod #groups;)* };
    let exports = quote! { #(pub use self::#groups::*;)* };
    rust::file(api, "operations/mod.rs", "operations", [docs, modules, exports], [])
}

fn module(api: &Api, group: &Group) -> File {
    let items = rust::printed(group.operations().flat_map(|operation| request::items(api, group, operation)));
    let docs = Doc::default()
        .text(&format!("{}.", group.title.trim_end_matches('.')))
        .text(&format!("Document {}, {}.", group.document, part(group)))
        .inner();
    let allow = group.operations().any(|operation| operation.deprecated.is_some()).then(|| {
        // The items of a deprecated operation mention it.
        quote! { #![allow(deprecated)] }
    });
    let head = quote! { #docs #allow };
    let imports = rust::imports(api, Home::Elsewhere, &items);
    let source = format!("operations/{}", group.file);
    rust::file(api, &rust::group_path(group), &source, [head, imports], &items)
}

/// The items of one operation, and their file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let items = rust::printed(request::items(api, group, operation));
    rust::piece(api, &rust::group_path(group), &items)
}
