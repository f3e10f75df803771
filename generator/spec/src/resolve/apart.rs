//! Operations with one HTTP method and path: what a request must have tells them apart.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::model::{
    Api, Field, HttpMethod, Need, Operation, Parameter, Place, Presence, RequestEncoding, Row, Scalar, Shape,
    Type, TypeId, TypeKind, TypeRef, Wire, path_shape,
};
use crate::naming;

/// An HTTP method and the shape of a path.
pub type Route = (HttpMethod, String);

/// Headers that clients send with every request: that there is one says nothing.
const USUAL: &[&str] = &["accept", "accept-encoding", "accept-language", "user-agent"];

/// The route of a path: a rest is a parameter like others.
pub fn route(method: HttpMethod, path: &str) -> Route {
    (method, path_shape(path).replace("{+}", "{}"))
}

/// Marks what tells operations of one route apart: constants, and where those are the same, the parameters
/// that are required in the query and in headers.
pub fn mark(api: &mut Api) {
    let mut fields = marks(api);
    for operation in operations_mut(api) {
        let fields = fields.remove(&operation.name);
        operation.shares_path = fields.is_some();
        operation.marks = fields.unwrap_or_default();
    }
    let mut marked = HashSet::<(String, Need)>::new();
    let mut mark = |all: &[(&Operation, Vec<&Parameter>)]| {
        let all = all.iter().flat_map(|(of, own)| own.iter().map(|it| (of.name.clone(), Need::of(it))));
        marked.extend(all);
    };
    for operations in shared(api) {
        let by_constants = differing(&operations, |it| it.constant.is_some());
        mark(&by_constants);
        let mut alike = HashMap::<_, Vec<_>>::new();
        for (operation, own) in by_constants {
            let needs: BTreeSet<Need> = own.into_iter().map(Need::of).collect();
            alike.entry(needs).or_default().push(operation);
        }
        alike.values().for_each(|operations| mark(&differing(operations, is_required)));
    }
    for operation in operations_mut(api) {
        let Operation { name, parameters, marks, .. } = operation;
        for it in parameters.iter_mut().chain(marks) {
            it.chooses = marked.contains(&(name.clone(), Need::of(it)));
        }
    }
}

fn operations_mut(api: &mut Api) -> impl Iterator<Item = &mut Operation> {
    api.groups.iter_mut().flat_map(|group| &mut group.rows).filter_map(Row::named_mut)
}

/// The content type of forms with files.
const MULTIPART: &str = "multipart/form-data";

/// The constants in the bodies of each operation that shares a route, and those of the others that its body
/// can have, too; and the content type of a form with files, if only such operations have it.
fn marks(api: &Api) -> HashMap<String, Vec<Parameter>> {
    let mut found = HashMap::<String, Vec<Parameter>>::new();
    for operations in shared(api) {
        let is_form = |it: &&&Operation| it.encoding == RequestEncoding::Multipart;
        let others = operations.iter().filter(|it| !is_form(it));
        let is_told = !others
            .flat_map(|it| encoding(it).1)
            .any(|it| it.starts_with("multipart/") || it.starts_with('*'));
        let constants: Vec<Vec<Parameter>> = operations.iter().map(|it| constants(api, it)).collect();
        for (operation, own) in operations.iter().zip(&constants) {
            let fields = found.entry(operation.name.clone()).or_default();
            let body = operation.bodies().next();
            let is_taken = |it: &Parameter| {
                body.is_some_and(|body| takes(api, &body.ty.shape, it.wire_name(), &mut BTreeSet::new()))
            };
            let others = constants.iter().flatten().filter(|it| is_taken(it));
            let optional =
                |it: &Parameter| Parameter { constant: None, presence: Presence::Optional, ..it.clone() };
            let form = Some(operation).filter(is_form).filter(|_| is_told).map(|_| form());
            for field in own.iter().cloned().chain(others.map(optional)).chain(form) {
                if !fields.iter().any(|it| it.wire_name() == field.wire_name()) {
                    fields.push(field);
                }
            }
        }
    }
    found
}

/// The content type of a form with files, as a header.
fn form() -> Parameter {
    let (name, text) = ("content-type".to_owned(), Shape::Scalar(Scalar::String));
    let rust = (naming::field(&name), false);
    Parameter {
        place: Place::Header,
        constant: Some(MULTIPART.to_owned()),
        ..Parameter::new(name, rust, TypeRef::new("string", text))
    }
}

/// The constants that all bodies of an operation have.
fn constants(api: &Api, operation: &Operation) -> Vec<Parameter> {
    let is_partial = operation.body.as_ref().is_none_or(|it| it.partial);
    let body = operation.bodies().find(|_| !is_partial);
    let is_json = |it: &&Parameter| it.wire == Wire::Json && it.object.is_none() && it.content.is_none();
    let body = body.filter(is_json).filter(|it| it.presence == Presence::Required && !it.nullable);
    let ty = body.and_then(|it| match it.ty.shape {
        Shape::Named(id) => api.ty(id),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => None,
    });
    let fields = ty.into_iter().flat_map(Type::fields).filter(|it| it.required && it.in_requests());
    let constant = |it: &Field| {
        let rust = (it.rust.clone(), it.renamed);
        Some(Parameter {
            sent_as: it.sent_as.clone(),
            place: Place::Field,
            wire: Wire::Json,
            constant: Some(it.constant.as_ref()?.text()),
            ..Parameter::new(it.name.clone(), rust, it.ty.clone())
        })
    };
    fields.filter_map(constant).collect()
}

/// Returns whether a body of a type can have a field. `seen` has the types that were asked: a union with
/// errors may contain itself.
fn takes(api: &Api, shape: &Shape, field: &str, seen: &mut BTreeSet<TypeId>) -> bool {
    match shape {
        Shape::Scalar(scalar) => matches!(scalar, Scalar::Any | Scalar::Object),
        Shape::Map(_) => true,
        Shape::List(_) => false,
        Shape::Nullable(inner) => takes(api, inner, field, seen),
        Shape::Named(id) if !seen.insert(*id) => false,
        Shape::Named(id) => api.ty(*id).is_none_or(|ty| match &ty.kind {
            TypeKind::Opaque => true,
            TypeKind::Enum { .. } => false,
            TypeKind::Alias { ty, .. } => takes(api, &ty.shape, field, seen),
            TypeKind::Fields { fields, additional, .. } => {
                additional.is_some() || fields.iter().any(|it| it.wire_name() == field)
            }
            TypeKind::Union { tag, members, .. } => {
                tag.as_deref() == Some(field)
                    || members.iter().any(|it| takes(api, &it.ty.shape, field, seen))
            }
        }),
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
            let others = all.iter().filter(|it| encoding(it) != encoding(all[0]));
            found.extend(others.map(|it| (it.name.as_str(), all[0].name.as_str())));
        }
    }
    found
}

/// The encoding of bodies and their content types.
fn encoding(operation: &Operation) -> (RequestEncoding, Vec<&str>) {
    match &operation.body {
        None if operation.encoding == RequestEncoding::Json => {
            (RequestEncoding::Body, vec!["application/json"])
        }
        None => (operation.encoding, Vec::new()),
        Some(it) => {
            let more = it.more_content_types.iter().map(String::as_str);
            (RequestEncoding::Body, [it.content_type.as_str()].into_iter().chain(more).collect())
        }
    }
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
    let own =
        |it: &&'a Operation| (*it, it.parameters.iter().chain(&it.marks).filter(counts).collect::<Vec<_>>());
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
