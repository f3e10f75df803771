//! Rows without a name, and operations that the spec lacks.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, has_query};
use indexmap::IndexMap;
use serde_json::{Value, json};

use super::draft::{NOT_SHOWN, Node};
use super::endpoints::Seen;
use super::report::{Section, is_hidden, masked, name, of_requests, requests};
use super::{Learner, credentials, encodings, parameters, words};
use generator_spec::facts;
use generator_spec::model::{Api, Group, Place, Row, Unnamed};
use generator_spec::text::counted;

impl<'a> Learner<'a> {
    /// Proposes an operation for each path that none has.
    pub fn proposals(&mut self, seen: &[&Seen]) {
        let root = root(self.api);
        let api = self.api;
        let is_own = |seen: &&&Seen| {
            let main = seen.main();
            seen.path.starts_with(&root)
                || main.is_some_and(|(_, part)| credentials::has_credential(api, part))
        };
        let (own, foreign): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(is_own);
        let (successful, failed): (Vec<&Seen>, Vec<&Seen>) = own.into_iter().partition(|it| it.fine() > 0);
        let (hidden, successful): (Vec<&Seen>, Vec<&Seen>) =
            successful.into_iter().partition(|seen| is_hidden(&seen.path));
        self.hidden(&hidden);
        let groups = groups(api);
        let rows: Vec<Vec<&str>> = successful.iter().map(|it| self.rows(it)).collect();
        let rivals = |place: &str| rows.iter().flatten().filter(|other| **other == place).count();
        for (seen, fitting) in successful.iter().zip(&rows) {
            match fitting[..] {
                [] => self.propose(seen, &root, nearest(&groups, &seen.path)),
                [place] if rivals(place) == 1 => self.name_row(seen, place, &root),
                _ => {
                    let places = fitting.join(", or the one that ");
                    let line = format!("{} may be the entry that {places}", name(&seen.path));
                    self.report.add(Section::Ambiguous, line);
                }
            }
        }
        if !failed.is_empty() {
            self.leave_out(format!("{} with failures only", counted(failed.len(), "path")));
        }
        if !foreign.is_empty() {
            self.leave_out(format!("{} outside `{root}`", counted(foreign.len(), "path")));
        }
    }

    /// Reports the paths that can't be written. Those that differ only in what is
    /// hidden are one with a variable.
    fn hidden(&mut self, seen: &[&Seen]) {
        let mut alike: BTreeMap<String, (u64, usize)> = BTreeMap::new();
        for seen in seen {
            let (requests, paths) = alike.entry(masked(&seen.path)).or_default();
            *requests += seen.fine();
            *paths += 1;
        }
        for (path, (count, paths)) in alike {
            let variable =
                if paths > 1 { format!(", {} in {{…}}", counted(paths, "value")) } else { String::new() };
            let line =
                format!("{} has words that are not known ({}{variable})", name(&path), requests(count));
            self.report.add(Section::Proposed, line);
        }
    }

    fn leave_out(&mut self, line: String) {
        self.report.add(Section::LeftOut, line);
    }

    /// The places of the unnamed entries whose parameters are exactly those of a path.
    fn rows(&self, seen: &Seen) -> Vec<&'a str> {
        let Some((_, part)) = seen.main() else { return Vec::new() };
        let names: BTreeSet<&str> = self.own_parameters(part).collect();
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

    /// The names of parameters, without those of credentials.
    fn own_parameters<'p>(&self, part: &'p Exchanges) -> impl Iterator<Item = &'p str> {
        let credential = credentials::form_names(self.api, |_| true);
        let names = part.parameters.keys().map(String::as_str);
        names.filter(move |name| !credential.contains(name))
    }

    fn name_row(&mut self, seen: &Seen, place: &str, root: &str) {
        let Some((operation, mut inside)) = self.operation(seen, root) else { return };
        let times = requests(seen.fine());
        self.report.add(Section::Proposed, format!("{operation}: the entry that {place} ({times})"));
        let is_kept = |key: &str| matches!(key, "path" | "method" | "returns");
        inside.retain(|key, node| is_kept(key) && node.value != NOT_SHOWN);
        self.draft.set(&["unnamed", place, "operation"], operation, "");
        self.draft.inside_mut(&["unnamed", place]).extend(inside);
        self.draft.inside_mut(&["unnamed"])[place].seen = times;
    }

    fn propose(&mut self, seen: &Seen, root: &str, group: Option<&Group>) {
        let Some(group) = group else { return };
        let Some((operation, mut inside)) = self.operation(seen, root) else { return };
        self.leave_out_inherited(group, &mut inside);
        let times = requests(seen.fine());
        let line = format!("{operation} at {}, in `{}` ({times})", name(&seen.path), group.rust);
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

    /// The name of the operation at a path, and what it is; `None` if it can't be one.
    fn operation(&mut self, seen: &Seen, root: &str) -> Option<(String, IndexMap<String, Node>)> {
        let (method, part) = seen.main()?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
        let words = words::of_path(seen.path.strip_prefix(root).unwrap_or(&seen.path));
        let wanted = words::type_name(words.iter().map(String::as_str));
        let has_name = wanted.starts_with(|c: char| c.is_ascii_alphabetic());
        if !has_name || !seen.path.chars().all(is_plain) || seen.path.len() > 200 {
            self.leave_out(format!("{method} {}", name(&seen.path)));
            return None;
        }
        let own = self.types.take(&wanted);
        let mut inside = IndexMap::new();
        let mut set = |key: &str, value: Value| {
            inside.insert(key.to_owned(), Node { value, ..Node::default() });
        };
        set("summary", "Does what the documents do not describe.".into());
        set("path", seen.path.clone().into());
        if !credentials::has_credential(self.api, part) {
            set("gates", json!([]));
            set("auth", NOT_SHOWN.into());
        }
        if self.api.method.is_none_or(|usual| method != usual.name()) {
            set("method", method.into());
        }
        let usual = self.api.encoding.kind;
        let encoding = encodings::only(method, part).unwrap_or(usual);
        if encoding != usual {
            set("encoding", facts::encoding(encoding).0.into());
        }
        let place = if has_query(method) { Place::Query } else { encoding.place() };
        set("parameters", Value::Null);
        inside["parameters"].inside = self.new_parameters(&own, place, part);
        let (value, seen) = self.new_returns(&own, part).unwrap_or((NOT_SHOWN.into(), String::new()));
        inside.insert("returns".to_owned(), Node { value, seen, ..Node::default() });
        Some((own, inside))
    }

    fn new_parameters(&mut self, operation: &str, place: Place, part: &Exchanges) -> IndexMap<String, Node> {
        let (usable, odd): (Vec<&str>, Vec<&str>) =
            self.own_parameters(part).partition(|name| words::is_usable(name));
        if !odd.is_empty() {
            self.leave_out(parameters::unknown_parameters(operation, odd.len()));
        }
        let mut node = |name: &&str| {
            let samples = &part.parameters[*name];
            let ty = parameters::inferred((operation, name, place), samples, &mut self.types);
            let value = parameters::marked(&ty, samples.requests < part.whole).into();
            let seen = of_requests(samples.requests, part.whole);
            ((*name).to_owned(), Node { value, seen, ..Node::default() })
        };
        usable.iter().map(&mut node).collect()
    }
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
