//! Types that have the fields of others, and the fields that are always there.

use std::collections::{HashMap, HashSet};
use std::mem;

use indexmap::{IndexMap, IndexSet};

use crate::diagnostics::{At, Errors, did_you_mean};
use crate::keywords::TYPE_FIELDS;
use crate::load::source::{Shorthand, TypeSource};
use crate::model::{Field, Status, TypeKind};

use super::names::RustNames;
use super::scope::Scope;
use super::types::claim_null_setter;

/// Gives each type the fields of the types that it extends, and marks those that are required.
pub fn complete(scope: &mut Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let sources = file.value.values().map(|Shorthand(source)| source);
    let entries: Vec<(&TypeSource, At<'_>)> = sources.zip(file.at().items()).collect();
    let mut bases: Vec<_> = entries.iter().map(|entry| base(scope, *entry)).collect();
    let order = order(&mut bases, |index| {
        let at = entries[index].1.get("extends");
        scope.errors.push(
            at,
            "the type extends itself",
            "remove `extends` from one of the types of the circle",
        );
    });
    let mut types = mem::take(&mut scope.types);
    for index in order {
        let (source, at) = entries[index];
        let base = bases[index].map(|base| types[base].kind.clone());
        let TypeKind::Fields { fields, additional, .. } = &mut types[index].kind else { continue };
        let (inherited, more) = match base {
            Some(TypeKind::Fields { fields, additional, .. }) => (fields, additional),
            Some(
                TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. },
            )
            | None => Default::default(),
        };
        check_names(&inherited, fields, scope.errors, at);
        *additional = additional.take().or(more);
        *fields = joined(inherited, mem::take(fields));
        require(fields, source, scope, at);
    }
    scope.types = types;
}

/// The type that a type extends.
fn base(scope: &Scope<'_>, (source, at): (&TypeSource, At<'_>)) -> Option<usize> {
    let name = source.extends.as_deref()?;
    let at = at.get("extends").poisoned_if(scope.source.loses_type(name));
    let Some(id) = scope.type_id(name) else {
        scope.errors.unknown(at, "type", name, scope.type_names(), "add it to types.yaml");
        return None;
    };
    let has_fields = scope.ty(id).is_some_and(|ty| matches!(ty.kind, TypeKind::Fields { .. }));
    if !has_fields {
        scope.errors.push(at, format!("`{name}` has no fields"), "extend a type with fields");
    }
    has_fields.then_some(id.0)
}

/// The types, each after the one that it extends. Types of a circle extend none, and are reported.
fn order(bases: &mut [Option<usize>], report: impl Fn(usize)) -> IndexSet<usize> {
    let mut order = IndexSet::new();
    for start in 0..bases.len() {
        let (mut line, mut next) = (IndexSet::new(), Some(start));
        while let Some(index) = next.filter(|it| !order.contains(it)) {
            if let (at, false) = line.insert_full(index) {
                for index in line.iter().skip(at) {
                    report(*index);
                    bases[*index] = None;
                }
                break;
            }
            next = bases[index];
        }
        order.extend(line.into_iter().rev());
    }
    order
}

/// The inherited fields of a type, then its own; one that it has again is where it was.
fn joined(inherited: Vec<Field>, own: Vec<Field>) -> Vec<Field> {
    let mut own: IndexMap<_, _> = own.into_iter().map(|it| (it.name.clone(), Some(it))).collect();
    let mut all = Vec::with_capacity(inherited.len() + own.len());
    all.extend(inherited.into_iter().map(|before| match own.get_mut(&before.name).and_then(Option::take) {
        Some(field) => Field { required: before.required, ..field },
        None => before,
    }));
    all.extend(own.into_values().flatten());
    all
}

/// Own fields have other names in Rust than those of the type that is extended, and other names in
/// JSON than those and each other.
fn check_names(inherited: &[Field], fields: &[Field], errors: &Errors, at: At<'_>) {
    let own: HashSet<&str> = fields.iter().map(|it| it.name.as_str()).collect();
    let (names, mut in_json) = (RustNames::new(TYPE_FIELDS, errors), HashMap::new());
    for field in inherited.iter().filter(|it| !own.contains(it.name.as_str())) {
        in_json.insert(field.wire_name(), (&field.name, None));
        let all = [field.rust.clone()].into_iter().chain(field.null_setter());
        all.for_each(|rust| names.inherit(&field.name, rust));
    }
    for (field, at) in fields.iter().zip(at.get("fields").items()) {
        if !inherited.is_empty() {
            names.claim(&field.name, field.rust.clone(), "choose another Rust name: `rust: ...`", at.key());
            claim_null_setter(field, &names, at.key());
        }
        let sent_as = at.find("sent_as");
        let (before, other) = *in_json.entry(field.wire_name()).or_insert((&field.name, sent_as));
        if *before != field.name {
            let title = format!("`{before}` and `{}` have the same name in JSON", field.name);
            errors.push(sent_as.or(other).unwrap_or(at.key()), title, "give one of them another name");
        }
    }
}

/// Marks the required fields. Each is one that the type has.
fn require(fields: &mut [Field], source: &TypeSource, scope: &Scope<'_>, at: At<'_>) {
    let said = source.required.iter().zip(at.get("required").items());
    let inferred = source.required_inferred.iter().zip(at.get("required_inferred").items());
    let mut seen = HashSet::new();
    for ((name, at_name), is_inferred) in said.map(|it| (it, false)).chain(inferred.map(|it| (it, true))) {
        if !seen.insert(name) {
            scope.errors.push(at_name, format!("`{name}` is listed twice"), "remove one");
        }
        if let Some(field) = fields.iter_mut().find(|field| field.name == *name) {
            let is_inferred = is_inferred || scope.api().required == Status::Inferred;
            field.required_inferred = is_inferred && (!field.required || field.required_inferred);
            field.required = true;
            continue;
        }
        let known = fields.iter().map(|field| field.name.as_str());
        let help = did_you_mean(name, known, "use a field of this type");
        let is_lost = at.get("fields").poisons(name) || at.poisons("extends");
        scope.errors.push(at_name.poisoned_if(is_lost), format!("the type has no field `{name}`"), help);
    }
}
