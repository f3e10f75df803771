//! Types that contain themselves: in each cycle, fields are boxed.

use std::collections::HashSet;

use crate::model::{Field, Shape, Type, TypeId, TypeKind};

/// Marks every field whose type contains the field's own type by value.
pub fn box_fields(types: &mut [Type]) {
    let held: Vec<Vec<TypeId>> = types.iter().map(held).collect();
    for (index, ty) in types.iter_mut().enumerate() {
        let TypeKind::Fields { fields, .. } = &mut ty.kind else { continue };
        for field in fields {
            field.boxed = by_value(field).is_some_and(|start| reaches(&held, start, TypeId(index)));
        }
    }
}

/// The types that a type contains by value.
fn held(ty: &Type) -> Vec<TypeId> {
    match &ty.kind {
        TypeKind::Fields { fields, .. } => fields.iter().filter_map(by_value).collect(),
        TypeKind::Opaque | TypeKind::Enum { .. } => Vec::new(),
    }
}

/// Lists and dictionaries keep their items on the heap.
fn by_value(field: &Field) -> Option<TypeId> {
    match field.ty.shape {
        Shape::Named(id) => Some(id),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => None,
    }
}

fn reaches(held: &[Vec<TypeId>], start: TypeId, end: TypeId) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        if id == end {
            return true;
        }
        if seen.insert(id.0) {
            open.extend(held.get(id.0).into_iter().flatten());
        }
    }
    false
}
