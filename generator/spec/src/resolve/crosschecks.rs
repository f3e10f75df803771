//! Rules that need the whole API: names and paths that clash, references
//! between operations, and the path convention.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use crate::diagnostics::{At, Errors, did_you_mean};
use crate::load::ApiSource;
use crate::model::{
    Api, Auth, AuthBlock, BlockPlace, Need, Operation, Parameter, Path, PathConvention, Place,
};
use crate::synonyms;

use super::apart::{self, Route};
use super::effects;
use super::overlaps::Overlaps;
use super::paths;

/// Checks what a single row cannot show.
pub fn check(api: &Api, source: &ApiSource, errors: &Errors) {
    let checks = Checks {
        api,
        source,
        errors,
        names: api.operations().map(|it| it.name.as_str()).collect(),
        loses_operations: source.loses_operations(),
        convention: convention(api, source.api.at()),
    };
    let effects = effects(api, source, errors);
    let (mut owners, mut overlaps) = (Owners::new(), Overlaps::default());
    let unreadable = apart::unreadable(api);
    for (operation, at, deprecated) in located(api, source) {
        claim(&mut owners, operation, at, errors);
        if let Some(other) = unreadable.get(operation.name.as_str()) {
            let name = &operation.name;
            let title =
                format!("only the body tells `{name}` and `{other}` apart, and it is encoded otherwise");
            errors.push(at.get("operation"), title, ENCODINGS);
        }
        overlaps.claim(operation, at, errors);
        checks.references(operation, at, deprecated);
        checks.collision(operation, at);
        checks.bearer(operation, at);
        checks.convention(operation, at);
        effects.iter().for_each(|it| it.operation(operation, at));
    }
    checks.version_changes();
    checks.search();
    effects.iter().for_each(effects::Convention::check);
    if let Some(convention) = &api.convention {
        checks.exceptions(convention);
        checks.support(convention);
    }
}

fn effects<'a>(api: &'a Api, source: &'a ApiSource, errors: &'a Errors) -> Option<effects::Convention<'a>> {
    let at = source.api.at().get("effect_convention");
    let at = at.poisoned_if(at.poisons_any());
    let loses_operations = source.loses_operations();
    api.effect_convention.as_ref().map(|rules| effects::Convention {
        api,
        rules,
        at,
        loses_operations,
        errors,
    })
}

/// The place of the convention; lost if anything in it is, since every path follows from all of it.
fn convention<'a>(api: &Api, at: At<'a>) -> At<'a> {
    match api.convention {
        Some(_) => at.get("path_convention").poisoned_if(at.get("path_convention").poisons_any()),
        None => at.lacking(&["path_convention"]),
    }
}

/// Every named operation with its place and that of its deprecation, which may be inherited.
fn located<'a>(api: &'a Api, source: &'a ApiSource) -> Vec<(&'a Operation, At<'a>, At<'a>)> {
    let rows = source.operations.iter().flat_map(|file| {
        let rows = file.value.operations.iter().zip(file.at().get("operations").items());
        rows.map(move |(row, at)| {
            let owner = if row.deprecated.is_some() { at } else { file.at().get("defaults") };
            (row, at, owner.get("deprecated"))
        })
    });
    let named = rows.filter(|(row, ..)| row.unnamed.is_none());
    let mut operations: HashMap<&str, VecDeque<&Operation>> = HashMap::new();
    api.operations().for_each(|it| operations.entry(&it.name).or_default().push_back(it));
    let located = named.filter_map(|(row, at, deprecated)| {
        Some((operations.get_mut(row.operation.as_deref()?)?.pop_front()?, at, deprecated))
    });
    located.collect()
}

/// The operation that has a name, or a path with an HTTP method and what its requests need there.
type Owners<'a> = HashMap<Owned<'a>, &'a str>;

#[derive(PartialEq, Eq, Hash)]
enum Owned<'a> {
    Name(&'a str),
    Path(Route, BTreeSet<Need>),
}

/// Claims the names and the paths of an operation. Several can have a path if something tells them apart.
fn claim<'a>(owners: &mut Owners<'a>, operation: &'a Operation, at: At<'_>, errors: &Errors) {
    let owner = &operation.name;
    let mut claim = |owned, text: &'a str, at: At<'_>| {
        let (what, help) = match &owned {
            Owned::Path(..) => ("path", SHARED_PATH),
            Owned::Name(_) => ("name", "give each operation and alias its own name"),
        };
        match owners.entry(owned) {
            Entry::Vacant(entry) => drop(entry.insert(owner)),
            Entry::Occupied(entry) => {
                let title = match *entry.get() {
                    other if other == text => format!("duplicate `{text}`"),
                    other => format!("the {what} `{text}` already belongs to `{other}`"),
                };
                errors.push(at, title, help);
            }
        }
    };
    let needs: BTreeSet<Need> = operation.needs().collect();
    let path = |path: &str| Owned::Path(apart::route(operation.http_method, path), needs.clone());
    let key = if matches!(operation.path, Path::Inferred(_)) { "inferred_path" } else { "path" };
    claim(Owned::Name(owner), owner, at.get("operation"));
    if let Some(text) = operation.path.text() {
        claim(path(text), text, at.get(key));
    }
    for (alias, at) in operation.aliases.iter().zip(at.get("aliases").items()) {
        claim(path(&alias.path), &alias.path, at.get("path"));
        if let Some(name) = &alias.name {
            claim(Owned::Name(name), name, at.get("name"));
        }
    }
}

const SHARED_PATH: &str = "give each operation and alias its own path, or another HTTP method, or what tells it \
    apart: a parameter or a required field of its body with its own `value`, a parameter that is required in the \
    query or in a header, or `encoding: multipart`";

const ENCODINGS: &str =
    "give both the same `encoding` and content type, or tell them apart in the query or in a header";

struct Checks<'a> {
    api: &'a Api,
    source: &'a ApiSource,
    errors: &'a Errors,
    /// The names of all operations.
    names: HashSet<&'a str>,
    /// There may be others.
    loses_operations: bool,
    /// The place of the path convention.
    convention: At<'a>,
}

impl Checks<'_> {
    fn reference(&self, name: &str, at: At<'_>) {
        if !self.names.contains(name) {
            let known = self.api.operations().map(|operation| operation.name.as_str());
            let at = at.poisoned_if(self.loses_operations);
            self.errors.unknown(at, "operation", name, known, "name an operation of this API");
        }
    }

    fn references(&self, operation: &Operation, at: At<'_>, deprecated: At<'_>) {
        let replacement = operation.deprecated.as_ref().and_then(|it| it.replacement.as_ref());
        let related = operation.see_also.iter().map(Some).zip(at.get("see_also").items());
        let references =
            [(operation.matches.as_ref(), at.get("matches")), (replacement, deprecated.get("replacement"))];
        for (name, at) in references.into_iter().chain(related) {
            let Some(name) = name else { continue };
            self.reference(name, at);
            if operation.name == *name {
                let help = "name another operation, or remove the key";
                self.errors.push(at, format!("`{name}` refers to itself"), help);
            }
        }
    }

    fn version_changes(&self) {
        let at = self.source.api.at().get("version_changes");
        for (change, at) in self.source.api.value.version_changes.iter().zip(at.items()) {
            for (name, at) in change.operations.iter().zip(at.get("operations").items()) {
                self.reference(name, at);
            }
        }
    }

    fn search(&self) {
        for (name, at) in self.source.search.iter().flat_map(|file| file.at().entries()) {
            self.reference(name, at.key());
            let mut known = HashSet::new();
            let mut phrases = at.text().into_iter().flat_map(|text| text.split(", "));
            if let Some(odd) = phrases.find(|it| !synonyms::is_possible(it) || !known.insert(*it)) {
                let help = "write each phrase once, in one to four lowercase words: `put out, blow out`";
                self.errors.push(at, format!("the phrase `{odd}` finds nothing more"), help);
            }
        }
    }

    /// Only a credential that has a place in the header is sent there alone.
    fn bearer(&self, operation: &Operation, at: At<'_>) {
        let is_known = operation.auth != Auth::NotShown;
        let block = self.api.block_of(&operation.auth);
        if operation.bearer_only && is_known && block.is_none_or(|it| it.bearer.is_none()) {
            let title = "the operation has no credential with a bearer header";
            let help = "add `bearer:` to its authentication block, or remove the key";
            let is_lost = self.source.api.at().get("auth").poisons_any();
            self.errors.push(at.get("auth_in").key().poisoned_if(is_lost), title, help);
        }
    }

    /// A credential in a header, a query or a cookie has names of its own there.
    fn collision(&self, operation: &Operation, at: At<'_>) {
        let Some(block) = self.api.block_of(&operation.auth) else { return };
        let alternatives = block.alternatives.iter().filter_map(|name| self.api.block(name));
        for block in [block].into_iter().chain(alternatives) {
            self.collision_in_form(block, operation, at);
        }
        let at_block = self.source.api.at().get("auth").get(&block.name);
        let at = at.poisoned_if(at_block.poisons("prefix"));
        let is_same = |one: &Parameter, other: &Parameter| {
            one.place == other.place
                && match one.place {
                    Place::Header => block.sent_name(other).eq_ignore_ascii_case(one.wire_name()),
                    Place::Query | Place::Cookie => one.wire_name() == other.wire_name(),
                    Place::Path
                    | Place::PathRest
                    | Place::Form
                    | Place::Part
                    | Place::Field
                    | Place::Body => false,
                }
        };
        for parameter in &operation.parameters {
            if block.parameters.iter().any(|other| is_same(parameter, other)) {
                let name = &block.name;
                let title =
                    format!("`{}` is also a parameter of the authentication block `{name}`", parameter.name);
                let help = "remove it: the credential has it";
                self.errors.push(at.get("parameters").get(&parameter.name).key(), title, help);
            }
        }
    }

    /// A form can't hold two values of one name: the parameter's and the credential's.
    fn collision_in_form(&self, block: &AuthBlock, operation: &Operation, at: At<'_>) {
        if block.place != BlockPlace::Form || operation.bearer_only {
            return;
        }
        let at_block = self.source.api.at().get("auth").get(&block.name);
        let at = at.poisoned_if(at.poisons("auth_in") || at_block.poisons("in"));
        let in_same =
            |it: &&Parameter| matches!(it.place, Place::Query | Place::Form | Place::Part | Place::Field);
        for parameter in operation.parameters.iter().filter(in_same) {
            if block.parameters.iter().any(|other| other.name == parameter.name) {
                let name = &block.name;
                let title =
                    format!("`{}` is also a parameter of the authentication block `{name}`", parameter.name);
                let help = match &block.bearer {
                    Some(_) => "set `auth_in: bearer`, so that the credential is not in the form",
                    None => "set `auth:` to another block: a form can't hold both",
                };
                self.errors.push(at.get("parameters").get(&parameter.name).key(), title, help);
            }
        }
    }

    /// An inferred path is what the convention gives; so is a documented one,
    /// unless it is listed as an exception.
    fn convention(&self, operation: &Operation, at: At<'_>) {
        let inferred = self.api.convention.as_ref().map(|it| (it, it.infer(&operation.name)));
        let at = at.poisoned_if(self.convention.is_poisoned());
        match (&operation.path, inferred) {
            (Path::Inferred(_), None) => {
                let help = "add `path_convention:` to api.yaml, or write `path:` if the documents show it";
                self.errors.push(at.get("inferred_path"), "an inferred path without a path convention", help);
            }
            (Path::Inferred(path), Some((_, inferred))) if inferred != *path => {
                let title = format!("the inferred path `{path}` does not follow the convention");
                self.errors.push(
                    at.get("inferred_path"),
                    title,
                    format!("the convention gives `{inferred}`"),
                );
            }
            (Path::Documented(path), Some((convention, inferred)))
                if inferred != *path && !convention.exceptions.contains_key(&operation.name) =>
            {
                let title = format!("the documented path `{path}` does not follow the convention");
                let help = format!(
                    "the convention gives `{inferred}`: fix its rules, or list the operation in its `exceptions`"
                );
                self.errors.push(at.get("path"), title, help);
            }
            (Path::Inferred(_) | Path::Documented(_) | Path::Elsewhere { .. } | Path::AliasOnly, _) => {}
        }
    }

    /// An exception that no longer applies misleads.
    fn exceptions(&self, convention: &PathConvention) {
        let at = self.convention.get("exceptions").poisoned_if(self.source.loses_paths());
        for (name, at) in convention.exceptions.keys().zip(at.items()) {
            let help = match self.api.operation(name).map(|it| &it.path) {
                Some(Path::Elsewhere { .. }) => continue,
                Some(Path::Documented(path)) if *path != convention.infer(name) => continue,
                Some(Path::Documented(_)) => "remove it: the rules give its path".to_owned(),
                Some(Path::Inferred(_) | Path::AliasOnly) => {
                    "remove it: it has no documented path".to_owned()
                }
                None => {
                    let known = self.api.operations().map(|it| it.name.as_str());
                    did_you_mean(name, known, "remove it")
                }
            };
            let title = match self.api.operation(name) {
                Some(_) => format!("`{name}` needs no exception"),
                None => format!("`exceptions` names an unknown operation `{name}`"),
            };
            self.errors.push(at.key(), title, help);
        }
    }

    /// Each rule names a documented path.
    fn support(&self, convention: &PathConvention) {
        let (at, loses_paths) = (self.convention.get("rules"), self.source.loses_paths());
        let own = self.api.operations().filter_map(|operation| match &operation.path {
            Path::Documented(path) => Some(path),
            Path::Inferred(_) | Path::Elsewhere { .. } | Path::AliasOnly => None,
        });
        let aliases = self.api.operations().flat_map(|it| &it.aliases).map(|alias| &alias.path);
        let documented: HashSet<&String> = own.chain(aliases).chain(&self.source.retired_paths).collect();
        for (rule, at) in convention.rules.iter().zip(at.items()) {
            let at = at.get("as_in");
            paths::check(&rule.as_in, at, self.errors);
            if !documented.contains(&rule.as_in) {
                let title = format!("`{}` is not a documented path", rule.as_in);
                self.errors.push(at.poisoned_if(loses_paths), title, "cite a path that the documents show");
            }
        }
    }
}
