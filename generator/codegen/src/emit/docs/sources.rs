//! Links to the source of an operation: in the spec and in its crate.
//!
//! The links lead to files of the repository, so that they work on a forge.
//! `cargo xtask docs` makes the fragments lead to a line and to rustdoc.

use super::index::Index;
use crate::emit::common::markdown::{code, link};
use crate::emit::common::rust::group_path;
use generator_spec::model::{DocumentPart, Group, Operation};
use generator_spec::program;

/// The path from the page of an operation to the folder of the generated files.
const GENERATED: &str = "../../../../..";

/// The links to the crate and to the spec.
pub fn links(index: &Index<'_>, group: &Group, operation: &Operation) -> String {
    let (api, rust) = (index.api, &operation.rust);
    let module = format!("{GENERATED}/{}/src/{}#{rust}", api.name, group_path("operations", group));
    let in_crate = link(&code(&format!("{}::{rust}", api.rust.library)), &module);
    // An operation of an overlay is not in the spec.
    if operation.source.is_some() {
        return format!("Rust: {in_crate}");
    }
    let file = of_part(index, &operation.part);
    let in_spec =
        link(&code(&operation.part.file), &format!("{GENERATED}/../{}/{file}#{rust}", program::spec()));
    format!("Rust: {in_crate} · Spec: {in_spec}")
}

/// The file of `spec/` with a part of the documents.
pub fn of_part(index: &Index<'_>, part: &DocumentPart) -> String {
    format!("{}/operations/{}", index.api.name, part.file)
}
