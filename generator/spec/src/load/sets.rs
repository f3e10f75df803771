//! Sets of parameters: what `with` names becomes parameters, before anything else reads them.

use std::collections::HashSet;

use super::ApiSource;
use crate::diagnostics::{At, Errors};
use crate::node::{Entry, Node, Value};

/// Replaces `with` in entries and defaults by the parameters of the sets, before their own.
pub(super) fn spread(api: &mut ApiSource, errors: &Errors) {
    let sets = api.api.root.get("parameter_sets").cloned().unwrap_or_default();
    for file in &mut api.operations {
        file.root.get_mut("defaults").into_iter().for_each(|defaults| add(&sets, defaults, errors));
        let rows = file.root.get_mut("operations").and_then(Node::items_mut);
        rows.into_iter().flatten().for_each(|row| add(&sets, row, errors));
    }
}

fn add(sets: &Node, to: &mut Node, errors: &Errors) {
    let Some(Value::List(names)) = to.get("with").map(|names| &names.value) else { return };
    let mut entries: Vec<Entry> = Vec::new();
    for name in names {
        let text = name.text().unwrap_or_default();
        match sets.get(text) {
            Some(set) => entries.extend(set.entries().iter().cloned()),
            None => {
                let known = sets.entries().iter().map(|set| set.name.as_str());
                let help = "add the set to `parameter_sets` in api.yaml";
                errors.unknown(At::root(name), "set of parameters", text, known, help);
            }
        }
    }
    let place = At::root(to).find("parameters").or_else(|| At::root(to).find("with"));
    let Some(place) = place.map(|at| at.to_entry("parameters")) else { return };
    let mut parameters =
        to.get("parameters").cloned().unwrap_or_else(|| place.value.with(Value::Map(Vec::new())));
    let Some(own) = parameters.map_mut() else { return };
    let known: HashSet<String> = own.iter().map(|entry| entry.name.clone()).collect();
    let mut seen = HashSet::new();
    entries.retain(|entry| !known.contains(&entry.name) && seen.insert(entry.name.clone()));
    own.splice(0..0, entries);
    to.put(Entry { value: parameters, ..place });
    to.remove("with");
}
