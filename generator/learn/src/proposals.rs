//! Rows without a name, and operations that the spec lacks.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Part;

use super::draft::{Draft, Fact, NewOperation};
use super::encoding;
use super::endpoints::{self, Seen};
use super::parameters;
use super::report::{Section, is_hidden, masked, name, of_requests, requests};
use super::results;
use super::words;
use crate::model::{Api, BlockPlace, Group, RequestEncoding, Row, Unnamed};
use crate::naming;
use crate::text::counted;

/// What proposals are made with.
pub struct Proposing<'a, 'w> {
    /// The API.
    pub api: &'a Api,
    /// What results are learned with.
    pub results: results::Learning<'a, 'w>,
    /// Names that operations have.
    pub names: BTreeSet<String>,
    /// The words of the paths of each group.
    pub groups: Vec<(&'a Group, Vec<Vec<String>>)>,
}

/// The words of the paths of each group.
pub fn groups(api: &Api) -> Vec<(&Group, Vec<Vec<String>>)> {
    let paths =
        |group: &Group| group.operations().filter_map(|it| it.path.text()).map(words::of_path).collect();
    api.groups.iter().map(|group| (group, paths(group))).collect()
}

impl<'a> Proposing<'a, '_> {
    /// Proposes an operation for each path that none has.
    pub fn run(&mut self, seen: &[&Seen], draft: &mut Draft) {
        let root = root(self.api);
        let (own, foreign): (Vec<&&Seen>, Vec<&&Seen>) =
            seen.iter().partition(|seen| seen.path.starts_with(&root) || self.has_credential(seen));
        let answered: Vec<&Seen> = own.iter().filter(|it| it.fine() > 0).map(|it| **it).collect();
        let failed = own.len() - answered.len();
        let (hidden, answered): (Vec<&Seen>, Vec<&Seen>) =
            answered.into_iter().partition(|seen| is_hidden(&seen.path));
        self.hidden(&hidden);
        let rows: Vec<Vec<&'a str>> = answered.iter().map(|it| places(&self.rows(it))).collect();
        let mut rivals: BTreeMap<&str, usize> = BTreeMap::new();
        rows.iter().flatten().for_each(|place| *rivals.entry(place).or_default() += 1);
        for (seen, fitting) in answered.iter().zip(&rows) {
            match (&**fitting, fitting.first().and_then(|place| rivals.get(place))) {
                ([], _) => self.propose(seen, &root, draft),
                ([place], Some(1)) => self.name_row(seen, place, draft),
                (places, _) => {
                    let line = format!(
                        "{} may be the row that {}",
                        name(&seen.path),
                        places.join(", or the one that ")
                    );
                    self.results.report.add(Section::Ambiguous, line);
                }
            }
        }
        if failed > 0 {
            self.leave_out(format!("{} that only failures answered", counted(failed, "path")));
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
            self.results.report.add(Section::Proposed, line);
        }
    }

    fn leave_out(&mut self, line: String) {
        self.results.report.add(Section::LeftOut, line);
    }

    fn has_credential(&self, seen: &Seen) -> bool {
        seen.main().is_some_and(|(method, part)| has_credential(self.api, method, part))
    }

    /// The unnamed rows whose parameters are exactly those of a path.
    fn rows(&self, seen: &Seen) -> Vec<&'a Unnamed> {
        let Some((method, part)) = seen.main() else { return Vec::new() };
        let names: BTreeSet<&str> = self.parameters(method, part).into_iter().collect();
        let rows = self.api.rows().filter_map(|(_, row)| match row {
            Row::Unnamed(row) => Some(&**row),
            Row::Named(_) => None,
        });
        let is_own = |row: &&Unnamed| {
            let own: BTreeSet<&str> = row.parameters.iter().map(|it| it.name.as_str()).collect();
            !own.is_empty() && own == names
        };
        rows.filter(is_own).collect()
    }

    /// The names of parameters, without those of credentials.
    fn parameters<'p>(&self, method: &str, part: &'p Part) -> Vec<&'p str> {
        let credential = form_names(self.api);
        let names = endpoints::parameters(method, part).keys().map(String::as_str);
        names.filter(|name| !credential.contains(name)).collect()
    }

    /// The group whose paths have most words in common with a path, from the start.
    fn nearest(&self, path: &str) -> Option<&'a Group> {
        let words = words::of_path(path);
        let shared = |other: &Vec<String>| words.iter().zip(other).take_while(|(a, b)| a == b).count();
        let best = |paths: &[Vec<String>]| paths.iter().map(shared).max().unwrap_or_default();
        // The first of those that are as near.
        self.groups.iter().rev().max_by_key(|(_, paths)| best(paths)).map(|(group, _)| *group)
    }

    fn name_row(&mut self, seen: &Seen, place: &str, draft: &mut Draft) {
        let Some(operation) = self.operation(seen, &root(self.api)) else { return };
        let times = requests(seen.fine());
        let line = format!("{}: the row that {} ({times})", operation.name, place);
        self.results.report.add(Section::Proposed, line);
        draft.unnamed.insert(place.to_owned(), Fact::new(operation, times));
    }

    fn propose(&mut self, seen: &Seen, root: &str, draft: &mut Draft) {
        let Some(operation) = self.operation(seen, root) else { return };
        let Some(group) = self.nearest(&seen.path) else { return };
        let times = requests(seen.fine());
        let line = format!("{} at {}, in `{}` ({times})", operation.name, name(&operation.path), group.rust);
        self.results.report.add(Section::Proposed, line);
        draft.new_operations.entry(group.rust.clone()).or_default().push(Fact::new(operation, times));
    }

    /// The operation at a path; `None` if it can't be one.
    fn operation(&mut self, seen: &Seen, root: &str) -> Option<NewOperation> {
        let (method, part) = seen.main()?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
        let has_name = seen.path.chars().all(is_plain) && seen.path.len() <= 200;
        if !has_name {
            self.leave_out(format!("{} {}", method, name(&seen.path)));
            return None;
        }
        let words = words::of_path(seen.path.strip_prefix(root).unwrap_or(&seen.path));
        let wanted = words::type_name(words.iter().map(String::as_str));
        if !wanted.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.leave_out(name(&seen.path));
            return None;
        }
        let own = naming::unused(&wanted, &mut self.names);
        let mut operation =
            NewOperation { name: own.clone(), path: seen.path.clone(), ..NewOperation::default() };
        operation.method = Some(method.to_owned()).filter(|method| *method != self.api.method.name());
        let is_other = |it: &RequestEncoding| *it != self.api.encoding.kind;
        operation.encoding = encoding::only(part).map(|(encoding, _)| encoding).filter(is_other);
        operation.has_credential = has_credential(self.api, method, part);
        let names = self.parameters(method, part);
        let unknown = names.iter().filter(|name| !words::is_usable(name)).count();
        if unknown > 0 {
            self.leave_out(parameters::unknown_parameters(&own, unknown));
        }
        for name in names {
            let Some(written) = endpoints::parameters(method, part).get(name) else { continue };
            if words::is_usable(name) {
                let ty = parameters::inferred(name, &own, written, self.results.types);
                let mark = if written.requests < part.whole { "?" } else { "" };
                let times = of_requests(written.requests, part.whole);
                operation.parameters.insert(name.to_owned(), Fact::new(format!("{ty}{mark}"), times));
            }
        }
        operation.returns = self.results.new_returns(&own, part);
        Some(operation)
    }
}

fn places<'a>(rows: &[&'a Unnamed]) -> Vec<&'a str> {
    rows.iter().map(|row| row.place.as_str()).collect()
}

/// What all paths of an API begin with, up to a `/`.
fn root(api: &Api) -> String {
    let mut paths = api.operations().filter_map(|operation| operation.path.text());
    let first = paths.next().unwrap_or("/");
    let common = paths.fold(first, |common, path| {
        let length = common.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        common.get(..length).unwrap_or("/")
    });
    common.rfind('/').and_then(|end| common.get(..=end)).unwrap_or("/").to_owned()
}

fn form_names(api: &Api) -> BTreeSet<&str> {
    let blocks = api.blocks.iter().filter(|block| block.place == BlockPlace::Form);
    blocks.flat_map(|block| &block.parameters).map(|parameter| parameter.name.as_str()).collect()
}

/// Whether requests carry a credential: a parameter of one, or a header.
fn has_credential(api: &Api, method: &str, part: &Part) -> bool {
    let names = form_names(api);
    let headers: Vec<String> = part.headers.iter().map(|name| name.to_ascii_lowercase()).collect();
    let prefixes = api.blocks.iter().filter_map(|block| match &block.place {
        BlockPlace::Header(prefix) => Some(prefix.to_ascii_lowercase()),
        BlockPlace::Form => None,
    });
    endpoints::parameters(method, part).keys().any(|name| names.contains(name.as_str()))
        || headers.iter().any(|name| name == "authorization")
        || prefixes.into_iter().any(|prefix| headers.iter().any(|name| name.starts_with(&prefix)))
}
