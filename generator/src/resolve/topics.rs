//! What api.yaml says beside authentication, gates and paths.

use crate::diagnostics::{At, Faults};
use crate::load::source::ApiFile;
use crate::model::{Constant, VersionChange};
use crate::naming;

use super::literals;
use super::names::Names;
use super::scope::{TypeNames, version};

/// Constants.
pub fn constants(
    api: &ApiFile,
    types: &TypeNames,
    rust: &mut Names,
    at: At<'_>,
    faults: &mut Faults,
) -> Vec<Constant> {
    let entries = api.constants.iter().enumerate();
    entries
        .map(|(index, (name, source))| {
            let at = at.get("constants").item(index);
            let help = "its Rust name is this one in capitals: write it so that this is one, and no other's";
            let rust = rust.constant(name, naming::constant(name), help, at.key(), faults);
            let ty = types.read(&source.notation, at.get("type"), faults).ty;
            let value = literals::typed(&source.value, &ty, at.get("value"), faults);
            Constant { name: name.clone(), rust, ty, value, doc: source.doc.clone() }
        })
        .collect()
}

/// Behaviour that changed with a server version.
pub fn version_changes(api: &ApiFile, at: At<'_>, faults: &mut Faults) -> Vec<VersionChange> {
    let entries = api.version_changes.iter().enumerate();
    entries
        .filter_map(|(index, source)| {
            let at = at.get("version_changes").item(index);
            Some(VersionChange {
                version: version(&source.version, at.get("version"), faults)?,
                operations: source.operations.clone(),
                change: source.change.clone(),
            })
        })
        .collect()
}
