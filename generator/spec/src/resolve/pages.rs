//! Pages of lists, and operations that wait.

use crate::diagnostics::{At, did_you_mean};
use crate::load::source::{Literal, PagesSource};
use crate::model::{
    JsonKind, PageStep, Pages, Parameter, Place, ReturnKind, Returns, Scalar, Shape, Type, TypeKind, TypeRef,
    Waits,
};

use super::results::Results;
use super::scope::Scope;
use super::together::{self, Map};

const STEPS: [&str; 5] = ["page", "offset", "cursor", "next_url", "link"];

/// Resolves how a list goes on.
pub fn resolve(
    source: Option<&PagesSource>,
    parameters: &[Parameter],
    results: &Results,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<Pages> {
    let source = source?;
    let at = at.get("pages").poisoned_if(at.get("parameters").poisons_any());
    let PagesSource { page, offset, cursor, size, .. } = source;
    let numbers = [("page", page), ("offset", offset), ("size", size)];
    for (key, name) in numbers.into_iter().filter_map(|(key, name)| Some((key, name.as_ref()?))) {
        check_parameter(name, &[JsonKind::Integer], parameters, scope, at.get(key));
    }
    if let Some(name) = cursor {
        check_parameter(name, &[JsonKind::String, JsonKind::Integer], parameters, scope, at.get("cursor"));
    }
    for (key, name) in [("page", page), ("offset", offset), ("cursor", cursor)] {
        name.iter().for_each(|name| check_varies(name, parameters, scope, at.get(key)));
    }
    check_fitting(source, scope, at);
    check_result(results, scope, at);
    let result = &results.first;
    let texts = [JsonKind::String, JsonKind::Integer, JsonKind::Any];
    let text = |key: &str, text: &Option<String>| {
        text.as_ref().map(|text| value(text, &texts, "a text", result, scope, at.get(key)))
    };
    let next = text("next", &source.next).or(text("next_url", &source.next_url));
    let counts = [JsonKind::Integer, JsonKind::Any];
    let total =
        source.total.as_ref().map(|it| value(it, &counts, "an `int`", result, scope, at.get("total")));
    check_next_header(source.next_header.as_ref(), result, scope, at.get("next_header"));
    let list = list(result, source.items.as_ref(), scope, at);
    let step = step(source, next.unwrap_or_default(), scope, at);
    let (items, item) = list?;
    Some(Pages { step: step?, size: size.clone(), items, item, total: total.unwrap_or_default() })
}

/// A page is the one result of its operation, and what is in it is shown.
fn check_result(results: &Results, scope: &Scope<'_>, at: At<'_>) {
    if !results.more.is_empty() {
        let help = "keep one result, or remove `pages`";
        scope.errors.push(at.key(), "an operation with several results has no pages", help);
    }
    if results.first.secret {
        let help = "mark the fields of its type instead, or remove `pages`";
        scope.errors.push(at.key(), "a secret result has no pages", help);
    }
}

/// Reports keys that belong to another way to go on.
fn check_fitting(source: &PagesSource, scope: &Scope<'_>, at: At<'_>) {
    let PagesSource { page, cursor, .. } = source;
    together::check(Map::Pages, at, scope);
    for (key, of) in [("page", page), ("offset", &source.offset), ("cursor", cursor)] {
        if of.is_some() && *of == source.size {
            let title = format!("`{key}` and `size` are the same parameter");
            scope.errors.push(
                at.get("size"),
                title,
                "name the parameter that says how many items a page may have",
            );
        }
    }
    let is_odd = |c: char| c.is_control() || !c.is_ascii() || c == '"';
    if let Some(link) = source.link.as_ref().filter(|link| link.is_empty() || link.contains(is_odd)) {
        scope.errors.push(
            at.get("link"),
            format!("`{link}` is not a relation"),
            "write it as the header has it: `next`",
        );
    }
}

/// The steps that are said; `next` is the field with the next page.
fn step(source: &PagesSource, next: Vec<String>, scope: &Scope<'_>, at: At<'_>) -> Option<PageStep> {
    let PagesSource { page, first, offset, cursor, next_header, next_url, link, .. } = source;
    let first = first.unwrap_or(1);
    let cursor = cursor.clone().map(|parameter| match (&source.next, next_header) {
        (None, Some(header)) => PageStep::CursorHeader { parameter, header: header.clone() },
        _ => PageStep::Cursor { parameter, next: next.clone() },
    });
    let steps = [
        page.clone().map(|parameter| PageStep::Page { parameter, first }),
        offset.clone().map(PageStep::Offset),
        cursor,
        next_url.as_ref().map(|_| PageStep::Url(next.clone())),
        link.clone().map(PageStep::Link),
    ];
    let mut steps = steps.into_iter().flatten();
    match (steps.next(), steps.next()) {
        (Some(step), None) => Some(step),
        (Some(_), Some(_)) | (None, _) => {
            let help = "write exactly one of `page`, `offset`, `cursor`, `next_url` and `link`";
            scope.errors.push(at.lacking(&STEPS), "it is not said how the list goes on", help);
            None
        }
    }
}

/// A parameter of the operation, of one of these kinds.
fn check_parameter(name: &str, kinds: &[JsonKind], parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    let Some(parameter) = parameters.iter().find(|it| it.name == name) else {
        let names = parameters.iter().map(|it| it.name.as_str());
        return scope.errors.unknown(at, "parameter", name, names, "use a parameter of this operation");
    };
    let is_kind = |scalar: &Scalar| kinds.contains(&scalar.row().json);
    if !matches!(&parameter.ty.shape, Shape::Scalar(scalar) if is_kind(scalar)) {
        let title = format!("`{name}` cannot have type `{}` here", parameter.ty.notation);
        scope.errors.push(at, title, "name a parameter of type `int`; a cursor may be a text");
    }
}

/// A parameter of pages can have another value for each.
fn check_varies(name: &str, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    let is_same = |it: &&Parameter| {
        matches!(it.place, Place::Path | Place::PathRest | Place::Body) || it.constant.is_some()
    };
    if parameters.iter().filter(|it| it.name == name).any(|it| is_same(&it)) {
        let help = "name a parameter that can have another value for each page";
        scope.errors.push(at, format!("`{name}` is the same for all pages"), help);
    }
}

/// The names in JSON of a field of the result, which has a value of one of these kinds.
fn value(
    text: &str,
    kinds: &[JsonKind],
    words: &str,
    result: &Returns,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Vec<String> {
    let (names, ty) = match field(result, Some(text), scope, at) {
        Ok(found) => found,
        Err(Lacking::Fields(names)) => return names,
        Err(Lacking::Reported) => return Vec::new(),
    };
    let inner = match &ty.shape {
        Shape::Nullable(inner) => inner,
        shape => shape,
    };
    if !matches!(inner, Shape::Scalar(scalar) if kinds.contains(&scalar.row().json)) {
        let title = format!("`{text}` has type `{}`", ty.notation);
        scope.errors.push(at, title, format!("name a field that is {words}"));
    }
    names
}

/// The header is one that the result describes.
fn check_next_header(name: Option<&String>, result: &Returns, scope: &Scope<'_>, at: At<'_>) {
    let Some(name) = name else { return };
    let known = || result.headers.iter().map(Parameter::wire_name);
    if !known().any(|it| it.eq_ignore_ascii_case(name)) {
        let help = format!("add it to the result: `headers: {{{name}: string}}`");
        let title = format!("the result has no header `{name}`");
        scope.errors.push(at, title, did_you_mean(name, known(), help));
    }
}

/// Why a result doesn't have the type of a field.
enum Lacking {
    /// Something else is wrong, and reported.
    Reported,
    /// The result, or what is around the field, has no fields, such as `any`: the rest of the path
    /// has the names in JSON.
    Fields(Vec<String>),
}

/// The names in JSON and the type of a field of a result; the first one that isn't there is reported.
fn field(
    result: &Returns,
    path: Option<&str>,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Result<(Vec<String>, TypeRef), Lacking> {
    let mut path = path.unwrap_or_default();
    let split =
        |path: &str| path.split('.').filter(|it| !it.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    if !matches!(result.kind, ReturnKind::Json | ReturnKind::Envelope) {
        return Err(Lacking::Fields(split(path)));
    }
    let mut ty = result.ty.clone().ok_or(Lacking::Reported)?;
    let mut names = Vec::new();
    while !path.is_empty() {
        let Some(of) = of(&ty, scope) else {
            names.extend(split(path));
            return Err(Lacking::Fields(names));
        };
        // A name may have dots, such as `@odata.nextLink`.
        let named = |name: &str| of.fields().iter().find(|field| field.name == name);
        let (name, rest) =
            if named(path).is_some() { (path, "") } else { path.split_once('.').unwrap_or((path, "")) };
        path = rest;
        let Some(field) = named(name) else {
            lacks(of, name, scope, at);
            return Err(Lacking::Reported);
        };
        names.push(field.wire_name().to_owned());
        ty = field.ty.clone();
    }
    Ok((names, ty))
}

/// The type that has the fields of a value.
fn of<'a>(ty: &TypeRef, scope: &'a Scope<'_>) -> Option<&'a Type> {
    match &ty.shape {
        Shape::Named(id) => scope.ty(*id),
        Shape::Nullable(inner) => inner.named().and_then(|id| scope.ty(id)),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => None,
    }
}

fn lacks(of: &Type, name: &str, scope: &Scope<'_>, at: At<'_>) {
    if matches!(of.kind, TypeKind::Union { .. }) {
        let help = "make it a result of one type: require the parameter without which it is another";
        return scope.errors.push(at, format!("`{}` is one of several types", of.name), help);
    }
    let known = of.fields().iter().map(|field| field.name.as_str());
    let help = "name a field of the result; write those around it before it, with a dot";
    let help = did_you_mean(name, known, help);
    let is_lost = scope.source.loses_field(&of.name, name) || scope.source.loses_type(&of.name);
    scope.errors.push(at.poisoned_if(is_lost), format!("`{}` has no field `{name}`", of.name), help);
}

/// The names in JSON of the list in a result, and the type of its items.
fn list(
    result: &Returns,
    path: Option<&String>,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<(Vec<String>, TypeRef)> {
    let found = match field(result, path.map(String::as_str), scope, at.get("items")) {
        Err(Lacking::Reported) => return None,
        found => found.ok(),
    };
    let list = found.and_then(|(names, ty)| Some((names, ty.items(&scope.types)?)));
    if list.is_none() {
        let help = "the result, or the field that `items` names, has to be a `List<T>`";
        scope.errors.push(at.find("items").unwrap_or(at), "the pages have no list", help);
    }
    list
}

/// The time that a server may take before it responds.
pub fn waits(
    source: Option<&Literal>,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<Waits> {
    let at = at.get("waits").poisoned_if(at.get("parameters").poisons_any());
    match source? {
        Literal::Int(seconds) if (1..=i64::from(u32::MAX)).contains(seconds) => {
            u32::try_from(*seconds).ok().map(Waits::Seconds)
        }
        Literal::Text(name) => {
            check_parameter(name, &[JsonKind::Integer, JsonKind::Number], parameters, scope, at);
            Some(Waits::Parameter(name.clone()))
        }
        Literal::Int(_) | Literal::Float(_) | Literal::Bool(_) => {
            let help = "write seconds, or the parameter that has them";
            scope.errors.push(at, "this is neither a number of seconds nor a parameter", help);
            None
        }
    }
}
