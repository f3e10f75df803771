//! One struct per operation, with its descriptor, its encoder and its decoder.

pub mod descriptor;
pub mod docs;
pub mod request;

use std::slice::from_ref;

use syn::parse_quote;

use crate::emit::common::doc::Doc;
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::{File, Part};
use generator_spec::model::{Api, Group, Operation};

/// A module per group and the one that holds them.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    let index = Part::of(from_ref(api), || vec![index(api)]);
    std::iter::once(index).chain(Part::per_group(api, |group| vec![module(api, group)])).collect()
}

fn index(api: &Api) -> File {
    let docs = Doc::default().markdown("The operations by topic. The crate's root has all of them too.");
    let groups: Vec<_> = api.groups.iter().map(|group| ident(&group.rust)).collect();
    // rustc warns about a glob import that imports nothing.
    let named = api.groups.iter().filter(|group| group.operations().next().is_some());
    let named = named.map(|group| ident(&group.rust));
    let head = vec![
        Printed::module_docs(&docs),
        Printed::block(parse_quote! { #(pub mod #groups;)* }),
        Printed::block(parse_quote! { #(pub use self::#named::*;)* }),
    ];
    rust::file(api, "operations/mod.rs", "operations", head, Vec::new())
}

fn module(api: &Api, group: &Group) -> File {
    let items = group.operations().flat_map(|operation| request::items(api, group, operation)).collect();
    let docs = Doc::default().text(&group.in_a_sentence());
    // The items of a deprecated operation mention it.
    let head = vec![Printed::module_docs(&docs), rust::allow_deprecated(group.operations())];
    rust::file(api, &rust::group_path(group), &group.source(), head, items)
}

/// The items of one operation and their file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    rust::piece(api, &rust::group_path(group), &request::items(api, group, operation))
}
