//! The kinds that a result or a body has by content type.

use indexmap::IndexMap;

use crate::diagnostics::At;
use crate::load::source::{ContentSource, ContentTypes, Shorthand};
use crate::model::{Scalar, Shape, TypeRef, Wire, essence, reached};

use super::places;
use super::scope::Scope;
use super::together::{self, Map};

/// One of them: its content types, which differ in their parameters only, and what is said of it and where.
pub type Written<'a> = (Vec<&'a String>, &'a ContentSource, At<'a>);

/// The kinds that can be told apart. `at` is the map of them.
pub fn read<'a>(
    map: &'a IndexMap<String, Shorthand<ContentSource>>,
    of: Map,
    scope: &Scope<'_>,
    at: At<'a>,
) -> Vec<Written<'a>> {
    let mut seen: Vec<String> = Vec::new();
    let mut read: Vec<Written<'a>> = Vec::new();
    for ((media, Shorthand(source)), at) in map.iter().zip(at.items()) {
        let bare = essence(media).to_ascii_lowercase();
        together::check(of, at, scope);
        let kinds = [&source.json, &source.text, &source.bytes, &source.form];
        let same = read.iter_mut().find(|(all, ..)| essence(all[0]).eq_ignore_ascii_case(&bare));
        if let Some((all, ..)) = same.filter(|(_, known, _)| *known == source) {
            all.push(media);
        } else if seen.contains(&bare) {
            let help = "write the same for both: parameters don't tell content types apart";
            scope.errors.push(at.key(), format!("`{bare}` is there twice"), help);
        } else if kinds.into_iter().flatten().count() != 1 {
            let help = "write a type, `text` or `bytes`, or a map with one of `json`, `text`, `bytes` and, in a body, `form`";
            let at = at.lacking(&["json", "text", "bytes", "form"]);
            scope.errors.push(at, "a content type has exactly one kind", help);
        } else {
            read.push((vec![media], source, at));
        }
        seen.push(bare);
    }
    read
}

/// A content type as written and the others to choose from, or the usual one.
pub fn content_types(
    written: Option<&ContentTypes>,
    usual: &str,
    scope: &Scope<'_>,
    at: At<'_>,
) -> (String, Vec<String>) {
    let at = at.get("content_type");
    let all: Vec<&String> = match written {
        Some(ContentTypes::One(text)) => vec![text],
        Some(ContentTypes::Several(texts)) => {
            scope.check_once(texts, at);
            texts.iter().collect()
        }
        None => return (usual.to_owned(), Vec::new()),
    };
    let is_odd =
        |text: &str| text.is_empty() || text.contains(|c: char| c.is_control() || !c.is_ascii() || c == ',');
    for text in all.iter().filter(|text| is_odd(text)) {
        let help = "write it as in a header: `application/pdf`";
        scope.errors.push(at, format!("`{text}` is not a content type"), help);
    }
    let mut all = all.into_iter().cloned();
    let first = all.next().unwrap_or_else(|| {
        scope.errors.push(at, "no content type is listed", "list one, or remove the key");
        usual.to_owned()
    });
    (first, all.collect())
}

/// The type that Rust has of bytes or a text, and that of what is in them, where the two differ.
pub fn split(ty: TypeRef, wire: Wire, scope: &Scope<'_>) -> (TypeRef, Option<TypeRef>) {
    let (plain, name) = match wire {
        Wire::File => (Scalar::Any, "any"),
        Wire::Text if !places::is_text(&ty.shape, scope) => (Scalar::String, "string"),
        Wire::Text | Wire::Json | Wire::List => return (ty, None),
    };
    match ty.shape {
        Shape::Scalar(Scalar::Any | Scalar::File) => (ty, None),
        _ => (TypeRef::new(name, Shape::Scalar(plain)), Some(ty)),
    }
}

/// Returns whether a field of what is in bytes or a text is a secret: then all of it is one.
pub fn has_secret(holds: Option<&TypeRef>, scope: &Scope<'_>) -> bool {
    let Some(holds) = holds else { return false };
    let within = reached(&scope.types, |name| scope.type_id(name), holds.types(), |_| true);
    let mut types = scope.types.iter().zip(within).filter(|(_, is_within)| *is_within);
    types.any(|(ty, _)| ty.fields().iter().any(|field| field.secret))
}
