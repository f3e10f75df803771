//! Fields in Rust, and the types of partial bodies.

use std::collections::BTreeMap;

use super::recursion;
use super::scope::Scope;
use crate::model::{Api, Group, Only, Operation, Place, Range, Row, Shape, Type, TypeId, TypeKind, TypeRef};
use crate::naming;

/// Decides which types are in Rust, and for each field whether it is an `Option` there, and whether the
/// constructor of its type takes it. What only servers send isn't always there in a type that requests
/// take, and what contains its type again can't be.
pub fn hold(api: &mut Api) {
    let uses = api.uses();
    let cycles = recursion::required_cycles(&api.types);
    let only_held = api.only_held();
    for (index, ty) in api.types.iter_mut().enumerate() {
        ty.in_rust = !only_held[index];
        let TypeKind::Fields { fields, .. } = &mut ty.kind else { continue };
        for field in fields {
            let is_read = field.only == Some(Only::Read) && uses[index].requests;
            let is_written = field.only == Some(Only::Write) && uses[index].results;
            let is_again = |id: TypeId| cycles.get(id.0) == cycles.get(index);
            let is_endless = recursion::required(field).is_some_and(is_again);
            let is_part = ty.part_of.is_some() || is_endless;
            field.is_option = !field.required || field.nullable || is_read || is_written || is_part;
            field.is_argument = field.required && !is_read && !is_part && field.constant.is_none();
        }
    }
}

/// Gives the partial bodies types of their own, where a type requires something, or null removes a field.
/// Their fields may be absent, and so may those of the objects in them; a list is replaced whole, so its
/// items are complete.
pub fn add(groups: &mut [Group], scope: &mut Scope<'_>) {
    let rows = groups.iter_mut().flat_map(|group| &mut group.rows);
    let mut bodies: Vec<_> = rows.filter_map(Row::named_mut).flat_map(partial_bodies).collect();
    for removes in [true, false] {
        let mut parts = Parts { removes, needed: needed(&scope.types, removes), parts: BTreeMap::new() };
        let own = bodies.iter_mut().filter(|(_, is_merged)| *is_merged == removes);
        own.for_each(|(ty, _)| parts.replace(ty, scope));
        parts.tell_apart(&mut scope.types);
    }
}

/// The types of partial bodies, and whether null removes their fields (RFC 7396).
fn partial_bodies(operation: &mut Operation) -> impl Iterator<Item = (&mut TypeRef, bool)> {
    let body = operation.body.as_ref();
    let all = operation.parameters.iter_mut().filter(|it| it.place == Place::Body);
    all.filter_map(move |it| {
        let (body, content) = (body?, it.content.as_ref());
        let whole = [&body.content_type].into_iter().chain(&body.more_content_types);
        let media: Vec<_> = content.map_or_else(|| whole.collect(), |own| vec![&own.content_type]);
        let is_merged = media.into_iter().any(|it| it.contains("merge-patch"));
        content.map_or(body.partial, |own| own.partial).then_some((&mut it.ty, is_merged))
    })
}

/// Returns for each type whether it, or a part of it, requires a field, or has one with a default or one
/// that null removes.
fn needed(types: &[Type], removes: bool) -> Vec<bool> {
    let mut holders = vec![Vec::new(); types.len()];
    for (index, ty) in types.iter().enumerate() {
        let fields = ty.fields().iter().map(|it| &it.ty.shape);
        // Parts of the types that only their shapes tell apart would have the same shape.
        let is_tagged = matches!(ty.kind, TypeKind::Union { tag: Some(_), .. });
        let members = ty.members().iter().filter(|_| is_tagged).map(|it| &it.ty.shape);
        for id in fields.chain(members).filter_map(part) {
            holders.get_mut(id.0).into_iter().for_each(|it| it.push(index));
        }
    }
    let mut needed = vec![false; types.len()];
    let requires = |index: &usize| {
        types[*index].fields().iter().any(|it| it.required || it.default.is_some() || removes)
    };
    let mut open: Vec<usize> = (0..types.len()).filter(requires).collect();
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut needed[index], true) {
            open.extend(&holders[index]);
        }
    }
    needed
}

/// The type of which a partial value may have a part.
fn part(shape: &Shape) -> Option<TypeId> {
    match shape {
        Shape::Named(id) => Some(*id),
        Shape::Map(inner) | Shape::Nullable(inner) => part(inner),
        Shape::List(_) | Shape::Scalar(_) => None,
    }
}

/// The types of parts, by those of the wholes.
struct Parts {
    /// Null removes a field.
    removes: bool,
    needed: Vec<bool>,
    parts: BTreeMap<TypeId, TypeId>,
}

impl Parts {
    /// Replaces the type in a use of it.
    fn replace(&mut self, ty: &mut TypeRef, scope: &mut Scope<'_>) {
        let whole = part(&ty.shape).filter(|id| self.needed.get(id.0) == Some(&true));
        let Some(whole) = whole else { return };
        let id = self.of(whole, scope);
        let [before, after] =
            [whole, id].map(|id| scope.types.get(id.0).map(|it| it.name.clone()).unwrap_or_default());
        ty.notation = ty.expanded(&scope.types);
        ty.unname();
        if let Some(at) = ty.notation.rfind(&before) {
            ty.notation.replace_range(at..at + before.len(), &after);
        }
        put(&mut ty.shape, id);
    }

    /// The type of parts of a type.
    fn of(&mut self, whole: TypeId, scope: &mut Scope<'_>) -> TypeId {
        if let Some(id) = self.parts.get(&whole) {
            return *id;
        }
        let id = TypeId(scope.types.len());
        self.parts.insert(whole, id);
        let mut ty = scope.types[whole.0].clone();
        let at = scope.source.types.as_ref().map_or(scope.at(), |file| file.at().get(&ty.name).key());
        let of = |name: &str, number: usize| match number {
            1 => format!("{name}Patch"),
            number => format!("{name}Patch{number}"),
        };
        // Both names have the same number.
        let is_free = |number: &usize| scope.type_id(&of(&ty.name, *number)).is_none();
        let nth = |count: usize| (1..).filter(is_free).nth(count - 1).unwrap_or(count);
        let named = (&*of(&ty.name, 1), "set a Rust name: `rust: ...`");
        let rust = scope.rust.derive_with(named, at, |count| of(&ty.rust, nth(count)));
        let number = (1..).find(|number| of(&ty.rust, *number) == rust).unwrap_or(1);
        let name = of(&ty.name, number);
        ty = Type { part_of: Some(ty.name), name, rust, renamed: false, ..ty };
        scope.types.push(ty.clone());
        match &mut ty.kind {
            TypeKind::Fields { fields, extends, range, .. } => {
                *extends = None;
                *range = Range::default();
                let names: Vec<String> = fields.iter().map(|it| it.rust.clone()).collect();
                for field in fields {
                    field.is_kept = field.required && !field.nullable;
                    let is_free = !names.contains(&naming::null_setter(&field.rust));
                    field.nullable |= self.removes && !field.required && is_free;
                    field.required = false;
                    field.default = None;
                    self.replace(&mut field.ty, scope);
                }
            }
            TypeKind::Union { members, .. } => {
                members.iter_mut().for_each(|it| self.replace(&mut it.ty, scope));
            }
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Alias { .. } => {}
        }
        scope.types[id.0] = ty;
        id
    }

    /// Keeps the constants that tell the types of a union apart: they are there even in a part.
    fn tell_apart(&self, types: &mut [Type]) {
        let unions = self.parts.values().filter_map(|id| types.get(id.0));
        let members: Vec<TypeId> =
            unions.flat_map(Type::members).filter_map(|it| it.ty.shape.named()).collect();
        for ty in members.into_iter().filter(|id| self.parts.values().any(|part| part == id)) {
            let TypeKind::Fields { fields, .. } = &mut types[ty.0].kind else { continue };
            let constants = fields.iter_mut().filter(|it| it.is_kept && it.constant.is_some());
            constants.for_each(|field| field.required = true);
        }
    }
}

/// Puts another type in a shape.
fn put(shape: &mut Shape, id: TypeId) {
    match shape {
        Shape::Named(own) => *own = id,
        Shape::Map(inner) | Shape::Nullable(inner) | Shape::List(inner) => put(inner, id),
        Shape::Scalar(_) => {}
    }
}
