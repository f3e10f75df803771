//! Deprecations: versions, months and what to use instead.

use crate::diagnostics::At;
use crate::load::source::TypeSource;
use crate::model::{Deprecation, Parameter, Type, TypeKind};

use super::scope::Scope;

/// Resolves the key `deprecated` of a map.
pub fn resolve(source: Option<&Deprecation>, scope: &Scope<'_>, at: At<'_>) -> Option<Deprecation> {
    let deprecated = source?;
    if let Some(month) = deprecated.removed_after.as_ref().filter(|month| !is_month(month)) {
        let help = "write year and month: `2025-06`";
        scope.errors.push(at.get("removed_after"), format!("`{month}` is not a month"), help);
    }
    for (key, version) in [("since", &deprecated.since), ("removed", &deprecated.removed)] {
        scope.version(version.as_ref(), at.get(key));
    }
    Some(deprecated.clone())
}

/// Returns whether a text is a month, as documents write it.
fn is_month(text: &str) -> bool {
    let is_number =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('-').is_some_and(|(year, month)| {
        is_number(year, 4) && is_number(month, 2) && ("01"..="12").contains(&month)
    })
}

/// Checks that what replaces a parameter, a field or a value is one of those beside it.
pub fn check<'n>(
    deprecated: Option<&Deprecation>,
    (what, own): (&str, &str),
    names: impl Iterator<Item = &'n str> + Clone,
    scope: &Scope<'_>,
    at: At<'_>,
) {
    let Some(name) = deprecated.and_then(|it| it.replacement.as_deref()) else { return };
    let at = at.get("replacement");
    if name == own {
        scope.errors.push(at, format!("`{name}` replaces itself"), "name another one, or remove the key");
    } else if !names.clone().any(|known| known == name) {
        scope.errors.unknown(at, what, name, names, "name one that is described beside it");
    }
}

/// Checks what replaces the parameters of an operation.
pub fn check_parameters(all: &[Parameter], places: &[At<'_>], maps: &[At<'_>], scope: &Scope<'_>) {
    for (it, at) in all.iter().zip(places) {
        let replacement = it.deprecated.as_ref().and_then(|it| it.replacement.as_ref());
        let is_lost = replacement.is_some_and(|name| maps.iter().any(|map| map.poisons(name)));
        let names = all.iter().map(|it| it.name.as_str());
        let at = at.get("deprecated").poisoned_if(is_lost);
        check(it.deprecated.as_ref(), ("parameter", &it.name), names, scope, at);
    }
}

/// Checks what replaces types, their fields and their values.
pub fn check_types(scope: &Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    for (ty, at) in scope.types.iter().zip(file.at().items()) {
        let names = scope.types.iter().map(|it| it.name.as_str());
        let is_lost = |name: &String| scope.source.loses_type(name);
        let replacement = ty.deprecated.as_ref().and_then(|it| it.replacement.as_ref());
        let own = at.get("deprecated").poisoned_if(replacement.is_some_and(is_lost));
        check(ty.deprecated.as_ref(), ("type", &ty.name), names, scope, own);
        check_fields(ty, scope, at);
    }
}

fn check_fields(ty: &Type, scope: &Scope<'_>, at: At<'_>) {
    for field in ty.fields() {
        let names = ty.fields().iter().map(|it| it.name.as_str());
        let Some(place) = at.get("fields").find(&field.name).and_then(|it| it.find("deprecated")) else {
            continue;
        };
        let replacement = field.deprecated.as_ref().and_then(|it| it.replacement.as_ref());
        let is_lost = replacement.is_some_and(|name| at.get("fields").poisons(name) || at.poisons("extends"));
        let place = place.poisoned_if(is_lost);
        check(field.deprecated.as_ref(), ("field", &field.name), names, scope, place);
    }
}

/// Gives the listed values of a type their deprecations, each by its text.
pub fn of_values(kind: &mut TypeKind, source: &TypeSource, scope: &Scope<'_>, at: At<'_>) {
    let TypeKind::Enum { variants, .. } = kind else { return };
    let texts: Vec<String> = variants.iter().map(|it| it.value.text()).collect();
    let names = || texts.iter().map(String::as_str);
    for ((text, deprecated), at) in source.deprecated_values.iter().zip(at.get("deprecated_values").items()) {
        match variants.iter_mut().find(|it| it.value.text() == *text) {
            Some(variant) => variant.deprecated = resolve(Some(deprecated), scope, at),
            None => scope.errors.unknown(at.key(), "value", text, names(), "write one of the listed values"),
        }
        check(Some(deprecated), ("value", text), names(), scope, at);
    }
}
