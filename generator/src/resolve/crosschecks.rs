//! Rules that need the whole API: names and paths that clash, references
//! between operations, and the path convention.

use std::collections::{HashMap, HashSet};

use crate::diagnostics::{At, Faults};
use crate::load::ApiSource;
use crate::load::source::OperationSource;
use crate::model::{Api, AuthBlock, BlockPlace, Operation, Path, PathConvention};

use super::paths;
use super::scope::did_you_mean;

/// Checks what no single row shows.
pub fn check(api: &Api, source: &ApiSource, faults: &mut Faults) {
    let known = Known::new(api);
    let mut taken = Taken::default();
    for (operation, at, deprecated) in located(api, source) {
        taken.check(operation, at, faults);
        known.check_references(operation, at, deprecated, faults);
        check_collision(api, operation, at, faults);
        if let Path::Inferred(_) | Path::Documented(_) = operation.path {
            check_convention(operation, api.convention.as_ref(), at, faults);
        }
    }
    check_exceptions(api, source, faults);
    for (index, change) in api.version_changes.iter().enumerate() {
        let at = source.api.at().get("version_changes").item(index).get("operations");
        for (index, name) in change.operations.iter().enumerate() {
            known.check(name, at.item(index), faults);
        }
    }
    if let Some(convention) = &api.convention {
        let at = source.api.at().get("path_convention");
        check_support(convention, api, &source.retired_paths, at, faults);
    }
}

/// Every named operation with its place and that of its deprecation, which may be inherited.
fn located<'a>(api: &'a Api, source: &'a ApiSource) -> Vec<(&'a Operation, At<'a>, At<'a>)> {
    let mut operations = api.operations();
    let rows = source.operations.iter().flat_map(|file| {
        let rows = file.value.operations.iter().enumerate();
        rows.map(move |(index, row)| {
            let at = file.at().get("operations").item(index);
            let owner = if row.deprecated.is_some() { at } else { file.at().get("defaults") };
            (row, at, owner.get("deprecated"))
        })
    });
    let named = rows.filter(|(row, ..)| is_named(row));
    named.filter_map(|(_, at, deprecated)| Some((operations.next()?, at, deprecated))).collect()
}

fn is_named(row: &OperationSource) -> bool {
    row.operation.is_some() && row.unnamed.is_none()
}

/// Names and paths that have an owner.
#[derive(Default)]
struct Taken {
    names: HashMap<String, String>,
    paths: HashMap<String, String>,
}

impl Taken {
    fn check(&mut self, operation: &Operation, at: At<'_>, faults: &mut Faults) {
        let place = if matches!(operation.path, Path::Inferred(_)) { "inferred_path" } else { "path" };
        let owner = &operation.name;
        claim(&mut self.names, &operation.name, "name", owner, at.get("operation"), faults);
        if let Some(path) = operation.path.text() {
            claim(&mut self.paths, path, "path", owner, at.get(place), faults);
        }
        for (index, alias) in operation.aliases.iter().enumerate() {
            let at = at.get("aliases").item(index);
            claim(&mut self.paths, &alias.path, "path", owner, at.get("path"), faults);
            if let Some(name) = &alias.name {
                claim(&mut self.names, name, "name", owner, at.get("name"), faults);
            }
        }
    }
}

fn claim(
    owners: &mut HashMap<String, String>,
    text: &str,
    what: &str,
    owner: &str,
    at: At<'_>,
    faults: &mut Faults,
) {
    match owners.get(text) {
        Some(other) => {
            let title = if other == text {
                format!("`{text}` is there twice")
            } else {
                format!("the {what} `{text}` is taken by `{other}`")
            };
            faults.push(at, title, format!("give each operation and alias a {what} of its own"));
        }
        None => {
            owners.insert(text.to_owned(), owner.to_owned());
        }
    }
}

/// The operations that others can name.
struct Known<'a>(HashSet<&'a str>, Vec<&'a str>);

impl<'a> Known<'a> {
    fn new(api: &'a Api) -> Self {
        let in_order: Vec<&str> = api.operations().map(|operation| operation.name.as_str()).collect();
        Self(in_order.iter().copied().collect(), in_order)
    }

    fn check(&self, name: &str, at: At<'_>, faults: &mut Faults) {
        if !self.0.contains(name) {
            let help = did_you_mean(name, self.1.iter().copied(), "name an operation of this API");
            faults.push(at, format!("unknown operation `{name}`"), help);
        }
    }

    fn check_references(&self, operation: &Operation, at: At<'_>, deprecated: At<'_>, faults: &mut Faults) {
        if let Some(name) = &operation.matches {
            self.check(name, at.get("matches"), faults);
            check_other(operation, name, at.get("matches"), faults);
        }
        if let Some(name) =
            operation.deprecated.as_ref().and_then(|deprecated| deprecated.replacement.as_ref())
        {
            self.check(name, deprecated.get("replacement"), faults);
            check_other(operation, name, deprecated.get("replacement"), faults);
        }
    }
}

fn check_other(operation: &Operation, name: &str, at: At<'_>, faults: &mut Faults) {
    if operation.name == name {
        faults.push(at, format!("`{name}` names itself"), "name another operation, or take it out");
    }
}

/// A form can't hold two values of one name: the parameter's and the credential's.
fn check_collision(api: &Api, operation: &Operation, at: At<'_>, faults: &mut Faults) {
    let block = operation.auth.block().and_then(|name| api.block(name));
    let in_form = |block: &&AuthBlock| block.place == BlockPlace::Form && !operation.bearer_only;
    let Some(block) = block.filter(in_form) else { return };
    for parameter in &operation.parameters {
        if block.parameters.iter().any(|other| other.name == parameter.name) {
            let title =
                format!("`{}` is a field of the authentication block `{}` too", parameter.name, block.name);
            let help = match &block.bearer {
                Some(_) => "say `auth_in: bearer`, so that the credential leaves the form",
                None => "a form can't hold both: name another block in `auth:`",
            };
            faults.push(at.get("parameters").get(&parameter.name).key(), title, help);
        }
    }
}

/// An inferred path is what the convention gives; so is a documented one,
/// unless it is listed as an exception.
fn check_convention(
    operation: &Operation,
    convention: Option<&PathConvention>,
    at: At<'_>,
    faults: &mut Faults,
) {
    match (&operation.path, convention) {
        (Path::Inferred(_), None) => {
            let help = "add `path_convention:` to api.yaml, or write `path:` where the documents show it";
            faults.push(at.get("inferred_path"), "an inferred path without a path convention", help);
        }
        (Path::Inferred(path), Some(convention)) if convention.infer(&operation.name) != *path => {
            let title = format!("the inferred path `{path}` is off the convention");
            let help = format!("the convention gives `{}`", convention.infer(&operation.name));
            faults.push(at.get("inferred_path"), title, help);
        }
        (Path::Documented(path), Some(convention))
            if convention.infer(&operation.name) != *path
                && !convention.exceptions.contains_key(&operation.name) =>
        {
            let title = format!("the documented path `{path}` is off the convention");
            let inferred = convention.infer(&operation.name);
            let help = format!(
                "the convention gives `{inferred}`: mend its rules, or list the operation in its `exceptions`"
            );
            faults.push(at.get("path"), title, help);
        }
        _ => {}
    }
}

/// An exception that no longer applies misleads.
fn check_exceptions(api: &Api, source: &ApiSource, faults: &mut Faults) {
    let Some(convention) = &api.convention else { return };
    let at = source.api.at().get("path_convention").get("exceptions");
    for (index, name) in convention.exceptions.keys().enumerate() {
        let help = match api.operation(name).map(|it| &it.path) {
            Some(Path::Elsewhere { .. }) => continue,
            Some(Path::Documented(path)) if *path != convention.infer(name) => continue,
            Some(Path::Documented(_)) => "take it out: the rules give its path".to_owned(),
            Some(Path::Inferred(_) | Path::AliasOnly) => "take it out: it has no documented path".to_owned(),
            None => did_you_mean(
                name,
                api.operations().map(|it| it.name.as_str()),
                "take it out: there is no such operation",
            ),
        };
        faults.push(at.item(index).key(), format!("`{name}` is no exception"), help);
    }
}

/// Each rule names a documented path.
fn check_support(
    convention: &PathConvention,
    api: &Api,
    retired: &[String],
    at: At<'_>,
    faults: &mut Faults,
) {
    let documented: HashSet<&str> = api
        .operations()
        .flat_map(|operation| {
            let own = match &operation.path {
                Path::Documented(path) => Some(path.as_str()),
                Path::Inferred(_) | Path::Elsewhere { .. } | Path::AliasOnly => None,
            };
            own.into_iter().chain(operation.aliases.iter().map(|alias| alias.path.as_str()))
        })
        .chain(retired.iter().map(String::as_str))
        .collect();
    for (index, rule) in convention.rules.iter().enumerate() {
        let at = at.get("rules").item(index).get("as_in");
        paths::check(&rule.as_in, at, faults);
        if !documented.contains(rule.as_in.as_str()) {
            let help = "support a rule with a path that the documents show";
            faults.push(at, format!("`{}` is no documented path", rule.as_in), help);
        }
    }
}
