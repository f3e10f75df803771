//! The form of lists and objects that aren't JSON, by their place.

use crate::diagnostics::At;
use crate::load::source::ParameterSource;
use crate::model::{ListStyle, ObjectStyle, Place, RequestEncoding, Scalar, Shape, TypeKind};

use super::places::{in_words, is_text};
use super::scope::Scope;

/// The form of a list at a place; `None` is JSON.
pub fn list_style(
    (name, source): (&str, &ParameterSource),
    place: Place,
    (shape, json): (&Shape, bool),
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<ListStyle> {
    let is_flat = matches!(shape, Shape::List(item) if is_text(item, scope));
    let as_json = matches!(scope.api().encoding.kind, RequestEncoding::Form | RequestEncoding::Multipart);
    // The date of a cookie has a comma (RFC 9110, 5.3).
    let is_cookie = source.sent_as.as_deref().unwrap_or(name).eq_ignore_ascii_case("set-cookie");
    let usual = match place {
        _ if !is_flat || json => None,
        Place::Header if is_cookie => Some(ListStyle::Repeated),
        Place::Path | Place::PathRest | Place::Header | Place::Cookie => Some(ListStyle::Comma),
        Place::Query | Place::Form | Place::Part if !as_json => Some(ListStyle::Repeated),
        Place::Query | Place::Form | Place::Part | Place::Field | Place::Body => None,
    };
    if let Some(style) = source.list {
        check_style(style, place, is_flat && !json, scope, at.get("list"));
    }
    let style = source.list.or(usual)?;
    let is_encoded = style == ListStyle::Comma
        && matches!(place, Place::Path | Place::PathRest | Place::Query | Place::Form);
    if !is_encoded {
        check_between(style, shape, scope, at.find("list").unwrap_or_else(|| at.key()));
    }
    Some(style)
}

/// The form of an object at a place; `None` is JSON. In a path, a union of texts is a text.
pub fn object_style(
    source: &ParameterSource,
    place: Place,
    (shape, json): (&Shape, bool),
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<ObjectStyle> {
    let is_prefix = source.sent_as.as_ref().is_some_and(|name| name.ends_with('*'));
    match (source.object, place) {
        (None, Place::Path | Place::PathRest) => is_text_union(shape, scope).then_some(ObjectStyle::Brackets),
        (None, Place::Header) if is_prefix => {
            if !matches!(shape, Shape::Map(value) if is_text(value, scope)) {
                let help = "write `Dictionary<string, string>`, or a name without a star";
                scope.errors.push(
                    at.get("sent_as"),
                    "only a map of texts is sent in headers with a prefix",
                    help,
                );
            }
            Some(ObjectStyle::Fields)
        }
        (None, _) => None,
        (
            Some(ObjectStyle::Fields | ObjectStyle::Brackets | ObjectStyle::Dots),
            Place::Form | Place::Part,
        )
        | (Some(ObjectStyle::Commas | ObjectStyle::Pairs), Place::Path | Place::Header)
        | (Some(_), Place::Query)
            if (source.object, place) != (Some(ObjectStyle::Pairs), Place::Query) =>
        {
            source.object.inspect(|style| check_object(*style, (shape, json), scope, at))
        }
        (Some(style), _) => {
            let title = format!("an object that is {} cannot be sent as `{}`", in_words(place), style.name());
            let help = "use `commas` or `pairs` in a path and a header, `fields`, `brackets` or `dots` in a form, \
                        any but `pairs` in a query, and elsewhere none";
            scope.errors.push(at.get("object"), title, help);
            None
        }
    }
}

fn check_object(style: ObjectStyle, (shape, json): (&Shape, bool), scope: &Scope<'_>, at: At<'_>) {
    let is_flat = |shape: &Shape| match shape {
        Shape::List(item) => is_text(item, scope) && !style.is_joined(),
        Shape::Nullable(item) => is_text(item, scope),
        shape => is_text(shape, scope) || *shape == Shape::Scalar(Scalar::Any),
    };
    // Of one text, nothing could be hidden.
    let is_open = |secret: bool| !(secret && style.is_joined());
    let fields = match shape {
        Shape::Map(value) => Some(is_flat(value)),
        Shape::Named(id) => scope.ty(*id).and_then(|ty| match &ty.kind {
            TypeKind::Fields { fields, .. } => {
                Some(fields.iter().all(|it| is_flat(&it.ty.shape) && is_open(it.secret)))
            }
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => {
                None
            }
        }),
        Shape::Scalar(_) | Shape::List(_) | Shape::Nullable(_) => None,
    };
    let at = at.get("object");
    if json || shape.is_file() || is_flat(shape) && *shape != Shape::Scalar(Scalar::Any) {
        let help =
            "use it for an object, a map, a list of such, a union or `any` that is not marked `(JSON)`";
        scope.errors.push(at, "`object` doesn't apply to this parameter", help);
    } else if style == ObjectStyle::Fields && fields != Some(true) {
        let title =
            "only a map or a type whose values are texts or lists of texts has fields with their own names";
        scope.errors.push(at, title, "use `brackets` or `dots`");
    } else if style.is_joined() && fields != Some(true) {
        let title = "only a map or a type whose values are texts that aren't secret is sent as one text";
        scope.errors.push(at, title, "remove `object`: it is JSON text then");
    }
}

/// Returns whether a value is a text, whichever type of a union it has.
fn is_text_union(shape: &Shape, scope: &Scope<'_>) -> bool {
    let Shape::Named(id) = shape else { return false };
    scope.ty(*id).is_some_and(|ty| match &ty.kind {
        TypeKind::Union { tag: None, members, .. } => members.iter().all(|it| is_text(&it.ty.shape, scope)),
        TypeKind::Union { .. }
        | TypeKind::Opaque
        | TypeKind::Fields { .. }
        | TypeKind::Enum { .. }
        | TypeKind::Alias { .. } => false,
    })
}

/// Checks that items don't have what is between them, where nothing encodes it.
pub fn check_between(style: ListStyle, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let (Shape::List(item), Some(between)) = (shape, style.between()) else { return };
    let has_it = match **item {
        Shape::Scalar(scalar) => {
            scalar.row().is_converted && scalar.row().sample.is_some_and(|sample| sample.contains(between))
        }
        Shape::Named(id) => scope.ty(id).is_some_and(|ty| match &ty.kind {
            TypeKind::Enum { variants, .. } => variants.iter().any(|it| it.value.text().contains(between)),
            TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => {
                false
            }
        }),
        Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => false,
    };
    if has_it {
        let title =
            format!("values of this type contain {between:?}, which is between the items of the list");
        scope.errors.push(
            at,
            title,
            "set `list` to what no value contains, such as `repeated`, or send JSON",
        );
    }
}

fn check_style(style: ListStyle, place: Place, is_flat: bool, scope: &Scope<'_>, at: At<'_>) {
    let repeats = matches!(style, ListStyle::Repeated | ListStyle::Brackets);
    let may_repeat = match place {
        Place::Query | Place::Form | Place::Part => true,
        Place::Header => style == ListStyle::Repeated,
        Place::Path | Place::PathRest | Place::Cookie | Place::Field | Place::Body => false,
    };
    if !is_flat || place == Place::Body {
        let help = "use it for a `List<T>` of texts, numbers or listed values that is not marked `(JSON)`";
        scope.errors.push(at, "`list` doesn't apply to this parameter", help);
    } else if repeats && !may_repeat {
        let title = format!("a parameter that is {} cannot be repeated", in_words(place));
        scope.errors.push(at, title, "join the items: `comma`, `space`, `pipe` or `newline`");
    } else if style == ListStyle::Newline && matches!(place, Place::Header | Place::Cookie)
        || style == ListStyle::Space && place == Place::Cookie
    {
        let title = format!("a parameter that is {} cannot have this between its items", in_words(place));
        scope.errors.push(at, title, "join the items with `comma` or `pipe`");
    }
}
