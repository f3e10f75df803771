//! Kinds of values: those that a type has, those that were seen, and a type that has both.

use crate::recordings::ValueShape;
use generator_spec::model::{Api, EnumOf, Field, JsonKind, Parameter, Scalar, Shape, Type, TypeId, TypeKind};

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
    let Some(TypeKind::Fields { extends, .. }) = api.ty(id).map(|ty| &ty.kind) else { return id };
    let named = |base: &String| api.types.iter().position(|ty| ty.name == *base).map(TypeId);
    let has = |id: &TypeId| api.ty(*id).is_some_and(|ty| ty.fields().iter().any(|it| it.wire_name() == name));
    let whole = api.ty(id).and_then(|ty| ty.part_of.as_ref()).and_then(named);
    let base = extends.as_ref().and_then(named).filter(has).or(whole);
    base.map_or(id, |base| declaring(api, base, name))
}

/// The kinds of values in JSON.
const KINDS: [&str; 7] = ["null", "bool", "int", "number", "string", "list", "object"];

/// The kinds without parts, and the others.
pub const SCALARS: &[&str] = KINDS.split_at(5).0;
pub const JSON: &[&str] = KINDS.split_at(5).1;

/// Unions in unions that are looked into.
const DEEPEST: u8 = 8;

/// The number of values of each kind.
fn counts(seen: &ValueShape) -> [u64; 7] {
    let ValueShape { nulls, bools, ints, numbers, texts, lists, objects, .. } = seen;
    [*nulls, *bools, *ints, *numbers, *texts, *lists, *objects]
}

/// Returns whether a type has values of a kind.
pub fn takes(api: &Api, ty: &Shape, kind: &str) -> bool {
    takes_in(api, ty, kind, DEEPEST)
}

fn takes_in(api: &Api, ty: &Shape, kind: &str, deepest: u8) -> bool {
    let scalar = |json: JsonKind| match json {
        JsonKind::String => kind == "string",
        JsonKind::Integer => kind == "int",
        JsonKind::Number => matches!(kind, "int" | "number"),
        JsonKind::Boolean => kind == "bool",
        JsonKind::Object => kind == "object",
        JsonKind::Null => kind == "null",
        JsonKind::Any => true,
    };
    match ty {
        Shape::Scalar(row) => scalar(row.row().json),
        Shape::List(_) => kind == "list",
        Shape::Map(_) => kind == "object",
        Shape::Nullable(inner) => kind == "null" || takes_in(api, inner, kind, deepest),
        Shape::Named(id) => match api.ty(*id).map(|ty| &ty.kind) {
            Some(TypeKind::Fields { .. } | TypeKind::Union { tag: Some(_), .. }) => kind == "object",
            Some(TypeKind::Enum { of: EnumOf::String, .. }) => scalar(JsonKind::String),
            Some(TypeKind::Enum { of: EnumOf::Number | EnumOf::Int, .. }) => scalar(JsonKind::Number),
            Some(TypeKind::Alias { ty, .. }) if deepest > 0 => takes_in(api, &ty.shape, kind, deepest - 1),
            Some(TypeKind::Union { members, .. }) if deepest > 0 => {
                members.iter().any(|it| takes_in(api, &it.ty.shape, kind, deepest - 1))
            }
            Some(TypeKind::Opaque | TypeKind::Alias { .. } | TypeKind::Union { .. }) | None => true,
        },
    }
}

/// The number of values that are of a type's own kinds.
pub fn fitting(api: &Api, ty: &Shape, seen: &ValueShape) -> u64 {
    let all = KINDS.into_iter().zip(counts(seen));
    let own: u64 = all.filter(|(kind, _)| takes(api, ty, kind)).map(|(_, count)| count).sum();
    let is_of_integers = takes(api, ty, "int") && !takes(api, ty, "number");
    own + if is_of_integers { seen.whole.min(seen.numbers) } else { 0 }
}

/// Returns whether a text is a value of a parameter, or an item, although it may be an object: as of a union.
pub fn takes_text(api: &Api, parameter: &Parameter) -> bool {
    let ty = if let Shape::List(item) = &parameter.ty.shape { item } else { &parameter.ty.shape };
    SCALARS.iter().any(|kind| takes(api, ty, kind))
}

/// The samples of these kinds.
pub fn only(kinds: &[&str], seen: &ValueShape) -> ValueShape {
    let mut only = seen.clone();
    let ValueShape { nulls, bools, ints, numbers, texts, lists, objects, .. } = &mut only;
    let counts = [nulls, bools, ints, numbers, texts, lists, objects];
    KINDS.into_iter().zip(counts).filter(|(own, _)| !kinds.contains(own)).for_each(|(_, count)| *count = 0);
    only
}

/// Texts as values of a type: `5` may be a text, and one text a list.
pub fn of_texts(api: &Api, ty: &Shape, mut seen: ValueShape) -> ValueShape {
    let item = |inner: &Shape, seen: ValueShape| Some(Box::new(of_texts(api, inner, seen)));
    match ty {
        Shape::Nullable(inner) => return of_texts(api, inner, seen),
        Shape::List(inner) if seen.lists == 0 => {
            return ValueShape { lists: 1, item: item(inner, seen), ..ValueShape::default() };
        }
        Shape::List(inner) => seen.item = seen.item.and_then(|seen| item(inner, *seen)),
        Shape::Map(value) => {
            seen.fields =
                seen.fields.into_iter().map(|(name, it)| (name, of_texts(api, value, it))).collect();
        }
        Shape::Named(id) => {
            for field in api.ty(*id).map(Type::fields).unwrap_or_default() {
                if let Some(inside) = seen.fields.get_mut(field.wire_name()) {
                    *inside = of_texts(api, &shape(field), std::mem::take(inside));
                }
            }
        }
        Shape::Scalar(_) => {}
    }
    let ValueShape { bools, ints, numbers, texts, empty, .. } = &mut seen;
    match takes(api, ty, "string") {
        true => *texts += [bools, ints, numbers].into_iter().map(std::mem::take).sum::<u64>(),
        false => *texts -= std::mem::take(empty),
    }
    seen
}

/// A type that has what the spec says and what was seen.
pub fn widened(api: &Api, ty: &Shape, seen: &ValueShape) -> String {
    let (ty, is_nullable) = match ty {
        Shape::Nullable(inner) => (&**inner, true),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Named(_) => (ty, false),
    };
    let others = seen.count() - seen.nulls - seen.lost;
    let own = match ty {
        Shape::Scalar(Scalar::Int) if seen.numbers > seen.whole && seen.ints + seen.numbers == others => {
            "number".to_owned()
        }
        _ if fitting(api, ty, &ValueShape { nulls: 0, ..seen.clone() }) < others => return "any".to_owned(),
        Shape::Scalar(_) if ty.text_form().is_some() && seen.unlisted > 0 => "string".to_owned(),
        Shape::List(item) => {
            let item =
                seen.item.as_ref().map_or_else(|| item.notation(&api.types), |seen| widened(api, item, seen));
            format!("List<{item}>")
        }
        Shape::Map(value) => format!("Dictionary<string, {}>", widened(api, value, &seen.merged_fields())),
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => ty.notation(&api.types),
    };
    if is_nullable || seen.nulls > 0 { format!("{own} or null") } else { own }
}

/// The kinds of values, and how often each was seen: `string in 6 of 6`.
pub fn kinds(seen: &ValueShape) -> String {
    let there = KINDS.into_iter().zip(counts(seen)).filter(|(_, count)| *count > 0);
    let each = there.map(|(kind, count)| format!("{kind} in {count} of {}", seen.count()));
    each.collect::<Vec<_>>().join(", ")
}
