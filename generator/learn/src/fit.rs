//! Takes out of a draft what the spec rejects.

use std::path::{Path, PathBuf};

use super::draft::{Draft, NOT_SHOWN};
use generator_spec::Spec;
use generator_spec::diagnostics::{Diagnostic, Errors, SpecFile};
use generator_spec::load::keys_around;

/// The name of a draft in what is reported about it.
pub const OVERLAY: &str = "the overlay";

/// Applies a draft after the overlays and takes out of it what the spec rejects, such as what
/// another overlay sets.
/// Returns the spec with the rest, and what was taken out and why.
///
/// # Errors
/// Errors that are not the draft's.
pub fn fit(draft: &mut Draft, folder: &Path, overlays: &[PathBuf]) -> Result<(Spec, Vec<String>), Errors> {
    let mut taken = Vec::new();
    loop {
        draft.prune();
        let errors = match open(draft, folder, overlays) {
            Ok(spec) => return Ok((spec, taken)),
            Err(errors) => errors,
        };
        let before = taken.len();
        for error in errors.clone().sorted() {
            if let Some(what) = draft.take(&keys(&error)) {
                taken.push(format!("{what}: {} (not written)", error.title));
            }
        }
        if taken.len() == before {
            return Err(errors);
        }
    }
}

fn open(draft: &Draft, folder: &Path, overlays: &[PathBuf]) -> Result<Spec, Errors> {
    if draft.is_empty() {
        return Spec::open_with(folder, overlays);
    }
    Spec::open_with_text(folder, overlays, SpecFile::new(OVERLAY, draft.yaml()))
}

/// The keys of the overlay around an error; one in the spec has the same below `operations`.
fn keys(error: &Diagnostic) -> Vec<String> {
    let mut keys = error.file.as_ref().map(|file| keys_around(file, error.span.start)).unwrap_or_default();
    keys.retain(|key| key != "rows");
    keys
}

impl Draft {
    /// Takes out the innermost item with these keys that a draft can lack; says which it was.
    fn take(&mut self, keys: &[String]) -> Option<String> {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let (least, most) = match keys[..] {
            ["unnamed", ..] => (2, 2),
            ["add", "operations", _, _, "parameters", ..] => (4, 6),
            ["add", "operations", _, _, "returns", ..] => (4, 5),
            ["add", "operations", ..] => (4, 4),
            ["add", ..] => (3, 5),
            _ => (2, 5),
        };
        let mut paths = (least..=most.min(keys.len())).rev().map(|end| &keys[..end]);
        let path = paths.find(|path| self.at(path).is_some())?;
        let (last, around) = path.split_last()?;
        let node = self.at_mut(around).inside.shift_remove(*last)?;
        match around {
            ["add", "operations", group, name] if *last == "returns" && node.value == NOT_SHOWN => {
                self.at_mut(&["add", "operations", group]).inside.shift_remove(*name);
            }
            ["add", "operations", _, _] if *last == "returns" => self.at_mut(path).value = NOT_SHOWN.into(),
            _ => {}
        }
        Some(match path {
            [.., owner, "parameters" | "fields", name] => format!("`{name}` of {owner}"),
            [_, owner, name] | ["add", "operations", _, owner, name] => format!("{name} of {owner}"),
            [.., name] => (*name).to_owned(),
            [] => return None,
        })
    }
}
