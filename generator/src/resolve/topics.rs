//! What api.yaml says beside authentication, gates and paths.

use crate::diagnostics::{At, Faults};
use crate::load::source::{ApiFile, NoteSource};
use crate::model::{Constant, Encoding, Limit, NotShown, Note, Resource, Transition, VersionChange};

use super::literals;
use super::names::{self, Names};
use super::scope::{TypeNames, version};
use super::{request_encoding, status};

/// Request encoding.
pub fn encoding(api: &ApiFile) -> Encoding {
    Encoding {
        kind: request_encoding(api.encoding.kind),
        status: status(api.encoding.status),
        rules: api.encoding.rules.clone(),
    }
}

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
            let rust = rust.constant(name, names::constant_name(name), help, at.key(), faults);
            let ty = types.read(&source.notation, at.get("type"), faults).ty;
            let value = literals::typed(&source.value, &ty, at.get("value"), faults);
            Constant { name: name.clone(), rust, ty, value, doc: source.doc.clone() }
        })
        .collect()
}

/// Resources.
pub fn resources(api: &ApiFile) -> Vec<Resource> {
    let rows = api.resources.iter().cloned();
    rows.map(|row| Resource { name: row.name, identified_by: row.identified_by, given: row.given }).collect()
}

/// States and transitions.
pub fn states(api: &ApiFile) -> Vec<Transition> {
    let rows = api.states.iter().cloned();
    rows.map(|row| Transition {
        subject: row.subject,
        state: row.state,
        trigger: row.trigger,
        condition: row.condition,
        next: row.next,
        also: row.also,
    })
    .collect()
}

/// Limits.
pub fn limits(api: &ApiFile) -> Vec<Limit> {
    let rows = api.limits.iter().cloned();
    rows.map(|row| Limit { limit: row.limit, applies_to: row.applies_to }).collect()
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

/// What the documents leave open.
pub fn not_shown(api: &ApiFile) -> Vec<NotShown> {
    let rows = api.not_shown.iter().cloned();
    rows.map(|row| NotShown { what: row.what, place: row.place }).collect()
}

/// Ambiguities and decisions.
pub fn notes(source: &[NoteSource]) -> Vec<Note> {
    let notes = source.iter().cloned();
    notes.map(|note| Note { read: note.read, decided: note.decided, why: note.why }).collect()
}
