//! A spec folder, read and resolved.

use std::path::{Path, PathBuf};

use crate::diagnostics::{Faults, SpecFile};
use crate::load::{self, ApiSource};
use crate::model::Api;
use crate::parallel;
use crate::resolve::resolve;

/// A valid spec: what its files say, and what that means.
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
    /// All errors of the specs.
    pub fn open(folder: &Path) -> Result<Self, Faults> {
        Self::open_with(folder, &[])
    }

    /// Reads the specs of a folder, as the overlays change them.
    ///
    /// # Errors
    /// All errors of the specs.
    pub fn open_with(folder: &Path, overlays: &[PathBuf]) -> Result<Self, Faults> {
        let faults = Faults::default();
        let sources = load::load(folder, overlays, None, &faults);
        Self::resolved(sources, faults)
    }

    /// Reads the specs of a folder, as the overlays change them, and then another
    /// overlay that is not in a file.
    ///
    /// # Errors
    /// All errors of the specs.
    pub fn open_with_text(folder: &Path, overlays: &[PathBuf], last: SpecFile) -> Result<Self, Faults> {
        let faults = Faults::default();
        let sources = load::load(folder, overlays, Some(last), &faults);
        Self::resolved(sources, faults)
    }

    fn resolved(sources: Vec<ApiSource>, faults: Faults) -> Result<Self, Faults> {
        let resolved = parallel::map(&sources, |source| {
            let faults = Faults::default();
            (resolve(source, &faults), faults)
        });
        let mut apis = Vec::new();
        for (api, own) in resolved {
            apis.extend(api);
            faults.append(own);
        }
        if faults.is_empty() { Ok(Self { sources, apis }) } else { Err(faults.settled()) }
    }
}
