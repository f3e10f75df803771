//! Types that are not used, or not documented.

use std::collections::HashMap;

use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::model::{Status, TypeKind};

pub const UNUSED: Rule = Rule {
    name: "unused-type",
    severity: Severity::Warning,
    reason: "A type that no operation, authentication block, constant or other used type names is code \
             that nothing can reach. Usually the entry that should name it was forgotten. Remove it, or \
             allow it if the documents list it although nothing in them uses it.",
    check: unused,
};

pub const UNDOCUMENTED: Rule = Rule {
    name: "undocumented-type",
    severity: Severity::Warning,
    reason: "A type that the documents describe needs no `doc`. But a type that is named here (`unnamed`), \
             has inferred fields or lists values is not in the documents as such: its `doc` says what it \
             is and where it comes from.",
    check: undocumented,
};

fn unused(subject: &Subject<'_>, findings: &mut Findings) {
    let (used, places) = (subject.api.used(), places(subject));
    for (ty, is_used) in subject.api.types.iter().zip(used) {
        let at = places.get(ty.name.as_str());
        // A type that an overlay no longer uses is still in the documents.
        let may_be_replaced = || !subject.api.overlays.is_empty() && ty.source.is_none();
        if !is_used && let Some(at) = at.filter(|_| !may_be_replaced()) {
            findings.push(*at, format!("the type `{}` is not used", ty.name), "remove it, or allow it");
        }
    }
}

fn undocumented(subject: &Subject<'_>, findings: &mut Findings) {
    let places = places(subject);
    for ty in subject.api.types.iter().filter(|ty| ty.doc.is_none()) {
        let needs_words = match &ty.kind {
            TypeKind::Opaque | TypeKind::Alias { .. } => ty.unnamed,
            TypeKind::Fields { status, .. } => ty.unnamed || *status == Status::Inferred,
            TypeKind::Enum { .. } | TypeKind::Union { .. } => true,
        };
        if needs_words && let Some(at) = places.get(ty.name.as_str()) {
            let title = format!("the type `{}` has no `doc`", ty.name);
            findings.push(*at, title, "add `doc:` with what it is and where it comes from");
        }
    }
}

/// The place of each type's name.
fn places<'a>(subject: &Subject<'a>) -> HashMap<&'a str, At<'a>> {
    subject.types().map(|(name, at)| (name, at.key())).collect()
}
