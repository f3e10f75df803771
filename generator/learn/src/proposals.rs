//! Rows without a name, and operations that the spec lacks.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{
    Endpoint, Exchanges, FORM, JSON, MULTIPART, NO_BODY, Samples, UNKNOWN, has_query, places,
};
use serde_json::{Map, Value, json};

use super::calls::{Call, groups, nearest, root};
use super::draft::NOT_SHOWN;
use super::finding::{Finding, Section, Write};
use super::words::{is_hidden, name, of_requests, requests};
use super::{Learner, credentials, encodings, parameters, types, values, words};
use generator_spec::facts;
use generator_spec::model::{
    Api, AuthBlock, Group, HttpMethod, Operation, Parameter, Place, ReturnKind, Returns, Row, Unnamed,
    path_parameters,
};
use generator_spec::text::counted;

impl<'a> Learner<'a> {
    /// Proposes an operation for each call that none has.
    pub fn proposals(&mut self, calls: Vec<Call<'a>>) {
        let (root, api) = (root(self.api), self.api);
        let is_own = |it: &Call<'a>| {
            it.path.starts_with(&root) || credentials::has_credential(api, it.method, &it.endpoint.fine)
        };
        let (own, foreign): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_own);
        let (fine, failed): (Vec<_>, Vec<_>) = own.into_iter().partition(|it| it.endpoint.fine.count() > 0);
        let (hidden, mut known): (Vec<_>, Vec<_>) = fine.into_iter().partition(|it| is_hidden(&it.path));
        let (variable, hidden): (Vec<_>, Vec<_>) =
            hidden.into_iter().partition(|it| self.has_identifiers(&it.path));
        known.extend(self.with_variables(variable));
        self.hidden(&hidden);
        let groups = groups(api);
        let rows: Vec<Vec<&str>> = known.iter().map(|it| self.rows(it)).collect();
        let mut of_path: BTreeMap<String, usize> = BTreeMap::new();
        known.iter().for_each(|it| *of_path.entry(it.path.clone()).or_default() += 1);
        known.iter_mut().for_each(|it| it.is_alone &= of_path[&it.path] == 1);
        let rivals = |place: &str| rows.iter().flatten().filter(|other| **other == place).count();
        for (call, fitting) in known.iter().zip(&rows) {
            let Some(group) = nearest(&groups, &call.path) else { continue };
            match fitting[..] {
                [] => self.propose(call, &root, group, None),
                [place] if rivals(place) == 1 => self.propose(call, &root, group, Some(place)),
                _ => {
                    let places = fitting.join(", or the one that ");
                    let line = format!("{} may be the entry that {places}", name(&call.path));
                    self.add(Section::Ambiguous, line);
                }
            }
        }
        for (calls, why) in [(failed, "with failures only"), (foreign, &*format!("outside `{root}`"))] {
            let paths: BTreeSet<&str> = calls.iter().map(|it| it.path.as_str()).collect();
            if !paths.is_empty() {
                self.add(Section::LeftOut, format!("{} {why}", counted(paths.len(), "path")));
            }
        }
    }

    /// The places of the unnamed entries whose parameters are exactly those of a path.
    fn rows(&self, call: &Call<'a>) -> Vec<&'a str> {
        let own = self.own_parameters(call.method, &call.endpoint.fine);
        let names: BTreeSet<&str> = own.into_iter().map(|(name, ..)| name).collect();
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
    fn own_parameters(&self, method: &str, part: &Exchanges<'a>) -> Vec<(&'a str, Samples<'a>, bool)> {
        let carried = credentials::carried(self.api, method, part);
        // Without one, nobody knows which it may be.
        let is_of = |block: &&AuthBlock| carried.is_empty() || carried.iter().any(|it| it.name == block.name);
        let blocks = self.api.blocks.iter().filter(is_of).flat_map(|block| &block.parameters);
        let credential: BTreeSet<&str> = blocks.map(Parameter::wire_name).collect();
        let (mut all, others) = (part.parameters(&[Place::Query]), part.parameters(places(method)));
        all.retain(|name, _| !others.contains_key(name));
        let in_query = all.into_iter().map(|(name, it)| (name, it, true));
        let others = others.into_iter().map(|(name, it)| (name, it, false));
        others.chain(in_query).filter(|(name, ..)| !credential.contains(name)).collect()
    }

    /// Proposes an operation: an entry that has no name yet, or else a new one of a group.
    fn propose(&mut self, call: &Call<'a>, root: &str, group: &Group, entry: Option<&str>) {
        let Some(operation) = self.name_of(call, root) else { return };
        let times = requests(call.endpoint.fine.count());
        let (at, inside) = (name(&call.path), self.operation(call, &operation, group, entry.is_none()));
        let found = match entry {
            Some(place) => {
                let line = format!("{operation}: the entry that {place} ({times})");
                let path = ["unnamed", place];
                let mut found = Finding::new(Section::Proposed, line).write(&path, Value::Null, times);
                found = found.write(&["unnamed", place, "operation"], &*operation, "");
                let is_kept = |it: &Write| {
                    matches!(it.path[0].as_str(), "path" | "method" | "returns") && it.value != NOT_SHOWN
                };
                found.writes.extend(inside.into_iter().filter(is_kept).map(|it| it.below(&path)));
                found
            }
            None => {
                let line = format!("{operation} at {} {at}, in `{}` ({times})", call.method, group.rust);
                let path = ["add", "operations", &group.rust, &operation];
                let mut found = Finding::new(Section::Proposed, line).write(&path, Value::Null, times);
                found.writes.extend(inside.into_iter().map(|it| it.below(&path)));
                found
            }
        };
        self.found.push(found);
    }

    /// The parameters of a group that a new operation doesn't have.
    fn not_sent(&self, group: &Group, own: &[Write]) -> Vec<&'a str> {
        let file = self.source.file_of_group(&group.rust).and_then(|file| self.source.operations.get(file));
        let inherited = file.into_iter().flat_map(|file| file.value.defaults.parameters.keys());
        let is_own = |name: &str| own.iter().any(|it| it.path[1] == name);
        inherited.map(String::as_str).filter(|name| !is_own(name)).collect()
    }

    /// The name of the operation of a call; `None` if it can't be one.
    fn name_of(&mut self, call: &Call<'a>, root: &str) -> Option<String> {
        let path = &call.path;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.{}".contains(c);
        let mut words = words::of_path(path.strip_prefix(root).unwrap_or(path));
        if !call.is_alone {
            words.push(call.method.to_ascii_lowercase());
        }
        let wanted = words::type_name(words.iter().map(String::as_str));
        let has_name = wanted.starts_with(|c: char| c.is_ascii_alphabetic());
        if !has_name || !path.chars().all(is_plain) || path.len() > 200 {
            self.add(Section::LeftOut, format!("{} {}", call.method, name(path)));
            return None;
        }
        Some(self.types.take(&wanted))
    }

    /// The operation of a call, in a group that may have parameters for it.
    fn operation(&mut self, call: &Call<'a>, own: &str, group: &Group, is_new: bool) -> Vec<Write> {
        let Call { path, method, endpoint, .. } = call;
        let part = &endpoint.fine;
        let mut all = Vec::new();
        let mut set = |key: &str, value: Value| all.push(Write::new(&[key], value, ""));
        set("summary", "Does what the documents do not describe.".into());
        set("path", path.clone().into());
        let carried = credentials::carried(self.api, method, part);
        let usual = group.operations().next().and_then(|it| it.auth.block());
        if !credentials::has_credential(self.api, method, part) {
            set("gates", json!([]));
            set("auth", NOT_SHOWN.into());
        } else if let [block, ..] = carried[..]
            && !carried.iter().any(|it| Some(it.name.as_str()) == usual)
        {
            set("auth", block.name.clone().into());
        }
        if self.api.method.is_none_or(|usual| *method != usual.name()) {
            set("method", (*method).into());
        }
        let usual = self.api.encoding.kind;
        let encoding = encodings::only(method, part).unwrap_or(usual);
        let body = self.new_body(own, method, part);
        match &body {
            Some(body) => set("body", body.clone()),
            None if encoding != usual => set("encoding", facts::encoding(encoding).0.into()),
            None => {}
        }
        let place = if has_query(method) { Place::Query } else { encoding.place() };
        let variable = |name: &str| {
            let known = call.variables.iter().find(|(own, _)| own == name);
            Write::new(&["parameters", name], known.map_or("string", |(_, ty)| ty), "")
        };
        let mut parameters: Vec<Write> = path_parameters(path).map(variable).collect();
        let mut new = self.own_parameters(method, part);
        // The others are in the body.
        new.retain(|(.., is_in_query)| body.is_none() || has_query(method) || *is_in_query);
        parameters.extend(self.new_parameters(own, place, new, part.whole()));
        let lacking = if is_new { self.not_sent(group, &parameters) } else { Vec::new() };
        if !lacking.is_empty() {
            all.push(Write::new(&["without"], json!(lacking), ""));
        }
        all.append(&mut parameters);
        all.push(self.new_returns(own, group, endpoint));
        all
    }

    /// The body of a call, if that isn't its parameters.
    fn new_body(&mut self, operation: &str, method: &str, part: &Exchanges<'a>) -> Option<Value> {
        let mut types: Vec<&str> = part.encodings().into_keys().collect();
        let is_optional = types.contains(&NO_BODY);
        types.retain(|it| *it != NO_BODY);
        if encodings::only(method, part).is_some() || types.is_empty() {
            return None;
        }
        let mut content = Map::new();
        for ty in &types {
            let kind = match *ty {
                FORM | MULTIPART => return None,
                JSON => {
                    json!({ "json": types::inner(self.types.of(&part.bodies(), &[operation, "Request"])) })
                }
                ty if ty.starts_with("text/") => json!({ "text": "string" }),
                _ => json!({ "bytes": "any" }),
            };
            content.insert((*ty).to_owned(), kind);
        }
        let mut body = match types[..] {
            [JSON | UNKNOWN] => content.remove(types[0])?,
            [ty] => {
                let mut body = content.remove(ty)?;
                body["content_type"] = ty.into();
                body
            }
            _ => json!({ "content": content }),
        };
        if is_optional {
            body["optional"] = true.into();
        }
        Some(body)
    }

    /// The results of a call: what is new of those of an operation that has none.
    fn new_returns(&mut self, name: &str, group: &Group, endpoint: &Endpoint<'a>) -> Write {
        let mut returns = Write::new(&["returns"], NOT_SHOWN, "");
        let Some(unknown) = unknown(self.api, group, name) else { return returns };
        let before = self.found.len();
        self.results(&unknown, endpoint);
        for found in self.found.split_off(before) {
            match found.writes.last() {
                Some(write) if write.path[..] == ["operations", name, "returns"] => {
                    (returns.value, returns.times) = (write.value.clone(), write.times.clone());
                }
                _ => self.found.push(found),
            }
        }
        returns
    }

    fn new_parameters(
        &mut self,
        operation: &str,
        place: Place,
        all: Vec<(&'a str, Samples<'a>, bool)>,
        whole: u64,
    ) -> Vec<Write> {
        let (usable, odd): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, ..)| words::is_usable(name));
        if !odd.is_empty() {
            self.add(Section::LeftOut, parameters::unknown_parameters(operation, odd.len()));
        }
        let parameter = |(name, samples, is_in_query): (&str, Samples<'a>, bool)| {
            let place = if is_in_query { Place::Query } else { place };
            let (at, seen) = ((operation, name, place), (&samples, whole));
            let (_, value) = values::new_parameter(at, seen, is_in_query, &mut self.types);
            Write::new(&["parameters", name], value, of_requests(samples.requests, whole))
        };
        usable.into_iter().map(parameter).collect()
    }
}

/// An operation of a group of which nothing is known but what all others have.
fn unknown(api: &Api, group: &Group, name: &str) -> Option<Operation> {
    let all = || group.operations().chain(api.operations());
    let like = all().next()?.clone();
    let is_same = |one: &Returns, other: &Returns| one.status == other.status && one.kind == other.kind;
    let is_of_all =
        |it: &Returns| group.operations().all(|other| other.failures.iter().any(|other| is_same(it, other)));
    let mut failures = like.failures;
    failures.retain(is_of_all);
    let returns =
        Returns { kind: ReturnKind::Described, ty: None, status: None, headers: Vec::new(), ..like.returns };
    Some(Operation {
        name: name.to_owned(),
        http_method: HttpMethod::Get,
        parameters: Vec::new(),
        more_returns: Vec::new(),
        returns,
        failures,
        ..like
    })
}
