//! Types that are not used, or not documented.

use std::collections::HashMap;

use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::model::{Api, Returns, Row, Status, Type, TypeId, TypeKind, TypeRef};

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
    let (used, places) = (used(subject.api), places(subject));
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

/// Returns which types something uses.
fn used(api: &Api) -> Vec<bool> {
    let mut used = vec![false; api.types.len()];
    let mut open = roots(api);
    while let Some(id) = open.pop() {
        match used.get_mut(id.0) {
            Some(is_used) if !*is_used => *is_used = true,
            Some(_) | None => continue,
        }
        open.extend(api.ty(id).into_iter().flat_map(|ty| named_by(api, ty)));
    }
    used
}

/// The types that a type names.
fn named_by(api: &Api, ty: &Type) -> Vec<TypeId> {
    let fields = ty.fields().iter().map(|field| &field.ty);
    let members = ty.members().iter().map(|member| &member.ty);
    let (extends, additional) = match &ty.kind {
        TypeKind::Fields { extends, additional, .. } => (extends.as_ref(), additional.as_ref()),
        TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => {
            (None, None)
        }
    };
    let base = extends.and_then(|name| api.types.iter().position(|ty| ty.name == *name)).map(TypeId);
    fields.chain(members).chain(ty.named()).chain(additional).flat_map(TypeRef::types).chain(base).collect()
}

/// The types that something other than a type names.
fn roots(api: &Api) -> Vec<TypeId> {
    let rows = api.groups.iter().flat_map(|group| &group.rows).map(|row| match row {
        Row::Named(row) => (&row.parameters, row.results().collect()),
        Row::Unnamed(row) => (&row.parameters, vec![&row.returns]),
    });
    let (parameters, returns): (Vec<_>, Vec<_>) = rows.unzip();
    let returns: Vec<&Returns> = returns.into_iter().flatten().collect();
    let blocks = api.blocks.iter().map(|block| &block.parameters);
    let headers = returns.iter().map(|returns| &returns.headers);
    let parameters = parameters
        .into_iter()
        .chain(blocks)
        .chain(headers)
        .flatten()
        .flat_map(|parameter| parameter.ty.types().chain(parameter.values));
    let results =
        returns.iter().flat_map(|returns| returns.ty.iter().flat_map(TypeRef::types).chain(returns.values));
    let constants = api.constants.iter().flat_map(|constant| constant.ty.types());
    let message = api.message.iter().map(|message| message.type_id);
    parameters.chain(results).chain(constants).chain(message).collect()
}
