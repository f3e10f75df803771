//! The outputs and the selection that a run writes.

use std::collections::BTreeSet;
use std::slice::from_ref;

use crate::emit::crates::{auth, cli, manifest, operations, package, root, server, types};
use crate::emit::{File, Part, docs, openapi, surface};
use crate::write::{Output, Owner};
use generator_spec::model::Api;

/// All outputs, by the names that `--only` takes.
pub const TARGETS: &[Target] = &[
    Target { name: "manifest", about: "Cargo.toml of the crate", emit: Emit::Api(manifest::emit) },
    Target { name: "package", about: "READMEs, changelog and licenses", emit: Emit::Api(package::emit) },
    Target { name: "api", about: "the crate's root, its guides and its client", emit: Emit::Api(root::emit) },
    Target { name: "auth", about: "credentials", emit: Emit::Api(auth::emit) },
    Target { name: "types", about: "types", emit: Emit::Api(types::emit) },
    Target { name: "operations", about: "one struct per operation", emit: Emit::Parts(operations::parts) },
    Target {
        name: "server",
        about: "a trait per group, and who may call what",
        emit: Emit::Parts(server::parts),
    },
    Target { name: "cli", about: "the CLI", emit: Emit::Parts(cli::parts) },
    Target { name: "docs", about: "pages of the book", emit: Emit::Parts(docs::parts) },
    Target { name: "book", about: "the book around the pages", emit: Emit::All("docs", docs::emit_book) },
    Target { name: "surface", about: "one fact per line, for reviewers", emit: Emit::Api(surface::emit) },
    Target {
        name: "openapi",
        about: "OpenAPI descriptions, and requests for editors",
        emit: Emit::Api(openapi::emit),
    },
];

/// One kind of output.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Writes it.
    pub emit: Emit,
}

/// An emitter, by its input.
#[derive(Clone, Copy, Debug)]
pub enum Emit {
    /// One API.
    Api(fn(&Api) -> Vec<File>),
    /// One API, part by part.
    Parts(for<'a> fn(&'a Api) -> Vec<Part<'a>>),
    /// All APIs, below the folder of that name, with the table of changes that `diff` reports.
    All(&'static str, fn(&[Api], &str) -> Vec<File>),
}

/// The outputs that a run writes.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names of APIs; empty for all.
    pub apis: Vec<String>,
    /// Names of targets; empty for all.
    pub targets: Vec<String>,
}

impl Selection {
    fn takes(&self, owner: &Owner) -> bool {
        let is_in = |names: &[String], name: &str| names.is_empty() || names.iter().any(|it| it == name);
        is_in(&self.apis, &owner.api) && is_in(&self.targets, &owner.target)
    }
}

/// The outputs of a target, of one API or of all, with their owners.
fn outputs<'a>(apis: &'a [Api], changes: &'a str, target: &Target) -> Vec<Output<'a>> {
    let output = |api: &str, parts| Output {
        owner: Owner { api: api.to_owned(), target: target.name.to_owned() },
        parts,
    };
    match target.emit {
        Emit::Api(emit) => apis
            .iter()
            .map(|api| output(&api.name, vec![Part::of(from_ref(api), move || emit(api))]))
            .collect(),
        Emit::Parts(parts) => apis.iter().map(|api| output(&api.name, parts(api))).collect(),
        Emit::All(folder, emit) => vec![output(folder, vec![Part::of(apis, move || emit(apis, changes))])],
    }
}

/// The selected outputs, and everything that could be selected. `changes` is the table for
/// the book of what `diff` reports.
#[must_use]
pub fn emit<'a>(
    apis: &'a [Api],
    changes: &'a str,
    selection: &Selection,
) -> (Vec<Output<'a>>, BTreeSet<Owner>) {
    let mut outputs: Vec<_> = TARGETS.iter().flat_map(|target| outputs(apis, changes, target)).collect();
    let known = outputs.iter().map(|output| output.owner.clone()).collect();
    outputs.retain(|output| selection.takes(&output.owner));
    (outputs, known)
}
