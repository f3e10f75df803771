//! One struct per operation, with its descriptor, its encoder and its decoder.

mod bodies;
pub mod descriptor;
pub mod docs;
pub mod fields;
mod pages;
pub mod request;
mod results;

use quote::quote;

use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::{File, Part};
use generator_spec::model::{Api, Group, Operation};

/// The folder of the modules.
const FOLDER: &str = "operations";

/// A module per group and the one that holds them.
pub fn parts(api: &Api) -> Vec<Part<'_>> {
    Part::per_group(api, || vec![index(api)], |group| vec![module(api, group)])
}

fn index(api: &Api) -> File {
    let groups: Vec<_> = api.groups.iter().map(|group| ident(&group.rust)).collect();
    // rustc warns about a glob import that imports nothing.
    let named = api.groups.iter().filter(|group| group.operations().next().is_some());
    let named = named.map(|group| ident(&group.rust));
    let head = vec![
        super::pages::operations(api),
        Printed::items(quote! { #(pub mod #groups;)* }),
        Printed::items(quote! { #(pub use self::#named::*;)* }),
    ];
    rust::file(api, "operations/mod.rs", "operations", head, Vec::new())
}

fn module(api: &Api, group: &Group) -> File {
    let items = group.operations().flat_map(|operation| items(api, group, operation)).collect();
    rust::group_file(api, FOLDER, group, items)
}

fn items(api: &Api, group: &Group, operation: &Operation) -> Vec<Printed> {
    let mut items = request::items(api, group, operation);
    items.extend(bodies::items(api, operation));
    items.extend(results::items(api, operation));
    items
}

/// The items of one operation and their file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    rust::piece(api, &rust::group_path(FOLDER, group), &items(api, group, operation))
}
