//! The resolved model of an API as JSON, for other tools.
//!
//! The shape is documented in `FORMATS.md` and held by a test. Types are
//! in the documents' notation; rows without a name have `name: null`.

use serde_json::{Map, Value, json};

use crate::model::{
    Api, Auth, AuthBlock, BlockPlace, Format, Gate, Group, Literal, Note, Operation, Parameter, Path,
    PathConvention, Presence, RequestEncoding, Returns, Row, Type, TypeId, TypeKind, Unnamed, Version, Wire,
};

/// The model of one API.
#[must_use]
pub fn export(api: &Api) -> Value {
    let rows = api.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)));
    json!({
        "name": api.name,
        "title": api.title,
        "about": api.about,
        "base_url": api.base_url,
        "documents": api.documents,
        "method": api.method,
        "encoding": {
            "kind": encoding(api.encoding.kind),
            "status": api.encoding.status.name(),
            "rules": api.encoding.rules,
        },
        "auth": api.blocks.iter().map(|it| block(api, it)).collect::<Vec<_>>(),
        "gates": api.gates.iter().map(gate).collect::<Vec<_>>(),
        "message": api.message.as_ref().map(|message| json!({
            "type": type_name(api, message.type_id),
            "status": message.status,
            "text": message.text,
        })),
        "envelope": api.envelope.as_ref().map(|it| json!({
            "type": it.name, "status": it.status, "ok": it.ok, "error": it.error, "code": it.code, "data": it.data,
        })),
        "path_convention": api.convention.as_ref().map(convention),
        "operations": rows.map(|(group, row)| self::row(api, group, row)).collect::<Vec<_>>(),
        "types": api.types.iter().map(ty).collect::<Vec<_>>(),
        "constants": api.constants.iter().map(|it| json!({
            "name": it.name, "rust": it.rust, "type": it.ty.notation, "value": literal(&it.value),
            "doc": it.doc,
        })).collect::<Vec<_>>(),
        "resources": api.resources.iter().map(|it| json!({
            "name": it.name, "identified_by": it.identified_by, "given": it.given,
        })).collect::<Vec<_>>(),
        "states": api.states.iter().map(|it| json!({
            "subject": it.subject, "state": it.state, "trigger": it.trigger,
            "condition": it.condition, "next": it.next, "also": it.also,
        })).collect::<Vec<_>>(),
        "limits": api.limits.iter().map(|it| json!({
            "limit": it.limit, "applies_to": it.applies_to,
        })).collect::<Vec<_>>(),
        "version_changes": api.version_changes.iter().map(|it| json!({
            "version": version(it.version), "operations": it.operations, "change": it.change,
        })).collect::<Vec<_>>(),
        "topics": api.topics,
        "not_shown": api.not_shown.iter().map(|it| json!({
            "what": it.what, "where": it.place,
        })).collect::<Vec<_>>(),
        "notes": notes(&api.notes),
        "overlays": api.overlays.iter().map(|it| json!({
            "name": it.name, "source": it.source,
        })).collect::<Vec<_>>(),
    })
}

fn gate(gate: &Gate) -> Value {
    json!({
        "code": gate.code,
        "doc": gate.doc,
        "auth": gate.auth.as_ref().map(auth),
        "asks": gate.asks.as_ref().map(|asks| json!({
            "kind": asks.kind.name(), "method": asks.method, "credential": asks.credential,
        })),
    })
}

fn convention(convention: &PathConvention) -> Value {
    json!({
        "prefix": convention.prefix,
        "words": convention.words,
        "rules": convention.rules.iter().map(|rule| json!({
            "rule": rule.rule, "as_in": rule.as_in, "namespaces": rule.namespaces,
        })).collect::<Vec<_>>(),
        "exceptions": convention.exceptions,
    })
}

fn row(api: &Api, group: &Group, row: &Row) -> Value {
    match row {
        Row::Named(operation) => row_of(api, group, operation),
        Row::Unnamed(unnamed) => in_group(group, self::unnamed(api, unnamed)),
    }
}

/// The model of one operation.
#[must_use]
pub fn row_of(api: &Api, group: &Group, operation: &Operation) -> Value {
    in_group(group, self::operation(api, operation))
}

fn in_group(group: &Group, mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        map.insert("group".to_owned(), json!(group.rust));
        map.insert("document".to_owned(), json!(group.document));
        map.insert("part".to_owned(), json!(group.part));
    }
    value
}

fn operation(api: &Api, it: &Operation) -> Value {
    let (path, path_status) = match &it.path {
        Path::Documented(path) => (Some(path), "documented"),
        Path::Inferred(path) => (Some(path), "inferred"),
        Path::Elsewhere { path, .. } => (Some(path), "elsewhere"),
        Path::AliasOnly => (None, "alias_only"),
    };
    let path_source = match &it.path {
        Path::Elsewhere { source, .. } => Some(source),
        Path::Documented(_) | Path::Inferred(_) | Path::AliasOnly => None,
    };
    json!({
        "name": it.name,
        "rust": it.rust,
        "summary": it.summary,
        "rules": it.rules,
        "method": api.method,
        "path": path,
        "path_status": path_status,
        "path_source": path_source,
        "since": it.since.map(version),
        "aliases": it.aliases.iter().map(|alias| json!({
            "path": alias.path, "name": alias.name, "since": alias.since.map(version),
        })).collect::<Vec<_>>(),
        "auth": auth(&it.auth),
        "bearer_only": it.bearer_only,
        "gates": it.gates,
        "parameters": it.parameters.iter().map(|it| parameter(api, it, "form")).collect::<Vec<_>>(),
        "encoding": encoding(it.encoding),
        "returns": returns(api, &it.returns),
        "device_since": it.device_since.map(version),
        "swapped_if_reversed": it.swapped_if_reversed,
        "matches": it.matches,
        "deprecated": it.deprecated.is_some(),
        "removed_after": it.deprecated.as_ref().and_then(|it| it.removed_after.as_ref()),
        "replacement": it.deprecated.as_ref().and_then(|it| it.replacement.as_ref()),
        "permission": it.permission,
        "not_shown": it.not_shown,
        "notes": notes(&it.notes),
        "source": it.source,
    })
}

fn unnamed(api: &Api, it: &Unnamed) -> Value {
    json!({
        "name": null,
        "place": it.place,
        "summary": it.summary,
        "rules": it.rules,
        "method": null,
        "path": null,
        "path_status": null,
        "path_source": null,
        "since": null,
        "aliases": [],
        "auth": auth(&it.auth),
        "gates": it.gates,
        "parameters": it.parameters.iter().map(|it| parameter(api, it, "form")).collect::<Vec<_>>(),
        "encoding": encoding(api.encoding.kind),
        "returns": returns(api, &it.returns),
        "device_since": null,
        "deprecated": false,
        "removed_after": null,
        "replacement": null,
        "permission": null,
        "not_shown": it.not_shown,
        "notes": notes(&it.notes),
    })
}

fn parameter(api: &Api, it: &Parameter, place: &str) -> Value {
    json!({
        "name": it.name,
        "rust": it.rust,
        "type": it.ty.notation,
        "json": it.json,
        "required": it.presence == Presence::Required,
        "nullable": it.nullable,
        "since": it.since.map(version),
        "default": it.default.as_ref().map(literal),
        "values": it.values.map(|id| values(api, id)),
        "values_type": it.values.map(|id| type_name(api, id)),
        "constant": it.constant,
        "format": it.format.as_ref().map(format),
        "required_when": it.required_when.as_ref().map(|condition| json!({
            "parameter": condition.parameter, "values": condition.values,
        })),
        "top_level_only": it.top_level_only,
        "in": if it.wire == Wire::File { "part" } else { place },
        "secret": it.secret,
        "one_time": it.one_time,
        "doc": it.doc,
    })
}

fn returns(api: &Api, it: &Returns) -> Value {
    json!({
        "kind": it.kind.name(),
        "type": it.ty.as_ref().map(|ty| &ty.notation),
        "values": it.values.map(|id| values(api, id)),
        "content_type": it.content_type,
        "doc": it.doc,
        "source": it.source,
    })
}

fn block(api: &Api, it: &AuthBlock) -> Value {
    let (place, prefix) = match &it.place {
        BlockPlace::Form => ("form", None),
        BlockPlace::Header(prefix) => ("header", Some(prefix)),
    };
    json!({
        "name": it.name,
        "title": it.title,
        "credential": it.credential,
        "in": place,
        "prefix": prefix,
        "bearer": it.bearer,
        "scheme": it.scheme,
        "parameters": it.parameters.iter().map(|it| parameter(api, it, place)).collect::<Vec<_>>(),
        "schemes": it.schemes.iter().map(|scheme| json!({
            "name": scheme.rust, "value": scheme.value, "takes": scheme.takes,
        })).collect::<Vec<_>>(),
        "schemes_status": it.status.name(),
        "rules": it.rules,
        "notes": notes(&it.notes),
    })
}

fn ty(it: &Type) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("name", json!(it.name));
    put("rust", json!(it.rust));
    put("doc", json!(it.doc));
    put("named_by_documents", json!(!it.unnamed));
    put("source", json!(it.source));
    match &it.kind {
        TypeKind::Opaque => put("kind", json!("opaque")),
        TypeKind::Fields { status, fields } => {
            put("kind", json!("fields"));
            put("status", json!(status.name()));
            let fields = fields.iter().map(|field| {
                json!({ "name": field.name, "type": field.ty.notation, "nullable": field.nullable, "secret": field.secret, "doc": field.doc })
            });
            put("fields", fields.collect())
        }
        TypeKind::Enum { variants, .. } => {
            put("kind", json!("values"));
            let values =
                variants.iter().map(|it| json!({ "constant": it.constant, "value": literal(&it.value) }));
            put("values", values.collect())
        }
    };
    Value::Object(map)
}

fn values(api: &Api, id: TypeId) -> Value {
    match api.ty(id).map(|ty| &ty.kind) {
        Some(TypeKind::Enum { variants, .. }) => {
            variants.iter().map(|variant| literal(&variant.value)).collect()
        }
        Some(TypeKind::Opaque | TypeKind::Fields { .. }) | None => Value::Null,
    }
}

fn type_name(api: &Api, id: TypeId) -> Option<&str> {
    api.ty(id).map(|ty| ty.name.as_str())
}

fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Bool(value) => json!(value),
        Literal::Int(value) => json!(value),
        Literal::Float(value) => json!(value),
        Literal::Text(value) => json!(value),
    }
}

fn format(format: &Format) -> Value {
    match format {
        Format::SixDigits => json!("six_digits"),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            json!({ "min_length": min_length, "uppercase": uppercase, "lowercase": lowercase, "digit": digit })
        }
    }
}

fn auth(auth: &Auth) -> Value {
    match auth {
        Auth::Required(block) => json!({ "block": block, "required": true }),
        Auth::Optional(block) => json!({ "block": block, "required": false }),
        Auth::None => json!("none"),
        Auth::NotShown => json!("not_shown"),
    }
}

fn encoding(encoding: RequestEncoding) -> &'static str {
    match encoding {
        RequestEncoding::Form => "form",
        RequestEncoding::Multipart => "multipart",
    }
}

fn version(version: Version) -> String {
    version.to_string()
}

fn notes(notes: &[Note]) -> Vec<Value> {
    notes.iter().map(|it| json!({ "read": it.read, "decided": it.decided, "why": it.why })).collect()
}
