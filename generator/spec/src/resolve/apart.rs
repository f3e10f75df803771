//! Operations with one HTTP method and path, which a constant tells apart: `{"command": "start"}`.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::{Api, HttpMethod, Operation, Parameter, Place, Row, path_shape};

/// An HTTP method and the shape of a path.
pub type Route = (HttpMethod, String);

/// The constants of operations that tell them apart.
type Choices<'a> = Vec<(&'a Operation, &'a Parameter)>;

/// The route of a path: a rest is a parameter like others.
pub fn route(method: HttpMethod, path: &str) -> Route {
    (method, path_shape(path).replace("{+}", "{}"))
}

/// Marks the parameters that tell operations of one route apart. Returns the routes of several operations
/// that nothing tells apart.
pub fn mark(api: &mut Api) -> HashSet<Route> {
    let mut routes = HashMap::<_, Vec<_>>::new();
    for operation in api.operations() {
        for path in operation.paths() {
            routes.entry(route(operation.http_method, path)).or_default().push(operation);
        }
    }
    let (mut marked, mut clashes) = (HashSet::new(), HashSet::new());
    for (route, operations) in routes.into_iter().filter(|(_, operations)| operations.len() > 1) {
        match told_apart(&operations) {
            Some(all) => marked.extend(all.into_iter().map(|(of, it)| (of.name.clone(), it.name.clone()))),
            None => drop(clashes.insert(route)),
        }
    }
    for operation in api.groups.iter_mut().flat_map(|group| &mut group.rows).filter_map(Row::named_mut) {
        for parameter in &mut operation.parameters {
            parameter.chooses = marked.contains(&(operation.name.clone(), parameter.name.clone()));
        }
    }
    clashes
}

/// The constants that tell operations apart: one that all have, and where that is the same, another one.
fn told_apart<'a>(all: &[&'a Operation]) -> Option<Choices<'a>> {
    let [first, _, ..] = all else { return Some(Vec::new()) };
    let mut candidates: Vec<&Parameter> =
        first.parameters.iter().filter(|it| it.constant.is_some()).collect();
    candidates.sort_by_key(|it| is_in_body(it));
    candidates.into_iter().find_map(|candidate| by(candidate, all))
}

/// The same, first by this constant.
fn by<'a>(candidate: &Parameter, all: &[&'a Operation]) -> Option<Choices<'a>> {
    let mut choices = Choices::new();
    let mut parts = BTreeMap::<_, Vec<_>>::new();
    for operation in all {
        let own = operation.parameters.iter().find(|it| is_same(it, candidate))?;
        if is_in_body(own) && all.iter().any(|other| other.encoding != operation.encoding) {
            return None;
        }
        parts.entry(own.constant.as_deref()?).or_default().push(*operation);
        choices.push((*operation, own));
    }
    if parts.len() < 2 {
        return None;
    }
    for part in parts.values() {
        choices.extend(told_apart(part)?);
    }
    Some(choices)
}

/// A server looks there before it knows the operation.
fn is_in_body(it: &Parameter) -> bool {
    matches!(it.place, Place::Form | Place::Field)
}

fn is_same(one: &Parameter, other: &Parameter) -> bool {
    one.place == other.place
        && match one.place {
            Place::Header => one.wire_name().eq_ignore_ascii_case(other.wire_name()),
            Place::Query | Place::Form | Place::Field => one.wire_name() == other.wire_name(),
            Place::Path | Place::PathRest | Place::Cookie | Place::Part | Place::Body => false,
        }
}
