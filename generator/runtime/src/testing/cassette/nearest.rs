//! The values of requests, and how they differ.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{file::RecordedRequest, types::Words};
use crate::core::{Descriptor, text::Inert};

/// Differences that are shown.
const MOST: usize = 5;

/// Characters of a value, and of a request, that are shown.
const LONGEST: usize = 200;
const LONGEST_REQUEST: usize = 2_000;

/// A request, without its credential.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    operation: String,
    /// The values by the names of their parameters, in the order of the names.
    json: String,
}

impl Asked {
    pub(super) fn of(words: &Words, operation: &Descriptor, request: &RecordedRequest) -> Self {
        let mut all = BTreeMap::<_, Vec<Value>>::new();
        let own = request.form.iter().filter(|(name, _)| words.credential(operation, name).is_none());
        for (name, text) in own {
            all.entry(name.as_str()).or_default().push(value(text));
        }
        for file in &request.files {
            let file = json!({ "name": file.name, "type": file.media_type, "bytes": file.bytes });
            all.entry("files").or_default().push(file);
        }
        let one_or_more = |mut all: Vec<Value>| if all.len() == 1 { all.remove(0) } else { all.into() };
        let all = all.into_iter().map(|(name, values)| (name.to_owned(), sorted(one_or_more(values))));
        let json = Value::Object(all.collect()).to_string();
        Self { operation: request.operation.clone(), json }
    }

    /// The values by their places: `body.tags[0]`.
    fn leaves(&self) -> BTreeMap<String, String> {
        let mut leaves = BTreeMap::new();
        add("", &serde_json::from_str(&self.json).unwrap_or_default(), &mut leaves);
        leaves
    }
}

/// A place, and the values there, where requests differ.
type Difference = (String, Option<String>, Option<String>);

fn differences(recorded: &Asked, sent: &BTreeMap<String, String>) -> Vec<Difference> {
    let recorded = recorded.leaves();
    let names: BTreeSet<_> = recorded.keys().chain(sent.keys()).collect();
    let all =
        names.into_iter().map(|name| (name.clone(), recorded.get(name).cloned(), sent.get(name).cloned()));
    all.filter(|(_, recorded, sent)| recorded != sent).collect()
}

/// The same JSON with the names of objects in order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.into_iter().collect();
            Value::Object(fields.into_iter().map(|(name, value)| (name, sorted(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// JSON in a text; any other is one.
fn value(text: &str) -> Value {
    let json = text.starts_with(['{', '[', '"']).then(|| serde_json::from_str(text).ok()).flatten();
    json.unwrap_or_else(|| text.into())
}

fn add(place: &str, value: &Value, to: &mut BTreeMap<String, String>) {
    let within = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(name, value)| add(&within(name), value, to));
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().for_each(|(at, item)| add(&format!("{place}[{at}]"), item, to));
        }
        _ => drop(to.insert(place.to_owned(), value.to_string())),
    }
}

/// Says why a request is not in a cassette, with the recorded one that differs least. Each has its line,
/// and whether it was used.
pub(super) fn nearest<'a>(sent: &Asked, all: impl Iterator<Item = (usize, &'a Asked, bool)>) -> String {
    let of_operation = all.filter(|(_, asked, _)| asked.operation == sent.operation);
    let (same, others): (Vec<_>, Vec<_>) = of_operation.partition(|(_, asked, _)| *asked == sent);
    match same.len() {
        0 => {}
        1 => return "recorded once, and replayed already".to_owned(),
        times => return format!("recorded {times} times, and replayed as often"),
    }
    let leaves = sent.leaves();
    let others =
        others.into_iter().map(|(line, asked, used)| (differences(asked, &leaves), used, line, asked));
    let least = others.min_by_key(|(differences, used, line, _)| (differences.len(), *used, *line));
    let Some((differences, _, line, recorded)) = least else {
        let sent = shown(&sent.json, LONGEST_REQUEST);
        return format!("not recorded: the cassette has no call of this operation; sent with {sent}");
    };
    let json = shown(&recorded.json, LONGEST_REQUEST);
    format!(
        "not recorded like this; nearest is line {line}, {json}, which differs in {}",
        words(&differences)
    )
}

fn words(differences: &[Difference]) -> String {
    let value = |value: &Option<String>| value.as_ref().map_or("nothing".to_owned(), |it| shown(it, LONGEST));
    let words = differences.iter().take(MOST).map(|(place, recorded, sent)| {
        format!("{}: recorded {}, sent {}", shown(place, LONGEST), value(recorded), value(sent))
    });
    let more = differences.len().checked_sub(MOST + 1).map(|more| format!("{} more", more + 1));
    words.chain(more).collect::<Vec<_>>().join("; ")
}

fn shown(text: &str, longest: usize) -> String {
    let cut = text.chars().nth(longest).map(|_| "…").unwrap_or_default();
    let text: String = text.chars().take(longest).collect();
    format!("{}{cut}", Inert(&text))
}
