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
//! To add a key to the spec language: a field in [`load::source`], one in
//! [`model`], the step between them in `resolve`, and whoever prints it. To add
//! an output: a module in `emit` and its line in [`emit::TARGETS`]. To add a
//! scalar type: a line in `resolve::notation` and one in `emit::spelling`.

pub mod diagnostics;
pub mod emit;
pub mod export;
pub mod load;
pub mod model;
mod parallel;
mod resolve;
pub mod write;

pub use resolve::resolve;

use std::collections::BTreeSet;
use std::path::Path;

use self::diagnostics::Faults;
use self::emit::{TARGETS, Target};
use self::load::ApiSource;
use self::model::Api;
use self::write::{Owner, Written};

/// A sound spec: what its files say, and what that means.
#[derive(Debug)]
pub struct Spec {
    /// The files of each API, each value with its place.
    pub sources: Vec<ApiSource>,
    /// The APIs, in the same order.
    pub apis: Vec<Api>,
}

impl Spec {
    /// Reads the specs of a folder.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn open(folder: &Path) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let sources = load::load(folder, &mut faults);
        let resolved = parallel::map(&sources, |source| {
            let mut faults = Faults::default();
            (resolve(source, &mut faults), faults)
        });
        let mut apis = Vec::new();
        for (api, own) in resolved {
            apis.extend(api);
            faults.append(own);
        }
        if faults.is_empty() { Ok(Self { sources, apis }) } else { Err(faults.settled()) }
    }
}

/// Which outputs a run writes.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names of APIs; all where there is none.
    pub apis: Vec<String>,
    /// Names of targets; all where there is none.
    pub targets: Vec<String>,
}

impl Selection {
    fn takes(&self, api: &Api, target: &Target) -> bool {
        let is_in = |names: &[String], name: &str| names.is_empty() || names.iter().any(|it| it == name);
        is_in(&self.apis, &api.name) && is_in(&self.targets, target.name)
    }
}

/// Emits the selected outputs, and names everything that could be selected.
#[must_use]
pub fn emit(apis: &[Api], selection: &Selection) -> (Vec<Written>, BTreeSet<Owner>) {
    let pairs: Vec<(&Api, &Target)> =
        apis.iter().flat_map(|api| TARGETS.iter().map(move |target| (api, target))).collect();
    let owner = |api: &Api, target: &Target| Owner { api: api.name.clone(), target: target.name.to_owned() };
    let known = pairs.iter().map(|(api, target)| owner(api, target)).collect();
    let selected: Vec<_> = pairs.into_iter().filter(|(api, target)| selection.takes(api, target)).collect();
    let written = parallel::map(&selected, |(api, target)| Written {
        owner: owner(api, target),
        files: (target.emit)(api),
    });
    (written, known)
}
