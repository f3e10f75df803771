//! The values of requests, and how they differ.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{file::RecordedRequest, types::Words};
use crate::core::{Descriptor, text::Inert};

/// Differences that are shown.
const MOST: usize = 5;

/// Characters of a value, and of a request, that are shown.
const LONGEST: usize = 200;
const LONGEST_REQUEST: usize = 2_000;

/// The values of a request, without those of its credential, by their places: `body.tags[0]`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Leaves {
    operation: String,
    values: BTreeMap<String, String>,
    json: String,
}

impl Leaves {
    pub(super) fn of(words: &Words, operation: &Descriptor, request: &RecordedRequest) -> Self {
        let mut all = BTreeMap::<_, Vec<Value>>::new();
        let own = request.form.iter().filter(|(name, _)| words.credential(operation, name).is_none());
        for (name, text) in own {
            all.entry(name.clone()).or_default().push(value(text));
        }
        let files = request
            .files
            .iter()
            .map(|it| json!({ "name": it.name, "type": it.media_type, "bytes": it.bytes }));
        let files: Vec<_> = files.collect();
        if !files.is_empty() {
            all.insert("files".to_owned(), files);
        }
        let one_or_more = |mut all: Vec<Value>| if all.len() == 1 { all.remove(0) } else { all.into() };
        let all: Map<_, _> = all.into_iter().map(|(name, values)| (name, one_or_more(values))).collect();
        let mut values = BTreeMap::new();
        let json = Value::Object(all);
        add("", &json, &mut values);
        Self { operation: request.operation.clone(), values, json: json.to_string() }
    }

    /// The places at which they differ, each with both values.
    fn differences<'a>(&'a self, sent: &'a Self) -> Vec<(&'a str, Option<&'a str>, Option<&'a str>)> {
        let get = |it: &'a Self, name: &str| it.values.get(name).map(String::as_str);
        let added = sent.values.keys().filter(|name| !self.values.contains_key(*name));
        let all =
            self.values.keys().chain(added).map(|name| (name.as_str(), get(self, name), get(sent, name)));
        all.filter(|(_, recorded, sent)| recorded != sent).collect()
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
pub(super) fn nearest<'a>(sent: &Leaves, all: impl Iterator<Item = (usize, &'a Leaves, bool)>) -> String {
    let of_operation = all.filter(|(_, leaves, _)| leaves.operation == sent.operation);
    let (same, others): (Vec<_>, Vec<_>) = of_operation.partition(|(_, leaves, _)| *leaves == sent);
    match same.len() {
        0 => {}
        1 => return "recorded once, and replayed already".to_owned(),
        times => return format!("recorded {times} times, and replayed as often"),
    }
    let differing = others.into_iter().map(|(line, it, used)| (it.differences(sent), used, line, it));
    let Some((differences, _, line, recorded)) =
        differing.min_by_key(|(differences, used, line, _)| (differences.len(), *used, *line))
    else {
        let sent = shown(&sent.json, LONGEST_REQUEST);
        return format!("not recorded: the cassette has no call of this operation; sent with {sent}");
    };
    let nothing = |value: Option<&str>| value.map_or("nothing".to_owned(), |it| shown(it, LONGEST));
    let words = differences.iter().take(MOST).map(|(place, recorded, sent)| {
        format!("{}: recorded {}, sent {}", shown(place, LONGEST), nothing(*recorded), nothing(*sent))
    });
    let more = differences.len().saturating_sub(MOST);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!(
        "not recorded like this; nearest is line {line}, {}, which differs in {}{more}",
        shown(&recorded.json, LONGEST_REQUEST),
        words.collect::<Vec<_>>().join("; ")
    )
}

fn shown(text: &str, longest: usize) -> String {
    let cut = text.chars().nth(longest).map(|_| "…").unwrap_or_default();
    let text: String = text.chars().take(longest).collect();
    format!("{}{cut}", Inert(&text))
}
