//! Rows without a name, and operations that the spec lacks.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, FORM, JSON, MULTIPART, NO_BODY, UNKNOWN, has_query};
use serde_json::{Map, Value, json};

use super::calls::{Call, groups, nearest, root};
use super::draft::NOT_SHOWN;
use super::finding::{Finding, Section, Write};
use super::sent::sent;
use super::words::{is_hidden, name, requests};
use super::{Learner, choice, credentials, encodings, types, words};
use generator_spec::facts;
use generator_spec::model::{
    Api, Auth, Group, HttpMethod, Operation, RequestEncoding, ReturnKind, Returns, Row, Unnamed,
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
        let mut of_path: BTreeMap<String, usize> = BTreeMap::new();
        known.iter().for_each(|it| *of_path.entry(it.path.clone()).or_default() += 1);
        known.iter_mut().for_each(|it| it.is_alone &= of_path[&it.path] == 1);
        let group = |it: &Call<'a>| nearest(&groups, &it.path);
        let new: Vec<_> =
            known.iter().filter_map(|it| Some((it, group(it)?, unknown(api, group(it)?, it)?))).collect();
        let rows: Vec<Vec<&str>> = new.iter().map(|(call, _, it)| self.rows(call, it)).collect();
        let rivals = |place: &str| rows.iter().flatten().filter(|other| **other == place).count();
        for ((call, group, operation), fitting) in new.into_iter().zip(&rows) {
            match fitting[..] {
                [] => self.propose(call, &root, (group, operation), None),
                [place] if rivals(place) == 1 => self.propose(call, &root, (group, operation), Some(place)),
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
    fn rows(&self, call: &Call<'a>, operation: &Operation) -> Vec<&'a str> {
        let own = sent(self.api, operation, &call.endpoint.fine).parameters;
        let credential = choice::of_credential(self.api, operation);
        let names = own.keys().map(String::as_str).filter(|name| !credential.contains(name));
        let names: BTreeSet<&str> = names.collect();
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

    /// Proposes an operation: an entry that has no name yet, or else a new one of a group.
    fn propose(
        &mut self,
        call: &Call<'a>,
        root: &str,
        (group, unknown): (&Group, Operation),
        entry: Option<&str>,
    ) {
        let Some(operation) = self.name_of(call, root) else { return };
        let times = requests(call.endpoint.fine.count());
        let unknown = Operation { name: operation.clone(), ..unknown };
        let (at, inside) = (name(&call.path), self.operation(call, unknown, group, entry.is_none()));
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

    /// The operation of a call, in a group that may have parameters for it: what is new of one that has nothing.
    fn operation(
        &mut self,
        call: &Call<'a>,
        mut unknown: Operation,
        group: &Group,
        is_new: bool,
    ) -> Vec<Write> {
        let mut all = self.head(call, group);
        let (usual, part) = (self.api.encoding.kind, &call.endpoint.fine);
        let encoding = encodings::only(call.method, part).unwrap_or(usual);
        match self.new_body(&unknown.name, call.method, part) {
            Some(body) => {
                all.push(Write::new(&["body"], body, ""));
                unknown.encoding = RequestEncoding::Body;
            }
            None if encoding != usual => all.push(Write::new(&["encoding"], facts::encoding(encoding).0, "")),
            None => {}
        }
        let mut parameters = self.all_parameters(call, &unknown);
        let lacking = if is_new { self.not_sent(group, &parameters) } else { Vec::new() };
        if !lacking.is_empty() {
            all.push(Write::new(&["without"], json!(lacking), ""));
        }
        all.append(&mut parameters);
        let returns = self.writes(&unknown.name, |it| it.results(&unknown, &call.endpoint)).pop();
        all.push(returns.unwrap_or_else(|| Write::new(&["returns"], NOT_SHOWN, "")));
        all
    }

    /// The path of a call, its credential and its method.
    fn head(&self, Call { path, method, endpoint, .. }: &Call<'a>, group: &Group) -> Vec<Write> {
        let mut all = Vec::new();
        let mut set = |key: &str, value: Value| all.push(Write::new(&[key], value, ""));
        set("summary", "Does what the documents do not describe.".into());
        set("path", path.clone().into());
        let carried = credentials::carried(self.api, method, &endpoint.fine);
        let usual = group.operations().next().and_then(|it| it.auth.block());
        if !credentials::has_credential(self.api, method, &endpoint.fine) {
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
        all
    }

    /// The variables of a path, and what is new of an operation without parameters.
    fn all_parameters(&mut self, call: &Call<'a>, unknown: &Operation) -> Vec<Write> {
        let variable = |name: &str| {
            let known = call.variables.iter().find(|(own, _)| own == name);
            Write::new(&["parameters", name], known.map_or("string", |(_, ty)| ty), "")
        };
        let mut all: Vec<Write> = path_parameters(&call.path).map(variable).collect();
        for new in self.writes(&unknown.name, |it| it.parameters(unknown, &call.endpoint.fine)) {
            if all.iter().any(|it| it.path == new.path) {
                let line = format!("{}: {} is in the path and elsewhere", unknown.name, name(&new.path[1]));
                self.add(Section::LeftOut, line);
                continue;
            }
            let value = new.value.get("add").cloned();
            all.push(Write { value: value.unwrap_or(new.value), ..new });
        }
        all
    }

    /// The values that a comparison with an operation has for it, which aren't findings of their own then.
    fn writes(&mut self, operation: &str, compare: impl FnOnce(&mut Self)) -> Vec<Write> {
        let before = self.found.len();
        compare(self);
        let mut writes = Vec::new();
        for mut found in self.found.split_off(before) {
            let own = found.writes.extract_if(.., |it| it.path[..2] == ["operations", operation]);
            let before = writes.len();
            writes.extend(own.map(|it| Write { path: it.path[2..].to_vec(), ..it }));
            self.found.extend((writes.len() == before).then_some(found));
        }
        writes
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
}

/// An operation of a group of which nothing is known but what all others have.
fn unknown(api: &Api, group: &Group, call: &Call<'_>) -> Option<Operation> {
    let all = || group.operations().chain(api.operations());
    let like = all().next()?.clone();
    let is_same = |one: &Returns, other: &Returns| one.status == other.status && one.kind == other.kind;
    let is_of_all =
        |it: &Returns| group.operations().all(|other| other.failures.iter().any(|other| is_same(it, other)));
    let mut failures = like.failures;
    failures.retain(is_of_all);
    let returns =
        Returns { kind: ReturnKind::Described, ty: None, status: None, headers: Vec::new(), ..like.returns };
    let (method, part) = (call.method, &call.endpoint.fine);
    let encoding = encodings::only(method, part).unwrap_or(api.encoding.kind);
    // Without one, nobody knows which it may be.
    let block = credentials::carried(api, method, part).first().map(|it| it.name.clone());
    Some(Operation {
        http_method: HttpMethod::Get,
        encoding: if has_query(method) { RequestEncoding::Query } else { encoding },
        auth: block.map_or(Auth::NotShown, Auth::Required),
        parameters: Vec::new(),
        more_returns: Vec::new(),
        returns,
        failures,
        ..like
    })
}
