//! Types that have the fields of others, and the fields that are always there.

use crate::diagnostics::{At, Errors, did_you_mean};
use crate::keywords::TYPE_FIELDS;
use crate::load::source::{Shorthand, TypeSource};
use crate::model::{Field, Type, TypeId, TypeKind, TypeRef};

use super::names::RustNames;
use super::scope::Scope;
use super::types::claim_null_setter;

/// Gives each type the fields of the types that it extends, and marks those that are required.
pub fn complete(scope: &mut Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let own: Vec<Type> = scope.types.clone();
    let mut types = own.clone();
    for (index, (Shorthand(source), at)) in file.value.values().zip(file.at().items()).enumerate() {
        let line = line(index, &own, scope, (source, at));
        let Some(TypeKind::Fields { fields, additional, .. }) = types.get_mut(index).map(|ty| &mut ty.kind)
        else {
            continue;
        };
        if !line.is_empty() {
            (*fields, *additional) = inherited(&line, &own, index);
            check_rust_names(fields, source, scope.errors, at);
        }
        check_json_names(fields, source, scope.errors, at);
        let required = line.iter().rev().chain([&index]).filter_map(|it| file.value.get_index(*it));
        for name in required.flat_map(|(_, Shorthand(source))| &source.required) {
            fields.iter_mut().filter(|field| field.name == *name).for_each(|field| field.required = true);
        }
        check_required(fields, source, scope, at);
    }
    scope.types = types;
}

/// The types that a type extends, the nearest first.
fn line(index: usize, types: &[Type], scope: &Scope<'_>, (source, at): (&TypeSource, At<'_>)) -> Vec<usize> {
    let mut line = Vec::new();
    let mut next = source.extends.as_deref();
    while let Some(name) = next {
        let at = at.get("extends");
        let Some(TypeId(base)) = scope.type_id(name) else {
            if line.is_empty() {
                let at = at.poisoned_if(scope.source.loses_type(name));
                scope.errors.unknown(at, "type", name, scope.type_names(), "add it to types.yaml");
            }
            break;
        };
        if base == index || line.contains(&base) {
            if base == index {
                let help = "remove `extends` from one of the types of the circle";
                scope.errors.push(at, "the type extends itself", help);
            }
            break;
        }
        let Some(TypeKind::Fields { extends, .. }) = types.get(base).map(|ty| &ty.kind) else {
            if line.is_empty() {
                let help = "extend a type with fields";
                let at = at.poisoned_if(scope.source.loses_type(name));
                scope.errors.push(at, format!("`{name}` has no fields"), help);
            }
            break;
        };
        line.push(base);
        next = extends.as_deref();
    }
    line
}

/// The fields of a line of types, those of the farthest first, and the type of the additional ones.
fn inherited(line: &[usize], types: &[Type], own: usize) -> (Vec<Field>, Option<TypeRef>) {
    let (mut all, mut additional): (Vec<Field>, _) = (Vec::new(), None);
    for ty in line.iter().rev().chain([&own]).filter_map(|it| types.get(*it)) {
        let TypeKind::Fields { fields, additional: more, .. } = &ty.kind else { continue };
        additional = more.clone().or(additional);
        for field in fields {
            match all.iter_mut().find(|it| it.name == field.name) {
                Some(before) => *before = field.clone(),
                None => all.push(field.clone()),
            }
        }
    }
    (all, additional)
}

/// The inherited fields of a type and its own.
fn by_owner<'f>(fields: &'f [Field], source: &TypeSource) -> (Vec<&'f Field>, Vec<&'f Field>) {
    let is_own = |name: &String| source.fields.as_ref().is_some_and(|own| own.contains_key(name));
    fields.iter().partition(|field| !is_own(&field.name))
}

/// Own fields have other Rust names than those of the type that is extended.
fn check_rust_names(fields: &[Field], source: &TypeSource, errors: &Errors, at: At<'_>) {
    let names = RustNames::new(TYPE_FIELDS, errors);
    let (inherited, own) = by_owner(fields, source);
    for field in inherited.into_iter().chain(own) {
        let at = at.get("fields").get(&field.name).key();
        names.claim(&field.name, field.rust.clone(), "choose another Rust name: `rust: ...`", at);
        claim_null_setter(field, &names, at);
    }
}

/// Own fields have other names in JSON than each other and those of the type that is extended.
fn check_json_names(fields: &[Field], source: &TypeSource, errors: &Errors, at: At<'_>) {
    let (mut known, own) = by_owner(fields, source);
    for field in own {
        if let Some(before) = known.iter().find(|before| before.wire_name() == field.wire_name()) {
            let title = format!("`{}` and `{}` have the same name in JSON", before.name, field.name);
            errors.push(at.get("fields").get(&field.name).key(), title, "give one of them another name");
        }
        known.push(field);
    }
}

/// A required field is one that the type has.
fn check_required(fields: &[Field], source: &TypeSource, scope: &Scope<'_>, at: At<'_>) {
    let at_required = at.get("required");
    scope.check_once(&source.required, at_required);
    for (name, at_name) in source.required.iter().zip(at_required.items()) {
        if !fields.iter().any(|field| field.name == *name) {
            let known = fields.iter().map(|field| field.name.as_str());
            let help = did_you_mean(name, known, "use a field of this type");
            let is_lost = at.get("fields").poisons(name) || at.poisons("extends");
            scope.errors.push(at_name.poisoned_if(is_lost), format!("the type has no field `{name}`"), help);
        }
    }
}
