//! Spec -> files, in one straight line.
//!
//! ```text
//! load     YAML text      -> Source     what the files say, each value with its place
//! resolve  Source         -> Api        what that means: names looked up, defaults applied, every rule checked
//! emit     &Api           -> Vec<File>  one pure function per target
//! write    Vec<File>      -> disk       only what differs
//! ```
//!
//! Whatever can be wrong with a spec is found in `load` or `resolve`, all at
//! once; an emitter cannot fail. Nothing here knows a name of an API.
//!
//! Beside the line: `diff` compares specs, `fmt`, `lint` and `add` work on their
//! files, `explain`, `gaps` and `export` tell what was understood.
//!
//! To add a key to the spec language: a field in [`load::source`], one in
//! [`model`], the step between them in `resolve`, and whoever prints it. To add
//! an output: a module in `emit` and its line in [`emit::TARGETS`]. To add a
//! scalar type: a line in `resolve::notation` and one in `emit::common::spelling`.

pub mod add;
pub mod diagnostics;
pub mod diff;
pub mod emit;
pub mod explain;
pub mod export;
pub mod facts;
pub mod fmt;
pub mod gaps;
pub mod lint;
pub mod load;
pub mod model;
mod naming;
mod parallel;
pub mod place;
pub mod report;
mod resolve;
#[cfg(feature = "schema")]
pub mod schema;
mod spec;
pub mod text;
pub mod write;

pub use resolve::resolve;
pub use spec::Spec;

use std::collections::BTreeSet;
use std::slice::from_ref;

use self::emit::{Emit, Part, TARGETS, Target};
use self::model::Api;
use self::write::{Output, Owner};

/// Which outputs a run writes.
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

/// What a target writes of one API, or of all, and whose that is.
fn outputs<'a>(apis: &'a [Api], target: &Target) -> Vec<Output<'a>> {
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
        Emit::All(folder, emit) => vec![output(folder, vec![Part::of(apis, move || emit(apis))])],
    }
}

/// Names everything that could be selected.
#[must_use]
pub fn owners(apis: &[Api]) -> BTreeSet<Owner> {
    TARGETS.iter().flat_map(|target| outputs(apis, target)).map(|output| output.owner).collect()
}

/// The selected outputs, and everything that could be selected.
#[must_use]
pub fn emit<'a>(apis: &'a [Api], selection: &Selection) -> (Vec<Output<'a>>, BTreeSet<Owner>) {
    let mut outputs: Vec<_> = TARGETS.iter().flat_map(|target| outputs(apis, target)).collect();
    let known = outputs.iter().map(|output| output.owner.clone()).collect();
    outputs.retain(|output| selection.takes(&output.owner));
    (outputs, known)
}
