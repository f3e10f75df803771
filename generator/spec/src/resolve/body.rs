//! A body that is one value.

use crate::diagnostics::At;
use crate::load::source::{BodySource, ContentSource, ContentTypes, HttpMethod, Shorthand};
use crate::model::{
    Body, Content, ObjectStyle, Parameter, Place, Presence, Scalar, Shape, Type, TypeRef, Wire, essence,
};
use crate::naming;

use super::names::RustNames;
use super::scope::Scope;
use super::together::{self, Map};
use super::{contents, places, types};

const KINDS: [&str; 4] = ["json", "text", "bytes", "form"];

/// The content types of forms; the first is the usual one.
const FORMS: [&str; 2] = ["application/x-www-form-urlencoded", "multipart/form-data"];

/// Name of the parameter.
const NAME: &str = "body";

/// The body, and the parameters that have it: one, or one per content type.
pub fn resolve(
    source: Option<&Shorthand<BodySource>>,
    method: HttpMethod,
    scope: &Scope<'_>,
    (names, at): (&RustNames<'_>, At<'_>),
) -> Option<(Body, Vec<Parameter>)> {
    let Shorthand(source) = source?;
    let at = at.get("body");
    if method == HttpMethod::Trace {
        let help = "use another HTTP method, or parameters in the query";
        scope.errors.push(at.key(), "a TRACE request has no body", help);
    }
    together::check(Map::Body, at, scope);
    if source.content.is_empty() {
        let (body, parameter) = one(source, NAME, scope, (names, at))?;
        if parameter.nullable && source.partial {
            let title = "a body whose fields may be left out cannot be null";
            scope.errors.push(at.get("json"), title, "remove `or null`");
        }
        return Some((body, vec![parameter]));
    }
    let (mut media, mut parameters, mut partial) = (Vec::new(), Vec::new(), false);
    let mut variants: Vec<String> = Vec::new();
    for (all, content, of) in contents::read(&source.content, Map::BodyContent, scope, at.get("content")) {
        let variant_rust = naming::content_variant("", all[0], &variants);
        let own = of_content(source, (&all, content), variants.is_empty());
        let name = if variants.is_empty() {
            NAME.to_owned()
        } else {
            format!("{NAME}_{}", naming::field(&variant_rust))
        };
        variants.push(variant_rust.clone());
        let Some((body, parameter)) = one(&own, &name, scope, (names, of)) else { continue };
        partial |= body.partial;
        let Body { content_type, more_content_types, partial } = body;
        media.extend([&content_type].into_iter().chain(&more_content_types).cloned());
        let content =
            Content { content_type, more_content_types, enum_rust: String::new(), variant_rust, partial };
        parameters.push(Parameter { content: Some(content), ..parameter });
    }
    let mut media = media.into_iter();
    let content_type = media.next()?;
    Some((Body { content_type, more_content_types: media.collect(), partial }, parameters))
}

/// One of several bodies. Only the first may be required: callers choose.
fn of_content(
    source: &BodySource,
    (all, content): (&[&String], &ContentSource),
    is_first: bool,
) -> BodySource {
    let ContentSource { json, text, bytes, form, object, partial, doc } = content.clone();
    BodySource {
        json,
        text,
        bytes,
        form,
        object,
        partial,
        content_type: Some(ContentTypes::Several(all.iter().copied().cloned().collect())),
        optional: source.optional || !is_first,
        rust: source.rust.clone().filter(|_| is_first),
        secret: source.secret,
        doc: doc.or_else(|| source.doc.clone()),
        ..BodySource::default()
    }
}

/// Names the enum of several bodies.
pub fn name(parameters: &mut [Parameter], operation: &str, scope: &Scope<'_>, at: At<'_>) {
    let name = format!("{operation}Body");
    let mut all = parameters.iter_mut().filter_map(|it| it.content.as_mut()).peekable();
    if all.peek().is_some() {
        let name = scope.rust.derive(&name, &name, "set a Rust name: `rust: ...`", at);
        all.for_each(|content| content.enum_rust.clone_from(&name));
    }
}

/// A body of one kind.
fn one(
    source: &BodySource,
    name: &str,
    scope: &Scope<'_>,
    (names, at): (&RustNames<'_>, At<'_>),
) -> Option<(Body, Parameter)> {
    let Kind { notation, wire, media, key } = kind(source, scope, at)?;
    let at_type = at.find(key).unwrap_or(at);
    let read = scope.read(notation, at_type);
    if read.json || read.nullable && key != "json" || read.is_file() {
        let title = "a body cannot be `(JSON)` or a file, and only `json` may be `or null`";
        scope.errors.push(at_type, title, "write the type alone; `?` if the body may be left out");
    }
    let presence = if source.optional { Presence::Optional } else { read.presence };
    let (ty, holds) = contents::split(read.ty, wire, scope);
    if wire == Wire::Text && !read.is_lost && !places::is_text(&ty.shape, scope) {
        let title = format!("a text cannot have type `{}`", ty.notation);
        scope.errors.push(at_type, title, "write `string`, or the type of what is in the text");
    }
    types::check_secret(source.secret, &ty.shape, scope, at.poisoned_if(read.is_lost));
    let rust = names.take(name, source.rust.as_ref(), naming::field(name), (at, at.key()));
    check_partial(source, &ty.shape, scope, at.poisoned_if(read.is_lost));
    let (content_type, more_content_types) =
        contents::content_types(source.content_type.as_ref(), media, scope, at);
    let is_form = is_form(&content_type) && more_content_types.iter().all(|it| self::is_form(it));
    check_form(key, is_form, scope, at_type);
    if source.object.is_some_and(ObjectStyle::is_joined) {
        scope.errors.push(at.get("object"), "objects in a form are fields", "use `brackets` or `dots`");
    }
    let object = (key == "form").then(|| {
        check_fields(&ty, scope, at_type.poisoned_if(read.is_lost));
        source.object.unwrap_or(ObjectStyle::Fields)
    });
    let body = Body { content_type, more_content_types, partial: source.partial };
    let ty = match wire {
        Wire::File => TypeRef::new(ty.notation, Shape::Scalar(Scalar::File)),
        Wire::Text | Wire::Json | Wire::List => ty,
    };
    let is_secret = wire == Wire::Text && contents::has_secret(holds.as_ref(), scope);
    let parameter = Parameter {
        place: Place::Body,
        wire,
        object,
        presence,
        nullable: read.nullable,
        holds,
        secret: source.secret || is_secret,
        doc: source.doc.clone(),
        source: at.overlaid(),
        ..Parameter::new(name.to_owned(), rust, ty)
    };
    Some((body, parameter))
}

/// The one kind that a source says.
struct Kind<'a> {
    notation: &'a String,
    wire: Wire,
    media: &'static str,
    key: &'static str,
}

fn kind<'a>(source: &'a BodySource, scope: &Scope<'_>, at: At<'_>) -> Option<Kind<'a>> {
    let kinds = [
        (&source.json, Wire::Json, "application/json"),
        (&source.text, Wire::Text, "text/plain"),
        (&source.bytes, Wire::File, "application/octet-stream"),
        (&source.form, Wire::Json, FORMS[0]),
    ];
    let said = kinds.into_iter().zip(KINDS);
    let mut said = said.filter_map(|((notation, wire, media), key)| {
        Some(Kind { notation: notation.as_ref()?, wire, media, key })
    });
    match (said.next(), said.next()) {
        (Some(one), None) => Some(one),
        (Some(_), Some(Kind { key, .. })) => {
            let help = "keep one of `json`, `text`, `bytes` and `form`";
            scope.errors.push(at.get(key).key(), "a body has one kind", help);
            None
        }
        (None, _) => {
            let help = "write a type, or a map with one of `json`, `text`, `bytes` and `form`";
            scope.errors.push(at.lacking(&KINDS), "a body needs a kind", help);
            None
        }
    }
}

/// Checks that forms have the content types of forms, and that JSON has others.
fn check_form(key: &str, is_form: bool, scope: &Scope<'_>, at: At<'_>) {
    if key == "form" && !is_form {
        let title = format!("a form is sent as `{}` or `{}`", FORMS[0], FORMS[1]);
        scope.errors.push(at, title, "set one of them, or write `json:` instead of `form:`");
    } else if key == "json" && is_form {
        let title = format!("`{}` and `{}` are forms, not JSON", FORMS[0], FORMS[1]);
        scope.errors.push(at, title, "write a map with `form:` and the type");
    }
}

/// Checks that the value of a form has fields.
fn check_fields(ty: &TypeRef, scope: &Scope<'_>, at: At<'_>) {
    let has_fields = match ty.shape {
        Shape::Map(_) | Shape::Scalar(Scalar::Any | Scalar::Object) => true,
        Shape::Named(id) => scope.ty(id).is_none_or(|ty| !ty.is_enum()),
        Shape::Scalar(_) | Shape::List(_) | Shape::Nullable(_) => false,
    };
    if !has_fields {
        let help = "write a type with fields, a union of such, a `Dictionary` or `any`";
        scope.errors.push(at, format!("a form cannot have type `{}`: it has no fields", ty.notation), help);
    }
}

fn is_form(content_type: &str) -> bool {
    FORMS.iter().any(|form| essence(content_type).eq_ignore_ascii_case(form))
}

fn check_partial(source: &BodySource, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let ty = match shape {
        Shape::Named(id) => scope.ty(*id),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => None,
    };
    // Documents rarely say which fields they require, and say all the same that a body has only some.
    let has_fields = |ty: &Type| !ty.fields().is_empty() || ty.kind.is_union();
    if source.partial && !ty.is_some_and(has_fields) {
        let help = "remove `partial`: it lets fields be absent";
        scope.errors.push(at.get("partial"), "a partial body needs a type with fields", help);
    }
}
