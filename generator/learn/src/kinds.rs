//! Kinds of values: those that a type has, those that were seen, and a type that has both.

use crate::recordings::ValueShape;
use generator_spec::model::{Api, EnumOf, Field, JsonKind, Scalar, Shape, TypeId, TypeKind};

/// The type of a field's values in JSON.
pub fn shape(field: &Field) -> Shape {
    let own = match field.list {
        Some(_) => Shape::Scalar(Scalar::String),
        None => field.ty.shape.clone(),
    };
    if field.nullable { Shape::Nullable(Box::new(own)) } else { own }
}

/// The type that says what a field is, of those that another has the fields of.
pub fn declaring(api: &Api, id: TypeId, name: &str) -> TypeId {
    let base = api.ty(id).and_then(|ty| match &ty.kind {
        TypeKind::Fields { extends, .. } => extends.as_ref().or(ty.part_of.as_ref()),
        TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => None,
    });
    let base = base.and_then(|base| api.types.iter().position(|ty| ty.name == *base)).map(TypeId);
    let has = |id: &TypeId| api.ty(*id).is_some_and(|ty| ty.fields().iter().any(|it| it.wire_name() == name));
    base.filter(has).map_or(id, |base| declaring(api, base, name))
}

/// The number of values that are of a type's own kind.
pub fn fitting(api: &Api, ty: &Shape, seen: &ValueShape) -> u64 {
    match ty {
        Shape::Scalar(scalar) => match scalar.row().json {
            JsonKind::String => seen.texts,
            JsonKind::Integer => seen.ints,
            JsonKind::Number => seen.ints + seen.numbers,
            JsonKind::Boolean => seen.bools,
            JsonKind::Object => seen.objects,
            JsonKind::Null => seen.nulls,
            JsonKind::Any => seen.count(),
        },
        Shape::List(_) => seen.lists,
        Shape::Map(_) => seen.objects,
        Shape::Nullable(inner) => fitting(api, inner, &ValueShape { nulls: 0, ..seen.clone() }) + seen.nulls,
        Shape::Named(id) => match api.ty(*id).map(|ty| &ty.kind) {
            Some(TypeKind::Fields { .. }) => seen.objects,
            Some(TypeKind::Enum { of: EnumOf::String, .. }) => seen.texts,
            Some(TypeKind::Enum { of: EnumOf::Number | EnumOf::Int, .. }) => seen.ints + seen.numbers,
            Some(TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. }) | None => seen.count(),
        },
    }
}

/// A type that has what the spec says and what was seen.
pub fn widened(api: &Api, ty: &Shape, seen: &ValueShape) -> String {
    let (ty, is_nullable) = match ty {
        Shape::Nullable(inner) => (&**inner, true),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Named(_) => (ty, false),
    };
    let others = seen.count() - seen.nulls - seen.lost;
    let own = match ty {
        Shape::Scalar(Scalar::Int) if seen.numbers > 0 && seen.ints + seen.numbers == others => {
            "number".to_owned()
        }
        _ if fitting(api, ty, seen) < others => return "any".to_owned(),
        Shape::List(item) => {
            let item =
                seen.item.as_ref().map_or_else(|| notation(api, item), |seen| widened(api, item, seen));
            format!("List<{item}>")
        }
        Shape::Map(value) => format!("Dictionary<string, {}>", widened(api, value, &seen.merged_fields())),
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => notation(api, ty),
    };
    if is_nullable || seen.nulls > 0 { format!("{own} or null") } else { own }
}

/// A type, as a spec writes it.
pub fn notation(api: &Api, ty: &Shape) -> String {
    match ty {
        Shape::Scalar(scalar) => scalar.row().names[0].to_owned(),
        Shape::List(item) => format!("List<{}>", notation(api, item)),
        Shape::Map(value) => format!("Dictionary<string, {}>", notation(api, value)),
        Shape::Nullable(inner) => format!("{} or null", notation(api, inner)),
        Shape::Named(id) => api.ty(*id).map_or_else(String::new, |ty| ty.name.clone()),
    }
}

/// The kinds of values, and how often each was seen: `string in 6 of 6`.
pub fn kinds(seen: &ValueShape) -> String {
    let ValueShape { nulls, bools, ints, numbers, texts, lists, objects, .. } = seen;
    let all = [
        ("null", nulls),
        ("bool", bools),
        ("int", ints),
        ("number", numbers),
        ("string", texts),
        ("list", lists),
        ("object", objects),
    ];
    let there = all.into_iter().filter(|(_, count)| **count > 0);
    let each = there.map(|(kind, count)| format!("{kind} in {count} of {}", seen.count()));
    each.collect::<Vec<_>>().join(", ")
}
