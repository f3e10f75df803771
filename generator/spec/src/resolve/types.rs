//! types.yaml, and the message that api.yaml builds on it.

use indexmap::IndexMap;

use crate::diagnostics::At;
use crate::keywords::{TYPE_FIELDS, VARIANTS};
use crate::load::source::{FieldSource, Shorthand, TypeSource, ValuesSource};
use crate::model::{
    EnumOf, Field, JsonKind, Message, Presence, Scalar, Shape, Status, Type, TypeId, TypeKind, TypeRef,
    Variant,
};
use crate::naming;

use super::names::RustNames;
use super::scope::Scope;
use super::together::{self, Map};
use super::{defaults, deprecations, extends, literals, places, ranges, recursion, styles, unions};

/// Resolves every type, in the order of the file.
pub fn resolve(scope: &mut Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let entries = file.value.iter().zip(file.at().items());
    let types = entries.map(|((name, Shorthand(source)), at)| {
        // An alias is no type in Rust.
        let (rust, renamed) = match source.alias() {
            Some(_) => (usual_name(name), false),
            None => scope.rust.take(name, source.rust.as_ref(), usual_name(name), (at, at.key())),
        };
        Type {
            name: name.clone(),
            rust,
            renamed,
            doc: source.doc.clone().or_else(|| source.opaque.clone().filter(|text| !text.is_empty())),
            deprecated: deprecations::resolve(source.deprecated.as_ref(), scope, at.get("deprecated")),
            unnamed: source.unnamed,
            kind: kind(source, scope, at),
            source: fields_overlay(at).cloned(),
            part_of: None,
            in_rust: true,
        }
    });
    scope.types = types.collect();
    check_joined(scope);
    extends::complete(scope);
    unions::name_members(scope);
    recursion::box_fields(&mut scope.types);
    unions::check(scope);
    defaults::check_fields(scope);
    deprecations::check_types(scope);
}

/// The Rust name of a type, unless the spec says another.
pub fn usual_name(name: &str) -> String {
    naming::type_name(name.trim_end_matches("_*"))
}

/// The source of the overlay that a type, or all that is known of its fields, is from.
fn fields_overlay(at: At<'_>) -> Option<&String> {
    at.overlay().or_else(|| at.find("fields")?.overlay())
}

/// The kinds of types, in words.
const KINDS: &str = "a type needs exactly one of `opaque`, `fields`, `union`, `values`, `list`, `map` and an `of` without values";

fn kind(source: &TypeSource, scope: &Scope<'_>, at: At<'_>) -> TypeKind {
    let is_opaque = source.word.as_deref() == Some("opaque") || source.opaque.is_some();
    let has_fields = source.fields.is_some() || source.extends.is_some() || source.additional.is_some();
    let parts =
        [source.list.is_some(), source.map.is_some(), source.union.is_some(), source.values.is_some()];
    let kinds = [is_opaque, has_fields].into_iter().chain(parts).filter(|is_it| *is_it).count();
    let alias = source.alias().filter(|_| kinds == 0 || kinds == 1 && source.of.is_none());
    if let Some(notation) = alias {
        together::check(Map::Alias, at, scope);
        return self::alias(source, &notation, scope, at);
    }
    if kinds == 1 {
        together::check(Map::Type, at, scope);
    }
    match (is_opaque, has_fields, &source.values, &source.union) {
        (true, false, None, None) if kinds == 1 => {
            check_opaque(source, scope, at);
            TypeKind::Opaque
        }
        (false, true, None, None) if kinds == 1 => with_fields(source, scope, at),
        (false, false, Some(values), None) if kinds == 1 => enumeration(source, values, scope, at),
        (false, false, None, Some(union)) if kinds == 1 => unions::resolve(source, union, scope, at),
        _ => {
            let help = "write `opaque`, `fields: {...}`, `union: [...]`, `of:` and `values:`, or `of:`, `list:` or `map:` with limits";
            scope.errors.push(
                at.lacking(&["fields", "values", "opaque", "union", "list", "map"]),
                KINDS,
                help,
            );
            TypeKind::Opaque
        }
    }
}

/// Another type with limits.
fn alias(source: &TypeSource, notation: &str, scope: &Scope<'_>, at: At<'_>) -> TypeKind {
    let at_type = ["of", "list", "map"].into_iter().find_map(|key| at.find(key)).unwrap_or(at);
    let read = scope.read(notation, at_type);
    read.check_plain("the type of an alias", scope, at_type);
    if source.of.is_some() && !matches!(read.ty.shape, Shape::Scalar(_)) {
        let help = "write a text, a number or another type of values without parts; `list:` or `map:` with the type of what is in it; or use that type itself";
        let title = format!("`{notation}` is not a simple type");
        scope.errors.push(at_type.poisoned_if(read.is_lost), title, help);
    }
    let sound = at.poisoned_if(read.is_lost);
    let range = ranges::resolve(source.limits(), &read.ty, scope, sound);
    let keys = source.keys.as_ref().map(|keys| {
        let at = at.get("keys");
        let read = scope.read(keys, at);
        read.check_plain("the type of keys", scope, at);
        let is_text = matches!(read.ty.shape, Shape::Scalar(it) if it.row().json == JsonKind::String);
        if read.nullable || !is_text {
            let help = "write a type of texts: `Key: {of: string, pattern: ...}`";
            scope.errors.push(at.poisoned_if(read.is_lost), "the keys of a map are texts", help);
        }
        read.ty
    });
    TypeKind::Alias { ty: read.into_type(), keys, range }
}

/// An opaque type has one text.
fn check_opaque(source: &TypeSource, scope: &Scope<'_>, at: At<'_>) {
    if source.opaque.as_ref().is_some_and(|text| !text.is_empty()) {
        scope.refuse(&["doc"], "a type whose text is in `opaque`", "keep one of the two texts", at);
    }
}

fn with_fields(source: &TypeSource, scope: &Scope<'_>, at: At<'_>) -> TypeKind {
    let none = IndexMap::new();
    let additional = source.additional.as_ref().map(|notation| {
        let at = at.get("additional");
        let read = scope.read(notation, at);
        read.check_plain("the type of additional fields", scope, at);
        read.into_type()
    });
    let object = TypeRef::new("object", Shape::Scalar(Scalar::Object));
    TypeKind::Fields {
        range: ranges::resolve(source.limits(), &object, scope, at),
        status: fields_overlay(at).map_or(source.status, |_| Status::Elsewhere),
        fields: fields(source.fields.as_ref().unwrap_or(&none), scope, at.get("fields")),
        extends: source.extends.clone(),
        additional,
        closed: source.closed,
    }
}

fn fields(source: &IndexMap<String, Shorthand<FieldSource>>, scope: &Scope<'_>, at: At<'_>) -> Vec<Field> {
    let rust_names = RustNames::new(TYPE_FIELDS, scope.errors);
    let entries = source.iter().zip(at.items());
    entries.map(|((name, Shorthand(source)), at)| field(name, source, scope, &rust_names, at)).collect()
}

fn field(
    name: &str,
    source: &FieldSource,
    scope: &Scope<'_>,
    rust_names: &RustNames<'_>,
    at: At<'_>,
) -> Field {
    let read = scope.read(&source.notation, at.get("type"));
    if read.json || read.presence == Presence::Optional || read.is_file() {
        let help = "write the type alone or with ` or null`: any field may be absent";
        scope.errors.push(at.get("type"), "a field cannot be `(JSON)`, `?` or a file", help);
    }
    let sound = at.poisoned_if(read.is_lost);
    check_secret(source.secret, &read.ty.shape, scope, sound);
    if let Some(value) = &source.value {
        literals::check_typed(value, &read.ty, sound.get("value"), scope.errors);
    }
    together::check(Map::Field, at, scope);
    check_json_name(source.sent_as.as_ref(), scope, at.get("sent_as"));
    let usual = naming::field(name);
    let (rust, renamed) = rust_names.take(name, source.rust.as_ref(), usual, (at, at.key()));
    let field = Field {
        name: name.to_owned(),
        sent_as: source.sent_as.clone(),
        required: false,
        required_inferred: false,
        is_kept: false,
        is_option: true,
        is_argument: false,
        constant: source.value.clone(),
        range: ranges::resolve(source.limits(), &read.ty, scope, sound),
        // Whether a lost type is a list is not known.
        list: source.list.filter(|_| !read.is_lost),
        only: source.only,
        rust,
        renamed,
        ty: read.ty,
        nullable: read.nullable,
        doc: source.doc.clone(),
        since: scope.version(source.since.as_ref(), at.get("since")),
        deprecated: deprecations::resolve(source.deprecated.as_ref(), scope, at.get("deprecated")),
        default: source.default.clone().filter(|_| !read.is_lost),
        secret: source.secret,
        source: at.overlaid(),
        boxed: false,
    };
    claim_null_setter(&field, rust_names, at.key());
    field
}

/// Takes the name of the method that sets a field to null.
pub fn claim_null_setter(field: &Field, rust_names: &RustNames<'_>, at: At<'_>) {
    if let Some(setter) = field.null_setter() {
        rust_names.follow(&field.name, setter, at);
    }
}

/// Only lists of what can be a text are one text, and something is between the items.
fn check_joined(scope: &Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    let fields = scope.types.iter().zip(file.at().items());
    let fields = fields.flat_map(|(ty, at)| ty.fields().iter().zip(at.get("fields").items()));
    for (field, at) in fields {
        let Some(style) = field.list else { continue };
        let is_flat = matches!(&field.ty.shape, Shape::List(item) if places::is_text(item, scope));
        if !is_flat || style.between().is_none() {
            let help = "write `comma`, `space`, `pipe` or `newline`, and a list of texts, numbers or listed values as the type";
            scope.errors.push(at.get("list"), "this list is not one text", help);
        }
        styles::check_between(style, &field.ty.shape, scope, at.get("list"));
    }
}

/// A name in JSON may be any text that can be printed.
fn check_json_name(name: Option<&String>, scope: &Scope<'_>, at: At<'_>) {
    if let Some(name) = name.filter(|name| name.is_empty() || name.contains(char::is_control)) {
        let help = "write the name that the field has in JSON";
        scope.errors.push(at, format!("`{name}` is not the name of a field"), help);
    }
}

/// Checks a mark as secret: only texts can have one, and opaque types are always hidden.
pub fn check_secret(secret: bool, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    if secret && *shape != Shape::Scalar(Scalar::String) {
        let help = "mark the type's fields instead; an opaque type is always hidden";
        scope.errors.push(at.get("secret"), "a secret must be a `string`", help);
    }
}

fn enumeration(source: &TypeSource, values: &ValuesSource, scope: &Scope<'_>, at: At<'_>) -> TypeKind {
    let of = source.of.as_deref().map(EnumOf::named);
    let help = "write `of: string`, `of: int` or `of: number`";
    match &of {
        None => scope.errors.push(at.get("of"), "missing key `of`", help),
        Some(None) => scope.errors.push(at.get("of"), "listed values are texts or numbers", help),
        Some(Some(_)) => {}
    }
    let at = at.poisoned_if(of.flatten().is_none());
    let of = of.flatten().unwrap_or(EnumOf::String);
    let written: Vec<_> = match values {
        ValuesSource::List(list) => list.iter().map(|value| (None, value.as_ref())).collect(),
        ValuesSource::Constants(map) => {
            map.iter().map(|(name, value)| (Some(name), value.as_ref())).collect()
        }
    };
    let rust_names = RustNames::new(VARIANTS, scope.errors);
    let help = "name the values, each name once: `values: {NAME: value}`";
    let entries = written.into_iter().zip(at.get("values").items());
    let variants = entries.filter_map(|((constant, value), at)| {
        let Some(value) = value else {
            let help = "write `or null` after the type where it is used; quote it if it is a text";
            scope.errors.push(at, "null is not a listed value", help);
            return None;
        };
        let before = scope.errors.len();
        literals::check_listed(value, of, at, scope.errors);
        let name = constant.cloned().unwrap_or_else(|| value.text());
        let mut rust = naming::type_name(&name);
        if scope.errors.len() == before {
            rust = rust_names.claim(&name, rust, help, at);
        }
        Some(Variant { constant: constant.cloned(), rust, value: value.clone(), deprecated: None })
    });
    let mut kind = TypeKind::Enum { of, closed: source.closed, variants: variants.collect() };
    deprecations::of_values(&mut kind, source, scope, at);
    kind
}

/// The names on the wire of a field and of those around it, which dots separate.
fn wire_path(id: TypeId, path: &str, scope: &Scope<'_>) -> Option<String> {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let field = scope.ty(id)?.fields().iter().find(|it| it.name == path || it.name == name)?;
    if rest.is_empty() || field.name == path {
        return Some(field.wire_name().to_owned());
    }
    let inner = match &field.ty.shape {
        Shape::List(item) | Shape::Nullable(item) => item,
        shape => shape,
    };
    let Shape::Named(inner) = inner else { return None };
    Some(format!("{}.{}", field.wire_name(), wire_path(*inner, rest, scope)?))
}

/// The message type, with the fields that play its roles.
pub fn message(scope: &Scope<'_>) -> Option<Message> {
    let source = scope.api().message.as_ref()?;
    let at = scope.at().get("message");
    let name = &source.type_name;
    let Some(type_id) = scope.type_id(name) else {
        let help = "add it to types.yaml, with fields";
        let at = at.poisoned_if(scope.source.loses_type(name));
        scope.errors.unknown(at.get("type"), "type", name, scope.type_names(), help);
        return None;
    };
    let field = |role: &str, name_of_field: &String| {
        let found = wire_path(type_id, name_of_field, scope);
        if found.is_none() {
            let help = "use a field of that type, or add it in types.yaml";
            let at = at.get(role).poisoned_if(scope.source.loses_field(name, name_of_field));
            scope.errors.push(at, format!("`{name}` has no field `{name_of_field}`"), help);
        }
        found
    };
    let (status, text) = (source.status.as_ref().map(|it| field("status", it)), field("text", &source.text));
    Some(Message { type_id, status: status.flatten(), text: text.unwrap_or_else(|| source.text.clone()) })
}
