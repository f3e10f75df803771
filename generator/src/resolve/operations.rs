//! The rows of the documents.

use crate::diagnostics::{At, Faults};
use crate::load::Loaded;
use crate::load::source::{
    AliasSource, AuthIn, DefaultsSource, OperationSource, OperationsFile, ReturnsSource, Terse,
};
use crate::model::{
    Alias, Auth, Deprecation, Group, Operation, Parameter, Path, RequestEncoding, Returns, Row, Unnamed,
    Version,
};
use crate::naming;

use super::names::{Names, is_renamed};
use super::scope::{Scope, did_you_mean, is_month, optional_version};
use super::{auth, parameters, paths, returns};

/// Resolves the files in their order.
pub fn groups(
    files: &[Loaded<OperationsFile>],
    scope: &Scope<'_>,
    rust: &mut Names,
    faults: &mut Faults,
) -> Vec<Group> {
    let mut modules = Names::modules();
    let groups = files.iter().map(|file| {
        let at = file.at();
        let value = &file.value;
        if !scope.api.documents.contains_key(&value.document) {
            let help = "use a number of `documents` in api.yaml";
            faults.push(at.get("document"), format!("there is no document {}", value.document), help);
        }
        let help = "give each file a group of its own, in snake_case";
        let group = modules.claim(&value.group, value.group.clone(), help, at.get("group"), faults);
        let methods = Names::methods();
        let mut reader = Reader { file, scope, rust: &mut *rust, methods, faults: &mut *faults };
        Group {
            trait_name: naming::type_name(&group),
            rust: group,
            document: value.document,
            part: value.part.clone(),
            title: value.title.clone(),
            file: at.path().rsplit_once("operations/").map_or(at.path(), |(_, name)| name).to_owned(),
            rows: (0..value.operations.len()).filter_map(|index| reader.row(index)).collect(),
        }
    });
    groups.collect()
}

/// Reads the rows of one file.
struct Reader<'a, 'b> {
    file: &'a Loaded<OperationsFile>,
    scope: &'a Scope<'a>,
    rust: &'b mut Names,
    methods: Names,
    faults: &'b mut Faults,
}

/// What named and unnamed rows have in common.
struct Common {
    rules: Vec<String>,
    gates: Vec<String>,
    auth: Auth,
    parameters: Vec<Parameter>,
    returns: Returns,
}

impl<'a> Reader<'a, '_> {
    fn row(&mut self, index: usize) -> Option<Row> {
        let at = self.file.at().get("operations").item(index);
        let source = self.file.value.operations.get(index)?;
        let encoding = source.encoding.unwrap_or(self.scope.encoding);
        let common = self.common(source, encoding, at);
        match (&source.operation, &source.unnamed) {
            (Some(name), None) => {
                Some(Row::Named(Box::new(self.operation(name, source, common, encoding, at))))
            }
            (None, Some(place)) => Some(Row::Unnamed(Box::new(unnamed(place, source, common)))),
            _ => {
                let help = "write `operation: Name`, or `unnamed: where the row stands`";
                self.faults.push(at, "a row has a name, or says that it has none", help);
                None
            }
        }
    }

    fn defaults(&self) -> (&'a DefaultsSource, At<'a>) {
        (&self.file.value.defaults, self.file.at().get("defaults"))
    }

    fn common(&mut self, source: &'a OperationSource, encoding: RequestEncoding, at: At<'a>) -> Common {
        let (defaults, defaults_at) = self.defaults();
        let gates = self.gates(source, at);
        let inherited = parameters::written(&defaults.parameters, defaults_at.get("parameters"));
        let own = parameters::written(&source.parameters, at.get("parameters"));
        let written = parameters::inherit(&inherited, own, &source.without, at, self.faults);
        let said = match (&source.auth, &defaults.auth) {
            (Some(said), _) => Some((said.as_str(), at.get("auth"))),
            (None, Some(said)) => Some((said.as_str(), defaults_at.get("auth"))),
            (None, None) => None,
        };
        Common {
            rules: defaults.rules.iter().chain(&source.rules).cloned().collect(),
            auth: auth::of_operation(said, &gates, self.scope, at, self.faults),
            gates,
            parameters: parameters::resolve(
                &written,
                self.scope,
                encoding,
                &mut Names::fields(),
                self.faults,
            ),
            returns: self.returns(source, at),
        }
    }

    fn gates(&mut self, source: &OperationSource, at: At<'_>) -> Vec<String> {
        let (defaults, defaults_at) = self.defaults();
        let (gates, at) = match &source.gates {
            Some(gates) => (gates.clone(), at.get("gates")),
            None => (defaults.gates.clone().unwrap_or_default(), defaults_at.get("gates")),
        };
        for (index, code) in gates.iter().enumerate() {
            auth::check_once(&gates, index, at, self.faults);
            if !self.scope.gates.iter().any(|gate| gate.code == *code) {
                let known = self.scope.gates.iter().map(|gate| gate.code.as_str());
                let help = did_you_mean(code, known, "add the gate to `gates` in api.yaml");
                self.faults.push(at.item(index), format!("unknown gate `{code}`"), help);
            }
        }
        gates
    }

    fn returns(&mut self, source: &OperationSource, at: At<'_>) -> Returns {
        let (defaults, defaults_at) = self.defaults();
        let (written, at) = match (&source.returns, &defaults.returns) {
            (Some(written), _) => (written, at.get("returns")),
            (None, Some(written)) => (written, defaults_at.get("returns")),
            (None, None) => {
                let help = "add `returns:`; `returns: not_shown` where the documents don't show it";
                self.faults.push(at, "nothing says what comes back", help);
                return returns::resolve(
                    &ReturnsSource::from("not_shown".to_owned()),
                    self.scope,
                    at,
                    self.faults,
                );
            }
        };
        let Terse(written) = written;
        returns::resolve(written, self.scope, at, self.faults)
    }

    fn operation(
        &mut self,
        name: &str,
        source: &OperationSource,
        common: Common,
        encoding: RequestEncoding,
        at: At<'_>,
    ) -> Operation {
        let (defaults, defaults_at) = self.defaults();
        let device_since = match &source.device_since {
            Some(_) => self.version(source.device_since.as_ref(), at.get("device_since")),
            None => self.version(defaults.device_since.as_ref(), defaults_at.get("device_since")),
        };
        let at_name = at.get("operation");
        let rust =
            self.rust.take(name, source.rust.as_deref(), naming::type_name, (at, at_name), self.faults);
        Operation {
            method: self.methods.follow(&rust, naming::field(&rust), at_name, self.faults),
            rust,
            renamed: is_renamed(source.rust.as_deref(), &naming::type_name(name)),
            name: name.to_owned(),
            summary: source.summary.clone(),
            rules: common.rules,
            path: self.path(source, at),
            since: self.version(source.since.as_ref(), at.get("since")),
            aliases: self.aliases(&source.aliases, at.get("aliases")),
            gates: common.gates,
            auth: common.auth,
            bearer_only: source.auth_in == Some(AuthIn::Bearer),
            encoding,
            returns: common.returns,
            device_since,
            swapped_if_reversed: self.swapped(source, &common.parameters, at),
            parameters: common.parameters,
            matches: source.matches.clone(),
            deprecated: self.deprecated(source, at),
            permission: source.permission.clone(),
            not_shown: source.not_shown.clone(),
            notes: source.notes.clone(),
            source: source.source.clone(),
        }
    }

    fn deprecated(&mut self, source: &OperationSource, at: At<'_>) -> Option<Deprecation> {
        let (defaults, defaults_at) = self.defaults();
        let (source, at) = match &source.deprecated {
            Some(own) => (own, at),
            None => (defaults.deprecated.as_ref()?, defaults_at),
        };
        if let Some(month) = source.removed_after.as_ref().filter(|month| !is_month(month)) {
            let at = at.get("deprecated").get("removed_after");
            self.faults.push(at, format!("`{month}` is no month"), "write year and month: `2025-06`");
        }
        Some(source.clone())
    }

    fn version(&mut self, text: Option<&String>, at: At<'_>) -> Option<Version> {
        optional_version(text, at, self.faults)
    }

    fn path(&mut self, source: &OperationSource, at: At<'_>) -> Path {
        match (&source.path, &source.inferred_path) {
            (Some(path), None) => {
                paths::check(path, at.get("path"), self.faults);
                match source.path_source.clone() {
                    Some(source) => Path::Elsewhere { path: path.clone(), source },
                    None => Path::Documented(path.clone()),
                }
            }
            (None, Some(path)) => {
                paths::check(path, at.get("inferred_path"), self.faults);
                Path::Inferred(path.clone())
            }
            (None, None) if !source.aliases.is_empty() => Path::AliasOnly,
            (None, None) => {
                let help = "add `path:` (documented), `inferred_path:` (by the convention) or `aliases:`";
                self.faults.push(at, "an operation without any path", help);
                Path::AliasOnly
            }
            (Some(_), Some(_)) => {
                let help = "keep `path` where the documents show it, otherwise `inferred_path`";
                self.faults.push(
                    at.get("inferred_path").key(),
                    "a path that is both documented and inferred",
                    help,
                );
                Path::AliasOnly
            }
        }
    }

    fn aliases(&mut self, source: &[AliasSource], at: At<'_>) -> Vec<Alias> {
        let entries = source.iter().enumerate();
        entries
            .map(|(index, alias)| {
                let at = at.item(index);
                paths::check(&alias.path, at.get("path"), self.faults);
                Alias {
                    path: alias.path.clone(),
                    name: alias.name.clone(),
                    since: self.version(alias.since.as_ref(), at.get("since")),
                }
            })
            .collect()
    }

    fn swapped(
        &mut self,
        source: &OperationSource,
        parameters: &[Parameter],
        at: At<'_>,
    ) -> Option<(String, String)> {
        let pair = source.swapped_if_reversed.clone()?;
        for (index, name) in [&pair.0, &pair.1].into_iter().enumerate() {
            if !parameters.iter().any(|parameter| parameter.name == *name) {
                let names = parameters.iter().map(|parameter| parameter.name.as_str());
                let help = did_you_mean(name, names, "name two parameters of this operation");
                self.faults.push(
                    at.get("swapped_if_reversed").item(index),
                    format!("unknown parameter `{name}`"),
                    help,
                );
            }
        }
        if pair.0 == pair.1 {
            let help = "name the two parameters, the one that should be less first";
            self.faults.push(at.get("swapped_if_reversed"), "a parameter swapped with itself", help);
        }
        Some(pair)
    }
}

fn unnamed(place: &str, source: &OperationSource, common: Common) -> Unnamed {
    Unnamed {
        place: place.to_owned(),
        summary: source.summary.clone(),
        rules: common.rules,
        gates: common.gates,
        auth: common.auth,
        parameters: common.parameters,
        returns: common.returns,
        not_shown: source.not_shown.clone(),
        notes: source.notes.clone(),
    }
}
