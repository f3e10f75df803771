//! types.yaml, and the message and envelope that api.yaml builds on it.

use indexmap::IndexMap;

use crate::diagnostics::{At, Faults};
use crate::load::Loaded;
use crate::load::source::{ApiFile, FieldSource, Terse, TypeSource, TypesFile, ValuesSource};
use crate::model::{EnumOf, Field, Message, Presence, Scalar, Shape, Status, Type, TypeKind, Variant};
use crate::naming;

use super::names::{Names, is_renamed};
use super::scope::{Scope, TypeNames, did_you_mean};
use super::{literals, recursion};

/// Resolves every type, in the order of the file.
pub fn resolve(
    file: Option<&Loaded<TypesFile>>,
    known: &TypeNames,
    names: &mut Names,
    faults: &mut Faults,
) -> Vec<Type> {
    let Some(file) = file else { return Vec::new() };
    let entries = file.value.iter().enumerate();
    let mut types: Vec<Type> = entries
        .map(|(index, (name, Terse(source)))| {
            let at = file.at().item(index);
            let ours = name.trim_end_matches("_*");
            let rust = names.take(ours, source.rust.as_deref(), naming::type_name, (at, at.key()), faults);
            Type {
                name: name.clone(),
                rust,
                renamed: is_renamed(source.rust.as_deref(), &naming::type_name(ours)),
                doc: source.doc.clone().or_else(|| source.opaque.clone()),
                unnamed: source.unnamed,
                kind: kind(source, known, at, faults),
                source: source.source.clone(),
            }
        })
        .collect();
    recursion::box_fields(&mut types);
    types
}

fn kind(source: &TypeSource, known: &TypeNames, at: At<'_>, faults: &mut Faults) -> TypeKind {
    let is_opaque = source.word.as_deref() == Some("opaque") || source.opaque.is_some();
    match (is_opaque, &source.fields, &source.values) {
        (true, None, None) => TypeKind::Opaque,
        (false, Some(fields), None) => TypeKind::Fields {
            status: source.source.as_ref().map_or(source.status, |_| Status::Elsewhere),
            fields: self::fields(fields, known, at.get("fields"), faults),
        },
        (false, None, Some(values)) => enumeration(source, values, at, faults),
        _ => {
            faults.push(
                at,
                "a type is exactly one of three",
                "write `opaque`, `fields: {...}`, or `of:` and `values:`",
            );
            TypeKind::Opaque
        }
    }
}

fn fields(
    source: &IndexMap<String, Terse<FieldSource>>,
    known: &TypeNames,
    at: At<'_>,
    faults: &mut Faults,
) -> Vec<Field> {
    let mut rust_names = Names::type_fields();
    let entries = source.iter().enumerate();
    entries
        .map(|(index, (name, Terse(field)))| {
            let at = at.item(index);
            let read = known.read(&field.notation, at.get("type"), faults);
            if read.json
                || read.presence == Presence::Optional
                || read.ty.shape == Shape::Scalar(Scalar::File)
            {
                let help = "write the type alone, or with ` or null`: every field may be absent";
                faults.push(at.get("type"), "a field has no `(JSON)` and no `?`, and is no file", help);
            }
            check_secret(field.secret, &read.ty.shape, at, faults);
            Field {
                name: name.clone(),
                rust: rust_names.take(name, field.rust.as_deref(), naming::field, (at, at.key()), faults),
                renamed: is_renamed(field.rust.as_deref(), &naming::field(name)),
                ty: read.ty,
                nullable: read.nullable,
                doc: field.doc.clone(),
                secret: field.secret,
                boxed: false,
            }
        })
        .collect()
}

/// Only texts can be marked; opaque types are always hidden.
pub fn check_secret(secret: bool, shape: &Shape, at: At<'_>, faults: &mut Faults) {
    if secret && *shape != Shape::Scalar(Scalar::String) {
        let help =
            "only a `string` can be marked: opaque types are always hidden, of other types mark the fields";
        faults.push(at.get("secret"), "a secret that is no string", help);
    }
}

fn enumeration(source: &TypeSource, values: &ValuesSource, at: At<'_>, faults: &mut Faults) -> TypeKind {
    let of = match source.of.as_deref() {
        Some("string") => EnumOf::String,
        Some("number") => EnumOf::Number,
        _ => {
            faults.push(at.get("of"), "what are the values?", "write `of: string` or `of: number`");
            EnumOf::String
        }
    };
    let written: Vec<_> = match values {
        ValuesSource::List(list) => list.iter().map(|value| (None, value)).collect(),
        ValuesSource::Constants(map) => map.iter().map(|(name, value)| (Some(name), value)).collect(),
    };
    let mut rust_names = Names::variants();
    let help = "name the values: `values: {NAME: value}`, each name once";
    let variants = written.into_iter().enumerate().map(|(index, (constant, value))| {
        let at = at.get("values").item(index);
        let before = faults.len();
        let value = literals::listed(value, of, at, faults);
        let name = constant.cloned().unwrap_or_else(|| value.text());
        let mut rust = naming::type_name(&name);
        if faults.len() == before {
            rust = rust_names.claim(&name, rust, help, at, faults);
        }
        Variant { constant: constant.cloned(), rust, value }
    });
    TypeKind::Enum { of, variants: variants.collect() }
}

/// The message type, with the fields that play its roles.
pub fn message(file: &ApiFile, scope: &Scope<'_>, at: At<'_>, faults: &mut Faults) -> Option<Message> {
    let source = file.message.as_ref()?;
    let at = at.get("message");
    let Some(type_id) = scope.type_names.find(&source.type_name) else {
        let help =
            did_you_mean(&source.type_name, scope.type_names.all(), "add it to types.yaml, with fields");
        faults.push(at.get("type"), format!("unknown type `{}`", source.type_name), help);
        return None;
    };
    for (role, field) in [("status", &source.status), ("text", &source.text)] {
        if !has_field(scope.types.get(type_id.0), field) {
            let title = format!("`{}` has no field `{field}`", source.type_name);
            faults.push(at.get(role), title, "name a field of that type, or add it in types.yaml");
        }
    }
    Some(Message { type_id, status: source.status.clone(), text: source.text.clone() })
}

fn has_field(ty: Option<&Type>, name: &str) -> bool {
    match ty.map(|ty| &ty.kind) {
        Some(TypeKind::Fields { fields, .. }) => fields.iter().any(|field| field.name == name),
        _ => false,
    }
}
