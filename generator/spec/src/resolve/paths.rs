//! Paths: the method before them, and the parameters in them.

use std::collections::BTreeSet;

use crate::diagnostics::{At, Errors, did_you_mean};
use crate::load::source::{HttpMethod, OperationSource};
use crate::model::{Parameter, PathPiece, path_parameters, pieces};

use super::scope::Scope;

/// The path of an operation as written: its key, the method before it, and the rest.
pub struct WrittenPath<'a> {
    pub key: &'static str,
    pub method: Option<&'a str>,
    pub path: &'a str,
}

/// The path of an operation, whether it is documented or inferred.
pub fn written(source: &OperationSource) -> Option<WrittenPath<'_>> {
    let found = [("path", &source.path), ("inferred_path", &source.inferred_path)];
    let (key, text) = found.into_iter().find_map(|(key, text)| Some((key, text.as_ref()?)))?;
    Some(match split(text) {
        Some((method, path)) => WrittenPath { key, method: Some(method), path },
        None => WrittenPath { key, method: None, path: text },
    })
}

/// The path whose parameters an operation has, and its place: the first alias if it has no other.
pub fn template(source: &OperationSource) -> Option<(&str, &'static str)> {
    let own = written(source).map(|it| (it.path, it.key));
    own.or_else(|| source.aliases.first().map(|alias| (alias.path.as_str(), "aliases")))
}

/// Reports parameters of paths that the operation doesn't have, and aliases that have others.
pub fn check_names(
    source: &OperationSource,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    (at, is_lost): (At<'_>, &dyn Fn(&str) -> bool),
) {
    let Some((path, key)) = template(source) else { return };
    let at_path = at.get(key);
    for name in path_parameters(path).filter(|name| !name.is_empty()) {
        if !parameters.iter().any(|it| it.name == name) {
            let known = parameters.iter().map(|it| it.name.as_str());
            let help = format!("add it to `parameters`: `{name}: string`");
            let at = at_path.poisoned_if(is_lost(name));
            scope.errors.push(
                at,
                format!("the path has a parameter `{name}` that is not listed"),
                did_you_mean(name, known, help),
            );
        }
    }
    check_colons(path, parameters, at_path, scope);
    let names = |path| path_parameters(path).collect::<BTreeSet<_>>();
    let own = names(path);
    for (alias, at) in source.aliases.iter().zip(at.get("aliases").items()) {
        if names(&alias.path) != own {
            let help = "give all paths of an operation the same parameters, or describe another operation";
            let title = format!("`{}` and `{path}` don't have the same parameters", alias.path);
            scope.errors.push(at.get("path"), title, help);
        }
    }
}

/// Reports `:name`, which is how other languages write a parameter: here, it is a text.
fn check_colons(path: &str, parameters: &[Parameter], at: At<'_>, scope: &Scope<'_>) {
    let names = path.split('/').filter_map(|segment| segment.strip_prefix(':'));
    for name in names.filter(|name| parameters.iter().any(|it| it.name == *name)) {
        scope.errors.push(at, format!("`:{name}` is a text in a path"), format!("write `{{{name}}}`"));
    }
}

/// The method and the path, if there is a method.
fn split(text: &str) -> Option<(&str, &str)> {
    let (method, path) = text.split_once(' ').filter(|(method, _)| !method.starts_with('/'))?;
    Some((method, path.trim_start()))
}

/// The path without the method before it.
pub fn without_method(text: &str) -> &str {
    split(text).map_or(text, |(_, path)| path)
}

/// The HTTP method that an operation says, before its path or as a key of its own.
pub fn method(source: &OperationSource, at: At<'_>, errors: &Errors) -> Option<HttpMethod> {
    let written = written(source);
    let said = written.as_ref().and_then(|it| Some((it.key, it.method?)));
    let Some((key, name)) = said else { return source.method };
    let found = HttpMethod::ALL.iter().copied().find(|it| it.name() == name);
    if found.is_none() {
        let names: Vec<_> = HttpMethod::ALL.iter().map(|it| it.name()).collect();
        let help = format!("write one of {}, or the path alone", names.join(", "));
        errors.push(at.get(key), format!("`{name}` is not an HTTP method"), help);
    }
    if source.method.is_some() {
        let help = "keep the method before the path, and remove this key";
        errors.push(at.get("method"), "the method is given twice", help);
    }
    found.or(source.method)
}

/// Reports that the API has no HTTP method; if some operations have their own, those that don't.
pub fn check_method(scope: &Scope<'_>) {
    let files = scope.source.operations.iter();
    let all = files.flat_map(|file| file.value.operations.iter().zip(file.at().get("operations").items()));
    // An entry without a name is not called.
    let all = all.filter(|(it, _)| it.unnamed.is_none());
    let (own, others): (Vec<_>, Vec<_>) = all.partition(|(it, _)| {
        it.method.is_some() || written(it).is_some_and(|written| written.method.is_some())
    });
    let api = scope.at().lacking(&["method"]);
    match scope.api().method {
        None if own.is_empty() && !others.is_empty() => {
            let help = "add `method:` here, or write it before each path: `path: GET /lamps`";
            scope.errors.push(api, "missing key `method`", help);
        }
        None => others.into_iter().for_each(|(it, at)| {
            let at = at.get(written(it).map_or("operation", |it| it.key));
            let help =
                "write it before the path, `GET /lamps`, or add `method:` to api.yaml for all that have none";
            scope.errors.push(at.poisoned_if(api.is_poisoned()), "missing HTTP method", help);
        }),
        Some(_) => {}
    }
}

/// Reports a path that cannot be one.
pub fn check(path: &str, at: At<'_>, errors: &Errors) {
    let is_sound = |piece: PathPiece<'_>| match piece {
        PathPiece::Fixed(text) => is_fixed(text),
        PathPiece::Parameter(name) | PathPiece::Rest(name) => !name.is_empty(),
    };
    let dotted = path.replace("%2e", ".").replace("%2E", ".");
    let has_dots = dotted.split('/').any(|segment| [".", ".."].contains(&segment));
    if !path.starts_with('/') || path.contains("//") || has_dots || !pieces(path).all(is_sound) {
        let help = "start it with `/`; use letters, digits and `-_.~:@,;=$!*+'()&`, and `%40` for others; write parameters as `{name}`";
        return errors.push(at, format!("the path `{path}` is invalid"), help);
    }
    check_parameters(path, at, errors);
}

/// Returns whether a text can be a part of a path: as it is, or escaped.
fn is_fixed(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.~:@,;=$!*+'()&".contains(c);
    let is_octet = |it: &str| it.len() >= 2 && it.chars().take(2).all(|c| c.is_ascii_hexdigit());
    text.chars().all(|c| is_plain(c) || c == '%') && text.split('%').skip(1).all(is_octet)
}

/// A parameter ends where a fixed text begins, and occurs once.
fn check_parameters(path: &str, at: At<'_>, errors: &Errors) {
    let all: Vec<_> = pieces(path).collect();
    for (index, piece) in all.iter().enumerate() {
        let (PathPiece::Parameter(name) | PathPiece::Rest(name)) = piece else { continue };
        let next = all.get(index + 1);
        if matches!(piece, PathPiece::Rest(_)) && next.is_some() {
            let help = "put it at the end: it has the rest of the path";
            errors.push(at, format!("`{{+{name}}}` is not at the end of the path"), help);
        } else if matches!(next, Some(PathPiece::Parameter(_) | PathPiece::Rest(_))) {
            let help = "put a text between them: it is not known where the first ends";
            errors.push(at, format!("another parameter follows `{{{name}}}`"), help);
        }
        let is_same = |other: &PathPiece<'_>| matches!(other, PathPiece::Parameter(it) | PathPiece::Rest(it) if it == name);
        if all[..index].iter().any(is_same) {
            errors.push(at, format!("`{{{name}}}` is in the path twice"), "give each parameter its own name");
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn other_characters_are_escaped() {
        for path in ["/listings/%40lamps", "/a%2Fb", "/rows('a')"] {
            assert!(super::is_fixed(path), "{path}");
        }
        for path in ["/%4", "/%", "/%zz", "/é"] {
            assert!(!super::is_fixed(path), "{path}");
        }
    }
}
