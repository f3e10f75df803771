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

use self::emit::{Emit, File, TARGETS, Target};
use self::model::Api;
use self::write::{Owner, Written};

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

/// One target for what it is made of.
enum Work<'a> {
    Api(&'a Api, fn(&Api) -> Vec<File>),
    All(&'a [Api], fn(&[Api]) -> Vec<File>),
}

impl Work<'_> {
    /// How much there is to write, roughly.
    fn size(&self) -> usize {
        match self {
            Self::Api(api, _) => api.operations().count(),
            Self::All(apis, _) => apis.len(),
        }
    }

    fn files(&self) -> Vec<File> {
        match self {
            Self::Api(api, emit) => emit(api),
            Self::All(apis, emit) => emit(apis),
        }
    }
}

/// Everything that a target can write, and whose it is.
fn work<'a>(apis: &'a [Api], target: &Target) -> Vec<(Owner, Work<'a>)> {
    let owner = |api: &str| Owner { api: api.to_owned(), target: target.name.to_owned() };
    match target.emit {
        Emit::Api(emit) => apis.iter().map(|api| (owner(&api.name), Work::Api(api, emit))).collect(),
        Emit::All(folder, emit) => vec![(owner(folder), Work::All(apis, emit))],
    }
}

/// Names everything that could be selected.
#[must_use]
pub fn owners(apis: &[Api]) -> BTreeSet<Owner> {
    TARGETS.iter().flat_map(|target| work(apis, target)).map(|(owner, _)| owner).collect()
}

/// Emits the selected outputs, and names everything that could be selected.
#[must_use]
pub fn emit(apis: &[Api], selection: &Selection) -> (Vec<Written>, BTreeSet<Owner>) {
    let all: Vec<_> = TARGETS.iter().flat_map(|target| work(apis, target)).collect();
    let known = all.iter().map(|(owner, _)| owner.clone()).collect();
    let mut selected: Vec<_> = all.into_iter().filter(|(owner, _)| selection.takes(owner)).collect();
    // The longest first, so that no core waits for a long one at the end; the
    // last targets use one core each, those before them all.
    selected.reverse();
    selected.sort_by_key(|(_, work)| std::cmp::Reverse(work.size()));
    let written =
        parallel::map(&selected, |(owner, work)| Written { owner: owner.clone(), files: work.files() });
    (written, known)
}
