//! A parameter as a property of a form, or as a header.

use serde_json::Value;

use super::extensions;
use super::json::{Object, reference};
use super::names::Book;
use super::schemas;
use super::words::Words;
use generator_spec::facts::{self, ToJson};
use generator_spec::model::{
    AuthBlock, Format, ListStyle, ObjectStyle, Parameter, Place, Presence, Scalar, Shape, Wire,
};

/// The schema of a parameter, with what is known of it.
pub fn property(book: &Book<'_>, it: &Parameter) -> Object {
    let schema = nullable(it, value(book, it));
    let schema = if it.secret { schemas::secret(schema) } else { schema };
    described(book, it, schema)
}

fn described(book: &Book<'_>, it: &Parameter, schema: Object) -> Object {
    let facts = facts::of_parameter(book.api, it);
    schema
        .paragraphs(Words(book.api).parameter(it, &facts))
        .maybe("default", it.default.as_ref().map(ToJson::to_json))
        .flag("deprecated", it.deprecated.is_some())
        .maybe("x-since", it.since.map(|version| version.to_string()))
        .and(extensions::of(&facts))
}

fn value(book: &Book<'_>, it: &Parameter) -> Object {
    if let Some(constant) = &it.constant {
        let own = schemas::of(book, &it.ty);
        let typed =
            serde_json::from_str(constant).ok().filter(|_| it.ty.shape != Shape::Scalar(Scalar::String));
        return own.with("const", typed.unwrap_or_else(|| Value::from(constant.as_str())));
    }
    let value = match it.values {
        Some(id) => reference("schemas", book.names.of_type(id)),
        None if !has_style(it) => Object::default().with("type", "string"),
        // OpenAPI has no dots: they are a part of the names.
        None if it.object == Some(ObjectStyle::Dots) && !it.is_plain(book.api) => {
            let text = Object::default().with("type", "string");
            Object::default().with("type", "object").with("additionalProperties", text)
        }
        None => schemas::of(book, &it.ty),
    };
    let value = match &it.format {
        Some(format) => value.and(self::format(format)),
        None => value,
    };
    value.and(schemas::range(&it.range, &it.ty.shape))
}

/// A form has no null: an empty value is sent instead, which any text can be.
fn nullable(it: &Parameter, value: Object) -> Object {
    if it.place == Place::Field {
        return if it.nullable { schemas::nullable(value) } else { value };
    }
    let has_empty = it.ty.shape == Shape::Scalar(Scalar::String) && it.format.is_none();
    if !it.nullable || has_empty {
        return value;
    }
    let empty = Object::default().with("const", "");
    Object::default().with("anyOf", vec![Value::from(value), empty.into()])
}

fn format(format: &Format) -> Object {
    let pattern = |text: &str| Value::from(Object::default().with("pattern", text));
    match format {
        Format::SixDigits => Object::default().with("pattern", "^[0-9]{6}$"),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let needed = [(uppercase, "[A-Z]"), (lowercase, "[a-z]"), (digit, "[0-9]")];
            let needed = needed.into_iter().filter(|(is_needed, _)| **is_needed);
            Object::default()
                .with("minLength", *min_length)
                .filled("allOf", needed.map(|(_, class)| pattern(class)).collect::<Vec<_>>())
        }
    }
}

/// The name on the wire. OpenAPI has no style with brackets: they are a part of the name.
pub fn name(it: &Parameter) -> String {
    let brackets = if it.list == Some(ListStyle::Brackets) { "[]" } else { "" };
    format!("{}{brackets}", it.wire_name())
}

/// The encoding of the value in a form, if it isn't plain text.
pub fn encoding(book: &Book<'_>, it: &Parameter) -> Option<Object> {
    match it.wire {
        Wire::Json if it.object.is_some() => Some(style(book, it)),
        Wire::Json if it.place == Place::Field => None,
        Wire::Json => Some(Object::default().with("contentType", "application/json")),
        Wire::List => Some(style(book, it)).filter(|style| !style.is_empty()),
        Wire::Text | Wire::File => None,
    }
}

/// A parameter that is sent outside a form: in a header or in the query. Many
/// tools don't take one with `content`: JSON is a text with a content schema.
pub fn place(book: &Book<'_>, place: &str, name: &str, it: &Parameter, presence: Presence) -> Object {
    let mut schema = match it.wire {
        Wire::Text | Wire::List | Wire::File => property(book, it),
        Wire::Json if it.object.is_some() => property(book, it),
        Wire::Json => {
            let text = Object::default().with("type", "string").with("contentMediaType", "application/json");
            described(book, it, text.with("contentSchema", value(book, it)))
        }
    };
    Object::default()
        .with("name", name)
        .with("in", place)
        .with("required", presence == Presence::Required)
        .maybe("description", schema.take("description"))
        .maybe("deprecated", schema.take("deprecated"))
        .and(style(book, it))
        .with("schema", schema)
}

/// The style of a list, unless it is that of its place.
fn style(book: &Book<'_>, it: &Parameter) -> Object {
    let joined = |style: &str| Object::default().with("style", style).with("explode", false);
    let fields = |style: &str| Object::default().with("style", style).with("explode", true);
    let reserved = Object::default().flag("allowReserved", it.reserved);
    match (it.object, it.place) {
        _ if it.is_plain(book.api) || it.object_inferred => return reserved,
        (Some(ObjectStyle::Commas), Place::Query) => return joined("form").and(reserved),
        (Some(ObjectStyle::Commas), _) => return Object::default(),
        (Some(ObjectStyle::Pairs), _) => return Object::default().with("explode", true),
        (Some(ObjectStyle::Brackets), Place::Query | Place::Form | Place::Part) => {
            return fields("deepObject").and(reserved);
        }
        (Some(ObjectStyle::Fields | ObjectStyle::Dots), Place::Query | Place::Form | Place::Part) => {
            return fields("form").and(reserved);
        }
        (Some(ObjectStyle::Fields | ObjectStyle::Brackets | ObjectStyle::Dots), _) | (None, _) => {}
    }
    let style = match (it.place, it.list) {
        (Place::Query | Place::Cookie | Place::Form | Place::Part, Some(ListStyle::Comma)) => joined("form"),
        (Place::Query | Place::Form | Place::Part, Some(ListStyle::Space)) => joined("spaceDelimited"),
        (Place::Query | Place::Form | Place::Part, Some(ListStyle::Pipe)) => joined("pipeDelimited"),
        (_, Some(_)) => Object::default(),
        (_, None) => Object::default().flag("allowEmptyValue", it.flag),
    };
    style.and(reserved)
}

/// Returns whether OpenAPI can say how a value is sent: some lists it only knows as the text that
/// their items make.
fn has_style(it: &Parameter) -> bool {
    match it.list {
        None if it.object.is_some_and(|style| !style.is_joined()) => it.place != Place::Header,
        None | Some(ListStyle::Repeated | ListStyle::Brackets | ListStyle::Comma) => true,
        Some(ListStyle::Space | ListStyle::Pipe) => {
            matches!(it.place, Place::Query | Place::Form | Place::Part)
        }
        Some(ListStyle::Newline) => false,
    }
}

/// A parameter of a credential that is sent in a header.
pub fn header(book: &Book<'_>, block: &AuthBlock, it: &Parameter, presence: Presence) -> Object {
    place(book, "header", &block.sent_name(it), it, presence)
}
