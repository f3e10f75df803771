//! Types that are one of several, and whether a reader can tell which.

use crate::diagnostics::At;
use crate::keywords::VARIANTS;
use crate::load::source::{Shorthand, TypeSource, UnionSource};
use crate::model::{Literal, Member, Scalar, Shape, Type, TypeId, TypeKind, TypeRef};
use crate::naming;

use super::kinds::{Told, told};
use super::names::RustNames;
use super::scope::Scope;

/// Resolves a union; its members get their Rust names when all types have theirs.
pub fn resolve(source: &TypeSource, union: &UnionSource, scope: &Scope<'_>, at: At<'_>) -> TypeKind {
    let at_union = at.get("union");
    let written: Vec<(Option<&String>, &String)> = match union {
        UnionSource::Shapes(types) => types.iter().map(|notation| (None, notation)).collect(),
        UnionSource::Tagged(types) => types.iter().map(|(value, notation)| (Some(value), notation)).collect(),
    };
    match (union, &source.tag) {
        (UnionSource::Tagged(_), None) => {
            let help = "add `tag:` with the field that says which, or list the types: `union: [A, B]`";
            scope.errors.push(at_union.key(), "a union by the value of a tag needs a tag", help);
        }
        (UnionSource::Shapes(_), Some(_)) => {
            let help = "write the value of the tag before each type: `union: {a: A, b: B}`";
            scope.errors.push(at_union.key(), "it is not said which type a value of the tag has", help);
        }
        (UnionSource::Tagged(_), Some(_)) | (UnionSource::Shapes(_), None) => {}
    }
    if source.content.is_some() && source.content == source.tag {
        let help = "name two fields: one has the value of the tag, the other the content";
        scope.errors.push(at.get("content"), "the tag and the content are the same field", help);
    }
    // By a tag, more may come.
    if written.is_empty() || written.len() < 2 && source.tag.is_none() {
        let help = "list at least two; values that fit none are kept, too";
        scope.errors.push(at_union.key(), "a union needs several types", help);
    }
    let members = written.into_iter().zip(at_union.items()).map(|((value, notation), at)| {
        let read = scope.read(notation, at);
        read.check_plain("a type of a union", scope, at);
        Member { rust: String::new(), value: value.cloned(), ty: read.into_type() }
    });
    let members = members.collect();
    TypeKind::Union {
        tag: source.tag.clone(),
        content: source.content.clone(),
        closed: source.closed,
        is_first: source.matching.is_some(),
        members,
    }
}

/// Gives the members of each union their Rust names.
pub fn name_members(scope: &mut Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let mut types = scope.types.clone();
    for (ty, at) in types.iter_mut().zip(file.at().items()) {
        let TypeKind::Union { members, .. } = &mut ty.kind else { continue };
        let names = RustNames::new(VARIANTS, scope.errors);
        for (member, at) in members.iter_mut().zip(at.get("union").items()) {
            let name = member.value.as_ref().unwrap_or(&member.ty.notation);
            let help = "name each type, and each value of the tag, once; `Other` is for unknown ones";
            member.rust = names.claim(name, rust_name(member, scope), help, at);
        }
    }
    scope.types = types;
}

/// The name of a tag's value if it can be one, otherwise that of the type.
fn rust_name(member: &Member, scope: &Scope<'_>) -> String {
    let usual = member.value.as_deref().map(naming::type_name);
    let is_name = |name: &String| name.starts_with(|c: char| c.is_ascii_alphabetic()) && !VARIANTS.has(name);
    let alias = member.ty.limits.of.and_then(|id| scope.ty(id)).filter(|ty| ty.is_alias());
    usual
        .filter(is_name)
        .or_else(|| alias.map(|ty| ty.rust.clone()))
        .unwrap_or_else(|| shape_name(&member.ty.shape, scope))
}

/// `Lamp`, `LampList`, `IntMap`.
fn shape_name(shape: &Shape, scope: &Scope<'_>) -> String {
    match shape {
        Shape::Scalar(Scalar::String) => "Text".to_owned(),
        Shape::Scalar(scalar) => {
            scalar.row().names.first().map(|it| naming::type_name(it)).unwrap_or_default()
        }
        Shape::List(item) => format!("{}List", shape_name(item, scope)),
        Shape::Map(value) => format!("{}Map", shape_name(value, scope)),
        Shape::Nullable(inner) => shape_name(inner, scope),
        Shape::Named(id) => scope.ty(*id).map(|ty| ty.rust.clone()).unwrap_or_default(),
    }
}

/// Reports unions whose members can't be told apart, and those that contain only each other.
pub fn check(scope: &Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let entries = file.value.values().zip(file.at().items());
    for ((index, ty), (Shorthand(source), at)) in scope.types.iter().enumerate().zip(entries) {
        let TypeKind::Union { tag, content, members, is_first, .. } = &ty.kind else { continue };
        let at = at.get("union");
        if contains(TypeId(index), members, &mut Vec::new(), scope) {
            let help = "take the type out of one of the unions of the circle";
            scope.errors.push(at.key(), "the union contains itself", help);
            continue;
        }
        match tag {
            Some(_) if content.is_some() => {}
            Some(tag) if source.tag.is_some() => check_tagged(tag, members, scope, at),
            None if *is_first => {}
            Some(_) | None => check_shapes(members, scope, at),
        }
    }
}

/// Returns whether a union is one of these members, or of the unions among them.
fn contains(id: TypeId, members: &[Member], seen: &mut Vec<TypeId>, scope: &Scope<'_>) -> bool {
    members.iter().any(|member| {
        let Some(inner) = directly(&member.ty.shape) else { return false };
        if inner == id {
            return true;
        }
        if seen.contains(&inner) {
            return false;
        }
        seen.push(inner);
        let members = scope.ty(inner).map(Type::members).unwrap_or_default();
        contains(id, members, seen, scope)
    })
}

/// The type that a shape is, null apart.
fn directly(shape: &Shape) -> Option<TypeId> {
    match shape {
        Shape::Named(id) => Some(*id),
        Shape::Nullable(inner) => directly(inner),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => None,
    }
}

/// A tag is a field of objects.
fn check_tagged(tag: &str, members: &[Member], scope: &Scope<'_>, at: At<'_>) {
    for (member, at) in members.iter().zip(at.items()) {
        let Some(ty) = directly(&member.ty.shape).and_then(|id| scope.ty(id)) else {
            let help = "name a type with fields, an opaque type or a union: a tag is a field of an object";
            scope.errors.push(at, format!("`{}` cannot have a tag", member.ty.notation), help);
            continue;
        };
        let has_tag = || ty.fields().iter().any(|it| it.wire_name() == tag);
        if matches!(ty.kind, TypeKind::Fields { closed: true, .. }) && !has_tag() {
            let title = format!("`{}` is closed, and has no field `{tag}`", ty.name);
            scope.errors.push(at, title, "list the tag among its fields, or remove `closed`");
        }
        if ty.is_enum() {
            let help = "name a type with fields, an opaque type or a union: a tag is a field of an object";
            scope.errors.push(at, format!("`{}` cannot have a tag", ty.name), help);
        }
        let constant =
            ty.fields().iter().find(|it| it.wire_name() == tag).and_then(|it| it.constant.as_ref());
        let says_other = |constant: &&Literal| Some(constant.text()) != member.value;
        if let Some(other) = constant.filter(says_other) {
            let title = format!("the field `{tag}` of `{}` is always `{}`", ty.name, other.text());
            scope.errors.push(at, title, "write that value before the type, or correct the field");
        }
    }
}

/// The first member that fits is chosen: each has to be chosen for something.
fn check_shapes(members: &[Member], scope: &Scope<'_>, at: At<'_>) {
    for (index, (member, at)) in members.iter().zip(at.items()).enumerate() {
        for before in &members[..index] {
            report(told(&before.ty.shape, &member.ty.shape, scope), (&before.ty, &member.ty), scope, at);
        }
    }
}

fn report(told: Told, (first, second): (&TypeRef, &TypeRef), scope: &Scope<'_>, at: At<'_>) {
    let (first, second) = (&first.notation, &second.notation);
    match told {
        Told::Apart => {}
        Told::IfSwapped => {
            let title = format!("each `{second}` is read as `{first}`, which comes before it");
            scope.errors.push(at, title, format!("put `{second}` before `{first}`"));
        }
        Told::Never => {
            let title = format!("`{first}` and `{second}` cannot be told apart by their shapes");
            let help = "mark fields that only one of them has as `required`, give a field the `value` that it always has, use a `tag`, or write `match: first`";
            scope.errors.push(at, title, help);
        }
    }
}
