//! Types as schemas.

use serde_json::Value;

use super::extensions;
use super::json::{Object, reference};
use super::names::Book;
use super::patterns::portable;
use super::words::Words;
use crate::emit::common::doc::{code, escape};
use generator_spec::facts::{self, Piece, ToJson};
use generator_spec::model::{
    Deprecation, EnumOf, Field, JsonKind, Limits, Member, Only, Range, Scalar, ScalarRow, Shape, Status,
    Type, TypeId, TypeKind, TypeRef, Variant,
};

/// Every type of the API.
pub fn types(book: &Book<'_>) -> Object {
    let ids = (0..book.api.types.len()).map(TypeId);
    let named = book.api.types.iter().zip(ids);
    let schema = |ty: &Type| schema(book, ty).and(deprecation(ty.deprecated.as_ref()));
    named.map(|(ty, id)| (book.names.of_type(id).to_owned(), schema(ty).into())).collect()
}

fn schema(book: &Book<'_>, ty: &Type) -> Object {
    let doc = ty.doc.as_deref();
    match &ty.kind {
        TypeKind::Opaque => Object::default()
            .with("type", "object")
            .description([NO_FIELDS].into_iter().chain(doc))
            .with("additionalProperties", true),
        TypeKind::Union { tag: Some(tag), content: Some(content), members, .. } => {
            let member = |it: &Member| adjacent(book, [tag, content], it).into();
            let members: Vec<Value> = members.iter().map(member).collect();
            Object::default().description(doc).with("anyOf", members)
        }
        TypeKind::Union { tag: Some(tag), members, .. } => tagged(book, ty, tag, members),
        TypeKind::Union { tag: None, members, .. } => {
            let members: Vec<Value> = members.iter().map(|it| of(book, &it.ty).into()).collect();
            Object::default().description(doc).with("anyOf", members)
        }
        TypeKind::Fields { fields, .. } => {
            let required = fields.iter().filter(|it| it.required).map(Field::wire_name);
            let guessed = fields.iter().filter(|it| it.required_inferred).map(Field::wire_name);
            object(book, ty)
                .filled("required", required.collect::<Vec<_>>())
                .filled("x-required-inferred", guessed.collect::<Vec<_>>())
        }
        TypeKind::Alias { ty: target, keys, range: own } => {
            let keys = keys.as_ref().map(|keys| of(book, keys));
            let limited = |shape: &Shape| {
                let schema = self::shape(book, shape, &target.limits).and(range(own, shape));
                schema.maybe("propertyNames", keys.clone())
            };
            let schema = match &target.shape {
                Shape::Nullable(inner) => nullable(limited(inner)),
                shape => limited(shape),
            };
            Object::default().description(doc).flag("x-unnamed", ty.unnamed).and(schema)
        }
        TypeKind::Enum { of, variants, .. } => {
            let of = type_of(*of, ty);
            let listed = listed(of, variants);
            let values = if book.api.is_closed(ty) { listed } else { open(of, listed) };
            let deprecated =
                variants.iter().filter(|it| it.deprecated.is_some()).map(|it| it.value.to_json());
            Object::default()
                .description(doc)
                .flag("x-unnamed", ty.unnamed)
                .and(values)
                .filled("x-deprecated-values", deprecated.collect::<Vec<_>>())
        }
    }
}

/// The schema of a type with fields, without those that are required.
fn object(book: &Book<'_>, ty: &Type) -> Object {
    let TypeKind::Fields { status, fields, additional, range: own, closed, .. } = &ty.kind else {
        return schema(book, ty);
    };
    let properties = fields.iter().map(|it| (it.wire_name().to_owned(), field(book, it)));
    Object::default()
        .with("type", "object")
        .description(ty.doc.as_deref())
        .maybe("x-status", self::status(*status))
        .with("properties", properties.collect::<Object>())
        .and(range(own, &Shape::Scalar(Scalar::Object)))
        .maybe("additionalProperties", additional.as_ref().map(|ty| of(book, ty)))
        .maybe("additionalProperties", closed.then_some(false))
}

/// A member of a union whose content is in a field beside the tag.
fn adjacent(book: &Book<'_>, [tag, content]: [&str; 2], it: &Member) -> Object {
    let value = Object::default().with("const", it.value.as_deref().unwrap_or_default());
    let properties = Object::default().with(tag, value).with(content, of(book, &it.ty));
    let required = vec![tag.to_owned(), content.to_owned()];
    Object::default().with("type", "object").with("properties", properties).with("required", required)
}

/// A union with a tag. The union says it, unless all members do: without it, several may fit.
fn tagged(book: &Book<'_>, ty: &Type, tag: &str, members: &[Member]) -> Object {
    let shapes: Vec<Value> = members.iter().map(|it| of(book, &it.ty).into()).collect();
    let object = Object::default().description(ty.doc.as_deref());
    let union = if members.iter().all(|it| has_tag(book, &it.ty.shape, tag)) {
        object.with("oneOf", shapes)
    } else {
        let values: Vec<&str> = members.iter().filter_map(|it| it.value.as_deref()).collect();
        let field = Object::default().with("type", "string").with("enum", values);
        object
            .with("type", "object")
            .with("properties", Object::default().with(tag, field))
            .with("required", vec![tag.to_owned()])
            .with("anyOf", shapes)
    };
    let mapping = members.iter().filter_map(|it| {
        let target = of(book, &it.ty).take("$ref")?;
        Some((it.value.clone()?, target))
    });
    let mapping = mapping.collect::<Object>();
    union.with("discriminator", Object::default().with("propertyName", tag).filled("mapping", mapping))
}

/// True if a value of this shape always has its own value of the tag.
fn has_tag(book: &Book<'_>, shape: &Shape, tag: &str) -> bool {
    let kind = |shape: &Shape| shape.named().and_then(|id| book.api.ty(id)).map(|ty| &ty.kind);
    let is_it = |it: &Field| it.wire_name() == tag && it.required && it.constant.is_some();
    let says = |shape: &Shape| matches!(kind(shape), Some(TypeKind::Fields { fields, .. }) if fields.iter().any(is_it));
    let of_union = |members: &[Member]| members.iter().all(|it| says(&it.ty.shape));
    says(shape) || matches!(kind(shape), Some(TypeKind::Union { members, .. }) if of_union(members))
}

/// The limits of a value.
pub fn range(range: &Range, shape: &Shape) -> Object {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of, min_length, max_length, .. } = range;
    let Range { min_items, max_items, unique, pattern, .. } = range;
    let [fewest, most] = match shape {
        Shape::List(_) => ["minItems", "maxItems"],
        Shape::Map(_) | Shape::Scalar(_) | Shape::Named(_) | Shape::Nullable(_) => {
            ["minProperties", "maxProperties"]
        }
    };
    Object::default()
        .maybe("minimum", min.as_ref().map(ToJson::to_json))
        .maybe("maximum", max.as_ref().map(ToJson::to_json))
        .maybe("exclusiveMinimum", exclusive_min.as_ref().map(ToJson::to_json))
        .maybe("exclusiveMaximum", exclusive_max.as_ref().map(ToJson::to_json))
        .maybe("multipleOf", multiple_of.as_ref().map(ToJson::to_json))
        .maybe("minLength", *min_length)
        .maybe("maxLength", *max_length)
        .maybe(fewest, *min_items)
        .maybe(most, *max_items)
        .flag("uniqueItems", *unique)
        .maybe("pattern", pattern.as_deref().and_then(portable))
        .maybe("x-pattern", pattern.clone().filter(|it| portable(it).is_none()))
}

/// The mark of an origin; documented facts have none.
pub fn status(status: Status) -> Option<&'static str> {
    (status != Status::Documented).then(|| status.name())
}

const NO_FIELDS: &str = "The documents don't show its fields.";

fn field(book: &Book<'_>, field: &Field) -> Value {
    let schema = match field.list {
        Some(_) => Object::default().with("type", "string"),
        None => of(book, &field.ty).and(range(&field.range, &field.ty.shape)),
    };
    let schema = schema.maybe("const", field.constant.as_ref().map(ToJson::to_json));
    let says_null = field.ty.limits.of.is_some_and(|id| is_nullable(book, id));
    let schema = if field.nullable && !says_null { nullable(schema) } else { schema };
    let schema = schema.maybe("default", field.wire_default());
    let schema = if field.secret { secret(schema) } else { schema };
    let since = field.since.map(|version| version.to_string());
    let schema = match field.only {
        Some(Only::Read) => schema.with("readOnly", true),
        Some(Only::Write) => schema.with("writeOnly", true),
        None => schema,
    };
    // The facts about a parameter say it.
    let own = field.range.pattern.as_deref().filter(|it| portable(it).is_none());
    let own = own.map(|it| format!("Matches {}.", code(it)));
    let known = Words(book.api).deprecation(field.deprecated.as_ref());
    let texts = field.doc.as_deref().map(escape).into_iter().chain(known).chain(own);
    let schema = schema.paragraphs(texts.collect()).maybe("x-since", since);
    schema.and(deprecation(field.deprecated.as_ref())).into()
}

/// The mark of a deprecation, and what is known of it.
pub fn deprecation(deprecated: Option<&Deprecation>) -> Object {
    let facts = deprecated.map(|it| facts::of_deprecation(it, Piece::Code)).unwrap_or_default();
    Object::default().flag("deprecated", deprecated.is_some()).and(extensions::of(&facts))
}

/// The listed values of an enum.
fn listed(of: &str, variants: &[Variant]) -> Object {
    let names: Option<Vec<&str>> = variants.iter().map(|it| it.constant.as_deref()).collect();
    Object::default()
        .with("type", of)
        .with("enum", variants.iter().map(|it| it.value.to_json()).collect::<Vec<_>>())
        .maybe("x-enum-varnames", names)
}

/// Values that are not listed are allowed too.
fn open(of: &str, listed: Object) -> Object {
    let any = Object::default().with("type", of);
    Object::default().with("anyOf", vec![Value::from(listed), any.into()])
}

fn type_of(of: EnumOf, ty: &Type) -> &'static str {
    match of {
        EnumOf::String => "string",
        EnumOf::Number if ty.has_fractions() => "number",
        EnumOf::Number | EnumOf::Int => "integer",
    }
}

/// A use of a type.
pub fn of(book: &Book<'_>, ty: &TypeRef) -> Object {
    shape(book, &ty.shape, &ty.limits)
}

/// A shape with the limits that types in it have: an alias is a schema of its own.
fn shape(book: &Book<'_>, shape: &Shape, limits: &Limits) -> Object {
    let object = Object::default();
    let none = Limits::default();
    let inner = limits.inner.as_deref().unwrap_or(&none);
    match (shape, limits.of) {
        (Shape::Nullable(inner), None) => nullable(self::shape(book, inner, limits)),
        (Shape::Nullable(inner), Some(id)) if !is_nullable(book, id) => {
            nullable(self::shape(book, inner, limits))
        }
        (_, Some(id)) => reference("schemas", book.names.of_type(id)),
        (Shape::Named(id), None) => reference("schemas", book.names.of_type(*id)),
        (Shape::Scalar(it), None) => scalar(*it),
        (Shape::List(item), None) => {
            object.with("type", "array").with("items", self::shape(book, item, inner))
        }
        (Shape::Map(entry), None) => {
            object.with("type", "object").with("additionalProperties", self::shape(book, entry, inner))
        }
    }
}

/// Returns whether an alias says that a value can be null.
fn is_nullable(book: &Book<'_>, id: TypeId) -> bool {
    let kind = book.api.ty(id).map(|ty| &ty.kind);
    matches!(kind, Some(TypeKind::Alias { ty, .. }) if matches!(ty.shape, Shape::Nullable(_)))
}

fn scalar(scalar: Scalar) -> Object {
    let ScalarRow { json, format, .. } = scalar.row();
    let of_type = |name: &str| Object::default().with("type", name).maybe("format", *format);
    match json {
        JsonKind::String => of_type("string"),
        JsonKind::Integer => of_type("integer"),
        JsonKind::Number => of_type("number"),
        JsonKind::Boolean => of_type("boolean"),
        JsonKind::Any => Object::default(),
        JsonKind::Object => of_type("object").with("additionalProperties", true),
        JsonKind::Null => of_type("null"),
    }
}

/// The schema, or null.
pub fn nullable(schema: Object) -> Object {
    let null = Object::default().with("type", "null");
    Object::default().with("anyOf", vec![Value::from(schema), null.into()])
}

/// Marks what must never be shown; tools know the format of a text.
pub fn secret(schema: Object) -> Object {
    let format = schema.is_plain_text().then_some("password");
    schema.maybe("format", format).with("x-secret", true)
}
