//! The spec with the learned overlay describes the world: a client that follows it is understood.

use std::collections::{BTreeMap, BTreeSet};

use generator_spec::Spec;
use generator_spec::model::{
    Api, Envelope, Operation, Presence, ReturnKind, Scalar, Shape, TypeId, TypeKind,
};

use crate::made;
use crate::world::{Answer, Change, Real, World};

/// What differs between a world and the spec with an overlay.
pub fn wrong(spec: &Api, world: &World, undecided: &BTreeSet<String>, opened: &Spec) -> String {
    let api = opened.apis.iter().find(|api| api.name == spec.name).expect("the API");
    let mut wrong = String::new();
    for real in world.operations.iter().filter(|real| !undecided.contains(&real.name)) {
        let (own, now) = (spec.operation(&real.name).unwrap(), api.operation(&real.name).unwrap());
        let path = now.path.text().unwrap_or(&real.path);
        if (path, now.http_method.name()) != (&*real.path, real.method) {
            wrong += &format!("{}: {} {path}\n", real.name, now.http_method.name());
        }
        // A GET has no body.
        if real.method == "POST" && now.encoding != real.encoding {
            wrong += &format!("{}: {:?}\n", real.name, now.encoding);
        }
        let (wanted, mut found) = (wanted(own, real), found(api, now));
        for (name, (_, ty)) in &mut found {
            // Only the types that the world changes are its own.
            *ty = ty.take().filter(|_| wanted.get(name).is_some_and(|(_, ty)| ty.is_some()));
        }
        if wanted != found {
            wrong += &format!("{}: {found:?}, not {wanted:?}\n", real.name);
        }
        if let Answer::Json(made) = &real.returns {
            let found = now.returns.ty.as_ref().map(|ty| structure(api, &ty.shape)).unwrap_or_default();
            if found != made.structure() {
                wrong += &format!("{}: returns {found}, not {}\n", real.name, made.structure());
            }
        }
        if matches!(real.returns, Answer::Message) && now.returns.kind != ReturnKind::Message {
            wrong += &format!("{}: no message\n", real.name);
        }
    }
    if let Some(message) = api.message.as_ref().filter(|it| (&*it.status, &*it.text) != world.message) {
        wrong += &format!("the message has {} and {}\n", message.status, message.text);
    }
    let fields = |it: &&Envelope| (&*it.status, &*it.code, &*it.data) != world.envelope;
    if let Some(Envelope { status, code, data, .. }) = api.envelope.as_ref().filter(fields) {
        wrong += &format!("the envelope has {status}, {code} and {data}\n");
    }
    wrong += &opaque(api, world);
    wrong
}

/// Types of the world that have fields now: they are all its fields.
fn opaque(api: &Api, world: &World) -> String {
    let differs = |(id, made): (&TypeId, &made::Made)| {
        let found = structure(api, &Shape::Named(*id));
        (found != "opaque" && found != made.structure())
            .then(|| format!("{found}, not {}\n", made.structure()))
    };
    world.opaque.iter().filter_map(differs).collect()
}

/// Names, whether they are required, and a type where the world has another.
type Parameters = BTreeMap<String, (Sent, Option<String>)>;

#[derive(Debug, PartialEq, Eq)]
pub enum Sent {
    Required,
    Optional,
}

fn presence(presence: Presence) -> Sent {
    match presence {
        Presence::Required => Sent::Required,
        Presence::Optional => Sent::Optional,
    }
}

fn wanted(operation: &Operation, real: &Real) -> Parameters {
    let mut wanted = Parameters::new();
    for parameter in &operation.parameters {
        let own = presence(parameter.presence);
        match real.changes.get(&parameter.name) {
            Some(Change::Dropped) => {}
            Some(Change::Optional) => drop(wanted.insert(parameter.name.clone(), (Sent::Optional, None))),
            Some(Change::Renamed(to)) => drop(wanted.insert(to.clone(), (own, None))),
            Some(Change::Bit) => drop(wanted.insert(parameter.name.clone(), (own, Some("int".to_owned())))),
            Some(Change::Json(made)) => {
                drop(wanted.insert(parameter.name.clone(), (own, Some(made.structure()))));
            }
            Some(Change::Unwritable(_)) | None => drop(wanted.insert(parameter.name.clone(), (own, None))),
        }
    }
    for added in &real.added {
        let own = if added.optional { Sent::Optional } else { Sent::Required };
        wanted.insert(added.name.to_owned(), (own, Some(added.ty.plain())));
    }
    wanted
}

fn found(api: &Api, operation: &Operation) -> Parameters {
    let parameters = operation.parameters.iter().map(|parameter| {
        let ty = Some(structure(api, &parameter.ty.shape));
        (parameter.name.clone(), (presence(parameter.presence), ty))
    });
    parameters.collect()
}

/// The type of a parameter in words, whatever the names of the types in it.
fn structure(api: &Api, shape: &Shape) -> String {
    match shape {
        Shape::Scalar(scalar) => match scalar {
            Scalar::String => "string",
            Scalar::Int => "int",
            Scalar::Number => "number",
            Scalar::Bool => "bool",
            Scalar::Any => "any",
            Scalar::Object => "object",
            Scalar::Null => "null",
            Scalar::File => "file",
        }
        .to_owned(),
        Shape::List(item) => format!("List<{}>", structure(api, item)),
        Shape::Map(value) => format!("Dictionary<string, {}>", structure(api, value)),
        Shape::Named(id) => match api.ty(*id).map(|ty| &ty.kind) {
            Some(TypeKind::Fields { fields, .. }) => made::object(
                fields
                    .iter()
                    .map(|it| {
                        let mark = if it.nullable { " or null" } else { "" };
                        format!("{}: {}{mark}", it.name, structure(api, &it.ty.shape))
                    })
                    .collect(),
            ),
            Some(TypeKind::Opaque | TypeKind::Enum { .. }) | None => "opaque".to_owned(),
        },
    }
}
