//! Types that may be one: questions, because only people know.

use std::collections::{BTreeMap, BTreeSet};

use super::structure::Structure;

/// Fields of a type, at least: small ones are alike by chance.
const LEAST_FIELDS: usize = 3;

type Fields = BTreeMap<String, Structure>;

/// A line for each type of `new` whose fields another type has, with few more.
pub fn questions(new: &BTreeMap<Structure, String>, known: &[(Structure, String)]) -> Vec<String> {
    let all: Vec<(&Fields, &str)> = new
        .iter()
        .chain(known.iter().map(|(structure, name)| (structure, name)))
        .filter_map(|(structure, name)| match structure {
            Structure::Object(fields) => Some((fields, name.as_str())),
            _ => None,
        })
        .collect();
    let mut by_field: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (index, (fields, _)) in all.iter().enumerate() {
        for name in fields.keys() {
            by_field.entry(name).or_default().insert(index);
        }
    }
    let of = |(fields, name): &(&Fields, &str)| {
        let rarest = fields.keys().filter_map(|field| by_field.get(field.as_str())).min_by_key(|it| it.len());
        let others = rarest.into_iter().flatten().filter_map(|index| all.get(*index));
        let wider: BTreeSet<String> = others
            .filter(|(other, _)| has_few_more(fields, other))
            .map(|(other, name)| format!("`{name}` without {}", more(fields, other)))
            .collect();
        let wider: Vec<String> = wider.into_iter().collect();
        (!wider.is_empty()).then(|| format!("`{name}` may be {}", wider.join(" or ")))
    };
    all.iter().take(new.len()).filter(|(fields, _)| fields.len() >= LEAST_FIELDS).filter_map(of).collect()
}

fn has_few_more(fields: &Fields, other: &Fields) -> bool {
    let more = other.len().saturating_sub(fields.len());
    (1..=(fields.len() / 4).max(1)).contains(&more) && Structure::are_within(fields, other)
}

fn more(fields: &Fields, other: &Fields) -> String {
    let names = other.keys().filter(|name| !fields.contains_key(*name));
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
