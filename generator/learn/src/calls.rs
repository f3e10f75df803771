//! Calls that no operation has, and where they belong.

use std::collections::{BTreeMap, BTreeSet};

use super::Learner;
use super::finding::Section;
use super::paths::{Seen, Work};
use super::words::{self, is_hidden, masked, name, requests};
use crate::recordings::Endpoint;
use generator_spec::model::{Api, Group};
use generator_spec::text::counted;

/// The requests to a path with a method.
#[derive(Clone)]
pub struct Call<'a> {
    pub path: String,
    pub method: &'a str,
    pub endpoint: Endpoint<'a>,
    /// No operation of the spec has the path.
    pub is_alone: bool,
    /// The variables of the path, and their types.
    pub variables: Vec<(String, &'static str)>,
}

impl<'a> Call<'a> {
    /// The calls of a path; HEAD is one only if it is alone.
    pub fn all(seen: &Seen<'a>) -> Vec<Self> {
        let is_fine = |it: &Endpoint<'_>| it.fine.count() > 0;
        let is_other = |method: &str| method != "HEAD";
        let others = seen.methods.iter().filter(|(method, it)| is_other(method) && is_fine(it)).count();
        let has_fine = seen.methods.values().any(is_fine);
        let is_own = |(method, it): &(&&str, &Endpoint<'_>)| {
            (is_other(method) || others == 0) && (is_fine(it) || !has_fine)
        };
        let call = |(method, it): (&&'a str, &Endpoint<'a>)| Self {
            path: seen.path.clone(),
            method,
            endpoint: it.clone(),
            is_alone: true,
            variables: Vec::new(),
        };
        seen.methods.iter().filter(is_own).map(call).collect()
    }
}

impl<'a> Learner<'a> {
    /// Calls that belong to no operation: of other paths, and with other methods at the paths of operations
    /// that say their own.
    pub fn calls(&self, matched: &Work<'_, '_>) -> Vec<Call<'a>> {
        let of = |position: &usize| Call::all(&self.seen[*position]);
        let is_known = |position: usize, method: &str| {
            let mut here = matched.found.iter().filter(|it| it.seen == position);
            here.any(|it| match self.is_usual(it.operation) {
                true => method != "HEAD",
                false => [it.operation.http_method.name(), "HEAD"].contains(&method),
            })
        };
        let mut found: Vec<Call<'a>> = matched.open.iter().flat_map(of).collect();
        for position in matched.found.iter().map(|it| it.seen).collect::<BTreeSet<_>>() {
            let is_new = |it: &Call<'_>| it.endpoint.fine.count() > 0 && !is_known(position, it.method);
            let more = of(&position).into_iter().filter(is_new);
            found.extend(more.map(|it| Call { is_alone: false, ..it }));
        }
        found
    }

    /// Returns whether what is hidden of a path are whole segments that identify something: no words.
    pub fn has_identifiers(&self, path: &str) -> bool {
        let mut hidden = path.split('/').filter(|segment| is_hidden(segment));
        hidden.all(|segment| is_identifier(&self.evidence.names.revealed(segment)))
    }

    /// The calls of paths that differ only in identifiers, with variables in their place.
    pub fn with_variables(&self, calls: Vec<Call<'a>>) -> Vec<Call<'a>> {
        let mut alike: BTreeMap<(String, &str), Call<'a>> = BTreeMap::new();
        for call in calls {
            let mut variables = Vec::new();
            let segment = |segment: &str| {
                if !is_hidden(segment) {
                    return segment.to_owned();
                }
                let number = variables.len() + 1;
                let variable = if number == 1 { "id".to_owned() } else { format!("id{number}") };
                let is_number = self.evidence.names.revealed(segment).bytes().all(|it| it.is_ascii_digit());
                variables.push((variable.clone(), if is_number { "int" } else { "string" }));
                format!("{{{variable}}}")
            };
            let path = call.path.split('/').map(segment).collect::<Vec<_>>().join("/");
            let Call { method, endpoint, is_alone, .. } = call;
            let whole = alike.entry((path.clone(), method)).or_insert_with(|| Call {
                path,
                method,
                endpoint: Endpoint::default(),
                is_alone,
                variables: variables.clone(),
            });
            whole.endpoint.fine.0.extend(endpoint.fine.0);
            whole.endpoint.failed.0.extend(endpoint.failed.0);
            for (own, other) in whole.variables.iter_mut().zip(&variables) {
                own.1 = if own.1 == other.1 { own.1 } else { "string" };
            }
        }
        alike.into_values().collect()
    }

    /// Reports the paths that can't be written. Those that differ only in what is
    /// hidden are one with a variable.
    pub fn hidden(&mut self, calls: &[Call<'a>]) {
        let mut alike: BTreeMap<String, (u64, BTreeSet<&str>)> = BTreeMap::new();
        for call in calls {
            let (requests, paths) = alike.entry(masked(&call.path)).or_default();
            *requests += call.endpoint.fine.count();
            paths.insert(&call.path);
        }
        for (path, (count, paths)) in alike {
            let values = paths.len();
            let variable =
                if values > 1 { format!(", {} in {{…}}", counted(values, "value")) } else { String::new() };
            let count = requests(count);
            self.add(
                Section::Unknown,
                format!("{} has words that are not known ({count}{variable})", name(&path)),
            );
        }
    }
}

/// Returns whether a segment identifies something: a number, or what a program made up.
fn is_identifier(segment: &str) -> bool {
    let is_long = segment.len() >= 16;
    let is_made_up = |it: u8| it.is_ascii_hexdigit() || it == b'-';
    !segment.is_empty()
        && (segment.bytes().all(|it| it.is_ascii_digit()) || is_long && segment.bytes().all(is_made_up))
}

/// The words of the paths of each group.
pub type Groups<'a> = Vec<(&'a Group, Vec<Vec<String>>)>;

pub fn groups(api: &Api) -> Groups<'_> {
    let paths =
        |group: &Group| group.operations().filter_map(|it| it.path.text()).map(words::of_path).collect();
    api.groups.iter().map(|group| (group, paths(group))).collect()
}

/// The group whose paths have most words in common with a path, from the start.
pub fn nearest<'a>(groups: &Groups<'a>, path: &str) -> Option<&'a Group> {
    let words = words::of_path(path);
    let shared = |other: &Vec<String>| words.iter().zip(other).take_while(|(a, b)| a == b).count();
    // The first of those that are as near.
    let nearest = groups.iter().rev().max_by_key(|(_, paths)| paths.iter().map(shared).max());
    nearest.map(|(group, _)| *group)
}

/// The common beginning of all paths of an API, up to a `/`.
pub fn root(api: &Api) -> String {
    let mut paths = api.operations().filter_map(|operation| operation.path.text());
    let first = paths.next().unwrap_or("/");
    let common = paths.fold(first, |common, path| {
        let length = common.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        common.get(..length).unwrap_or("/")
    });
    common.rfind('/').and_then(|end| common.get(..=end)).unwrap_or("/").to_owned()
}
