//! The report of `list`.

use serde_json::{Value, json};

use crate::export;
use generator_spec::model::{Api, Group, Operation, Path};
use generator_spec::text::{columns, plain};
use generator_spec::{naming, synonyms};

/// The kinds of paths: `--path STATUS`.
pub const PATH_STATUSES: [&str; 4] = ["documented", "inferred", "elsewhere", "alias_only"];

/// The effects of operations: `--effect NAME`.
pub const EFFECTS: [&str; 3] = ["reads", "changes", "destroys"];

/// A filter of operations.
#[derive(Debug, Default)]
pub struct Filter {
    /// Only those of this group.
    pub group: Option<String>,
    /// Only those with this gate.
    pub gate: Option<String>,
    /// Only those with a path of this status.
    pub path: Option<String>,
    /// Only those with this effect.
    pub effect: Option<String>,
    /// Only deprecated ones.
    pub deprecated: bool,
    /// Only those with each of these words in their name, method or path, in any case. If there are
    /// none, those whose names have synonyms of them.
    pub words: Vec<String>,
}

/// An operation and where it is.
pub type Found<'a> = (&'a Api, &'a Group, &'a Operation);

impl Filter {
    /// The operations that pass it.
    pub fn apply<'a>(&self, apis: impl IntoIterator<Item = &'a Api>) -> Vec<Found<'a>> {
        let groups = apis.into_iter().flat_map(|api| api.groups.iter().map(move |group| (api, group)));
        let passing: Vec<Found<'a>> = groups
            .flat_map(|(api, group)| group.operations().map(move |operation| (api, group, operation)))
            .filter(|(_, group, operation)| self.passes(group, operation))
            .collect();
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        let has = |operation: &Operation| {
            let text = format!("{} {} {}", operation.name, operation.http_method.name(), path(operation))
                .to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let named: Vec<Found<'a>> =
            passing.iter().copied().filter(|(_, _, operation)| has(operation)).collect();
        if !named.is_empty() {
            return named;
        }
        passing
            .into_iter()
            .filter(|(api, _, operation)| {
                synonyms::are_in(&api.synonyms, &naming::path_words(&operation.name), &words)
            })
            .collect()
    }

    fn passes(&self, group: &Group, operation: &Operation) -> bool {
        self.group.as_ref().is_none_or(|name| group.rust == *name)
            && self.gate.as_ref().is_none_or(|code| operation.gates.contains(code))
            && self.path.as_ref().is_none_or(|status| operation.path.status() == status)
            && self.effect.as_ref().is_none_or(|name| operation.effect.name() == name)
            && (!self.deprecated || operation.deprecated.is_some())
    }
}

/// The list for people: a line per operation, in columns.
#[must_use]
pub fn text(found: &[Found<'_>]) -> String {
    let rows: Vec<_> = found.iter().map(row).collect();
    columns(&rows).into_iter().map(|line| line + "\n").collect()
}

fn row((api, group, operation): &Found<'_>) -> [String; 6] {
    let since = operation.since.map(|version| format!(">= {version}")).unwrap_or_default();
    let gates = plain(&operation.gates.join(" "));
    let path = match api.method {
        Some(_) => path(operation),
        None => format!("{} {}", operation.http_method.name(), path(operation)),
    };
    [api.name.clone(), group.rust.clone(), plain(&operation.name), path, since, gates]
}

/// The list for programs: an object per operation.
#[must_use]
pub fn json(found: &[Found<'_>]) -> Value {
    let object = |(api, group, operation): &Found<'_>| {
        let row = export::row_of(api, group, operation);
        json!({
            "api": api.name,
            "group": row["group"],
            "operation": row["name"],
            "method": row["method"],
            "path": row["path"],
            "path_status": row["path_status"],
            "effect": row["effect"],
            "repeatable": row["repeatable"],
            "aliases": operation.aliases.iter().map(|alias| &alias.path).collect::<Vec<_>>(),
            "since": row["since"],
            "gates": row["gates"],
            "deprecated": row["deprecated"],
        })
    };
    found.iter().map(object).collect()
}

fn path(operation: &Operation) -> String {
    match &operation.path {
        Path::Documented(path) | Path::Elsewhere { path, .. } => path.clone(),
        Path::Inferred(path) => format!("~{path}"),
        Path::AliasOnly => {
            operation.aliases.iter().map(|alias| alias.path.as_str()).collect::<Vec<_>>().join(" ")
        }
    }
}
