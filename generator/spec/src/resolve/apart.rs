//! Operations with one HTTP method and path: what a request must have tells them apart.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::model::{Api, HttpMethod, Need, Operation, Parameter, Place, Presence, Row, path_shape};

/// An HTTP method and the shape of a path.
pub type Route = (HttpMethod, String);

/// Headers that clients send with every request: that there is one says nothing.
const USUAL: &[&str] = &["accept", "accept-encoding", "accept-language", "user-agent"];

/// The route of a path: a rest is a parameter like others.
pub fn route(method: HttpMethod, path: &str) -> Route {
    (method, path_shape(path).replace("{+}", "{}"))
}

/// Marks the parameters that tell operations of one route apart: constants, and where those are the same,
/// what is required in the query and in headers.
pub fn mark(api: &mut Api) {
    let (mut marked, mut sharing) = (HashSet::<(String, String)>::new(), HashSet::new());
    let mut mark = |all: &[(&Operation, Vec<&Parameter>)]| {
        let all = all.iter().flat_map(|(of, own)| own.iter().map(|it| (of.name.clone(), it.name.clone())));
        marked.extend(all);
    };
    for operations in shared(api) {
        sharing.extend(operations.iter().map(|it| it.name.clone()));
        let by_constants = differing(&operations, |it| it.constant.is_some());
        mark(&by_constants);
        let mut alike = HashMap::<_, Vec<_>>::new();
        for (operation, own) in by_constants {
            let needs: BTreeSet<Need> = own.into_iter().map(Need::of).collect();
            alike.entry(needs).or_default().push(operation);
        }
        alike.values().for_each(|operations| mark(&differing(operations, is_required)));
    }
    for operation in api.groups.iter_mut().flat_map(|group| &mut group.rows).filter_map(Row::named_mut) {
        operation.shares_path = sharing.contains(&operation.name);
        for parameter in &mut operation.parameters {
            parameter.chooses = marked.contains(&(operation.name.clone(), parameter.name.clone()));
        }
    }
}

/// The operations whose bodies a server can't read before it knows which one is meant, and the others that
/// are meant otherwise: what is needed in the body says it, and their encodings differ.
pub fn unreadable(api: &Api) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    for operations in shared(api) {
        let mut alike = HashMap::<BTreeSet<Need>, Vec<_>>::new();
        for operation in operations {
            let head = operation.needs().filter(|it| !it.in_body()).collect();
            alike.entry(head).or_default().push(operation);
        }
        for all in alike.into_values().filter(|all| all.iter().any(|it| it.needs().any(|it| it.in_body()))) {
            let others = all.iter().filter(|it| it.encoding != all[0].encoding);
            found.extend(others.map(|it| (it.name.as_str(), all[0].name.as_str())));
        }
    }
    found
}

/// The operations of each route that has several.
fn shared(api: &Api) -> impl Iterator<Item = Vec<&Operation>> {
    let mut routes = HashMap::<_, Vec<_>>::new();
    for operation in api.operations() {
        for path in operation.paths() {
            routes.entry(route(operation.http_method, path)).or_default().push(operation);
        }
    }
    routes.into_values().filter(|operations| operations.len() > 1)
}

/// The parameters of each that count and that not all have alike.
fn differing<'a>(
    all: &[&'a Operation],
    counts: impl Fn(&Parameter) -> bool,
) -> Vec<(&'a Operation, Vec<&'a Parameter>)> {
    let counts = |it: &&Parameter| counts(it) && can_choose(it);
    let own = |it: &&'a Operation| (*it, it.parameters.iter().filter(counts).collect::<Vec<_>>());
    let mut own: Vec<_> = all.iter().map(own).collect();
    let mut times = HashMap::<Need, usize>::new();
    own.iter().flat_map(|(_, own)| own).for_each(|it| *times.entry(Need::of(it)).or_default() += 1);
    own.iter_mut().for_each(|(_, own)| own.retain(|it| times[&Need::of(it)] < all.len()));
    own
}

/// Returns whether a server looks there before it knows the operation.
fn can_choose(it: &Parameter) -> bool {
    match it.place {
        Place::Header | Place::Query | Place::Form | Place::Field => it.object.is_none(),
        Place::Path | Place::PathRest | Place::Cookie | Place::Part | Place::Body => false,
    }
}

/// A body is read only for a value in it.
fn is_required(it: &Parameter) -> bool {
    let is_usual = || USUAL.iter().any(|usual| it.wire_name().eq_ignore_ascii_case(usual));
    match it.place {
        Place::Query => it.presence == Presence::Required,
        Place::Header => it.presence == Presence::Required && !is_usual(),
        _ => false,
    }
}
