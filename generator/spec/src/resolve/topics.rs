//! Constants, synonyms and version changes of api.yaml, and search.yaml.

use indexmap::IndexMap;

use crate::model::{Constant, VersionChange};
use crate::synonyms;

use super::literals;
use super::scope::Scope;

/// Constants.
pub fn constants(scope: &Scope<'_>) -> Vec<Constant> {
    let entries = scope.api().constants.iter().zip(scope.at().get("constants").items());
    let constants = entries.map(|((name, source), at)| {
        let help = "rename the constant: its Rust name is the same name in capitals";
        let rust = scope.rust.constant(name, help, at.key());
        let ty = scope.read(&source.notation, at.get("type")).ty;
        literals::check_typed(&source.value, &ty, at.get("value"), scope.errors);
        Constant { name: name.clone(), rust, ty, value: source.value.clone(), doc: source.doc.clone() }
    });
    constants.collect()
}

/// Words that mean the same.
pub fn synonyms(scope: &Scope<'_>) -> Vec<Vec<String>> {
    let lines = &scope.api().synonyms;
    for (line, at) in lines.iter().zip(scope.at().get("synonyms").items()) {
        if line.len() < 2 || !line.iter().all(|said| synonyms::is_possible(said)) {
            let help =
                "write two or more in a list, each of one to four words in lowercase: `[delete, get rid of]`";
            scope.errors.push(at, "these synonyms find nothing", help);
        }
    }
    lines.clone()
}

/// The phrases that people use for operations.
pub fn search(scope: &Scope<'_>) -> IndexMap<String, Vec<String>> {
    let Some(file) = &scope.source.search else { return IndexMap::new() };
    let entries = file.value.iter().zip(file.at().items()).map(|((name, text), at)| {
        let mut phrases: Vec<String> = Vec::new();
        for phrase in text.split(", ") {
            if !synonyms::is_possible(phrase) {
                let help = "write phrases of one to four words in lowercase, with `, ` between them: `put out, blow out`";
                scope.errors.push(at, format!("the phrase `{phrase}` finds nothing"), help);
            } else if phrases.iter().any(|other| other == phrase) {
                scope.errors.push(at, format!("duplicate phrase `{phrase}`"), "list each phrase once");
            }
            phrases.push(phrase.to_owned());
        }
        (name.clone(), phrases)
    });
    entries.collect()
}

/// The behavior that changed with a server version.
pub fn version_changes(scope: &Scope<'_>) -> Vec<VersionChange> {
    let entries = scope.api().version_changes.iter().zip(scope.at().get("version_changes").items());
    let changes = entries.filter_map(|(source, at)| {
        Some(VersionChange {
            version: scope.version(Some(&source.version), at.get("version"))?,
            operations: source.operations.clone(),
            change: source.change.clone(),
        })
    });
    changes.collect()
}
