//! What differs between a world and the spec, in words that the truth and the
//! learner share.

use std::collections::{BTreeMap, BTreeSet};

use generator_learn::draft::{Draft, ParameterDraft, ReturnsDraft, TypeDraft};
use generator_spec::model::{Api, Envelope};
use indexmap::IndexMap;

use crate::made;

/// Kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    ConfirmedPath,
    MovedPath,
    RenamedPath,
    Method,
    Encoding,
    Added,
    Dropped,
    Renamed,
    Optional,
    Type,
    Json,
    Result,
    KnownType,
    Message,
    Envelope,
    Prefix,
    NewOperation,
}

/// Facts by class.
pub type Facts = BTreeSet<(Class, String)>;

/// The class of a path that was seen.
pub fn class_of_path(own: &str, seen: &str) -> Class {
    let squashed = |path: &str| path.replace(['/', '-', '_'], "");
    match () {
        () if own == seen => Class::ConfirmedPath,
        () if squashed(own) == squashed(seen) => Class::MovedPath,
        () => Class::RenamedPath,
    }
}

/// What was learned.
pub fn of_draft(api: &Api, draft: &Draft) -> Facts {
    let mut facts = Facts::new();
    let own: IndexMap<String, TypeDraft> =
        draft.new_types.iter().chain(&draft.types).map(|(name, ty)| (name.clone(), ty.clone())).collect();
    for (name, changes) in &draft.operations {
        let own_path = api.operation(name).and_then(|it| it.path.text()).unwrap_or_default();
        if let Some(path) = &changes.path {
            facts.insert((class_of_path(own_path, &path.value), format!("{name} {}", path.value)));
        }
        if let Some(method) = &changes.method {
            facts.insert((Class::Method, format!("{name} {}", method.value)));
        }
        if let Some(encoding) = &changes.encoding {
            facts.insert((Class::Encoding, format!("{name} {:?}", encoding.value)));
        }
        for (parameter, change) in &changes.parameters {
            let types = |ty: &str| structure(ty, &own);
            facts.insert(match &change.value {
                ParameterDraft::Add(ty) => (Class::Added, format!("{name} {parameter} {}", types(ty))),
                ParameterDraft::Drop => (Class::Dropped, format!("{name} {parameter}")),
                ParameterDraft::Rename(to) => (Class::Renamed, format!("{name} {parameter} {to}")),
                ParameterDraft::Optional => (Class::Optional, format!("{name} {parameter}")),
                ParameterDraft::Type(ty) if ty.contains(" (JSON)") => {
                    (Class::Json, format!("{name} {parameter} {}", types(ty)))
                }
                ParameterDraft::Type(ty) => (Class::Type, format!("{name} {parameter} {}", types(ty))),
            });
        }
        if let Some(returns) = &changes.returns {
            facts.insert((Class::Result, format!("{name} {}", returned(&returns.value, &own))));
        }
    }
    for (name, ty) in &draft.types {
        facts.insert((Class::KnownType, format!("{name} {}", fields(ty, &own))));
    }
    for (block, prefix) in &draft.prefixes {
        facts.insert((Class::Prefix, format!("{block} {}", prefix.value.to_lowercase())));
    }
    if let Some(message) = &draft.message {
        facts.insert((Class::Message, format!("{} {}", message.value.status, message.value.text)));
    }
    if let Some(envelope) = &draft.envelope {
        let Envelope { status, code, data, .. } = &envelope.value;
        facts.insert((Class::Envelope, format!("{status} {code} {data}")));
    }
    for new in draft.new_operations.values().flatten() {
        let parameter = |(name, ty): (&String, &generator_learn::draft::Fact<String>)| {
            format!("{name} {}", structure(&ty.value, &own))
        };
        let parameters: Vec<String> = new.value.parameters.iter().map(parameter).collect();
        let returns = new.value.returns.as_ref().map(|it| returned(&it.value, &own)).unwrap_or_default();
        facts.insert((
            Class::NewOperation,
            format!("{} {} {returns}", new.value.path, made::object(parameters)),
        ));
    }
    facts
}

fn returned(returns: &ReturnsDraft, types: &IndexMap<String, TypeDraft>) -> String {
    match returns {
        ReturnsDraft::Message => "message".to_owned(),
        ReturnsDraft::Kind { kind, of, content_type } => {
            format!("{kind} {} {}", structure(of, types), content_type.as_deref().unwrap_or_default())
        }
    }
}

fn fields(ty: &TypeDraft, types: &IndexMap<String, TypeDraft>) -> String {
    let field =
        |(name, field): (&String, &generator_learn::draft::Fact<generator_learn::draft::FieldDraft>)| {
            format!("{name}: {}", structure(&field.value.notation, types))
        };
    made::object(ty.fields.iter().map(field).collect())
}

/// A type in words: names of new types are replaced by what they are.
pub fn structure(notation: &str, types: &IndexMap<String, TypeDraft>) -> String {
    for mark in ["?", " (JSON)", " or null"] {
        if let Some(rest) = notation.strip_suffix(mark) {
            return format!("{}{mark}", structure(rest, types));
        }
    }
    for start in ["List<", "Dictionary<string, "] {
        if let Some(inside) = notation.strip_prefix(start).and_then(|rest| rest.strip_suffix('>')) {
            return format!("{start}{}>", structure(inside, types));
        }
    }
    types.get(notation).map_or_else(|| notation.to_owned(), |ty| fields(ty, types))
}

/// How much was found, and how much of it is true.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub true_and_found: usize,
    pub missed: usize,
    pub invented: usize,
}

pub fn tally(truth: &Facts, learned: &Facts, to: &mut BTreeMap<Class, Tally>) {
    for (class, _) in truth.intersection(learned) {
        to.entry(*class).or_default().true_and_found += 1;
    }
    for (class, _) in truth.difference(learned) {
        to.entry(*class).or_default().missed += 1;
    }
    for (class, _) in learned.difference(truth) {
        to.entry(*class).or_default().invented += 1;
    }
}
