//! A spec folder, read and resolved.

use std::path::{Path, PathBuf};

use crate::diagnostics::{Errors, SpecFile};
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
    pub fn open(folder: &Path) -> Result<Self, Errors> {
        Self::open_with(folder, &[])
    }

    /// Reads the specs of a folder, as the overlays change them.
    ///
    /// # Errors
    /// All errors of the specs.
    pub fn open_with(folder: &Path, overlays: &[PathBuf]) -> Result<Self, Errors> {
        let errors = Errors::default();
        let sources = load::load(folder, overlays, None, &errors);
        Self::resolved(sources, errors)
    }

    /// Reads the specs of a folder, as the overlays change them, and then another
    /// overlay that is not in a file.
    ///
    /// # Errors
    /// All errors of the specs.
    pub fn open_with_text(folder: &Path, overlays: &[PathBuf], last: SpecFile) -> Result<Self, Errors> {
        let errors = Errors::default();
        let sources = load::load(folder, overlays, Some(last), &errors);
        Self::resolved(sources, errors)
    }

    fn resolved(sources: Vec<ApiSource>, errors: Errors) -> Result<Self, Errors> {
        let resolved = parallel::map(&sources, |source| {
            let errors = Errors::default();
            (resolve(source, &errors), errors)
        });
        let mut apis = Vec::new();
        for (api, own) in resolved {
            apis.extend(api);
            errors.append(own);
        }
        if errors.is_empty() { Ok(Self { sources, apis }) } else { Err(errors.settled()) }
    }
}
