//! Fields in Rust, and the types of partial bodies.

use std::collections::BTreeMap;

use super::scope::Scope;
use crate::model::{Api, Field, Group, Only, Operation, Place, Row, Shape, Type, TypeId, TypeKind, TypeRef};

/// Decides for each field whether it is an `Option` in Rust, and whether the constructor of its type
/// takes it. What only servers send isn't always there in a type that requests take.
pub fn hold(api: &mut Api) {
    let taken = api.operations().flat_map(|it| &it.parameters).map(|it| &it.ty);
    let asked = reached(&api.types, taken.filter_map(|ty| ty.shape.named()), Field::in_requests);
    let results =
        api.operations().flat_map(|it| [&it.returns].into_iter().chain(&it.more_returns).chain(&it.failures));
    let given = results.filter_map(|it| it.ty.as_ref()?.shape.named());
    let message = api.message.as_ref().map(|it| it.type_id);
    let told = reached(&api.types, given.chain(message), Field::in_responses);
    for (index, ty) in api.types.iter_mut().enumerate() {
        let TypeKind::Fields { fields, .. } = &mut ty.kind else { continue };
        for field in fields {
            let is_read = field.only == Some(Only::Read) && asked[index];
            let is_written = field.only == Some(Only::Write) && told[index];
            let is_part = ty.part_of.is_some();
            field.is_option = !field.required || field.nullable || is_read || is_written || is_part;
            field.is_argument = field.required && !is_read && field.constant.is_none();
        }
    }
}

/// Returns for each type whether it is one of these or in one.
fn reached(types: &[Type], from: impl Iterator<Item = TypeId>, is_sent: fn(&Field) -> bool) -> Vec<bool> {
    let mut reached = vec![false; types.len()];
    let mut open: Vec<TypeId> = from.collect();
    while let Some(id) = open.pop() {
        if let (Some(ty), Some(false)) = (types.get(id.0), reached.get(id.0)) {
            reached[id.0] = true;
            let fields = ty.fields().iter().filter(|it| is_sent(it)).map(|it| &it.ty);
            let members = ty.members().iter().map(|it| &it.ty);
            open.extend(fields.chain(members).chain(ty.additional()).filter_map(|ty| ty.shape.named()));
        }
    }
    reached
}

/// Gives the partial bodies types of their own, where a type requires something. Their fields may be
/// absent, and so may those of the objects in them; a list is replaced whole, so its items are complete.
pub fn add(groups: &mut [Group], scope: &mut Scope<'_>) {
    let mut parts = Parts { needed: needed(&scope.types), parts: BTreeMap::new() };
    let rows = groups.iter_mut().flat_map(|group| &mut group.rows);
    for operation in rows.filter_map(Row::named_mut).filter(|it| is_partial(it)) {
        for body in operation.parameters.iter_mut().filter(|it| it.place == Place::Body) {
            parts.replace(&mut body.ty, scope);
        }
    }
    parts.tell_apart(&mut scope.types);
}

fn is_partial(operation: &Operation) -> bool {
    operation.body.as_ref().is_some_and(|body| body.partial)
}

/// Returns for each type whether it, or a part of it, requires a field.
fn needed(types: &[Type]) -> Vec<bool> {
    let mut holders = vec![Vec::new(); types.len()];
    for (index, ty) in types.iter().enumerate() {
        let fields = ty.fields().iter().map(|it| &it.ty.shape);
        for id in fields.chain(ty.members().iter().map(|it| &it.ty.shape)).filter_map(part) {
            holders.get_mut(id.0).into_iter().for_each(|it| it.push(index));
        }
    }
    let mut needed = vec![false; types.len()];
    let requires = |index: &usize| types[*index].fields().iter().any(|it| it.required);
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
        let name = format!("{}Patch", ty.name);
        let help =
            format!("it is the type of partial bodies of `{}`: give the other a `rust:` name", ty.name);
        let at = scope.source.types.as_ref().map_or(scope.at(), |file| file.at().get(&ty.name).key());
        let rust = scope.rust.claim(&name, format!("{}Patch", ty.rust), &help, at);
        ty = Type { part_of: Some(ty.name), name, rust, renamed: false, ..ty };
        scope.types.push(ty.clone());
        match &mut ty.kind {
            TypeKind::Fields { fields, extends, .. } => {
                *extends = None;
                for field in fields {
                    field.is_kept = field.required && !field.nullable;
                    field.required = false;
                    self.replace(&mut field.ty, scope);
                }
            }
            TypeKind::Union { members, .. } => {
                members.iter_mut().for_each(|it| self.replace(&mut it.ty, scope));
            }
            TypeKind::Opaque | TypeKind::Enum { .. } => {}
        }
        scope.types[id.0] = ty;
        id
    }

    /// What tells the types of a union apart is there even in a part.
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
