//! Pages of lists, and operations that wait.

use crate::diagnostics::At;
use crate::load::source::{Literal, PagesSource};
use crate::model::{PageStep, Pages, Parameter, Returns, Shape, TypeKind, TypeRef, Waits};

use super::scope::Scope;

const STEPS: [&str; 5] = ["page", "offset", "cursor", "next_url", "link"];

/// Resolves how a list goes on.
pub fn resolve(
    source: Option<&PagesSource>,
    parameters: &[Parameter],
    result: &Returns,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<Pages> {
    let source = source?;
    let at = at.get("pages");
    for (key, name) in [
        ("page", &source.page),
        ("offset", &source.offset),
        ("cursor", &source.cursor),
        ("size", &source.size),
    ] {
        if let Some(name) = name {
            check_parameter(name, parameters, scope, at.get(key));
        }
    }
    let items: Vec<String> = path(source.items.as_ref());
    let item = list(result, &items, scope).or_else(|| {
        let help = "the result, or the field that `items` names, has to be a `List<T>`";
        scope.errors.push(at.find("items").unwrap_or(at), "the pages have no list", help);
        None
    })?;
    Some(Pages { step: step(source, scope, at)?, size: source.size.clone(), items, item })
}

fn path(text: Option<&String>) -> Vec<String> {
    text.map(|text| text.split('.').map(str::to_owned).collect()).unwrap_or_default()
}

fn step(source: &PagesSource, scope: &Scope<'_>, at: At<'_>) -> Option<PageStep> {
    let PagesSource { page, first, offset, cursor, next, next_header, next_url, link, .. } = source;
    let cursor = cursor.as_ref().map(|parameter| match (next, next_header) {
        (None, Some(header)) => {
            PageStep::CursorHeader { parameter: parameter.clone(), header: header.clone() }
        }
        (next, _) => PageStep::Cursor { parameter: parameter.clone(), next: path(next.as_ref()) },
    });
    if matches!(&cursor, Some(PageStep::Cursor { next, .. }) if next.is_empty()) {
        let help = "add `next:` with the field of the result that has it, or `next_header:`";
        scope.errors.push(at.get("cursor"), "it is not said where the next cursor is", help);
    }
    let first = first.unwrap_or(1);
    let steps = [
        page.clone().map(|parameter| PageStep::Page { parameter, first }),
        offset.clone().map(PageStep::Offset),
        cursor,
        next_url.as_ref().map(|text| PageStep::Url(path(Some(text)))),
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

fn check_parameter(name: &str, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    if !parameters.iter().any(|it| it.name == name) {
        let names = parameters.iter().map(|it| it.name.as_str());
        scope.errors.unknown(at, "parameter", name, names, "use a parameter of this operation");
    }
}

/// The type of the items of a list in a result.
fn list(result: &Returns, fields: &[String], scope: &Scope<'_>) -> Option<TypeRef> {
    let mut ty = result.ty.as_ref()?.clone();
    for name in fields {
        let Shape::Named(id) = ty.shape else { return None };
        let TypeKind::Fields { fields, .. } = &scope.ty(id)?.kind else { return None };
        ty = fields.iter().find(|field| field.name == *name)?.ty.clone();
    }
    let Shape::List(item) = ty.shape else { return None };
    let (_, rest) = ty.notation.split_once('<')?;
    Some(TypeRef { notation: rest.strip_suffix('>')?.to_owned(), shape: *item })
}

/// The time that a server may take before it responds.
pub fn waits(
    source: Option<&Literal>,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<Waits> {
    let at = at.get("waits");
    match source? {
        Literal::Int(seconds) if u32::try_from(*seconds).is_ok() => {
            Some(Waits::Seconds(u32::try_from(*seconds).unwrap_or_default()))
        }
        Literal::Text(name) => {
            check_parameter(name, parameters, scope, at);
            Some(Waits::Parameter(name.clone()))
        }
        Literal::Int(_) | Literal::Float(_) | Literal::Bool(_) => {
            let help = "write seconds, or the parameter that has them";
            scope.errors.push(at, "this is neither a number of seconds nor a parameter", help);
            None
        }
    }
}
