//! Differences between a simulated server and the spec, in words that the truth and the learner
//! share.

use std::collections::{BTreeMap, BTreeSet};

use generator_learn::draft::{Draft, Node};
use generator_spec::model::Api;
use serde_json::Value;

use crate::learn::made;

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

/// The facts of a draft.
pub fn of_draft(api: &Api, draft: &Draft) -> Facts {
    let mut facts = Facts::new();
    let mut add = |class, text: String| facts.extend([(class, text)]);
    for (name, changes) in draft.inside(&["operations"]) {
        for (key, node) in &changes.inside {
            let value = text(&node.value);
            match key.as_str() {
                "path" => {
                    let own = api.operation(name).and_then(|it| it.path.text()).unwrap_or_default();
                    add(class_of_path(own, &value), format!("{name} {value}"));
                }
                "method" => add(Class::Method, format!("{name} {value}")),
                "encoding" => add(Class::Encoding, format!("{name} {value}")),
                "returns" => add(Class::Result, format!("{name} {}", returned(&node.value, draft))),
                "parameters" => {
                    for (parameter, node) in &node.inside {
                        let (class, what) = changed(&node.value, draft);
                        add(class, format!("{name} {parameter}{what}"));
                    }
                }
                key => panic!("{key}"),
            }
        }
    }
    for (name, ty) in draft.inside(&["types"]) {
        add(Class::KnownType, format!("{name} {}", fields(ty, draft)));
    }
    for new in draft.inside(&["add", "operations"]).flat_map(|(_, group)| group.inside.values()) {
        let parameter = |(name, node): (&String, &Node)| {
            let ty = node.value.get("type").unwrap_or(&node.value);
            format!("{name} {}", structure(ty.as_str().expect("a type"), draft))
        };
        let parameters = new.inside.get("parameters").into_iter().flat_map(|node| &node.inside);
        let parameters = made::object(parameters.map(parameter).collect());
        let (path, returns) = (text(&new.inside["path"].value), &new.inside["returns"].value);
        add(Class::NewOperation, format!("{path} {parameters} {}", returned(returns, draft)));
    }
    facts
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The class of a parameter's change and what it is then.
fn changed(change: &Value, draft: &Draft) -> (Class, String) {
    match (change.as_str(), change.as_object().and_then(|map| map.iter().next())) {
        (Some("drop"), _) => (Class::Dropped, String::new()),
        (Some(ty), _) => {
            let class = if ty.contains(" (JSON)") { Class::Json } else { Class::Type };
            (class, format!(" {}", structure(ty, draft)))
        }
        (None, Some((key, value))) => match key.as_str() {
            "add" => {
                let ty = value.get("type").unwrap_or(value);
                (Class::Added, format!(" {}", structure(&text(ty), draft)))
            }
            "sent_as" => (Class::Renamed, format!(" {}", text(value))),
            "optional" => (Class::Optional, String::new()),
            key => panic!("{key}"),
        },
        (None, None) => panic!("{change}"),
    }
}

fn returned(returns: &Value, draft: &Draft) -> String {
    let Some(map) = returns.as_object() else { return text(returns) };
    let (kind, of) = map.iter().next().expect("a kind");
    let content_type = map.get("content_type").map(text).unwrap_or_default();
    format!("{kind} {} {content_type}", structure(&text(of), draft))
}

fn fields(ty: &Node, draft: &Draft) -> String {
    let field = |(name, field): (&String, &Node)| {
        let notation = field.value.get("type").unwrap_or(&field.value);
        format!("{name}: {}", structure(&text(notation), draft))
    };
    made::object(ty.inside["fields"].inside.iter().map(field).collect())
}

/// A type in words: names of new types are replaced by what they are.
fn structure(notation: &str, draft: &Draft) -> String {
    for mark in ["?", " (JSON)", " or null"] {
        if let Some(rest) = notation.strip_suffix(mark) {
            return format!("{}{mark}", structure(rest, draft));
        }
    }
    for start in ["List<", "Dictionary<string, "] {
        if let Some(inside) = notation.strip_prefix(start).and_then(|rest| rest.strip_suffix('>')) {
            return format!("{start}{}>", structure(inside, draft));
        }
    }
    let ty = draft.at(&["types", notation]).or_else(|| draft.at(&["add", "types", notation]));
    ty.map_or_else(|| notation.to_owned(), |ty| fields(ty, draft))
}

/// The number of facts that were found, and of those that are true.
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
