//! Choices among optional parameters.

use super::scope::Scope;
use crate::diagnostics::At;
use crate::load::source::ChoiceSource;
use crate::model::{Choice, Parameter, Presence, Takes};

/// Resolves the choices of an operation; `is_lost` says which of its parameters are invalid.
pub fn resolve(
    source: &[ChoiceSource],
    parameters: &[Parameter],
    is_lost: &dyn Fn(&str) -> bool,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Vec<Choice> {
    let entries = source.iter().zip(at.items()).flat_map(|(choice, at)| {
        let ChoiceSource { exactly_one, at_least_one, at_most_one } = choice;
        let kinds = [Takes::ExactlyOne, Takes::AtLeastOne, Takes::AtMostOne];
        let lists = kinds.into_iter().zip([exactly_one, at_least_one, at_most_one]);
        let lists = lists.filter_map(|(takes, names)| Some((takes, names.as_ref()?)));
        lists.map(move |(takes, names)| (takes, names, at.get(takes.name()))).collect::<Vec<_>>()
    });
    entries
        .map(|(takes, names, at)| {
            scope.check_once(names, at);
            if names.len() < 2 {
                scope.errors.push(at, "a choice is among several parameters", "name two parameters or more");
            }
            for (name, at) in names.iter().zip(at.items()) {
                check(name, parameters, scope, at.poisoned_if(is_lost(name)));
            }
            Choice { takes, parameters: names.clone() }
        })
        .collect()
}

/// Only what may be left out can be chosen.
fn check(name: &str, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    match parameters.iter().find(|it| it.name == *name) {
        None => {
            let known = parameters.iter().map(|it| it.name.as_str());
            scope.errors.unknown(at, "parameter", name, known, "use the parameters of this operation");
        }
        Some(it) if it.presence == Presence::Required || it.default.is_some() => {
            let title = format!("`{name}` is always there, so it cannot be chosen");
            scope.errors.push(at, title, "make it optional (`string?`) without `default`, or remove it here");
        }
        Some(_) => {}
    }
}
