//! Rows without a name, and operations that the spec lacks.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Endpoint, Exchanges, Room, Samples, has_query};
use indexmap::IndexMap;
use serde_json::{Value, json};

use super::draft::{NOT_SHOWN, Node};
use super::endpoints::Seen;
use super::report::{Section, is_hidden, masked, name, of_requests, requests};
use super::{Learner, credentials, encodings, parameters, values, words};
use generator_spec::facts;
use generator_spec::model::{Api, Group, Place, Row, Unnamed, path_parameters};
use generator_spec::text::counted;

/// The requests to a path with a method.
#[derive(Clone)]
pub struct Call<'a> {
    pub path: String,
    pub method: &'a str,
    pub part: Cow<'a, Exchanges>,
    /// No other operation has the path.
    pub is_alone: bool,
    /// The variables of the path, and their types.
    pub variables: Vec<(String, &'static str)>,
}

impl<'a> Call<'a> {
    /// The calls of a path; HEAD is one only if it is alone.
    pub fn all(seen: &'a Seen) -> Vec<Self> {
        let fine = || seen.methods.iter().filter(|(_, it)| it.fine.requests > 0);
        let others = fine().filter(|(method, _)| *method != "HEAD").count();
        let has_own = |method: &str| method != "HEAD" || others == 0;
        let all = seen
            .methods
            .iter()
            .filter(|(method, it)| has_own(method) && (it.fine.requests > 0 || fine().next().is_none()));
        let call = |(method, it): (&'a String, &'a Endpoint)| Self {
            path: seen.path.clone(),
            method,
            part: Cow::Borrowed(&it.fine),
            is_alone: others <= 1,
            variables: Vec::new(),
        };
        all.map(call).collect()
    }
}

impl<'a> Learner<'a> {
    /// Proposes an operation for each call that none has.
    pub fn proposals(&mut self, calls: &[Call<'a>]) {
        let root = root(self.api);
        let api = self.api;
        let is_own =
            |it: &&Call<'a>| it.path.starts_with(&root) || credentials::has_credential(api, &it.part);
        let (own, foreign): (Vec<&Call<'a>>, Vec<&Call<'a>>) = calls.iter().partition(is_own);
        let (successful, failed): (Vec<&Call<'a>>, Vec<&Call<'a>>) =
            own.into_iter().partition(|it| it.part.requests > 0);
        let (hidden, mut successful): (Vec<Call<'a>>, Vec<Call<'a>>) =
            successful.into_iter().cloned().partition(|it| is_hidden(&it.path));
        let (variable, hidden): (Vec<Call<'a>>, Vec<Call<'a>>) =
            hidden.into_iter().partition(|it| self.has_identifiers(&it.path));
        successful.extend(self.with_variables(variable));
        self.hidden(&hidden);
        let groups = groups(api);
        let rows: Vec<Vec<&str>> = successful.iter().map(|it| self.rows(it)).collect();
        let rivals = |place: &str| rows.iter().flatten().filter(|other| **other == place).count();
        for (call, fitting) in successful.iter().zip(&rows) {
            match fitting[..] {
                [] => self.propose(call, &root, nearest(&groups, &call.path)),
                [place] if rivals(place) == 1 => self.name_row(call, place, &root),
                _ => {
                    let places = fitting.join(", or the one that ");
                    let line = format!("{} may be the entry that {places}", name(&call.path));
                    self.report.add(Section::Ambiguous, line);
                }
            }
        }
        let paths = |calls: Vec<&Call<'a>>| {
            let paths: BTreeSet<&str> = calls.iter().map(|it| it.path.as_str()).collect();
            counted(paths.len(), "path")
        };
        if !failed.is_empty() {
            self.leave_out(format!("{} with failures only", paths(failed)));
        }
        if !foreign.is_empty() {
            self.leave_out(format!("{} outside `{root}`", paths(foreign)));
        }
    }

    /// Returns whether what is hidden of a path are whole segments that identify something: no words.
    fn has_identifiers(&self, path: &str) -> bool {
        let mut hidden = path.split('/').filter(|segment| is_hidden(segment));
        hidden.all(|segment| is_identifier(&self.evidence.names.revealed(segment)))
    }

    /// The calls of paths that differ only in identifiers, with variables in their place.
    fn with_variables(&self, calls: Vec<Call<'a>>) -> Vec<Call<'a>> {
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
            let call = Call { path: path.clone(), variables, ..call };
            match alike.entry((path, call.method)) {
                Entry::Vacant(entry) => drop(entry.insert(call)),
                Entry::Occupied(mut entry) => {
                    let whole = entry.get_mut();
                    whole.part.to_mut().absorb(call.part.into_owned(), &mut Room::NO_LIMIT.clone());
                    for (own, other) in whole.variables.iter_mut().zip(&call.variables) {
                        own.1 = if own.1 == other.1 { own.1 } else { "string" };
                    }
                }
            }
        }
        alike.into_values().collect()
    }

    /// Reports the paths that can't be written. Those that differ only in what is
    /// hidden are one with a variable.
    fn hidden(&mut self, calls: &[Call<'a>]) {
        let mut alike: BTreeMap<String, (u64, BTreeSet<&str>)> = BTreeMap::new();
        for call in calls {
            let (requests, paths) = alike.entry(masked(&call.path)).or_default();
            *requests += call.part.requests;
            paths.insert(&call.path);
        }
        for (path, (count, paths)) in alike {
            let values = paths.len();
            let variable =
                if values > 1 { format!(", {} in {{…}}", counted(values, "value")) } else { String::new() };
            let line =
                format!("{} has words that are not known ({}{variable})", name(&path), requests(count));
            self.report.add(Section::Unknown, line);
        }
    }

    fn leave_out(&mut self, line: String) {
        self.report.add(Section::LeftOut, line);
    }

    /// The places of the unnamed entries whose parameters are exactly those of a path.
    fn rows(&self, call: &Call<'a>) -> Vec<&'a str> {
        let names: BTreeSet<&str> = self.own_parameters(&call.part).map(|(name, ..)| name).collect();
        let unnamed = self.api.rows().filter_map(|(_, row)| match row {
            Row::Unnamed(row) => Some(&**row),
            Row::Named(_) => None,
        });
        let is_own = |row: &&Unnamed| {
            let own: BTreeSet<&str> = row.parameters.iter().map(|it| it.name.as_str()).collect();
            !own.is_empty() && own == names
        };
        unnamed.filter(is_own).map(|row| row.place.as_str()).collect()
    }

    /// The parameters, without those of credentials, and whether each is in the query of a method that has others in a body.
    fn own_parameters<'p>(&self, part: &'p Exchanges) -> impl Iterator<Item = (&'p str, &'p Samples, bool)> {
        let credential = credentials::form_names(self.api, |_| true);
        let in_query = part.query.iter().map(|(name, it)| (name.as_str(), it, true));
        let others = part.parameters.iter().map(|(name, it)| (name.as_str(), it, false));
        let in_query = in_query.filter(|(name, ..)| !part.parameters.contains_key(*name));
        others.chain(in_query).filter(move |(name, ..)| !credential.contains(name))
    }

    fn name_row(&mut self, call: &Call<'a>, place: &str, root: &str) {
        let Some((operation, mut inside)) = self.operation(call, root) else { return };
        let times = requests(call.part.requests);
        self.report.add(Section::Proposed, format!("{operation}: the entry that {place} ({times})"));
        let is_kept = |key: &str| matches!(key, "path" | "method" | "returns");
        inside.retain(|key, node| is_kept(key) && node.value != NOT_SHOWN);
        self.draft.set(&["unnamed", place, "operation"], operation, "");
        self.draft.inside_mut(&["unnamed", place]).extend(inside);
        self.draft.inside_mut(&["unnamed"])[place].seen = times;
    }

    fn propose(&mut self, call: &Call<'a>, root: &str, group: Option<&Group>) {
        let Some(group) = group else { return };
        let Some((operation, mut inside)) = self.operation(call, root) else { return };
        self.leave_out_inherited(group, &mut inside);
        let times = requests(call.part.requests);
        let line =
            format!("{operation} at {} {}, in `{}` ({times})", call.method, name(&call.path), group.rust);
        self.report.add(Section::Proposed, line);
        let path = ["add", "operations", &group.rust, &operation];
        self.draft.set(&path, (), times);
        *self.draft.inside_mut(&path) = inside;
    }

    /// A new operation has no parameter that was not seen, even if its group has it.
    fn leave_out_inherited(&self, group: &Group, operation: &mut IndexMap<String, Node>) {
        let file = self.source.file_of_group(&group.rust).and_then(|file| self.source.operations.get(file));
        let Some((at, _, own)) = operation.get_full("parameters") else { return };
        let inherited = file.into_iter().flat_map(|file| file.value.defaults.parameters.keys());
        let lacking: Vec<&String> = inherited.filter(|name| !own.inside.contains_key(*name)).collect();
        if !lacking.is_empty() {
            let node = Node { value: json!(lacking), ..Node::default() };
            operation.shift_insert(at, "without".to_owned(), node);
        }
    }

    /// The name of the operation of a call, and what it is; `None` if it can't be one.
    fn operation(&mut self, call: &Call<'a>, root: &str) -> Option<(String, IndexMap<String, Node>)> {
        let Call { path, method, part, .. } = call;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
        let mut words = words::of_path(path.strip_prefix(root).unwrap_or(path));
        if !call.is_alone {
            words.push(method.to_ascii_lowercase());
        }
        let wanted = words::type_name(words.iter().map(String::as_str));
        let has_name = wanted.starts_with(|c: char| c.is_ascii_alphabetic());
        if !has_name || !path.chars().all(is_plain) || path.len() > 200 {
            self.leave_out(format!("{method} {}", name(path)));
            return None;
        }
        let own = self.types.take(&wanted);
        let mut inside = IndexMap::new();
        let mut set = |key: &str, value: Value| {
            inside.insert(key.to_owned(), Node { value, ..Node::default() });
        };
        set("summary", "Does what the documents do not describe.".into());
        set("path", path.clone().into());
        if !credentials::has_credential(self.api, part) {
            set("gates", json!([]));
            set("auth", NOT_SHOWN.into());
        }
        if self.api.method.is_none_or(|usual| *method != usual.name()) {
            set("method", (*method).into());
        }
        let usual = self.api.encoding.kind;
        let encoding = encodings::only(method, part).unwrap_or(usual);
        if encoding != usual {
            set("encoding", facts::encoding(encoding).0.into());
        }
        let place = if has_query(method) { Place::Query } else { encoding.place() };
        set("parameters", Value::Null);
        let variable = |name: &str| {
            let known = call.variables.iter().find(|(own, _)| own == name);
            let value = known.map_or("string", |(_, ty)| ty).into();
            (name.to_owned(), Node { value, ..Node::default() })
        };
        let variables = path_parameters(path).map(variable);
        inside["parameters"].inside = variables.chain(self.new_parameters(&own, place, part)).collect();
        let (value, seen) = self.new_returns(&own, part).unwrap_or((NOT_SHOWN.into(), String::new()));
        inside.insert("returns".to_owned(), Node { value, seen, ..Node::default() });
        Some((own, inside))
    }

    fn new_parameters(&mut self, operation: &str, place: Place, part: &Exchanges) -> IndexMap<String, Node> {
        let (usable, odd): (Vec<_>, Vec<_>) =
            self.own_parameters(part).partition(|(name, ..)| words::is_usable(name));
        if !odd.is_empty() {
            self.leave_out(parameters::unknown_parameters(operation, odd.len()));
        }
        let mut node = |(name, samples, is_in_query): (&str, &Samples, bool)| {
            let place = if is_in_query { Place::Query } else { place };
            let ty = values::inferred((operation, name, place), samples, &mut self.types);
            let ty = values::marked(&ty, samples.requests < part.whole);
            let value = values::added(name, &ty, is_in_query);
            let seen = of_requests(samples.requests, part.whole);
            (name.to_owned(), Node { value, seen, ..Node::default() })
        };
        usable.into_iter().map(&mut node).collect()
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
type Groups<'a> = Vec<(&'a Group, Vec<Vec<String>>)>;

fn groups(api: &Api) -> Groups<'_> {
    let paths =
        |group: &Group| group.operations().filter_map(|it| it.path.text()).map(words::of_path).collect();
    api.groups.iter().map(|group| (group, paths(group))).collect()
}

/// The group whose paths have most words in common with a path, from the start.
fn nearest<'a>(groups: &Groups<'a>, path: &str) -> Option<&'a Group> {
    let words = words::of_path(path);
    let shared = |other: &Vec<String>| words.iter().zip(other).take_while(|(a, b)| a == b).count();
    // The first of those that are as near.
    let nearest = groups.iter().rev().max_by_key(|(_, paths)| paths.iter().map(shared).max());
    nearest.map(|(group, _)| *group)
}

/// The common beginning of all paths of an API, up to a `/`.
fn root(api: &Api) -> String {
    let mut paths = api.operations().filter_map(|operation| operation.path.text());
    let first = paths.next().unwrap_or("/");
    let common = paths.fold(first, |common, path| {
        let length = common.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        common.get(..length).unwrap_or("/")
    });
    common.rfind('/').and_then(|end| common.get(..=end)).unwrap_or("/").to_owned()
}
